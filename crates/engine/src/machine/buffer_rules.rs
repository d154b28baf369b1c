//! The operations that use a store buffer, and those that wait until it is empty. Only the operation itself is asked, so the rules
//! serve the machine and the formulas about its executions.

use super::buffered::is_bookkeeping;
use crate::options::Model;
use threadproof_program::{FenceOrder, Op, StoreOrder};

/// Does a store of this order go by way of the buffer? `section`: it is in an atomic section.
pub fn is_buffered(model: Model, order: StoreOrder, section: bool) -> bool {
    model.delays_stores() && order != StoreOrder::SeqCst && !section
}

/// The same for any operation.
pub fn goes_through_buffer(model: Model, op: &Op, section: bool) -> bool {
    match *op {
        Op::Store { at, order, .. } => is_buffered(model, order, section) && !is_bookkeeping(at),
        _ => false,
    }
}

/// Does the operation wait for an empty buffer, whichever stores it holds? A load may also have to wait because of a store
/// in the buffer. Where the ends of threads are no steps, the joining threads wait instead.
pub fn drains(model: Model, op: &Op, section: bool) -> bool {
    match *op {
        Op::Load { at, .. } | Op::Store { at, .. } if is_bookkeeping(at) => false,
        Op::Load { guard, .. } => section || guard.is_some_and(|guard| !guard.is_spinning_load()),
        Op::Store { order, .. } => !is_buffered(model, order, section),
        Op::Fence(order) => order == FenceOrder::SeqCst,
        Op::Choice { .. } => section,
        Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Free { .. }
        | Op::Spawn { .. }
        | Op::Exit
        | Op::ExitProgram => true,
        _ => false,
    }
}
