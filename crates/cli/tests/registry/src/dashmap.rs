use dashmap::DashMap;
use std::sync::Arc;
use std::thread;

#[test]
fn insert_and_count() {
    let map = Arc::new(DashMap::with_shard_amount(2));
    map.insert("a", 0);
    let other = {
        let map = Arc::clone(&map);
        thread::spawn(move || *map.get_mut("a").unwrap() += 1)
    };
    *map.get_mut("a").unwrap() += 1;
    other.join().unwrap();
    assert_eq!(*map.get("a").unwrap(), 2);
}

#[test]
fn entry_or_insert() {
    let map = Arc::new(DashMap::with_shard_amount(2));
    let other = {
        let map = Arc::clone(&map);
        thread::spawn(move || *map.entry(7).or_insert(0) += 1)
    };
    *map.entry(7).or_insert(0) += 1;
    other.join().unwrap();
    assert_eq!(*map.get(&7).unwrap(), 2);
}
