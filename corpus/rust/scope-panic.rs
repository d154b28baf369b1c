// Of a thread that a scope waits for, the scope tells the panic; whoever catches that knows of it. Results with destructors
// are dropped by the thread, or by whoever drops the handle later.
// case: => verified
// case: -- --cfg uncaught => error panic
// case: -- --cfg result => verified complete=2
// case: -- --cfg plain => verified complete=1 large
// case: -- --cfg nested => verified large
// case: -- --cfg destructor => error abort
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Result(thread::ThreadId);
impl Drop for Result {
    fn drop(&mut self) {
        let mine = thread::current().id() == self.0;
        // It may be the other thread that drops it, where a panic ends the program.
        assert!(mine || !cfg!(destructor));
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    if cfg!(uncaught) {
        thread::scope(|scope| {
            scope.spawn(|| panic!("inside"));
        });
    } else if cfg!(any(result, destructor)) {
        thread::scope(|scope| {
            scope.spawn(|| Result(thread::current().id()));
        });
        assert_eq!(DROPPED.load(Ordering::Relaxed), 1);
    } else if cfg!(plain) {
        thread::scope(|scope| {
            scope.spawn(|| String::from("result"));
            scope.spawn(|| Some(1));
        });
    } else if cfg!(nested) {
        let number = AtomicU32::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                scope.spawn(|| number.fetch_add(1, Ordering::Relaxed));
                thread::scope(|inner| {
                    inner.spawn(|| number.fetch_add(1, Ordering::Relaxed));
                });
            });
        });
        assert_eq!(number.into_inner(), 2);
    } else {
        let caught = catch_unwind(|| {
            thread::scope(|scope| {
                scope.spawn(|| panic!("inside"));
            })
        });
        assert!(caught.is_err());
    }
}
