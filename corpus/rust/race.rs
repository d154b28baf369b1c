// Unsafe code: data races are looked for unless told otherwise.
// case: => error data-race line=18
// case: --no-check races -- --cfg locked => verified
// case: -- --cfg locked => verified
use std::cell::UnsafeCell;
use std::sync::Mutex;
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static SHARED: Shared = Shared(UnsafeCell::new(0));
static LOCK: Mutex<()> = Mutex::new(());

fn add() {
    let guard = cfg!(locked).then(|| LOCK.lock().unwrap());
    unsafe {
        *SHARED.0.get() += 1;
    }
    drop(guard);
}

fn main() {
    let thread = thread::spawn(add);
    add();
    thread.join().unwrap();
}
