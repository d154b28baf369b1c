//! The particulars of a bug: numbers and names. The report has the words.

use serde::{Deserialize, Serialize};
use threadproof_program::{ErrorKind, Location, Wait};

/// The details of an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Detail {
    /// In words of the checked program: the condition of an assertion, the message of a panic.
    Words(String),
    /// An access at this distance from a null pointer.
    NullPointer {
        offset: u64,
    },
    /// An access where no object is.
    NoObject {
        bytes: u8,
        address: u64,
    },
    /// An access that leaves its object, which has `size` bytes.
    OutsideObject {
        bytes: u8,
        offset: u64,
        size: u64,
    },
    /// A write to a constant object.
    Constant,
    /// An access to an object that has ended.
    Ended {
        object: Ended,
        /// By a store that left its buffer too late.
        delayed: bool,
    },
    Free(BadFree),
    /// A read of bytes that were never written.
    NeverWritten,
    /// More bytes of local variables than a stack has.
    LocalVariables {
        bytes: u64,
    },
    /// Two accesses that nothing orders.
    Race {
        other: Other,
    },
    /// The end of an object, which nothing orders after an access to it.
    EndsTooEarly {
        other: Other,
    },
    /// The threads that wait for ever, each with its reason.
    Stuck(Vec<(String, Wait)>),
    Leaked {
        bytes: u64,
        objects: usize,
    },
    /// An execution that is not sequentially consistent; [`Found::violation`](super::Found::violation) says why.
    NotSequential(OtherErrors),
    /// An error that did not happen again when its execution was repeated.
    NotRepeated(ErrorKind),
}

impl Detail {
    /// The same for a store that left its buffer late.
    pub fn delayed(self) -> Detail {
        match self {
            Detail::Ended { object, .. } => Detail::Ended {
                object,
                delayed: true,
            },
            other => other,
        }
    }
}

/// An object that is there no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ended {
    /// A variable of a function that has returned.
    Local,
    /// A variable of a thread that has ended.
    ThreadLocal,
    /// A heap object; the offset of the access.
    Freed { offset: u64 },
}

/// Why an address cannot be freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BadFree {
    NoObject,
    InsideObject,
    Freed,
    Local,
    ThreadLocal,
    Global,
}

/// The other one of two accesses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Other {
    pub thread: String,
    /// Where it stands, if that is known.
    pub location: Option<Location>,
}

/// Other errors of a program that is not robust.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OtherErrors {
    /// There are none.
    None,
    /// None were found, but the search was not complete.
    NoneSoFar,
    Some,
}
