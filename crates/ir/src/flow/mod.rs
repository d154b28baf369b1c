//! The control flow of a function: order of blocks, predecessors, dominators, loops.

mod dominators;
mod loops;
mod order;

pub use dominators::Dominators;
pub use loops::Loops;
pub use order::{Flow, detach_entry};
