//! Threads. As in loom, what they are given and return need not be `Send`.

pub use std::thread::{AccessError, LocalKey, Thread, ThreadId};
pub use std::thread::{current, panicking, park, yield_now};

/// Something that another thread may have.
struct Moved<T>(T);

// SAFETY: loom asks for no `Send` either: it runs one thread at a time. Here a data race through such a value is found
// by the checker.
unsafe impl<T> Send for Moved<T> {}

impl<T> Moved<T> {
    fn take(self) -> T {
        self.0
    }
}

#[derive(Debug)]
pub struct JoinHandle<T>(std::thread::JoinHandle<Moved<T>>);

// SAFETY: as above.
unsafe impl<T> Send for JoinHandle<T> {}
// SAFETY: a shared handle gives access to the name of its thread only.
unsafe impl<T> Sync for JoinHandle<T> {}

impl<T> JoinHandle<T> {
    pub fn join(self) -> std::thread::Result<T> {
        self.0.join().map(Moved::take)
    }

    pub fn thread(&self) -> &Thread {
        self.0.thread()
    }

    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + 'static,
    T: 'static,
{
    let f = Moved(f);
    JoinHandle(std::thread::spawn(move || Moved(f.take()())))
}

#[derive(Debug)]
pub struct Builder(std::thread::Builder);

impl Builder {
    #[expect(clippy::new_without_default, reason = "loom's has none")]
    pub fn new() -> Builder {
        Builder(std::thread::Builder::new())
    }

    pub fn name(self, name: String) -> Builder {
        Builder(self.0.name(name))
    }

    pub fn stack_size(self, size: usize) -> Builder {
        Builder(self.0.stack_size(size))
    }

    pub fn spawn<F, T>(self, f: F) -> std::io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        self.0.spawn(move || Moved(f())).map(JoinHandle)
    }
}
