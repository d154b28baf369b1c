use arc_swap::ArcSwap;
use std::sync::Arc;
use std::thread;

#[test]
fn load_and_store() {
    let shared = Arc::new(ArcSwap::from_pointee(1));
    let writer = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || shared.store(Arc::new(2)))
    };
    let seen = **shared.load();
    assert!(seen == 1 || seen == 2);
    writer.join().unwrap();
    assert_eq!(**shared.load(), 2);
}

#[test]
fn load_full_and_swap() {
    let shared = Arc::new(ArcSwap::from_pointee(1));
    let writer = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || *shared.swap(Arc::new(2)))
    };
    let seen = *shared.load_full();
    assert!(seen == 1 || seen == 2);
    assert_eq!(writer.join().unwrap(), 1);
}
