//! A slot for one message between two threads. It is wrong: the flag publishes nothing.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

pub struct Slot<T> {
    full: AtomicBool,
    message: UnsafeCell<Option<T>>,
}

unsafe impl<T: Send> Sync for Slot<T> {}

impl<T> Slot<T> {
    pub const fn new() -> Slot<T> {
        Slot {
            full: AtomicBool::new(false),
            message: UnsafeCell::new(None),
        }
    }

    /// To be called once.
    pub fn put(&self, message: T) {
        unsafe { *self.message.get() = Some(message) };
        // Release would be right.
        self.full.store(true, Ordering::Relaxed);
    }

    pub fn take(&self) -> Option<T> {
        if !self.full.swap(false, Ordering::Acquire) {
            return None;
        }
        unsafe { (*self.message.get()).take() }
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Slot<T> {
        Slot::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Slot;
    use std::thread;

    static SLOT: Slot<u32> = Slot::new();

    #[test]
    fn a_message_arrives_whole() {
        let sender = thread::spawn(|| SLOT.put(42));
        if let Some(message) = SLOT.take() {
            assert_eq!(message, 42);
        }
        sender.join().unwrap();
    }
}
