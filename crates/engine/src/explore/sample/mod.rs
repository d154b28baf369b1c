//! Random executions, for programs with too many executions to explore: `--sample`.
//!
//! Three ways to choose a schedule:
//! * [`Strategy::Walk`]: any actor that can move, all with the same probability.
//! * [`Strategy::Pct`]: the thread with the highest random priority runs until it cannot go on, and at d - 1 random steps the
//!   running thread falls behind all others (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with
//!   Probabilistic Guarantees of Finding Bugs, ASPLOS 2010). The depth d is drawn from 1 to 4 each time.
//! * [`Strategy::Pos`]: every operation has a random priority, which is drawn anew when another operation that it depends on
//!   was executed first (Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018).
//!
//! Departures: store buffers are actors like threads, with priorities of their own. A thread that takes many steps in a row falls
//! behind under PCT, since it may be waiting for another one in a loop. The length of executions that
//! PCT has to know is that of the longest one so far.
//!
//! The n-th execution depends on the seed and n alone, but for that length.
//!
//! Under Release-Acquire and C11 executions are graphs: `explore/rf/sample.rs` has their sampling.

mod classes;
pub mod strategies;

use super::prefix::Prefix;
use crate::explore::monitor::{Monitor, Stop};
use crate::machine::{Machine, MemoryModel};
use crate::options::{Sampling, Strategy};
use crate::outcome::{Cause, Sampled};
use crate::random::Random;
use crate::trace::{ActorId, Label};
use classes::Classes;
use strategies::{Pos, Scheduler, walk};

/// The strategies that take turns.
const TURNS: [Strategy; 3] = [Strategy::Walk, Strategy::Pct, Strategy::Pos];

/// Random executions of a machine.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    sampling: Sampling,
) -> Result<(), Stop> {
    take(search, sampling, |search, mut drawn| {
        let mut scheduler = Scheduler::new(&mut drawn);
        machine.rewind(0);
        let class = run(search, machine, &mut scheduler, &mut drawn.random)?;
        Ok(Ran {
            class: Some(class),
            steps: machine.trace().len(),
        })
    })
}

/// How the next execution is to be chosen.
pub struct Drawn {
    /// Never `Turns`.
    pub strategy: Strategy,
    pub random: Random,
    /// Steps of the longest execution so far.
    pub longest: usize,
}

/// A random execution.
pub struct Ran {
    /// `None` if it turned out to be impossible.
    pub class: Option<Prefix>,
    pub steps: usize,
}

/// Takes samples by `run`. Never ends as if everything had been seen.
pub fn take(
    search: &mut Monitor<'_>,
    sampling: Sampling,
    mut run: impl FnMut(&mut Monitor<'_>, Drawn) -> Result<Ran, Stop>,
) -> Result<(), Stop> {
    let mut classes = Classes::default();
    let mut longest = 1;
    for nth in 0..sampling.count {
        let strategy = match sampling.strategy {
            Strategy::Turns => TURNS[(nth % 3) as usize],
            strategy => strategy,
        };
        let drawn = Drawn {
            strategy,
            random: Random::of_part(sampling.seed, nth),
            longest,
        };
        let result = run(search, drawn);
        if let Ok(ran) = &result {
            longest = longest.max(ran.steps);
            ran.class.into_iter().for_each(|class| classes.add(class));
        }
        search.set_sampled(Sampled {
            samples: nth + 1,
            seed: sampling.seed,
            strategy: sampling.strategy,
            classes: classes.seen(),
            estimated: classes.estimate(),
        });
        result?;
    }
    let executions = sampling.count;
    Err(Stop::Limit(Cause::Sampled { executions }))
}

impl Scheduler<Pos> {
    fn pick<M: MemoryModel>(
        &mut self,
        machine: &mut Machine<'_, M>,
        enabled: &[ActorId],
        random: &mut Random,
    ) -> ActorId {
        match self {
            Scheduler::Walk => walk(enabled, random),
            Scheduler::Pct(pct) => pct.pick(machine.trace().len(), enabled, random),
            Scheduler::Pos(pos) => pos.pick(machine, enabled, random),
        }
    }
}

/// One execution, from its beginning to its end; its class.
fn run<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    scheduler: &mut Scheduler<Pos>,
    random: &mut Random,
) -> Result<Prefix, Stop> {
    let mut class = Prefix::default();
    let mut enabled = Vec::new();
    loop {
        machine.catch_up();
        enabled.clear();
        enabled.extend(machine.enabled());
        if enabled.is_empty() {
            break;
        }
        let actor = scheduler.pick(machine, &enabled, random);
        step(machine, actor, random);
        search.stepped(machine)?;
        class = class.with_newest(machine);
        if let Scheduler::Pos(pos) = scheduler {
            pos.stepped(machine);
        }
    }
    search.ended(machine, false)?;
    Ok(class)
}

/// Takes a step of the actor, with any of its choices.
fn step<M: MemoryModel>(machine: &mut Machine<'_, M>, actor: ActorId, random: &mut Random) {
    let before = machine.trace().len();
    machine.step(Label { actor, choice: 0 });
    let others = machine.other_choices();
    let chosen = random.below(others.len() + 1);
    if let Some(label) = chosen.checked_sub(1).map(|other| others[other]) {
        machine.rewind(before);
        machine.prepare(actor);
        machine.step(label);
    }
}
