//! The searches that answer a question: one, and a second one if the first cannot do the program.

mod auto;
mod models;
mod search;

pub use models::models_that_show;
pub use search::check_observed;

use crate::explore::frontier::{Identity, Keeping};
use crate::explore::parallel::TaskTime;
#[cfg(doc)]
use crate::link::Link;
use crate::options::{Algorithm, Model, Options, Orders};
use crate::outcome::{
    Cause, Note, NoteKind, Outcome, Progress, Reason, ReasonKind, UnderSc, Verdict,
};
use crate::portable::unpack;
use crate::support::{Unsupported, kept_choice, resolve, second_choice};
use search::search;
use std::ops::ControlFlow;
use threadproof_program::{ErrorKind, Location, LocationId, Program};

type Tell<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// Who follows a search from outside.
struct Watch<'a> {
    tell: Tell<'a>,
    keeping: Option<&'a mut Keeping>,
    times: Option<&'a mut Vec<TaskTime>>,
}

impl<'a> Watch<'a> {
    fn new(tell: Tell<'a>, keeping: Option<&'a mut Keeping>) -> Watch<'a> {
        Watch {
            tell,
            keeping,
            times: None,
        }
    }
    /// The same for one of several searches.
    fn once(&mut self) -> Watch<'_> {
        Watch {
            tell: &mut *self.tell,
            keeping: self.keeping.as_deref_mut(),
            times: self.times.as_deref_mut(),
        }
    }
}

/// Explores a program. `progress` is called about ten times a second; it may break the search.
pub fn check(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
) -> Result<Outcome, Unsupported> {
    check_watched(program, options, Watch::new(progress, None))
}

/// The same; the search is kept while it goes on, and may be one that was begun before. `auto` takes an algorithm that can
/// be kept.
pub fn check_kept(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
    keeping: &mut Keeping,
) -> Result<Outcome, Unsupported> {
    check_watched(program, options, Watch::new(progress, Some(keeping)))
}

/// Explores a program in tasks of the size that the options say, and notes how long each takes: the tasks of the last
/// search. The algorithm has to be one that can be shared.
pub fn check_timed(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
    times: &mut Vec<TaskTime>,
) -> Result<Outcome, Unsupported> {
    let mut watch = Watch::new(progress, None);
    watch.times = Some(times);
    search(program, options, watch, None)
}

/// Works on a search that another process leads, until it is over or `progress` breaks it. `identity` is the name of the
/// search that the leader has [opened](Link::open); false if it cannot be read.
pub fn assist(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
    keeping: &mut Keeping,
    identity: &[u8],
) -> bool {
    let linked = keeping.linked.as_mut();
    let Some((linked, identity)) = linked.zip(unpack::<Identity>(identity)) else {
        return false;
    };
    let options = Options {
        model: identity.model,
        algorithm: identity.algorithm,
        ..*options
    };
    linked.joins = Some(identity);
    let watch = Watch::new(progress, Some(keeping));
    search(program, &options, watch, None).is_ok()
}

fn check_watched(
    program: &dyn Program,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Outcome, Unsupported> {
    let options = &by_steps(options);
    let mut outcome = match options.model.orders() {
        Orders::Language => check_language(program, options, watch),
        Orders::ReleaseAcquire => check_with_second_choice(program, options, watch),
        Orders::Hardware => {
            let mut outcome = check_with_second_choice(program, options, watch)?;
            if outcome.verdict == Verdict::Verified {
                outcome.notes.extend(weak_atomics(program));
            }
            Ok(outcome)
        }
    }?;
    let volatile = volatile_races(program, &outcome);
    outcome.notes.extend(volatile);
    Ok(outcome)
}

/// The volatile accesses among those of data races.
fn volatile_races(program: &dyn Program, outcome: &Outcome) -> Option<Note> {
    let races = outcome.errors.iter();
    let races = races.filter(|found| found.kind == ErrorKind::DataRace);
    let accesses = races.flat_map(|found| {
        found
            .locations
            .first()
            .into_iter()
            .chain(found.other_access())
    });
    let accesses: Vec<&Location> = accesses.collect();
    if accesses.is_empty() {
        return None;
    }
    let volatile = program.volatile_accesses().iter();
    let volatile = volatile.map(|id| program.source().location(*id));
    let is_one = |at: &Location| {
        accesses
            .iter()
            .any(|a| (&a.file, a.line) == (&at.file, at.line))
    };
    let mut locations: Vec<Location> = volatile.filter(is_one).collect();
    locations.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    locations.dedup_by(|a, b| (&a.file, a.line) == (&b.file, b.line));
    (!locations.is_empty()).then_some(Note {
        kind: NoteKind::Volatile,
        locations,
    })
}

/// Reads-from classes say nothing of orders of writes, which robustness asks for.
fn by_steps(options: &Options) -> Options {
    let asked = options.robustness && options.algorithm == Algorithm::Auto;
    let algorithm = match asked && !options.model.is_graph() {
        true => Algorithm::Optimal,
        false => options.algorithm,
    };
    Options {
        algorithm,
        ..*options
    }
}

/// Where a verdict is about more than the program's own memory orders.
fn weak_atomics(program: &dyn Program) -> Option<Note> {
    let weak = program.weak_atomics()?.iter();
    let known = weak.filter(|id| **id != LocationId(0));
    let mut locations: Vec<Location> = known.map(|id| program.source().location(*id)).collect();
    locations.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    locations.dedup_by(|a, b| (&a.file, a.line) == (&b.file, b.line));
    let own = |location: &Location| !is_system(&location.file);
    locations.retain(own);
    (!locations.is_empty()).then_some(Note {
        kind: NoteKind::WeakAtomics,
        locations,
    })
}

/// A header of the system is not the user's program.
fn is_system(file: &str) -> bool {
    file.starts_with("/usr/") || file.starts_with("/rustc/")
}

/// `auto` takes the first algorithm that supports the model; if that says that it cannot do the program,
/// the second.
fn check_with_second_choice(
    program: &dyn Program,
    options: &Options,
    mut watch: Watch<'_>,
) -> Result<Outcome, Unsupported> {
    let kept = kept_choice(options.algorithm, options.model).ok();
    if let Some(algorithm) = kept.filter(|_| watch.keeping.is_some()) {
        let options = Options {
            algorithm,
            ..*options
        };
        return search(program, &options, watch.once(), None);
    }
    let first = match second_choice(options) {
        Some(second) => {
            let first = resolve(options.algorithm, options.model)?;
            auto::search_with_better(program, options, (first, second), &mut *watch.tell)
        }
        None => search(program, options, watch.once(), None)?,
    };
    let (Some(reason), Some(algorithm)) = (unable(&first), second_choice(options)) else {
        return Ok(first);
    };
    let options = Options {
        algorithm,
        ..*options
    };
    let mut second = search(program, &options, watch.once(), None)?;
    second.instead_of = Some((first.algorithm, reason.cause.clone()));
    Ok(second)
}

/// A program without data races whose atomics are all sequentially consistent has no other executions
/// than those of SC (theorem 4 of RC11, PLDI 2017), and so is checked under SC. If the search for C11 cannot do a
/// program, its SC executions are executions of C11 as well: an error of one is an error.
fn check_language(
    program: &dyn Program,
    options: &Options,
    mut watch: Watch<'_>,
) -> Result<Outcome, Unsupported> {
    let under_sc = Options {
        model: Model::Sc,
        ..*options
    };
    let only_seq_cst = program.weak_atomics().is_some_and(<[_]>::is_empty);
    let kept = kept_choice(options.algorithm, Model::Sc).is_ok();
    let suits = kept || watch.keeping.is_none();
    if only_seq_cst && suits && options.checks.has(ErrorKind::DataRace) {
        let outcome = check_with_second_choice(program, &under_sc, watch.once())?;
        // Where one memory is the hindrance (the end of an object in a section), the search for C11 can do the program.
        if unable(&outcome).is_none() {
            return Ok(outcome);
        }
    }
    let mut first = search(program, options, watch.once(), None)?;
    let Some(reason) = unable(&first).cloned() else {
        return Ok(first);
    };
    let mut second = check_with_second_choice(program, &under_sc, watch.once())?;
    let under_sc = match (second.verdict, &second.reason) {
        (Verdict::Error, _) => {
            second.instead_of = Some((first.algorithm, reason.cause));
            return Ok(second);
        }
        // The program cannot be run: the model has nothing to do with it.
        (_, Some(other)) if other.cause == reason.cause => return Ok(first),
        (_, Some(other)) => UnderSc::Ended(Box::new(other.cause.clone())),
        (_, None) => UnderSc::NoError {
            preemptions: second.preemptions,
        },
    };
    let cause = Box::new(reason.cause);
    let cause = Cause::AlsoUnderSc { cause, under_sc };
    first.reason = Some(Reason { cause, ..reason });
    Ok(first)
}

/// Why a search could not do the program, if it says so.
fn unable(outcome: &Outcome) -> Option<&Reason> {
    let reason = outcome.reason.as_ref();
    reason.filter(|reason| reason.kind() == ReasonKind::Unsupported)
}
