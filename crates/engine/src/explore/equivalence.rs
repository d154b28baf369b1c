//! When two executions count as one.

/// When two executions are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// Dependent steps come in the same order: `source`, `optimal`.
    Trace,
    /// All reads see the same writes: `rf`.
    ReadsFrom,
}

/// The class of an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub Vec<u32>);

impl Class {
    /// Told in between: the search begins again, and earlier classes do not count.
    pub const NONE: Class = Class(Vec::new());
}
