//! An estimated number of executions.

/// An estimated number of executions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub executions: f64,
    /// The standard error of that.
    pub error: f64,
    pub probes: u64,
}

impl Estimate {
    /// A number that need not be estimated.
    pub fn known(executions: u64) -> Estimate {
        Estimate {
            executions: executions as f64,
            error: 0.0,
            probes: u64::MAX,
        }
    }
}
