// A relaxed flag publishes nothing; a released one does. `ra` takes every access for one that does.
// case: => error data-race line=26
// case: --model c11 => error data-race line=26
// case: --model ra => verified
// case: --model ra -- --cfg released => verified
// case: -- --cfg released => verified complete=2
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Message(UnsafeCell<u32>);
unsafe impl Sync for Message {}

static MESSAGE: Message = Message(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let (store, load) = match cfg!(released) {
        true => (Ordering::Release, Ordering::Acquire),
        false => (Ordering::Relaxed, Ordering::Relaxed),
    };
    let sender = thread::spawn(move || {
        unsafe { *MESSAGE.0.get() = 42 };
        READY.store(true, store);
    });
    if READY.load(load) && unsafe { *MESSAGE.0.get() } != 42 {
        panic!("the message is not there");
    }
    sender.join().unwrap();
}
