//! Which threads can take a step, without asking all of them after every step.
//!
//! A thread before an access that never waits is ready. A thread that waits for the end of another is blocked, whatever the
//! values in memory are, because joins are done without a step. This is noted whenever a thread has moved, so only the
//! other threads are asked.

use super::{Machine, MemoryModel};
use crate::host::names::Status;
use crate::machine::threads::Readiness;
use threadproof_program::{NextOp, Op, ThreadId};

impl<M: MemoryModel> Machine<'_, M> {
    /// Can a thread take a step as things are?
    #[inline]
    pub fn can_go_on(&self, t: ThreadId) -> bool {
        match self.threads.readiness(t) {
            Readiness::Ready => true,
            Readiness::Blocked => false,
            Readiness::Unknown => self.halt(t).is_none(),
        }
    }

    /// Notes where a thread has come to.
    pub(super) fn note_readiness(&mut self, t: ThreadId) {
        match self.threads.get(t).status() {
            Status::Running => {
                let op = self.host.run.pending(t);
                self.stand_before(t, &op);
            }
            _ => self.threads.set_readiness(t, Readiness::Blocked),
        }
    }

    /// Notes the operation that a running thread stands before.
    pub(super) fn stand_before(&mut self, t: ThreadId, op: &Op) {
        let readiness = match *op {
            // The buffer may have to be empty.
            _ if M::BUFFERS => Readiness::Unknown,
            Op::Block(_) => Readiness::Blocked,
            Op::Load {
                at,
                guard: Some(guard),
                ..
            } => {
                let is_join = self.is_join(t, at, &guard);
                match is_join && self.host.objects.block_granule(at.address).is_some() {
                    true => Readiness::Blocked,
                    false => Readiness::Unknown,
                }
            }
            _ if NextOp::of(op) == NextOp::Access => Readiness::Ready,
            _ => Readiness::Unknown,
        };
        self.threads.set_readiness(t, readiness);
    }

    /// The same for one that is back at a step that it once took.
    #[inline]
    pub(super) fn note_next_again(&mut self, t: ThreadId, next: NextOp) {
        let able = next == NextOp::Access && !M::BUFFERS;
        let readiness = match able {
            true => Readiness::Ready,
            false => Readiness::Unknown,
        };
        self.threads.set_readiness(t, readiness);
    }

    /// Is the noted readiness true?
    pub(super) fn is_readiness_right(&self, t: ThreadId) -> bool {
        let halt = self.halt(t);
        match self.threads.readiness(t) {
            Readiness::Ready => halt.is_none(),
            Readiness::Blocked => halt.is_some(),
            Readiness::Unknown => true,
        }
    }
}
