// A channel without a bound: the message arrives, and the end of the sender is seen.
// case: --algorithm optimal => verified large
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    assert!(receiver.recv().is_err());
    thread.join().unwrap();
}
