use crossbeam_deque::{Steal, Worker};
use crossbeam_epoch::{self as epoch, Atomic, Owned};
use crossbeam_queue::{ArrayQueue, SegQueue};
use crossbeam_utils::sync::{Parker, WaitGroup};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[test]
fn channel_bounded() {
    let (sender, receiver) = crossbeam_channel::bounded(1);
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
    });
    assert_eq!(receiver.recv(), Ok(1));
    thread.join().unwrap();
    assert!(receiver.recv().is_err());
}

#[test]
fn channel_unbounded() {
    let (sender, receiver) = crossbeam_channel::unbounded();
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    assert_eq!(receiver.recv(), Ok(1));
    assert_eq!(receiver.recv(), Ok(2));
    thread.join().unwrap();
}

#[test]
fn channel_rendezvous() {
    let (sender, receiver) = crossbeam_channel::bounded(0);
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    thread.join().unwrap();
}

#[test]
fn deque() {
    let worker = Worker::new_lifo();
    let stealer = worker.stealer();
    worker.push(1);
    let thief = thread::spawn(move || match stealer.steal() {
        Steal::Success(task) => Some(task),
        _ => None,
    });
    let popped = worker.pop();
    let stolen = thief.join().unwrap();
    assert!(popped.is_none() || stolen.is_none());
}

#[test]
fn epoch_swap() {
    let shared = Arc::new(Atomic::new(1));
    let reader = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            let guard = epoch::pin();
            let seen = shared.load(Ordering::Acquire, &guard);
            *unsafe { seen.deref() }
        })
    };
    {
        let guard = epoch::pin();
        let old = shared.swap(Owned::new(2), Ordering::AcqRel, &guard);
        unsafe { guard.defer_destroy(old) };
    }
    let seen = reader.join().unwrap();
    assert!(seen == 1 || seen == 2);
}

#[test]
fn array_queue() {
    let queue = Arc::new(ArrayQueue::new(1));
    let pusher = {
        let queue = Arc::clone(&queue);
        thread::spawn(move || queue.push(1).unwrap())
    };
    let first = queue.pop();
    pusher.join().unwrap();
    assert_eq!(first.or(queue.pop()), Some(1));
}

#[test]
fn seg_queue() {
    let queue = Arc::new(SegQueue::new());
    let pusher = {
        let queue = Arc::clone(&queue);
        thread::spawn(move || queue.push(1))
    };
    let first = queue.pop();
    pusher.join().unwrap();
    assert_eq!(first.or_else(|| queue.pop()), Some(1));
}

#[test]
fn parker() {
    let parker = Parker::new();
    let unparker = parker.unparker().clone();
    let flag = Arc::new(AtomicBool::new(false));
    let thread = {
        let flag = Arc::clone(&flag);
        thread::spawn(move || {
            flag.store(true, Ordering::Relaxed);
            unparker.unpark();
        })
    };
    parker.park();
    assert!(flag.load(Ordering::Relaxed));
    thread.join().unwrap();
}

#[test]
fn wait_group() {
    let group = WaitGroup::new();
    let flag = Arc::new(AtomicBool::new(false));
    {
        let (group, flag) = (group.clone(), Arc::clone(&flag));
        thread::spawn(move || {
            flag.store(true, Ordering::Relaxed);
            drop(group);
        });
    }
    group.wait();
    assert!(flag.load(Ordering::Relaxed));
}

#[test]
fn epoch_pins() {
    let thread = thread::spawn(|| drop(epoch::pin()));
    drop(epoch::pin());
    thread.join().unwrap();
}

#[test]
fn skip_set() {
    let set = Arc::new(crossbeam_skiplist::SkipSet::new());
    let other = {
        let set = Arc::clone(&set);
        thread::spawn(move || drop(set.insert(1)))
    };
    let seen = set.contains(&1);
    other.join().unwrap();
    assert!(set.contains(&1) || !seen);
}
