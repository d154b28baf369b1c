// A wait for a condition, with a time limit and without; and a notification that comes too early.
// case: => verified
// case: -- --cfg lost => error deadlock
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let setter = thread::spawn(|| {
        if cfg!(lost) {
            // Nobody need be waiting yet, and the flag is set without a notification.
            CHANGED.notify_one();
            *READY.lock().unwrap() = true;
        } else {
            *READY.lock().unwrap() = true;
            CHANGED.notify_all();
        }
    });
    let mut ready = READY.lock().unwrap();
    if !*ready && !cfg!(lost) {
        (ready, _) = CHANGED.wait_timeout(ready, Duration::from_millis(1)).unwrap();
    }
    while !*ready {
        ready = CHANGED.wait(ready).unwrap();
    }
    drop(ready);
    setter.join().unwrap();
}
