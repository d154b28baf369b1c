//! The control flow of a function: order of blocks, predecessors, dominators, loops.

mod dominators;
mod loops;
mod order;
mod postdominators;

pub use dominators::Dominators;
pub use loops::Loops;
pub use order::{Cfg, detach_entry};
pub use postdominators::PostDominators;
