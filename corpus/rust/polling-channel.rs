// A thread asks a channel for messages until the other end is gone. Rounds without a message change nothing.
// case: --model c11 => verified large
// case: --model sc --algorithm optimal => verified large
// case: --model c11 -- --cfg kept => error livelock large
// case: --model c11 -- --cfg lost => error panic large
// case: --model sc --algorithm optimal -- --cfg lost => error panic large
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;

fn main() {
    let (sender, inbox) = channel();
    // Another sender: the channel never ends.
    let other = cfg!(kept).then(|| sender.clone());
    let thread = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    let mut sum = 0;
    loop {
        match inbox.try_recv() {
            Ok(number) => sum += number,
            Err(TryRecvError::Empty) if cfg!(lost) && sum > 0 => break,
            Err(TryRecvError::Empty) => thread::yield_now(),
            Err(TryRecvError::Disconnected) => break,
        }
    }
    thread.join().unwrap();
    drop(other);
    assert_eq!(sum, 3);
}
