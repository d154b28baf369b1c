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

use super::sleep_sets::Levels;
use crate::machine::Machine;
use crate::mutant::{self, Mutant};
use crate::trace::{ActorId, Race, StepIdx, Trace};

/// Was the second step of a race explored in the state before the first, with nothing in between that it comes after?
/// Then it begins every plan for this race, unless it is another step there. Often that is all there is to know.
#[inline]
pub fn is_reversal_explored(trace: &Trace, levels: &Levels, race: Race) -> bool {
    let second = trace.step(race.second);
    // It is the next step of its actor there, so the sleeper is the same.
    trace.newest_before(race.second) == Some(race.first)
        && levels.is_surely_asleep(race.first, second.label.actor)
        && (second.outline.simple || second.is_fixed())
        && !trace.has_choices()
}

/// Who sleeps until the second step of a race.
#[derive(Clone, Copy, Default)]
pub struct Woken {
    /// The step that wakes him; the same for several races.
    second: Option<StepIdx>,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    actor: ActorId,
    /// His step comes after none from here on but the one that wakes him.
    free_from: StepIdx,
}

impl Woken {
    /// Is what a race leads to planned by another execution, or will it be?
    #[inline]
    pub fn plans(&mut self, machine: &Machine<'_>, levels: &Levels, race: Race) -> bool {
        let trace = machine.trace();
        let asleep = levels.asleep(race.second);
        if asleep == 0 || asleep & !levels.asleep(race.first) == 0 {
            return false;
        }
        if self.second != Some(race.second) {
            self.second = Some(race.second);
            self.found = find(machine, levels, race.second);
        }
        self.found.is_some_and(|found| {
            let sleeps_before = levels.is_surely_asleep(race.first, found.actor);
            found.free_from <= race.first
                && (!sleeps_before || mutant::is(Mutant::LeavesAllToSleepers))
                && trace.left_out(race).is_empty()
        })
    }
}

/// The one of the sleepers before a single access that fell asleep last, of those whom it wakes.
#[inline(never)]
fn find(machine: &Machine<'_>, levels: &Levels, second: StepIdx) -> Option<Found> {
    let trace = machine.trace();
    if !trace.step(second).outline.simple || trace.has_early_loads() {
        return None;
    }
    levels.sleeping(second).find_map(|(actor, nth)| {
        let z = trace.find(actor, nth)?;
        let step = trace.step(z);
        if trace.newest_before(z) != Some(second) || !step.outline.simple {
            return None;
        }
        let creator = machine.threads().get(step.thread).created_by;
        let previous = step.previous().or(creator);
        let conflict = trace.conflicts_before(z).find(|s| *s != second);
        let newest = previous.max(conflict);
        let free_from = StepIdx(newest.map_or(0, |s| s.0 + 1));
        Some(Found { actor, free_from })
    })
}
