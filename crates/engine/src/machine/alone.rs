//! The time in which there is only one thread.
//!
//! All operations of main before it creates the first thread happen before those of all other threads. So they are no
//! steps, conflict with nothing, do not wait in a store buffer, and do not count
//! towards the limit of steps. Choices are steps even then, since the search has to come back to them, and so is
//! the creation of a thread.
//!
//! A thread that has joined all others is alone again. But the others may have written in several orders,
//! which the thread's reads tell apart. Reads of memory that no step has written are no steps then.
//!
//! The algorithm `sat` computes with the operations of threads, and has steps for all of them.

use super::{Machine, MemoryModel};
use crate::host::{Execution, Impatience};
use threadproof_program::{Access, Op, ThreadId, address};

/// After so many operations the clock is read.
const OPERATIONS_PER_LOOK: u32 = 1 << 14;
/// So many operations of this time are written down for people.
const MOST_LOGGED: usize = 500;

impl<M: MemoryModel> Machine<'_, M> {
    /// The operations of the only thread are steps as well. For traced runs, which go back by running again from their
    /// beginning: debug builds cannot take steps both ways then.
    pub fn step_alone(&mut self) {
        self.steps_alone = true;
        self.short_way = false;
    }
    /// The operations of the last thread after it has joined the others are steps as well.
    pub fn step_after_joins(&mut self) {
        self.steps_after_joins = true;
    }
    /// See [`Machine::step_alone`].
    pub fn steps_alone(&self) -> bool {
        self.steps_alone
    }
    /// See [`Machine::step_after_joins`].
    pub fn steps_after_joins(&self) -> bool {
        self.steps_after_joins
    }

    /// Is there only one thread whose operations need no steps?
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.threads.is_single() && !self.steps_alone
    }

    /// Is the pending operation of `t` done without a step, because there is no other thread?
    #[inline]
    pub fn goes_alone(&self, t: ThreadId, op: &Op) -> bool {
        let concerns_memory = op.access().is_some() || matches!(op, Op::Free { .. });
        concerns_memory
            && (self.is_alone() || self.threads.get(t).joins > 0 && self.is_quiet_load(t, op))
    }

    /// Have all other threads ended, and has `t` joined them?
    pub fn is_last(&self, t: ThreadId) -> bool {
        self.threads.ended_others(t) == Some(self.threads.get(t).joins)
    }

    /// Does `t`, which has joined all others, read memory that no step has written?
    #[inline(never)]
    fn is_quiet_load(&self, t: ThreadId, op: &Op) -> bool {
        let Op::Load {
            at, guard: None, ..
        } = *op
        else {
            return false;
        };
        let last = self.is_last(t);
        let steps = self.steps_alone || self.steps_after_joins;
        if !last || steps || self.threads.get(t).sections > 0 {
            return false;
        }
        let granule = self.host.objects.resolve(at, false);
        let unwritten = granule.is_ok_and(|granule| self.host.memory.get(granule).last_write == 0);
        unwritten && address::block_owner(at.address).is_none() && !self.has_buffered(t, at)
    }

    /// May `t` ever have had a store to these bytes in its buffer? Whether it is still there depends on the order of steps.
    fn has_buffered(&self, t: ThreadId, at: Access) -> bool {
        M::BUFFERS && self.buffers.may_have_touched(t, self.threads.get(t), at)
    }

    /// Reads such memory.
    fn read_quietly(&mut self, t: ThreadId, op: &Op) {
        let Op::Load { at, .. } = *op else {
            unreachable!("the caller has a load");
        };
        let granule = self.host.objects.resolve(at, false);
        let granule = granule.expect("the caller has looked");
        self.answer_load(t, op, granule, at);
    }

    /// Performs such an operation; false if the thread cannot go on.
    #[inline]
    pub(super) fn go_alone(&mut self, t: ThreadId, op: &Op) -> bool {
        if op.guard().is_some() && self.halt(t).is_some() {
            return false;
        }
        match self.is_alone() {
            true => self.visible(t, op),
            false => self.read_quietly(t, op),
        }
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

    /// Have enough operations of the only thread been written down?
    pub(super) fn has_told_enough(&self, t: ThreadId, op: &Op) -> bool {
        let ops = self
            .host
            .record
            .as_ref()
            .map_or(0, |record| record.ops.len());
        ops >= MOST_LOGGED && self.goes_alone(t, op)
    }
}
