//! The flow of values through a thread, which a solver needs to know beyond the operations.
//!
//! A traced run writes a log for each thread. Every entry makes at most one value, and later
//! entries name it by its place in the log. A value that does not depend on any response is a
//! constant: the thread computes it every time it comes to this point.
//!
//! Branches whose condition depends on a response are entered and left like brackets. Two runs of
//! a thread that took the same directions so far have the same log up to here, and what follows the
//! end of a branch is the same whatever direction was taken: values that the directions left
//! different are named by [`FlowEntry::Phi`] entries. A branch that is never left splits the thread for
//! good.

use crate::Op;

/// Where a value came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    Constant,
    /// The entry with this place in the thread's log.
    Entry(u32),
}

/// A pure function; [`crate::Program::evaluate`] computes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// Returns its only input. Every front end has it; the engine does not ask.
    pub const IDENTITY: FunctionId = FunctionId(u32::MAX);
}

/// A value together with its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    pub origin: Origin,
    pub value: u64,
}

impl Input {
    /// An input that depends on no response.
    pub const fn constant(value: u64) -> Input {
        Input {
            origin: Origin::Constant,
            value,
        }
    }
}

/// An entry of a thread's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FlowEntry {
    /// Makes `function` of the inputs. A function that does not `grow` makes only finitely many
    /// values when it is applied to its own results again and again.
    Compute {
        function: FunctionId,
        inputs: Vec<Input>,
        output: u64,
        grows: bool,
    },
    /// The thread goes in the direction that `selector` makes of a value. The direction that
    /// `fails`, if there is one, leads to a failure and nothing before it.
    Branch {
        on: Input,
        selector: FunctionId,
        direction: u64,
        fails: Option<u64>,
    },
    /// The innermost branch that is not left yet is left.
    Merge,
    /// After a `Merge`: makes the value that the direction just taken has left in some variable. The
    /// number of these after a branch is always the same.
    Phi { incoming: Input },
    /// The thread stands before an operation; makes its response. The inputs are the address and
    /// then the values: of a store the value, of a read-modify-write the operand, of a
    /// compare-exchange the expected and the new value, of `Release` the objects, of `Allocate` where the
    /// object goes.
    Operation { op: Op, inputs: Vec<Input> },
    /// The operation was performed.
    Response { value: u64 },
}
