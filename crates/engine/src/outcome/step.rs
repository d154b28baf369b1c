//! One operation of an execution, as it is shown.

use threadproof_program::{Location, MemoryOrder, Wait};

/// The kind of a step that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    Load,
    Store,
    Rmw,
    /// A compare-exchange that failed: only a read.
    FailedCompareExchange,
    Fence,
    Allocate,
    Free,
    Spawn,
    /// A guarded read that passed: a lock, a join, a wake-up.
    Wait(Wait),
    Exit,
    Print,
    Choice,
    /// A store of the thread's buffer reaches memory.
    Flush,
    Fail,
}

/// One operation of the trace that is shown to people.
#[derive(Clone, Debug)]
pub struct Step {
    pub thread: String,
    pub kind: StepKind,
    /// The function of the modelled library that it is part of: `pthread_mutex_lock`.
    pub function: Option<String>,
    /// It has written to memory, or put a store into its buffer. A function that tries to lock something and writes
    /// nothing has failed.
    pub wrote: bool,
    /// `stack.head`, `array[3]`; for spawns and joins the other thread.
    pub variable: Option<String>,
    /// The value read (loads) or written (stores), or both (read-modify-writes).
    pub value: Option<Value>,
    /// For reads: where the value came from.
    pub reads_from: Option<Source>,
    pub location: Option<Location>,
    /// Bytes (address, size) that were accessed, to tell which steps touch the same memory. For
    /// allocations and frees the object's address, with no size.
    pub bytes: Option<(u64, u8)>,
    /// The memory order of an atomic access or of a fence; `None` for others.
    pub order: Option<MemoryOrder>,
    /// A store that went into a buffer: others see it only after its flush.
    pub buffered: bool,
    /// For a flush: the index of the store that reaches memory.
    pub flushes: Option<usize>,
    /// For a write: the index of the write before it in the coherence order of its first byte.
    pub overwrites: Option<usize>,
    /// The output of the step.
    pub output: Option<String>,
    /// The move of [`Found::recording`](super::Found::recording) that it belongs to; `None` before the first.
    pub moved: Option<usize>,
}

impl Step {
    /// Is it part of a function of the library: a lock, a join?
    pub fn is_library(&self) -> bool {
        self.function.is_some()
    }
}

/// A value as the type of its variable shows it: `-1`, `'a'`, `&node#3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    One(String),
    Change { old: String, new: String },
}

impl Value {
    /// The value read, or before the step.
    pub fn old(&self) -> &str {
        match self {
            Value::One(value) | Value::Change { old: value, .. } => value,
        }
    }
    /// The value written, or after the step.
    pub fn newest(&self) -> &str {
        match self {
            Value::One(value) | Value::Change { new: value, .. } => value,
        }
    }
}

/// The write that a read takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Initial,
    /// Index into [`Found::trace`](super::Found::trace).
    Step(usize),
}
