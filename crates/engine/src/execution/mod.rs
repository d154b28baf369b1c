//! The record of one execution: memory, steps and the happens-before relation.

pub mod buffers;
pub mod clocks;
pub mod enabling;
pub mod foot;
pub mod memory;
pub mod objects;
pub mod outline;
pub mod remarks;
pub mod room;
pub mod threads;
pub mod trace;
