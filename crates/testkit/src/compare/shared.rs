//! Searches by several workers against the search by one.

use super::caught;
use crate::builder::Built;
use threadproof_engine::{
    Algorithm, Class, Counts, Equivalence, Jobs, Model, Options, SUPPORT, check_observed, is_shared,
};
use threadproof_program::ErrorKind;

/// What a search saw: every class as often as it was visited.
#[derive(PartialEq, Eq)]
struct Seen {
    classes: Vec<Class>,
    counts: Counts,
    exhausted: bool,
    reason: Option<String>,
}

/// The first algorithm that sees something else with these workers than with one, and the difference in words. Programs with more executions
/// than the limit are left out.
pub fn shared(program: &Built, model: Model, jobs: Jobs, limit: usize) -> Option<String> {
    let pairs = SUPPORT.iter().filter(|(_, m)| *m == model);
    let algorithms = pairs.map(|(algorithm, _)| *algorithm);
    algorithms.filter(|a| is_shared(*a)).find_map(|algorithm| {
        let alone = seen(program, model, algorithm, Jobs::ONE, limit);
        let Ok(alone) = alone else {
            return None;
        };
        if alone.counts.all() >= limit as u64 {
            return None;
        }
        let problem = match seen(program, model, algorithm, jobs, 10 * limit) {
            Ok(together) => difference(algorithm, &alone, &together)?,
            Err(problem) => problem,
        };
        let (algorithm, model) = (algorithm.name(), model.name());
        Some(format!("{algorithm} under {model}, {jobs:?}: {problem}"))
    })
}

fn difference(algorithm: Algorithm, alone: &Seen, together: &Seen) -> Option<String> {
    let depends = algorithm == Algorithm::Source;
    let counts = |seen: &Seen| Counts {
        redundant: seen.counts.redundant * u64::from(!depends),
        ..seen.counts
    };
    let same = alone.classes == together.classes
        && counts(alone) == counts(together)
        && (alone.exhausted, &alone.reason) == (together.exhausted, &together.reason);
    let show = |seen: &Seen| {
        let all = seen.classes.len();
        let mut classes = seen.classes.clone();
        classes.dedup();
        let different = classes.len();
        let Counts { redundant, .. } = seen.counts;
        format!(
            "{all} executions of {different} classes, {redundant} redundant, {:?}",
            seen.reason
        )
    };
    (!same).then(|| format!("{} instead of {}", show(together), show(alone)))
}

fn seen(
    program: &Built,
    model: Model,
    algorithm: Algorithm,
    jobs: Jobs,
    limit: usize,
) -> Result<Seen, String> {
    let mut options = Options::new(model, algorithm);
    options.keep_going = true;
    options.jobs = jobs;
    // An error would be for one worker to find.
    for kind in ErrorKind::ALL {
        options.checks.set(kind, false);
    }
    options.limits.max_executions = Some(limit as u64);
    let mut classes = Vec::new();
    let mut observer = |class| match class == Class::NONE {
        true => classes.clear(),
        false => classes.push(class),
    };
    let equivalence = match algorithm {
        Algorithm::Rf => Equivalence::ReadsFrom,
        _ => Equivalence::Trace,
    };
    let outcome = caught(|| check_observed(program, &options, equivalence, &mut observer))?;
    classes.sort();
    Ok(Seen {
        classes,
        counts: outcome.counts,
        exhausted: outcome.exhausted,
        reason: outcome.reason.map(|reason| format!("{:?}", reason.cause)),
    })
}
