// Arithmetic that overflows panics with its own words.
// case: => error panic line=11
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

static LEVEL: AtomicU8 = AtomicU8::new(1);

fn main() {
    let thread = thread::spawn(|| LEVEL.store(0, Ordering::Relaxed));
    let level = LEVEL.load(Ordering::Relaxed);
    let below = level - 1;
    thread.join().unwrap();
    assert_eq!(below, 0);
}
