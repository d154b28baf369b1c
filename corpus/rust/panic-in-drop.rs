// A panic while another one is under way ends the program, whoever would catch it.
// case: => error abort
use std::panic::catch_unwind;

struct Bad;
impl Drop for Bad {
    fn drop(&mut self) {
        panic!("the second");
    }
}

fn main() {
    let _ = catch_unwind(|| {
        let _bad = Bad;
        panic!("the first");
    });
}
