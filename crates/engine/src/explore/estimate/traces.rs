//! Random executions of a machine: for the classes of executions whose steps happen before one another in the same way, or for all
//! interleavings.

use super::future::Future;
use super::linear_orders::{Movers, Taken};
use super::{Space, WEIGHT_ALONE};
use crate::explore::random::Random;
use crate::host::Config;
use crate::machine::{Machine, MemoryModel};
use crate::options::Options;
use crate::trace::{ActorId, Label, StepIdx};
use threadproof_program::Program;

pub struct Traces<'p, M: MemoryModel> {
    machine: Machine<'p, M>,
    shape: Shape,
    future: Future,
    explore: bool,
}

/// The executions that are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One of each class.
    Classes,
    Interleavings,
}

impl<'p, M: MemoryModel> Traces<'p, M> {
    pub fn new(program: &'p dyn Program, options: &Options, shape: Shape) -> Traces<'p, M> {
        let config = Config {
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
            future: Future::default(),
            explore: false,
        }
    }

    /// Where a thread is; the number of the store that a buffer is about to let go.
    fn place(&self, actor: ActorId) -> u64 {
        let t = self.machine.thread_of(actor);
        match self.machine.names().of_thread(t) == actor {
            true => Future::place(self.machine.run(), t),
            false => u64::from(self.future.done(u32::from(actor.0))),
        }
    }

    fn weight(&self, actor: ActorId) -> f64 {
        let thread = self.machine.thread_of(actor).0;
        let place = self.place(actor);
        let alone = self.shape == Shape::Classes
            && !self.explore
            && !self.future.is_awaited(u32::from(actor.0), thread, place);
        if alone { WEIGHT_ALONE } else { 1.0 }
    }

    /// Tells the future what the newest step has accessed, which was taken at a place.
    fn note(&mut self, newest: StepIdx, place: u64) {
        let trace = self.machine.trace();
        let step = trace.step(newest);
        let actor = step.label.actor;
        let who = u32::from(actor.0);
        let accesses = trace.accesses(newest).iter();
        let accesses = accesses.map(|access| (access.granule, access.writes != 0));
        self.future
            .stepped((who, step.nth), place, accesses.clone());
        let thread = self.machine.thread_of(actor).0;
        for (granule, writes) in accesses {
            self.future.note((who, thread), step.nth, granule, writes);
        }
    }
}

impl<M: MemoryModel> Space for Traces<'_, M> {
    fn begin(&mut self, explore: bool) {
        self.explore = explore;
        self.machine.rewind(0);
        self.future.begin();
    }

    fn rewind(&mut self, steps: usize) {
        self.machine.rewind(steps);
        self.future.rewind(steps);
    }

    fn movers(&mut self) -> Option<Movers> {
        self.machine.catch_up();
        let enabled = self.machine.enabled();
        Some(
            enabled
                .map(|actor| (u32::from(actor.0), self.weight(actor)))
                .collect(),
        )
    }

    fn step(&mut self, mover: u32, random: &mut Random) -> Option<Taken> {
        let actor = ActorId(mover as u16);
        let before = self.machine.trace().len();
        let place = self.place(actor);
        self.machine.step(Label { actor, choice: 0 });
        let others = self.machine.other_choices();
        let chosen = random.below(others.len() + 1);
        if let Some(label) = chosen.checked_sub(1).map(|other| others[other]) {
            self.machine.rewind(before);
            self.machine.prepare(actor);
            self.machine.step(label);
        }
        let newest = StepIdx(before as u32);
        self.note(newest, place);
        let from = match self.shape {
            Shape::Classes => self.machine.trace().newest_before(newest),
            Shape::Interleavings => before.checked_sub(1).map(|last| StepIdx(last as u32)),
        };
        Some(Taken {
            from: from.map_or(0, |last| last.0 as usize + 1),
            ways: 1.0 + others.len() as f64,
        })
    }
}
