// Loops that try to get a lock until they do wait for it: two threads, two orders. If the lock is never given back, they
// spin for ever, also where they reach it through an `Arc`.
// case: --model c11 => verified complete=2
// case: --algorithm optimal => verified complete=2
// case: --model c11 -- --cfg kept => error livelock
// case: --algorithm optimal -- --cfg kept => error livelock
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let account = Arc::new(Mutex::new(0));
    let thread = {
        let account = Arc::clone(&account);
        thread::spawn(move || {
            let mut balance = account.lock().unwrap();
            *balance += 1;
            if cfg!(kept) {
                std::mem::forget(balance);
            }
        })
    };
    loop {
        if let Ok(mut balance) = account.try_lock() {
            *balance += 1;
            break;
        }
        thread::yield_now();
    }
    thread.join().unwrap();
    if !cfg!(kept) {
        assert_eq!(*account.lock().unwrap(), 2);
    }
}
