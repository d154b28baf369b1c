// Each thread has its own, and destroys it at its end.
// case: => verified
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static DESTROYED: AtomicU32 = AtomicU32::new(0);

struct Mine(u32);
impl Drop for Mine {
    fn drop(&mut self) {
        DESTROYED.fetch_add(self.0, Ordering::Relaxed);
    }
}

thread_local! {
    static NUMBER: Cell<u32> = const { Cell::new(1) };
    static MINE: RefCell<Mine> = RefCell::new(Mine(10));
}

fn change() -> u32 {
    NUMBER.set(NUMBER.get() + 1);
    MINE.with_borrow_mut(|mine| mine.0 += NUMBER.get());
    NUMBER.get()
}

fn main() {
    let other = thread::spawn(change);
    assert_eq!(change(), 2);
    assert_eq!(other.join().unwrap(), 2);
    assert_eq!(DESTROYED.load(Ordering::Relaxed), 12);
}
