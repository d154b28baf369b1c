//! Which memory models show an error.

use super::check;
use crate::options::{Algorithm, Jobs, Model, Options, Orders};
use crate::outcome::Found;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, Location, Program};

/// Time and executions for the question whether another model shows an error, too.
const COMPARING: Duration = Duration::from_millis(300);
const COMPARED_EXECUTIONS: u64 = 20_000;

/// Which models show an error, by short searches; `None` where that was not found out. An error under SC is one under
/// every model. The exception are data races under Release-Acquire, which orders relaxed accesses.
pub fn models_that_show(
    program: &dyn Program,
    options: &Options,
    found: &Found,
) -> Vec<(Model, Option<bool>)> {
    let mut answers: Vec<(Model, Option<bool>)> = Vec::new();
    if found.kind == ErrorKind::NotRobust {
        // It is a question about one model.
        return answers;
    }
    for model in Model::ALL {
        let by_sc = answers.first() == Some(&(Model::Sc, Some(true)));
        let strengthened =
            model.orders() == Orders::ReleaseAcquire && found.kind == ErrorKind::DataRace;
        let answer = match (by_sc && !strengthened) || model == options.model {
            true => Some(true),
            false => shows(program, options, found, model),
        };
        answers.push((model, answer));
    }
    answers
}

fn shows(program: &dyn Program, options: &Options, found: &Found, model: Model) -> Option<bool> {
    let mut options = Options {
        model,
        algorithm: Algorithm::Auto,
        keep_going: true,
        minimise: false,
        estimate: false,
        robustness: false,
        jobs: Jobs::ONE,
        sampling: None,
        preemptions: None,
        ..*options
    };
    let soon = Instant::now() + COMPARING;
    let deadline = options
        .limits
        .deadline
        .map_or(soon, |deadline| deadline.min(soon));
    options.limits.deadline = Some(deadline);
    options.limits.max_executions = Some(COMPARED_EXECUTIONS);
    let outcome = check(program, &options, &mut |_| ControlFlow::Continue(())).ok()?;
    match outcome.errors.iter().any(|other| is_same(other, found)) {
        true => Some(true),
        false => outcome.exhausted.then_some(false),
    }
}

/// Are two errors the same for a user? Of two accesses that nothing orders either may be the one that fails.
fn is_same(a: &Found, b: &Found) -> bool {
    let (own, other) = (place(a.locations.first()), place(a.other_access()));
    let (own_of_b, other_of_b) = (place(b.locations.first()), place(b.other_access()));
    let mirrored = match (&other, &other_of_b) {
        (Some(_), Some(_)) => other == own_of_b && own == other_of_b,
        (Some(_), None) => other == own_of_b,
        (None, Some(_)) => own == other_of_b,
        (None, None) => false,
    };
    a.kind == b.kind && (own == own_of_b || mirrored)
}

/// The line of a location.
fn place(location: Option<&Location>) -> Option<(&str, u32)> {
    location.map(|l| (l.file.as_str(), l.line))
}
