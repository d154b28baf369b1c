//! The tree of sleep sets without any other reduction (Godefroid): its children are known when a node is met, and
//! each class of executions is one of its leaves. Without sleep sets it is the tree of all interleavings.
//!
//! An actor at a node either takes its step now, or sleeps until somebody does something that its step depends on. It
//! may sleep in vain: that is a dead end. Most steps that nobody will ever conflict with are therefore
//! taken at once ([`Future`]).

use super::Tree;
use super::future::Future;
use super::guide::{Alternative, Guide, key};
use crate::explore::random::Random;
use crate::host::Config;
use crate::machine::{Feet, Footprint, Machine, dependent};
use crate::options::Options;
use crate::trace::{ActorId, Label, StepIdx};
use std::time::Instant;
use threadproof_program::Program;

/// How likely a step is left for later, relative to being taken, if somebody will conflict with it or nobody.
const LATER: f64 = 0.5;
const NEVER: f64 = 0.003;

pub struct Traces<'p> {
    machine: Machine<'p>,
    shape: Shape,
    longest: usize,
    future: Future,
}

/// How a way goes through the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Now or later, as the guide has learned.
    Guided,
    /// Without sleep sets.
    Interleavings,
}

/// The step that an actor can take, once for each of its choices.
struct Child {
    actor: ActorId,
    choices: Vec<Footprint>,
    conflicts: bool,
}

struct Sleeper {
    actor: ActorId,
    /// Each with whether it reads a store that has not reached memory.
    choices: Vec<(Footprint, bool)>,
}

impl<'p> Traces<'p> {
    pub fn new(program: &'p dyn Program, options: &Options, shape: Shape) -> Traces<'p> {
        let config = Config {
            model: options.model,
            checks: options.checks,
            limits: options.limits,
            commute: options.commutes(),
            fine: false,
            joins: false,
            silent_ends: false,
        };
        let mut machine = Machine::new(program, config, Default::default());
        machine.begin();
        Traces {
            machine,
            shape,
            longest: options.limits.max_steps as usize,
            future: Future::default(),
        }
    }

    /// What the actor can do, without doing it.
    fn child(&mut self, actor: ActorId) -> Child {
        let depth = self.machine.trace().len();
        let newest = StepIdx(depth as u32);
        let mut choices = Vec::new();
        let mut choice = 0;
        loop {
            self.machine.step(Label { actor, choice });
            let mut footprint = Footprint::nothing();
            footprint.set(Feet::of(self.machine.trace(), newest));
            choices.push(footprint);
            choice = self.machine.trace().step(newest).next_choice;
            self.machine.rewind(depth);
            if choice == 0 {
                break;
            }
        }
        let thread = self.machine.thread_of(actor).0;
        let feet = choices.iter().flat_map(Footprint::feet);
        let conflicts = { feet }.any(|foot| {
            let writes = foot.writes != 0;
            self.future.conflicts(thread, foot.granule, writes)
        });
        Child {
            actor,
            choices,
            conflicts,
        }
    }

    /// The step to take, and who falls asleep before; `None` if everybody sleeps.
    fn decide(
        &mut self,
        guide: &mut Guide,
        random: &mut Random,
        sleepers: &mut Vec<Sleeper>,
    ) -> Option<Label> {
        let asleep = |actor: &ActorId| sleepers.iter().any(|s| s.actor == *actor);
        let awake: Vec<ActorId> = self.machine.enabled().filter(|a| !asleep(a)).collect();
        let mut children: Vec<Child> = awake.into_iter().map(|actor| self.child(actor)).collect();
        if children.is_empty() {
            return None;
        }
        match self.shape {
            Shape::Guided => children.sort_by_key(|child| child.conflicts),
            Shape::Interleavings => {
                return Some(evenly(children, guide, random, &mut Vec::new()));
            }
        }
        let count = children.len();
        for (at, child) in children.into_iter().enumerate() {
            let mut alternatives = child.now();
            if at + 1 < count {
                alternatives.push(child.later());
            }
            let picked = guide.pick(&alternatives, random);
            if let Some(footprint) = child.choices.get(picked) {
                return Some(footprint.outline.label);
            }
            sleepers.push(child.asleep());
        }
        None
    }

    /// Takes a step; those whose steps depend on it wake up.
    fn step(&mut self, label: Label, sleepers: &mut Vec<Sleeper>) {
        self.machine.step(label);
        let newest = StepIdx(self.machine.trace().len() as u32 - 1);
        let step = Feet::of(self.machine.trace(), newest);
        sleepers.retain_mut(|sleeper| {
            sleeper.choices.iter_mut().all(|(footprint, hidden)| {
                let view = footprint.view(*hidden);
                let sleeps = !dependent(view, step);
                *hidden &= !step.reveals(&view);
                sleeps
            })
        });
        let who = (
            u32::from(label.actor.0),
            self.machine.thread_of(label.actor).0,
        );
        self.future.stepped(who.0, step.nth);
        for foot in step.feet {
            let writes = foot.writes != 0;
            self.future.note(who, step.nth, foot.granule, writes);
        }
    }
}

impl Tree for Traces<'_> {
    fn walk(&mut self, guide: &mut Guide, random: &mut Random, end: Instant) -> Option<bool> {
        let mut sleepers = Vec::new();
        self.machine.rewind(0);
        self.future.begin();
        while self.machine.trace().len() < self.longest && Instant::now() < end {
            self.machine.catch_up();
            if self.machine.enabled().next().is_none() {
                return Some(true);
            }
            match self.decide(guide, random, &mut sleepers) {
                Some(label) => self.step(label, &mut sleepers),
                None => return Some(false),
            }
        }
        None
    }
}

impl Child {
    fn asleep(self) -> Sleeper {
        let with_hidden = |footprint: Footprint| {
            let hidden = footprint.hidden();
            (footprint, hidden)
        };
        Sleeper {
            actor: self.actor,
            choices: self.choices.into_iter().map(with_hidden).collect(),
        }
    }
    fn key(&self, alternative: u64) -> u64 {
        let nth = self.choices[0].nth();
        key(&[u64::from(self.actor.0), u64::from(nth), alternative])
    }
    fn now(&self) -> Vec<Alternative> {
        let prior = 1.0 / self.choices.len() as f64;
        let choices = 0..self.choices.len() as u64;
        let take = |choice| Alternative {
            key: self.key(choice + 1),
            prior,
        };
        choices.map(take).collect()
    }
    fn later(&self) -> Alternative {
        Alternative {
            key: self.key(0),
            prior: if self.conflicts { LATER } else { NEVER },
        }
    }
}

/// Any of the steps; the actors before it fall asleep.
fn evenly(
    children: Vec<Child>,
    guide: &mut Guide,
    random: &mut Random,
    sleepers: &mut Vec<Sleeper>,
) -> Label {
    let labels = children.iter().flat_map(|child| &child.choices);
    let labels: Vec<Label> = labels.map(|footprint| footprint.outline.label).collect();
    let label = labels[guide.pick_evenly(labels.len(), random)];
    let before = children
        .into_iter()
        .take_while(|child| child.actor != label.actor);
    sleepers.extend(before.map(Child::asleep));
    label
}
