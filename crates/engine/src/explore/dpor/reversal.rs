//! Plans the reversal of a race: the steps after the first one that do not depend on it, then the
//! second one.

use super::Mode;
use super::level::{Levels, bit};
use super::tree::NodeId;
use crate::execution::enabling::{Guarded, Way};
use crate::execution::outline::{Glance, Outline};
use crate::execution::trace::{Foot, Forward, Label, Race, StepIdx, StoreName, Trace};
use crate::machine::{Feet, Footprint, Machine, conflict, dependent};
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Op, ThreadId, Wait};

/// Scratch space for one reversal at a time.
pub struct Reversal {
    /// The state to plan in.
    depth: usize,
    /// Steps that have to be left out, with all after them; mostly none.
    without: SmallVec<[StepIdx; 4]>,
    /// The race's second step; the end of the trace if it still waits.
    second: StepIdx,
    /// Steps of the trace, in order; found when they are needed.
    sequence: Vec<StepIdx>,
    is_found: bool,
    /// The first step of the race, if `sequence` is all that does not depend on it. Many races of an
    /// execution have the same.
    complete_for: Option<StepIdx>,
    /// What is left of `sequence` when a part of it was found in the tree, if `is_partial`.
    rest: Vec<StepIdx>,
    is_partial: bool,
    /// So many first steps of either were found there, too.
    skipped: usize,
    /// Of all that was once in `sequence`: what it touches, and its threads as bits (the 64th stands for
    /// all from there on).
    merged: Outline,
    threads: u64,
    /// The reversed step, as it will be in its new place.
    last: Last,
    /// What it is if it is not the same as in the trace.
    changed: Footprint,
    /// Updates that stood in the sequence and are part of the tree above now: loads that read
    /// their stores early read memory after them.
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

/// Where a step of another execution stands in a plan.
#[derive(Clone, Copy)]
enum Place {
    /// It is this one, and the plan can begin with it.
    First(StepIdx),
    /// It is a part of the plan, but others come first.
    Later,
    /// It may be no part of it.
    Unclear,
}

/// What a step is to a plan that can begin with it.
#[derive(Clone, Copy)]
enum Beginning {
    /// The step in this place.
    Kept(usize),
    Reversed,
    /// No part of it: it commutes with the whole plan.
    Beside,
}

impl Default for Reversal {
    fn default() -> Reversal {
        let changed = Footprint::nothing();
        Reversal {
            depth: 0,
            without: SmallVec::new(),
            second: StepIdx(0),
            sequence: Vec::new(),
            is_found: false,
            complete_for: None,
            rest: Vec::new(),
            is_partial: false,
            skipped: 0,
            merged: changed.outline,
            threads: 0,
            last: Last::Removed,
            changed,
            reached: SmallVec::new(),
        }
    }
}

impl Reversal {
    pub fn of_race(&mut self, machine: &mut Machine<'_>, race: Race) {
        self.begin(race.first, machine.trace().left_out(race));
        self.second = race.second;
        self.last = if self.predict(machine, race.first) {
            Last::Changed
        } else {
            Last::Step(race.second)
        };
    }

    /// Notes the second step of the race as it will be when it comes first; false if it stays as it is.
    ///
    /// What it does depends on what it reads, so a compare-exchange or an atomic section may go
    /// another way there: by the values before the first step, since all that is written after
    /// that and read by the second depends on it.
    fn predict(&mut self, machine: &mut Machine<'_>, first: StepIdx) -> bool {
        let trace = machine.trace();
        let step = trace.step(self.second);
        let may_change = step.depth > 0 || matches!(step.op, Op::CompareExchange { .. });
        let feet = trace.feet(self.second);
        let writes_it = |f: &Foot| feet.iter().any(|g| f.is_overwriting(g));
        let changes = may_change && !step.guarded && trace.feet(first).iter().any(writes_it);
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
            self.find_sequence(machine.trace());
            let sequence = &self.sequence;
            let is_kept = |s: StepIdx| s < first || sequence.contains(&s);
            if let Some(feet) = machine.imagine(self.second, is_kept) {
                self.changed.set_feet(&feet);
            }
        }
        true
    }

    /// To be called when the trace is another one.
    pub fn forget_trace(&mut self) {
        self.complete_for = None;
    }

    /// The reversal that lets a thread go on that waits in the end.
    pub fn of_waiting(&mut self, machine: &Machine<'_>, t: ThreadId, read: Guarded, way: &Way) {
        let trace = machine.trace();
        self.begin(way.first, &way.without);
        self.second = StepIdx(trace.len() as u32);
        let foot = Foot::new(read.at, takes(read.guard.why));
        let actor = machine.names().of_thread(t);
        let label = Label { actor, choice: 0 };
        let (nth, drains) = machine.next_step(t);
        self.changed.set_waiting((label, nth), t, foot, drains);
        self.last = Last::Changed;
    }

    fn begin(&mut self, first: StepIdx, without: &[StepIdx]) {
        self.depth = first.index();
        self.without.clear();
        self.without.extend_from_slice(without);
        self.reached.clear();
        self.is_partial = false;
        self.skipped = 0;
        self.is_found = self.complete_for == Some(first) && without.is_empty();
    }
    fn first(&self) -> StepIdx {
        StepIdx(self.depth as u32)
    }

    /// The second step of the race depends on the first, so it is not among these.
    fn find_sequence(&mut self, trace: &Trace) {
        if self.is_found {
            return;
        }
        self.is_found = true;
        let (first, without) = (self.first(), &self.without);
        self.complete_for = without.is_empty().then_some(first);
        self.sequence.clear();
        if mutant::is(Mutant::NoIndependentSteps) {
            return;
        }
        let is_after = |s: StepIdx| without.iter().any(|l| trace.happens_before(*l, s));
        let mut merged = Outline::new(trace.step(first).label, trace.step(first).thread);
        let mut threads = 0;
        self.sequence.reserve(trace.len());
        for s in trace.independent_of(first) {
            if without.is_empty() || !is_after(s) {
                let step = trace.step(s);
                merged.merge(&step.outline);
                threads |= bit(step.thread.0);
                self.sequence.push(s);
            }
        }
        (self.merged, self.threads) = (merged, threads);
    }

    /// True if the race needs no look in later executions that share it.
    pub fn plan(&mut self, trace: &Trace, levels: &mut Levels, mode: Mode) -> bool {
        match mode {
            Mode::Source => {
                // What follows the race may be otherwise in the next execution.
                let second = self.second;
                self.find_sequence(trace);
                self.sequence.retain(|s| *s < second);
                self.complete_for = None;
                self.plan_initial(trace, levels);
                true
            }
            Mode::Optimal => self.plan_sequence(trace, levels),
        }
    }

    /// Source-DPOR: plans one step that the sequence can begin with, unless one of those is
    /// explored or planned.
    fn plan_initial(&mut self, trace: &Trace, levels: &mut Levels) {
        let initials: SmallVec<[Feet<'_>; 8]> = (0..self.len())
            .filter(|&at| {
                let step = self.item(trace, at);
                (0..at).all(|before| {
                    !dependent(self.item(trace, before), step) && !self.is_joined(trace, before, at)
                })
            })
            .map(|at| self.item(trace, at))
            .collect();
        let current = trace.step(StepIdx(self.depth as u32)).label;
        let is_initial = |label: Label| initials.iter().any(|i| i.outline.label == label);
        let explored = levels.explored(self.depth).any(is_initial);
        let planned = levels.planned(self.depth);
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
        levels.set_planned(self.depth, planned);
    }

    /// Does a step of the plan come after an earlier one because it joins its thread?
    fn is_joined(&self, trace: &Trace, before: usize, at: usize) -> bool {
        let after = self.steps().get(at).copied().unwrap_or(self.second);
        let step = trace.steps().get(after.index());
        step.is_some_and(|s| s.joins > 0) && trace.happens_before(self.steps()[before], after)
    }

    /// Optimal-DPOR: plans the sequence, unless what was explored or is planned covers it.
    fn plan_sequence(&mut self, trace: &Trace, levels: &mut Levels) -> bool {
        if let Some(firm) = self.is_explored(trace, levels) {
            return firm;
        }
        self.find_sequence(trace);
        let mut parent: Option<NodeId> = None;
        loop {
            let list = match parent {
                Some(parent) => levels.tree.children(parent),
                None => levels.planned(self.depth),
            };
            let begin = |n: NodeId| {
                let step = levels.tree.step(n);
                let beginning = self.begin_with(trace, step, step.hidden());
                beginning.map(|beginning| (n, beginning))
            };
            // Long plans mostly go down a branch that begins as they do.
            let same = list.filter(|n| self.is_first(trace, levels.tree.label(*n)));
            let found = match same {
                Some(node) => Some((node, Beginning::Kept(0))),
                None => levels.tree.siblings(list).find_map(begin),
            };
            let Some((child, beginning)) = found else {
                let list = self.append(trace, levels, list);
                match parent {
                    Some(parent) => levels.tree.set_children(parent, list),
                    None => levels.set_planned(self.depth, list),
                }
                return false;
            };
            if levels.tree.children(child).is_none() || !self.remove(trace, beginning) {
                return false;
            }
            parent = Some(child);
        }
    }

    /// Does the plan as it stands begin with this step?
    #[inline]
    fn is_first(&self, trace: &Trace, label: Label) -> bool {
        let first = self.steps().first();
        first.is_some_and(|s| trace.step(*s).label == label)
    }

    /// If what was explored covers the sequence: is that so for the race in every execution?
    fn is_explored(&mut self, trace: &Trace, levels: &Levels) -> Option<bool> {
        let mut firm = None;
        for (step, hidden) in levels.sleepers(self.depth) {
            let covers = match self.place(trace, step) {
                Place::First(s) => Some(s <= self.second),
                Place::Later => None,
                Place::Unclear => {
                    let last = self.outline_of_last(trace);
                    let is_beside = last.label != step.outline.label;
                    // Of those that are no part of the plan, one is enough, and most are against its last step.
                    if is_beside && (firm.is_some() || last.is_against(&step.outline)) {
                        continue;
                    }
                    self.find_sequence(trace);
                    let beginning = self.begin_with(trace, step, hidden);
                    beginning.map(|beginning| matches!(beginning, Beginning::Reversed))
                }
            };
            let Some(in_every_execution) = covers else {
                continue;
            };
            if in_every_execution && !self.has_later_choice(trace) {
                return Some(true);
            }
            firm = Some(false);
        }
        firm
    }

    /// Where a step that can be taken before the race stands in the plan.
    ///
    /// All steps of the plan stand behind the first step of the race, so if the newest of those that
    /// happen before one stands in front of it, none is in the plan.
    #[inline]
    fn place(&self, trace: &Trace, step: &Footprint) -> Place {
        let label = step.outline.label;
        let Some(s) = trace.find(label.actor, step.nth()) else {
            return Place::Unclear;
        };
        let newest_before = trace.newest_before(s) as usize;
        let is_last = s == self.second;
        if is_last && (self.last == Last::Changed || trace.step(s).guarded) {
            // What made a guarded step possible is not in its way.
            return Place::Unclear;
        }
        let is_out = |left: StepIdx| trace.happens_before(left, s);
        if !is_last && (is_out(self.first()) || self.without.iter().any(|left| is_out(*left))) {
            return Place::Unclear;
        }
        let in_front = if is_last { self.depth + 1 } else { self.depth };
        match newest_before <= in_front && trace.step(s).label == label {
            true => Place::First(s),
            false => Place::Later,
        }
    }

    /// How many steps of the trace the plan goes back to.
    pub fn reach(&self, trace: &Trace) -> u32 {
        match self.is_found {
            true => self.sequence.last().map_or(0, |last| last.0 + 1),
            false => trace.newest_independent_of(self.first()).0 + 1,
        }
    }

    /// Does the plan have a choice behind the race's second step? If that is planned to go one way, it leaves
    /// the other ways to be planned by other executions. What else begins with a step before the second one,
    /// or with that, covers every plan for this race, whatever the execution does afterwards.
    fn has_later_choice(&mut self, trace: &Trace) -> bool {
        let mut later = trace.steps().iter().skip(self.second.index() + 1);
        if !later.any(|step| step.options > 1) {
            return false;
        }
        self.find_sequence(trace);
        let mut later = self.sequence.iter().filter(|s| **s > self.second);
        later.any(|s| trace.step(*s).options > 1)
    }

    fn has_last(&self) -> bool {
        self.last != Last::Removed
    }

    /// The steps of the trace that are in the plan.
    #[inline]
    fn steps(&self) -> &[StepIdx] {
        let steps = match self.is_partial {
            true => &self.rest,
            false => &self.sequence,
        };
        &steps[self.skipped..]
    }
    /// The steps of the plan: those of the sequence, then the reversed one.
    fn item<'a>(&'a self, trace: &'a Trace, at: usize) -> Feet<'a> {
        match self.steps().get(at) {
            Some(step) => {
                let mut step = Feet::of(trace, *step);
                step.hidden = step.forward.is_some_and(|f| self.is_hidden(f));
                step
            }
            None => match self.last {
                Last::Step(step) => Feet::of(trace, step),
                _ => self.changed.view(self.changed.hidden()),
            },
        }
    }
    fn fill(&self, trace: &Trace, at: usize, footprint: &mut Footprint) {
        let step = match self.last {
            Last::Step(last) => Some(self.steps().get(at).copied().unwrap_or(last)),
            _ => self.steps().get(at).copied(),
        };
        match step {
            Some(step) => {
                footprint.set_step(trace, step);
                if let Some(forward) = trace.step(step).forward.filter(|_| at < self.steps().len())
                {
                    footprint.set_hidden(self.is_hidden(forward));
                }
            }
            None => footprint.set(self.changed.view(self.changed.hidden())),
        }
    }
    fn outline<'a>(&'a self, trace: &'a Trace, at: usize) -> &'a Outline {
        match self.steps().get(at) {
            Some(step) => &trace.step(*step).outline,
            None => self.outline_of_last(trace),
        }
    }
    fn outline_of_last<'a>(&'a self, trace: &'a Trace) -> &'a Outline {
        match self.last {
            Last::Step(step) => &trace.step(step).outline,
            _ => &self.changed.outline,
        }
    }
    fn feet<'a>(&'a self, trace: &'a Trace, at: usize) -> &'a [Foot] {
        match (self.steps().get(at), self.last) {
            (Some(step), _) => trace.feet(*step),
            (None, Last::Step(step)) => trace.feet(step),
            (None, _) => self.changed.feet(),
        }
    }
    /// In the plan, does the load come before the update of the store that it reads?
    fn is_hidden(&self, forward: Forward) -> bool {
        let before =
            |update: StepIdx| update.index() < self.depth || self.steps().contains(&update);
        !self.reached.contains(&forward.store) && !forward.updated.is_some_and(before)
    }
    fn len(&self) -> usize {
        self.steps().len() + usize::from(self.has_last())
    }

    /// Is `step` a weak initial: is there an equivalent of the plan, or of a continuation of it,
    /// that begins with it?
    fn begin_with(&self, trace: &Trace, step: &Footprint, mut hidden: bool) -> Option<Beginning> {
        let last = self.outline_of_last(trace);
        let is_part = self.threads & bit(step.outline.thread.0) != 0;
        // Most answers depend on the reversed step alone.
        if self.has_last() && !is_part {
            let glance = last.compare(&step.outline);
            if last.label != step.outline.label && glance == Glance::Dependent {
                return None;
            }
            if glance != Glance::Unclear && self.merged.is_apart(&step.outline) {
                return Some(match glance {
                    Glance::Dependent => Beginning::Reversed,
                    _ => Beginning::Beside,
                });
            }
        }
        for (at, s) in self.steps().iter().enumerate() {
            let outline = &trace.steps()[s.index()].outline;
            if outline.is_far_from(&step.outline) {
                continue;
            }
            if outline.label == step.outline.label {
                return Some(Beginning::Kept(at));
            }
            if self.is_in_the_way(trace, at, step, &mut hidden) {
                return None;
            }
        }
        if !self.has_last() || last.is_far_from(&step.outline) {
            return Some(Beginning::Beside);
        }
        if last.label == step.outline.label {
            return Some(Beginning::Reversed);
        }
        let in_the_way = self.is_in_the_way(trace, self.steps().len(), step, &mut hidden);
        (!in_the_way).then_some(Beginning::Beside)
    }

    /// Does a step of the plan not commute with another one, to which it is not the same? Apart, to
    /// keep the loop small that asks.
    #[inline(never)]
    fn is_in_the_way(&self, trace: &Trace, at: usize, step: &Footprint, hidden: &mut bool) -> bool {
        let outline = self.outline(trace, at);
        match outline.compare(&step.outline) {
            Glance::Dependent => true,
            Glance::Independent => false,
            Glance::Unclear if outline.meets_in_memory(&step.outline) => {
                conflict(self.feet(trace, at), step.feet())
            }
            Glance::Unclear => {
                let item = self.item(trace, at);
                let view = step.view(*hidden);
                *hidden &= !item.reveals(&view);
                dependent(item, view)
            }
        }
    }

    /// Removes what the plan begins with; false if nothing is left of it.
    fn remove(&mut self, trace: &Trace, beginning: Beginning) -> bool {
        match beginning {
            Beginning::Kept(at) => {
                let step = trace.step(self.steps()[at]);
                self.remove_step(at);
                if step.update.is_some() {
                    self.reached.push(StoreName {
                        queue: step.label.actor,
                        nth: step.nth,
                    });
                }
            }
            Beginning::Reversed => self.last = Last::Removed,
            Beginning::Beside => (),
        }
        self.len() > 0
    }

    fn remove_step(&mut self, at: usize) {
        if at == 0 {
            self.skipped += 1;
            return;
        }
        if !self.is_partial {
            self.rest.clear();
            self.rest.extend_from_slice(&self.sequence);
            self.is_partial = true;
        }
        self.rest.remove(self.skipped + at);
    }

    /// Adds the plan as a new branch behind a list of siblings.
    fn append(&self, trace: &Trace, levels: &mut Levels, list: Option<NodeId>) -> Option<NodeId> {
        let mut child = None;
        for at in (0..self.len()).rev() {
            let reversed = self.has_last() && at + 1 == self.len();
            let (node, step) = levels.tree.add(None, reversed);
            self.fill(trace, at, step);
            levels.tree.set_children(node, child);
            child = Some(node);
        }
        levels.tree.append(list, child.expect("a plan has a step"))
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
