// A thread that nobody joins and that still waits when main returns is no deadlock.
// `wait`: main waits for it, which never goes on.
// case: => verified
// case: --model c11 => verified
// case: -- --cfg wait => error deadlock
// case: --model c11 -- --cfg wait => error deadlock
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let theirs = Arc::clone(&shared);
    let worker = thread::spawn(move || {
        let (mutex, changed) = &*theirs;
        let mut stop = mutex.lock().unwrap();
        while !*stop {
            stop = changed.wait(stop).unwrap();
        }
    });
    if cfg!(wait) {
        worker.join().unwrap();
    }
}
