//! The interface as loom's users know it, run once without the checker.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU32;
use threadproof_loom as loom;

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use loom::sync::{Arc, Condvar, Mutex, Notify, RwLock, mpsc};
use loom::thread;

#[test]
fn a_model_runs_once() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    loom::model(|| {
        RUNS.fetch_add(1, Ordering::SeqCst);
    });
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.checkpoint_file("nowhere.json");
    builder.check(|| {
        RUNS.fetch_add(1, Ordering::SeqCst);
    });
    assert_eq!(RUNS.load(Ordering::SeqCst), 2);
}

#[test]
fn threads_need_no_send() {
    let number = std::rc::Rc::new(1);
    let thread = thread::spawn(move || *number + 1);
    assert_eq!(thread.join().unwrap(), 2);
    let named = thread::Builder::new().name("named".into());
    let thread = named.spawn(|| thread::current().name().map(str::to_string));
    let name = thread.expect("there is room for a thread").join().unwrap();
    assert_eq!(name.as_deref(), Some("named"));
}

#[test]
fn atomics_have_what_loom_adds() {
    let mut number = AtomicUsize::new(1);
    assert_eq!(number.fetch_add(1, Ordering::Relaxed), 1);
    assert_eq!(number.compare_and_swap(2, 5, Ordering::AcqRel), 2);
    assert_eq!(number.compare_and_swap(2, 6, Ordering::Release), 5);
    number.with_mut(|number| *number += 1);
    // SAFETY: nobody else has it.
    assert_eq!(unsafe { number.unsync_load() }, 6);
    assert_eq!(number.into_inner(), 6);
    let mut value = 7;
    let pointer = AtomicPtr::new(&mut value);
    assert_eq!(pointer.load(Ordering::Acquire), &raw mut value);
    assert!(!AtomicBool::default().load(Ordering::SeqCst));
}

#[test]
fn cells_give_pointers() {
    let cell = UnsafeCell::new(1);
    // SAFETY: one thread, and one access after the other.
    unsafe {
        cell.with_mut(|value| *value += 1);
        assert_eq!(cell.with(|value| *value), 2);
        *cell.get_mut().deref() += 1;
        assert_eq!(*cell.get().deref(), 3);
    }
    assert_eq!(cell.into_inner(), 3);
}

#[test]
fn defaults_are_those_of_loom() {
    assert_eq!(UnsafeCell::<u32>::default().into_inner(), 0);
    assert_eq!(loom::cell::Cell::from(3).replace(4), 3);
    Notify::default().notify();
    assert_eq!(*Mutex::from(2).lock().unwrap(), 2);
    assert_eq!(RwLock::<u32>::default().into_inner().unwrap(), 0);
    let _: Condvar = Condvar::default();
    assert!(AtomicPtr::<u32>::default().into_inner().is_null());
    assert_eq!(loom::sync::atomic::AtomicI16::from(-1).into_inner(), -1);
    let shared = Arc::pin(1);
    let raw = Arc::into_raw(Arc::from(2));
    // SAFETY: the counts go up and down by one, and then the reference is taken back.
    let back = unsafe {
        Arc::increment_strong_count(raw);
        Arc::decrement_strong_count(raw);
        Arc::from_raw(raw)
    };
    assert_eq!(
        (*shared, Arc::as_ptr(&back), Arc::try_unwrap(back)),
        (1, raw, Ok(2))
    );
    let builder = loom::model::Builder::default();
    assert!(builder.max_threads >= 4 && !builder.expect_explicit_explore && !builder.log);
    loom::explore();
    loom::stop_exploring();
    loom::skip_branch();
}

#[test]
fn threads_know_themselves() {
    let main = thread::current();
    let thread = thread::spawn(move || {
        main.unpark();
        thread::yield_now();
        thread::current().id()
    });
    thread::park();
    let id = thread.thread().id();
    assert_eq!(thread.join().unwrap(), id);
    let gone: Result<u32, thread::AccessError> = MINE.try_with(std::cell::Cell::get);
    assert!(gone.is_ok() && !thread::panicking());
}

#[test]
fn what_threads_share() {
    let shared = Arc::new((Mutex::new(false), Condvar::new(), Notify::new()));
    let other = Arc::clone(&shared);
    let thread = thread::spawn(move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_one();
        other.2.notify();
    });
    let mut ready = shared.0.lock().unwrap();
    while !*ready {
        ready = shared.1.wait(ready).unwrap();
    }
    shared.2.wait();
    thread.join().unwrap();
    let (sender, receiver) = mpsc::channel();
    sender.send(1).unwrap();
    assert_eq!(receiver.recv(), Ok(1));
    assert_eq!(*RwLock::new(2).read().unwrap(), 2);
}

loom::lazy_static! {
    static ref ANSWER: u32 = 42;
}

loom::thread_local! {
    static MINE: std::cell::Cell<u32> = const { std::cell::Cell::new(1) };
}

#[test]
fn statics_and_memory() {
    assert_eq!(*ANSWER, 42);
    MINE.with(|mine| mine.set(mine.get() + 1));
    assert_eq!(MINE.with(std::cell::Cell::get), 2);
    let mut tracked = loom::alloc::Track::new(1);
    *tracked.get_mut() += 1;
    assert_eq!(*tracked.get_ref(), 2);
    assert_eq!(tracked.into_inner(), 2);
    loom::hint::spin_loop();
}

#[cfg(feature = "futures")]
#[test]
fn futures_are_run_to_their_ends() {
    let waker = loom::future::AtomicWaker::new();
    let mut polled = false;
    let future = std::future::poll_fn(|context| {
        if polled {
            return std::task::Poll::Ready(1);
        }
        polled = true;
        waker.register_by_ref(context.waker());
        waker.wake();
        std::task::Poll::Pending
    });
    assert_eq!(loom::future::block_on(future), 1);
}
