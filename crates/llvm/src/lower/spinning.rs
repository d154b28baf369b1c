//! Loops of the C++ library that look several times before they sleep.
//!
//! `std::atomic::wait`, `std::latch` and their like look sixteen times for a change before they ask the
//! kernel to wake them. Whatever a later look would see, the thread also sees after its sleep, which does
//! not begin if there was a change. So one look is enough, and a search has fewer orders
//! to tell apart.

use super::Scalars;
use threadproof_ir::module::Operand;

/// Is it such a loop, going by the function it is in?
pub fn is_patient(function: &str) -> bool {
    function.contains("std::__detail::__atomic_spin<")
}

/// Does the function nothing but let time pass, which it does not here? Without its computations with durations, loops
/// that sleep between two looks are seen to wait.
pub fn only_sleeps(function: &str) -> bool {
    function.contains("std::this_thread::sleep_for<")
}

/// The number of rounds that a comparison of the loop is made with.
pub fn one_round(bounds: Scalars) -> Scalars {
    let one = |bound| match bound {
        Operand::Const(_) => Operand::Const(1),
        bound => bound,
    };
    bounds.into_iter().map(one).collect()
}
