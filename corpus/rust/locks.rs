// Each lock of the library gives the same verdict as a single step and as it is written.
// case: -- --cfg mutex => verified
// case: -- --cfg rwlock => verified
// case: -- --cfg upgrade => error deadlock
// case: -- --cfg one_short => error deadlock
// case: -- --cfg rendezvous => verified
// case: --algorithm optimal -- --cfg barrier => verified large
// case: --algorithm optimal -- --cfg channel => verified large
// case: --algorithm optimal -- --cfg bounded => verified large
// case: --model sc --algorithm auto --locks-as-written --preemptions 2 -- --cfg barrier => verified large
// case: --model sc --algorithm auto --locks-as-written --preemptions 2 -- --cfg channel => verified large
// case: --model sc --algorithm auto --locks-as-written --preemptions 2 -- --cfg bounded => verified large
// case: -- --cfg stuck => error deadlock
// case: -- --cfg full => error deadlock
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Barrier, Mutex, RwLock};
use std::thread;

static PAIR: RwLock<(u32, u32)> = RwLock::new((0, 0));
static COUNT: Mutex<u32> = Mutex::new(0);
static COME: AtomicU32 = AtomicU32::new(0);

fn main() {
    if cfg!(mutex) {
        let add = || *COUNT.lock().unwrap() += 1;
        let thread = thread::spawn(add);
        add();
        thread.join().unwrap();
        assert_eq!(*COUNT.lock().unwrap(), 2);
    } else if cfg!(rwlock) {
        let writer = thread::spawn(|| {
            let mut pair = PAIR.write().unwrap();
            pair.0 += 1;
            pair.1 += 1;
        });
        let pair = *PAIR.read().unwrap();
        assert_eq!(pair.0, pair.1);
        writer.join().unwrap();
        assert_eq!(*PAIR.read().unwrap(), (1, 1));
    } else if cfg!(upgrade) {
        // Whoever reads cannot write besides.
        let writer = thread::spawn(|| PAIR.write().unwrap().0 += 1);
        let read = PAIR.read().unwrap();
        PAIR.write().unwrap().1 = read.0;
        writer.join().unwrap();
    } else if cfg!(any(barrier, one_short)) {
        let barrier = Barrier::new(if cfg!(barrier) { 2 } else { 3 });
        let meet = || {
            COME.fetch_add(1, Ordering::Relaxed);
            barrier.wait();
            assert_eq!(COME.load(Ordering::Relaxed), 2);
        };
        thread::scope(|scope| {
            scope.spawn(meet);
            meet();
        });
    } else if cfg!(any(channel, stuck)) {
        let (sender, receiver) = channel();
        let kept = cfg!(stuck).then(|| sender.clone());
        let thread = thread::spawn(move || sender.send(1).unwrap());
        assert_eq!(receiver.recv(), Ok(1));
        thread.join().unwrap();
        // Nobody sends any more, and one could.
        assert!(!cfg!(stuck) || receiver.recv().is_err());
        drop(kept);
    } else {
        let (sender, receiver) = sync_channel(if cfg!(rendezvous) { 0 } else { 1 });
        if cfg!(full) {
            sender.send(0).unwrap();
            sender.send(1).unwrap();
        }
        let thread = thread::spawn(move || sender.send(1).unwrap());
        assert_eq!(receiver.recv(), Ok(1));
        thread.join().unwrap();
    }
}
