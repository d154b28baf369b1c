// Panics that the program handles: caught, joined, and the mutex that one has poisoned.
// case: => verified
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Counted;
impl Drop for Counted {
    fn drop(&mut self) {
        assert!(thread::panicking());
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let caught = catch_unwind(|| {
        let _counted = Counted;
        let numbers = [1, 2, 3];
        numbers[std::hint::black_box(3)]
    });
    assert!(caught.is_err());
    assert_eq!(DROPPED.load(Ordering::Relaxed), 1);

    let shared = Arc::new(Mutex::new(1));
    let other = Arc::clone(&shared);
    let thread = thread::spawn(move || {
        let _counted = Counted;
        let mut number = other.lock().unwrap();
        *number += 1;
        panic!("number {number}");
    });
    let panic: Box<dyn std::any::Any + Send> = thread.join().unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().unwrap(), "number 2");
    assert_eq!(DROPPED.load(Ordering::Relaxed), 2);
    assert!(shared.is_poisoned());
    let number = shared.lock().unwrap_err().into_inner();
    assert_eq!(*number, 2);
}
