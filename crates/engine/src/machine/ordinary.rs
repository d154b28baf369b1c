//! Ordinary steps by a short way: one access outside of atomic sections that neither waits nor fails, with the
//! invisible work after it.
//!
//! The result is that of the long way, but nothing is asked about joins, guards, faults and records. Any other step is
//! left to the long way before anything has changed; if a thread turns out to do more after its access, it gets its rest
//! there. Both ways ask [`Op::effect`] what an access does. Debug builds take both and compare ([`super::both_ways`]).
//!
//! Rejected: one way for all steps. With the long one alone an execution under TSO costs up to a fifth more
//! (`bench/history.md`), and SC gains more by the short one.
//!
//! Under TSO and PSO there are two kinds: (1) an access that does not overlap any store issued in the current era, with
//! the buffered stores behind it; (2) an update, if nothing but the store reaches memory.

use super::{Machine, MemoryModel, Undo};
use crate::host::Execution;
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::mutant::{self, Mutant};
use crate::trace::{CellAccess, Label, Ordinary, StepIdx};
use threadproof_program::{Access, NextOp, Op, Response, SavedId, ThreadId, address};

/// An ordinary step has at most so many stores.
const STORES: usize = 16;

/// The effect of an access.
pub(super) struct OrdinaryEffect {
    granule: GranuleIdx,
    at: Access,
    access: CellAccess,
    /// The value written and its defined bytes.
    pub write: Option<(u64, u8)>,
    pub response: Response,
}

/// The change of the first granule of a thread's block when the thread ends. While it runs, four bytes there are zero.
const END: u64 = address::THREAD_EXITED;
const _: () = assert!(address::THREAD_EXITED_SIZE == 4);

impl<M: MemoryModel> Machine<'_, M> {
    /// Takes the step if it is an ordinary one; says whether it was.
    #[inline]
    pub(super) fn ordinary_step(&mut self, label: Label, t: ThreadId) -> bool {
        let thread = self.threads.get(t);
        if !self.short_way || thread.sections | thread.joined | thread.joins != 0 {
            return false;
        }
        let op = self.host.run.pending(t);
        if M::BUFFERS {
            return self.ordinary_buffered_step(label, t, &op);
        }
        let Some(effect) = self.effect(&op) else {
            return false;
        };
        let (saved, next) = self.host.run.advance(t, effect.response);
        self.versions += 1;
        let end = match next {
            NextOp::Exit => self.quiet_end(t),
            NextOp::Access | NextOp::Other => None,
        };
        if next != NextOp::Access && end.is_none() || self.stands_unseen(t, next) {
            self.go_on_after(label, t, &op, saved);
            return true;
        }
        let newest = self.record_effect((label, t), &op, saved, &effect, end.is_some());
        self.threads.note_move(t);
        let thread = self.threads.get_mut(t);
        thread.version = self.versions;
        thread.last = Some(newest);
        if let Some(granule) = end {
            self.threads.exit(t);
            self.host.memory.get_mut(granule).value |= END;
        }
        true
    }

    /// Does `t` stand before an access that is no step?
    #[inline(always)]
    fn stands_unseen(&mut self, t: ThreadId, next: NextOp) -> bool {
        !M::BUFFERS && self.host.privacy.looks() && next == NextOp::Access && {
            let op = self.host.run.pending(t);
            self.goes_unseen(t, &op, false)
        }
    }

    /// Adds a step to the trace, and its write to memory.
    #[inline(always)]
    pub(super) fn record_effect(
        &mut self,
        (label, t): (Label, ThreadId),
        op: &Op,
        saved: SavedId,
        effect: &OrdinaryEffect,
        ends: bool,
    ) -> StepIdx {
        let thread = self.threads.get(t);
        let single = Ordinary {
            label,
            chain: self.host.names.thread_chain(t),
            op,
            before: self.before(t, saved),
            after: thread.last.or(thread.created_by),
            issued: None,
            update: None,
            granule: effect.granule,
            access: effect.access,
            ends,
        };
        let chains = self.host.names.chains();
        let newest = self.trace.record(&mut self.host.memory, single, chains);
        if let Some((value, defined)) = effect.write {
            self.host
                .memory
                .write(effect.granule, effect.at, value, defined);
        }
        newest
    }

    /// Takes the rest of the step where the thread does more than the access, which it has been told of.
    #[inline(never)]
    pub(super) fn go_on_after(&mut self, label: Label, t: ThreadId, op: &Op, saved: SavedId) {
        let effect = self.effect(op).expect("nothing has changed");
        self.open_step(label, t, op, saved);
        self.threads.get_mut(t).version = self.versions;
        self.trace
            .access(&mut self.host.memory, effect.granule, effect.access);
        if let Some((value, defined)) = effect.write {
            self.write(effect.granule, effect.at, value, defined);
        }
        self.settle(t, false);
        self.close_step(t);
    }

    /// The effect of an ordinary access; `None` for any other operation.
    #[inline(always)]
    pub(super) fn effect(&self, op: &Op) -> Option<OrdinaryEffect> {
        if NextOp::of(op) != NextOp::Access {
            return None;
        }
        // An arm and a copy for each kind of access: the compiler knows the kind of a copy, also after calls in between, and
        // leaves out the rows of the table for the others.
        match *op {
            op @ Op::Load { at, .. } => {
                self.effect_at(&op, at, false, |_| CellAccess::new(at, false))
            }
            op @ Op::Store { at, .. } => {
                self.effect_at(&op, at, true, |_| CellAccess::new(at, true))
            }
            op @ Op::Rmw {
                at,
                op: change,
                unused,
                ..
            } => self.effect_at(&op, at, true, |_| CellAccess {
                blind: (self.host.config.commute && unused).then_some(change),
                ..CellAccess::read_modify_write(at, true)
            }),
            op @ Op::CompareExchange { at, .. } => self.effect_at(&op, at, true, |writes| {
                CellAccess::read_modify_write(at, writes)
            }),
            _ => None,
        }
    }

    #[inline(always)]
    fn effect_at(
        &self,
        op: &Op,
        at: Access,
        may_write: bool,
        access: impl FnOnce(bool) -> CellAccess,
    ) -> Option<OrdinaryEffect> {
        let granule = self.host.objects.resolve(at, may_write).ok()?;
        let defined = self.host.memory.defined(granule, at);
        if self.lacks_value(op, defined) {
            return None;
        }
        let effect = op.effect(self.host.memory.read(granule, at), defined);
        Some(OrdinaryEffect {
            granule,
            at,
            access: access(effect.write.is_some()),
            write: effect.write,
            response: effect.response,
        })
    }

    /// Where it is to be written that a thread has ended, if that is no access and nothing more is to be
    /// restored when it is taken back.
    #[inline(always)]
    fn quiet_end(&self, t: ThreadId) -> Option<GranuleIdx> {
        let granule = self.host.objects.block(t);
        let g = self.host.memory.get(granule);
        let quiet = self.host.config.silent_ends && g.value as u32 == 0 && g.defined == 0xff;
        quiet.then_some(granule)
    }

    /// Takes such an end back.
    #[inline(always)]
    pub(super) fn undo_end(&mut self, t: ThreadId) {
        let granule = self.host.objects.block(t);
        self.host.memory.get_mut(granule).value &= !END;
        self.threads.set_status(t, Status::Running);
    }

    /// Takes the step of a thread that is outside of atomic sections and has not joined any since its last step, if
    /// it is an ordinary one; says whether it was.
    pub(super) fn ordinary_buffered_step(&mut self, label: Label, t: ThreadId, op: &Op) -> bool {
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

    /// May an access overlap a store that is or was in the thread's buffer?
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
    pub(super) fn ordinary_update(&mut self, label: Label, t: ThreadId) -> bool {
        let queue = label.actor;
        let Some(entry) = self.buffers.lone_next(queue).filter(|_| self.short_way) else {
            return false;
        };
        let is_last = self.buffers.is_last(t, queue);
        if is_last && !self.host.config.silent_ends {
            // The thread may end when its buffer is empty, and this end is an access.
            return false;
        }
        let Ok(granule) = self.host.objects.resolve(entry.at, true) else {
            return false;
        };
        let (at, value, defined) = (entry.at, entry.value, entry.defined);
        let before = self.before_update(t, queue);
        let single = Ordinary {
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
