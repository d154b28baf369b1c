// An initialisation that panics poisons; another one may try again.
// case: => verified
use std::panic::catch_unwind;
use std::sync::Once;

static ONCE: Once = Once::new();

fn main() {
    let first = catch_unwind(|| ONCE.call_once(|| panic!("not this time")));
    assert!(first.is_err());
    let second = catch_unwind(|| ONCE.call_once(|| ()));
    assert!(second.is_err());
    ONCE.call_once_force(|state| assert!(state.is_poisoned()));
    assert!(ONCE.is_completed());
}
