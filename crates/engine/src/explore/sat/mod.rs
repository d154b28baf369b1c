//! SAT-directed exploration, after Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking
//! for SC and TSO" (OOPSLA 2015).
//!
//! Runs teach an event graph ([`graph`], [`learn`]). The graph becomes a formula ([`encode`]) whose models are
//! executions. A model with something new in it becomes a plan ([`plan`]), and a run along the plan teaches more. When
//! no model has anything new, all behaviours are in the graph. `docs/design/sat.md` explains it.
//!
//! Departures from the paper:
//! 1. Functions are known from the program's code. Only functions whose results could grow without end have to be seen
//!    in a run.
//! 2. All comparisons are exact, not equality alone.
//! 3. Values of counters come from pairs of places ([`counter_values`]).
//! 4. A read of memory that at most one other thread writes is encoded without naming its source
//!    (`encode/single_writer.rs`).
//!
//! Not looked for: data races, leaks, and reads of memory that was never written.

mod cells;
mod counter_values;
mod domains;
mod effort;
mod encode;
mod graph;
mod learn;
mod objects;
mod opaque;
mod order;
mod plan;
mod question_loop;
mod run_plan;
mod solver;
mod topological;

use crate::explore::monitor::{Monitor, Stop};
use crate::machine::{Machine, MemoryModel};
use crate::options::Options;
use crate::outcome::SatFeature;
use opaque::opaque;
use threadproof_program::{ErrorKind, Program, Run};

/// The run to explore a program with.
pub fn start(program: &dyn Program) -> Box<dyn Run + '_> {
    let traced = program.start_traced();
    traced.unwrap_or_else(|| opaque(program.start()))
}

/// Asks the solver for executions that show something new, until there are none.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    program: &dyn Program,
    options: &Options,
) -> Result<(), Stop> {
    let beyond = [
        ErrorKind::DataRace,
        ErrorKind::Leak,
        ErrorKind::Uninitialized,
    ];
    for kind in beyond.into_iter().filter(|kind| options.checks.has(*kind)) {
        machine.note_obstacle(SatFeature::Check(kind), None);
    }
    if options.robustness && options.model != crate::Model::Sc {
        machine.note_obstacle(SatFeature::Robustness, None);
    }
    question_loop::explore(search, machine, program, options)
}
