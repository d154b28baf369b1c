use sharded_slab::Slab;
use std::sync::Arc;
use std::thread;

#[test]
fn insert_and_get() {
    let slab = Arc::new(Slab::new());
    let key = slab.insert(1).unwrap();
    let other = {
        let slab = Arc::clone(&slab);
        thread::spawn(move || slab.get(key).map(|value| *value))
    };
    let removed = slab.remove(key);
    let seen = other.join().unwrap();
    assert!(removed);
    assert!(seen.is_none() || seen == Some(1));
}
