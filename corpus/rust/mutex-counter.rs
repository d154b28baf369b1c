// As many executions as with a mutex of C: the orders of the threads' critical sections.
// case: => verified complete=6 large
// case: --model tso => verified complete=6 large
// case: --model c11 => verified complete=6 large
// case: --model ra => verified large
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
