//! Hints.

pub use std::hint::spin_loop;

/// # Safety
/// None is needed: to come here is a panic.
pub unsafe fn unreachable_unchecked() -> ! {
    panic!("unreachable_unchecked was reached")
}
