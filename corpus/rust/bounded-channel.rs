// A channel with a bound: the second message waits for the first to be taken.
// case: --algorithm optimal => verified large
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(1);
    let thread = thread::spawn(move || receiver.recv().unwrap());
    sender.send(3).unwrap();
    assert_eq!(thread.join().unwrap(), 3);
}
