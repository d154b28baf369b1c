use futures_executor::block_on;
use std::sync::Arc;
use std::thread;
use tokio::sync::{Mutex, Notify, Semaphore, mpsc, oneshot, watch};

#[test]
fn one_shot() {
    let (sender, receiver) = oneshot::channel();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.blocking_recv(), Ok(1));
    thread.join().unwrap();
}

#[test]
fn channel() {
    let (sender, mut receiver) = mpsc::channel(1);
    let thread = thread::spawn(move || sender.blocking_send(1).unwrap());
    assert_eq!(receiver.blocking_recv(), Some(1));
    thread.join().unwrap();
}

#[test]
fn mutex() {
    let number = Arc::new(Mutex::new(0));
    let other = {
        let number = Arc::clone(&number);
        thread::spawn(move || *number.blocking_lock() += 1)
    };
    *number.blocking_lock() += 1;
    other.join().unwrap();
    assert_eq!(*number.blocking_lock(), 2);
}

#[test]
fn notify() {
    let notify = Arc::new(Notify::new());
    let other = {
        let notify = Arc::clone(&notify);
        thread::spawn(move || notify.notify_one())
    };
    block_on(notify.notified());
    other.join().unwrap();
}

#[test]
fn semaphore() {
    let semaphore = Arc::new(Semaphore::new(1));
    let other = {
        let semaphore = Arc::clone(&semaphore);
        thread::spawn(move || semaphore.try_acquire().is_ok())
    };
    let mine = semaphore.try_acquire().is_ok();
    assert!(other.join().unwrap() || mine);
    assert_eq!(semaphore.available_permits(), 1);
}

#[test]
fn watched() {
    let (sender, mut receiver) = watch::channel(1);
    let thread = thread::spawn(move || sender.send(2).is_ok());
    block_on(receiver.changed()).ok();
    assert_eq!(*receiver.borrow(), 2);
    thread.join().unwrap();
}
