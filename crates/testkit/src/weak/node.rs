//! What the events of a graph are made of: one node for each operation on memory and each fence, also those
//! that belong to the event before them, with its memory order.

use super::graph::Touch;
use crate::axioms::Order;
use threadproof_program::{Op, ThreadId, Wait};

/// An operation on memory, or a fence, as a node of the graph.
pub struct Node {
    pub thread: ThreadId,
    pub event: usize,
    /// The node before it in its thread, or the last one before the thread was created.
    pub before: Option<usize>,
    pub is_fence: bool,
    /// It is an atomic section, and not one operation.
    pub is_section: bool,
    pub order: Order,
    pub touches: Vec<Touch>,
}

/// Acquires what it reads and releases what it writes.
pub const STRONG: Order = Order {
    atomic: true,
    acquires: true,
    releases: true,
    strict: false,
};

impl Node {
    /// What it reads at a variable: `None` for no read, `Some(None)` for the initial value, else the event.
    pub fn source(&self, variable: u64) -> Option<Option<usize>> {
        let mut here = self.touches.iter();
        let touch = here.find(|touch| touch.variable == variable)?;
        touch.read
    }
    pub fn writes(&self, variable: u64) -> bool {
        let mut here = self.touches.iter();
        here.any(|touch| touch.variable == variable && touch.written.is_some())
    }
    /// Is it one operation that writes both pieces of a variable?
    pub fn writes_whole(&self, piece: u64, other: u64) -> bool {
        !self.is_section && self.writes(piece) && self.writes(other)
    }
    /// Do they touch a variable both?
    pub fn meets(&self, other: &Node) -> bool {
        let touched = |variable| other.touches.iter().any(|touch| touch.variable == variable);
        self.touches.iter().any(|touch| touched(touch.variable))
    }
}

/// The order of an operation that stands for itself; of a compare-exchange, if it succeeds.
pub fn order(op: Op) -> Order {
    match op {
        Op::Load {
            guard: Some(guard), ..
        } if guard.why == Wait::Join => STRONG,
        Op::Load { order, .. } => order.into(),
        Op::Store { order, .. } => order.into(),
        Op::Rmw { order, .. } => order.into(),
        Op::CompareExchange { success, .. } => success.into(),
        Op::Fence(order) => order.into(),
        _ => STRONG,
    }
}
