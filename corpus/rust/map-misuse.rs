// A map that two threads change without a lock: the race is shown at the user's line, not inside of the map.
// case: => error data-race line=22 large
// case: --model c11 => error data-race line=22 large
// case: -- --cfg locked => verified large
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};
use std::thread;

struct Names(UnsafeCell<HashMap<u32, &'static str>>);
unsafe impl Sync for Names {}
unsafe impl Send for Names {}

static NAMES: LazyLock<Names> = LazyLock::new(|| Names(UnsafeCell::new(HashMap::new())));
static LOCK: Mutex<()> = Mutex::new(());

fn add(number: u32) {
    let names = &*NAMES;
    let lock = cfg!(locked).then(|| LOCK.lock().unwrap());
    let names = unsafe { &mut *names.0.get() };
    // Both lines of the race are this one.
    names.insert(number, "name");
    drop(lock);
}

fn main() {
    let thread = thread::spawn(|| add(1));
    add(2);
    thread.join().unwrap();
}
