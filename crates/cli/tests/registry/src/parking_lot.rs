use parking_lot::{Condvar, Mutex, Once, RwLock};
use std::sync::Arc;
use std::thread;

#[test]
fn mutex() {
    let number = Arc::new(Mutex::new(0));
    let other = {
        let number = Arc::clone(&number);
        thread::spawn(move || *number.lock() += 1)
    };
    *number.lock() += 1;
    other.join().unwrap();
    assert_eq!(*number.lock(), 2);
}

#[test]
fn rwlock() {
    let pair = Arc::new(RwLock::new((0, 0)));
    let other = {
        let pair = Arc::clone(&pair);
        thread::spawn(move || {
            let mut both = pair.write();
            both.0 += 1;
            both.1 += 1;
        })
    };
    let seen = *pair.read();
    assert_eq!(seen.0, seen.1);
    other.join().unwrap();
    assert_eq!(*pair.read(), (1, 1));
}

#[test]
fn condvar() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = {
        let pair = Arc::clone(&pair);
        thread::spawn(move || {
            *pair.0.lock() = true;
            pair.1.notify_one();
        })
    };
    let mut ready = pair.0.lock();
    while !*ready {
        pair.1.wait(&mut ready);
    }
    drop(ready);
    other.join().unwrap();
}

#[test]
fn once() {
    static ONCE: Once = Once::new();
    static mut VALUE: u32 = 0;
    let read = || {
        ONCE.call_once(|| unsafe { VALUE += 1 });
        unsafe { VALUE }
    };
    let other = thread::spawn(read);
    assert_eq!(read(), 1);
    assert_eq!(other.join().unwrap(), 1);
}

#[test]
fn try_lock() {
    let number = Arc::new(Mutex::new(0));
    let other = {
        let number = Arc::clone(&number);
        thread::spawn(move || number.try_lock().map(|mut n| *n += 1).is_some())
    };
    let mine = number.try_lock().map(|mut n| *n += 1).is_some();
    let theirs = other.join().unwrap();
    assert_eq!(*number.lock(), u32::from(mine) + u32::from(theirs));
    assert!(mine || theirs);
}

#[test]
fn two_locks_in_two_orders() {
    let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
    let other = {
        let locks = Arc::clone(&locks);
        thread::spawn(move || {
            let _first = locks.0.lock();
            let _second = locks.1.lock();
        })
    };
    {
        let _second = locks.1.lock();
        let _first = locks.0.lock();
    }
    other.join().unwrap();
}

#[test]
fn a_condition_without_a_loop_is_not_enough() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let other = {
        let pair = Arc::clone(&pair);
        thread::spawn(move || {
            *pair.0.lock() += 1;
            pair.1.notify_all();
        })
    };
    let mut number = pair.0.lock();
    pair.1.wait(&mut number);
    drop(number);
    other.join().unwrap();
}
