// An event on park and unpark. Whoever parks once more than it is woken sleeps for ever.
// case: --model c11 => verified
// case: --model c11 -- --cfg lost => error deadlock
// case: => verified
// case: -- --cfg lost => error deadlock
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::current();
    let thread = thread::spawn(move || {
        READY.store(true, Ordering::Release);
        waiter.unpark();
    });
    if cfg!(lost) {
        // The token of `unpark` serves the first `park` only.
        thread::park();
    }
    while !READY.load(Ordering::Acquire) {
        thread::park();
    }
    if cfg!(lost) {
        thread::park();
    }
    thread.join().unwrap();
}
