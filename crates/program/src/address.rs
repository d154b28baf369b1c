//! The map of the program's address space.
//!
//! An address is computed from names that depend only on a thread's own history (which thread
//! allocated, and the number of objects before), so equivalent executions see equal pointers.
//! All addresses stay below 2^47, as on the machines that our users' pointer tagging is for.
//!
//! ```text
//! 0                null page: every access is a null dereference
//! 0x1000_0000      functions, 16 bytes each: only called and compared, never accessed
//! 0x2000_0000      thread blocks, 64 bytes each: the engine's record of a thread
//! 0x4000_0000      static objects, laid out by the front end
//! (2t + 1) << 34   heap of thread t
//! (2t + 2) << 34   stack of thread t
//! (4t + 5) << 33   thread-local variables of thread t
//! ```
//!
//! Programs hash and truncate pointers. So the first object of a heap or stack does not stand at its beginning
//! but at a distance of its own: objects of different threads differ in the low 32 bits of their addresses, too,
//! unless a thread has more than a quarter of a megabyte of them.

use crate::ThreadId;

/// Accesses below this address dereference null.
pub const NULL_PAGE_END: u64 = 0x1000;
/// Where the addresses of functions begin.
pub const FUNCTIONS: u64 = 0x1000_0000;
/// Bytes between the addresses of two functions.
pub const FUNCTION_SIZE: u64 = 16;
/// Where the blocks of threads begin.
pub const THREAD_BLOCKS: u64 = 0x2000_0000;
/// Bytes of a thread's block.
pub const THREAD_BLOCK_SIZE: u64 = 64;
/// Where static objects begin.
pub const STATICS: u64 = 0x4000_0000;
/// Bits of an address within one region: half of a heap or stack. The thread-local variables have the second
/// half of a stack.
pub const REGION_BITS: u32 = 33;
/// Bits of an address within one heap or stack.
const PART_BITS: u32 = REGION_BITS + 1;
/// Threads that the map has room for.
pub const MAX_THREADS: usize = 4000;

/// The first four bytes of a thread's block: 0 while it runs, [`THREAD_EXITED`] after its end. The
/// rest of the block is the front end's bookkeeping: accesses to it are part of the step before.
pub fn thread_block(t: ThreadId) -> u64 {
    THREAD_BLOCKS + THREAD_BLOCK_SIZE * t.index() as u64
}
/// The first word of a thread's block after its end.
pub const THREAD_EXITED: u64 = 1;
/// Bytes of that word.
pub const THREAD_EXITED_SIZE: u8 = 4;

/// The thread whose block an address is in, if it is in the range of thread blocks.
pub fn block_owner(address: u64) -> Option<ThreadId> {
    let number = address.checked_sub(THREAD_BLOCKS)? / THREAD_BLOCK_SIZE;
    (number < MAX_THREADS as u64).then_some(ThreadId(number as u16))
}

/// Where the first object goes, from the beginning of the first heap or stack and from one to the next.
const FIRST_OFFSET: u64 = 0x2a0;
const OFFSET_STRIDE: u64 = 0x8_05c0;

/// Where the first object of a heap or stack goes.
const fn start(part: u64) -> u64 {
    (part << PART_BITS) + part * OFFSET_STRIDE + FIRST_OFFSET
}
/// Where the first object of a thread's heap goes.
pub fn heap(t: ThreadId) -> u64 {
    start(2 * t.index() as u64 + 1)
}
/// Where the first object of a thread's stack goes.
pub fn stack(t: ThreadId) -> u64 {
    start(2 * t.index() as u64 + 2)
}
/// Where the first thread-local variable of a thread goes.
pub fn thread_locals(t: ThreadId) -> u64 {
    stack(t) + (1 << REGION_BITS) + OFFSET_STRIDE / 2
}
/// Bytes between two objects of a heap or stack; their addresses are multiples of it.
const GAP: u64 = 16;

/// Where a heap or stack puts the object after one of this address and size: addresses are never
/// used twice.
pub fn next_object(address: u64, size: u64) -> u64 {
    address.wrapping_add(size).wrapping_add(2 * GAP - 1) & !(GAP - 1)
}
/// The thread whose heap an address is in, if it is in one.
pub fn heap_owner(address: u64) -> Option<ThreadId> {
    let part = address >> PART_BITS;
    let number = part.checked_sub(1)? / 2;
    let is_heap = part % 2 == 1 && number < MAX_THREADS as u64;
    is_heap.then_some(ThreadId(number as u16))
}
/// The thread whose stack or thread-local variables an address is in, if it is in such.
pub fn stack_owner(address: u64) -> Option<ThreadId> {
    let part = address >> PART_BITS;
    let number = (part / 2).checked_sub(1)?;
    let is_stack = part.is_multiple_of(2) && number < MAX_THREADS as u64;
    is_stack.then_some(ThreadId(number as u16))
}
/// The thread whose thread-local variables an address is in, if it is in such.
pub fn thread_local_owner(address: u64) -> Option<ThreadId> {
    stack_owner(address).filter(|_| address >> REGION_BITS & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_objects_differ_in_their_low_bits_and_belong_to_their_threads() {
        let mut low: Vec<u32> = Vec::new();
        for t in (0..MAX_THREADS as u16).map(ThreadId) {
            for address in [heap(t), stack(t), thread_locals(t)] {
                assert!(address.is_multiple_of(16) && address < 1 << 47);
                low.push(address as u32);
            }
            assert_eq!((heap_owner(heap(t)), stack_owner(heap(t))), (Some(t), None));
            assert_eq!(
                (heap_owner(stack(t)), stack_owner(stack(t))),
                (None, Some(t))
            );
        }
        let tls = thread_locals(ThreadId(1));
        assert_eq!(
            (stack_owner(tls), heap_owner(tls)),
            (Some(ThreadId(1)), None)
        );
        assert_eq!(thread_local_owner(tls), Some(ThreadId(1)));
        assert_eq!(thread_local_owner(stack(ThreadId(1))), None);
        low.sort_unstable();
        let far = |pair: &[u32]| pair[1] - pair[0] >= 1 << 18;
        assert!(low[0] >= 1 << 18 && low.windows(2).all(far));
    }
}
