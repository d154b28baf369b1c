// threadproof check panic.rs
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static NEXT: AtomicU32 = AtomicU32::new(0);

// Two threads can get the same ticket.
fn ticket() -> u32 {
    let ticket = NEXT.load(Ordering::SeqCst);
    NEXT.store(ticket + 1, Ordering::SeqCst);
    ticket
}

fn main() {
    let other = thread::spawn(ticket);
    let mine = ticket();
    assert_ne!(mine, other.join().unwrap());
}
