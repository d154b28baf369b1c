//! Says what a check found: to people ([`text`]) and to programs ([`json`]).
//!
//! Nothing here decides anything: a [`Report`] is the engine's outcome and the circumstances of
//! the run, and each module is one way to show it. Output depends on the report and on the
//! source files that it names, and on nothing else.

mod interesting;
pub mod json;
mod layout;
mod notes;
mod snippet;
mod style;
mod table;
pub mod text;

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
    /// The answer to the question of robustness, if it was asked.
    pub robust: Option<bool>,
    pub outcome: Outcome,
    /// Time to compile and to prepare the program.
    pub compile: Duration,
    pub explore: Duration,
    /// The most memory that the process ever had, if the system tells.
    pub peak_memory_bytes: Option<u64>,
}

impl Report {
    /// The bound that cut some execution.
    fn bound(&self) -> Option<u32> {
        self.unroll.filter(|_| self.outcome.bound_hit)
    }
}
