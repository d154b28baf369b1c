//! Whether there is room for one more object.

use super::objects::Objects;
use crate::options::Limits;
use threadproof_program::{Storage, ThreadId};

/// Why there is none.
pub enum NoRoom {
    /// The program's local variables need more than any stack has.
    Stack { bytes: u64 },
    /// The program needs more than we give it.
    Memory { bytes: u64, limit: u64 },
}

/// Four times the usual default of systems.
const MAX_STACK: u64 = 32 << 20;
/// Smaller variables never make the difference: the number of nested calls is limited, too.
const LARGE: u64 = 1 << 10;

/// Is there room for an object of `t`? `bytes` is the size of all objects so far.
pub fn check(
    objects: &Objects,
    limits: &Limits,
    bytes: u64,
    (t, size, storage): (ThreadId, u64, Storage),
) -> Result<(), NoRoom> {
    if storage == Storage::Stack && size >= LARGE {
        let bytes = objects.stack_bytes(t).saturating_add(size);
        if bytes > MAX_STACK {
            return Err(NoRoom::Stack { bytes });
        }
    }
    let limit = limits.max_memory;
    if bytes.saturating_add(size) > limit {
        return Err(NoRoom::Memory { bytes: size, limit });
    }
    Ok(())
}
