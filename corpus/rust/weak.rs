// A weak reference gives a strong one until the last of those is gone.
// case: --algorithm optimal => verified
// case: --model c11 => verified
use std::sync::{Arc, Weak};
use std::thread;

fn main() {
    let number = Arc::new(7);
    let weak: Weak<u32> = Arc::downgrade(&number);
    let looks = weak.clone();
    let thread = thread::spawn(move || looks.upgrade().map(|number| *number));
    drop(number);
    let seen = thread.join().unwrap();
    assert!(seen.is_none() || seen == Some(7));
    assert!(weak.upgrade().is_none());
}
