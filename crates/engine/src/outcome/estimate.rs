//! An estimated number of executions.

/// An estimated number of executions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub executions: f64,
    /// The standard error of that.
    pub error: f64,
    pub probes: u64,
    /// The algorithm has at most so many, and may have far fewer.
    pub at_most: bool,
}

impl Estimate {
    /// A number that need not be estimated.
    pub fn known(executions: u64) -> Estimate {
        Estimate {
            executions: executions as f64,
            error: 0.0,
            probes: u64::MAX,
            at_most: false,
        }
    }
}
