//! Which searches answer a question: one, or a second one where the first cannot do the program.

mod auto;
mod models;
mod search;

pub use models::models_that_show;
pub use search::check_observed;

use crate::options::{Model, Options};
use crate::outcome::{
    Cause, Note, NoteKind, Outcome, Progress, Reason, ReasonKind, UnderSc, Verdict,
};
use crate::support::{Unsupported, resolve, second_choice};
use search::search;
use std::ops::ControlFlow;
use threadproof_program::{ErrorKind, Location, LocationId, Program};

type Tell<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// Explores a program. `progress` is called about ten times a second; it may break the search.
pub fn check(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
) -> Result<Outcome, Unsupported> {
    match options.model {
        Model::C11 => check_c11(program, options, progress),
        model => {
            let mut outcome = check_with_second_choice(program, options, progress)?;
            // Release-Acquire has notes of its own.
            if model != Model::Ra && outcome.verdict == Verdict::Verified {
                outcome.notes.extend(weak_atomics(program));
            }
            Ok(outcome)
        }
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
    progress: Tell<'_>,
) -> Result<Outcome, Unsupported> {
    let first = match second_choice(options) {
        Some(second) => {
            let first = resolve(options.algorithm, options.model)?;
            auto::search_with_better(program, options, (first, second), progress)
        }
        None => search(program, options, progress, None)?,
    };
    let (Some(reason), Some(algorithm)) = (unable(&first), second_choice(options)) else {
        return Ok(first);
    };
    let options = Options {
        algorithm,
        ..*options
    };
    let mut second = search(program, &options, progress, None)?;
    second.instead_of = Some((first.algorithm, reason.cause.clone()));
    Ok(second)
}

/// A program without data races whose atomics are all sequentially consistent has no other executions
/// than those of SC (theorem 4 of RC11, PLDI 2017), and so is checked under SC. If the search for C11 cannot do a
/// program, its SC executions are executions of C11 as well: an error of one is an error.
fn check_c11(
    program: &dyn Program,
    options: &Options,
    progress: Tell<'_>,
) -> Result<Outcome, Unsupported> {
    let under_sc = Options {
        model: Model::Sc,
        ..*options
    };
    let only_seq_cst = program.weak_atomics().is_some_and(<[_]>::is_empty);
    if only_seq_cst && options.checks.has(ErrorKind::DataRace) {
        let outcome = check_with_second_choice(program, &under_sc, progress)?;
        // Graphs have awaits, which the search of this name under SC has not.
        if unable(&outcome).is_none() {
            return Ok(outcome);
        }
    }
    let mut first = search(program, options, progress, None)?;
    let Some(reason) = unable(&first).cloned() else {
        return Ok(first);
    };
    let mut second = check_with_second_choice(program, &under_sc, progress)?;
    let under_sc = match (second.verdict, &second.reason) {
        (Verdict::Error, _) => {
            second.instead_of = Some((first.algorithm, reason.cause));
            return Ok(second);
        }
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
