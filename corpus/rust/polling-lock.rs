// A thread looks at a value under a lock, over and over, until another thread has set it. Rounds in which it finds
// nothing change nothing. If nobody sets the value, it looks for ever; who has set it too early is found out.
// case: --model c11 => verified large
// case: --model sc --algorithm optimal => verified large
// case: --model c11 -- --cfg never => error livelock large
// case: --model sc --algorithm optimal -- --cfg never => error livelock large
// case: --model c11 -- --cfg early => error panic large
// case: --model sc --algorithm optimal -- --cfg early => error panic large
// case: --model c11 -- --cfg read => verified large
// case: --model c11 -- --cfg read --cfg never => error livelock large
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::thread;

static ANSWER: AtomicU32 = AtomicU32::new(0);

#[derive(Default)]
struct Ready {
    mutex: Mutex<bool>,
    lock: RwLock<bool>,
}

impl Ready {
    fn set(&self) {
        if cfg!(read) {
            *self.lock.write().unwrap() = true;
        } else {
            *self.mutex.lock().unwrap() = true;
        }
    }

    fn get(&self) -> bool {
        if cfg!(read) {
            *self.lock.read().unwrap()
        } else {
            *self.mutex.lock().unwrap()
        }
    }
}

fn main() {
    let ready = Arc::new(Ready::default());
    let thread = {
        let ready = Arc::clone(&ready);
        thread::spawn(move || {
            if cfg!(early) {
                ready.set();
            }
            ANSWER.store(42, Ordering::Relaxed);
            if !cfg!(never) {
                ready.set();
            }
        })
    };
    while !ready.get() {
        thread::yield_now();
    }
    assert_eq!(ANSWER.load(Ordering::Relaxed), 42);
    thread.join().unwrap();
}
