use std::thread;

#[test]
fn send_and_receive() {
    let (sender, receiver) = oneshot::channel();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    thread.join().unwrap();
}

#[test]
fn dropped_sender() {
    let (sender, receiver) = oneshot::channel::<u32>();
    let thread = thread::spawn(move || drop(sender));
    assert!(receiver.recv().is_err());
    thread.join().unwrap();
}
