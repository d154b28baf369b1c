use std::sync::Mutex;
use std::thread;

static COUNT: Mutex<u32> = Mutex::new(0);

#[cfg(not(scope))]
fn main() {
    let add = || *COUNT.lock().unwrap() += 1;
    let threads = [thread::spawn(add), thread::spawn(add), thread::spawn(add)];
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(*COUNT.lock().unwrap(), 3);
}

// The same with threads of a scope.
#[cfg(scope)]
fn main() {
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| *COUNT.lock().unwrap() += 1);
        }
    });
    assert_eq!(*COUNT.lock().unwrap(), 3);
}
