//! One operation of an execution, as it is shown.

use threadproof_program::Location;

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
    /// A guarded read that passed: a lock, a join, a wake-up. `Step::what` says which.
    Wait,
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
    /// The word to show: "load", "store", "lock", "unlock", "join", "spawn", …
    pub operation: String,
    /// `stack.head`, `array[3]`; for spawns and joins the other thread.
    pub variable: Option<String>,
    /// Value read (loads), written (stores) or both ("0 -> 1" for rmws).
    pub value: Option<String>,
    /// For reads: where the value came from.
    pub reads_from: Option<Source>,
    pub location: Option<Location>,
    /// Bytes (address, size) that were accessed, to tell which steps touch the same memory. For
    /// allocations and frees the object's address, with no size.
    pub bytes: Option<(u64, u8)>,
    /// The memory order of an atomic access or of a fence, in the words of C; `None` for others.
    pub order: Option<&'static str>,
    /// It is part of a function of the library: a lock, a join.
    pub library: bool,
    /// A store that went into a buffer: others see it only after its flush.
    pub buffered: bool,
    /// For a flush: the index of the store that reaches memory.
    pub flushes: Option<usize>,
    /// For a write: the index of the write before it in the coherence order of its first byte.
    pub overwrites: Option<usize>,
    /// What the program printed there.
    pub output: Option<String>,
    /// The move of [`Found::recording`](super::Found::recording) that it belongs to; `None` before the first.
    pub moved: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Initial,
    /// Index into [`Found::trace`](super::Found::trace).
    Step(usize),
}
