use std::sync::Mutex;
use std::thread;

static COUNT: Mutex<u32> = Mutex::new(0);

fn main() {
    let add = || *COUNT.lock().unwrap() += 1;
    let threads = [thread::spawn(add), thread::spawn(add), thread::spawn(add)];
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(*COUNT.lock().unwrap(), 3);
}
