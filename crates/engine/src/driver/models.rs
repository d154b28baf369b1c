//! Which memory models show an error.

use super::check;
use crate::options::{Algorithm, Jobs, Model, Options};
use crate::outcome::Found;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, Program};

/// Time and executions for the question whether another model shows an error, too.
const COMPARING: Duration = Duration::from_millis(300);
const COMPARED_EXECUTIONS: u64 = 20_000;

/// Which models show an error, by short searches; `None` where that was not found out. What SC shows
/// every model shows.
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
        let answer = match by_sc || model == options.model {
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
    let place = |found: &Found| found.locations.first().map(|l| (l.file.clone(), l.line));
    let same = |other: &Found| other.kind == found.kind && place(other) == place(found);
    match outcome.errors.iter().any(same) {
        true => Some(true),
        false => outcome.exhausted.then_some(false),
    }
}
