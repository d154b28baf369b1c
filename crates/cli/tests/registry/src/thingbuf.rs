use std::sync::Arc;
use std::thread;
use thingbuf::ThingBuf;

#[test]
fn push_and_pop() {
    let buffer = Arc::new(ThingBuf::new(2));
    let pusher = {
        let buffer = Arc::clone(&buffer);
        thread::spawn(move || buffer.push(1).unwrap())
    };
    let first = buffer.pop();
    pusher.join().unwrap();
    assert_eq!(first.or_else(|| buffer.pop()), Some(1));
}

#[test]
fn blocking_channel() {
    let (sender, receiver) = thingbuf::mpsc::blocking::channel(2);
    let thread = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Some(1));
    thread.join().unwrap();
    assert_eq!(receiver.recv(), None);
}
