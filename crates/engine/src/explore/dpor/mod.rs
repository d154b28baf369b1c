//! Dynamic partial order reduction: Source-DPOR and Optimal-DPOR (Abdulla, Aronis, Jonsson,
//! Sagonas: Source Sets, JACM 2017).
//!
//! Both explore an execution to its end, look for pairs of steps that could have come in the other
//! order, and plan that order in front of the first of them. They differ in what they plan:
//! `source` a single step, `optimal` a whole sequence in a wakeup tree, which never leads into
//! what was explored before.
//!
//! Departures from the paper:
//! * A race is handled once, in the first execution that has its second step, with the steps up to
//!   that one. The paper takes all steps of the maximal execution. The shorter sequence is enough:
//!   what sleeps and is no weak initial of it is none of a longer one either, so sleep sets still
//!   never block; and an order that the shorter one does not plan shows as a race of its own.
//! * Blocking operations are guarded reads. Their races are found by value (see
//!   [`crate::execution::trace::Trace::guarded`]), also for operations that still wait in the end.
//! * A step that chooses among n options counts as n different steps. They are planned where the
//!   choice is met freely or as the last step of a sequence; within a sequence the other options
//!   have races of their own.

mod level;
mod reversal;
mod tree;

use crate::execution::trace::{Label, StepIdx};
use crate::machine::{Feet, Machine, dependent};
use crate::search::{Search, Stop};
use level::Levels;
use reversal::Reversal;
use threadproof_program::ThreadId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Source,
    Optimal,
}

pub fn explore(search: &mut Search<'_>, machine: &mut Machine<'_>, mode: Mode) -> Result<(), Stop> {
    let mut levels = Levels::default();
    let mut reversal = Reversal::default();
    levels.push_root();
    let mut fresh = 0;
    loop {
        let blocked_by_sleep = run_to_end(search, machine, &mut levels)?;
        search.ended(machine, blocked_by_sleep)?;
        plan_reversals(machine, &mut levels, &mut reversal, mode, fresh);
        match levels.backtrack(machine.trace()) {
            Some(depth) => {
                machine.rewind(depth);
                fresh = depth;
            }
            None => return Ok(()),
        }
    }
}

/// Goes on until nobody can move; true if somebody could but was asleep.
fn run_to_end(
    search: &mut Search<'_>,
    machine: &mut Machine<'_>,
    levels: &mut Levels,
) -> Result<bool, Stop> {
    loop {
        let planned = levels.take_branch();
        let free = planned.is_none_or(|branch| branch.reversed);
        let label = match planned {
            Some(branch) => branch.label,
            None => match pick(machine, levels) {
                Pick::Step(label) => label,
                Pick::Asleep => return Ok(true),
                Pick::Nobody => return Ok(false),
            },
        };
        assert!(
            machine.is_enabled(Machine::thread_of(label.actor)),
            "a planned step can be taken: {label:?}"
        );
        machine.step(label);
        search.stepped(machine)?;
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        let options = machine.trace().step(newest).options;
        if free && label.choice == 0 {
            levels.add_choices(label, options);
        }
        let step = Feet::of(machine.trace(), newest);
        levels.push(planned.and_then(|branch| branch.children), |sleeper| {
            !dependent(sleeper, step)
        });
    }
}

enum Pick {
    Step(Label),
    Asleep,
    Nobody,
}

/// Any thread will do; staying with the last one keeps context switches few.
fn pick(machine: &Machine<'_>, levels: &Levels) -> Pick {
    let last = machine.trace().steps().last().map(|s| s.thread);
    let label = |t: ThreadId| Label {
        actor: Machine::actor(t),
        choice: 0,
    };
    let awake = |t: &ThreadId| !levels.is_asleep(Machine::actor(*t));
    let stay = last.filter(|t| machine.is_enabled(*t) && awake(t));
    if let Some(t) = stay.or_else(|| machine.enabled().find(awake)) {
        return Pick::Step(label(t));
    }
    match machine.enabled().next() {
        Some(_) => Pick::Asleep,
        None => Pick::Nobody,
    }
}

fn plan_reversals(
    machine: &Machine<'_>,
    levels: &mut Levels,
    reversal: &mut Reversal,
    mode: Mode,
    fresh: usize,
) {
    let trace = machine.trace();
    for race in trace.races_from(fresh) {
        reversal.of_step(machine, race.first, race.second);
        reversal.plan(trace, levels, mode);
    }
    for t in machine.threads().present() {
        if reversal.of_waiting(machine, t) {
            reversal.plan(trace, levels, mode);
        }
    }
}
