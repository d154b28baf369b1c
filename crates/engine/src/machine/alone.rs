//! The time in which there is only one thread.
//!
//! Until main creates the first thread nobody can tell when it did what: all of it happens before whatever
//! others do. So nothing that it does then is a step, touches memory in the sense of conflicts, waits in a store buffer, or counts
//! towards the limit of steps. Choices are steps even then, since the search has to come back to them, and so is
//! the creation of a thread.
//!
//! The algorithm `sat` computes with what threads do, and has steps for all of it.

use super::Machine;
use crate::host::{Execution, Impatience};
use threadproof_program::{Op, ThreadId};

/// After so many operations somebody looks at the clock.
const OPERATIONS_PER_LOOK: u32 = 1 << 14;
/// So many operations of this time are written down for people.
const MOST_DEEDS: usize = 500;

impl Machine<'_> {
    /// What the only thread does are steps as well.
    pub fn step_alone(&mut self) {
        self.steps_alone = true;
    }
    pub fn steps_alone(&self) -> bool {
        self.steps_alone
    }

    /// Is there only one thread whose operations need no steps?
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.threads.is_single() && !self.steps_alone
    }

    /// Is the pending operation of `t` none of a step, because there is nobody else?
    #[inline]
    pub fn goes_alone(&self, op: &Op) -> bool {
        let single = matches!(
            op,
            Op::Load { .. }
                | Op::Store { .. }
                | Op::Rmw { .. }
                | Op::CompareExchange { .. }
                | Op::Free { .. }
        );
        single && self.is_alone()
    }

    /// Performs such an operation; false if the thread cannot go on.
    #[inline]
    pub(super) fn go_alone(&mut self, t: ThreadId, op: &Op) -> bool {
        if op.guard().is_some() && self.halt(t).is_some() {
            return false;
        }
        self.visible(t, op);
        if !self.has_step() {
            // There is no way back to here.
            self.host.journal.clear();
        }
        self.operations_alone = self.operations_alone.wrapping_add(1);
        if self.operations_alone.is_multiple_of(OPERATIONS_PER_LOOK)
            && self.host.config.limits.is_late()
        {
            self.give_up(t, Impatience::Late);
        }
        true
    }

    /// Has enough been written down of what the only thread does?
    pub(super) fn has_told_enough(&self, op: &Op) -> bool {
        let deeds = self
            .host
            .record
            .as_ref()
            .map_or(0, |record| record.deeds.len());
        deeds >= MOST_DEEDS && self.goes_alone(op)
    }
}
