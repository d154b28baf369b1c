//! Visible operations: all that the engine knows of a program's behaviour.

use crate::{ErrorKind, FenceOrder, Guard, LoadOrder, RmwOrder, SiteId, StoreOrder};
use serde::{Deserialize, Serialize};

/// `size` (1, 2, 4 or 8) bytes of memory that do not cross a multiple of 8. Front ends split
/// plain accesses that do; an atomic one that does is unsupported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    pub address: u64,
    pub size: u8,
}

impl Access {
    /// A bit for each of its bytes.
    #[inline]
    pub fn bytes(self) -> u8 {
        u8::MAX >> (8 - self.size)
    }
    /// All ones if `defined` has a bit for each of its bytes, else 0.
    #[inline]
    fn if_whole(self, defined: u8) -> u8 {
        match defined & self.bytes() == self.bytes() {
            true => 0xff,
            false => 0,
        }
    }
}

/// The effect of an access on the bytes that it accesses, and on its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The value that it writes, and which of its bytes are defined. Computing with an undefined value gives one.
    pub write: Option<(u64, u8)>,
    pub response: Response,
}

/// The next operation of a thread. Values are little-endian bit patterns, zero-extended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Response: the value. A `raw` load (of a byte-wise copy) may read undefined bytes.
    Load {
        at: Access,
        order: LoadOrder,
        raw: bool,
        guard: Option<Guard>,
    },
    /// Bit i of `defined` says whether byte i of the value is a defined one.
    Store {
        at: Access,
        order: StoreOrder,
        value: u64,
        defined: u8,
    },
    /// Response: the old value. If that is `unused`, nothing that the thread does later depends on
    /// it.
    Rmw {
        at: Access,
        order: RmwOrder,
        op: RmwOp,
        operand: u64,
        unused: bool,
    },
    /// Response: the old value; it succeeded exactly if that equals `expected`. A weak one does
    /// not fail spuriously.
    CompareExchange {
        at: Access,
        success: RmwOrder,
        failure: LoadOrder,
        expected: u64,
        new: u64,
    },
    Fence(FenceOrder),
    /// Response: the address, a multiple of 16.
    Allocate {
        size: u64,
        storage: Storage,
        init: Init,
        site: SiteId,
    },
    /// Gives a heap object back; `address` must be its first byte.
    Free {
        address: u64,
    },
    /// A function returns: its `count` youngest stack objects are dead. A thread ends: so are all of its stack
    /// objects and, counted after them, its thread-local variables.
    Release {
        count: u32,
    },
    /// Size of the live heap object that begins at `address`. Response: the size; a failure if
    /// there is none.
    SizeOf {
        address: u64,
    },
    /// Response: the number of the new thread (see [`crate::ThreadId`]).
    Spawn {
        body: u64,
        argument: u64,
    },
    /// The thread has ended; it never takes part again.
    Exit,
    /// The whole program ends here. Other threads are still explored, so that nothing is
    /// missed, but a thread that waits for ever is no deadlock any more.
    ExitProgram,
    /// Until the matching `AtomicEnd` no other thread runs. A thread that has to wait in between, after its first
    /// operation, ends the search as inconclusive: nobody could run to let it go on.
    AtomicBegin,
    AtomicEnd,
    /// The thread can never go on, by the user's wish.
    Block(Block),
    /// A bug in the program; [`crate::Run::message`] has the words.
    Fail(ErrorKind),
    /// Response: each of 0 .. `options` in turn.
    Choice {
        options: u32,
    },
    /// Output for the user; [`crate::Run::printed`] has format and arguments.
    Print,
    /// Nothing visible for a long time: the engine looks at the clock, then the thread goes on.
    Pause,
    /// Something that the front end cannot do; [`crate::Run::message`] says what.
    Unsupported,
    /// The front end leaves something out; the search goes on but can no longer end as verified.
    /// [`crate::Run::message`] says what.
    Incomplete,
    /// The front end takes something for granted that the user should know of, and goes on.
    /// [`crate::Run::message`] says what.
    Note,
}

/// The function that a read-modify-write applies to the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RmwOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UnsignedMax,
    UnsignedMin,
    /// Plus one, or 0 above the operand.
    IncrementWrap,
    /// Minus one, or the operand from 0 or above the operand.
    DecrementWrap,
    /// Minus the operand if that is not more.
    SubIfEnough,
    /// Minus the operand, but not below 0.
    SubSaturating,
    FloatAdd,
    FloatSub,
    FloatMax,
    FloatMin,
}

/// The lifetime of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    Heap,
    Stack,
    /// Lives as long as the program, or as long as the thread: thread-local variables.
    Static,
}

/// The contents of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Init {
    Undefined,
    Zero,
    /// The bytes of this static object, by its index in [`crate::Program::objects`].
    CopyOf(u32),
}

/// Why a thread stopped for good without an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// An assumption of the user does not hold.
    Assume,
    /// A loop bound of the user was reached.
    Bound,
    /// A round of a loop has changed nothing. If all that it has read ([`crate::Run::looked_at`]) stays as it is, the
    /// thread goes round for ever.
    Round,
}

/// The engine's answer to an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Response {
    pub value: u64,
    /// Bit i: byte i of the value is defined. Raw loads see less than all ones, and read-modify-writes zero if any byte is
    /// undefined.
    pub defined: u8,
}

impl Response {
    /// To operations that return nothing.
    pub const NONE: Response = Response::value(0);
    /// A value whose bytes are all defined.
    pub const fn value(value: u64) -> Response {
        Response {
            value,
            defined: 0xff,
        }
    }
}

impl Op {
    /// The memory that the operation reads or writes, if it is an access.
    pub fn access(&self) -> Option<Access> {
        match *self {
            Op::Load { at, .. }
            | Op::Store { at, .. }
            | Op::Rmw { at, .. }
            | Op::CompareExchange { at, .. } => Some(at),
            _ => None,
        }
    }
    /// The value that the operation leaves in the bytes that it accesses, over `old`; `None` if it writes
    /// nothing. With [`Op::effect`] the one table of the effects of operations on memory.
    #[inline(always)]
    pub fn written(&self, old: u64) -> Option<u64> {
        match *self {
            Op::Store { value, .. } => Some(value),
            Op::Rmw {
                at, op, operand, ..
            } => Some(op.apply(old, operand, at.size)),
            Op::CompareExchange { expected, new, .. } => (old == expected).then_some(new),
            _ => None,
        }
    }
    /// The effect of an access on bytes with the value `old`, of which those are defined that have a bit in `defined`.
    #[inline(always)]
    pub fn effect(&self, old: u64, defined: u8) -> Effect {
        match *self {
            Op::Load { raw, .. } => Effect {
                write: None,
                response: Response {
                    value: old,
                    defined: if raw { defined } else { 0xff },
                },
            },
            Op::Store { value, defined, .. } => Effect {
                write: Some((value, defined)),
                response: Response::NONE,
            },
            Op::Rmw { at, op, .. } => {
                let whole = at.if_whole(defined);
                let new = if op == RmwOp::Exchange { 0xff } else { whole };
                Effect {
                    write: self.written(old).map(|value| (value, new)),
                    response: Response {
                        value: old,
                        defined: whole,
                    },
                }
            }
            Op::CompareExchange { at, .. } => Effect {
                write: self.written(old).map(|value| (value, 0xff)),
                response: Response {
                    value: old,
                    defined: at.if_whole(defined),
                },
            },
            _ => Effect {
                write: None,
                response: Response::NONE,
            },
        }
    }
    /// Does an access use bytes without a value, where those are defined that have a bit in `defined`?
    #[inline(always)]
    pub fn uses_undefined(&self, defined: u8) -> bool {
        match *self {
            Op::Load { at, raw, .. } => !raw && at.if_whole(defined) == 0,
            Op::Rmw { at, .. } | Op::CompareExchange { at, .. } => at.if_whole(defined) == 0,
            _ => false,
        }
    }
    /// Is it a read-modify-write, successful or not?
    pub fn is_update(&self) -> bool {
        matches!(self, Op::Rmw { .. } | Op::CompareExchange { .. })
    }
    /// The guard of a load, if it has one.
    pub fn guard(&self) -> Option<Guard> {
        match *self {
            Op::Load { guard, .. } => guard,
            _ => None,
        }
    }
}

impl RmwOp {
    /// Whether two operations of these kinds, on the same bytes, have the same effect in both orders,
    /// whatever the operands.
    pub fn commutes_with(self, other: RmwOp) -> bool {
        match self {
            RmwOp::Add | RmwOp::Sub => matches!(other, RmwOp::Add | RmwOp::Sub),
            RmwOp::And
            | RmwOp::Or
            | RmwOp::Xor
            | RmwOp::Max
            | RmwOp::Min
            | RmwOp::UnsignedMax
            | RmwOp::UnsignedMin => self == other,
            // The sum of floats depends on the order, and so does the greater of two zeros.
            _ => false,
        }
    }

    /// The value written over `old` by an operation on `size` bytes.
    pub fn apply(self, old: u64, operand: u64, size: u8) -> u64 {
        let bits = 8 * u32::from(size);
        let signed = |v: u64| ((v << (64 - bits)) as i64) >> (64 - bits);
        let new = match self {
            RmwOp::Exchange => operand,
            RmwOp::Add => old.wrapping_add(operand),
            RmwOp::Sub => old.wrapping_sub(operand),
            RmwOp::And => old & operand,
            RmwOp::Nand => !(old & operand),
            RmwOp::Or => old | operand,
            RmwOp::Xor => old ^ operand,
            RmwOp::Max => signed(old).max(signed(operand)) as u64,
            RmwOp::Min => signed(old).min(signed(operand)) as u64,
            RmwOp::UnsignedMax => old.max(operand),
            RmwOp::UnsignedMin => old.min(operand),
            RmwOp::IncrementWrap if old >= operand => 0,
            RmwOp::IncrementWrap => old + 1,
            RmwOp::DecrementWrap if old == 0 || old > operand => operand,
            RmwOp::DecrementWrap => old - 1,
            RmwOp::SubIfEnough => old.checked_sub(operand).unwrap_or(old),
            RmwOp::SubSaturating => old.saturating_sub(operand),
            RmwOp::FloatMax => float(size, old, operand, f32::max, f64::max),
            RmwOp::FloatMin => float(size, old, operand, f32::min, f64::min),
            RmwOp::FloatAdd => float(size, old, operand, |a, b| a + b, |a, b| a + b),
            RmwOp::FloatSub => float(size, old, operand, |a, b| a - b, |a, b| a - b),
        };
        new & (u64::MAX >> (64 - bits))
    }
}

fn float(
    size: u8,
    a: u64,
    b: u64,
    single: fn(f32, f32) -> f32,
    double: fn(f64, f64) -> f64,
) -> u64 {
    if size == 4 {
        let bits = |v: u64| f32::from_bits(v as u32);
        u64::from(single(bits(a), bits(b)).to_bits())
    } else {
        double(f64::from_bits(a), f64::from_bits(b)).to_bits()
    }
}
