//! The stack of the search: for each state on the way to the current one its sleep set, and the branches that are
//! still to be explored from there.

use super::shared::Top;
use super::wakeup_tree::{Branch, NodeId, Tree};
use crate::explore::estimate::part_done;
use crate::machine::{AccessSet, Footprint, conflict, dependent};
use crate::mutant::{self, Mutant};
use crate::trace::summary::{Dependence, LoneAccess};
use crate::trace::{ActorId, Label, Step, StepIdx, Trace};
use std::ops::Range;

#[derive(Clone, Copy)]
struct Level {
    /// Where its sleepers begin in `sleepers`.
    first_sleeper: usize,
    /// Where the sleepers begin that were explored from this very state.
    first_explored: usize,
    /// How many of `footprints` were in use before anything was explored from this state.
    footprints: usize,
    /// The planned steps, in a list of siblings.
    planned: Option<NodeId>,
    /// The actors that sleep, as bits: see [`bit`].
    asleep: u64,
}

/// A bit for an actor or a thread; the last one stands for all from there on.
fn bit(number: u16) -> u64 {
    1 << number.min(LAST_BIT)
}

const LAST_BIT: u16 = 63;

/// A step whose continuations are explored already.
#[derive(Clone, Copy)]
struct Sleeper {
    access: LoneAccess,
    /// Its place in `footprints`.
    footprint: u32,
    actor: ActorId,
    /// As in [`AccessSet`], for the state that it sleeps in.
    hidden: bool,
    /// Another worker explores it, perhaps still.
    elsewhere: bool,
}

/// A step that sleeps in a state.
pub struct Asleep<'a> {
    pub step: &'a Footprint,
    pub hidden: bool,
    /// It fell asleep in a state above, and another worker explores it, perhaps still. So races of its executions do not lead
    /// to plans below this state.
    pub is_other_tasks: bool,
}

/// The states on the way to the current one, with their sleep sets and wakeup trees.
#[derive(Default)]
pub struct SearchStack {
    levels: Vec<Level>,
    /// Of all levels, one after the other.
    sleepers: Vec<Sleeper>,
    /// The accesses of the sleepers. Entries behind `used` only keep their room.
    footprints: Vec<Footprint>,
    used: usize,
    pub tree: Tree,
    /// The part that is shared with other workers.
    pub top: Top,
}

impl SearchStack {
    /// Adds the state at the beginning, in which no step sleeps.
    pub fn push_root(&mut self) {
        self.levels.push(Level {
            first_sleeper: 0,
            first_explored: 0,
            footprints: 0,
            planned: None,
            asleep: 0,
        });
    }

    /// The next planned step of the newest level; its own plan goes to the next level.
    #[inline(always)]
    pub fn take_branch(&mut self) -> Option<Branch> {
        loop {
            let level = self.levels.last_mut().expect("there is a level");
            let first = level.planned?;
            let branch = self.tree.take(first);
            level.planned = branch.next;
            if !self.is_label_asleep(branch.label) {
                return Some(branch);
            }
            self.tree.free(branch.children);
        }
    }

    /// Adds the state after a step. Sleepers that are independent of the step sleep on there.
    #[inline]
    pub fn push(&mut self, planned: Option<NodeId>, trace: &Trace, newest: StepIdx) {
        let last = self.levels.last().expect("there is a level").first_sleeper;
        let end = self.sleepers.len();
        let asleep = match last < end {
            true => self.add_sleepers(last..end, trace, newest),
            false => 0,
        };
        self.levels.push(Level {
            first_sleeper: end,
            first_explored: self.sleepers.len(),
            footprints: self.used,
            planned,
            asleep,
        });
    }

    /// Adds those of some sleepers that sleep on after a step; returns their actors as bits.
    #[inline(never)]
    fn add_sleepers(&mut self, sleepers: Range<usize>, trace: &Trace, newest: StepIdx) -> u64 {
        if mutant::is(Mutant::NoSleepSets) {
            return 0;
        }
        let mut asleep = 0;
        let access = trace.step(newest).summary.lone_access();
        for at in sleepers {
            let sleeper = &self.sleepers[at];
            let hidden = match sleeper.access.conflicts(&access) {
                Some(true) => continue,
                Some(false) => sleeper.hidden,
                None => match self.sleep_on(sleeper, trace, newest) {
                    Some(hidden) => hidden,
                    None => continue,
                },
            };
            asleep |= bit(sleeper.actor.0);
            let added = self.sleepers.len();
            self.sleepers.push(*sleeper);
            self.sleepers[added].hidden = hidden;
        }
        asleep
    }

    /// Is a sleeper hidden after a step? `None` if it depends on the step, and wakes up.
    #[inline(never)]
    fn sleep_on(&self, sleeper: &Sleeper, trace: &Trace, newest: StepIdx) -> Option<bool> {
        let summary = &trace.step(newest).summary;
        let footprint = &self.footprints[sleeper.footprint as usize];
        let mut hidden = sleeper.hidden;
        if footprint.summary.is_far_from(summary) {
            return Some(hidden);
        }
        let wakes = match footprint.summary.compare(summary) {
            Dependence::Dependent => true,
            Dependence::Independent => false,
            Dependence::Unknown if footprint.summary.meets_in_memory(summary) => {
                conflict(footprint.accesses(), trace.accesses(newest))
            }
            Dependence::Unknown => {
                let step = AccessSet::of(trace, newest);
                let view = footprint.view(hidden);
                let wakes = dependent(view, step);
                hidden &= !step.reveals(&view);
                wakes
            }
        };
        (!wakes).then_some(hidden)
    }

    /// Returns to the newest state with something planned; its last step falls asleep there.
    pub fn backtrack(&mut self, trace: &Trace) -> Option<usize> {
        while let Some(level) = self.levels.last() {
            let depth = self.levels.len() - 1;
            if depth < self.top.floor() {
                return None;
            }
            if level.planned.is_some() {
                self.put_to_sleep(trace, StepIdx(depth as u32));
                return Some(depth);
            }
            self.sleepers.truncate(level.first_sleeper);
            self.used = level.footprints;
            self.levels.pop();
        }
        None
    }

    fn put_to_sleep(&mut self, trace: &Trace, s: StepIdx) {
        self.fall_asleep(false, |footprint| footprint.set_step(trace, s));
    }
    /// The same for a step that another worker explores.
    pub fn put_footprint_to_sleep(&mut self, step: &Footprint) {
        self.fall_asleep(true, |footprint| footprint.clone_from(step));
    }
    #[inline]
    fn fall_asleep(&mut self, elsewhere: bool, fill: impl FnOnce(&mut Footprint)) {
        if self.used == self.footprints.len() {
            self.footprints.push(Footprint::nothing());
        }
        let footprint = &mut self.footprints[self.used];
        fill(footprint);
        let actor = footprint.summary.actor();
        self.sleepers.push(Sleeper {
            access: footprint.summary.lone_access(),
            footprint: self.used as u32,
            actor,
            hidden: footprint.hidden(),
            elsewhere,
        });
        self.used += 1;
        let level = self.levels.last_mut().expect("it has a plan");
        level.asleep |= bit(actor.0);
    }

    /// In the newest state.
    pub fn is_anybody_asleep(&self) -> bool {
        self.levels.last().is_some_and(|level| level.asleep != 0)
    }
    /// Does the next step of an actor sleep in the current state?
    #[inline]
    pub fn is_asleep(&self, actor: ActorId) -> bool {
        let alone = actor.0 < LAST_BIT;
        self.may_sleep(actor) && (alone || self.is_any_asleep(|s| s.actor == actor))
    }
    /// Does this step sleep in the current state?
    #[inline]
    pub fn is_label_asleep(&self, label: Label) -> bool {
        self.may_sleep(label.actor) && self.is_any_asleep(|s| self.label_of(s) == label)
    }
    #[inline]
    fn may_sleep(&self, actor: ActorId) -> bool {
        let level = self.levels.last().expect("there is a level");
        level.asleep & bit(actor.0) != 0
    }
    #[inline(never)]
    fn is_any_asleep(&self, test: impl Fn(&Sleeper) -> bool) -> bool {
        let level = self.levels.last().expect("there is a level");
        self.sleepers[level.first_sleeper..].iter().any(test)
    }
    fn label_of(&self, sleeper: &Sleeper) -> Label {
        self.footprints[sleeper.footprint as usize].summary.label
    }

    /// The actors that sleep in the state before a step, as bits: see [`bit`].
    #[inline]
    pub fn asleep(&self, before: StepIdx) -> u64 {
        self.levels[before.index()].asleep
    }
    /// Does an actor sleep in the state before a step? False for actors without a bit of their own.
    #[inline]
    pub fn is_surely_asleep(&self, before: StepIdx, actor: ActorId) -> bool {
        actor.0 < LAST_BIT && self.asleep(before) & bit(actor.0) != 0
    }
    /// The sleepers before a step that have bits of their own, the last to fall asleep first, each with the number of
    /// its step.
    pub fn sleeping(&self, before: StepIdx) -> impl Iterator<Item = (ActorId, u32)> {
        let depth = before.index();
        let range = self.levels[depth].first_sleeper..self.sleepers_end(depth);
        let sleepers = self.sleepers[range].iter().rev();
        let single = sleepers.filter(|s| s.actor.0 < LAST_BIT);
        single.map(|s| (s.actor, self.footprints[s.footprint as usize].nth()))
    }

    /// The sleepers at a depth, each with whether it is hidden.
    pub fn sleepers(&self, depth: usize) -> impl Iterator<Item = Asleep<'_>> {
        let range = self.levels[depth].first_sleeper..self.sleepers_end(depth);
        let explored = self.levels[depth].first_explored;
        let sleepers = range.map(move |at| (at, &self.sleepers[at]));
        sleepers.map(move |(at, s)| Asleep {
            step: &self.footprints[s.footprint as usize],
            hidden: s.hidden,
            is_other_tasks: s.elsewhere && at < explored,
        })
    }
    /// How many states there are on the way, but for the last.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }
    /// The steps that were explored from the state at a depth, as they sleep there.
    pub fn explored_steps(&self, depth: usize) -> impl Iterator<Item = Footprint> {
        let range = self.levels[depth].first_explored..self.sleepers_end(depth);
        let steps = self.sleepers[range].iter();
        steps.map(|s| {
            let mut step = self.footprints[s.footprint as usize].clone();
            step.set_hidden(s.hidden);
            step
        })
    }
    /// The steps that were explored from the state at a depth.
    pub fn explored(&self, depth: usize) -> impl Iterator<Item = Label> {
        let range = self.levels[depth].first_explored..self.sleepers_end(depth);
        self.sleepers[range].iter().map(|s| self.label_of(s))
    }
    /// The part of the search that is done, if all of it is this worker's.
    pub fn part_done(&self) -> Option<f64> {
        let branches = |depth: usize| {
            let left = self.tree.siblings(self.planned(depth)).count();
            (self.explored(depth).count(), left)
        };
        (self.top.floor() == 0).then(|| part_done((0..self.depth()).map(branches)))
    }
    fn sleepers_end(&self, depth: usize) -> usize {
        match self.levels.get(depth + 1) {
            Some(next) => next.first_sleeper,
            None => self.sleepers.len(),
        }
    }

    /// The first branch of the wakeup tree at a depth.
    pub fn planned(&self, depth: usize) -> Option<NodeId> {
        self.levels[depth].planned
    }
    /// Sets the first branch of the wakeup tree at a depth.
    pub fn set_planned(&mut self, depth: usize, planned: Option<NodeId>) {
        self.levels[depth].planned = planned;
    }

    /// Plans the other options of the newest step's choice, which took the first option.
    pub fn add_choices(&mut self, others: Vec<Label>, newest: &Step) {
        let depth = self.levels.len() - 1;
        if depth < self.top.floor() {
            return self.share_choices(depth, &others, newest);
        }
        for label in others.into_iter().rev() {
            let planned = self.planned(depth);
            let known = self
                .tree
                .siblings(planned)
                .any(|n| self.tree.label(n) == label);
            if !known {
                let (node, step) = self.tree.add(planned, false);
                step.set_unknown((label, newest.nth), newest.thread);
                self.set_planned(depth, Some(node));
            }
        }
    }
}
