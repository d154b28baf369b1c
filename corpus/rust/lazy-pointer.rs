// A value that the first user creates: who comes second frees its own.
// case: --model c11 --check leaks => verified
// case: --model c11 -- --cfg relaxed => error data-race
// case: => verified
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Settings {
    name: String,
}
static SETTINGS: AtomicPtr<Settings> = AtomicPtr::new(null_mut());

fn settings() -> &'static Settings {
    let (acquire, both) = match cfg!(relaxed) {
        true => (Ordering::Relaxed, Ordering::Relaxed),
        false => (Ordering::Acquire, Ordering::AcqRel),
    };
    let mut known = SETTINGS.load(acquire);
    if known.is_null() {
        let new = Box::into_raw(Box::new(Settings { name: "usual".into() }));
        known = match SETTINGS.compare_exchange(null_mut(), new, both, acquire) {
            Ok(_) => new,
            Err(first) => {
                drop(unsafe { Box::from_raw(new) });
                first
            }
        };
    }
    unsafe { &*known }
}

fn main() {
    let thread = thread::spawn(|| settings().name.len());
    assert_eq!(settings().name, "usual");
    assert_eq!(thread.join().unwrap(), 5);
}
