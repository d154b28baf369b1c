// Threads of a scope borrow, and have ended when it has. A panic of one is the scope's.
// case: => verified
// case: -- --cfg panics => error panic
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

fn main() {
    let number = AtomicU32::new(0);
    let mut plain = 0;
    let joined = thread::scope(|scope| {
        scope.spawn(|| number.fetch_add(1, Ordering::Relaxed));
        scope.spawn(|| {
            plain += 1;
            assert!(!cfg!(panics));
        });
        let joined = scope.spawn(|| 5);
        joined.join().unwrap()
    });
    assert_eq!(number.load(Ordering::Relaxed) + plain + joined, 7);
}
