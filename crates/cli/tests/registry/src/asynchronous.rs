//! Channels, locks and wakers for tasks, without a runtime.

use futures_executor::block_on;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;

#[test]
fn async_channel_bounded() {
    let (sender, receiver) = async_channel::bounded(1);
    let thread = thread::spawn(move || sender.send_blocking(1).unwrap());
    assert_eq!(receiver.recv_blocking(), Ok(1));
    thread.join().unwrap();
}

#[test]
fn async_lock_mutex() {
    let number = Arc::new(async_lock::Mutex::new(0));
    let other = Arc::clone(&number);
    let thread = thread::spawn(move || *other.lock_blocking() += 1);
    *number.lock_blocking() += 1;
    thread.join().unwrap();
    assert_eq!(*number.lock_blocking(), 2);
}

#[test]
fn atomic_waker_wakes() {
    let shared = Arc::new((AtomicBool::new(false), atomic_waker::AtomicWaker::new()));
    let other = Arc::clone(&shared);
    let thread = thread::spawn(move || {
        other.0.store(true, Ordering::Release);
        other.1.wake();
    });
    let ready = || shared.0.load(Ordering::Acquire);
    block_on(poll_fn(|context| {
        shared.1.register(context.waker());
        match ready() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }));
    thread.join().unwrap();
}

#[test]
fn futures_oneshot() {
    let (sender, receiver) = futures_channel::oneshot::channel();
    let thread = thread::spawn(move || sender.send(3).unwrap());
    assert_eq!(block_on(receiver), Ok(3));
    thread.join().unwrap();
}

#[test]
fn futures_mpsc() {
    let (sender, mut receiver) = futures_channel::mpsc::unbounded();
    let thread = thread::spawn(move || sender.unbounded_send(3).unwrap());
    if let Ok(value) = receiver.try_recv() {
        assert_eq!(value, 3);
    }
    thread.join().unwrap();
}
