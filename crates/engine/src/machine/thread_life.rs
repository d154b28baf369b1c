//! The creation and the end of threads.

use super::{Machine, MemoryModel};
use crate::host::Execution;
use crate::host::memory::GranuleIdx;
use threadproof_program::{Access, Op, Response, ThreadId, address};

impl<M: MemoryModel> Machine<'_, M> {
    /// Creates a thread, and brings it to its first visible operation.
    #[inline(never)]
    pub(super) fn spawn(&mut self, t: ThreadId, op: &Op, body: u64, argument: u64) {
        let Some(child) = self.create(t, op, (body, argument)) else {
            return;
        };
        self.versions += 1;
        self.threads.get_mut(child).version = self.versions;
        self.settle(child, false);
    }

    /// The end of a thread is a write to its block, which joins wait for.
    pub(super) fn mark_end(&mut self, t: ThreadId) {
        let (granule, at) = self.end_of(t);
        if !self.host.config.silent_ends {
            self.touch(granule, at, true);
        }
        self.write(granule, at, address::THREAD_EXITED, 0xff);
    }

    /// Ends a thread that has changed since its last step, if no thread can ever read of it.
    pub(super) fn exit_without_step(&mut self, t: ThreadId) {
        self.note(t, &Op::Exit, Response::NONE, None);
        let (granule, at) = self.end_of(t);
        self.write(granule, at, address::THREAD_EXITED, 0xff);
        self.threads.exit(t);
    }

    /// The place of a thread's exit flag.
    #[inline]
    pub(super) fn end_of(&self, t: ThreadId) -> (GranuleIdx, Access) {
        let at = Access {
            address: address::thread_block(t),
            size: address::THREAD_EXITED_SIZE,
        };
        let granule = self.host.objects.block_granule(at.address);
        (granule.expect("every thread has a block"), at)
    }
}
