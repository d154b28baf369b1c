//! The choice of `auto` where two algorithms support the model: `rf` or `optimal`.
//!
//! `rf` tells fewer executions apart than `optimal`, at times exponentially fewer, but its executions can cost more: every
//! step is compared with all writes that it could have read. Neither number is known before a search. So the
//! first choice begins, and meets its rival now and then ([`Contests`]):
//!
//! 1. The rival runs from the beginning, with a small allowance of work. If it ends, its answer counts.
//! 2. Otherwise some of the rival's executions are sorted into reads-from classes, and the costs of an execution are compared. The
//!    first execution of a search is left out of its cost, since the others share most of it. If several executions are in one
//!    class, the rival has to be cheaper by far: the first executions differ little, so there will be far more of them in the end.
//! 3. If the rival is clearly cheaper, it takes over, and the first choice becomes the rival. It can still win by
//!    ending within its allowance, which saves the search where the numbers were taken from an unusual corner.
//!
//! Where the text of the program tells that `rf` may refuse it ([`Program::locks_along`]), the second choice begins and keeps the
//! lead.
//!
//! The work of the rivals is about a tenth of the whole. All numbers are counted in steps, so the choice is the same on
//! every machine. Tried and rejected: running both in turns, which takes twice the time; and
//! weighing the costs by the number of executions in a class of the trial, which took `optimal` for `opt-lock` with 100
//! rounds: 1,195 classes of more traces than it could ever visit.

use super::Tell;
use super::search::{Ended, run};
use crate::explore::equivalence::{Class, Equivalence};
use crate::explore::monitor::{Contests, Monitor, Standing, too_large};
use crate::options::{Algorithm, Options};
use crate::outcome::{Cause, Choice, Outcome, Progress, Trial, Verdict};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use threadproof_program::Program;

/// Small searches end before it.
const FIRST_CONTEST: u64 = 8192;
/// How much more work there is before the next contest.
const GROWTH: u64 = 4;
/// The rival's part of the work, in the long run.
const SHARE: u64 = 13;
/// The rival has to be cheaper by this factor: work that is done would be lost, and that of `rf` is often an investment.
const MARGIN: f64 = 1.3;
/// And by this one if its executions have fewer new steps than so many. Then the trial has seen the last steps of the program in
/// all ways, and nothing else: `opt-lock` with 1,000 rounds has no class twice there, but 1e38 executions for 11,995 classes.
const MARGIN_OF_SHORT: f64 = 2.5;
const SHORT: f64 = 16.0;
/// With less work than this the rival has to be cheaper by more, in proportion.
const SURE: u64 = 32_768;
/// The first executions of a search differ little. If they have several executions for a class, the whole search has this power of
/// the number, as far as one dares to guess.
const REPETITION: i32 = 10;
/// So many executions of the rival are sorted into classes, which costs more than they do.
const MOST_SORTED: u64 = 256;
/// Fewer executions say nothing about their cost.
const LEAST_EXECUTIONS: u64 = 4;

/// Explores a program with the better of two algorithms; the first of them unless there is a reason.
pub fn search_with_better(
    program: &dyn Program,
    options: &Options,
    (first, second): (Algorithm, Algorithm),
    progress: Tell<'_>,
) -> Outcome {
    if let Some(reason) = too_large(program, options) {
        return Outcome::inconclusive(first, reason);
    }
    let with = |algorithm| Options {
        algorithm,
        ..*options
    };
    let (first, second) = (with(first), with(second));
    let mut choice = None;
    let contest = Match {
        program,
        leader: &first,
        rival: &second,
        sorts: true,
    };
    let mut before = Standing::default();
    let decide = |standing: Standing, rival: &Rival| {
        let better = contest.prefers(before, standing, rival);
        before = standing;
        if better {
            choice = Some(contest.choice(standing, rival));
        }
        better
    };
    let contests = Contests {
        next: FIRST_CONTEST,
        growth: GROWTH,
    };
    // The first choice would refuse the program as soon as two threads take such locks, perhaps after a minute.
    let refuses = program.locks_along() && first.algorithm == Algorithm::Rf;
    if !refuses && let Some(outcome) = contest.run(contests, decide, progress) {
        return outcome;
    }
    let contest = Match {
        program,
        leader: &second,
        rival: &first,
        sorts: false,
    };
    // Below that the first choice is known not to end.
    let contests = Contests {
        next: FIRST_CONTEST * SHARE * 2,
        growth: GROWTH,
    };
    let outcome = contest.run(contests, |_, _| false, progress);
    let mut outcome = outcome.expect("the second choice is not given up");
    outcome.choice = outcome.choice.or(choice);
    outcome
}

/// Two searches of one program.
struct Match<'a> {
    program: &'a dyn Program,
    leader: &'a Options,
    rival: &'a Options,
    /// Executions of the rival are sorted into classes.
    sorts: bool,
}

/// How far a rival came within its allowance.
struct Rival {
    standing: Standing,
    /// Different reads-from classes among its executions.
    classes: u64,
}

impl Match<'_> {
    /// Runs the leader; `None` if `decide` has given it up for its rival.
    fn run(
        &self,
        contests: Contests,
        mut decide: impl FnMut(Standing, &Rival) -> bool,
        progress: Tell<'_>,
    ) -> Option<Outcome> {
        let mut answer = None;
        // A second trial with the same allowance would be the same.
        let mut tried: Option<(u64, Rival)> = None;
        let mut endless = false;
        let mut contest = |standing: Standing, go_on: &mut dyn FnMut() -> ControlFlow<()>| {
            let allowance = (standing.work / SHARE).max(FIRST_CONTEST);
            let trial = tried.take().filter(|(before, _)| *before == allowance);
            let trial = match trial {
                Some((_, rival)) => Err(rival),
                None => self.run_rival(allowance, go_on),
            };
            // Not one execution has ended: perhaps it never does.
            let trial = match trial {
                Err(rival) if rival.standing.executions == 0 && !endless => {
                    endless = true;
                    self.run_rival(allowance + u64::from(self.rival.limits.max_steps), go_on)
                }
                trial => trial,
            };
            match trial {
                Ok(mut outcome) if is_answer(&outcome) => {
                    outcome.choice = Some(self.choice_of_ended(standing, &outcome));
                    answer = Some(outcome);
                }
                Ok(_) => return ControlFlow::Continue(()),
                Err(rival) if decide(standing, &rival) => {}
                Err(rival) => {
                    tried = Some((allowance, rival));
                    return ControlFlow::Continue(());
                }
            }
            ControlFlow::Break(())
        };
        let monitor = Monitor::new(self.program, self.leader, progress, None);
        let monitor = monitor.compete(&mut contest, contests);
        match run(self.program, self.leader, self.leader.algorithm, monitor) {
            Ended::Concluded(outcome) => Some(*outcome),
            Ended::Unfinished(_) => answer,
        }
    }

    /// Runs the rival from the beginning.
    fn run_rival(
        &self,
        allowance: u64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Outcome, Rival> {
        let mut classes = FxHashSet::default();
        let mut observe = |class: Class| {
            if class == Class::NONE {
                classes.clear();
            } else {
                let mut hasher = FxHasher::default();
                class.hash(&mut hasher);
                classes.insert(hasher.finish());
            }
        };
        let mut tell = |_: &Progress| go_on();
        let observer = (
            Equivalence::ReadsFrom,
            &mut observe as &mut dyn FnMut(Class),
        );
        let observer = self.sorts.then_some(observer);
        let monitor = Monitor::new(self.program, self.rival, &mut tell, observer);
        let monitor = monitor.allow(allowance, MOST_SORTED);
        match run(self.program, self.rival, self.rival.algorithm, monitor) {
            Ended::Concluded(outcome) => Ok(*outcome),
            Ended::Unfinished(standing) => Err(Rival {
                standing,
                classes: classes.len() as u64,
            }),
        }
    }

    /// Will the rival be done with less work, as far as is known? The leader is judged by its progress since the contest
    /// before, unless it has begun again: its first executions may cost more than all others.
    fn prefers(&self, before: Standing, now: Standing, rival: &Rival) -> bool {
        let Some(cost) = rival.standing.cost_since(Standing::default()) else {
            return false;
        };
        // A leader without a second execution has spent at least what is beyond the first one.
        let beyond = now.work.saturating_sub(2 * rival.standing.first) as f64;
        let leader = now.cost_since(before).unwrap_or(beyond);
        let early = (SURE as f64 / now.work as f64).max(1.0);
        let sorted = rival.standing.executions.min(MOST_SORTED);
        let repetition = sorted as f64 / rival.classes.max(1) as f64;
        let least = if cost < SHORT {
            MARGIN_OF_SHORT
        } else {
            MARGIN
        };
        let margin = least.max(MARGIN * repetition.powi(REPETITION));
        sorted >= LEAST_EXECUTIONS && leader > early * margin * cost
    }

    fn choice(&self, leader: Standing, rival: &Rival) -> Choice {
        let trial = |options: &Options, standing: Standing| Trial {
            algorithm: options.algorithm,
            executions: standing.executions,
            work: standing.work,
        };
        Choice {
            taken: trial(self.rival, rival.standing),
            left: trial(self.leader, leader),
            ended_first: false,
        }
    }

    fn choice_of_ended(&self, leader: Standing, ended: &Outcome) -> Choice {
        Choice {
            taken: Trial {
                algorithm: ended.algorithm,
                executions: ended.counts.complete + ended.counts.blocked,
                work: leader.work,
            },
            left: Trial {
                algorithm: self.leader.algorithm,
                executions: leader.executions,
                work: leader.work,
            },
            ended_first: true,
        }
    }
}

/// Does an outcome answer the question, whatever else could be found? That an execution is too long is an answer,
/// too: the other algorithm would come to it later, after many shorter ones.
fn is_answer(outcome: &Outcome) -> bool {
    let cause = outcome.reason.as_ref().map(|reason| &reason.cause);
    let too_long = matches!(cause, Some(Cause::TooManySteps { .. }));
    outcome.exhausted || outcome.verdict == Verdict::Error || too_long
}
