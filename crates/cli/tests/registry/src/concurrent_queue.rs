use concurrent_queue::ConcurrentQueue;
use std::sync::Arc;
use std::thread;

fn push_and_pop(queue: ConcurrentQueue<u32>) {
    let queue = Arc::new(queue);
    let pusher = {
        let queue = Arc::clone(&queue);
        thread::spawn(move || queue.push(1).unwrap())
    };
    let first = queue.pop().ok();
    pusher.join().unwrap();
    let second = queue.pop().ok();
    assert_eq!(first.or(second), Some(1));
    assert!(first.is_none() || second.is_none());
}

#[test]
fn bounded() {
    push_and_pop(ConcurrentQueue::bounded(2));
}

#[test]
fn single() {
    push_and_pop(ConcurrentQueue::bounded(1));
}

#[test]
fn unbounded() {
    push_and_pop(ConcurrentQueue::unbounded());
}
