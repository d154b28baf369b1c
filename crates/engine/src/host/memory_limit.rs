//! Whether there is room for one more object.

use super::objects::Objects;
use crate::options::Limits;
use threadproof_program::{Storage, ThreadId};

/// Why there is none.
pub enum Lack {
    /// The program's local variables need more than any stack has.
    Stack(String),
    /// The program needs more than we give it.
    Memory(String),
}

/// Four times what systems give to a stack if nobody asks for more.
const MAX_STACK: u64 = 32 << 20;
/// Smaller variables never make the difference: the number of nested calls is limited, too.
const LARGE: u64 = 1 << 10;

/// Is there room for an object of `t`? `bytes` is what all objects so far take.
pub fn look(
    objects: &Objects,
    limits: &Limits,
    bytes: u64,
    (t, size, storage): (ThreadId, u64, Storage),
) -> Result<(), Lack> {
    if storage == Storage::Stack && size >= LARGE {
        let stack = objects.stack_bytes(t).saturating_add(size);
        if stack > MAX_STACK {
            let message = format!("the thread's local variables take {stack} bytes");
            return Err(Lack::Stack(message));
        }
    }
    let limit = limits.max_memory;
    if bytes.saturating_add(size) > limit {
        let message = format!(
            "the program asks for {size} bytes of memory, more than the limit of {limit} allows"
        );
        return Err(Lack::Memory(message));
    }
    Ok(())
}
