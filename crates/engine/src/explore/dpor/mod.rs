//! Dynamic partial order reduction: Source-DPOR and Optimal-DPOR (Abdulla, Aronis, Jonsson,
//! Sagonas: Source Sets, JACM 2017).
//!
//! Both explore an execution to its end, look for races, and plan the other order of each race in the state before
//! its first step. `source` plans a single step there; `optimal` plans a whole sequence in a wakeup tree, which never
//! leads into an explored execution. `docs/design/dpor.md` has the algorithm, and the proof ideas as lemmas.
//!
//! A *plan* is the paper's wakeup sequence.
//!
//! Departures from the paper:
//! 1. Only a part of a plan is added to the wakeup tree (lemma 2): the steps that happen before the reversed step,
//!    the obstacles, and the steps that happen before an obstacle. An obstacle is a step that keeps the plan from
//!    beginning with an explored or planned step. The whole plan is compared with those, though. Shorter plans are
//!    shared by more races, and leave the order of the other steps to the search, which then repeats fewer of them.
//! 2. A race that two executions share is not looked at again (lemma 3) while its plan would go the same way in the
//!    tree ([`ValidWhile`]), or if an explored step begins every plan for it. A planned step that begins every plan
//!    does not suffice: the rest of the plan may be needed below it.
//! 3. A race whose reversal another execution has planned is passed over (lemma 4): see [`redundant_races`].
//! 4. Blocking operations are guarded reads. Their races are found by value (see
//!    [`crate::trace::guard_races`]), also for operations that still wait in the end.
//! 5. A step that chooses among n options counts as n different steps. They are planned where the
//!    choice is met freely or as the last step of a sequence; within a sequence the other options
//!    have races of their own.

mod redundant_races;
mod reversal;
pub mod shared;
mod sleep_sets;
mod wakeup_tree;

use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::machine::{Machine, MemoryModel};
use crate::mutant::{self, Mutant};
use crate::outcome::{Cause, Feature};
use crate::trace::{ActorId, Coverage, Label, Race, StepIdx, ValidWhile};
use redundant_races::{WokenSleeper, is_reversal_explored};
use reversal::Reversal;
use sleep_sets::SearchStack;

/// The two algorithms. They differ in the plan for the reversal of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Source,
    Optimal,
}

/// Explores all executions, one of each class.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    mode: Mode,
) -> Result<(), Stop> {
    let mut stack = SearchStack::default();
    let mut reversal = Reversal::default();
    stack.push_root();
    // How many steps of the current execution were there in the one before.
    let mut shared = 0;
    let mut blocked_by_sleep = run_first(search, machine, &mut stack)?;
    loop {
        search.ended(machine, blocked_by_sleep)?;
        plan_reversals(machine, &mut stack, &mut reversal, mode, shared);
        tell_part(search, &stack);
        match backtrack(machine, &mut stack) {
            Some(depth) => shared = depth,
            None => return Ok(()),
        }
        blocked_by_sleep = run_to_end(search, machine, &mut stack)?;
    }
}

/// Says which part of the search is done, if that is wanted.
#[inline]
fn tell_part(search: &mut Monitor<'_>, stack: &SearchStack) {
    if search.wants_part() {
        search.set_part(stack.part_done());
    }
}

/// The first execution is tried so many times at most.
const TRIES: u32 = 8;

/// Takes the steps of the first execution. As long as it shows more memory that threads race for, the search begins
/// again with the other steps in front: see [`crate::machine`]'s `quiet`. The stack has the root alone.
fn run_first<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    stack: &mut SearchStack,
) -> Result<bool, Stop> {
    let mut blocked_by_sleep = run_to_end(search, machine, stack)?;
    if machine.privacy_mut().decide() {
        return Err(Stop::Refine(Finer::Objects));
    }
    for _ in 1..TRIES {
        if !machine.learn_from_first() {
            break;
        }
        machine.rewind(0);
        *stack = SearchStack::default();
        stack.push_root();
        blocked_by_sleep = run_to_end(search, machine, stack)?;
    }
    Ok(blocked_by_sleep)
}

/// Goes back to the newest state with a branch that is left to explore, at this depth; `None` if there is none.
#[inline(always)]
fn backtrack<M: MemoryModel>(
    machine: &mut Machine<'_, M>,
    stack: &mut SearchStack,
) -> Option<usize> {
    let depth = stack.backtrack(machine.trace())?;
    machine.trace_mut().measure_races(depth);
    machine.rewind(depth);
    Some(depth)
}

/// Takes steps until no actor can move; true if every actor that could move is asleep.
#[inline(never)]
fn run_to_end<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    stack: &mut SearchStack,
) -> Result<bool, Stop> {
    loop {
        let planned = stack.take_branch();
        let free = planned.is_none_or(|branch| branch.reversed);
        let label = match planned {
            Some(branch) => branch.label,
            None => match pick(machine, stack) {
                Pick::Step(label) => label,
                Pick::Asleep => return Ok(true),
                Pick::Nobody => return Ok(false),
            },
        };
        let possible = planned.is_none() || machine.prepare(label.actor);
        if !possible {
            return Err(lost(machine, label));
        }
        machine.step(label);
        search.stepped(machine)?;
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        let chooses = machine.trace().has_choices() && machine.trace().step(newest).options > 1;
        if free && chooses && !mutant::is(Mutant::NoChoices) {
            let others = machine.other_choices();
            stack.add_choices(others, machine.trace().step(newest));
        }
        let children = planned.and_then(|branch| branch.children);
        stack.push(children, machine.trace(), newest);
    }
}

/// A planned step cannot be taken: a bug of ours. The search ends as inconclusive, since it may have missed executions.
fn lost<M: MemoryModel>(machine: &mut Machine<'_, M>, label: Label) -> Stop {
    let t = machine.thread_of(label.actor);
    let cause = Cause::from(Feature::LostStep(machine.names().name(t)));
    machine.unsupported(t, cause.clone());
    Stop::Limit(cause)
}

enum Pick {
    Step(Label),
    Asleep,
    Nobody,
}

/// The next step where nothing is planned. Any actor is correct. Quiet threads come first: what they do is then never
/// taken back. After them the last thread, which keeps context switches few. Threads that have joins to catch up with come last, so that they do all of them at once. Buffered stores go first: the
/// races of a robust program are then where SC has them, and as cheap to reverse.
fn pick<M: MemoryModel>(machine: &mut Machine<'_, M>, stack: &SearchStack) -> Pick {
    let awake = |actor: ActorId| !stack.is_asleep(actor);
    let quiet = machine.first_quiet(awake);
    if let Some(actor) = quiet {
        return Pick::Step(Label { actor, choice: 0 });
    }
    let last = machine.trace().steps().last().map(|s| s.thread);
    let flush = last.and_then(|t| machine.oldest_queue(t));
    let flush = flush.filter(|actor| awake(*actor));
    let stay = || {
        let last = last.filter(|t| machine.can_go_on(*t));
        let actor = last.map(|t| machine.names().of_thread(t));
        actor.filter(|actor| awake(*actor))
    };
    let found = flush.or_else(stay);
    let mut found = found.or_else(|| machine.first_enabled(awake));
    if found.is_none() && machine.catch_up() {
        found = machine.first_enabled(awake);
    }
    match found {
        Some(actor) => Pick::Step(Label { actor, choice: 0 }),
        None if stack.is_anybody_asleep() && machine.first_enabled(|_| true).is_some() => {
            Pick::Asleep
        }
        None => Pick::Nobody,
    }
}

/// Plans the reversal of a race unless it is covered, and says how long it stays covered.
#[inline]
fn plan_reversal<M: MemoryModel>(
    machine: &mut Machine<'_, M>,
    stack: &mut SearchStack,
    (reversal, woken): (&mut Reversal, &mut WokenSleeper),
    mode: Mode,
    race: Race,
) -> Coverage {
    if mode == Mode::Optimal {
        if is_reversal_explored(machine.trace(), stack, race) {
            return Coverage::Always;
        }
        if woken.plans(machine, stack, race) {
            return Coverage::While(ValidWhile::whole_plan());
        }
    }
    reversal.of_race(machine, race);
    let cover = reversal.plan(machine.trace(), stack, mode);
    match mutant::is(Mutant::RacesOnce) {
        true => Coverage::Always,
        false => cover,
    }
}

#[inline(never)]
fn plan_reversals<M: MemoryModel>(
    machine: &mut Machine<'_, M>,
    stack: &mut SearchStack,
    reversal: &mut Reversal,
    mode: Mode,
    shared: usize,
) {
    let mut woken = WokenSleeper::default();
    let mut kept = 0;
    let known = machine.trace().known_races();
    let learns = machine.learns();
    for at in 0..machine.trace().races().len() {
        if at < known && machine.trace().is_still_covered(at, shared) {
            machine.trace_mut().keep_race(at, kept);
            kept += 1;
            continue;
        }
        let race = machine.trace().races()[at];
        if learns {
            machine.note_race(race);
        }
        if let Coverage::While(valid) =
            plan_reversal(machine, stack, (reversal, &mut woken), mode, race)
        {
            machine.trace_mut().keep_covered_race(at, kept, valid);
            kept += 1;
        }
    }
    machine.trace_mut().settle_races(kept);
    for t in machine.threads().running() {
        let waits = machine
            .waits_for(t)
            .filter(|_| !mutant::is(Mutant::NoRacesOfWaiting));
        if let Some(read) = waits {
            for way in machine.ways_to_go_on(t, read) {
                reversal.of_waiting(machine, t, read, &way);
                reversal.plan(machine.trace(), stack, mode);
            }
        }
    }
}
