//! A detailed record of one execution, kept only when it is to be shown to people.

use super::names::StepIdx;
use threadproof_program::{LocationId, ObjectName, Op, Response, ThreadId};

/// One operation that a thread performed.
#[derive(Clone, Debug)]
pub struct LoggedOp {
    pub thread: ThreadId,
    pub op: Op,
    pub response: Response,
    /// Innermost call first.
    pub locations: Vec<LocationId>,
    /// The library function that it belongs to.
    pub library: Option<String>,
    /// The object it touched, with the offset.
    pub object: Option<(ObjectName, u64)>,
    /// The new thread of a spawn, the thread whose block was read.
    pub other: Option<ThreadId>,
    /// Text that it printed.
    pub text: Option<String>,
    /// A store that reaches memory: the thread did it earlier.
    pub flush: bool,
    /// A store that went into the buffer: it is in memory only after its flush.
    pub buffered: bool,
    /// An access that failed: it neither read nor wrote anything.
    pub failed: bool,
    /// Reads-from, in a graph: `Some(None)` is the initial value, `Some(Some(i))` the write of operation `i`. `None` in
    /// a machine, where a read always sees the newest write.
    pub reads_from: Option<Option<usize>>,
    /// Which item of which thread it belongs to, in an execution that has items.
    pub item: (ThreadId, u32),
    /// The step of the trace that it is part of; `None` before the first.
    pub step: Option<StepIdx>,
    /// For a write where memory has no order of its own: the operation whose write is known to come right
    /// before, if there is one. `None`: the one that was in memory.
    pub overwrites: Option<Option<usize>>,
}

impl LoggedOp {
    /// An operation of which no more is known yet.
    pub fn new(thread: ThreadId, op: Op, response: Response) -> LoggedOp {
        LoggedOp {
            thread,
            op,
            response,
            locations: Vec::new(),
            library: None,
            object: None,
            other: None,
            text: None,
            flush: false,
            buffered: false,
            failed: false,
            reads_from: None,
            item: (thread, 0),
            step: None,
            overwrites: None,
        }
    }
}

/// The operations of an execution that is to be shown.
#[derive(Clone, Debug, Default)]
pub struct OpLog {
    pub ops: Vec<LoggedOp>,
}
