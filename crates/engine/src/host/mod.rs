//! Everything that an execution has whatever its memory does: objects, names, the record.

pub mod memory;
pub mod memory_limit;
pub mod names;
pub mod objects;
pub mod record;
pub mod remarks;
