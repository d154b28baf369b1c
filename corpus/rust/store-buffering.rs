// The same shape in C has these numbers.
// case: --model sc => verified complete=3
// case: --model tso => error panic line=17
// case: --model c11 => error panic line=17
// case: --model ra => error panic line=17
// case: --model tso -- --cfg fenced => verified
use std::sync::atomic::{AtomicI32, Ordering::*, fence};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);

fn main() {
    let a = thread::spawn(|| side(&X, &Y));
    let b = thread::spawn(|| side(&Y, &X));
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    assert!(a == 1 || b == 1);
}

fn side(mine: &AtomicI32, other: &AtomicI32) -> i32 {
    mine.store(1, Relaxed);
    if cfg!(fenced) {
        fence(SeqCst);
    }
    other.load(Relaxed)
}
