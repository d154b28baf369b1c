// A state as an enum: Rust looks at the number of an enum that is made from one, as at an integer of 128 bits, and a
// match over the state has a default that is never taken. Whoever comes second waits, or finds all done: 4 executions.
// case: => verified complete=4
// case: -- --cfg wrong => error abort
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

#[repr(u8)]
#[derive(Clone, Copy)]
enum State {
    Empty,
    Running,
    Full,
}

impl State {
    fn of(number: u8) -> State {
        unsafe { std::mem::transmute(number) }
    }
}

struct Cell {
    state: AtomicU8,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Cell {}

impl Cell {
    fn wait(&self) -> bool {
        loop {
            match State::of(self.state.load(Ordering::Acquire)) {
                State::Empty => return false,
                State::Running => std::hint::spin_loop(),
                State::Full => return true,
            }
        }
    }

    fn get(&self, new: u32) -> u32 {
        loop {
            let (old, to) = (State::Empty as u8, State::Running as u8);
            let found = self.state.compare_exchange(old, to, Ordering::Acquire, Ordering::Acquire);
            match found.map_err(State::of) {
                Ok(_) => break,
                Err(State::Running) if !self.wait() => continue,
                Err(_) => return unsafe { *self.value.get() },
            }
        }
        unsafe { *self.value.get() = new };
        self.state.store(State::Full as u8, Ordering::Release);
        new
    }
}

static CELL: Cell = Cell {
    state: AtomicU8::new(0),
    value: UnsafeCell::new(0),
};

fn main() {
    if cfg!(wrong) {
        State::of(std::hint::black_box(3));
    }
    let other = thread::spawn(|| CELL.get(1));
    let mine = CELL.get(2);
    assert_eq!(other.join().unwrap(), mine);
}
