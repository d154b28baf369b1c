//! Weak initials: the steps with which a plan can begin.

use super::{Last, Reversal, WeakInitial};
use crate::machine::{AccessSet, Footprint, conflict, dependent};
use crate::trace::summary::Dependence;
use crate::trace::{StepIdx, Trace};

/// Of the first so many steps that are in the way of another, the oldest is taken.
const OBSTACLES: usize = 4;

impl Reversal {
    /// Is `step` a weak initial: does an equivalent of the plan, or of a continuation of it, begin with `step`? If not,
    /// the error is a step of the plan that is in its way, or `None` if that is the reversed step.
    ///
    /// Mostly the order of the steps in the trace tells. The exception are loads that read a store early: in a plan
    /// without the update of that store they commute with steps that happen after them in the trace.
    #[inline(always)]
    pub(super) fn weak_initial(
        &self,
        trace: &Trace,
        (step, hidden): (&Footprint, bool),
    ) -> Result<WeakInitial, Option<StepIdx>> {
        let label = step.summary.label;
        let found = trace.find(label.actor, step.nth());
        let Some(s) = found.filter(|_| !trace.has_early_loads()) else {
            return self.compare(trace, step, hidden);
        };
        let known = trace.step(s);
        // Further down in the tree the thread may have gone another way.
        let is_single = || known.summary.is_same_simple(&step.summary);
        let newest = trace.newest_before(s);
        let is_after_last = newest == Some(self.second) && self.last == Last::Step(self.second);
        if is_after_last && is_single() {
            return Err(None);
        }
        if s == self.second {
            let same = self.last == Last::Step(s) && !known.guarded;
            return match newest {
                Some(newest) if same && self.is_kept(trace, newest) => Err(Some(newest)),
                Some(newest) if same && newest == self.first && known.label == label => {
                    Ok(WeakInitial::Reversed)
                }
                _ => self.compare(trace, step, hidden),
            };
        }
        if self.is_kept(trace, s) {
            return match self.newest_in_front(trace, s) {
                None if known.label == label => Ok(WeakInitial::Kept(s)),
                None => Err(Some(s)),
                Some(newest) if known.summary.is_same_access(&step.summary) => {
                    Err(Some(self.oldest_conflict(trace, s).unwrap_or(newest)))
                }
                newest => Err(newest),
            };
        }
        match known.summary.is_same_access(&step.summary) {
            true => self.begin_beside(trace, s, step),
            false => self.compare(trace, step, hidden),
        }
    }

    /// The same if `step` is no part of the plan, but a single access, which is `s` in the trace.
    #[inline(never)]
    fn begin_beside(
        &self,
        trace: &Trace,
        s: StepIdx,
        step: &Footprint,
    ) -> Result<WeakInitial, Option<StepIdx>> {
        if self.has_last() {
            let last = self.outline_of_last(trace);
            match last.compare(&step.summary) {
                Dependence::Dependent => return Err(None),
                Dependence::Independent => (),
                Dependence::Unknown => {
                    if is_in_the_way(self.view_of_last(trace), step, &mut false) {
                        return Err(None);
                    }
                }
            }
        }
        // It happens after the first step of the race, and so do all later steps that conflict with it. So a step that
        // is in its way stands before it.
        match self.oldest_conflict(trace, s) {
            None => Ok(WeakInitial::Beside),
            conflict => Err(conflict),
        }
    }

    /// A step of the plan that a single access behind it conflicts with. Any of them keeps the plan from beginning with
    /// that access. The oldest is best: more of the next executions contain it, so the answer holds longer (lemma 5).
    #[inline(never)]
    fn oldest_conflict(&self, trace: &Trace, s: StepIdx) -> Option<StepIdx> {
        let conflicts = trace.conflicts_before(s).take_while(|c| *c > self.first);
        let in_the_way = conflicts.filter(|c| self.is_kept(trace, *c));
        in_the_way.take(OBSTACLES).last()
    }

    /// The same by comparing one after the other.
    #[inline(never)]
    fn compare(
        &self,
        trace: &Trace,
        step: &Footprint,
        mut hidden: bool,
    ) -> Result<WeakInitial, Option<StepIdx>> {
        for s in self.kept(trace) {
            let summary = &trace.step(s).summary;
            if summary.is_far_from(&step.summary) {
                continue;
            }
            if summary.label == step.summary.label {
                return Ok(WeakInitial::Kept(s));
            }
            if is_in_the_way(self.view(trace, s), step, &mut hidden) {
                return Err(Some(s));
            }
        }
        if !self.has_last() {
            return Ok(WeakInitial::Beside);
        }
        let last = self.view_of_last(trace);
        if last.summary.label == step.summary.label {
            return Ok(WeakInitial::Reversed);
        }
        match is_in_the_way(last, step, &mut hidden) {
            false => Ok(WeakInitial::Beside),
            true => Err(None),
        }
    }
}

/// Does a step of a plan not commute with another one?
#[inline]
fn is_in_the_way(item: AccessSet<'_>, step: &Footprint, hidden: &mut bool) -> bool {
    match item.summary.compare(&step.summary) {
        Dependence::Dependent => true,
        Dependence::Independent => false,
        Dependence::Unknown if item.summary.meets_in_memory(&step.summary) => {
            conflict(item.accesses, step.accesses())
        }
        Dependence::Unknown => {
            let view = step.view(*hidden);
            *hidden &= !item.reveals(&view);
            dependent(item, view)
        }
    }
}
