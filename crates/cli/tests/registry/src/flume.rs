use std::thread;

#[test]
fn unbounded() {
    let (sender, receiver) = flume::unbounded();
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    thread.join().unwrap();
    assert!(receiver.recv().is_err());
}

#[test]
fn bounded() {
    let (sender, receiver) = flume::bounded(1);
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    assert_eq!(receiver.recv(), Ok(1));
    assert_eq!(receiver.recv(), Ok(2));
    thread.join().unwrap();
}
