use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Message(UnsafeCell<u32>);
unsafe impl Sync for Message {}

static MESSAGE: Message = Message(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);

#[cfg(not(scope))]
fn main() {
    let sender = thread::spawn(|| {
        unsafe { *MESSAGE.0.get() = 42 };
        READY.store(true, Ordering::Release);
    });
    if READY.load(Ordering::Acquire) {
        assert_eq!(unsafe { *MESSAGE.0.get() }, 42);
    }
    sender.join().unwrap();
}

// The same with threads of a scope.
#[cfg(scope)]
fn main() {
    thread::scope(|scope| {
        scope.spawn(|| {
            unsafe { *MESSAGE.0.get() = 42 };
            READY.store(true, Ordering::Release);
        });
        if READY.load(Ordering::Acquire) {
            assert_eq!(unsafe { *MESSAGE.0.get() }, 42);
        }
    });
}
