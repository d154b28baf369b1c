//! The ordinary steps under TSO and PSO, as [`super::plain`] has them for sequential consistency.
//!
//! There are two kinds: (1) an access that does not overlap any store issued in the current era, with the buffered stores
//! behind it; (2) an update, if nothing but the store reaches memory.

use super::{Machine, MemoryModel, Undo};
use crate::host::Execution;
use crate::host::names::Status;
use crate::mutant::{self, Mutant};
use crate::trace::{CellAccess, Label, Single, StepIdx};
use threadproof_program::{Op, ThreadId};

/// An ordinary step has at most so many stores.
const STORES: usize = 16;

impl<M: MemoryModel> Machine<'_, M> {
    /// Takes the step of a thread that is outside of atomic sections and has not joined any since its last step, if
    /// it is an ordinary one; says whether it was.
    pub(super) fn plain_buffered_step(&mut self, label: Label, t: ThreadId, op: &Op) -> bool {
        if self.threads.get(t).passed || self.touches_buffer(t, op) {
            return false;
        }
        let Some(effect) = self.effect(op) else {
            return false;
        };
        let (saved, _) = self.host.run.advance(t, effect.response);
        self.versions += 1;
        if effect.write.is_some() && self.is_local(t, &self.host.run.pending(t)) {
            self.go_on_after(label, t, op, saved);
            return true;
        }
        let newest = self.record_effect((label, t), op, saved, &effect, false);
        self.threads.get_mut(t).version = self.versions;
        match self.issue_stores(t, newest) {
            true => self.threads.get_mut(t).last = Some(newest),
            false => {
                // It does more than that, and may touch other memory.
                self.trace.reopen();
                self.enable_by_creation(t);
                self.settle(t, false);
                self.close_step(t);
            }
        }
        true
    }

    /// May an access have to do with what is or was in the thread's buffer?
    fn touches_buffer(&self, t: ThreadId, op: &Op) -> bool {
        let thread = self.threads.get(t);
        thread.buffers
            && match *op {
                Op::Load { at, .. } => self.buffers.may_have_touched(t, thread, at),
                _ => true,
            }
    }

    /// Puts the stores into the buffer that `t` has after its newest step, and ends the thread if that is all it
    /// does. False if there is more that others cannot see.
    fn issue_stores(&mut self, t: ThreadId, newest: StepIdx) -> bool {
        for _ in 0..STORES {
            let op = self.host.run.pending(t);
            match op {
                Op::Store {
                    at,
                    value,
                    defined,
                    order,
                } if self.is_buffered(t, order) && self.host.objects.is_lasting(at) => {
                    self.issue(t, &op, at, (value, defined, order));
                    self.trace.note_issue(newest);
                    if self.threads.get(t).status() != Status::Running {
                        return true;
                    }
                }
                Op::Exit if self.ends_quietly(t) => {
                    self.exit(t);
                    return true;
                }
                Op::Block(_) => return false,
                _ => {
                    self.stand_before(t, &op);
                    return !self.is_local(t, &op);
                }
            }
        }
        false
    }

    /// Is the end of `t` no access? Else its last store on the way to memory says that it has ended.
    fn ends_quietly(&self, t: ThreadId) -> bool {
        self.host.config.silent_ends || !self.host.config.joins && !self.buffers.is_empty(t)
    }

    /// Takes the step of a store buffer if it is an ordinary one; says whether it was.
    pub(super) fn plain_update(&mut self, label: Label, t: ThreadId) -> bool {
        let queue = label.actor;
        let Some(entry) = self.buffers.lone_next(queue).filter(|_| self.plain) else {
            return false;
        };
        let is_last = self.buffers.is_last(t, queue);
        if is_last && !self.host.config.silent_ends {
            // What happens when the buffer is empty may be an access.
            return false;
        }
        let Ok(granule) = self.host.objects.resolve(entry.at, true) else {
            return false;
        };
        let (at, value, defined) = (entry.at, entry.value, entry.defined);
        let before = self.before_update(t, queue);
        let single = Single {
            label,
            chain: entry.chain,
            op: &entry.op(),
            before,
            after: before.previous,
            issued: entry
                .issued
                .filter(|_| !mutant::is(Mutant::NoEdgeFromIssueToUpdate)),
            update: Some(entry.update()),
            granule,
            access: CellAccess::new(at, true),
            ends: false,
        };
        let chains = self.host.names.chains();
        let newest = self.trace.record(&mut self.host.memory, single, chains);
        self.host.memory.write(granule, at, value, defined);
        self.buffers.advance(t, queue, newest);
        self.host.journal.push(Undo::Update(t, queue));
        if is_last {
            self.emptied(t);
        }
        true
    }
}
