//! Programs and their runs.

use crate::{Access, FlowEntry, FunctionId, LocationId, Op, Response, Restless, Source, address};
use serde::{Deserialize, Serialize};

/// A thread, as a dense number that the engine gives to a spawn path ("the second thread that
/// main created"). The same path has the same number throughout a search. `MAIN` is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ThreadId(pub u16);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);
    /// The number, as an index into lists of threads.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A saved thread state: a slot in the run's own pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SavedId(pub u32);

/// The kind of operation that a thread stands before, as far as an engine asks after every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextOp {
    /// An access that never waits, to memory that is not the record of a thread.
    Access,
    /// The end of the thread.
    Exit,
    Other,
}

impl NextOp {
    /// The kind of this operation.
    #[inline]
    pub fn of(op: &Op) -> NextOp {
        match op {
            Op::Load {
                at, guard: None, ..
            }
            | Op::Store { at, .. }
            | Op::Rmw { at, .. }
            | Op::CompareExchange { at, .. }
                if at.address >= address::STATICS =>
            {
                NextOp::Access
            }
            Op::Exit => NextOp::Exit,
            _ => NextOp::Other,
        }
    }
}

/// An object that exists from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// A multiple of 8 in the range of static objects; objects are in ascending order and at
    /// least 8 bytes apart, so that stepping out of one never lands in the next.
    pub address: u64,
    pub size: u64,
    /// The first bytes; the rest is zero.
    pub bytes: Vec<u8>,
    /// A write to it is an error.
    pub constant: bool,
}

/// A program under test.
pub trait Program: Sync {
    /// The objects that exist from the start.
    fn objects(&self) -> &[Object];

    /// Begins a new run with the main thread at its first operation.
    fn start(&self) -> Box<dyn Run + '_>;

    fn source(&self) -> &dyn Source;

    /// The places where the program itself uses an atomic access or a fence that is weaker than sequentially consistent.
    /// Those of the modelled library have no place. `None` from a front end that does not know.
    fn weak_atomics(&self) -> Option<&[LocationId]> {
        None
    }

    /// The places of volatile accesses that are taken for plain ones.
    fn volatile_accesses(&self) -> &[LocationId] {
        &[]
    }

    /// The loops that may keep a search from its end.
    fn restless(&self) -> &[Restless] {
        &[]
    }

    /// Has any of its runs reached an assertion, so that a wrong program could have failed there? `None` from a front end that
    /// does not know.
    fn reached_assertion(&self) -> Option<bool> {
        None
    }

    /// Does it have code, as far as its text tells, that waits for one lock and takes others along with it? Event graphs cannot
    /// divide the executions of such code.
    fn locks_along(&self) -> bool {
        false
    }

    /// Like [`Program::start`], with a run that keeps the logs of [`Run::flow`]. `None` from a front
    /// end that does not know how values flow.
    fn start_traced(&self) -> Option<Box<dyn Run + '_>> {
        None
    }

    /// The value of a function that a traced run has named; `None` where it has none.
    fn evaluate(&self, function: FunctionId, inputs: &[u64]) -> Option<u64> {
        (function == FunctionId::IDENTITY).then(|| inputs[0])
    }
}

/// One run of a program: the local states of its threads.
///
/// Same responses, same operations: the next state of a thread depends on its state and the response
/// alone. Threads are touched one at a time and share nothing here.
pub trait Run {
    /// The next operation of `thread`; asking changes nothing.
    fn pending(&self, thread: ThreadId) -> Op;

    /// Completes the pending operation of `thread` with `response` and runs it to its next.
    fn resume(&mut self, thread: ThreadId, response: Response);

    /// Creates thread `child` as asked for by an [`Op::Spawn`] with these parameters, and runs it to
    /// its first operation. Replaces an earlier thread of this number.
    fn create(&mut self, child: ThreadId, body: u64, argument: u64);

    /// Saves the local state of `thread`. A front end that can only be run again remembers the
    /// responses so far.
    fn save(&mut self, thread: ThreadId) -> SavedId;

    /// Puts `thread` back into a state that [`Run::save`] returned for it. The saved state
    /// stays valid.
    fn restore(&mut self, thread: ThreadId, saved: SavedId);

    /// Gives the slot of a saved state back.
    fn forget(&mut self, saved: SavedId);

    /// Saves the state of `thread` and lets it go on: [`Run::save`] and [`Run::resume`] in one.
    fn advance(&mut self, thread: ThreadId, response: Response) -> (SavedId, NextOp) {
        let saved = self.save(thread);
        self.resume(thread, response);
        (saved, NextOp::of(&self.pending(thread)))
    }

    /// Puts `thread` back into a saved state and gives the slot of that back: [`Run::restore`] and
    /// [`Run::forget`] in one.
    fn go_back(&mut self, thread: ThreadId, saved: SavedId) {
        self.restore(thread, saved);
        self.forget(saved);
    }

    /// Does `thread` stand at the end of the function `main`? The whole program ends there, and nobody has to wait
    /// any more. The end of `pthread_exit` is no such end.
    fn ends_program(&self, thread: ThreadId) -> bool {
        let _ = thread;
        false
    }

    /// The memory that the last round of a loop has read, with its values, where `thread` has stopped with
    /// [`crate::Block::Round`].
    fn looked_at(&self, thread: ThreadId) -> Vec<(Access, u64)> {
        let _ = thread;
        Vec::new()
    }

    /// The log of `thread` so far; empty unless the run is a traced one.
    fn flow(&self, thread: ThreadId) -> &[FlowEntry] {
        let _ = thread;
        &[]
    }

    /// Where in the source the pending operation of `thread` stands, innermost call first.
    fn locations(&self, thread: ThreadId) -> Vec<LocationId>;

    /// The first of these. It is asked for at each store that goes into a buffer.
    fn location(&self, thread: ThreadId) -> Option<LocationId> {
        self.locations(thread).first().copied()
    }

    /// The function of the modelled library that the user's code called and that the pending
    /// operation of `thread` belongs to: `pthread_mutex_lock`.
    fn library(&self, thread: ThreadId) -> Option<String>;

    /// Is there such a function? It is asked for in each atomic section.
    fn in_library(&self, thread: ThreadId) -> bool {
        self.library(thread).is_some()
    }

    /// The words for a pending `Fail`, `Unsupported`, `Incomplete` or `Note` operation of `thread`. `peek` reads a
    /// byte of memory as it is now.
    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String;

    /// The pending `Print` operation of `thread` as text. `peek` reads a byte of memory as it is
    /// now (`None` where there is none).
    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String;
}
