// Files are not modelled: a program that meets one is not decided. How many processors there are is a question to files of
// the kernel, and has an answer.
// case: => inconclusive unsupported line=7
// case: -- --cfg processors => verified
fn main() {
    if !cfg!(processors) {
        assert!(std::fs::read_to_string("settings").is_ok());
    }
    assert!(std::thread::available_parallelism().map_or(1, usize::from) >= 1);
}
