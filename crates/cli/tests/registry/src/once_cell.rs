use once_cell::sync::{Lazy, OnceCell};
use std::sync::Arc;
use std::thread;

#[test]
fn get_or_init() {
    let cell = Arc::new(OnceCell::new());
    let other = {
        let cell = Arc::clone(&cell);
        thread::spawn(move || *cell.get_or_init(|| 1))
    };
    let mine = *cell.get_or_init(|| 2);
    assert_eq!(mine, other.join().unwrap());
}

static LAZY: Lazy<Vec<u32>> = Lazy::new(|| vec![1, 2, 3]);

#[test]
fn lazy_static() {
    let other = thread::spawn(|| LAZY.len());
    assert_eq!(LAZY[0], 1);
    assert_eq!(other.join().unwrap(), 3);
}
