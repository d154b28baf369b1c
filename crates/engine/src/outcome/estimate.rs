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

    /// Were more executions seen than the estimate and two standard errors allow? Then the random executions have missed a
    /// part of the program that has many, and the estimate says nothing.
    pub fn is_refuted(&self, seen: u64) -> bool {
        seen as f64 > self.executions + 2.0 * self.error
    }
}
