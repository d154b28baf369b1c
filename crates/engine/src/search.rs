//! One search: limits, counts, what was found, and the verdict.

use crate::check::end::{self, End};
use crate::check::races;
use crate::execution::threads::Names;
use crate::explore::estimate::{Estimate, Estimator};
use crate::explore::rf::{self, Phases};
use crate::explore::{dpor, naive, sat};
use crate::machine::{Config, Failure, Machine};
use crate::options::{Algorithm, Options};
use crate::replay::{self, Schedule};
use crate::support::{Unsupported, resolve, second_choice};
use crate::verdict::{Counts, Found, Outcome, Progress, Reason, ReasonKind, SatEffort, Verdict};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, LocationId, Program};

/// Explores a program. `progress` is called about ten times a second; it may break the search.
///
/// `auto` takes the first algorithm that supports the model; if that says that it cannot do the
/// program, the second.
pub fn check(
    program: &dyn Program,
    options: &Options,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome, Unsupported> {
    let first = search(program, options, progress, None)?;
    let unable = first
        .reason
        .as_ref()
        .filter(|r| r.kind == ReasonKind::Unsupported);
    let (Some(reason), Some(algorithm)) = (unable, second_choice(options)) else {
        return Ok(first);
    };
    let options = Options {
        algorithm,
        ..*options
    };
    let mut second = search(program, &options, progress, None)?;
    second.instead_of = Some((first.algorithm, reason.message.clone()));
    Ok(second)
}

/// Explores a program and tells `observer` the class of each execution: what tests compare.
pub fn check_observed(
    program: &dyn Program,
    options: &Options,
    equivalence: Equivalence,
    observer: &mut dyn FnMut(Class),
) -> Result<Outcome, Unsupported> {
    let progress = &mut |_: &Progress| ControlFlow::Continue(());
    search(program, options, progress, Some((equivalence, observer)))
}

/// When two executions are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// Dependent steps come in the same order: `source`, `optimal`.
    Trace,
    /// All reads see the same writes: `rf`.
    ReadsFrom,
}

/// The class of an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub Vec<u32>);

type Observer<'a> = (Equivalence, &'a mut dyn FnMut(Class));

fn search<'a>(
    program: &'a dyn Program,
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    observer: Option<Observer<'a>>,
) -> Result<Outcome, Unsupported> {
    let algorithm = resolve(options.algorithm, options.model)?;
    if let Some(reason) = too_large(program, options) {
        return Ok(Outcome::inconclusive(algorithm, reason));
    }
    let config = Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        fine: algorithm == Algorithm::Rf,
        joins: algorithm == Algorithm::Sat,
    };
    let run = match algorithm {
        Algorithm::Sat => sat::start(program),
        _ => program.start(),
    };
    let mut machine = Machine::with_run(program, run, config, Names::default());
    let mut search = Search::new(program, options, progress, observer);
    machine.begin();
    let result = search.stepped(&machine).and_then(|()| match algorithm {
        Algorithm::Optimal => dpor::explore(&mut search, &mut machine, dpor::Mode::Optimal),
        Algorithm::Source => dpor::explore(&mut search, &mut machine, dpor::Mode::Source),
        Algorithm::Naive => naive::explore(&mut search, &mut machine),
        Algorithm::Rf => rf::explore(&mut search, &mut machine),
        Algorithm::Sat => sat::explore(&mut search, &mut machine, program, options),
        Algorithm::Auto => {
            unreachable!("the support table has only what is above")
        }
    });
    Ok(search.conclude(&machine, algorithm, result.err()))
}

/// Why a search ended before it was exhausted.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The first error is enough.
    Error,
    Limit(ReasonKind, String),
}

/// A bug and the schedule that shows it.
struct Witness {
    failure: Failure,
    schedule: Schedule,
}

pub struct Search<'a> {
    program: &'a dyn Program,
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    started: Instant,
    counts: Counts,
    phases: Option<Phases>,
    witnesses: Vec<Witness>,
    observer: Option<Observer<'a>>,
    /// The limit of executions is reached: one more step is too much.
    full: bool,
    ticks: u32,
    told: Duration,
    effort: Option<SatEffort>,
    estimator: Option<Estimator<'a>>,
}

const TICKS_PER_LOOK: u32 = 512;
/// Time for making all errors of a search smaller.
const MINIMISING: Duration = Duration::from_millis(1500);
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// Time for the estimate in each interval.
const PROBING: Duration = Duration::from_millis(5);

impl<'a> Search<'a> {
    fn new(
        program: &'a dyn Program,
        options: &'a Options,
        progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
        observer: Option<Observer<'a>>,
    ) -> Search<'a> {
        Search {
            program,
            options,
            progress,
            started: Instant::now(),
            counts: Counts::default(),
            phases: None,
            witnesses: Vec::new(),
            observer,
            full: false,
            ticks: 0,
            told: Duration::ZERO,
            effort: None,
            estimator: None,
        }
    }

    /// Says how the questions of `rf` have been decided so far.
    pub fn set_phases(&mut self, phases: Phases) {
        self.phases = Some(phases);
    }

    /// Forgets what was counted: the search begins anew.
    pub fn restart(&mut self) {
        self.counts = Counts::default();
        self.full = false;
    }

    /// To be called after every step.
    pub fn stepped(&mut self, machine: &Machine<'_>) -> Result<(), Stop> {
        if !machine.failures().is_empty() {
            self.note_failures(machine)?;
        }
        if self.full {
            let message = "the limit of executions was reached".to_string();
            return Err(Stop::Limit(ReasonKind::ExecutionLimit, message));
        }
        if self.options.limits.max_steps as usize <= machine.trace().len() {
            return Err(too_long(machine));
        }
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICKS_PER_LOOK) {
            self.look_at_the_clock()?;
        }
        Ok(())
    }

    /// To be called when nobody can move, or when all who could are asleep.
    pub fn ended(&mut self, machine: &Machine<'_>, redundant: bool) -> Result<(), Stop> {
        if redundant {
            self.counts.redundant += 1;
        } else {
            if let Some((equivalence, observer)) = &mut self.observer {
                observer(match equivalence {
                    Equivalence::Trace => Class(machine.class()),
                    Equivalence::ReadsFrom => Class(machine.reads_from()),
                });
            }
            let mut bugs = Vec::new();
            match end::classify(machine, self.options.checks, &mut bugs) {
                End::Complete => self.counts.complete += 1,
                End::Blocked => self.counts.blocked += 1,
            }
            self.note_race(machine)?;
            for failure in bugs {
                self.note(machine, failure)?;
            }
        }
        let executions = self.counts.complete + self.counts.blocked + self.counts.redundant;
        let limit = self.options.limits.max_executions;
        self.full = limit.is_some_and(|limit| limit <= executions);
        Ok(())
    }

    /// Ends the search if its time is up or the user wants to.
    pub fn look_at_the_clock(&mut self) -> Result<(), Stop> {
        let deadline = self.options.limits.deadline;
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            let message = "the time limit was reached".to_string();
            return Err(Stop::Limit(ReasonKind::Timeout, message));
        }
        let elapsed = self.started.elapsed();
        if elapsed < self.told + PROGRESS_INTERVAL {
            return Ok(());
        }
        self.told = elapsed;
        let news = Progress {
            counts: self.counts,
            elapsed,
            estimate: self.probe(),
        };
        match (self.progress)(&news) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Limit(
                ReasonKind::Interrupted,
                "the search was interrupted".to_string(),
            )),
        }
    }

    /// What the solver cost.
    pub fn note_effort(&mut self, effort: SatEffort) {
        self.effort = Some(effort);
    }

    /// Spends a little time on the estimate, if it is wanted.
    fn probe(&mut self) -> Option<Estimate> {
        if !self.options.estimate {
            return None;
        }
        if self.estimator.is_none() {
            self.estimator = Estimator::new(self.program, self.options);
        }
        let estimator = self.estimator.as_mut()?;
        estimator.run_until(Instant::now() + PROBING);
        estimator.estimate()
    }

    fn note_failures(&mut self, machine: &Machine<'_>) -> Result<(), Stop> {
        let newest = machine.failures().last().expect("checked by the caller");
        // After a data race everything is possible: the race is what is wrong.
        self.note_race(machine)?;
        self.note(machine, newest.clone())
    }

    fn note_race(&mut self, machine: &Machine<'_>) -> Result<(), Stop> {
        if !self.options.checks.has(ErrorKind::DataRace) {
            return Ok(());
        }
        match races::find(machine.trace()) {
            Some(race) => {
                let failure = replay::data_race(self.program, self.options, machine, race);
                self.note(machine, failure)
            }
            None => Ok(()),
        }
    }

    /// Notes a bug, each kind and place once.
    fn note(&mut self, machine: &Machine<'_>, failure: Failure) -> Result<(), Stop> {
        let place = |f: &Failure| (f.kind, f.locations.first().copied());
        let known = |w: &Witness| place(&w.failure) == place(&failure);
        if !self.witnesses.iter().any(known) {
            let schedule = Schedule::of(machine);
            self.witnesses.push(Witness { failure, schedule });
        }
        if self.options.keep_going {
            return Ok(());
        }
        Err(Stop::Error)
    }

    /// Runs each witness again, a smaller one if that is wanted.
    fn show_errors(&mut self) -> Vec<Found> {
        let (program, options) = (self.program, self.options);
        let deadline = Instant::now() + MINIMISING;
        let witnesses = std::mem::take(&mut self.witnesses).into_iter();
        witnesses
            .map(|w| {
                let schedule = replay::with_joins(program, options, &w.schedule);
                let mut found = (schedule, w.failure);
                if options.minimise {
                    found = replay::minimise(program, options, found, deadline);
                }
                replay::show(program, options, &found.0, &found.1)
            })
            .collect()
    }

    fn conclude(
        mut self,
        machine: &Machine<'_>,
        algorithm: Algorithm,
        stop: Option<Stop>,
    ) -> Outcome {
        let program = self.program;
        let location = |id: Option<LocationId>| id.map(|id| program.source().location(id));
        let obstacle = machine.obstacles().first().map(|o| Reason {
            kind: o.kind,
            message: o.message.clone(),
            location: location(o.location),
        });
        let limit = match &stop {
            Some(Stop::Limit(kind, message)) => Some(Reason {
                kind: *kind,
                message: message.clone(),
                location: None,
            }),
            _ => None,
        };
        let errors = self.show_errors();
        let reason = obstacle.or(limit);
        let exhausted = reason.is_none() && stop.is_none();
        let verdict = match (&errors[..], &reason) {
            ([_, ..], _) => Verdict::Error,
            ([], Some(_)) => Verdict::Inconclusive,
            ([], None) => Verdict::Verified,
        };
        Outcome {
            verdict,
            algorithm,
            counts: self.counts,
            reason: reason.filter(|_| verdict == Verdict::Inconclusive),
            errors,
            exhausted,
            instead_of: None,
            phases: self.phases,
            bound_hit: machine.bound_hit(),
            sat: self.effort,
            estimate: self.estimator.and_then(|e| e.estimate()),
        }
    }
}

/// Does the program begin with more memory than it may have?
fn too_large(program: &dyn Program, options: &Options) -> Option<Reason> {
    let sizes = program.objects().iter().map(|object| object.size);
    let bytes = sizes.fold(0, u64::saturating_add);
    let limit = options.limits.max_memory;
    (limit < bytes).then(|| Reason {
        kind: ReasonKind::Memory,
        message: format!(
            "the global variables have {bytes} bytes, more than the limit of {limit} allows"
        ),
        location: None,
    })
}

fn too_long(machine: &Machine<'_>) -> Stop {
    let step = machine.trace().steps().last().expect("there are steps");
    let message = format!(
        "an execution has more than {} steps, the last by {}; does a loop there wait for another \
         thread? --unroll N cuts loops after N iterations",
        machine.trace().len(),
        machine.names().name(step.thread)
    );
    Stop::Limit(ReasonKind::ExecutionLimit, message)
}
