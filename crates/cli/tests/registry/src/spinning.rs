//! Locks that spin, and a pair of copies of which one is read.

use left_right::Absorb;
use std::thread;

#[test]
fn spin_mutex() {
    static NUMBER: spin::Mutex<u32> = spin::Mutex::new(0);
    let thread = thread::spawn(|| *NUMBER.lock() += 1);
    *NUMBER.lock() += 1;
    thread.join().unwrap();
    assert_eq!(*NUMBER.lock(), 2);
}

#[test]
fn spin_once() {
    static NUMBER: spin::Once<u32> = spin::Once::new();
    let thread = thread::spawn(|| *NUMBER.call_once(|| 1));
    let mine = *NUMBER.call_once(|| 2);
    assert_eq!(thread.join().unwrap(), mine);
}

#[test]
fn spin_lazy() {
    static NUMBER: spin::Lazy<u32> = spin::Lazy::new(|| 5);
    let thread = thread::spawn(|| *NUMBER);
    assert_eq!((*NUMBER, thread.join().unwrap()), (5, 5));
}

struct Add(i32);
impl Absorb<Add> for i32 {
    fn absorb_first(&mut self, operation: &mut Add, _: &i32) {
        *self += operation.0;
    }
    fn sync_with(&mut self, first: &i32) {
        *self = *first;
    }
}

#[test]
fn left_right_shows_all_or_nothing() {
    let (mut writer, reader) = left_right::new::<i32, Add>();
    let thread = thread::spawn(move || {
        let seen = reader.enter().map_or(0, |guard| *guard);
        assert!(seen == 0 || seen == 3);
    });
    writer.append(Add(3));
    writer.publish();
    thread.join().unwrap();
}
