use std::thread;

#[test]
fn unbounded() {
    let (sender, receiver) = kanal::unbounded();
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    assert_eq!(receiver.recv(), Ok(1));
    assert_eq!(receiver.recv(), Ok(2));
    thread.join().unwrap();
}

#[test]
fn rendezvous() {
    let (sender, receiver) = kanal::bounded(0);
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    thread.join().unwrap();
}
