//! The kinds of bugs that the checked program can have.

use serde::{Deserialize, Serialize};

/// A bug in the checked program; the names are fixed by the JSON contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ErrorKind {
    Assertion,
    Abort,
    NullDeref,
    OutOfBounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    Uninitialized,
    DivisionByZero,
    Deadlock,
    Livelock,
    DataRace,
    MutexMisuse,
    Leak,
    StackOverflow,
    Unreachable,
    Nondeterminism,
    /// A thread of a Rust program gives up, and nobody catches that.
    Panic,
    /// A behaviour of a weak memory model that sequential consistency does not have.
    NotRobust,
}

impl ErrorKind {
    /// In the order of the numbers that `tp.h` of the modelled library has for them.
    pub const ALL: [ErrorKind; 19] = [
        ErrorKind::Assertion,
        ErrorKind::Abort,
        ErrorKind::NullDeref,
        ErrorKind::OutOfBounds,
        ErrorKind::UseAfterFree,
        ErrorKind::DoubleFree,
        ErrorKind::InvalidFree,
        ErrorKind::Uninitialized,
        ErrorKind::DivisionByZero,
        ErrorKind::Deadlock,
        ErrorKind::Livelock,
        ErrorKind::DataRace,
        ErrorKind::MutexMisuse,
        ErrorKind::Leak,
        ErrorKind::StackOverflow,
        ErrorKind::Unreachable,
        ErrorKind::Nondeterminism,
        ErrorKind::Panic,
        ErrorKind::NotRobust,
    ];

    /// The name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Assertion => "assertion",
            ErrorKind::Abort => "abort",
            ErrorKind::NullDeref => "null-deref",
            ErrorKind::OutOfBounds => "out-of-bounds",
            ErrorKind::UseAfterFree => "use-after-free",
            ErrorKind::DoubleFree => "double-free",
            ErrorKind::InvalidFree => "invalid-free",
            ErrorKind::Uninitialized => "uninitialized",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::Deadlock => "deadlock",
            ErrorKind::Livelock => "livelock",
            ErrorKind::DataRace => "data-race",
            ErrorKind::MutexMisuse => "mutex-misuse",
            ErrorKind::Leak => "leak",
            ErrorKind::StackOverflow => "stack-overflow",
            ErrorKind::Unreachable => "unreachable",
            ErrorKind::Nondeterminism => "nondeterminism",
            ErrorKind::Panic => "panic",
            ErrorKind::NotRobust => "not-robust",
        }
    }
    /// The kind with this name in reports.
    pub fn from_name(name: &str) -> Option<ErrorKind> {
        ErrorKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
