//! The ordinary step under sequential consistency: one access that neither waits nor fails, outside of
//! atomic sections.
//!
//! It does what [`Machine::step`] does for any step, but without asking for what cannot be: store
//! buffers, joins, guards, faults, records. Whatever is not ordinary is left to the others before
//! anything has changed.

use super::{Machine, MemoryModel};
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::trace::{CellAccess, Label, Single, StepIdx};
use threadproof_program::{Access, ErrorKind, Op, Response, SavedId, Stand, ThreadId, address};

/// What an access does.
pub(super) struct Effect {
    granule: GranuleIdx,
    at: Access,
    access: CellAccess,
    /// The value written and its defined bytes.
    pub write: Option<(u64, u8)>,
    pub response: Response,
}

/// What the end of a thread changes in the first granule of its block, where four bytes of zero say that it
/// runs.
const END: u64 = address::THREAD_EXITED;
const _: () = assert!(address::THREAD_EXITED_SIZE == 4);

impl<M: MemoryModel> Machine<'_, M> {
    /// Takes the step if it is an ordinary one; says whether it was.
    #[inline]
    pub(super) fn plain_step(&mut self, label: Label, t: ThreadId) -> bool {
        let thread = self.threads.get(t);
        if !self.plain || thread.sections | thread.joined | thread.joins != 0 {
            return false;
        }
        let op = self.host.run.pending(t);
        if M::BUFFERS {
            return self.plain_buffered_step(label, t, &op);
        }
        let Some(effect) = self.effect(&op) else {
            return false;
        };
        let (saved, stand) = self.host.run.advance(t, effect.response);
        self.versions += 1;
        let end = match stand {
            Stand::Access => None,
            Stand::Exit => self.quiet_end(t),
            Stand::Other => None,
        };
        if stand != Stand::Access && end.is_none() {
            self.go_on_after(label, t, &op, saved);
            return true;
        }
        let newest = self.record_effect((label, t), &op, saved, &effect, end.is_some());
        let thread = self.threads.get_mut(t);
        thread.version = self.versions;
        thread.last = Some(newest);
        if let Some(granule) = end {
            self.threads.exit(t);
            self.host.memory.get_mut(granule).value |= END;
        }
        true
    }

    /// Adds a step to the trace, and its write to memory.
    #[inline(always)]
    pub(super) fn record_effect(
        &mut self,
        (label, t): (Label, ThreadId),
        op: &Op,
        saved: SavedId,
        effect: &Effect,
        ends: bool,
    ) -> StepIdx {
        let thread = self.threads.get(t);
        let single = Single {
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
            self.host.write(effect.granule, effect.at, value, defined);
        }
        self.settle(t, false);
        self.close_step(t);
    }

    /// What an ordinary access does; `None` for any other operation.
    #[inline(always)]
    pub(super) fn effect(&self, op: &Op) -> Option<Effect> {
        if Stand::of(op) != Stand::Access {
            return None;
        }
        match *op {
            Op::Load { at, raw, .. } => {
                let granule = self.host.objects.resolve(at, false).ok()?;
                let all = ((1u16 << at.size) - 1) as u8;
                let defined = self.host.memory.defined(granule, at);
                if !raw && defined != all && self.host.config.checks.has(ErrorKind::Uninitialized) {
                    return None;
                }
                let value = self.host.memory.read(granule, at);
                let defined = if raw { defined } else { 0xff };
                Some(Effect {
                    granule,
                    at,
                    access: CellAccess::new(at, false),
                    write: None,
                    response: Response { value, defined },
                })
            }
            Op::Store {
                at, value, defined, ..
            } => Some(Effect {
                granule: self.host.objects.resolve(at, true).ok()?,
                at,
                access: CellAccess::new(at, true),
                write: Some((value, defined)),
                response: Response::NONE,
            }),
            Op::Rmw {
                at,
                op: change,
                unused,
                ..
            } => {
                let granule = self.host.objects.resolve(at, true).ok()?;
                if self.lacks_value(granule, at) {
                    return None;
                }
                let old = self.host.memory.read(granule, at);
                let defined = self.host.memory.defined_as_a_whole(granule, at);
                let blind = (self.host.config.commute && unused).then_some(change);
                Some(Effect {
                    granule,
                    at,
                    access: CellAccess {
                        blind,
                        ..CellAccess::read_modify_write(at, true)
                    },
                    write: op.written(old).map(|new| (new, op.defines(defined))),
                    response: Response {
                        value: old,
                        defined,
                    },
                })
            }
            Op::CompareExchange { at, .. } => {
                let granule = self.host.objects.resolve(at, true).ok()?;
                if self.lacks_value(granule, at) {
                    return None;
                }
                let old = self.host.memory.read(granule, at);
                let new = op.written(old);
                Some(Effect {
                    granule,
                    at,
                    access: CellAccess::read_modify_write(at, new.is_some()),
                    write: new.map(|new| (new, 0xff)),
                    response: Response {
                        value: old,
                        defined: self.host.memory.defined_as_a_whole(granule, at),
                    },
                })
            }
            _ => None,
        }
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
}
