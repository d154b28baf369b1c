use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);

#[cfg(not(scope))]
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

// The same with threads of a scope.
#[cfg(scope)]
fn main() {
    thread::scope(|scope| {
        scope.spawn(|| {
            X.store(1, Relaxed);
            Y.load(Relaxed);
        });
        scope.spawn(|| {
            Y.store(1, Relaxed);
            X.load(Relaxed);
        });
    });
}
