//! Optimal-DPOR: plans sequences in a wakeup tree.
//!
//! In the paper a plan has all steps that do not happen after the first step of the race. Here most of them are left out
//! when the plan is added to the tree: see [`Reversal::append`], and lemma 2 of `docs/design/dpor.md` for the proof.

use super::super::sleep_sets::Levels;
use super::super::wakeup_tree::NodeId;
use super::{Beginning, Last, Reversal};
use crate::trace::summary::Outline;
use crate::trace::{Cover, Ground, StepIdx, StoreName, Trace};

impl Reversal {
    /// Plans the sequence, unless an explored or planned sequence covers it.
    pub(super) fn plan_sequence(&mut self, trace: &Trace, levels: &mut Levels) -> Cover {
        if let Some(cover) = self.is_explored(trace, levels) {
            return cover;
        }
        self.advance(trace);
        let depth = self.first.index();
        let mut parent: Option<NodeId> = None;
        // The path down the tree stays the same as long as the plan has the steps that lead along it.
        let mut way = Ground::up_to(self.second);
        loop {
            let list = match parent {
                Some(parent) => levels.tree.children(parent),
                None => levels.planned(depth),
            };
            let Some((child, beginning)) = self.find_branch(trace, levels, list) else {
                if parent.is_none() && levels.learn(depth) {
                    continue;
                }
                let list = self.append(trace, levels, list, &mut way);
                match parent {
                    Some(parent) => levels.tree.set_children(parent, list),
                    None => levels.set_planned(depth, list),
                }
                if parent.is_none() && !levels.publish(depth) {
                    continue;
                }
                return self.cover(way);
            };
            go_by(&mut way, beginning, &levels.tree.step(child).outline);
            if levels.tree.children(child).is_none() {
                return self.cover(way);
            }
            if !self.remove(trace, beginning) {
                return Cover::While(Ground::whole_plan());
            }
            parent = Some(child);
        }
    }

    /// How long this coverage stays valid, given the path taken through the wakeup tree and the branches that the plan
    /// could not enter.
    fn cover(&self, mut way: Ground) -> Cover {
        // If the reversed step is not what it is in the trace, the plan may decide what it is.
        if self.last == Last::Changed {
            return Cover::While(Ground::whole_plan());
        }
        self.obstacles.iter().for_each(|s| way.and_up_to(*s));
        Cover::While(way)
    }

    /// The first of a list of siblings that the plan can begin with.
    #[inline]
    fn find_branch(
        &mut self,
        trace: &Trace,
        levels: &Levels,
        list: Option<NodeId>,
    ) -> Option<(NodeId, Beginning)> {
        let next = trace.steps().get(self.next.index()).map(|step| step.label);
        for node in levels.tree.siblings(list) {
            let step = levels.tree.step(node);
            // Long plans mostly go down a branch that begins as they do.
            if next == Some(step.outline.label) {
                return Some((node, Beginning::Kept(self.next)));
            }
            match self.begin_with(trace, (step, step.hidden())) {
                Ok(beginning) => return Some((node, beginning)),
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        None
    }

    /// How long an explored step covers the sequence, if one does.
    fn is_explored(&mut self, trace: &Trace, levels: &Levels) -> Option<Cover> {
        let depth = self.first.index();
        for asleep in levels.sleepers(depth) {
            match self.begin_with(trace, (asleep.step, asleep.hidden)) {
                // Sequences that wake it are found by races with it. Of those this worker learns nothing.
                Ok(Beginning::Beside) if asleep.is_other_tasks => (),
                Ok(beginning) => {
                    return Some(self.cover_by(trace, beginning, &asleep.step.outline));
                }
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        None
    }

    /// How long an explored step covers the plan, which can begin with it.
    fn cover_by(&self, trace: &Trace, beginning: Beginning, step: &Outline) -> Cover {
        if self.is_firm(trace, beginning) {
            return Cover::Always;
        }
        let mut way = Ground::up_to(self.second);
        go_by(&mut way, beginning, step);
        match self.last {
            Last::Changed => Cover::While(Ground::whole_plan()),
            _ => Cover::While(way),
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
    fn is_firm(&self, trace: &Trace, beginning: Beginning) -> bool {
        let is_firm = match beginning {
            Beginning::Kept(s) => s < self.second,
            Beginning::Reversed => true,
            Beginning::Beside => false,
        };
        is_firm && !(trace.has_choices() && self.has_later_choice(trace))
    }

    #[inline(never)]
    fn has_later_choice(&self, trace: &Trace) -> bool {
        let mut later = (self.second.0 + 1..trace.len() as u32).map(StepIdx);
        later.any(|s| trace.step(s).options > 1 && self.is_in_plan(trace, s))
    }

    /// Removes the first step of the plan; false if nothing is left of it.
    fn remove(&mut self, trace: &Trace, beginning: Beginning) -> bool {
        match beginning {
            Beginning::Kept(s) => {
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
            Beginning::Reversed => self.last = Last::Removed,
            Beginning::Beside => (),
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
        levels: &mut Levels,
        list: Option<NodeId>,
        way: &mut Ground,
    ) -> Option<NodeId> {
        // A step that still waits has no clock, so all of the plan may lead to it.
        let all = self.has_last() && self.second.index() == trace.len();
        self.find_needed(trace);
        let mut child = None;
        if self.has_last() {
            let (node, step) = levels.tree.add(None, true);
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
            let (node, step) = levels.tree.add(None, false);
            step.set_step(trace, s);
            if let Some(forward) = trace.step(s).forward {
                step.set_hidden(self.is_hidden(trace, forward));
            }
            levels.tree.set_children(node, child);
            child = Some(node);
        }
        levels.tree.append(list, child.expect("a plan has a step"))
    }

    /// Notes the clock of the steps that lead to the reversed step and to the obstacles.
    fn find_needed(&mut self, trace: &Trace) {
        let last = self.second.index() < trace.len() && self.has_last();
        let last = Some(self.second).filter(|_| last);
        trace.clock_after(last.into_iter(), &mut self.needed);
        for obstacle in &self.obstacles {
            if !trace.is_in(*obstacle, &self.needed) {
                trace.add_to_clock(*obstacle, &mut self.needed);
            }
        }
    }
}

/// Extends a path in the tree by a step that the plan can begin with.
#[inline]
fn go_by(way: &mut Ground, beginning: Beginning, step: &Outline) {
    match beginning {
        Beginning::Kept(s) => way.and_up_to(s),
        Beginning::Reversed => (),
        Beginning::Beside => way.and_beside(step),
    }
}
