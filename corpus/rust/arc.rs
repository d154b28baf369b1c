// Whoever drops the last reference frees; weak ones do not keep alive. A cycle is a leak.
// case: => verified
// case: --check leaks => verified
// case: --check leaks -- --cfg cycle => error leak
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Node {
    next: Mutex<Option<Arc<Node>>>,
}
impl Drop for Node {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let node = Arc::new(Node { next: Mutex::new(None) });
    let weak: Weak<Node> = Arc::downgrade(&node);
    if cfg!(cycle) {
        *node.next.lock().unwrap() = Some(Arc::clone(&node));
    }
    let other = thread::spawn(move || weak.upgrade().is_some());
    drop(node);
    other.join().unwrap();
    assert_eq!(DROPPED.load(Ordering::Relaxed), if cfg!(cycle) { 0 } else { 1 });
}
