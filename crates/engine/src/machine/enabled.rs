//! Who can take a step, without asking everybody after every step.
//!
//! A thread that stands before an access which never waits is able to go on, and one that waits for the
//! end of another is not, whatever memory says: joins are done in passing. That is noted whenever a thread
//! has moved, so only the others are asked.

use super::{Machine, MemoryModel};
use crate::host::names::Status;
use crate::machine::threads::Outlook;
use threadproof_program::{Op, Stand, ThreadId};

impl<M: MemoryModel> Machine<'_, M> {
    /// Can a thread take a step as things are?
    #[inline]
    pub fn can_go_on(&self, t: ThreadId) -> bool {
        match self.threads.outlook(t) {
            Outlook::Able => true,
            Outlook::Idle => false,
            Outlook::Unclear => self.halt(t).is_none(),
        }
    }

    /// Notes where a thread has come to.
    pub(super) fn note_outlook(&mut self, t: ThreadId) {
        match self.threads.get(t).status() {
            Status::Running => {
                let op = self.host.run.pending(t);
                self.stand_before(t, &op);
            }
            _ => self.threads.set_outlook(t, Outlook::Idle),
        }
    }

    /// Notes what a thread that runs stands before.
    pub(super) fn stand_before(&mut self, t: ThreadId, op: &Op) {
        let outlook = match *op {
            // The buffer may have to be empty.
            _ if M::BUFFERS => Outlook::Unclear,
            Op::Block(_) => Outlook::Idle,
            Op::Load {
                at,
                guard: Some(guard),
                ..
            } => {
                let is_join = self.is_join(t, at, &guard);
                match is_join && self.host.objects.block_granule(at.address).is_some() {
                    true => Outlook::Idle,
                    false => Outlook::Unclear,
                }
            }
            _ if Stand::of(op) == Stand::Access => Outlook::Able,
            _ => Outlook::Unclear,
        };
        self.threads.set_outlook(t, outlook);
    }

    /// The same for one that is back at a step that it once took.
    #[inline]
    pub(super) fn stand_again(&mut self, t: ThreadId, stand: Stand) {
        let able = stand == Stand::Access && !M::BUFFERS;
        let outlook = match able {
            true => Outlook::Able,
            false => Outlook::Unclear,
        };
        self.threads.set_outlook(t, outlook);
    }

    /// Is what was noted true?
    pub(super) fn is_outlook_right(&self, t: ThreadId) -> bool {
        let halt = self.halt(t);
        match self.threads.outlook(t) {
            Outlook::Able => halt.is_none(),
            Outlook::Idle => halt.is_some(),
            Outlook::Unclear => true,
        }
    }
}
