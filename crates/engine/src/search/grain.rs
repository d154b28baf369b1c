//! How coarse the steps of a search are.

use crate::host::Config;
use crate::options::{Algorithm, Options};
use threadproof_program::ErrorKind;

pub fn config(options: &Options, algorithm: Algorithm) -> Config {
    Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        // Reads-from classes do not need it.
        commute: options.commutes() && algorithm != Algorithm::Rf,
        fine: false,
        joins: algorithm == Algorithm::Sat,
        silent_ends: has_silent_ends(options, algorithm),
    }
}

/// Can the ends of threads go without accesses? Others than these algorithms, and the searches for data
/// races and for executions that are not SC, find out from accesses who has joined whom.
fn has_silent_ends(options: &Options, algorithm: Algorithm) -> bool {
    let looks_at_order_alone = matches!(
        algorithm,
        Algorithm::Optimal | Algorithm::Source | Algorithm::Naive
    );
    let looks_at_accesses = options.checks.has(ErrorKind::DataRace) || options.robustness;
    looks_at_order_alone && !looks_at_accesses
}
