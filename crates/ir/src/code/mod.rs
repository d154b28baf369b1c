//! Register code, which the interpreter runs.
//!
//! Every function that can be reached is lowered once into one flat array of instructions.
//! Values live in the registers of a frame, as few as their lifetimes allow, because saving a
//! thread copies them. Constants and addresses are resolved.

mod allocate;
mod emit;
mod handed_on;
mod image;
mod layout;
mod liveness;
mod lower;
mod moves;
mod operands;
mod reach;

pub use handed_on::Undefined;
pub use image::{Callable, Image, Place, PrivateObject, Target};
pub use layout::Layout;
pub use lower::{build, prepare};

use crate::module::{BinaryOp, Cast, Float, FloatOp, FloatPredicate};
use threadproof_program::{FenceOrder, LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder};

/// A register of the running frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u32);

impl Reg {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operand of an instruction: a register of the frame or a constant of the image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg(i32);

impl Arg {
    pub fn register(register: Reg) -> Arg {
        Arg(i32::try_from(register.0).expect("a frame has fewer than 2^31 registers"))
    }
    pub fn constant(index: usize) -> Arg {
        Arg(!i32::try_from(index).expect("there are fewer than 2^31 constants"))
    }
    #[inline(always)]
    pub fn get(self, registers: &[u64], constants: &[u64]) -> u64 {
        if self.0 >= 0 {
            registers[self.0 as usize]
        } else {
            constants[!self.0 as usize]
        }
    }
    pub fn as_register(self) -> Option<Reg> {
        u32::try_from(self.0).ok().map(Reg)
    }
}

/// Part of one of the image's lists.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub start: u32,
    pub length: u32,
}

impl Span {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// One instruction. Jump targets (`u32`) are places in the image's code.
#[derive(Clone, Copy, Debug)]
pub enum Code {
    Move {
        to: Reg,
        from: Arg,
    },
    Binary {
        op: BinaryOp,
        width: u8,
        to: Reg,
        a: Arg,
        b: Arg,
    },
    Compare {
        predicate: Predicate,
        width: u8,
        to: Reg,
        a: Arg,
        b: Arg,
    },
    FloatBinary {
        op: FloatOp,
        float: Float,
        to: Reg,
        a: Arg,
        b: Arg,
    },
    FloatNegate {
        float: Float,
        to: Reg,
        a: Arg,
    },
    FloatCompare {
        predicate: FloatPredicate,
        float: Float,
        to: Reg,
        a: Arg,
        b: Arg,
    },
    Cast {
        cast: Cast,
        to: Reg,
        a: Arg,
    },
    Select {
        to: Reg,
        condition: Arg,
        a: Arg,
        b: Arg,
    },
    Jump(u32),
    Branch {
        condition: Arg,
        then: u32,
        otherwise: u32,
    },
    /// A comparison that only a branch needs.
    CompareBranch {
        predicate: Predicate,
        width: u8,
        a: Arg,
        b: Arg,
        then: u32,
        otherwise: u32,
    },
    /// The next instruction decides whether an assertion of the program holds.
    Asserted,
    Switch {
        value: Arg,
        /// In the image's `cases`, sorted.
        cases: Span,
        default: u32,
    },
    Load {
        size: u8,
        order: LoadOrder,
        undefined: Undefined,
        to: Reg,
        pointer: Arg,
    },
    Store {
        size: u8,
        order: StoreOrder,
        defined: bool,
        pointer: Arg,
        value: Arg,
    },
    PrivateLoad {
        size: u8,
        undefined: Undefined,
        to: Reg,
        object: u32,
        offset: Arg,
    },
    PrivateStore {
        size: u8,
        defined: bool,
        object: u32,
        offset: Arg,
        value: Arg,
    },
    Rmw {
        size: u8,
        op: RmwOp,
        order: RmwOrder,
        to: Reg,
        /// Nobody reads `to`.
        unused: bool,
        pointer: Arg,
        operand: Arg,
    },
    /// By index in the image's `exchanges`.
    CompareExchange(u32),
    Fence(FenceOrder),
    Alloca {
        to: Reg,
        size: Arg,
        site: u32,
    },
    /// `object` is an index in the program's objects.
    ThreadLocal {
        to: Reg,
        object: u32,
        site: u32,
    },
    /// By index in the image's `calls`.
    Call(u32),
    /// The frame's stack objects die.
    Release,
    /// Values in the image's `arguments`.
    Return(Span),
    AtomicBegin,
    AtomicEnd,
    /// By index in the image's `awaits`.
    Await(u32),
    Spawn {
        to: Reg,
        body: Arg,
        argument: Arg,
    },
    SelfThread {
        to: Reg,
    },
    /// The next instruction uses a local variable that was never written.
    UsesUnwritten,
    /// Any value of the image's `choices`.
    Unwritten {
        to: Reg,
    },
    /// Zero, all of whose bytes are undefined.
    NoValue {
        to: Reg,
    },
    /// An input of these bits that is followed: the value, or a marker. The number of the input is an index into the
    /// image's `inputs`.
    Input {
        to: Reg,
        bits: u8,
        marked: bool,
        input: u16,
        value: Arg,
    },
    /// An input whose values were not all tried, because of its use at this place.
    InputCut(u32),
    /// The loop with this number is entered.
    LoopBegins(u32),
    /// A round of the loop is over. Pairs in the image's `arguments`: what its header is given now, and what it was given
    /// before.
    LoopRepeats {
        number: u32,
        values: Span,
    },
    ThreadBlock {
        to: Reg,
        thread: Arg,
    },
    /// Stores the result in register 2 of the body in register 0 for those who join.
    FinishThread,
    Exit,
    ExitProgram,
    Assume {
        condition: Arg,
    },
    Fail {
        kind: Arg,
        message: Arg,
    },
    /// The words are in the program's memory.
    Incomplete {
        message: Arg,
    },
    /// The words are in the program's memory.
    Note {
        message: Arg,
    },
    /// The words are in the program's memory.
    UnsupportedMessage {
        message: Arg,
    },
    Choice {
        to: Reg,
        options: Arg,
    },
    Allocate {
        to: Reg,
        size: Arg,
        zeroed: Arg,
    },
    Free {
        address: Arg,
    },
    SizeOf {
        to: Reg,
        address: Arg,
    },
    /// Format and values in the image's `arguments`.
    Print {
        to: Reg,
        values: Span,
    },
    /// By index in the image's `copies`.
    MemoryCopy(u32),
    /// By index in the image's `fills`.
    MemorySet(u32),
    VaStart {
        list: Arg,
    },
    /// The words are in the image's `texts`.
    Unsupported(u32),
    Bound,
    Unreachable,
}

#[cfg(test)]
mod tests;
