//! Conditions under which a verdict holds.

use serde::{Deserialize, Serialize};
use threadproof_program::{ErrorKind, Location};

/// How an ordering that the program asks for was treated by a model that has only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Treatment {
    /// Relaxed accesses were checked as release and acquire ones.
    Strengthened,
    /// Sequentially consistent accesses were checked as release and acquire ones.
    Weakened,
}

/// The subject of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteKind {
    Treated(Treatment),
    /// The front end took something for granted; with its words.
    Assumed(String),
    /// The program has atomics that are weaker than sequentially consistent, and the model gives them
    /// more than the language does.
    WeakAtomics,
    /// There never was a second thread. It has no places.
    Sequential,
    /// No execution reached an assertion. It has no places.
    NoAssertion,
    /// Accesses of the program could show load buffering, which the model leaves out.
    LoadBuffering,
    /// Executions have errors of this kind, which is not looked for.
    PassedOver(ErrorKind),
    /// Accesses of a data race are volatile, which the language takes for plain ones.
    Volatile,
}

/// Something to know about a verdict.
#[derive(Clone, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// In the order of files and lines.
    pub locations: Vec<Location>,
}
