//! Searches by several workers, and the one that answers if their answer would depend on their order.

use super::{Search, Stop, first_machine, run};
use crate::explore::{dpor, naive, parallel};
use crate::machine::Machine;
use crate::options::Algorithm;

/// Runs a search, and again with one worker if the answer of several would depend on their order.
pub fn run_or_alone<'p>(
    search: &mut Search<'p>,
    machine: &mut Machine<'p>,
    algorithm: Algorithm,
) -> Result<(), Stop> {
    let program = search.program;
    let result = run(search, machine, program, algorithm);
    if !matches!(result, Err(Stop::Alone)) {
        return result;
    }
    let findings = search.go_on_alone();
    *machine = first_machine(program, algorithm, *machine.config());
    let result = run(search, machine, program, algorithm);
    search.fall_back_on(findings);
    result
}

/// A search by several workers, each with a machine of its own.
pub fn share<'p>(
    search: &mut Search<'p>,
    machine: &mut Machine<'p>,
    algorithm: Algorithm,
) -> Result<(), Stop> {
    let (program, config) = (search.program, *machine.config());
    let make = |names| {
        let mut machine = Machine::new(program, config, names);
        machine.begin();
        machine
    };
    match algorithm {
        Algorithm::Naive => parallel::explore(search, machine, make, naive::shared::work),
        Algorithm::Source => parallel::explore(search, machine, make, dpor::shared::work_source),
        _ => parallel::explore(search, machine, make, dpor::shared::work_optimal),
    }
}
