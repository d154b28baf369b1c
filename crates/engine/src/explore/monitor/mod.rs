//! Watches a search: counts, limits, progress, and the bugs that were found.
//!
//! An algorithm tells its monitor every step and every end of an execution; the monitor says when to stop. In the
//! end it makes the outcome ([`conclude`]).

mod conclude;
mod explored;
mod keeping;
mod limits;
mod notes;
mod part;
mod rival;

pub use explored::Explored;
pub use limits::too_large;
pub use part::{Findings, Part};
pub use rival::{Contests, Rival, Standing};

use crate::check::end::End;
use crate::check::robustness::Graph;
use crate::explore::equivalence::{Class, Equivalence};
use crate::explore::estimate::{ByPart, Estimator};
use crate::explore::parallel::TaskTime;
use crate::host::{Failure, Obstacle};
use crate::machine::{Machine, MemoryModel};
use crate::options::{Model, Options};
use crate::outcome::{Cause, Counts, Estimate, Feature, Measure, Progress, Sampled};
use crate::replay::{Evidence, Schedule};
use limits::too_long;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, Program};

/// Who is told the class of each execution.
pub type Observer<'a> = (Equivalence, &'a mut dyn FnMut(Class));

/// Why a search ended before it was exhausted.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The first error is enough.
    Error,
    Limit(Cause),
    /// The search looks at the program too coarsely, and has to begin again.
    Refine(Finer),
    /// The work that it was allowed is done.
    Spent,
    /// Its rival is better.
    Beaten,
    /// One worker has to do it alone: the answer depends on the order of the search.
    Alone,
    /// Another worker has ended the search.
    Stopped,
}

/// Where a search has to look more closely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Finer {
    /// Joins, fences and ends of threads are steps.
    ThreadEnds,
    /// Every access is a step.
    Accesses,
    /// Bytes are divided into smaller pieces. The algorithm remembers how.
    Bytes,
    /// It is known of more objects whether several threads use them. The execution remembers which.
    Objects,
}

/// A bug and the schedule that shows it.
#[derive(Serialize, Deserialize)]
struct Witness {
    failure: Failure,
    evidence: Evidence,
}

/// Watches one search.
pub struct Monitor<'a> {
    program: &'a dyn Program,
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    started: Instant,
    counts: Counts,
    /// Those of other workers.
    beside: Counts,
    /// There is to be no other worker any more.
    alone: bool,
    /// When a worker that is alone gives up.
    alone_until: Option<Instant>,
    /// Beginnings that a worker gave up.
    abandoned: u64,
    witnesses: Vec<Witness>,
    /// Executions that stopped at an assumption or a bound.
    given_up: u64,
    /// Scratch space for the question of robustness.
    graph: Graph,
    /// An execution that is not sequentially consistent.
    violation: Option<Evidence>,
    observer: Option<Observer<'a>>,
    /// The observer is told of so many executions at most.
    most_observed: u64,
    /// The limit of executions is reached: one more step is too much. Then the next look comes after it.
    full: bool,
    /// Longer executions are looked at after each step.
    most_steps: usize,
    /// Steps, and other work that is worth so many steps.
    work: u64,
    /// The work before the end of the first execution.
    first: u64,
    /// No more work than this behind it.
    allowance: u64,
    rival: Option<(Rival<'a>, Contests)>,
    /// When to look at everything again, as work.
    next_look: u64,
    /// Steps of the execution when they were last looked at.
    depth: usize,
    told: Duration,
    effort: Vec<Measure>,
    estimator: Option<Estimator<'a>>,
    /// The search has overtaken the estimator, and is to say which part of it is done.
    wants_part: bool,
    /// The estimate from that.
    by_part: ByPart,
    preemptions: Option<u32>,
    sampled: Option<Sampled>,
    /// Runs to be shown in the end.
    schedules: Vec<Schedule>,
    /// If the search is kept while it goes on.
    kept: Option<keeping::Kept<'a>>,
    /// If its tasks are timed.
    times: Option<&'a mut Vec<TaskTime>>,
}

/// All threads together may take so many times the number of steps that one may take. A step needs one or two kilobytes.
const STEPS_OF_ALL: usize = 10;
/// A thread that has joined all others may take so many times the usual number of steps: it frees large structures.
const STEPS_OF_LAST_THREAD: usize = 20;

const WORK_PER_LOOK: u64 = 512;
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

impl<'a> Monitor<'a> {
    /// Watches a search from its beginning.
    pub fn new(
        program: &'a dyn Program,
        options: &'a Options,
        progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
        observer: Option<Observer<'a>>,
    ) -> Monitor<'a> {
        Monitor {
            program,
            options,
            progress,
            started: Instant::now(),
            counts: Counts::default(),
            beside: Counts::default(),
            alone: false,
            alone_until: None,
            abandoned: 0,
            witnesses: Vec::new(),
            given_up: 0,
            graph: Graph::default(),
            violation: None,
            observer,
            most_observed: u64::MAX,
            full: false,
            work: 0,
            first: 0,
            allowance: u64::MAX,
            rival: None,
            next_look: WORK_PER_LOOK,
            most_steps: options.limits.max_steps as usize,
            depth: 0,
            told: Duration::ZERO,
            effort: Vec::new(),
            estimator: None,
            wants_part: false,
            by_part: ByPart::default(),
            preemptions: None,
            sampled: None,
            schedules: Vec::new(),
            kept: None,
            times: None,
        }
    }

    /// Sets the cost of the search.
    pub fn set_effort(&mut self, effort: Vec<Measure>) {
        self.effort = effort;
    }

    /// Sets the results of the random executions so far.
    pub fn set_sampled(&mut self, sampled: Sampled) {
        self.sampled = Some(sampled);
    }

    /// Says that executions with more preemptions are left out.
    pub fn set_preemptions(&mut self, bound: Option<u32>) {
        self.preemptions = bound;
    }
    /// How the executions so far have ended, and how many of them were given up.
    pub fn tally(&self) -> (Counts, u64) {
        (self.counts, self.given_up)
    }
    /// Takes the counts of all workers.
    pub fn set_tally(&mut self, tally: (Counts, u64)) {
        (self.counts, self.given_up) = tally;
    }

    /// To be called after every step. Whatever [`Monitor::check_limits`] acts on has to be asked for here, too.
    #[inline]
    pub fn stepped<E: Explored>(&mut self, machine: &E) -> Result<(), Stop> {
        self.work += 1;
        let as_usual = machine.findings().are_none()
            && machine.too_coarse().is_none()
            && machine.steps() < self.most_steps
            && self.work < self.next_look;
        match as_usual {
            true => Ok(()),
            false => self.check_limits(machine),
        }
    }

    #[inline(never)]
    fn check_limits(&mut self, machine: &dyn Explored) -> Result<(), Stop> {
        // First, since what such steps have shown may not be repeatable.
        if let Some(finer) = machine.too_coarse() {
            return Err(Stop::Refine(finer));
        }
        if !machine.findings().failures.is_empty() {
            self.note_failures(machine)?;
        }
        let ends_search = Cause::Unsupported(Feature::WaitInSection);
        let within = |obstacle: &Obstacle| obstacle.cause == ends_search;
        if machine.findings().obstacles.iter().any(within) {
            return Err(Stop::Limit(ends_search));
        }
        if self.full {
            return Err(Stop::Limit(Cause::ExecutionLimit));
        }
        if self.is_too_long(machine) {
            return Err(too_long(self.program, machine));
        }
        if self.next_look <= self.work {
            self.next_look = self.work + WORK_PER_LOOK;
            self.depth = machine.steps();
            self.check_time()?;
            self.meet_rival()?;
        }
        match self.is_spent() {
            false => Ok(()),
            true => Err(Stop::Spent),
        }
    }

    /// Has the newest step gone beyond the limit? Long threads that do not meet cost little, so each counts by itself.
    fn is_too_long(&self, machine: &dyn Explored) -> bool {
        let most = self.options.limits.max_steps as usize;
        let steps = machine.steps();
        if steps < most {
            return false;
        }
        match machine.is_last_thread() {
            true => STEPS_OF_LAST_THREAD * most <= steps,
            false => STEPS_OF_ALL * most <= steps || most <= machine.steps_of_newest(),
        }
    }

    /// Says that work was done that is worth so many steps.
    pub fn spend(&mut self, steps: u64) {
        self.work += steps;
    }

    /// Forgets all counts and bugs: the search has begun with a wrong idea of the program.
    pub fn begin_again(&mut self) {
        self.counts = Counts::default();
        self.first = 0;
        self.given_up = 0;
        self.abandoned = 0;
        self.witnesses.clear();
        self.by_part = ByPart::default();
        self.full = false;
        if let Some((_, observer)) = &mut self.observer {
            observer(Class::NONE);
        }
    }

    /// To be called when nobody can move, or when all who could are asleep.
    pub fn ended(&mut self, machine: &dyn Explored, redundant: bool) -> Result<(), Stop> {
        if redundant {
            self.counts.redundant += 1;
        } else {
            let seen = self.counts.complete + self.counts.blocked;
            if let Some((equivalence, observer)) = &mut self.observer
                && seen < self.most_observed
            {
                observer(Class(machine.class(*equivalence)));
            }
            if seen == 0 {
                self.first = self.work;
            }
            let mut bugs = Vec::new();
            match machine.end(self.options.checks, &mut bugs) {
                End::Complete => self.counts.complete += 1,
                End::Blocked => self.counts.blocked += 1,
                End::GivenUp => {
                    self.counts.blocked += 1;
                    self.given_up += 1;
                }
            }
            if self.asks_for_robustness() && self.violation.is_none() {
                self.violation = machine.violation(&mut self.graph).map_err(Stop::Limit)?;
            }
            self.note_race(machine)?;
            for failure in bugs {
                self.note(machine, failure)?;
            }
        }
        let executions = self.counts.complete + self.counts.blocked + self.counts.redundant;
        let limit = self.options.limits.max_executions;
        self.full = limit.is_some_and(|limit| limit <= executions);
        if self.full {
            self.next_look = 0;
        }
        Ok(())
    }

    /// Under SC the answer is known.
    fn asks_for_robustness(&self) -> bool {
        self.options.robustness && self.options.model != Model::Sc
    }

    /// Ends the search if its time is up or the user wants to.
    pub fn check_time(&mut self) -> Result<(), Stop> {
        let deadline = self.options.limits.deadline;
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return self.end(Stop::Limit(Cause::TimeLimit { thread: None }));
        }
        let elapsed = self.started.elapsed();
        if elapsed < self.told + PROGRESS_INTERVAL {
            return Ok(());
        }
        self.told = elapsed;
        if self.is_long_alone() {
            return Err(Stop::Alone);
        }
        let news = Progress {
            counts: self.counts + self.beside + self.elsewhere(),
            elapsed,
            depth: self.depth,
            estimate: self.probe(),
        };
        match (self.progress)(&news) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => self.end(Stop::Limit(Cause::Interrupted)),
        }
    }

    /// How many bugs were found so far.
    pub fn errors(&self) -> usize {
        self.witnesses.len()
    }

    /// Keeps the run that the machine has made, if runs are wanted.
    pub fn keep<M: MemoryModel>(&mut self, machine: &Machine<'_, M>) {
        if self.options.keep_schedules {
            self.schedules.push(Schedule::of(machine));
        }
    }

    /// Spends a little time on the estimate, if it is wanted.
    fn probe(&mut self) -> Option<Estimate> {
        if let Some(sampling) = self.options.sampling {
            return Some(Estimate::known(sampling.count));
        }
        if !self.options.estimate || self.options.preemptions.is_some() {
            return None;
        }
        if self.estimator.is_none() {
            self.estimator = Estimator::new(self.program, self.options);
        }
        let estimator = self.estimator.as_mut()?;
        estimator.go_on(self.started.elapsed());
        self.wants_part = self.overtaken();
        self.estimate()
    }

    /// The estimate of the random executions, unless the search shows that they missed a part of the program.
    fn estimate(&self) -> Option<Estimate> {
        match self.overtaken() {
            true => self.by_part.estimate(),
            false => self.estimator.as_ref()?.estimate(),
        }
    }

    /// Have more executions been seen than the random ones allow?
    fn overtaken(&self) -> bool {
        let seen = (self.counts + self.beside + self.elsewhere()).all();
        let estimate = self.estimator.as_ref().map(Estimator::estimate);
        estimate.is_some_and(|estimate| estimate.is_none_or(|known| known.is_refuted(seen)))
    }

    /// Is the search to say which part of it is done?
    #[inline]
    pub fn wants_part(&self) -> bool {
        self.wants_part
    }

    /// This part of all branches is done; `None` if others do some of it, which keeps the estimate of before.
    pub fn set_part(&mut self, part: Option<f64>) {
        self.wants_part = false;
        if let Some(part) = part {
            self.by_part.add(self.counts.all(), part);
        }
    }

    fn note_failures(&mut self, machine: &dyn Explored) -> Result<(), Stop> {
        // After a data race everything is possible: the race is the error.
        self.note_race(machine)?;
        let mut newest_first: Vec<&Failure> = machine.findings().failures.iter().rev().collect();
        newest_first.sort_by_key(|failure| failure.kind != ErrorKind::DataRace);
        newest_first
            .into_iter()
            .cloned()
            .try_for_each(|failure| self.note(machine, failure))
    }

    fn note_race(&mut self, machine: &dyn Explored) -> Result<(), Stop> {
        if !self.options.checks.has(ErrorKind::DataRace) {
            return Ok(());
        }
        match machine.race(self.program, self.options) {
            Some(failure) => self.note(machine, failure),
            None => Ok(()),
        }
    }

    /// Notes a bug, each kind and place once.
    fn note(&mut self, machine: &dyn Explored, failure: Failure) -> Result<(), Stop> {
        let place = |f: &Failure| (f.kind, f.locations.first().copied());
        let known = |w: &Witness| place(&w.failure) == place(&failure);
        if !self.witnesses.iter().any(known) {
            let evidence = machine.evidence();
            self.witnesses.push(Witness { failure, evidence });
        }
        if self.options.keep_going {
            return Ok(());
        }
        Err(Stop::Error)
    }
}
