//! A bug, and the execution that shows it.

use super::recording::Recording;
use super::step::Step;
use super::violation::Violation;
use threadproof_program::{ErrorKind, Location};

/// A bug, with the execution that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    pub kind: ErrorKind,
    /// For people: `x == 1`, `read of 4 bytes at offset 40 of array (40 bytes)`.
    pub message: String,
    /// The thread that failed: `main`, `main.2`, `main.2.1`.
    pub thread: String,
    /// Where it failed; the calls that led there, innermost first.
    pub locations: Vec<Location>,
    /// All steps of the execution up to the failure.
    pub trace: Vec<Step>,
    /// For deadlocks: who waits for what.
    pub waiting: Vec<Waiting>,
    /// What the program printed, in order.
    pub output: String,
    /// The execution in a form that can be kept and run again; empty if there is none to run.
    pub recording: Recording,
    /// For programs that are not robust: why the execution is not sequentially consistent.
    pub violation: Option<Violation>,
}

#[derive(Clone, Debug)]
pub struct Waiting {
    pub thread: String,
    /// "a mutex", "another thread's end"
    pub what: &'static str,
    /// Name of the mutex, condition variable, …, and who holds it, if known: "m, held by main.1".
    pub object: String,
    pub location: Option<Location>,
}

/// A run of the search, to be kept.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub recording: Recording,
    /// The bug that it ended with.
    pub error: Option<Found>,
}

/// An execution without a bug.
#[derive(Clone, Debug)]
pub struct Execution {
    pub trace: Vec<Step>,
    /// What the program printed, in order.
    pub output: String,
    /// Some thread stopped before its end.
    pub blocked: bool,
}
