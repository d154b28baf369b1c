// A lock of one's own, with a wait that needs no bound. Two threads: two orders.
// case: --algorithm optimal => verified complete=2
// case: --algorithm optimal -- --cfg weak => error data-race
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Locked {
    next: AtomicU32,
    serving: AtomicU32,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Locked {}

static LOCKED: Locked = Locked {
    next: AtomicU32::new(0),
    serving: AtomicU32::new(0),
    value: UnsafeCell::new(0),
};

fn add() {
    let release = if cfg!(weak) { Ordering::Relaxed } else { Ordering::Release };
    let ticket = LOCKED.next.fetch_add(1, Ordering::Relaxed);
    while LOCKED.serving.load(Ordering::Acquire) != ticket {
        spin_loop();
    }
    unsafe { *LOCKED.value.get() += 1 };
    LOCKED.serving.store(ticket + 1, release);
}

fn main() {
    let threads = [thread::spawn(add), thread::spawn(add)];
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(unsafe { *LOCKED.value.get() }, 2);
}
