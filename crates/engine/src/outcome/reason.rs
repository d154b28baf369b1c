//! Why a search knows no answer.

use threadproof_program::Location;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    Timeout,
    ExecutionLimit,
    Unsupported,
    Interrupted,
    Memory,
    /// Only random executions were asked for.
    Sampled,
    /// Every execution stopped before its end, at an assumption or a bound.
    NothingComplete,
}

#[derive(Clone, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    pub message: String,
    pub location: Option<Location>,
}
