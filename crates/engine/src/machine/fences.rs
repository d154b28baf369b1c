//! Fences under TSO and PSO, which wait for the thread's store buffer but are no steps of their own.
//!
//! Once the buffer is empty, nothing can keep a thread from passing the fence, and no other thread can tell when it did.
//! The fence is therefore attached to the later of two steps: the thread's last step, and the last update of its buffer.
//! Stores after the fence are issued at the same time; nothing that touches shared memory is. Happens-before does not
//! depend on that choice: the thread's next step, and the update of each of these stores, come after both steps
//! (`docs/design/store-buffers.md`, lemma 1).

use super::buffered::is_bookkeeping;
use super::{Machine, MemoryModel, Undo};
use crate::mutant::{self, Mutant};
use threadproof_program::{Op, ThreadId};

impl<M: MemoryModel> Machine<'_, M> {
    /// Does `t`, if it stands before a fence that waits for its buffer, pass it now?
    pub(super) fn passes(&self, t: ThreadId) -> bool {
        !self.host.config.joins && self.threads.get(t).sections == 0 && self.buffers.is_empty(t)
    }
    /// Does a thread stand before a fence outside of atomic sections?
    pub fn stands_before_fence(&self, t: ThreadId) -> bool {
        self.threads.get(t).sections == 0 && matches!(self.host.run.pending(t), Op::Fence(_))
    }

    /// The buffer of `t` has become empty: goes on if the thread stands before a fence. That is no step.
    pub(super) fn pass(&mut self, t: ThreadId) {
        if self.passes(t) && self.stands_before_fence(t) {
            let saved = self.host.run.save(t);
            self.host.journal.push(Undo::Moved(t, saved));
            self.settle(t, false);
        }
    }

    /// `t` passes a fence that waited for its buffer. The operations of `t` after the fence come after its last step and
    /// after the updates of its stores; the newest step is one of these.
    #[inline(never)]
    pub(super) fn drained_without_step(&mut self, t: ThreadId) {
        let (issued, drained) = (
            self.buffers.issued_so_far(t),
            self.buffers.updates_so_far(t),
        );
        let thread = self.change_thread(t);
        thread.linked = thread.drained;
        thread.passed = true;
        if M::QUEUE_PER_ADDRESS {
            // Nothing else says that stores of different queues wait for each other.
            thread.epoch += 1;
        }
        thread.begin_era(issued, drained);
    }

    /// Can an operation that others cannot see be done after a fence without a step? Not if it might touch
    /// memory that others see, or find an object gone: it could belong to one step or to another.
    pub(super) fn may_pass(&self, op: &Op) -> bool {
        match *op {
            Op::Store { at, .. } => is_bookkeeping(at) || self.host.objects.is_lasting(at),
            Op::Fence(_) | Op::Allocate { .. } | Op::AtomicBegin => true,
            Op::Print | Op::Pause | Op::Exit => true,
            _ => false,
        }
    }

    /// The newest step, one of `t`, comes after the fence that the thread has passed since the last.
    pub(super) fn come_after_passed(&mut self, t: ThreadId) {
        let thread = self.threads.get(t);
        self.trace.newest_mut().drains = thread.era;
        if !mutant::is(Mutant::NoEdgeFromUpdateToFence) {
            self.enabled_by.extend(self.buffers.passed(t, thread));
        }
        self.change_thread(t).passed = false;
    }

    /// The number of the next step of `t`, and the era that it drains: see [`Step`].
    ///
    /// [`Step`]: crate::trace::Step
    pub fn next_step(&self, t: ThreadId) -> (u32, u32) {
        let thread = self.threads.get(t);
        let nth = thread.last.map_or(0, |last| self.trace.step(last).nth) + 1;
        let drains = match self.drains(t, &self.host.run.pending(t)) {
            true => thread.era + 1,
            false if thread.passed => thread.era,
            false => 0,
        };
        (nth, drains)
    }
}
