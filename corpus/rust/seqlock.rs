// A sequence lock: the reader tries again if a writer was there. Without its fence the writer's stores may be seen before
// the number that announces them.
// case: --model c11 => verified
// case: --model c11 -- --cfg unfenced => error panic line=44
// case: --algorithm optimal => verified
use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::thread;

static NUMBER: AtomicU32 = AtomicU32::new(0);
static LEFT: AtomicU32 = AtomicU32::new(0);
static RIGHT: AtomicU32 = AtomicU32::new(0);

fn write(value: u32) {
    let number = NUMBER.load(Ordering::Relaxed);
    NUMBER.store(number + 1, Ordering::Relaxed);
    if !cfg!(unfenced) {
        fence(Ordering::Release);
    }
    LEFT.store(value, Ordering::Relaxed);
    RIGHT.store(value, Ordering::Relaxed);
    NUMBER.store(number + 2, Ordering::Release);
}

fn read() -> (u32, u32) {
    loop {
        let number = NUMBER.load(Ordering::Acquire);
        if number % 2 == 1 {
            std::hint::spin_loop();
            continue;
        }
        let pair = (LEFT.load(Ordering::Relaxed), RIGHT.load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        if NUMBER.load(Ordering::Relaxed) == number {
            return pair;
        }
    }
}

fn main() {
    let writer = thread::spawn(|| write(1));
    let (left, right) = read();
    writer.join().unwrap();
    // Either all of the write or nothing.
    assert_eq!(left, right);
}
