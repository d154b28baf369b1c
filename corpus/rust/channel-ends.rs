// Ends of channels: messages are there after their senders, nobody receives without a receiver, and whoever waits
// for a sender that sends nothing waits for ever.
// case: --algorithm optimal => verified large
// case: --model c11 => verified large
// case: --algorithm optimal -- --cfg stuck => error deadlock large
// case: --model c11 -- --cfg stuck => error deadlock large
use std::sync::mpsc::{self, RecvError, TryRecvError};
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let kept = cfg!(stuck).then(|| sender.clone());
    let thread = thread::spawn(move || sender.send(Box::new(7)).unwrap());
    assert_eq!(receiver.recv().map(|number| *number), Ok(7));
    assert_eq!(receiver.recv().map(|number| *number), Err(RecvError));
    thread.join().unwrap();
    assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || drop(receiver));
    let _ = sender.send(Box::new(1));
    thread.join().unwrap();
    assert!(sender.send(Box::new(2)).is_err());
    drop(kept);
}
