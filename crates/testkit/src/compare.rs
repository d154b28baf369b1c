//! Compares the engine with the references. A difference is words for people.

use crate::axioms::{Decision, decide};
use crate::builder::Built;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadproof_engine::ReasonKind;
use threadproof_engine::{
    Algorithm, Class, Counts, Equivalence, Model, Options, SUPPORT, Unsupported, check,
    check_observed, resolve,
};
use threadproof_litmus::{FailWhen, Litmus, Test};
use threadproof_program::ErrorKind;

/// Algorithms that visit every class of (po, rf, co) exactly once.
const EXACT: [Algorithm; 2] = [Algorithm::Optimal, Algorithm::Source];
/// Executions of brute force above which a program is left out.
pub const LIMIT: usize = 4_000;
/// The same for litmus tests, of which there are many.
const LITMUS_LIMIT: u64 = 400;

/// The engine must decide a litmus test as the axioms do, under every model, with every algorithm
/// but brute force, and visit as many executions as are consistent. Gives the decisions of the
/// axioms, in the order of [`Model::ALL`].
pub fn litmus(test: &Test) -> Result<Vec<Decision>, String> {
    let decisions = decide(test, &Model::ALL);
    for (algorithm, model) in SUPPORT {
        if *algorithm == Algorithm::Naive {
            continue;
        }
        let decision = decisions[*model as usize];
        let Some((seen, counts)) = run(test, *model, *algorithm)? else {
            continue;
        };
        let who = format!("{} under {}", algorithm.name(), model.name());
        if seen != (decision.outcomes > 0) {
            return Err(format!(
                "{who}: outcome seen: {seen}, but the axioms have {} executions with it",
                decision.outcomes
            ));
        }
        if EXACT.contains(algorithm) && counts.complete != decision.executions {
            return Err(format!(
                "{who}: {} executions, but {} are consistent",
                counts.complete, decision.executions
            ));
        }
        if *algorithm == Algorithm::Optimal && counts.redundant > 0 {
            return Err(format!("{who}: {} redundant executions", counts.redundant));
        }
    }
    brute_force(test, &decisions)?;
    Ok(decisions)
}

/// The two references must agree as well, where brute force is able to.
fn brute_force(test: &Test, decisions: &[Decision]) -> Result<(), String> {
    for model in Model::ALL {
        if resolve(Algorithm::Naive, model).is_err() {
            continue;
        }
        let decision = decisions[model as usize];
        let mut options = options(model, Algorithm::Naive);
        options.limits.max_executions = Some(LITMUS_LIMIT);
        let mut classes = BTreeSet::new();
        let program = Litmus::new(test, FailWhen::Outcome);
        let mut observer = |class| {
            classes.insert(class);
        };
        let search = || check_observed(&program, &options, Equivalence::Trace, &mut observer);
        let outcome = caught(search)?;
        let counts = outcome.counts;
        if counts.complete + counts.blocked >= LITMUS_LIMIT {
            continue;
        }
        let seen = !outcome.errors.is_empty();
        // A blocked execution is a class too, and no candidate of the axioms.
        let wrong = counts.blocked == 0 && classes.len() as u64 != decision.executions;
        if seen != (decision.outcomes > 0) || wrong {
            return Err(format!(
                "brute force under {}: outcome seen: {seen}, {} classes; axioms: {decision:?}",
                model.name(),
                classes.len()
            ));
        }
    }
    Ok(())
}

/// All executions, and no errors but the outcome of the test.
fn options(model: Model, algorithm: Algorithm) -> Options {
    let mut options = Options::new(model, algorithm);
    options.keep_going = true;
    for kind in ErrorKind::ALL {
        options.checks.set(kind, kind == ErrorKind::Assertion);
    }
    options
}

/// Whether the outcome was seen, and how many executions there are; `None` if the algorithm cannot
/// do the test.
fn run(test: &Test, model: Model, algorithm: Algorithm) -> Result<Option<(bool, Counts)>, String> {
    let options = options(model, algorithm);
    let program = Litmus::new(test, FailWhen::Outcome);
    let search = || check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = caught(search).map_err(|problem| {
        let (algorithm, model) = (algorithm.name(), model.name());
        format!("{algorithm} under {model}: {problem}")
    })?;
    match outcome.reason {
        Some(reason) if reason.kind == ReasonKind::Unsupported => Ok(None),
        Some(reason) => Err(reason.message),
        None => Ok(Some((!outcome.errors.is_empty(), outcome.counts))),
    }
}

/// How a comparison of a program with brute force ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    Same,
    /// Too many executions for brute force.
    TooLarge,
    Different(String),
}

/// Every algorithm that supports the model must visit the classes that brute force visits, none
/// twice.
pub fn built(program: &Built, model: Model) -> Compared {
    built_within(program, model, LIMIT)
}

/// The same with another limit on the executions of brute force.
pub fn built_within(program: &Built, model: Model, limit: usize) -> Compared {
    for (equivalence, algorithms) in [
        (Equivalence::Trace, &EXACT[..]),
        (Equivalence::ReadsFrom, &[Algorithm::Rf]),
    ] {
        match classes_agree(program, model, limit, equivalence, algorithms) {
            Compared::Same => (),
            other => return other,
        }
    }
    Compared::Same
}

fn classes_agree(
    program: &Built,
    model: Model,
    limit: usize,
    equivalence: Equivalence,
    algorithms: &[Algorithm],
) -> Compared {
    if algorithms.iter().all(|a| resolve(*a, model).is_err()) {
        return Compared::Same;
    }
    let naive = match classes(program, model, Algorithm::Naive, limit, equivalence) {
        Ok(Some((naive, _))) if naive.len() < limit => naive,
        Ok(_) => return Compared::TooLarge,
        Err(problem) => return Compared::Different(problem),
    };
    let reference: BTreeSet<&Class> = naive.iter().collect();
    for &algorithm in algorithms {
        if resolve(algorithm, model).is_err() {
            continue;
        }
        let who = format!("{} under {}", algorithm.name(), model.name());
        let (found, redundant) = match classes(program, model, algorithm, limit, equivalence) {
            Ok(Some(found)) => found,
            Ok(None) => continue,
            Err(problem) => return Compared::Different(problem),
        };
        let set: BTreeSet<&Class> = found.iter().collect();
        let problem = if set.len() < found.len() {
            format!("{} classes twice", found.len() - set.len())
        } else if set != reference {
            let missing = reference.difference(&set).count();
            let extra = set.difference(&reference).count();
            format!(
                "{missing} classes of {} missing, {extra} too many",
                reference.len()
            )
        } else if algorithm == Algorithm::Optimal && redundant > 0 {
            format!("{redundant} redundant executions")
        } else {
            continue;
        };
        return Compared::Different(format!("{who}: {problem}"));
    }
    match same_errors(program, model) {
        Ok(()) => Compared::Same,
        Err(problem) => Compared::Different(problem),
    }
}

/// The algorithm that does not visit classes must find the same errors.
fn same_errors(program: &Built, model: Model) -> Result<(), String> {
    if resolve(Algorithm::Sat, model).is_err() {
        return Ok(());
    }
    let errors = |algorithm| -> Result<BTreeSet<(ErrorKind, String)>, String> {
        let mut options = Options::new(model, algorithm);
        options.keep_going = true;
        let search = || check(program, &options, &mut |_| ControlFlow::Continue(()));
        let outcome = std::panic::catch_unwind(search).map_err(|_| "panic".to_string())?;
        let outcome = outcome.map_err(|unsupported| unsupported.to_string())?;
        if let Some(reason) = outcome.reason {
            return Err(format!("{}: {}", algorithm.name(), reason.message));
        }
        let kinds = outcome.errors.iter().map(|found| {
            let stuck = matches!(found.kind, ErrorKind::Deadlock | ErrorKind::Livelock);
            // Who is named as stuck depends on the execution.
            let thread = if stuck {
                String::new()
            } else {
                found.thread.clone()
            };
            (found.kind, thread)
        });
        Ok(kinds.collect())
    };
    let (expected, found) = (errors(Algorithm::Optimal)?, errors(Algorithm::Sat)?);
    if expected == found {
        return Ok(());
    }
    Err(format!(
        "sat under {}: errors {found:?} instead of {expected:?}",
        model.name()
    ))
}

/// The class of each execution, and the number of redundant ones; `None` if the algorithm says that
/// it cannot do the program.
fn classes(
    program: &Built,
    model: Model,
    algorithm: Algorithm,
    limit: usize,
    equivalence: Equivalence,
) -> Result<Option<(Vec<Class>, u64)>, String> {
    let mut options = Options::new(model, algorithm);
    options.keep_going = true;
    // An algorithm that repeats itself is stopped too.
    options.limits.max_executions = Some(limit as u64);
    let who = format!("{} under {}", algorithm.name(), model.name());
    let search = || {
        let mut classes = Vec::new();
        let mut observer = |class| classes.push(class);
        let outcome = check_observed(program, &options, equivalence, &mut observer);
        outcome.map(|outcome| {
            let full = classes.len() >= limit;
            let able = outcome.exhausted || full;
            able.then_some((classes, outcome.counts.redundant))
        })
    };
    caught(search).map_err(|problem| format!("{who}: {problem}"))
}

/// A panic is a problem like others.
fn caught<T>(search: impl FnOnce() -> Result<T, Unsupported>) -> Result<T, String> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(unsupported)) => Err(unsupported.to_string()),
        Err(_) => Err("panic".into()),
    }
}
