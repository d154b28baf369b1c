//! The creation and the end of threads.

use super::{Machine, Undo};
use crate::ReasonKind;
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::machine::threads::Thread;
use crate::trace::StepIdx;
use threadproof_program::{Access, Op, Response, ThreadId, address};

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn spawn(&mut self, t: ThreadId, op: &Op, body: u64, argument: u64) {
        let nth = {
            let thread = self.change_thread(t);
            thread.spawned += 1;
            thread.spawned
        };
        if self.names.threads() >= address::MAX_THREADS {
            let message = format!("more than {} threads", address::MAX_THREADS);
            return self.refuse(t, ReasonKind::Unsupported, message);
        }
        let child = self.names.child(t, nth);
        let newest = StepIdx(self.trace.len() as u32 - 1);
        self.threads.add(child, Thread::new(Some(newest)));
        self.objects.add_block(child, &mut self.memory);
        self.journal.push(Undo::Create(child));
        self.trace.newest_mut().spawned = Some(child);
        self.note(t, op, Response::value(u64::from(child.0)), Some(child));
        self.resume(t, Response::value(u64::from(child.0)));
        self.versions += 1;
        self.threads.get_mut(child).version = self.versions;
        self.run.create(child, body, argument);
        self.settle(child, false);
    }

    #[inline(never)]
    pub(super) fn exit(&mut self, t: ThreadId) {
        self.note(t, &Op::Exit, Response::NONE, None);
        // Else the last store on its way to memory does it.
        if self.buffers.is_empty(t) {
            self.mark_end(t);
        }
        self.stop(t, Status::Exited);
    }
    /// The end of a thread is a write to its block, which joins wait for.
    pub(super) fn mark_end(&mut self, t: ThreadId) {
        let (granule, at) = self.end_of(t);
        if !self.config.silent_ends {
            self.touch(granule, at, true);
        }
        self.write(granule, at, address::THREAD_EXITED, 0xff);
    }

    /// Ends a thread that has changed since its last step, if nobody can ever look at it.
    pub(super) fn exit_in_passing(&mut self, t: ThreadId) {
        self.note(t, &Op::Exit, Response::NONE, None);
        let (granule, at) = self.end_of(t);
        self.write(granule, at, address::THREAD_EXITED, 0xff);
        self.threads.exit(t);
    }

    /// Where it says that a thread has ended.
    #[inline]
    pub(super) fn end_of(&self, t: ThreadId) -> (GranuleIdx, Access) {
        let at = Access {
            address: address::thread_block(t),
            size: address::THREAD_EXITED_SIZE,
        };
        let granule = self.objects.block_granule(at.address);
        (granule.expect("every thread has a block"), at)
    }
}
