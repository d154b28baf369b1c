// Messages that nobody has received are dropped with the channel, whichever end is the last.
// case: --algorithm optimal => verified large
// case: --model c11 => verified large
// case: --model c11 -- --cfg bounded => verified large
// case: --model c11 --check leaks -- --cfg bounded => verified large
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

fn main() {
    let message = Arc::new(());
    let sent = Arc::clone(&message);
    let thread = if cfg!(bounded) {
        let (sender, receiver) = mpsc::sync_channel(2);
        let thread = thread::spawn(move || drop(sender.send(sent)));
        drop(receiver);
        thread
    } else {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || drop(sender.send(sent)));
        drop(receiver);
        thread
    };
    thread.join().unwrap();
    assert_eq!(Arc::strong_count(&message), 1);
}
