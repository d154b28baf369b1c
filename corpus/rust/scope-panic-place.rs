// A panic in the closure of a scope is shown where it happens: the scope only hands it on. Whoever catches it outside
// finds the threads joined, also in scopes within scopes.
// case: => error panic line=20 large
// case: --model c11 => error panic line=20 large
// case: -- --cfg caught => verified large
// case: -- --cfg nested => error panic line=20 large
// case: -- --cfg after => error panic line=45 large
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static ENDED: AtomicU32 = AtomicU32::new(0);

fn end() {
    ENDED.fetch_add(1, Ordering::Relaxed);
}
fn scope() {
    thread::scope(|scope| {
        scope.spawn(end);
        assert_eq!(1 + 1, 3, "inside");
    });
}

fn main() {
    if cfg!(caught) {
        for _ in 0..2 {
            assert!(catch_unwind(scope).is_err());
        }
        let nested = || thread::scope(|_| thread::scope(|_| scope()));
        assert!(catch_unwind(nested).is_err());
        assert!(catch_unwind(|| thread::scope(|_| assert!(catch_unwind(scope).is_err()))).is_ok());
        assert_eq!(ENDED.load(Ordering::Relaxed), 4);
    } else if cfg!(nested) {
        thread::scope(|_| {
            thread::scope(|_| drop(catch_unwind(|| ())));
            scope();
        });
    } else if cfg!(after) {
        let quiet = || thread::scope(|scope| drop(scope.spawn(end)));
        assert!(catch_unwind(AssertUnwindSafe(quiet)).is_ok());
        quiet();
        thread::scope(|scope| {
            assert!(catch_unwind(|| panic!("caught")).is_err());
            drop(scope);
            panic!("not caught");
        });
    } else {
        scope();
    }
}
