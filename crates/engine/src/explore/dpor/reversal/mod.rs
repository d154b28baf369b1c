//! Plans the reversal of a race: the steps after the first one that do not happen after it, then the second one. The
//! paper calls this the wakeup sequence `notdep(e1).e2`.
//!
//! A plan is not written down before it is added to the tree: the clocks say which steps of the trace belong to it, and
//! the newest step before each says whether the plan can begin with it (lemma 1 of `docs/design/dpor.md`).
//! Rejected: plans as sets of bits over the trace. They make long plans cheaper and short ones dearer, and most are short.

mod optimal;
mod source;
mod weak_initials;

use super::Mode;
use super::sleep_sets::SearchStack;
use crate::machine::{AccessSet, Footprint, Machine, MemoryModel};
use crate::mutant::{self, Mutant};
use crate::trace::guard_races::{GuardReversal, Guarded};
use crate::trace::summary::StepSummary;
use crate::trace::{CellAccess, Coverage, Cut, Forward, Label, Race, StepIdx, StoreName, Trace};
use smallvec::SmallVec;
use threadproof_program::{Op, ThreadId};

/// One reversal at a time.
pub struct Reversal {
    /// The first step of the race; the plan is for the state before it.
    first: StepIdx,
    /// Leaves out the steps that happen after it.
    cut: Cut,
    /// The race's second step; the end of the trace if it still waits.
    second: StepIdx,
    /// The reversed step, as it will be in its new place.
    last: Last,
    /// The reversed step, if it will not be the same as in the trace.
    changed: Footprint,
    /// The plan has no steps of the trace in front of this one.
    next: StepIdx,
    /// For each step of the trace: `round` if it is excluded, `round + 1` if it was matched to a node of the tree
    /// above, less if it is still in the plan as far as its clock says so.
    removed: Vec<u64>,
    round: u64,
    /// Steps of the plan that keep it from beginning with an explored or planned step.
    obstacles: Vec<StepIdx>,
    /// The clock of the needed part of the plan.
    needed: Vec<u32>,
    /// Stores whose updates were matched to nodes of the tree: loads that read them early read memory then.
    reached: SmallVec<[StoreName; 4]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// As it is in the trace.
    Step(StepIdx),
    Changed,
    /// It is no part of the plan any more.
    Removed,
}

/// The role of a step with which a plan can begin.
#[derive(Clone, Copy)]
enum WeakInitial {
    /// This step of the trace.
    Kept(StepIdx),
    Reversed,
    /// No part of it: it commutes with the whole plan.
    Beside,
}

impl Default for Reversal {
    fn default() -> Reversal {
        Reversal {
            first: StepIdx(0),
            cut: Cut::default(),
            second: StepIdx(0),
            last: Last::Removed,
            changed: Footprint::nothing(),
            next: StepIdx(0),
            removed: Vec::new(),
            round: 0,
            obstacles: Vec::new(),
            needed: Vec::new(),
            reached: SmallVec::new(),
        }
    }
}

impl Reversal {
    /// Prepares the reversal of a race.
    #[inline]
    pub fn of_race<M: MemoryModel>(&mut self, machine: &mut Machine<'_, M>, race: Race) {
        let trace = machine.trace();
        self.begin(trace, race.first, trace.left_out(race));
        self.second = race.second;
        self.last = if self.predict(machine) {
            Last::Changed
        } else {
            Last::Step(race.second)
        };
    }

    /// The reversal by which a thread that waits at the end could go on.
    pub fn of_waiting<M: MemoryModel>(
        &mut self,
        machine: &Machine<'_, M>,
        t: ThreadId,
        read: Guarded,
        way: &GuardReversal,
    ) {
        let trace = machine.trace();
        self.begin(trace, way.first, &way.without);
        self.second = StepIdx(trace.len() as u32);
        let access = CellAccess::new(read.at, read.guard.why.takes());
        let actor = machine.names().of_thread(t);
        let label = Label { actor, choice: 0 };
        let (nth, drains) = machine.next_step(t);
        self.changed.set_waiting((label, nth), t, access, drains);
        self.last = Last::Changed;
    }

    #[inline]
    fn begin(&mut self, trace: &Trace, first: StepIdx, without: &[StepIdx]) {
        self.first = first;
        self.cut = trace.cut(first);
        self.next = StepIdx(first.0 + 1);
        self.round += 2;
        if self.removed.len() < trace.len() {
            self.removed.resize(trace.len(), 0);
        }
        self.obstacles.clear();
        self.reached.clear();
        if !without.is_empty() {
            self.leave_out(trace, without);
        }
    }
    #[inline(never)]
    fn leave_out(&mut self, trace: &Trace, without: &[StepIdx]) {
        let is_out = |s| without.iter().any(|left| trace.happens_before(*left, s));
        for s in (self.next.0..trace.len() as u32).map(StepIdx) {
            if is_out(s) {
                self.removed[s.index()] = self.round;
            }
        }
    }

    /// Predicts the second step of the race in its new place; false if it stays as it is (lemma 7 of
    /// `docs/design/dpor.md`).
    ///
    /// A compare-exchange or an atomic section may go another way if it reads other values. Here it reads the values
    /// from before the first step and those of the plan, since every other write that it read depends on the first step.
    #[inline]
    fn predict<M: MemoryModel>(&mut self, machine: &mut Machine<'_, M>) -> bool {
        let step = machine.trace().step(self.second);
        // Single accesses that are always the same make no choices.
        !step.summary.simple && self.predict_change(machine)
    }
    #[inline(never)]
    fn predict_change<M: MemoryModel>(&mut self, machine: &mut Machine<'_, M>) -> bool {
        let trace = machine.trace();
        let step = trace.step(self.second);
        let may_change = step.depth > 0 || matches!(step.op, Op::CompareExchange { .. });
        let accesses = trace.accesses(self.second);
        let writes_it = |f: &CellAccess| accesses.iter().any(|g| f.is_overwriting(g));
        let overwritten = trace.accesses(self.first).iter().any(writes_it);
        let changes = may_change && !step.guarded && overwritten;
        if !changes && step.label.choice == 0 {
            return false;
        }
        self.changed.set(AccessSet::of(trace, self.second));
        self.changed.set_choice(0);
        if changes && mutant::is(Mutant::NoImagination) {
            self.changed.change_accesses(|access| {
                access.writes = access.mask();
                access.reads = 0;
            });
        } else if changes {
            let is_before = |trace: &Trace, s: StepIdx| s < self.first || self.is_in_plan(trace, s);
            if let Some(accesses) = machine.imagine(self.second, is_before) {
                self.changed.set_accesses(&accesses);
            }
        }
        true
    }

    /// Plans the reversal unless it is explored or planned, and says how long it stays covered.
    pub fn plan(&mut self, trace: &Trace, stack: &mut SearchStack, mode: Mode) -> Coverage {
        match mode {
            Mode::Source => {
                self.plan_initial(trace, stack);
                Coverage::Always
            }
            Mode::Optimal => self.plan_sequence(trace, stack),
        }
    }

    fn has_last(&self) -> bool {
        self.last != Last::Removed
    }

    /// Was a step of the trace behind the race's first in the plan, before parts of that were found in the tree?
    #[inline]
    fn is_in_plan(&self, trace: &Trace, s: StepIdx) -> bool {
        self.removed[s.index()] != self.round
            && trace.is_left_by(self.cut, s)
            && !mutant::is(Mutant::NoIndependentSteps)
    }
    /// Is it still?
    #[inline]
    fn is_kept(&self, trace: &Trace, s: StepIdx) -> bool {
        self.removed[s.index()] < self.round
            && trace.is_left_by(self.cut, s)
            && !mutant::is(Mutant::NoIndependentSteps)
    }
    /// The steps of the trace that are in the plan.
    #[inline]
    fn kept(&self, trace: &Trace) -> impl Iterator<Item = StepIdx> {
        let steps = (self.next.0..trace.len() as u32).map(StepIdx);
        steps.filter(|s| self.is_kept(trace, *s))
    }
    /// The newest step of the plan that happens before this one; the two do not commute.
    #[inline]
    fn newest_in_front(&self, trace: &Trace, s: StepIdx) -> Option<StepIdx> {
        // All of the plan stands behind the first step of the race.
        match s == self.next || trace.newest_before(s) < Some(self.first) {
            true => None,
            false => self.newest_in_front_by_now(trace, s),
        }
    }
    #[inline(never)]
    fn newest_in_front_by_now(&self, trace: &Trace, s: StepIdx) -> Option<StepIdx> {
        let newest = trace.newest_before(s)?;
        if self.is_kept(trace, newest) {
            return Some(newest);
        }
        let mut before = (self.next.0..newest.0).rev().map(StepIdx);
        before.find(|b| trace.happens_before(*b, s) && self.is_kept(trace, *b))
    }

    /// A step of the plan as it is compared with others.
    fn view<'a>(&'a self, trace: &'a Trace, s: StepIdx) -> AccessSet<'a> {
        let mut step = AccessSet::of(trace, s);
        step.hidden = step.forward.is_some_and(|f| self.is_hidden(trace, f));
        step
    }
    fn view_of_last<'a>(&'a self, trace: &'a Trace) -> AccessSet<'a> {
        match self.last {
            Last::Step(step) => AccessSet::of(trace, step),
            _ => self.changed.view(self.changed.hidden()),
        }
    }
    #[inline]
    fn outline_of_last<'a>(&'a self, trace: &'a Trace) -> &'a StepSummary {
        match self.last {
            Last::Step(step) => &trace.step(step).summary,
            _ => &self.changed.summary,
        }
    }
    /// In the plan, does the load come before the update of the store that it reads?
    fn is_hidden(&self, trace: &Trace, forward: Forward) -> bool {
        let before = |update: StepIdx| update < self.first || self.is_kept(trace, update);
        !self.reached.contains(&forward.store) && !forward.updated.is_some_and(before)
    }
}
