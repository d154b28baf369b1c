use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Value(UnsafeCell<u32>);
unsafe impl Sync for Value {}

static NEXT: AtomicU32 = AtomicU32::new(0);
static SERVING: AtomicU32 = AtomicU32::new(0);
static VALUE: Value = Value(UnsafeCell::new(0));

fn add() {
    let ticket = NEXT.fetch_add(1, Ordering::Relaxed);
    while SERVING.load(Ordering::Acquire) != ticket {}
    unsafe { *VALUE.0.get() += 1 };
    SERVING.store(ticket + 1, Ordering::Release);
}

#[cfg(not(scope))]
fn main() {
    let threads = [thread::spawn(add), thread::spawn(add)];
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(unsafe { *VALUE.0.get() }, 2);
}

// The same with threads of a scope.
#[cfg(scope)]
fn main() {
    thread::scope(|scope| {
        scope.spawn(add);
        scope.spawn(add);
    });
    assert_eq!(unsafe { *VALUE.0.get() }, 2);
}
