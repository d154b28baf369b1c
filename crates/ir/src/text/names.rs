//! The words for operations, the same for writing and for reading.

use crate::intrinsic::Intrinsic;
use crate::module::{BinaryOp, Float, FloatOp, FloatPredicate};
use threadproof_program::{FenceOrder, LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder, Wait};

/// A closed set of things that have a name each.
pub trait Named: Copy + PartialEq + 'static {
    /// Their name as a group, for error messages.
    const WHAT: &'static str;
    const NAMES: &'static [(&'static str, Self)];

    fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, value)| *value == self);
        found.expect("every value has a name").0
    }

    fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }
}

macro_rules! named {
    ($ty:ident, $what:literal, $($name:literal = $variant:ident),+ $(,)?) => {
        impl Named for $ty {
            const WHAT: &'static str = $what;
            const NAMES: &'static [(&'static str, $ty)] = &[$(($name, $ty::$variant)),+];
        }
    };
}

named!(
    BinaryOp,
    "an operation",
    "add" = Add,
    "sub" = Sub,
    "mul" = Mul,
    "udiv" = UnsignedDiv,
    "sdiv" = SignedDiv,
    "urem" = UnsignedRem,
    "srem" = SignedRem,
    "and" = And,
    "or" = Or,
    "xor" = Xor,
    "shl" = ShiftLeft,
    "shr" = ShiftRight,
    "ashr" = ArithmeticShiftRight,
);
named!(
    FloatOp,
    "a floating-point operation",
    "fadd" = Add,
    "fsub" = Sub,
    "fmul" = Mul,
    "fdiv" = Div,
    "frem" = Rem,
);
named!(Float, "`f32` or `f64`", "f32" = F32, "f64" = F64);
named!(
    FloatPredicate,
    "a floating-point comparison",
    "false" = False,
    "oeq" = Oeq,
    "ogt" = Ogt,
    "oge" = Oge,
    "olt" = Olt,
    "ole" = Ole,
    "one" = One,
    "ord" = Ord,
    "uno" = Uno,
    "ueq" = Ueq,
    "ugt" = Ugt,
    "uge" = Uge,
    "ult" = Ult,
    "ule" = Ule,
    "une" = Une,
    "true" = True,
);
named!(
    Predicate,
    "a comparison",
    "eq" = Eq,
    "ne" = Ne,
    "ult" = Ult,
    "ule" = Ule,
    "ugt" = Ugt,
    "uge" = Uge,
    "slt" = Slt,
    "sle" = Sle,
    "sgt" = Sgt,
    "sge" = Sge,
);
named!(
    LoadOrder,
    "an ordering of loads",
    "plain" = Plain,
    "relaxed" = Relaxed,
    "acquire" = Acquire,
    "seq_cst" = SeqCst,
);
named!(
    StoreOrder,
    "an ordering of stores",
    "plain" = Plain,
    "relaxed" = Relaxed,
    "release" = Release,
    "seq_cst" = SeqCst,
);
named!(
    RmwOrder,
    "an ordering of read-modify-writes",
    "relaxed" = Relaxed,
    "acquire" = Acquire,
    "release" = Release,
    "acq_rel" = AcqRel,
    "seq_cst" = SeqCst,
);
named!(
    FenceOrder,
    "an ordering of fences",
    "acquire" = Acquire,
    "release" = Release,
    "acq_rel" = AcqRel,
    "seq_cst" = SeqCst,
);
named!(
    RmwOp,
    "a read-modify-write operation",
    "exchange" = Exchange,
    "add" = Add,
    "sub" = Sub,
    "and" = And,
    "nand" = Nand,
    "or" = Or,
    "xor" = Xor,
    "max" = Max,
    "min" = Min,
    "umax" = UnsignedMax,
    "umin" = UnsignedMin,
    "inc_wrap" = IncrementWrap,
    "dec_wrap" = DecrementWrap,
    "sub_if_enough" = SubIfEnough,
    "sub_saturating" = SubSaturating,
    "fadd" = FloatAdd,
    "fsub" = FloatSub,
    "fmax" = FloatMax,
    "fmin" = FloatMin,
);
named!(
    Wait,
    "a reason to wait",
    "mutex" = Mutex,
    "reader_lock" = ReaderLock,
    "writer_lock" = WriterLock,
    "spin_lock" = SpinLock,
    "condition" = Condition,
    "semaphore" = Semaphore,
    "barrier" = Barrier,
    "join" = Join,
    "once" = Once,
    "await" = Await,
    "await_exchange" = AwaitExchange,
    "retry" = Retry,
    "retry_exchange" = RetryExchange,
);

named!(
    Intrinsic,
    "an intrinsic",
    "atomic_begin" = AtomicBegin,
    "atomic_end" = AtomicEnd,
    "spawn" = Spawn,
    "self" = SelfThread,
    "unwritten" = Unwritten,
    "no_value" = NoValue,
    "input" = Input,
    "input_cut" = InputCut,
    "loop_begins" = LoopBegins,
    "loop_repeats" = LoopRepeats,
    "remains" = Remains,
    "release_acquire" = ReleaseAcquire,
    "weak_memory" = WeakMemory,
    "locks_along" = LocksAlong,
    "thread_block" = ThreadBlock,
    "exit_thread" = ExitThread,
    "exit_program" = ExitProgram,
    "assume" = Assume,
    "fail" = Fail,
    "stop_unsupported" = Unsupported,
    "incomplete" = Incomplete,
    "note" = Note,
    "choice" = Choice,
    "allocate" = Allocate,
    "free" = Free,
    "size_of" = SizeOf,
    "print" = Print,
);

/// The two intrinsics that have parameters of their own.
pub const AWAIT: &str = "await";
pub const AWAIT_ONE_OF: &str = "await_one_of";
