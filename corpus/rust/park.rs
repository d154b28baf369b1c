// A token is kept for one who parks later.
// case: => verified
// case: -- --cfg lost => error deadlock
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static FLAG: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::spawn(|| {
        while !FLAG.load(Ordering::Acquire) {
            thread::park();
        }
    });
    if cfg!(lost) {
        waiter.thread().unpark();
        FLAG.store(true, Ordering::Release);
    } else {
        FLAG.store(true, Ordering::Release);
        waiter.thread().unpark();
    }
    waiter.join().unwrap();
}
