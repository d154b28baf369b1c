//! Now and then a search is compared with a rival: another search of the same program.
//!
//! A contest takes place when the work has grown by a factor since the last one. So there are few, and each has more to go by
//! than the one before. Work is counted in steps, not in seconds: the winner is the same on every machine.

use super::{Monitor, Stop};
use crate::outcome::Progress;
use std::ops::ControlFlow;

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// Complete and blocked ones, since the search began or began again.
    pub executions: u64,
    /// In steps, since the search began.
    pub work: u64,
    /// The work before the end of the first of these executions; 0 if there is none. It says little of the others, which share
    /// most of it.
    pub first: u64,
}

impl Standing {
    /// The work for an execution since `before`, or but for the first one. `None` if there are too few.
    pub fn cost_since(&self, before: Standing) -> Option<f64> {
        let newer = before.executions < self.executions && before.first == self.first;
        let (executions, work) = match newer && before.executions > 0 {
            true => (before.executions, before.work),
            false => (1, self.first),
        };
        let more = self.executions.saturating_sub(executions);
        (more > 0).then(|| (self.work - work) as f64 / more as f64)
    }
}

/// Runs the rival for a while, and breaks off the search if that is better. It has to ask the second argument whether
/// the user wants to end.
pub type Rival<'a> =
    &'a mut dyn FnMut(Standing, &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()>;

/// With more work than this there are no contests any more. It takes about a second; from then on several workers may search, and
/// the work of one of them says little.
const LAST: u64 = 1 << 21;

/// When contests take place.
#[derive(Clone, Copy, Debug)]
pub struct Contests {
    /// The work before the next one.
    pub next: u64,
    /// By how much the work grows up to the one after it.
    pub growth: u64,
}

impl<'a> Monitor<'a> {
    /// Lets the search meet a rival.
    pub fn compete(mut self, rival: Rival<'a>, contests: Contests) -> Monitor<'a> {
        self.rival = Some((rival, contests));
        self
    }

    /// Lets the search do no more work than this after the end of its first execution, or if that does not come, and
    /// tell its observer of no more executions.
    pub fn allow(mut self, work: u64, most_observed: u64) -> Monitor<'a> {
        (self.allowance, self.most_observed) = (work, most_observed);
        self
    }

    /// Is it certain that no rival takes over?
    pub fn is_settled(&self) -> bool {
        self.rival.is_none()
    }

    /// How far the search has come.
    pub fn standing(&self) -> Standing {
        Standing {
            executions: self.counts.complete + self.counts.blocked,
            work: self.work,
            first: self.first,
        }
    }
    /// Is the work done that was allowed?
    pub(super) fn is_spent(&self) -> bool {
        self.allowance.saturating_add(self.first) <= self.work
    }

    /// Holds a contest if it is time.
    pub(super) fn meet_rival(&mut self) -> Result<(), Stop> {
        let standing = self.standing();
        let news = Progress {
            counts: self.counts,
            elapsed: self.started.elapsed(),
            depth: self.depth,
            estimate: None,
        };
        let Some((rival, contests)) = &mut self.rival else {
            return Ok(());
        };
        if standing.work < contests.next {
            return Ok(());
        }
        contests.next = standing.work.saturating_mul(contests.growth);
        let is_last = LAST < contests.next;
        let tell = &mut self.progress;
        let result = rival(standing, &mut || tell(&news));
        if is_last {
            self.rival = None;
        }
        match result {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Beaten),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(executions: u64, work: u64, first: u64) -> Standing {
        Standing {
            executions,
            work,
            first,
        }
    }

    #[test]
    fn the_first_execution_says_nothing_of_the_cost_of_others() {
        let begun = Standing::default();
        assert_eq!(standing(0, 700, 0).cost_since(begun), None);
        assert_eq!(standing(1, 700, 600).cost_since(begun), None);
        assert_eq!(standing(11, 700, 600).cost_since(begun), Some(10.0));
    }

    #[test]
    fn a_search_is_judged_by_its_newest_executions_unless_it_has_begun_again() {
        let before = standing(11, 700, 600);
        assert_eq!(standing(13, 740, 600).cost_since(before), Some(20.0));
        assert_eq!(standing(3, 1_000, 800).cost_since(before), Some(100.0));
        assert_eq!(standing(12, 1_350, 800).cost_since(before), Some(50.0));
    }
}
