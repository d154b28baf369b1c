// What is initialised once is initialised once, and whole when anybody sees it.
// case: => verified
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

static RUNS: AtomicU32 = AtomicU32::new(0);
static ONCE: Once = Once::new();
static CELL: OnceLock<Vec<u32>> = OnceLock::new();
static LAZY: LazyLock<String> = LazyLock::new(|| {
    RUNS.fetch_add(1, Ordering::Relaxed);
    "lazy".to_string()
});

fn all() {
    ONCE.call_once(|| {
        RUNS.fetch_add(1, Ordering::Relaxed);
    });
    let cell = CELL.get_or_init(|| {
        RUNS.fetch_add(1, Ordering::Relaxed);
        vec![1, 2, 3]
    });
    assert_eq!(cell.len(), 3);
    assert_eq!(*LAZY, "lazy");
}

fn main() {
    let other = thread::spawn(all);
    all();
    other.join().unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 3);
    assert!(ONCE.is_completed());
}
