//! A bug, and the execution that shows it.

use super::detail::Detail;
use super::recording::Recording;
use super::step::Step;
use super::violation::Violation;
use threadproof_program::{ErrorKind, Location, Wait};

/// A bug, with the execution that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    pub kind: ErrorKind,
    /// The details of the error.
    pub detail: Detail,
    /// The thread that failed: `main`, `main.2`, `main.2.1`.
    pub thread: String,
    /// Where it failed; the calls that led there, innermost first.
    pub locations: Vec<Location>,
    /// All steps of the execution up to the failure.
    pub trace: Vec<Step>,
    /// For deadlocks: the waits of the threads.
    pub waiting: Vec<Waiting>,
    /// The output of the program, in order.
    pub output: String,
    /// The execution in a form that can be kept and run again; empty if there is none to run.
    pub recording: Recording,
    /// For programs that are not robust: why the execution is not sequentially consistent.
    pub violation: Option<Violation>,
}

impl Found {
    /// Where the other one of two accesses stands that nothing orders.
    pub fn other_access(&self) -> Option<&Location> {
        match &self.detail {
            Detail::Race { other } | Detail::EndsTooEarly { other } => other.location.as_ref(),
            _ => None,
        }
    }
}

/// A thread that waits at the end of an execution.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub thread: String,
    pub why: Wait,
    /// Name of the mutex, condition variable, …, and who holds it, if known: "m, held by main.1".
    pub object: String,
    pub location: Option<Location>,
}

/// An execution that was run again.
#[derive(Clone, Debug)]
pub enum Replayed {
    Error(Box<Found>),
    NoError(Execution),
}

impl Replayed {
    /// The execution in a form that can be kept and run again.
    pub fn recording(&self) -> &Recording {
        match self {
            Replayed::Error(found) => &found.recording,
            Replayed::NoError(execution) => &execution.recording,
        }
    }
    /// The steps of the execution.
    pub fn trace(&self) -> &[Step] {
        match self {
            Replayed::Error(found) => &found.trace,
            Replayed::NoError(execution) => &execution.trace,
        }
    }
    /// The error, if there is one.
    pub fn error(&self) -> Option<&Found> {
        match self {
            Replayed::Error(found) => Some(found),
            Replayed::NoError(_) => None,
        }
    }
}

/// An execution without a bug.
#[derive(Clone, Debug)]
pub struct Execution {
    pub trace: Vec<Step>,
    /// The output of the program, in order.
    pub output: String,
    /// Some thread stopped before its end.
    pub blocked: bool,
    /// The execution in a form that can be kept and run again.
    pub recording: Recording,
}
