//! One search: limits, counts, what was found, and the verdict.

mod explored;
mod grain;
mod limits;
mod part;
mod workers;

pub use explored::{Evidence, Explored};
pub use grain::config;
pub use part::Part;
use part::Witness;

use crate::check::end::End;
use crate::check::robustness::Graph;
use crate::explore::estimate::Estimator;
use crate::explore::{dpor, naive, preemptions, rf, sample, sat};
use crate::graph;
use crate::host::names::Names;
use crate::host::{Config, Failure, Obstacle, WAITS_WITHIN};
use crate::machine::Machine;
use crate::options::{Algorithm, Model, Options};
use crate::outcome::{
    Counts, Estimate, Found, Measure, Note, NoteKind, Outcome, Progress, Reason, ReasonKind,
    Sampled, Treatment, Verdict,
};
use crate::replay::{self, Others, Schedule};
use crate::support::{Unsupported, resolve};
use limits::{too_large, too_long};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, Location, LocationId, Program};

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

impl Class {
    /// Told in between: the search begins again, and what was told before does not count.
    pub const NONE: Class = Class(Vec::new());
}

type Observer<'a> = (Equivalence, &'a mut dyn FnMut(Class));

pub fn search<'a>(
    program: &'a dyn Program,
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    observer: Option<Observer<'a>>,
) -> Result<Outcome, Unsupported> {
    let algorithm = resolve(options.algorithm, options.model)?;
    if let Some(reason) = too_large(program, options) {
        return Ok(Outcome::inconclusive(algorithm, reason));
    }
    let algorithm = match options.replaces_algorithm() && !options.model.is_graph() {
        // They take single steps, too.
        true => Algorithm::Naive,
        false => algorithm,
    };
    let config = config(options, algorithm);
    let mut search = Search::new(program, options, progress, observer);
    if options.model.is_graph() {
        let mut graph = graph::Graph::new(program, config, Names::default());
        loop {
            graph::begin(&mut graph);
            let result = search.stepped(&graph);
            let result = result.and_then(|()| graph::run(&mut search, &mut graph, options));
            if result.is_err() || !graph.refined {
                return Ok(search.conclude(&graph, algorithm, result.err()));
            }
            let cuts = std::mem::take(&mut graph.cuts);
            graph = graph::Graph::new(program, config, Names::default());
            graph.cuts = cuts;
            search.begin_again();
        }
    }
    let mut machine = first_machine(program, algorithm, config);
    let mut result = workers::run_or_alone(&mut search, &mut machine, algorithm);
    if let Err(Stop::BeginAgain) = result {
        let config = Config {
            joins: true,
            silent_ends: false,
            ..config
        };
        machine = first_machine(program, algorithm, config);
        search.begin_again();
        result = workers::run_or_alone(&mut search, &mut machine, algorithm);
    }
    Ok(search.conclude(&machine, algorithm, result.err()))
}

fn first_machine<'p>(
    program: &'p dyn Program,
    algorithm: Algorithm,
    config: Config,
) -> Machine<'p> {
    let run = match algorithm {
        Algorithm::Sat => sat::start(program),
        _ => program.start(),
    };
    let mut machine = Machine::with_run(program, run, config, Names::default());
    if algorithm == Algorithm::Sat {
        machine.step_alone();
    }
    machine.begin();
    machine
}

fn run<'p>(
    search: &mut Search<'p>,
    machine: &mut Machine<'p>,
    program: &'p dyn Program,
    algorithm: Algorithm,
) -> Result<(), Stop> {
    let options = search.options;
    search.stepped(machine)?;
    if let Some(sampling) = options.sampling {
        return sample::explore(search, machine, sampling);
    }
    if let Some(wanted) = options.preemptions {
        return preemptions::explore(search, machine, wanted);
    }
    match algorithm {
        Algorithm::Optimal | Algorithm::Source | Algorithm::Naive if search.has_crew() => {
            workers::share(search, machine, algorithm)
        }
        Algorithm::Optimal => dpor::explore(search, machine, dpor::Mode::Optimal),
        Algorithm::Source => dpor::explore(search, machine, dpor::Mode::Source),
        Algorithm::Naive => naive::explore(search, machine),
        Algorithm::Rf => rf::explore(search, machine, program),
        Algorithm::Sat => sat::explore(search, machine, program, options),
        Algorithm::Auto => {
            unreachable!("the support table has only what is above")
        }
    }
}

/// Why a search ended before it was exhausted.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The first error is enough.
    Error,
    Limit(ReasonKind, String),
    /// The machine has to be another one.
    BeginAgain,
    /// One worker has to do it alone: the answer depends on the order of the search.
    Alone,
    /// Another worker has ended the search.
    Stopped,
}

pub struct Search<'a> {
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
    witnesses: Vec<Witness>,
    /// Executions that stopped at an assumption or a bound.
    given_up: u64,
    /// Beginnings that a worker gave up.
    abandoned: u64,
    /// Scratch space for the question of robustness.
    graph: Graph,
    /// An execution that is not sequentially consistent.
    violation: Option<Schedule>,
    observer: Option<Observer<'a>>,
    /// The limit of executions is reached: one more step is too much.
    full: bool,
    ticks: u32,
    /// Steps of the execution when they were last looked at.
    depth: usize,
    told: Duration,
    effort: Vec<Measure>,
    estimator: Option<Estimator<'a>>,
    preemptions: Option<u32>,
    sampled: Option<Sampled>,
    /// Runs to be shown in the end.
    kept: Vec<Schedule>,
}

const TICKS_PER_LOOK: u32 = 512;
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
            beside: Counts::default(),
            alone: false,
            alone_until: None,
            witnesses: Vec::new(),
            given_up: 0,
            abandoned: 0,
            graph: Graph::default(),
            violation: None,
            observer,
            full: false,
            ticks: 0,
            depth: 0,
            told: Duration::ZERO,
            effort: Vec::new(),
            estimator: None,
            preemptions: None,
            sampled: None,
            kept: Vec::new(),
        }
    }

    /// Says what the search has cost.
    pub fn set_effort(&mut self, effort: Vec<Measure>) {
        self.effort = effort;
    }

    /// Says what random executions have shown so far.
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
    pub fn set_tally(&mut self, tally: (Counts, u64)) {
        (self.counts, self.given_up) = tally;
    }

    /// To be called after every step. Whatever [`Search::look`] acts on has to be asked for here, too.
    #[inline]
    pub fn stepped<E: Explored>(&mut self, machine: &E) -> Result<(), Stop> {
        self.ticks += 1;
        let as_usual = machine.failures().is_empty()
            && machine.obstacles().is_empty()
            && !machine.is_too_coarse()
            && !self.full
            && machine.steps() < self.options.limits.max_steps as usize
            && !self.ticks.is_multiple_of(TICKS_PER_LOOK);
        match as_usual {
            true => Ok(()),
            false => self.look(machine),
        }
    }

    #[inline(never)]
    fn look(&mut self, machine: &dyn Explored) -> Result<(), Stop> {
        // First, since what such steps have shown may not be repeatable.
        if machine.is_too_coarse() {
            return Err(Stop::BeginAgain);
        }
        if !machine.failures().is_empty() {
            self.note_failures(machine)?;
        }
        let within = |obstacle: &Obstacle| obstacle.message == WAITS_WITHIN;
        if machine.obstacles().iter().any(within) {
            let message = WAITS_WITHIN.to_string();
            return Err(Stop::Limit(ReasonKind::Unsupported, message));
        }
        if self.full {
            let message = "the limit of executions was reached".to_string();
            return Err(Stop::Limit(ReasonKind::ExecutionLimit, message));
        }
        if self.options.limits.max_steps as usize <= machine.steps() {
            return Err(too_long(self.program, machine));
        }
        if self.ticks.is_multiple_of(TICKS_PER_LOOK) {
            self.depth = machine.steps();
            self.look_at_the_clock()?;
        }
        Ok(())
    }

    /// Forgets what was seen: the search has begun with a wrong idea of the program.
    pub fn begin_again(&mut self) {
        self.counts = Counts::default();
        self.given_up = 0;
        self.abandoned = 0;
        self.witnesses.clear();
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
            if let Some((equivalence, observer)) = &mut self.observer {
                observer(Class(machine.class(*equivalence)));
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
                self.violation = machine.violation(&mut self.graph);
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

    /// Under SC the answer is known.
    fn asks_for_robustness(&self) -> bool {
        self.options.robustness && self.options.model != Model::Sc
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
        if self.is_long_alone() {
            return Err(Stop::Alone);
        }
        let news = Progress {
            counts: self.counts + self.beside,
            elapsed,
            depth: self.depth,
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

    /// How many bugs were found so far.
    pub fn errors(&self) -> usize {
        self.witnesses.len()
    }

    /// Keeps the run that the machine has made, if runs are wanted.
    pub fn keep(&mut self, machine: &Machine<'_>) {
        if self.options.keep_schedules {
            self.kept.push(Schedule::of(machine));
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
        estimator.run_until(Instant::now() + PROBING);
        estimator.estimate()
    }

    fn note_failures(&mut self, machine: &dyn Explored) -> Result<(), Stop> {
        // After a data race everything is possible: the race is what is wrong.
        self.note_race(machine)?;
        let mut newest_first: Vec<&Failure> = machine.failures().iter().rev().collect();
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

    /// Runs each witness again, a smaller one if that is wanted.
    fn show_errors(&mut self) -> Vec<Found> {
        let (program, options) = (self.program, self.options);
        let deadline = replay::minimising_ends(options);
        let witnesses = std::mem::take(&mut self.witnesses).into_iter();
        witnesses
            .map(|w| {
                let steps = match w.evidence {
                    Evidence::Steps(steps) => steps,
                    Evidence::Items(items) => {
                        let mut found = (items, w.failure);
                        if options.minimise {
                            found = replay::minimise::items::minimise(
                                program, options, found, deadline,
                            );
                        }
                        return replay::items::show(program, options, &found.0, &found.1);
                    }
                };
                let schedule = replay::with_joins(program, options, &steps);
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
        machine: &dyn Explored,
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
            None | Some(Stop::Error) => None,
            // With an error at hand it does not matter.
            Some(Stop::BeginAgain | Stop::Alone | Stop::Stopped) => Some(Reason {
                kind: ReasonKind::Interrupted,
                message: "the search ended before all was seen".into(),
                location: None,
            }),
        };
        let reason = obstacle.or(limit);
        let exhausted = reason.is_none() && stop.is_none() && self.preemptions.is_none();
        let not_robust = self.not_robust(exhausted);
        let mut errors = self.show_errors();
        let robust = match not_robust {
            Some(_) => Some(false),
            None => (exhausted || self.options.model == Model::Sc).then_some(true),
        };
        errors.extend(not_robust);
        let reason = reason.or_else(|| self.reached_nothing(machine));
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
            effort: self.effort,
            bound_hit: machine.bound_hit(),
            bounded_search: self.options.preemptions.is_some(),
            preemptions: self.preemptions,
            sampled: self.sampled,
            robust: robust.filter(|_| self.options.robustness),
            notes: notes(program, machine, verdict),
            estimate: self.estimator.and_then(|e| e.estimate()),
            schedules: (self.kept.iter())
                .map(|kept| replay::record(program, self.options, kept))
                .collect(),
            replayed: None,
        }
    }

    /// Why nothing is known if no execution came to its end.
    fn reached_nothing(&self, machine: &dyn Explored) -> Option<Reason> {
        let all = self.counts.complete + self.counts.blocked;
        (self.given_up == all && all > 0).then(|| limits::nothing_complete(machine))
    }

    /// The error of a program that is not robust, as far as the search has seen: also in an
    /// execution that it broke off at another error.
    fn not_robust(&self, exhausted: bool) -> Option<Found> {
        if !self.asks_for_robustness() {
            return None;
        }
        let broken_off = self.witnesses.iter().filter_map(|w| match &w.evidence {
            Evidence::Steps(schedule) => Some(schedule),
            Evidence::Items(_) => None,
        });
        let mut schedules = self.violation.iter().chain(broken_off);
        let others = match (&self.witnesses[..], exhausted) {
            ([], true) => Others::None,
            ([], false) => Others::NoneSoFar,
            _ => Others::Some,
        };
        schedules.find_map(|s| replay::not_robust(self.program, self.options, s, others))
    }
}

/// The places where orderings were taken for others, by how, and where the front end took something for
/// granted.
fn notes(program: &dyn Program, machine: &dyn Explored, verdict: Verdict) -> Vec<Note> {
    let note = |kind: NoteKind, places: Vec<LocationId>| {
        let here = places.into_iter().map(|id| program.source().location(id));
        let mut locations: Vec<Location> = here.collect();
        locations.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        locations.dedup_by(|a, b| (&a.file, a.line) == (&b.file, b.line));
        Note { kind, locations }
    };
    let treated = machine.treated();
    let of = |treatment: Treatment| {
        let here = treated.iter().filter(|(_, t)| *t == treatment);
        let places = here.map(|(id, _)| *id).collect();
        note(NoteKind::Treated(treatment), places)
    };
    let all = [Treatment::Strengthened, Treatment::Weakened].map(of);
    let remarks = machine.remarks().by_message().into_iter();
    let assumed = remarks.map(|(words, places)| note(NoteKind::Assumed(words.into()), places));
    let all = all.into_iter().chain(assumed);
    let mut all: Vec<Note> = all.filter(|note| !note.locations.is_empty()).collect();
    if verdict == Verdict::Verified && machine.names().threads() == 1 {
        all.push(note(NoteKind::Sequential, Vec::new()));
    }
    all
}
