//! What threads share.

pub mod atomic;

pub use std::sync::{Arc, Barrier, Condvar, Mutex, MutexGuard, RwLock};
pub use std::sync::{LockResult, RwLockReadGuard, RwLockWriteGuard, TryLockResult};
pub use std::sync::{WaitTimeoutResult, mpsc};

/// A wake-up call for one thread.
#[derive(Debug, Default)]
pub struct Notify {
    notified: Mutex<bool>,
    wakes: Condvar,
}

impl Notify {
    pub fn new() -> Notify {
        Notify::default()
    }

    pub fn notify(&self) {
        *self.notified.lock().expect("nobody panics with it") = true;
        self.wakes.notify_one();
    }

    pub fn wait(&self) {
        let mut notified = self.notified.lock().expect("nobody panics with it");
        while !*notified {
            notified = self.wakes.wait(notified).expect("nobody panics with it");
        }
        *notified = false;
    }
}
