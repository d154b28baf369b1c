//! Modules, functions, blocks, instructions.
//!
//! Values are scalars of up to 64 bits: integers (zero-extended to 64 bits), `f32` and `f64`
//! as bit patterns, and pointers. Front ends split first-class structs and vectors into
//! scalars. Blocks have parameters instead of phi instructions. Memory has no types.

use crate::debug::DebugInfo;
use crate::intrinsic::Intrinsic;
use smallvec::SmallVec;
use threadproof_program::{
    FenceOrder, LoadOrder, LocationId, Predicate, Restless, RmwOp, RmwOrder, SiteId, StoreOrder,
    Wait,
};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index!(FunctionId);
index!(GlobalId);
index!(
    /// A block of one function; block 0 is the entry.
    BlockId
);
index!(
    /// A value of one function: a function parameter, a block parameter or an instruction's result.
    ValueId
);

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Functions to call before `main`, in order, without arguments.
    pub constructors: Vec<FunctionId>,
    pub debug: DebugInfo,
    /// Where the program itself uses atomics that are weaker than sequentially consistent, if that is
    /// known. Place 0 stands for the modelled library.
    pub weak_atomics: Option<Vec<LocationId>>,
    /// Where the program itself has assertions ([`crate::assertions`]), if that is known.
    pub assertions: Option<Vec<LocationId>>,
    /// Loops that a pass has found to be run round by round.
    pub restless: Vec<Restless>,
    /// A pass has found inputs that are to be followed.
    pub follows_inputs: bool,
}

/// A variable that exists from the start.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub size: u64,
    /// A power of two.
    pub align: u64,
    /// The first bytes; the rest is zero.
    pub bytes: Vec<u8>,
    /// Addresses (8 bytes each) to be written into the bytes at these offsets.
    pub relocations: Vec<(u64, Operand)>,
    pub constant: bool,
    /// Every thread has its own copy, initialised with the bytes.
    pub thread_local: bool,
    /// Declared but not defined in any file.
    pub external: bool,
}

/// A function; without blocks it is not defined.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    /// The first values of the function are its parameters.
    pub parameters: Vec<ValueId>,
    /// Further arguments may follow; see [`InstKind::VaStart`].
    pub variadic: bool,
    /// How many scalars it returns.
    pub results: usize,
    /// Type of each value.
    pub values: Vec<Type>,
    /// Empty: declared but not defined in any file.
    pub blocks: Vec<Block>,
    /// The function runs without interruption by other threads.
    pub atomic: bool,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Width in bits, 1 to 64.
    Int(u8),
    F32,
    F64,
    Ptr,
}

/// Instructions without a branch between them.
#[derive(Clone, Debug)]
pub struct Block {
    pub parameters: Vec<ValueId>,
    pub instructions: Vec<Inst>,
    pub terminator: Terminator,
    pub terminator_location: LocationId,
}

/// An instruction with its result and its place in the source.
#[derive(Clone, Debug)]
pub struct Inst {
    pub kind: InstKind,
    pub results: SmallVec<[ValueId; 2]>,
    pub location: LocationId,
}

/// An argument of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Value(ValueId),
    /// Bits above the operand's width are zero.
    Const(u64),
    /// Address of a global (not a thread-local one) plus an offset.
    Global(GlobalId, i64),
    Function(FunctionId),
    /// An uninitialised local variable, `undef` or `poison`.
    Undefined,
}

/// The effect of an instruction.
#[derive(Clone, Debug)]
pub enum InstKind {
    /// `width` in bits; the result is truncated to it.
    Binary {
        op: BinaryOp,
        width: u8,
        a: Operand,
        b: Operand,
    },
    Compare {
        predicate: Predicate,
        width: u8,
        a: Operand,
        b: Operand,
    },
    FloatBinary {
        op: FloatOp,
        float: Float,
        a: Operand,
        b: Operand,
    },
    FloatNegate {
        float: Float,
        a: Operand,
    },
    FloatCompare {
        predicate: FloatPredicate,
        float: Float,
        a: Operand,
        b: Operand,
    },
    Cast {
        cast: Cast,
        a: Operand,
    },
    Select {
        condition: Operand,
        a: Operand,
        b: Operand,
    },
    Load {
        size: u8,
        pointer: Operand,
        order: LoadOrder,
    },
    Store {
        size: u8,
        pointer: Operand,
        value: Operand,
        order: StoreOrder,
    },
    /// Result: the old value, or none if nobody reads it.
    Rmw {
        size: u8,
        op: RmwOp,
        pointer: Operand,
        operand: Operand,
        order: RmwOrder,
    },
    /// Results: the old value; whether it succeeded (one bit).
    CompareExchange {
        size: u8,
        pointer: Operand,
        expected: Operand,
        new: Operand,
        success: RmwOrder,
        failure: LoadOrder,
    },
    /// A load that waits until the value read, under the mask, compares so with `value`.
    Await {
        size: u8,
        order: LoadOrder,
        predicate: Predicate,
        mask: u64,
        why: Wait,
        pointer: Operand,
        value: Operand,
    },
    Fence(FenceOrder),
    /// A local variable of `size` bytes (a constant unless it is a variable-length array) that
    /// dies when the function returns. Result: its address.
    Alloca {
        size: Operand,
        site: SiteId,
    },
    /// Result: the address of the running thread's copy.
    ThreadLocal(GlobalId),
    Call {
        callee: Callee,
        arguments: Vec<Operand>,
    },
    Intrinsic {
        intrinsic: Intrinsic,
        arguments: Vec<Operand>,
    },
    /// Copies `length` bytes as `memmove` does; undefined bytes stay undefined.
    MemoryCopy {
        destination: Operand,
        source: Operand,
        length: Operand,
    },
    MemorySet {
        destination: Operand,
        /// The byte to write.
        value: Operand,
        length: Operand,
    },
    /// Prepares the System V x86-64 `va_list` (24 bytes) at `list` to yield the further
    /// arguments of the running function: all of them in the overflow area, 8 bytes each, so
    /// `gp_offset` = 48 and `fp_offset` = 176.
    VaStart {
        list: Operand,
    },
    /// Stops the search with these words when it is reached.
    Unsupported(String),
    /// A loop has run as often as the user allows: the thread goes no further.
    Bound,
}

/// The target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Function(FunctionId),
    Pointer(Operand),
}

/// An operation on two whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UnsignedDiv,
    SignedDiv,
    UnsignedRem,
    SignedRem,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ArithmeticShiftRight,
}

impl BinaryOp {
    /// A zero as the second operand is an error.
    pub fn divides(self) -> bool {
        matches!(
            self,
            BinaryOp::UnsignedDiv
                | BinaryOp::SignedDiv
                | BinaryOp::UnsignedRem
                | BinaryOp::SignedRem
        )
    }
}

/// A format of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Float {
    F32,
    F64,
}

/// An operation on two floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// `O…`: false if an operand is not a number; `U…`: true then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// Widths in bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cast {
    /// Also pointer to integer and back.
    Truncate {
        to: u8,
    },
    /// Values are zero-extended already: a copy.
    Copy,
    SignExtend {
        from: u8,
        to: u8,
    },
    FloatToUnsigned {
        float: Float,
        to: u8,
    },
    FloatToSigned {
        float: Float,
        to: u8,
    },
    UnsignedToFloat {
        float: Float,
    },
    SignedToFloat {
        from: u8,
        float: Float,
    },
    /// `f64` to `f32`.
    FloatTruncate,
    /// `f32` to `f64`.
    FloatExtend,
}

/// A block to go to, with the values of its parameters.
#[derive(Clone, Debug)]
pub struct Target {
    pub block: BlockId,
    pub arguments: Vec<Operand>,
}

/// The end of a block.
#[derive(Clone, Debug)]
pub enum Terminator {
    Jump(Target),
    Branch {
        condition: Operand,
        then: Target,
        otherwise: Target,
    },
    Switch {
        value: Operand,
        cases: Vec<(u64, Target)>,
        default: Target,
    },
    Return(Vec<Operand>),
    /// Reached only by an undefined program.
    Unreachable,
}

impl Module {
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        let at = self.functions.iter().position(|f| f.name == name)?;
        Some(FunctionId(at as u32))
    }
}

impl Type {
    /// Width in bits.
    pub fn bits(self) -> u8 {
        match self {
            Type::Int(bits) => bits,
            Type::F32 => 32,
            Type::F64 | Type::Ptr => 64,
        }
    }
}

impl Function {
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }
    pub fn new_value(&mut self, ty: Type) -> ValueId {
        self.values.push(ty);
        ValueId(self.values.len() as u32 - 1)
    }
}
