//! Tests as users of loom write them, one for each shape of loom's own tests.
#![cfg(test)]

use loom::cell::UnsafeCell;
use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use loom::sync::atomic::{AtomicBool, AtomicUsize, fence};
use loom::sync::{Arc, Condvar, Mutex, RwLock, mpsc};
use loom::thread;

/// Data behind a flag. Both sides may say how.
struct Publication {
    data: UnsafeCell<u32>,
    ready: AtomicBool,
}
unsafe impl Sync for Publication {}

fn publish(send: fn(&AtomicBool), receive: fn(&AtomicBool) -> bool) {
    loom::model(move || {
        let shared = Arc::new(Publication {
            data: UnsafeCell::new(0),
            ready: AtomicBool::new(false),
        });
        let sender = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            sender.data.with_mut(|data| unsafe { *data = 7 });
            send(&sender.ready);
        });
        if receive(&shared.ready) {
            assert_eq!(shared.data.with(|data| unsafe { *data }), 7);
        }
        thread.join().unwrap();
    });
}

#[test]
fn published() {
    publish(|ready| ready.store(true, Release), |ready| ready.load(Acquire));
}

#[test]
fn published_with_fences() {
    publish(
        |ready| {
            fence(Release);
            ready.store(true, Relaxed);
        },
        |ready| {
            let seen = ready.load(Relaxed);
            fence(Acquire);
            seen
        },
    );
}

#[test]
#[should_panic]
fn not_published() {
    publish(|ready| ready.store(true, Relaxed), |ready| ready.load(Relaxed));
}

/// Loom takes `SeqCst` for `AcqRel`, so it cannot have this test.
#[test]
fn store_buffering_is_forbidden() {
    loom::model(|| {
        let both = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let other = Arc::clone(&both);
        let thread = thread::spawn(move || {
            other.0.store(1, SeqCst);
            other.1.load(SeqCst)
        });
        both.1.store(1, SeqCst);
        let seen = both.0.load(SeqCst);
        assert!(seen + thread.join().unwrap() > 0);
    });
}

/// What all executions have seen together is looked at behind the model. Each execution begins anew here.
#[test]
fn something_is_seen_by_some_execution() {
    let seen = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let inside = std::sync::Arc::clone(&seen);
    loom::model(move || {
        let flag = Arc::new(AtomicBool::new(false));
        let setter = Arc::clone(&flag);
        let thread = thread::spawn(move || setter.store(true, Release));
        if flag.load(Acquire) {
            inside.store(true, SeqCst);
        }
        thread.join().unwrap();
    });
    assert!(seen.load(SeqCst));
}

#[test]
#[should_panic]
fn two_mutexes_in_two_orders() {
    loom::model(|| {
        let both = Arc::new((Mutex::new(1), Mutex::new(2)));
        let other = Arc::clone(&both);
        let thread = thread::spawn(move || {
            let first = other.0.lock().unwrap();
            *first + *other.1.lock().unwrap()
        });
        let second = both.1.lock().unwrap();
        assert_eq!(*second + *both.0.lock().unwrap(), 3);
        drop(second);
        thread.join().unwrap();
    });
}

#[test]
fn condition() {
    loom::model(|| {
        let both = Arc::new((Mutex::new(false), Condvar::new()));
        let other = Arc::clone(&both);
        let thread = thread::spawn(move || {
            *other.0.lock().unwrap() = true;
            other.1.notify_one();
        });
        let mut ready = both.0.lock().unwrap();
        while !*ready {
            ready = both.1.wait(ready).unwrap();
        }
        drop(ready);
        thread.join().unwrap();
    });
}

#[test]
fn readers_and_a_writer() {
    loom::model(|| {
        let lock = Arc::new(RwLock::new(1));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || *other.write().unwrap() += 1);
        assert!([1, 2].contains(&*lock.read().unwrap()));
        thread.join().unwrap();
        assert_eq!(*lock.read().unwrap(), 2);
    });
}

#[test]
fn channel() {
    loom::model(|| {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || sender.send(3).unwrap());
        assert_eq!(receiver.recv().unwrap(), 3);
        thread.join().unwrap();
    });
}

#[test]
fn a_loop_that_yields() {
    loom::model(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let setter = Arc::clone(&flag);
        let thread = thread::spawn(move || setter.store(true, Release));
        while !flag.load(Acquire) {
            thread::yield_now();
        }
        thread.join().unwrap();
    });
}

loom::lazy_static! {
    static ref NUMBER: AtomicUsize = AtomicUsize::new(5);
}
loom::thread_local! {
    static OWN: std::cell::Cell<u32> = std::cell::Cell::new(1);
}

#[test]
fn statics_and_thread_locals() {
    loom::model(|| {
        let thread = thread::spawn(|| {
            OWN.with(|own| own.set(2));
            NUMBER.fetch_add(1, Relaxed);
        });
        NUMBER.fetch_add(1, Relaxed);
        thread.join().unwrap();
        assert_eq!(NUMBER.load(Relaxed), 7);
        assert_eq!(OWN.with(std::cell::Cell::get), 1);
    });
}

#[test]
fn a_future_is_woken() {
    loom::model(|| {
        let ready = Arc::new(AtomicBool::new(false));
        let mut started = false;
        loom::future::block_on(std::future::poll_fn(|context| {
            if !started {
                started = true;
                let (ready, waker) = (Arc::clone(&ready), context.waker().clone());
                thread::spawn(move || {
                    ready.store(true, Release);
                    waker.wake();
                });
            }
            match ready.load(Acquire) {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }
        }));
    });
}
