//! Which atomic accesses of a program are weaker than sequentially consistent ones.
//!
//! Without any, and without data races, a program has only sequentially consistent executions under
//! C11, so nothing else has to be explored.

use crate::module::{Function, InstKind, Module};
use threadproof_program::{FenceOrder, LoadOrder, LocationId, RmwOrder, StoreOrder};

impl Module {
    /// Notes where the program's own functions use weak atomics. To be called before any pass, while
    /// every instruction still stands in its own function.
    pub fn note_weak_atomics(&mut self, is_own: impl Fn(&str) -> bool) {
        let own = self.functions.iter();
        let own = own.filter(|f| f.name == "main" || is_own(&f.name));
        let mut found: Vec<LocationId> = own.flat_map(of_function).collect();
        found.sort_unstable();
        found.dedup();
        self.weak_atomics = Some(found);
    }
}

fn of_function(function: &Function) -> impl Iterator<Item = LocationId> + '_ {
    let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    let weak = instructions.filter(|inst| is_weak(&inst.kind));
    weak.map(|inst| inst.location)
}

fn is_weak(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { order, .. } | InstKind::Await { order, .. } => {
            matches!(order, LoadOrder::Relaxed | LoadOrder::Acquire)
        }
        InstKind::Store { order, .. } => {
            matches!(order, StoreOrder::Relaxed | StoreOrder::Release)
        }
        InstKind::Rmw { order, .. } => *order != RmwOrder::SeqCst,
        InstKind::CompareExchange {
            success, failure, ..
        } => *success != RmwOrder::SeqCst || *failure != LoadOrder::SeqCst,
        InstKind::Fence(order) => *order != FenceOrder::SeqCst,
        _ => false,
    }
}
