//! The accesses of a step if some steps before it had not been taken.
//!
//! A compare-exchange or an atomic section may go another way when it reads other values: a try-lock
//! that failed would succeed. A plan needs to know its accesses exactly: a plan that takes a read for a write leads into
//! an explored part and is given up there, with everything that was thought to be covered by it. So the step is run again
//! on the values that it would find. Its thread is put back to where it stood before the step, runs, and is then put to
//! where it was; nothing else changes.
//!
//! Sections that allocate, free or create threads are left alone.

use super::{Machine, MemoryModel};
use crate::host::memory::{extract, insert};
use crate::host::privacy::User;
use crate::trace::{CellAccess, StepIdx, Trace};
use smallvec::SmallVec;
use threadproof_program::{Access, Op, Response, ThreadId, address};

/// A step that is run on values that it would find.
struct DryRun<F> {
    /// The steps that are taken before it.
    is_kept: F,
    accesses: SmallVec<[CellAccess; 4]>,
    /// Its own writes so far.
    written: SmallVec<[(Access, u64); 4]>,
}

/// How an operation is answered.
enum Answer {
    Value(u64),
    /// The step ends here.
    End,
    /// The step could not begin, or does more than read, write and choose.
    Unknown,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// The accesses of the step `s` if only those of the other steps had been taken that `is_kept`
    /// accepts. They must leave the thread of `s` as it is before `s`. `None` if that cannot be
    /// known.
    pub fn imagine(
        &mut self,
        s: StepIdx,
        is_kept: impl Fn(&Trace, StepIdx) -> bool,
    ) -> Option<SmallVec<[CellAccess; 4]>> {
        let mut run = DryRun {
            is_kept,
            accesses: SmallVec::new(),
            written: SmallVec::new(),
        };
        self.run_again(s, &mut run)?;
        // The end of the thread, if it follows: those who wait for it come later in any case.
        let block = address::thread_block(self.trace.step(s).thread) / 8;
        let accesses = self.trace.accesses(s).iter();
        let end = accesses.copied().find(|access| access.granule == block);
        run.accesses.extend(end);
        Some(run.accesses)
    }

    fn run_again<F>(&mut self, s: StepIdx, run: &mut DryRun<F>) -> Option<()>
    where
        F: Fn(&Trace, StepIdx) -> bool,
    {
        let step = self.trace.step(s);
        let (t, depth) = (step.thread, step.depth);
        if depth == 0 {
            return match run.answer(self, &step.op, true) {
                Answer::Unknown => None,
                Answer::Value(_) | Answer::End => Some(()),
            };
        }
        let before = step.saved();
        let now = self.host.run.save(t);
        if let Some(before) = before {
            self.host.run.restore(t, before);
        }
        let known = self.run_section(t, depth, run);
        self.host.run.restore(t, now);
        self.host.run.forget(now);
        known
    }

    fn run_section<F>(&mut self, t: ThreadId, mut depth: u32, run: &mut DryRun<F>) -> Option<()>
    where
        F: Fn(&Trace, StepIdx) -> bool,
    {
        let mut first = true;
        while first || depth > 0 {
            let op = self.host.run.pending(t);
            let value = match op {
                Op::AtomicBegin => {
                    depth += 1;
                    0
                }
                Op::AtomicEnd => {
                    depth = depth.saturating_sub(1);
                    0
                }
                Op::Fence(_) | Op::Pause | Op::Print => 0,
                _ => match run.answer(self, &op, first) {
                    Answer::Value(value) => value,
                    Answer::End => return Some(()),
                    Answer::Unknown => return None,
                },
            };
            first = false;
            self.host.run.resume(t, Response::value(value));
        }
        Some(())
    }
}

impl<F: Fn(&Trace, StepIdx) -> bool> DryRun<F> {
    /// Performs an operation; `first`: the step begins with it.
    fn answer<M: MemoryModel>(&mut self, machine: &Machine<'_, M>, op: &Op, first: bool) -> Answer {
        if op.access().is_some_and(|at| self.is_forgotten(machine, at)) {
            return Answer::Unknown;
        }
        let old = match *op {
            Op::Load { at, .. } | Op::Rmw { at, .. } | Op::CompareExchange { at, .. } => {
                match self.read(machine, at) {
                    Some(old) => old,
                    // There is no such memory.
                    None => return Answer::End,
                }
            }
            Op::Store { .. } | Op::Choice { .. } => 0,
            Op::Fail(_) | Op::Block(_) | Op::Unsupported => return Answer::End,
            _ => return Answer::Unknown,
        };
        let size = op.access().map_or(0, |at| at.size);
        match op.guard() {
            Some(guard) if !guard.passes(old, size) && first => return Answer::Unknown,
            Some(guard) if !guard.passes(old, size) => return Answer::End,
            _ => {}
        }
        if let (Some(at), Some(new)) = (op.access(), op.written(old)) {
            self.add(CellAccess::new(at, true));
            self.written.push((at, new));
        }
        Answer::Value(old)
    }

    /// Are these bytes of a private object? Nobody knows their old values.
    fn is_forgotten<M: MemoryModel>(&self, machine: &Machine<'_, M>, at: Access) -> bool {
        let objects = &machine.host.objects;
        let user = || Some(objects.get(objects.find(at.address)?).user);
        let own = |(w, _): &(Access, u64)| *w == at;
        machine.host.privacy.shared().is_some()
            && user().is_some_and(|user| user != User::Several)
            && !self.written.iter().any(own)
    }

    fn read<M: MemoryModel>(&mut self, machine: &Machine<'_, M>, at: Access) -> Option<u64> {
        self.add(CellAccess::new(at, false));
        let granule = match machine.host.objects.resolve(at, false) {
            Ok(granule) => granule,
            Err(fault) => fault.granule?,
        };
        let trace = &machine.trace;
        let is_kept = |s: StepIdx| (self.is_kept)(trace, s);
        let before = trace.value_after(&machine.host.memory, granule, is_kept);
        let own = self
            .written
            .iter()
            .filter(|(w, _)| w.address / 8 == at.address / 8);
        let now = own.fold(before, |all, (w, value)| insert(all, *w, *value));
        Some(extract(now, at))
    }

    fn add(&mut self, access: CellAccess) {
        match self
            .accesses
            .iter_mut()
            .find(|known| known.granule == access.granule)
        {
            Some(known) => {
                known.seen |= access.seen & !known.writes;
                known.writes |= access.writes;
                known.reads = (known.reads | access.reads) & !known.writes;
            }
            None => self.accesses.push(access),
        }
    }
}
