//! Compares the engine with the references. A difference is words for people.

use crate::axioms::{Decision, decide};
use crate::builder::{Built, Inst, Watched};
use crate::weak;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use threadproof_engine::ReasonKind;
use threadproof_engine::{
    Algorithm, Class, Counts, Equivalence, Found, Model, Options, SUPPORT, Unsupported, check,
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
        let Some((seen, robust, counts)) = run(test, *model, *algorithm)? else {
            continue;
        };
        let who = format!("{} under {}", algorithm.name(), model.name());
        // Sequentially consistent executions are consistent everywhere.
        let more = decision.executions > decisions[Model::Sc as usize].executions;
        // A blocked execution is no candidate of the axioms.
        if robust == Some(more) && (more || counts.blocked == 0) {
            return Err(format!(
                "{who}: robust: {robust:?}, but {} executions and {} under SC",
                decision.executions,
                decisions[Model::Sc as usize].executions
            ));
        }
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
        if *model == Model::Ra && counts.complete != decision.weak_traces {
            return Err(format!(
                "{who}: {} executions, but {} weak traces",
                counts.complete, decision.weak_traces
            ));
        }
        if *algorithm != Algorithm::Source && counts.redundant > 0 {
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

/// Whether the outcome was seen, whether the test is robust, and how many executions there are;
/// `None` if the algorithm cannot do the test.
fn run(
    test: &Test,
    model: Model,
    algorithm: Algorithm,
) -> Result<Option<(bool, Option<bool>, Counts)>, String> {
    let mut options = options(model, algorithm);
    options.robustness = model != Model::Ra;
    let program = Litmus::new(test, FailWhen::Outcome);
    let program = match algorithm {
        Algorithm::Sat => program.with_visible_registers(),
        _ => program,
    };
    let search = || check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = caught(search).map_err(|problem| {
        let (algorithm, model) = (algorithm.name(), model.name());
        format!("{algorithm} under {model}: {problem}")
    })?;
    match outcome.reason {
        Some(reason) if reason.kind == ReasonKind::Unsupported => Ok(None),
        Some(reason) => Err(reason.message),
        None => {
            let is_outcome = |found: &Found| found.kind == ErrorKind::Assertion;
            let seen = outcome.errors.iter().any(is_outcome);
            Ok(Some((seen, outcome.robust, outcome.counts)))
        }
    }
}

/// How a comparison of a program with brute force ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    Same,
    /// Too many executions for brute force.
    TooLarge,
    /// The algorithm met something that it does not support, and said so.
    Refused,
    Different(String),
}

/// Every algorithm that supports the model must visit the classes that brute force visits, none
/// twice. A program is robust exactly if it has no more classes than under SC.
pub fn built(program: &Built, model: Model) -> Compared {
    built_within(program, model, LIMIT)
}

/// The same for `optimal` and `source` alone.
pub fn traces(program: &Built, model: Model) -> Compared {
    classes_agree(program, model, LIMIT, Equivalence::Trace, &EXACT)
}

/// The same with another limit on the executions of brute force.
pub fn built_within(program: &Built, model: Model, limit: usize) -> Compared {
    if model == Model::Ra {
        return weak_traces(program, limit);
    }
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
        Ok(Some(naive)) if naive.classes.len() < limit => naive,
        Ok(_) => return Compared::TooLarge,
        Err(problem) => return Compared::Different(problem),
    };
    let reference: BTreeSet<&Class> = naive.classes.iter().collect();
    for &algorithm in algorithms {
        if resolve(algorithm, model).is_err() {
            continue;
        }
        let who = format!("{} under {}", algorithm.name(), model.name());
        let found = match classes(program, model, algorithm, limit, equivalence) {
            Ok(Some(found)) => found,
            Ok(None) => continue,
            Err(problem) => return Compared::Different(problem),
        };
        let set: BTreeSet<&Class> = found.classes.iter().collect();
        let problem = if set.len() < found.classes.len() {
            format!("{} classes twice", found.classes.len() - set.len())
        } else if set != reference {
            let missing = reference.difference(&set).count();
            let extra = set.difference(&reference).count();
            format!(
                "{missing} classes of {} missing, {extra} too many",
                reference.len()
            )
        } else if algorithm == Algorithm::Optimal && found.redundant > 0 {
            format!("{} redundant executions", found.redundant)
        } else if found.robust != naive.robust {
            format!("robust: {:?}, not {:?}", found.robust, naive.robust)
        } else {
            continue;
        };
        return Compared::Different(format!("{who}: {problem}"));
    }
    if let Err(problem) = same_errors(program, model) {
        return Compared::Different(problem);
    }
    match equivalence {
        Equivalence::Trace => robustness(program, model, &reference, naive.robust),
        Equivalence::ReadsFrom => Compared::Same,
    }
}

/// Do `optimal` and `source` find the same classes? Programs that are too large for that count as such.
pub fn same_classes(program: &Built, model: Model) -> bool {
    let classes = |algorithm| {
        let mut options = Options::new(model, algorithm);
        options.keep_going = true;
        options.limits.max_executions = Some(LIMIT as u64);
        let mut classes = BTreeSet::new();
        let mut observer = |class| {
            classes.insert(class);
        };
        let outcome = check_observed(program, &options, Equivalence::Trace, &mut observer);
        let whole = outcome.is_ok_and(|outcome| outcome.exhausted);
        whole.then_some(classes)
    };
    match (classes(Algorithm::Source), classes(Algorithm::Optimal)) {
        (Some(source), Some(optimal)) => source == optimal,
        _ => true,
    }
}

/// Executions of one class must leave the same values in all registers, and `optimal` and `source`
/// must find all values that brute force finds, whether read-modify-writes commute or not.
pub fn outcomes(program: &Built) -> Compared {
    let mut reference = BTreeSet::new();
    let mut by_class = BTreeMap::new();
    let mut differs = false;
    let mut executions = 0;
    let watched = Watched::new(program);
    let mut observer = |class: Class| {
        executions += 1;
        let registers = watched.registers();
        reference.insert(registers.clone());
        let known = by_class.entry(class).or_insert_with(|| registers.clone());
        differs |= *known != registers;
    };
    let mut options = Options::new(Model::Sc, Algorithm::Naive);
    options.keep_going = true;
    options.limits.max_executions = Some(LIMIT as u64);
    if let Err(unsupported) = check_observed(&watched, &options, Equivalence::Trace, &mut observer)
    {
        return Compared::Different(unsupported.to_string());
    }
    if executions >= LIMIT {
        return Compared::TooLarge;
    }
    if differs {
        return Compared::Different("one class, two outcomes".to_string());
    }
    for (algorithm, commute) in EXACT.iter().flat_map(|a| [(*a, true), (*a, false)]) {
        options.algorithm = algorithm;
        options.commute = commute;
        let mut found = BTreeSet::new();
        let mut observer = |_| {
            found.insert(watched.registers());
        };
        if let Err(unsupported) =
            check_observed(&watched, &options, Equivalence::Trace, &mut observer)
        {
            return Compared::Different(unsupported.to_string());
        }
        if found != reference {
            let (found, expected) = (found.len(), reference.len());
            let who = algorithm.name();
            return Compared::Different(format!(
                "{who}, commuting {commute}: {found} outcomes, expected {expected}"
            ));
        }
    }
    Compared::Same
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

/// An execution that stops at an assumption says nothing of robustness, so programs with
/// assumptions are left out.
fn robustness(
    program: &Built,
    model: Model,
    reference: &BTreeSet<&Class>,
    robust: Option<bool>,
) -> Compared {
    let mut insts = program.threads.iter().flatten();
    let assumes = insts.any(|inst| matches!(inst, Inst::Assume(..)));
    if assumes || program.threads.iter().any(|t| awaits_own(t)) || robust.is_none() {
        return Compared::Same;
    }
    let mut options = Options::new(Model::Sc, Algorithm::Optimal);
    options.keep_going = true;
    options.limits.max_executions = Some(LIMIT as u64);
    // Under other models read-modify-writes are ordered with each other.
    options.commute = model == Model::Sc;
    let mut sc = 0;
    let mut observer = |_| sc += 1;
    match check_observed(program, &options, Equivalence::Trace, &mut observer) {
        Ok(outcome) if !outcome.exhausted => Compared::TooLarge,
        Ok(_) if Some(sc == reference.len()) == robust => Compared::Same,
        Ok(_) => Compared::Different(format!(
            "{} classes under {} and {sc} under sc, but robust: {robust:?}",
            reference.len(),
            model.name(),
        )),
        Err(unsupported) => Compared::Different(unsupported.to_string()),
    }
}

/// Does a thread wait for a variable that it stores to? With a store buffer that is an assumption.
fn awaits_own(thread: &[Inst]) -> bool {
    let stores_to = |var| {
        thread.iter().any(|inst| match inst {
            Inst::Store(to, _) | Inst::StoreRelease(to, _) | Inst::StoreByte(to, ..) => *to == var,
            _ => false,
        })
    };
    thread
        .iter()
        .any(|inst| matches!(inst, Inst::Await(var, _) if stores_to(*var)))
}

/// The same for the weak traces of Release-Acquire.
fn weak_traces(program: &Built, limit: usize) -> Compared {
    // The reference knows variables only as a whole.
    let mut insts = program.threads.iter().flatten();
    if insts.any(|inst| matches!(inst, Inst::StoreByte(..))) {
        return Compared::Refused;
    }
    let Some(reference) = weak::classes(program, limit) else {
        return Compared::TooLarge;
    };
    let found = classes(
        program,
        Model::Ra,
        Algorithm::Rf,
        limit,
        Equivalence::ReadsFrom,
    );
    let (found, redundant) = match found {
        Ok(None) => return Compared::Refused,
        Ok(Some(seen)) => (seen.classes, seen.redundant),
        Err(problem) => return Compared::Different(problem),
    };
    let set: BTreeSet<Class> = found.iter().cloned().collect();
    let missing = reference.difference(&set).count();
    let extra = set.difference(&reference).count();
    let twice = found.len() - set.len();
    if missing + extra + twice == 0 && redundant == 0 {
        return Compared::Same;
    }
    Compared::Different(format!(
        "rf under ra: {missing} classes of {} missing, {extra} too many, {twice} twice, {redundant} \
         redundant",
        reference.len()
    ))
}

/// What a search saw.
struct Seen {
    /// The class of each execution.
    classes: Vec<Class>,
    redundant: u64,
    robust: Option<bool>,
}

/// `None` if the algorithm says that it cannot do the program.
fn classes(
    program: &Built,
    model: Model,
    algorithm: Algorithm,
    limit: usize,
    equivalence: Equivalence,
) -> Result<Option<Seen>, String> {
    let mut options = Options::new(model, algorithm);
    options.keep_going = true;
    options.robustness = model != Model::Ra;
    // An algorithm that repeats itself is stopped too.
    options.limits.max_executions = Some(limit as u64);
    let who = format!("{} under {}", algorithm.name(), model.name());
    let search = || {
        let mut classes = Vec::new();
        let mut observer = |class| match class == Class::NONE {
            true => classes.clear(),
            false => classes.push(class),
        };
        let outcome = check_observed(program, &options, equivalence, &mut observer);
        outcome.map(|outcome| {
            let full = classes.len() >= limit;
            let able = outcome.exhausted || full;
            able.then_some(Seen {
                classes,
                redundant: outcome.counts.redundant,
                robust: outcome.robust,
            })
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
