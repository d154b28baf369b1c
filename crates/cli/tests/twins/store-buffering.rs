use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);

fn main() {
    let a = thread::spawn(|| {
        X.store(1, Relaxed);
        Y.load(Relaxed);
    });
    let b = thread::spawn(|| {
        Y.store(1, Relaxed);
        X.load(Relaxed);
    });
    a.join().unwrap();
    b.join().unwrap();
}
