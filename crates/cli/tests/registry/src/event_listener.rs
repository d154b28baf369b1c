use event_listener::{Event, Listener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[test]
fn flag() {
    let shared = Arc::new((AtomicBool::new(false), Event::new()));
    let setter = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || {
            shared.0.store(true, Ordering::SeqCst);
            shared.1.notify(usize::MAX);
        })
    };
    loop {
        if shared.0.load(Ordering::SeqCst) {
            break;
        }
        let listener = shared.1.listen();
        if shared.0.load(Ordering::SeqCst) {
            break;
        }
        listener.wait();
    }
    setter.join().unwrap();
}
