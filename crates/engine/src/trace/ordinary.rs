//! Steps that are one access, all at once: most steps are.
//!
//! [`Trace::record`] comes to the same as [`Trace::open`], [`Trace::access`] and [`Trace::close`]. It is for
//! steps without guards, sections, joins and waits for store buffers. A general step collects the steps that it conflicts
//! with by all its accesses, and orders them before it compares clocks. An ordinary step has one access. As long as no load
//! has taken a store from a buffer, the accesses to a granule are in the order of their steps, so the step is compared
//! with each of them when it is found, and no list is made.

use super::{Before, ChainId, Label, StepIdx, Trace, Update, Walk};
use crate::host::memory::{GranuleIdx, Memory};
use crate::trace::access::CellAccess;
use threadproof_program::Op;

/// A step that is one access.
#[derive(Clone, Copy)]
pub struct Ordinary<'a> {
    pub label: Label,
    pub chain: ChainId,
    pub op: &'a Op,
    pub before: Before,
    /// The thread's step before, or the one that created it; for a step of a store buffer, the one before of its queue.
    pub after: Option<StepIdx>,
    /// For such a step, the one that issued the store.
    pub issued: Option<StepIdx>,
    pub update: Option<Update>,
    pub granule: GranuleIdx,
    pub access: CellAccess,
    /// Its thread ends with it.
    pub ends: bool,
}

impl Trace {
    /// Adds a step, before its write takes effect. There are so many chains.
    #[inline(always)]
    pub fn record(&mut self, memory: &mut Memory, new: Ordinary<'_>, chains: usize) -> StepIdx {
        let newest = StepIdx(self.steps.len() as u32);
        let nth = self.note_place(new.label.actor, newest);
        let step = self.steps.add();
        step.become_ordinary(&new, nth);
        step.first_access = self.accesses.len() as u32;
        step.first_issue = self.issues.len() as u32;
        self.link(memory, new.granule, new.access, newest);
        self.clocks.widen(chains);
        match new.update {
            None => self.order_ordinary(new.after),
            Some(_) => self.order_update(new.after, new.issued),
        }
        newest
    }

    #[inline(never)]
    fn order_ordinary(&mut self, previous: Option<StepIdx>) {
        self.order(previous, None);
    }
    #[inline(never)]
    fn order_update(&mut self, previous: Option<StepIdx>, issued: Option<StepIdx>) {
        self.order(previous, issued);
    }
    /// Computes the clock and the races of the newest step, which comes after two others in any case.
    #[inline(always)]
    fn order(&mut self, previous: Option<StepIdx>, issued: Option<StepIdx>) {
        let newest = StepIdx(self.steps.len() as u32 - 1);
        let (step, others) = self.steps.split_last_mut().expect("it was added");
        let mut clock = self.clocks.begin(newest, previous);
        let mut newest_before = previous.map_or(0, |p| p.0 + 1);
        if let Some(issued) = issued {
            newest_before = newest_before.max(issued.0 + 1);
            clock.join(issued);
        }
        step.chain_nth = clock.count(step.chain.index());
        if self.early_loads > 0 {
            step.newest_before = newest_before;
            self.collect_ordinary();
            return self.come_after_predecessors(newest);
        }
        let access = self.accesses.last().expect("it has an access");
        let link = self.links.last().expect("it has an access");
        let mut walk = Walk::new(*access, link.older, link.older_write);
        let is_own = |s: StepIdx| others[s.index()].thread == step.thread;
        while let Some(link) = walk.next(&self.links, newest, is_own) {
            let other = &others[link.step.index()];
            if other.thread == step.thread {
                continue;
            }
            newest_before = newest_before.max(link.step.0 + 1);
            if other.chain_nth <= clock.get(other.chain.index()) {
                continue;
            }
            self.races.add(link.step, newest, &[]);
            clock.join(link.step);
        }
        step.newest_before = newest_before;
    }

    /// Finds the steps that the newest one conflicts with by its access.
    #[inline(never)]
    fn collect_ordinary(&mut self) {
        self.predecessors.clear();
        let access = *self.accesses.last().expect("it has an access");
        let link = self.links.last().expect("it has an access");
        self.collect(access, (link.older, link.older_write));
    }

    /// The newest step, a load, is not at its end yet: from here on it is as if it had been begun by [`Trace::open`], and
    /// has to be closed.
    #[inline(never)]
    pub fn reopen(&mut self) {
        self.newest_mut().ordinary = false;
        let newest = StepIdx(self.steps.len() as u32 - 1);
        self.races.forget_from(newest);
        self.ways.clear();
        self.collect_ordinary();
    }

    /// Takes back the newest step, an ordinary one, but for its races.
    #[inline(always)]
    pub(super) fn unlink_ordinary(&mut self, memory: &mut Memory) {
        let step = self.steps.last().expect("there is a step");
        if !step.untouched {
            self.issues.truncate(step.first_issue as usize);
        }
        self.unlink_access(memory);
    }
}
