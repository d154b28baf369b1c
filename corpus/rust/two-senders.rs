// Two threads send a message each: both arrive, in either order.
// case: --algorithm optimal => verified large
// case: --model c11 => verified large
// case: --model c11 -- --cfg wrong => error panic large
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let other = sender.clone();
    let threads = [
        thread::spawn(move || sender.send(1).unwrap()),
        thread::spawn(move || other.send(2).unwrap()),
    ];
    let first = receiver.recv().unwrap();
    let second = receiver.recv().unwrap();
    assert_eq!(first + second, 3);
    if cfg!(wrong) {
        assert!(first < second);
    }
    assert!(receiver.recv().is_err());
    for thread in threads {
        thread.join().unwrap();
    }
}
