// A lock as everybody writes it once: generic, with a guard, and a compare-exchange that is tried until it succeeds.
// Two threads: two orders.
// case: --model c11 => verified complete=2
// case: --algorithm optimal => verified complete=2
// case: --model c11 -- --cfg relaxed => error data-race
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct SpinLock<T> {
    locked: AtomicBool,
    value: UnsafeCell<T>,
}
unsafe impl<T: Send> Sync for SpinLock<T> {}

struct Guard<'l, T> {
    lock: &'l SpinLock<T>,
}

impl<T> SpinLock<T> {
    fn lock(&self) -> Guard<'_, T> {
        let acquire = if cfg!(relaxed) { Ordering::Relaxed } else { Ordering::Acquire };
        while self.locked.compare_exchange_weak(false, true, acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        Guard { lock: self }
    }
}
impl<T> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}
impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.lock.locked.store(false, Ordering::Release);
    }
}

static LOCK: SpinLock<[u32; 3]> = SpinLock {
    locked: AtomicBool::new(false),
    value: UnsafeCell::new([0, 2, 3]),
};

fn main() {
    let thread = thread::spawn(|| LOCK.lock()[0] += 1);
    LOCK.lock()[0] += 1;
    thread.join().unwrap();
    assert_eq!(*LOCK.lock(), [2, 2, 3]);
}
