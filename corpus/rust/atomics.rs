// Atomics of all sizes and their operations.
// case: => verified
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicI64, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, Ordering::*};
use std::sync::atomic::{AtomicUsize, compiler_fence, fence};
use std::thread;

static BYTE: AtomicU8 = AtomicU8::new(250);
static SHORT: AtomicU16 = AtomicU16::new(1);
static WORD: AtomicU32 = AtomicU32::new(0b1100);
static LONG: AtomicI64 = AtomicI64::new(-1);
static SIGNED: AtomicI8 = AtomicI8::new(-5);
static FLAG: AtomicBool = AtomicBool::new(false);
static SIZE: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let thread = thread::spawn(|| {
        BYTE.fetch_add(10, Relaxed);
        SHORT.fetch_sub(2, Release);
        LONG.fetch_max(7, AcqRel);
        SIZE.fetch_add(1, SeqCst);
    });
    assert_eq!(WORD.fetch_and(0b0110, SeqCst), 0b1100);
    assert_eq!(WORD.fetch_or(0b0001, Acquire), 0b0100);
    assert_eq!(WORD.fetch_xor(0b1111, Relaxed), 0b0101);
    assert_eq!(WORD.load(Relaxed), 0b1010);
    assert_eq!(WORD.fetch_nand(0b0010, Relaxed), 0b1010);
    assert_eq!(WORD.swap(9, AcqRel), !0b0010);
    assert_eq!(SIGNED.fetch_min(-7, Relaxed), -5);
    assert_eq!(SIGNED.load(Relaxed), -7);
    assert_eq!(FLAG.compare_exchange(false, true, AcqRel, Acquire), Ok(false));
    assert_eq!(FLAG.compare_exchange(false, true, SeqCst, Relaxed), Err(true));
    assert_eq!(SIZE.fetch_update(AcqRel, Acquire, |n| Some(n + 2)).is_ok(), true);
    let mut value = 3;
    let pointer = AtomicPtr::new(&raw mut value);
    assert_eq!(unsafe { *pointer.load(Acquire) }, 3);
    fence(SeqCst);
    compiler_fence(SeqCst);
    thread.join().unwrap();
    assert_eq!(BYTE.load(Relaxed), 4);
    assert_eq!(SHORT.load(Acquire), u16::MAX);
    assert_eq!(LONG.load(SeqCst), 7);
    assert_eq!(SIZE.load(Relaxed), 3);
}
