// Two locks in two orders.
// case: => error deadlock
// case: -- --cfg ordered => verified
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let thread = thread::spawn(|| {
        let (first, second) = if cfg!(ordered) { (&A, &B) } else { (&B, &A) };
        let first = first.lock().unwrap();
        *second.lock().unwrap() += *first;
    });
    let first = A.lock().unwrap();
    *B.lock().unwrap() += *first;
    drop(first);
    thread.join().unwrap();
}
