//! Shows the outcome of a check: to people ([`text`], [`html`], [`dot`]), to programs ([`json`], [`sarif`],
//! [`junit`], [`github`], [`witness`]) and to itself, later ([`saved`]).
//!
//! Nothing here decides anything: a [`Report`] is the engine's outcome and the circumstances of
//! the run, and each module is one way to show it. Output depends on the report and on the
//! source files that it names, and on nothing else.

mod accesses;
mod alternatives;
pub mod dot;
pub mod explain;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
mod layout;
mod machinery;
mod notes;
mod objects;
mod relations;
pub mod restless;
pub mod sarif;
pub mod saved;
mod sc_cycle;
mod selection;
mod snippet;
mod style;
mod table;
pub mod text;
mod unsynchronised;
mod violation;
mod why;
pub mod witness;
pub mod words;
mod wrap;

pub use snippet::Sources;

use std::time::Duration;
use threadproof_engine::{Model, Outcome};

/// All that is told about one check.
#[derive(Clone, Debug)]
pub struct Report {
    /// The files that were checked, as the user named them.
    pub program: Vec<String>,
    pub model: Model,
    /// The user's bound on loops.
    pub unroll: Option<u32>,
    pub outcome: Outcome,
    /// Which models show the first error; `None` where that was not found out. Empty if nobody asked.
    pub shown_under: Vec<(Model, Option<bool>)>,
    /// Time to compile and to prepare the program.
    pub compile: Duration,
    pub explore: Duration,
    /// The most memory that the process ever had, if the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// Notes for the user beside the result.
    pub notes: Vec<String>,
    /// One saved execution was run again, rather than all.
    pub replayed: bool,
}

impl Report {
    /// The bound that cut some execution.
    fn bound(&self) -> Option<u32> {
        self.unroll.filter(|_| self.outcome.bound_hit)
    }
}
