//! The record of one execution: memory, steps and the happens-before relation.

pub mod buffers;
pub mod enabling;
pub mod memory;
pub mod objects;
pub mod threads;
pub mod trace;
