// References that are counted by hand: the last one frees the value. The two drops have two orders.
// case: --model c11 => verified complete=2
// case: => verified complete=2
// case: --model c11 -- --cfg relaxed => error data-race line=43
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::thread;

struct Shared<T> {
    references: AtomicUsize,
    value: T,
}
struct Counted<T> {
    shared: NonNull<Shared<T>>,
}
unsafe impl<T: Send + Sync> Send for Counted<T> {}

impl<T> Counted<T> {
    fn get(&self) -> &Shared<T> {
        unsafe { self.shared.as_ref() }
    }
}
impl<T> Clone for Counted<T> {
    fn clone(&self) -> Counted<T> {
        self.get().references.fetch_add(1, Ordering::Relaxed);
        Counted { shared: self.shared }
    }
}
impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        let release = if cfg!(relaxed) { Ordering::Relaxed } else { Ordering::Release };
        if self.get().references.fetch_sub(1, release) == 1 {
            fence(Ordering::Acquire);
            drop(unsafe { Box::from_raw(self.shared.as_ptr()) });
        }
    }
}

struct Account(u32);
impl Drop for Account {
    fn drop(&mut self) {
        // Whoever reads the number is not allowed to come later.
        self.0 = 0;
    }
}

fn main() {
    let shared = Box::new(Shared { references: AtomicUsize::new(1), value: Account(7) });
    let first = Counted { shared: NonNull::from(Box::leak(shared)) };
    let second = first.clone();
    let thread = thread::spawn(move || assert_eq!(second.get().value.0, 7));
    assert_eq!(first.get().value.0, 7);
    drop(first);
    thread.join().unwrap();
}
