//! Comparisons without brute force, or with brute force by the final values.

use super::{Compared, LIMIT};
use crate::builder::{Built, Watched};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_engine::{Algorithm, Class, Equivalence, Model, Options, check_observed};

/// Algorithms that visit every class of (po, rf, co) exactly once.
const EXACT: [Algorithm; 2] = [Algorithm::Optimal, Algorithm::Source];

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
