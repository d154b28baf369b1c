//! Races that need no plan of their own, because another execution has planned what they lead to.
//!
//! Say that somebody fell asleep between the two steps of a race and sleeps until the second one wakes him:
//! his step `z` conflicts with that, but not with what the plan has beside it, and does not come after the first
//! step. Then an execution was explored that has `z` in front of the second step, and its plan for this race is
//! ours with `z` in it. What begins that plan begins ours as well, unless it is `z` itself. In that case `z` is
//! explored in the state before the race later on, since it does not sleep there; and where it has come first, its own
//! race with the second step leads to our plan.
//!
//! So of several races that lead to the same, the one whose first step is explored last is looked at. In terms of the
//! paper's proof: of the explored steps that commute with the longest part of a sequence, take the one that is
//! explored last; none of its executions is passed over.

use super::level::Levels;
use crate::execution::trace::{Race, StepIdx, Trace};
use crate::machine::Machine;
use crate::mutant::{self, Mutant};

/// Was the second step of a race, a single access, explored in the state before the first, with nothing in between that
/// it comes after? Then it begins every plan for this race. Often that is all there is to know.
#[inline]
pub fn is_reversal_explored(trace: &Trace, levels: &Levels, race: Race) -> bool {
    let second = trace.step(race.second);
    // It is the next step of its actor there, so the sleeper is the same.
    trace.newest_before(race.second) == Some(race.first)
        && levels.is_surely_asleep(race.first, second.label.actor)
        && second.outline.simple
        && !trace.has_choices()
}

/// Is what a race leads to planned by another execution, or will it be?
#[inline]
pub fn is_planned_elsewhere(machine: &Machine<'_>, levels: &Levels, race: Race) -> bool {
    let trace = machine.trace();
    let asleep = match mutant::is(Mutant::LeavesAllToSleepers) {
        true => levels.asleep(race.second),
        false => levels.asleep(race.second) & !levels.asleep(race.first),
    };
    asleep != 0
        && trace.step(race.second).outline.simple
        && !trace.has_early_loads()
        && trace.left_out(race).is_empty()
        && has_sleeper_between(machine, levels, race, asleep)
}

#[inline(never)]
fn has_sleeper_between(machine: &Machine<'_>, levels: &Levels, race: Race, asleep: u64) -> bool {
    let trace = machine.trace();
    let mut sleepers = levels.sleeping(race.second, asleep);
    sleepers.any(|(actor, nth)| {
        let found = trace.find(actor, nth);
        found.is_some_and(|z| is_woken_by_second(machine, race, z))
    })
}

/// Is the second step of the race all that keeps a single access from coming before it, and before the first?
fn is_woken_by_second(machine: &Machine<'_>, race: Race, z: StepIdx) -> bool {
    let trace = machine.trace();
    if trace.newest_before(z) != Some(race.second) || !trace.step(z).outline.simple {
        return false;
    }
    let cut = trace.cut(race.first);
    let is_free = |s: StepIdx| s < race.first || trace.is_left_by(cut, s);
    let creator = machine.threads().get(trace.step(z).thread).created_by;
    let before = trace.step(z).previous().or(creator);
    let is_after = |s: StepIdx| s != race.second && !is_free(s);
    before.is_none_or(is_free) && trace.find_conflict(z, race.first, is_after).is_none()
}
