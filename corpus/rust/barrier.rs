// Nobody passes before all have come, and one of them is the leader.
// case: => verified large
use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static BARRIER: Barrier = Barrier::new(2);
static COME: AtomicU32 = AtomicU32::new(0);

fn meet() -> bool {
    COME.fetch_add(1, Ordering::Relaxed);
    let leads = BARRIER.wait().is_leader();
    assert_eq!(COME.load(Ordering::Relaxed), 2);
    leads
}

fn main() {
    let other = thread::spawn(meet);
    let mine = meet();
    assert_ne!(mine, other.join().unwrap());
}
