//! Litmus tests against the axioms.

use super::{Compared, Comparison, caught, unfinished};
use crate::axioms::{Decision, decide};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadproof_engine::{
    Algorithm, Equivalence, Found, Model, Options, Outcome, SUPPORT, check, check_observed,
};
use threadproof_litmus::{FailWhen, Litmus, Test};
use threadproof_program::ErrorKind;

/// Executions of brute force above which a test is left out: there are many tests.
const LIMIT: u64 = 400;

/// The engine must decide a litmus test as the axioms do, with every algorithm for these models, and
/// visit as many executions as are consistent. Gives the decisions of the axioms, too, in the order
/// of [`Model::ALL`]; those of other models are empty.
pub fn litmus(test: &Test, models: &[Model]) -> (Vec<Decision>, Comparison) {
    let mut decisions = vec![Decision::default(); Model::ALL.len()];
    // Robustness is about SC, too.
    let mut asked = models.to_vec();
    asked.push(Model::Sc);
    for (model, decision) in asked.iter().zip(decide(test, &asked)) {
        decisions[*model as usize] = decision;
    }
    let pairs = SUPPORT.iter().filter(|(_, model)| models.contains(model));
    let pairs = pairs.map(|&(algorithm, model)| {
        let compared = match algorithm {
            Algorithm::Naive => brute_force(test, model, decisions[model as usize]),
            _ => reduced(test, algorithm, model, &decisions),
        };
        (algorithm, model, compared)
    });
    let comparison = Comparison(pairs.collect());
    (decisions, comparison)
}

fn reduced(test: &Test, algorithm: Algorithm, model: Model, decisions: &[Decision]) -> Compared {
    let compared = match run(test, model, algorithm) {
        Ok(outcome) if outcome.exhausted => {
            contradiction(algorithm, model, &outcome, decisions).map(Compared::Different)
        }
        Ok(outcome) => Some(unfinished(algorithm, &outcome)),
        Err(problem) => Some(Compared::Different(problem)),
    };
    let races = || match model == Model::C11 && test.has_plain_accesses() {
        true => races(test, algorithm, decisions[model as usize]),
        false => None,
    };
    compared.or_else(races).unwrap_or(Compared::Same)
}

/// With races looked for, a racy test must be reported as such. Any other test must have the executions
/// that it has without: its plain accesses have no choice.
fn races(test: &Test, algorithm: Algorithm, decision: Decision) -> Option<Compared> {
    let mut options = options(Model::C11, algorithm);
    options.checks.set(ErrorKind::DataRace, true);
    let program = Litmus::new(test, FailWhen::Outcome);
    let search = || check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = match caught(search) {
        Ok(outcome) if outcome.exhausted => outcome,
        Ok(outcome) => return Some(unfinished(algorithm, &outcome)),
        Err(problem) => return Some(Compared::Different(problem)),
    };
    let has = |kind| {
        outcome
            .errors
            .iter()
            .any(|found: &Found| found.kind == kind)
    };
    let found = has(ErrorKind::DataRace);
    let problem = if decision.races > 0 && !found {
        format!("no data race, but {} executions have one", decision.races)
    } else if decision.races == 0 && found && outcome.counts.blocked == 0 {
        "a data race, but no execution has one".to_string()
    } else if found {
        return None;
    } else if has(ErrorKind::Assertion) != (decision.outcomes > 0) {
        let outcomes = decision.outcomes;
        format!("looking for races: the axioms have {outcomes} executions with the outcome")
    } else if outcome.counts.complete != decision.classes {
        let (found, classes) = (outcome.counts.complete, decision.classes);
        format!("looking for races: {found} executions, but {classes} classes")
    } else {
        return None;
    };
    Some(Compared::Different(problem))
}

fn contradiction(
    algorithm: Algorithm,
    model: Model,
    outcome: &Outcome,
    decisions: &[Decision],
) -> Option<String> {
    let (decision, sc) = (decisions[model as usize], decisions[Model::Sc as usize]);
    let (counts, robust) = (outcome.counts, outcome.robust);
    let is_outcome = |found: &Found| found.kind == ErrorKind::Assertion;
    let seen = outcome.errors.iter().any(is_outcome);
    let exact = matches!(algorithm, Algorithm::Optimal | Algorithm::Source);
    // Sequentially consistent executions are consistent everywhere.
    let (all, of_sc) = match algorithm {
        Algorithm::Rf => (decision.classes, sc.classes),
        _ => (decision.executions, sc.executions),
    };
    let more = all > of_sc;
    // A blocked execution is no candidate of the axioms.
    if robust == Some(more) && (more || counts.blocked == 0) {
        return Some(format!(
            "robust: {robust:?}, but {all} executions or classes, and {of_sc} under SC"
        ));
    }
    if seen != (decision.outcomes > 0) {
        return Some(format!(
            "outcome seen: {seen}, but the axioms have {} executions with it",
            decision.outcomes
        ));
    }
    if exact && counts.complete != decision.executions {
        return Some(format!(
            "{} executions, but {} are consistent",
            counts.complete, decision.executions
        ));
    }
    if algorithm == Algorithm::Rf && counts.complete != decision.classes {
        return Some(format!(
            "{} executions, but {} classes",
            counts.complete, decision.classes
        ));
    }
    let redundant = algorithm != Algorithm::Source && counts.redundant > 0;
    redundant.then(|| format!("{} redundant executions", counts.redundant))
}

/// The two references must agree as well, where brute force is able to.
fn brute_force(test: &Test, model: Model, decision: Decision) -> Compared {
    let mut options = options(model, Algorithm::Naive);
    options.limits.max_executions = Some(LIMIT);
    let mut classes = BTreeSet::new();
    let program = Litmus::new(test, FailWhen::Outcome);
    let mut observer = |class| {
        classes.insert(class);
    };
    let search = || check_observed(&program, &options, Equivalence::Trace, &mut observer);
    let outcome = match caught(search) {
        Ok(outcome) => outcome,
        Err(problem) => return Compared::Different(problem),
    };
    let counts = outcome.counts;
    if counts.complete + counts.blocked >= LIMIT {
        return Compared::TooLarge;
    }
    if !outcome.exhausted {
        return unfinished(Algorithm::Naive, &outcome);
    }
    let seen = !outcome.errors.is_empty();
    // A blocked execution is a class too, and no candidate of the axioms.
    let wrong = counts.blocked == 0 && classes.len() as u64 != decision.executions;
    if seen == (decision.outcomes > 0) && !wrong {
        return Compared::Same;
    }
    let count = classes.len();
    Compared::Different(format!(
        "outcome seen: {seen}, {count} classes; axioms: {decision:?}"
    ))
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

fn run(test: &Test, model: Model, algorithm: Algorithm) -> Result<Outcome, String> {
    let mut options = options(model, algorithm);
    let sat = algorithm == Algorithm::Sat;
    // `sat` cannot tell whether a program is robust.
    options.robustness = !matches!(model, Model::Ra | Model::C11) && !sat;
    let program = Litmus::new(test, FailWhen::Outcome);
    let program = match sat {
        true => program.with_visible_registers(),
        false => program,
    };
    caught(|| check(&program, &options, &mut |_| ControlFlow::Continue(())))
}
