//! Plans the reversal of a race: the steps after the first one that do not depend on it, then the
//! second one.
//!
//! A plan is not written down before it is added to the tree: which steps of the trace are in it can be
//! told from their clocks, and which of those it can begin with from what happens before them.

use super::Mode;
use super::level::Levels;
use super::tree::NodeId;
use crate::execution::enabling::{Guarded, Way};
use crate::execution::outline::{Glance, Outline};
use crate::execution::trace::{Cut, Foot, Forward, Label, Race, StepIdx, StoreName, Trace};
use crate::machine::{Feet, Footprint, Machine, conflict, dependent};
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Op, ThreadId, Wait};

/// One reversal at a time.
pub struct Reversal {
    /// The first step of the race; the plan is for the state before it.
    first: StepIdx,
    /// Leaves out what happens after that.
    cut: Cut,
    /// The race's second step; the end of the trace if it still waits.
    second: StepIdx,
    /// The reversed step, as it will be in its new place.
    last: Last,
    /// What it is if it is not the same as in the trace.
    changed: Footprint,
    /// The plan has no steps of the trace in front of this one.
    next: StepIdx,
    /// By step of the trace: `round` for those that are left out, the number after it for those that were in
    /// the plan and are part of the tree above now, a smaller one for others.
    removed: Vec<u64>,
    round: u64,
    /// Steps of the plan that keep it from beginning with what was explored or is planned already.
    obstacles: Vec<StepIdx>,
    /// The clock of what is needed of the plan.
    needed: Vec<u32>,
    /// The stores that updates of those moved to memory: loads that read them early read memory then.
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

/// What a step is to a plan that can begin with it.
#[derive(Clone, Copy)]
enum Beginning {
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
    pub fn of_race(&mut self, machine: &mut Machine<'_>, race: Race) {
        let trace = machine.trace();
        self.begin(trace, race.first, trace.left_out(race));
        self.second = race.second;
        self.last = if self.predict(machine) {
            Last::Changed
        } else {
            Last::Step(race.second)
        };
    }

    /// The reversal that lets a thread go on that waits in the end.
    pub fn of_waiting(&mut self, machine: &Machine<'_>, t: ThreadId, read: Guarded, way: &Way) {
        let trace = machine.trace();
        self.begin(trace, way.first, &way.without);
        self.second = StepIdx(trace.len() as u32);
        let foot = Foot::new(read.at, takes(read.guard.why));
        let actor = machine.names().of_thread(t);
        let label = Label { actor, choice: 0 };
        let (nth, drains) = machine.next_step(t);
        self.changed.set_waiting((label, nth), t, foot, drains);
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

    /// Notes the second step of the race as it will be when it comes first; false if it stays as it is.
    ///
    /// What it does depends on what it reads, so a compare-exchange or an atomic section may go
    /// another way there: by the values before the first step, since all that is written after
    /// that and read by the second depends on it.
    fn predict(&mut self, machine: &mut Machine<'_>) -> bool {
        let trace = machine.trace();
        let step = trace.step(self.second);
        let may_change = step.depth > 0 || matches!(step.op, Op::CompareExchange { .. });
        if !may_change && step.label.choice == 0 {
            return false;
        }
        let feet = trace.feet(self.second);
        let writes_it = |f: &Foot| feet.iter().any(|g| f.is_overwriting(g));
        let overwritten = trace.feet(self.first).iter().any(writes_it);
        let changes = may_change && !step.guarded && overwritten;
        if !changes && step.label.choice == 0 {
            return false;
        }
        self.changed.set(Feet::of(trace, self.second));
        self.changed.set_choice(0);
        if changes && mutant::is(Mutant::NoImagination) {
            self.changed.change_feet(|foot| {
                foot.writes = foot.mask();
                foot.reads = 0;
            });
        } else if changes {
            let is_before = |trace: &Trace, s: StepIdx| s < self.first || self.is_in_plan(trace, s);
            if let Some(feet) = machine.imagine(self.second, is_before) {
                self.changed.set_feet(&feet);
            }
        }
        true
    }

    /// True if the race needs no look in later executions that share it.
    pub fn plan(&mut self, trace: &Trace, levels: &mut Levels, mode: Mode) -> bool {
        match mode {
            Mode::Source => {
                self.plan_initial(trace, levels);
                true
            }
            Mode::Optimal => self.plan_sequence(trace, levels),
        }
    }

    /// Source-DPOR: plans one step that the sequence can begin with, unless one of those is
    /// explored or planned. What follows the race may be otherwise in the next execution, so it does not
    /// count.
    #[inline(never)]
    fn plan_initial(&self, trace: &Trace, levels: &mut Levels) {
        let kept = (self.next.0..self.second.0).map(StepIdx);
        let kept = kept.filter(|s| self.is_kept(trace, *s));
        let steps = kept.map(|s| (s, self.view(trace, s)));
        let steps = steps.chain([(self.second, self.view_of_last(trace))]);
        let initials = steps.filter(|(s, step)| self.is_initial(trace, *s, *step));
        let initials: SmallVec<[Feet<'_>; 8]> = initials.map(|(_, step)| step).collect();
        let current = trace.step(self.first).label;
        let is_initial = |label: Label| initials.iter().any(|i| i.outline.label == label);
        let depth = self.first.index();
        let explored = levels.explored(depth).any(is_initial);
        let planned = levels.planned(depth);
        let is_planned = {
            let mut siblings = levels.tree.siblings(planned);
            siblings.any(|n| is_initial(levels.tree.label(n)))
        };
        if explored || is_initial(current) || is_planned {
            return;
        }
        let first = *initials.first().expect("a sequence has a first step");
        let (node, step) = levels.tree.add(None, true);
        step.set(first);
        let planned = levels.tree.append(planned, node);
        levels.set_planned(depth, planned);
    }

    /// Does a step of the plan, which stands at `s` in the trace, come after none of those that stand before it?
    fn is_initial(&self, trace: &Trace, s: StepIdx, step: Feet<'_>) -> bool {
        // It also comes after all steps of a thread that it joins.
        let joins = trace.steps().get(s.index()).is_some_and(|s| s.joins > 0);
        let is_before = |b: StepIdx| {
            dependent(self.view(trace, b), step) || joins && trace.happens_before(b, s)
        };
        let mut before = (self.next.0..s.0).map(StepIdx);
        !before.any(|b| self.is_kept(trace, b) && is_before(b))
    }

    /// Optimal-DPOR: plans the sequence, unless what was explored or is planned covers it.
    fn plan_sequence(&mut self, trace: &Trace, levels: &mut Levels) -> bool {
        if let Some(firm) = self.is_explored(trace, levels) {
            return firm;
        }
        self.advance(trace);
        let depth = self.first.index();
        let mut parent: Option<NodeId> = None;
        loop {
            let list = match parent {
                Some(parent) => levels.tree.children(parent),
                None => levels.planned(depth),
            };
            let Some((child, beginning)) = self.find_branch(trace, levels, list) else {
                let list = self.append(trace, levels, list);
                match parent {
                    Some(parent) => levels.tree.set_children(parent, list),
                    None => levels.set_planned(depth, list),
                }
                return false;
            };
            if levels.tree.children(child).is_none() || !self.remove(trace, beginning) {
                return false;
            }
            parent = Some(child);
        }
    }

    /// The first of a list of siblings that the plan can begin with.
    #[inline]
    fn find_branch(
        &mut self,
        trace: &Trace,
        levels: &Levels,
        list: Option<NodeId>,
    ) -> Option<(NodeId, Beginning)> {
        // Long plans mostly go down a branch that begins as they do.
        if let Some(node) = list.filter(|n| self.is_next(trace, levels.tree.label(*n))) {
            return Some((node, Beginning::Kept(self.next)));
        }
        for node in levels.tree.siblings(list) {
            let step = levels.tree.step(node);
            match self.begin_with(trace, (step, step.hidden()), true) {
                Ok(beginning) => return Some((node, beginning)),
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        None
    }

    /// Does the plan as it stands begin with this step?
    #[inline]
    fn is_next(&self, trace: &Trace, label: Label) -> bool {
        let next = trace.steps().get(self.next.index());
        next.is_some_and(|step| step.label == label)
    }

    /// If what was explored covers the sequence: is that so for the race in every execution?
    fn is_explored(&mut self, trace: &Trace, levels: &Levels) -> Option<bool> {
        let depth = self.first.index();
        if self.is_reversed_explored(trace, levels) {
            return Some(true);
        }
        let mut firm = None;
        for (step, hidden) in levels.sleepers(depth) {
            match self.begin_with(trace, (step, hidden), firm.is_none()) {
                Ok(beginning) if self.is_firm(trace, beginning) => return Some(true),
                Ok(_) => firm = Some(false),
                Err(obstacle) => self.note_obstacle(obstacle),
            }
        }
        firm
    }

    /// Was the reversed step explored, and can the plan begin with it? Often that is all there is to know.
    #[inline]
    fn is_reversed_explored(&self, trace: &Trace, levels: &Levels) -> bool {
        let Last::Step(last) = self.last else {
            return false;
        };
        let step = trace.step(last);
        trace.newest_before(last) == Some(self.first)
            && levels.is_asleep_at(self.first.index(), step.label)
            && !step.guarded
            && self.is_firm(trace, Beginning::Reversed)
    }

    #[inline]
    fn note_obstacle(&mut self, obstacle: Option<StepIdx>) {
        if let Some(obstacle) = obstacle {
            self.obstacles.push(obstacle);
        }
    }

    /// Is it a step of the plan that stands before the race's second step, or that step itself? Then
    /// it begins every plan for this race, whatever the execution does afterwards. A choice that is
    /// planned to go one way leaves the other ways to be planned by other executions, though.
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
    /// The newest step of the plan that happens before this one: the two do not commute.
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

    /// What decides whether a step of the plan commutes with another.
    fn view<'a>(&'a self, trace: &'a Trace, s: StepIdx) -> Feet<'a> {
        let mut step = Feet::of(trace, s);
        step.hidden = step.forward.is_some_and(|f| self.is_hidden(trace, f));
        step
    }
    fn view_of_last<'a>(&'a self, trace: &'a Trace) -> Feet<'a> {
        match self.last {
            Last::Step(step) => Feet::of(trace, step),
            _ => self.changed.view(self.changed.hidden()),
        }
    }
    #[inline]
    fn outline_of_last<'a>(&'a self, trace: &'a Trace) -> &'a Outline {
        match self.last {
            Last::Step(step) => &trace.step(step).outline,
            _ => &self.changed.outline,
        }
    }
    /// In the plan, does the load come before the update of the store that it reads?
    fn is_hidden(&self, trace: &Trace, forward: Forward) -> bool {
        let before = |update: StepIdx| update < self.first || self.is_kept(trace, update);
        !self.reached.contains(&forward.store) && !forward.updated.is_some_and(before)
    }

    /// Is `step` a weak initial: is there an equivalent of the plan, or of a continuation of it,
    /// that begins with it? If not, which step of the trace that is in the plan is in its way? None if it is the
    /// reversed one.
    ///
    /// Mostly the order of the steps in the trace tells. Loads that read a store early are otherwise: in a plan
    /// without the way of that store to memory they commute with steps that they come before in the trace.
    ///
    /// Without `beside`, the answer may also be no if the step is no part of the plan.
    #[inline(always)]
    fn begin_with(
        &self,
        trace: &Trace,
        (step, hidden): (&Footprint, bool),
        beside: bool,
    ) -> Result<Beginning, Option<StepIdx>> {
        let label = step.outline.label;
        let found = trace.find(label.actor, step.nth());
        let Some(s) = found.filter(|_| !trace.has_early_loads()) else {
            return self.compare(trace, step, hidden);
        };
        let known = trace.step(s);
        if self.is_kept(trace, s) {
            return match self.newest_in_front(trace, s) {
                None if known.label == label => Ok(Beginning::Kept(s)),
                None => Err(Some(s)),
                before => Err(before),
            };
        }
        if self.last == Last::Step(s) && !known.guarded {
            return match trace.newest_before(s) {
                Some(newest) if self.is_kept(trace, newest) => Err(Some(newest)),
                _ => self.begin_with_last(trace, s, step),
            };
        }
        if s == self.second || !known.outline.simple || !step.outline.simple {
            return self.compare(trace, step, hidden);
        }
        match self.last {
            Last::Step(last) if trace.newest_before(s) == Some(last) => Err(None),
            _ if !beside => Err(None),
            _ => self.begin_beside(trace, s, step),
        }
    }

    /// The same if `step` is no part of the plan, but a single access, which is `s` in the trace.
    #[inline(never)]
    fn begin_beside(
        &self,
        trace: &Trace,
        s: StepIdx,
        step: &Footprint,
    ) -> Result<Beginning, Option<StepIdx>> {
        if self.has_last() {
            let last = self.outline_of_last(trace);
            match last.compare(&step.outline) {
                Glance::Dependent => return Err(None),
                Glance::Independent => (),
                Glance::Unclear => {
                    if is_in_the_way(self.view_of_last(trace), step, &mut false) {
                        return Err(None);
                    }
                }
            }
        }
        // It happens after the first step of the race, and what touches the same after it does so, too. So
        // what is in its way stands before it.
        match trace.find_conflict(s, self.first, |other| self.is_kept(trace, other)) {
            None => Ok(Beginning::Beside),
            conflict => Err(conflict),
        }
    }

    /// The same if `step` is the reversed one, which is `s` in the trace.
    #[inline(never)]
    fn begin_with_last(
        &self,
        trace: &Trace,
        s: StepIdx,
        step: &Footprint,
    ) -> Result<Beginning, Option<StepIdx>> {
        let newest = trace.newest_before(s);
        match trace.step(s).label == step.outline.label && newest == Some(self.first) {
            true => Ok(Beginning::Reversed),
            false => self.compare(trace, step, false),
        }
    }

    /// The same by comparing one after the other.
    #[inline(never)]
    fn compare(
        &self,
        trace: &Trace,
        step: &Footprint,
        mut hidden: bool,
    ) -> Result<Beginning, Option<StepIdx>> {
        for s in self.kept(trace) {
            let outline = &trace.step(s).outline;
            if outline.is_far_from(&step.outline) {
                continue;
            }
            if outline.label == step.outline.label {
                return Ok(Beginning::Kept(s));
            }
            if is_in_the_way(self.view(trace, s), step, &mut hidden) {
                return Err(Some(s));
            }
        }
        if !self.has_last() {
            return Ok(Beginning::Beside);
        }
        let last = self.view_of_last(trace);
        if last.outline.label == step.outline.label {
            return Ok(Beginning::Reversed);
        }
        match is_in_the_way(last, step, &mut hidden) {
            false => Ok(Beginning::Beside),
            true => Err(None),
        }
    }

    /// Removes what the plan begins with; false if nothing is left of it.
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

    /// Adds the plan as a new branch behind a list of siblings.
    ///
    /// Of the steps that come before the reversed one only those are added that lead to it, or away from what
    /// was explored or is planned before this branch: all others follow in some order anyway.
    #[inline(never)]
    fn append(
        &mut self,
        trace: &Trace,
        levels: &mut Levels,
        list: Option<NodeId>,
    ) -> Option<NodeId> {
        let last = self.second.index() < trace.len();
        let last = Some(self.second).filter(|_| last && self.has_last());
        // What leads to a step that waits is not known.
        let all = self.has_last() && last.is_none();
        let ends = self.obstacles.iter().copied().chain(last);
        trace.clock_after(ends, &mut self.needed);
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
}

/// Does a step of a plan not commute with another one?
#[inline]
fn is_in_the_way(item: Feet<'_>, step: &Footprint, hidden: &mut bool) -> bool {
    match item.outline.compare(&step.outline) {
        Glance::Dependent => true,
        Glance::Independent => false,
        Glance::Unclear if item.outline.meets_in_memory(&step.outline) => {
            conflict(item.feet, step.feet())
        }
        Glance::Unclear => {
            let view = step.view(*hidden);
            *hidden &= !item.reveals(&view);
            dependent(item, view)
        }
    }
}

/// Does what follows such a wait write to the memory that it waited for?
fn takes(why: Wait) -> bool {
    match why {
        Wait::Mutex
        | Wait::ReaderLock
        | Wait::WriterLock
        | Wait::SpinLock
        | Wait::Semaphore
        | Wait::AwaitExchange
        | Wait::RetryExchange => true,
        Wait::Once | Wait::Condition | Wait::Barrier | Wait::Join | Wait::Await | Wait::Retry => {
            false
        }
    }
}
