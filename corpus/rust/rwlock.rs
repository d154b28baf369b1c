// Readers share, a writer does not.
// case: => verified complete=14 large
// case: --model tso => verified large
use std::sync::RwLock;
use std::thread;

static PAIR: RwLock<(u32, u32)> = RwLock::new((0, 0));

fn main() {
    let read = || {
        let pair = PAIR.read().unwrap();
        assert_eq!(pair.0, pair.1);
    };
    let readers = [thread::spawn(read), thread::spawn(read)];
    {
        let mut pair = PAIR.write().unwrap();
        pair.0 += 1;
        pair.1 += 1;
    }
    for reader in readers {
        reader.join().unwrap();
    }
    assert_eq!(*PAIR.read().unwrap(), (1, 1));
}
