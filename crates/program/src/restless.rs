//! Loops that are run round by round, although they may wait for another thread.

use crate::source::LocationId;

/// A loop whose end nobody can foresee and whose rounds are not seen to be without effect: searching may take for ever.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Restless {
    /// Where the loop begins.
    pub place: LocationId,
    pub because: Because,
    /// The place of the effect.
    pub at: LocationId,
}

/// The effect of a round that keeps the loop from being waited in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Because {
    /// It writes to memory.
    Store,
    /// It changes memory by a read-modify-write operation.
    Change,
    /// It calls this function.
    Call(String),
    /// It calls a function through a pointer.
    UnknownCall,
    /// It divides by a variable, which may fail.
    Division,
    /// A value is not the same in the next round, and something depends on it.
    Carried,
    /// It has a loop of its own, which is not followed.
    Nested,
    /// It does something else than computing and accessing memory.
    Other,
}
