//! Begins the workers of a search, and merges their findings.

use super::crew::{Crew, Hand, Launch};
use crate::explore::equivalence::{Class, Equivalence};
use crate::explore::monitor::{Explored, Finer, Monitor, Part, Stop};
use crate::host::Findings;
use crate::host::names::Names;
use crate::host::privacy::SharedObjects;
use crate::machine::{Machine, MemoryModel};
use crate::mutant;
use crate::options::{Jobs, Options};
use crate::outcome::{Progress, ReasonKind};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use threadproof_program::Program;

/// An execution of which several workers have one each.
pub trait Crewed: Explored {
    type Seen: Send + Serialize + for<'d> Deserialize<'d>;

    /// From now on, this one and those that are made with these names agree on numbers.
    fn share_names(&mut self) -> Names;
    /// Takes the numbers of an earlier part of the search.
    fn set_names(&mut self, names: Names);
    /// Its findings in its part of a search, as far as a report tells of them.
    fn seen(&self) -> Self::Seen;
    /// Takes over the findings of another one. True if one worker has to look at both parts, since they mean something
    /// together that neither means alone.
    fn hear(&mut self, seen: Self::Seen) -> bool;
}

/// The observations of a machine in its part of a search.
#[derive(Serialize, Deserialize)]
pub struct Seen {
    findings: Findings,
    shared: Option<SharedObjects>,
}

impl<M: MemoryModel> Crewed for Machine<'_, M> {
    type Seen = Seen;

    fn share_names(&mut self) -> Names {
        self.share_names()
    }
    fn set_names(&mut self, names: Names) {
        self.set_names(names);
    }
    fn seen(&self) -> Seen {
        Seen {
            findings: self.findings().of_search(),
            shared: self.privacy().shared().cloned(),
        }
    }
    fn hear(&mut self, seen: Seen) -> bool {
        self.merge(seen.findings);
        self.privacy_mut().learn(seen.shared.unwrap_or_default());
        false
    }
}

/// The results of a worker that has ended.
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

/// Explores with the workers that the options ask for, until nothing is left or there is to be a pause.
pub fn round<'p, E: Crewed, T: Send>(
    search: &mut Monitor<'p>,
    first: &mut E,
    crew: &Crew<T>,
    make: &(impl Fn(Names) -> E + Sync),
    work: &impl Work<E, T>,
) -> Result<(), Stop> {
    let (program, options) = (search.program(), search.options());
    let Jobs { workers, after, .. } = options.jobs;
    let observed = search.equivalence();
    let left: Mutex<Vec<thread::Result<Left<E::Seen>>>> = Mutex::default();
    let mutant = mutant::active();
    let others = workers.max(1) as usize - 1;
    let result = thread::scope(|scope| {
        let left = &left;
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
            at: match crew.has_begun() {
                true => Instant::now(),
                false => Instant::now() + after,
            },
            begin,
        };
        let mut hand = Hand::new(crew, Some(launch));
        let result = lead(search, first, &mut hand, crew, work);
        if result.is_err() || !crew.is_paused() {
            crew.stop();
        }
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
    let (mut parent, mut task) = (None, None);
    if crew.has_begun() {
        hand.begin_others(first);
        match crew.take(|| Ok::<(), Stop>(()))? {
            Some(first) => (parent, task) = (first.0, Some(first.1)),
            None => return Ok(()),
        }
    }
    loop {
        hand.begin_task(parent);
        work(search, first, hand, task)?;
        hand.end_task();
        hand.tell(search);
        let meanwhile = || {
            hand.tell(search);
            search.check_time()?;
            if search.wants_pause() {
                crew.pause();
            }
            Ok(())
        };
        match crew.take(meanwhile)? {
            Some(next) => (parent, task) = (next.0, Some(next.1)),
            None => return Ok(()),
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
    // These are the first worker's to look at.
    options.limits.max_executions = None;
    options.limits.deadline = None;
    let mut progress = |_: &Progress| match crew.is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut classes = Vec::new();
    let mut observer = |class: Class| classes.push(class);
    let observer =
        observed.map(|equivalence| (equivalence, &mut observer as &mut dyn FnMut(Class)));
    let mut search = Monitor::new(program, &options, &mut progress, observer);
    let mut hand = Hand::new(crew, None);
    let mut stop = None;
    while stop.is_none() {
        let Ok(Some((parent, task))) = crew.take(|| Ok::<(), Stop>(())) else {
            break;
        };
        hand.begin_task(parent);
        stop = work(&mut search, executing, &mut hand, Some(task)).err();
        hand.end_task();
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

/// Puts the findings of all together.
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
        unclear || search.has_findings() || first.findings().obstacles.len() > 1 || too_many;
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
