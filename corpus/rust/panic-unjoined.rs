// Nobody joins the thread that panics, before or after it does.
// case: => error panic line=7
use std::thread;

fn main() {
    drop(thread::spawn(|| {
        panic!("nobody hears this");
    }));
}
