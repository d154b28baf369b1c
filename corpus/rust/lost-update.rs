// Two threads count visitors with a load and a store: one can be lost.
// case: => error panic line=18
// case: --model ra => error panic line=18
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

fn main() {
    let visitors = Arc::new(AtomicU32::new(0));
    let other = Arc::clone(&visitors);
    let thread = thread::spawn(move || {
        let seen = other.load(Ordering::SeqCst);
        other.store(seen + 1, Ordering::SeqCst);
    });
    let seen = visitors.load(Ordering::SeqCst);
    visitors.store(seen + 1, Ordering::SeqCst);
    thread.join().unwrap();
    assert_eq!(visitors.load(Ordering::SeqCst), 2, "a visitor is lost");
}
