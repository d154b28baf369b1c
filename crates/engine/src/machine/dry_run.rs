//! What a step would touch if some steps before it had not been taken.
//!
//! A compare-exchange or an atomic section may go another way when it reads other values: a try-lock
//! that failed would succeed. A plan needs to know, and neither too much nor too little will do: a
//! plan that takes a read for a write leads into what was explored already and is given up there,
//! with all that was thought to be covered by it. So the step is rehearsed on the values that it
//! would find.
//!
//! Sections that allocate, free or create threads are left alone.

use super::replayed_section::{DryRun, Play};
use super::{Machine, MemoryModel};
use crate::host::memory::{extract, insert};
use crate::trace::{CellAccess, StepIdx, Trace};
use smallvec::SmallVec;
use threadproof_program::{Access, address};

struct Imagined<F> {
    is_kept: F,
    accesses: SmallVec<[CellAccess; 4]>,
    written: SmallVec<[(Access, u64); 4]>,
}

impl<M: MemoryModel> Machine<'_, M> {
    /// What the step `s` would touch if only those of the other steps had been taken that `is_kept`
    /// accepts. They must leave the thread of `s` as it is before `s`. `None` if that cannot be
    /// known.
    pub fn imagine(
        &mut self,
        s: StepIdx,
        is_kept: impl Fn(&Trace, StepIdx) -> bool,
    ) -> Option<SmallVec<[CellAccess; 4]>> {
        let mut imagined = Imagined {
            is_kept,
            accesses: SmallVec::new(),
            written: SmallVec::new(),
        };
        let thread = self.trace.step(s).thread;
        if self.dry_run(thread, Some(s), &mut imagined) != DryRun::Whole {
            return None;
        }
        // The end of the thread, if it follows: who waits for it comes later in any case.
        let block = address::thread_block(thread) / 8;
        let end = self.trace.accesses(s).iter().find(|f| f.granule == block);
        imagined.accesses.extend(end.copied());
        Some(imagined.accesses)
    }
}

impl<M: MemoryModel, F: Fn(&Trace, StepIdx) -> bool> Play<M> for Imagined<F> {
    fn read(&mut self, machine: &Machine<'_, M>, at: Access) -> Option<u64> {
        self.touch(CellAccess::new(at, false));
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

    fn write(&mut self, at: Access, value: u64) {
        self.touch(CellAccess::new(at, true));
        self.written.push((at, value));
    }

    fn choose(&mut self, _: u32) -> u32 {
        0
    }
}

impl<F> Imagined<F> {
    fn touch(&mut self, access: CellAccess) {
        match self
            .accesses
            .iter_mut()
            .find(|f| f.granule == access.granule)
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
