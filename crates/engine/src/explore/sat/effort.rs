//! The cost of a search with a solver.

use crate::options::Algorithm;
use crate::outcome::Measure;
use std::time::Duration;

/// The cost of a search with a solver.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// Concrete executions.
    pub runs: u64,
    /// Formulas.
    pub encodings: u64,
    /// Calls of the solver.
    pub questions: u64,
    /// Of the largest formula.
    pub variables: u64,
    pub clauses: u64,
    pub encoding_time: Duration,
    pub solver_time: Duration,
}

impl Effort {
    /// The same as rows of a report.
    pub fn measures(self) -> Vec<Measure> {
        let count = |name, number| Measure::count(Algorithm::Sat, name, number);
        let time = |name, time| Measure::time(Algorithm::Sat, name, time);
        vec![
            count("runs", self.runs),
            count("encodings", self.encodings),
            count("questions", self.questions),
            count("variables", self.variables),
            count("clauses", self.clauses),
            time("encoding_seconds", self.encoding_time),
            time("solver_seconds", self.solver_time),
        ]
    }
}
