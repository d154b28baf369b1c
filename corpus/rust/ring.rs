// A ring between one thread that sends and one that receives. Both wait by trying again; the slots are not atomic.
// case: --model c11 => verified
// case: --model c11 -- --cfg relaxed => error data-race
// case: --algorithm optimal => verified
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Ring<T, const N: usize> {
    slots: [UnsafeCell<MaybeUninit<T>>; N],
    received: AtomicUsize,
    sent: AtomicUsize,
}
unsafe impl<T: Send, const N: usize> Sync for Ring<T, N> {}

impl<T, const N: usize> Ring<T, N> {
    fn send(&self, value: T) -> Result<(), T> {
        let acquire = if cfg!(relaxed) { Ordering::Relaxed } else { Ordering::Acquire };
        let sent = self.sent.load(Ordering::Relaxed);
        if sent.wrapping_sub(self.received.load(acquire)) == N {
            return Err(value);
        }
        unsafe { (*self.slots[sent % N].get()).write(value) };
        self.sent.store(sent.wrapping_add(1), Ordering::Release);
        Ok(())
    }

    fn receive(&self) -> Option<T> {
        let received = self.received.load(Ordering::Relaxed);
        if received == self.sent.load(Ordering::Acquire) {
            return None;
        }
        let value = unsafe { (*self.slots[received % N].get()).assume_init_read() };
        self.received.store(received.wrapping_add(1), Ordering::Release);
        Some(value)
    }
}

fn main() {
    let ring = Ring::<Box<u32>, 1> {
        slots: [const { UnsafeCell::new(MaybeUninit::uninit()) }; 1],
        received: AtomicUsize::new(0),
        sent: AtomicUsize::new(0),
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..2 {
                let mut message = Box::new(number);
                while let Err(back) = ring.send(message) {
                    message = back;
                    std::hint::spin_loop();
                }
            }
        });
        let mut wanted = 0;
        while wanted < 2 {
            match ring.receive() {
                Some(message) => {
                    assert_eq!(*message, wanted);
                    wanted += 1;
                }
                None => thread::yield_now(),
            }
        }
    });
}
