//! Begins the workers of a search, and puts together what they have found.

use super::crew::{Crew, Hand, Launch};
use crate::explore::equivalence::{Class, Equivalence};
use crate::explore::monitor::{Explored, Finer, Monitor, Part, Stop};
use crate::host::Findings;
use crate::host::names::Names;
use crate::machine::Machine;
use crate::mutant;
use crate::options::{Jobs, Options};
use crate::outcome::{Progress, ReasonKind};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use threadproof_program::Program;

/// An execution of which several workers have one each.
pub trait Crewed: Explored {
    type Seen: Send;

    /// From now on, this one and those that are made with these names agree on numbers.
    fn share_names(&mut self) -> Names;
    /// What it has seen in its part of a search, as far as a report tells of it.
    fn seen(&mut self) -> Self::Seen;
    /// Takes over what another one has seen. True if one worker has to look at both parts, since they mean something
    /// together that neither means alone.
    fn hear(&mut self, seen: Self::Seen) -> bool;
}

impl Crewed for Machine<'_> {
    type Seen = Findings;

    fn share_names(&mut self) -> Names {
        self.share_names()
    }
    fn seen(&mut self) -> Findings {
        self.findings().of_search()
    }
    fn hear(&mut self, findings: Findings) -> bool {
        self.merge(findings);
        false
    }
}

/// What a worker leaves behind.
struct Left<S> {
    part: Part,
    seen: S,
}

/// Explores a task, or all if there is none yet, and gives parts of it away.
pub trait Work<E, T>:
    Fn(&mut Monitor<'_>, &mut E, &mut Hand<'_, T>, Option<T>) -> Result<(), Stop> + Sync
{
}

impl<E, T, F> Work<E, T> for F where
    F: Fn(&mut Monitor<'_>, &mut E, &mut Hand<'_, T>, Option<T>) -> Result<(), Stop> + Sync
{
}

/// Explores all executions with the workers that the options ask for. `first` is what the first worker has at hand, and `make`
/// makes the same for others.
pub fn explore<'p, E: Crewed, T: Send>(
    search: &mut Monitor<'p>,
    first: &mut E,
    make: impl Fn(Names) -> E + Sync,
    work: impl Work<E, T>,
) -> Result<(), Stop> {
    let (program, options) = (search.program(), search.options());
    let Jobs {
        workers,
        after,
        budget,
    } = options.jobs;
    let observed = search.equivalence();
    let crew: Crew<T> = Crew::new(budget, options.limits.max_executions);
    let left: Mutex<Vec<thread::Result<Left<E::Seen>>>> = Mutex::default();
    let mutant = mutant::active();
    let others = workers.max(1) as usize - 1;
    let result = thread::scope(|scope| {
        let (crew, left, make, work) = (&crew, &left, &make, &work);
        let begin = Box::new(move |names: Names| {
            crew.join(others);
            for _ in 0..others {
                let names = names.clone();
                scope.spawn(move || {
                    let found = || {
                        let mut executing = make(names);
                        help(program, options, observed, &mut executing, crew, work)
                    };
                    // A panic is the first worker's to pass on, and nobody is to wait for this one.
                    let found =
                        catch_unwind(AssertUnwindSafe(|| mutant::with_active(mutant, found)));
                    if found.is_err() {
                        crew.stop();
                    }
                    left.lock().expect("nobody panics with it").push(found);
                });
            }
        });
        let launch = Launch {
            at: Instant::now() + after,
            begin,
        };
        let mut hand = Hand::new(crew, Some(launch));
        let result = lead(search, first, &mut hand, crew, work);
        crew.stop();
        result
    });
    let left = left
        .into_inner()
        .expect("nobody panics with it")
        .into_iter();
    let left = left.map(|left| left.unwrap_or_else(|panic| resume_unwind(panic)));
    let left: Vec<Left<E::Seen>> = left.collect();
    conclude(search, first, result, left)
}

/// The first worker: it also tells of the progress.
fn lead<E: Crewed, T>(
    search: &mut Monitor<'_>,
    first: &mut E,
    hand: &mut Hand<'_, T>,
    crew: &Crew<T>,
    work: &impl Work<E, T>,
) -> Result<(), Stop> {
    let mut task = None;
    loop {
        hand.begin_task();
        work(search, first, hand, task)?;
        hand.tell(search);
        let meanwhile = || {
            hand.tell(search);
            search.look_at_the_clock()
        };
        task = crew.take(meanwhile)?;
        if task.is_none() {
            return Ok(());
        }
    }
}

/// Another worker.
fn help<E: Crewed, T>(
    program: &dyn Program,
    options: &Options,
    observed: Option<Equivalence>,
    executing: &mut E,
    crew: &Crew<T>,
    work: &impl Work<E, T>,
) -> Left<E::Seen> {
    let mut options = Options {
        estimate: false,
        jobs: Jobs::ONE,
        ..*options
    };
    options.limits.max_executions = None;
    let mut progress = |_: &Progress| match crew.is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut classes = Vec::new();
    let mut observer = |class: Class| classes.push(class);
    let observer =
        observed.map(|equivalence| (equivalence, &mut observer as &mut dyn FnMut(Class)));
    let mut search = Monitor::of_worker(program, &options, &mut progress, observer);
    let mut hand = Hand::new(crew, None);
    let mut stop = None;
    while stop.is_none() {
        let Ok(Some(task)) = crew.take(|| Ok::<(), Stop>(())) else {
            break;
        };
        hand.begin_task();
        stop = work(&mut search, executing, &mut hand, Some(task)).err();
        hand.tell(&mut search);
    }
    if stop.is_some() || search.errors() > 0 && !options.keep_going {
        crew.stop();
    }
    let mut part = search.into_part(stop);
    part.classes = classes;
    let seen = executing.seen();
    Left { part, seen }
}

/// Puts together what all have found.
fn conclude<E: Crewed>(
    search: &mut Monitor<'_>,
    first: &mut E,
    result: Result<(), Stop>,
    left: Vec<Left<E::Seen>>,
) -> Result<(), Stop> {
    if left.is_empty() {
        return result;
    }
    let mut stops: Vec<Stop> = result.err().into_iter().collect();
    let mut unclear = false;
    for Left { part, seen } in left {
        stops.extend(part.stop.clone());
        search.absorb(part);
        unclear |= first.hear(seen);
    }
    // The machine has to be another one: nothing that was seen counts. How bytes are to be divided depends on the order of the
    // search.
    for stop in &stops {
        match stop {
            Stop::Refine(Finer::Bytes) => return Err(Stop::Alone),
            Stop::Refine(_) => return Err(stop.clone()),
            _ => (),
        }
    }
    let limit = search.options().limits.max_executions;
    let too_many = limit.is_some_and(|limit| limit < search.counts().all());
    let depends_on_order =
        unclear || search.has_findings() || first.obstacles().len() > 1 || too_many;
    let is_clock = |stop: &&Stop| {
        matches!(stop, Stop::Limit(cause)
            if matches!(cause.kind(), ReasonKind::Timeout | ReasonKind::Interrupted))
    };
    let other = |stop: &&Stop| !matches!(stop, Stop::Stopped) && !is_clock(stop);
    if depends_on_order || stops.iter().any(|stop| other(&stop)) {
        return Err(Stop::Alone);
    }
    match stops.iter().find(is_clock) {
        Some(stop) => Err(stop.clone()),
        None => Ok(()),
    }
}
