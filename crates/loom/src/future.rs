//! Futures, run by the thread that waits for them.

use crate::sync::Notify;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

struct Wakes(Notify);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.notify();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.notify();
    }
}

/// Runs a future to its end.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let wakes = Arc::new(Wakes(Notify::new()));
    let waker = Waker::from(Arc::clone(&wakes));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => wakes.0.wait(),
        }
    }
}

/// A place for the waker of one task.
#[derive(Debug, Default)]
pub struct AtomicWaker(Mutex<Option<Waker>>);

impl AtomicWaker {
    pub fn new() -> AtomicWaker {
        AtomicWaker::default()
    }

    pub fn register(&self, waker: Waker) {
        *self.0.lock().expect("nobody panics with it") = Some(waker);
    }

    pub fn register_by_ref(&self, waker: &Waker) {
        self.register(waker.clone());
    }

    pub fn wake(&self) {
        if let Some(waker) = self.take_waker() {
            waker.wake();
        }
    }

    pub fn take_waker(&self) -> Option<Waker> {
        self.0.lock().expect("nobody panics with it").take()
    }
}
