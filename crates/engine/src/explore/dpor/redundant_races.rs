//! Races that need no plan of their own, because another execution has inserted the reversal.
//!
//! Let `e1`, `e2` be a race and `z` a step that fell asleep between them and that `e2` wakes. Then `z` conflicts with
//! `e2`, is independent of the rest of the plan, and does not happen after `e1`. An execution was explored that has
//! `z` in front of `e2`, and its plan for this race is ours with `z` added. An initial of that plan is an initial of
//! ours, unless it is `z` itself. If it is `z`, then `z` is explored from the state before `e1` later on, since it does
//! not sleep there; and where `z` comes first, the race of `z` with `e2` leads to our plan.
//!
//! So of several races with the same reversal, the one whose first step is explored last is looked at. In terms of the
//! paper's proof: of the explored steps that commute with the longest part of a sequence, take the one that is
//! explored last; none of its executions is passed over.
//!
//! Rejected: to ask for any sleeper that `e2` wakes. If `z` slept before `e1` already, nobody explores it from
//! there, and the reversal is lost (mutant `LeavesAllToSleepers`).

use super::sleep_sets::SearchStack;
use crate::machine::{Machine, MemoryModel};
use crate::mutant::{self, Mutant};
use crate::trace::{ActorId, Race, StepIdx, Trace};

/// Was the second step of a race explored in the state before the first, with no step in between that happens before
/// it? Then it begins every plan for this race, provided that it is the same step there. This cheap test decides most races.
#[inline]
pub fn is_reversal_explored(trace: &Trace, stack: &SearchStack, race: Race) -> bool {
    let second = trace.step(race.second);
    // It is the next step of its actor there, so the sleeper is the same.
    trace.newest_before(race.second) == Some(race.first)
        && stack.is_surely_asleep(race.first, second.label.actor)
        && (second.summary.simple || second.is_fixed())
        && !trace.has_choices()
}

/// The sleeper that the second step of a race wakes.
#[derive(Clone, Copy, Default)]
pub struct WokenSleeper {
    /// The step that wakes it; the same for several races.
    second: Option<StepIdx>,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    actor: ActorId,
    /// From here on, its step happens after no step but the one that wakes it.
    free_from: StepIdx,
}

impl WokenSleeper {
    /// Has another execution planned the reversal of a race, or will it?
    #[inline]
    pub fn plans<M: MemoryModel>(
        &mut self,
        machine: &Machine<'_, M>,
        stack: &SearchStack,
        race: Race,
    ) -> bool {
        let trace = machine.trace();
        let asleep = stack.asleep(race.second);
        if asleep == 0 || asleep & !stack.asleep(race.first) == 0 {
            return false;
        }
        if self.second != Some(race.second) {
            self.second = Some(race.second);
            self.found = find(machine, stack, race.second);
        }
        self.found.is_some_and(|found| {
            let sleeps_before = stack.is_surely_asleep(race.first, found.actor);
            found.free_from <= race.first
                && (!sleeps_before || mutant::is(Mutant::LeavesAllToSleepers))
                && trace.left_out(race).is_empty()
        })
    }
}

/// Of the sleepers that a single access wakes, the one that fell asleep last.
#[inline(never)]
fn find<M: MemoryModel>(
    machine: &Machine<'_, M>,
    stack: &SearchStack,
    second: StepIdx,
) -> Option<Found> {
    let trace = machine.trace();
    if !trace.step(second).summary.simple || trace.has_early_loads() {
        return None;
    }
    stack.sleeping(second).find_map(|(actor, nth)| {
        let z = trace.find(actor, nth)?;
        let step = trace.step(z);
        if trace.newest_before(z) != Some(second) || !step.summary.simple {
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
