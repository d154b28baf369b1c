//! The races of a trace whose reversal is not known to be covered.

use super::{StepIdx, Trace};
use crate::trace::summary::{StepSummary, SummaryUnion};

/// Two steps that could have come in the other order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    pub first: StepIdx,
    pub second: StepIdx,
    /// In the other order, the steps that happen after these are left out as well: a span of `left_out`.
    without: (u32, u32),
}

/// How long the plan to reverse a race stays covered by explored and planned executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Whatever follows.
    Always,
    While(ValidWhile),
}

/// The part of the trace on which the coverage of a plan depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValidWhile {
    /// This many first steps of the trace have to stay; `u32::MAX` if the whole plan has to.
    steps: u32,
    /// And no other step of the plan may have to do with these.
    beside: SummaryUnion,
}

impl ValidWhile {
    const WHOLE: ValidWhile = ValidWhile {
        steps: u32::MAX,
        beside: SummaryUnion::NONE,
    };
    /// Valid as long as the whole plan is the same.
    pub fn whole_plan() -> ValidWhile {
        ValidWhile::WHOLE
    }
    /// The trace up to this step.
    pub fn up_to(s: StepIdx) -> ValidWhile {
        ValidWhile {
            steps: s.0 + 1,
            beside: SummaryUnion::NONE,
        }
    }
    /// Also the trace up to this step.
    pub fn and_up_to(&mut self, s: StepIdx) {
        self.steps = self.steps.max(s.0 + 1);
    }
    /// Also that the plan has nothing to do with this step.
    pub fn and_beside(&mut self, step: &StepSummary) {
        match step.simple {
            true => self.beside.add(step),
            false => self.steps = u32::MAX,
        }
    }
}

/// The verdict on a race that was examined.
#[derive(Clone, Copy, Debug)]
struct Known {
    valid: ValidWhile,
    /// The steps that the plan was made of then are among this many first ones of the trace.
    reach: u32,
}

/// The `reach` of races that were looked at in this execution.
const NOT_MEASURED: u32 = u32::MAX;

/// The reversible races, by their second steps.
#[derive(Default)]
pub(super) struct Races {
    open: Vec<Race>,
    /// Of the first ones, which were there in the execution before.
    known: Vec<Known>,
    left_out: Vec<StepIdx>,
}

impl Races {
    /// Adds a race of a new step; `without`: the steps that have to be left out for its reversal.
    #[inline]
    pub(super) fn add(&mut self, first: StepIdx, second: StepIdx, without: &[StepIdx]) {
        let start = self.left_out.len() as u32;
        if !without.is_empty() {
            self.left_out.extend_from_slice(without);
        }
        self.open.push(Race {
            first,
            second,
            without: (start, self.left_out.len() as u32),
        });
    }

    /// Forgets the races of a step and all after it.
    #[inline]
    pub(super) fn forget_from(&mut self, s: StepIdx) {
        while self.open.last().is_some_and(|race| race.second >= s) {
            let race = self.open.pop().expect("checked by the loop");
            self.left_out.truncate(race.without.0 as usize);
        }
        self.known.truncate(self.open.len());
    }
}

impl Trace {
    /// The reversible races that need a thought.
    #[inline]
    pub fn races(&self) -> &[Race] {
        &self.races.open
    }
    /// Steps that have to be left out to reverse a race, with all steps that happen after them.
    #[inline]
    pub fn left_out(&self, race: Race) -> &[StepIdx] {
        &self.races.left_out[race.without.0 as usize..race.without.1 as usize]
    }

    /// How many of them, the first ones, were looked at in the execution before.
    pub fn known_races(&self) -> usize {
        self.races.known.len()
    }
    /// Moves a race that needs no look to a place before it or its own.
    #[inline]
    pub fn keep_race(&mut self, from: usize, to: usize) {
        if from != to {
            self.races.open[to] = self.races.open[from];
            self.races.known[to] = self.races.known[from];
        }
    }
    /// The same for a race that was looked at.
    #[inline]
    pub fn keep_covered_race(&mut self, from: usize, to: usize, valid: ValidWhile) {
        self.races.open[to] = self.races.open[from];
        let known = Known {
            valid,
            reach: NOT_MEASURED,
        };
        match self.races.known.get_mut(to) {
            Some(place) => *place = known,
            None => self.races.known.push(known),
        }
    }
    /// Forgets all races but the first `kept`: no later step changes that the other order of their
    /// steps is covered.
    pub fn settle_races(&mut self, kept: usize) {
        self.races.open.truncate(kept);
        self.races.known.truncate(kept);
    }

    /// Notes how much of the trace the plans for races were made of that stay when all but `len` steps are
    /// taken back.
    pub fn measure_races(&mut self, len: usize) {
        for at in 0..self.races.open.len() {
            let race = self.races.open[at];
            if race.second.index() >= len {
                return;
            }
            let known = self.races.known[at];
            if known.reach == NOT_MEASURED && known.valid.steps as usize > len {
                self.races.known[at].reach = self.reach(race);
            }
        }
    }
    fn reach(&self, race: Race) -> u32 {
        let newest_first = (race.first.0 + 1..self.len() as u32).rev().map(StepIdx);
        let mut planned = newest_first.filter(|s| self.is_planned_for(race, *s));
        planned.next().map_or(0, |s| s.0 + 1)
    }
    #[inline(always)]
    fn is_planned_for(&self, race: Race, s: StepIdx) -> bool {
        let mut left_out = self.left_out(race).iter();
        !self.happens_before(race.first, s) && !left_out.any(|left| self.happens_before(*left, s))
    }

    /// Does the earlier verdict on this race still hold in the current execution? The two executions share their first
    /// `shared` steps. See lemma 3 of `docs/design/dpor.md`.
    #[inline(always)]
    pub fn is_still_covered(&self, race: usize, shared: usize) -> bool {
        let known = &self.races.known[race];
        let race = self.races.open[race];
        self.is_still_valid(race, &known.valid, shared)
            || known.reach as usize <= shared && !self.is_any_planned(race, shared)
    }
    #[inline]
    fn is_still_valid(&self, race: Race, valid: &ValidWhile, shared: usize) -> bool {
        let beside = &valid.beside;
        let mut new = self.steps()[shared..].iter().zip(shared as u32..);
        valid.steps as usize <= shared
            && (beside.is_empty()
                || !new.any(|(step, s)| {
                    beside.may_meet(&step.summary) && self.is_planned_for(race, StepIdx(s))
                }))
    }
    /// Is any step from there on part of the plan to reverse a race?
    #[inline(never)]
    fn is_any_planned(&self, race: Race, from: usize) -> bool {
        let mut new = (from..self.len()).map(|s| StepIdx(s as u32));
        new.any(|s| self.is_planned_for(race, s))
    }
}
