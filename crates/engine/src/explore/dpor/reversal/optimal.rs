//! Optimal-DPOR: plans sequences in a wakeup tree.
//!
//! In the paper a plan has all steps that do not happen after the first step of the race. Here most of them are left out
//! when the plan is added to the tree: see [`Reversal::append`], and lemma 2 of `docs/design/dpor.md` for the proof.

use super::super::sleep_sets::SearchStack;
use super::super::wakeup_tree::NodeId;
use super::{Last, Reversal, WeakInitial};
use crate::machine::dependent;
use crate::trace::summary::StepSummary;
use crate::trace::{Coverage, StepIdx, StoreName, Trace, ValidWhile};
use smallvec::SmallVec;

impl Reversal {
    /// Plans the sequence, unless an explored or planned sequence covers it.
    pub(super) fn plan_sequence(&mut self, trace: &Trace, stack: &mut SearchStack) -> Coverage {
        if let Some(cover) = self.is_explored(trace, stack) {
            return cover;
        }
        self.advance(trace);
        let depth = self.first.index();
        let mut parent: Option<NodeId> = None;
        // The path down the tree stays the same as long as the plan has the steps that lead along it.
        let mut way = ValidWhile::up_to(self.second);
        loop {
            let list = match parent {
                Some(parent) => stack.tree.children(parent),
                None => stack.planned(depth),
            };
            let Some((child, beginning)) = self.find_branch(trace, stack, list) else {
                if parent.is_none() && stack.learn(depth) {
                    continue;
                }
                let list = self.append(trace, stack, list, &mut way);
                match parent {
                    Some(parent) => stack.tree.set_children(parent, list),
                    None => stack.set_planned(depth, list),
                }
                if parent.is_none() && !stack.publish(depth) {
                    continue;
                }
                return self.cover(way);
            };
            go_by(&mut way, beginning, &stack.tree.step(child).summary);
            if stack.tree.children(child).is_none() {
                return self.cover(way);
            }
            if !self.remove(trace, beginning) {
                return Coverage::While(ValidWhile::whole_plan());
            }
            parent = Some(child);
        }
    }

    /// How long this coverage stays valid, given the path taken through the wakeup tree and the branches that the plan
    /// could not enter.
    fn cover(&self, mut way: ValidWhile) -> Coverage {
        // If the reversed step has other accesses than in the trace, these may depend on the plan.
        if self.last == Last::Changed {
            return Coverage::While(ValidWhile::whole_plan());
        }
        self.obstacles.iter().for_each(|s| way.and_up_to(*s));
        Coverage::While(way)
    }

    /// The first of a list of siblings that the plan can begin with.
    #[inline]
    fn find_branch(
        &mut self,
        trace: &Trace,
        stack: &SearchStack,
        list: Option<NodeId>,
    ) -> Option<(NodeId, WeakInitial)> {
        let next = trace.steps().get(self.next.index()).map(|step| step.label);
        for node in stack.tree.siblings(list) {
            let step = stack.tree.step(node);
            // Long plans mostly go down a branch that begins as they do.
            if next == Some(step.summary.label) {
                return Some((node, WeakInitial::Kept(self.next)));
            }
            match self.weak_initial(trace, (step, step.hidden())) {
                Ok(beginning) => return Some((node, beginning)),
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        None
    }

    /// How long an explored step covers the sequence, if one does.
    fn is_explored(&mut self, trace: &Trace, stack: &SearchStack) -> Option<Coverage> {
        let depth = self.first.index();
        for asleep in stack.sleepers(depth) {
            match self.weak_initial(trace, (asleep.step, asleep.hidden)) {
                // Sequences that wake it are found by races with it. Of those this worker learns nothing.
                Ok(WeakInitial::Beside) if asleep.is_other_tasks => (),
                Ok(beginning) => {
                    return Some(self.cover_by(trace, beginning, &asleep.step.summary));
                }
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        None
    }

    /// How long an explored step covers the plan, which can begin with it.
    fn cover_by(&self, trace: &Trace, beginning: WeakInitial, step: &StepSummary) -> Coverage {
        if self.is_firm(trace, beginning) {
            return Coverage::Always;
        }
        let mut way = ValidWhile::up_to(self.second);
        go_by(&mut way, beginning, step);
        match self.last {
            Last::Changed => Coverage::While(ValidWhile::whole_plan()),
            _ => Coverage::While(way),
        }
    }

    #[inline]
    fn note_obstacle(&mut self, obstacle: Option<StepIdx>) {
        if let Some(obstacle) = obstacle {
            self.obstacles.push(obstacle);
        }
    }

    /// Is it a step of the plan before the race's second step, or that step itself? Then it begins every plan for this
    /// race, whatever the execution does afterwards. The exception is a plan with a later choice: other executions have
    /// to plan the other options.
    fn is_firm(&self, trace: &Trace, beginning: WeakInitial) -> bool {
        let is_firm = match beginning {
            WeakInitial::Kept(s) => s < self.second,
            WeakInitial::Reversed => true,
            WeakInitial::Beside => false,
        };
        is_firm && !(trace.has_choices() && self.has_later_choice(trace))
    }

    #[inline(never)]
    fn has_later_choice(&self, trace: &Trace) -> bool {
        let mut later = (self.second.0 + 1..trace.len() as u32).map(StepIdx);
        later.any(|s| trace.step(s).options > 1 && self.is_in_plan(trace, s))
    }

    /// Removes the first step of the plan; false if nothing is left of it.
    fn remove(&mut self, trace: &Trace, beginning: WeakInitial) -> bool {
        match beginning {
            WeakInitial::Kept(s) => {
                self.removed[s.index()] = self.round + 1;
                let step = trace.step(s);
                if step.update.is_some() {
                    self.reached.push(StoreName {
                        queue: step.label.actor,
                        nth: step.nth,
                    });
                }
                self.advance(trace);
            }
            WeakInitial::Reversed => self.last = Last::Removed,
            WeakInitial::Beside => (),
        }
        self.has_last() || self.next.index() < trace.len()
    }
    /// Goes on to the first step of the trace that is in the plan.
    #[inline]
    fn advance(&mut self, trace: &Trace) {
        while self.next.index() < trace.len() && !self.is_kept(trace, self.next) {
            self.next.0 += 1;
        }
    }

    /// Adds the plan as a new branch behind a list of siblings; `way` is the path to the list, and is extended.
    ///
    /// Of the steps before the reversed one, only those are added that happen before it or before an obstacle, and the
    /// obstacles. All others follow in some order anyway.
    #[inline(never)]
    fn append(
        &mut self,
        trace: &Trace,
        stack: &mut SearchStack,
        list: Option<NodeId>,
        way: &mut ValidWhile,
    ) -> Option<NodeId> {
        // A step that still waits has no clock, so all of the plan may lead to it.
        let all = self.has_last() && self.second.index() == trace.len();
        self.find_needed(trace);
        let mut child = None;
        if self.has_last() {
            let (node, step) = stack.tree.add(None, true);
            match self.last {
                Last::Step(last) => step.set_step(trace, last),
                _ => step.set(self.view_of_last(trace)),
            }
            child = Some(node);
        }
        let newest_first = (self.next.0..trace.len() as u32).rev().map(StepIdx);
        for s in newest_first.filter(|s| self.is_kept(trace, *s)) {
            if !all && !trace.is_in(s, &self.needed) {
                continue;
            }
            way.and_up_to(s);
            let (node, step) = stack.tree.add(None, false);
            step.set_step(trace, s);
            if let Some(forward) = trace.step(s).forward {
                step.set_hidden(self.is_hidden(trace, forward));
            }
            stack.tree.set_children(node, child);
            child = Some(node);
        }
        stack.tree.append(list, child.expect("a plan has a step"))
    }

    /// Notes the clock of the steps that lead to the reversed step and to the obstacles.
    fn find_needed(&mut self, trace: &Trace) {
        let last = self.second.index() < trace.len() && self.has_last();
        let last = Some(self.second).filter(|_| last);
        trace.clock_after(last.into_iter(), &mut self.needed);
        if last.is_some() && self.last == Last::Changed {
            self.need_new_conflicts(trace);
        }
        for obstacle in &self.obstacles {
            if !trace.is_in(*obstacle, &self.needed) {
                trace.add_to_clock(*obstacle, &mut self.needed);
            }
        }
    }
}

impl Reversal {
    /// In its new place the reversed step can conflict with steps with which it had nothing to do before. They
    /// have to stand in front of it: the other order is another class.
    #[inline(never)]
    fn need_new_conflicts(&mut self, trace: &Trace) {
        let conflicts = |s: &StepIdx| {
            !trace.is_in(*s, &self.needed)
                && dependent(self.view(trace, *s), self.view_of_last(trace))
        };
        let conflicting: SmallVec<[StepIdx; 8]> = self.kept(trace).filter(conflicts).collect();
        for s in conflicting {
            trace.add_to_clock(s, &mut self.needed);
        }
    }
}

/// Extends a path in the tree by a step that the plan can begin with.
#[inline]
fn go_by(way: &mut ValidWhile, beginning: WeakInitial, step: &StepSummary) {
    match beginning {
        WeakInitial::Kept(s) => way.and_up_to(s),
        WeakInitial::Reversed => (),
        WeakInitial::Beside => way.and_beside(step),
    }
}
