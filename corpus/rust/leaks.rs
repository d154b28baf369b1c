// Statics and thread-local variables keep their objects to the end, also through others; nobody has forgotten them. A
// box whose address is overwritten is forgotten.
// case: --check leaks => verified large
// case: --check leaks --model c11 => verified large
// case: --check leaks -- --cfg forgotten => error leak line=32 large
// case: --check leaks --model c11 -- --cfg forgotten => error leak line=32 large
use std::cell::RefCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};
use std::thread;

static NAMES: LazyLock<Mutex<Vec<String>>> = LazyLock::new(Mutex::default);
static FIRST: OnceLock<Box<u32>> = OnceLock::new();
static NEWEST: AtomicPtr<Node> = AtomicPtr::new(null_mut());
thread_local!(static OWN: RefCell<Vec<Box<u32>>> = const { RefCell::new(Vec::new()) });

struct Node {
    _next: Option<Box<Node>>,
}

fn visit(number: u32) {
    NAMES.lock().unwrap().push(format!("visitor {number}"));
    FIRST.get_or_init(|| Box::new(number));
    OWN.with_borrow_mut(|own| own.push(Box::new(number)));
}

fn main() {
    let thread = thread::spawn(|| visit(1));
    visit(2);
    thread.join().unwrap();
    let list = Node { _next: Some(Box::new(Node { _next: None })) };
    NEWEST.store(Box::into_raw(Box::new(list)), Ordering::Relaxed);
    if cfg!(forgotten) {
        NEWEST.store(null_mut(), Ordering::Relaxed);
    }
}
