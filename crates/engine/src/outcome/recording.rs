//! One execution, written down in names that mean the same in every run over the same program.
//!
//! Threads are named by their path of creation and store buffers by the address of the store that
//! leaves them, never by the numbers that a search gives to actors. Addresses are named by their region
//! and offset, since those of heaps and stacks contain numbers of threads.

use crate::options::Model;

/// An execution that can be run again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    /// All threads of the search in the order of their numbers: pointers into heaps and stacks are
    /// computed from these, and programs compare pointers.
    pub threads: Vec<String>,
    /// The model whose machine or graph made the moves. Those of SC answer some questions about C11.
    pub model: Model,
    /// Every operation that touches memory is a move of its own, as some algorithms need it.
    pub fine: bool,
    /// Under Release-Acquire, where bytes are cut into pieces: addresses over 8, and the bytes that
    /// pieces begin with as bits.
    pub cuts: Vec<(u64, u8)>,
    pub moves: Vec<Move>,
}

/// One step of a thread or of its store buffer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Move {
    pub thread: String,
    /// Set if a store of the thread's buffer reaches memory: its address, as `static+0x10` or
    /// `main.2:heap+0x20`.
    pub buffer: Option<String>,
    /// Which option of a choice was taken; 0 if there was none.
    pub choice: u32,
    /// For a move that reads: the move that wrote the first value read.
    pub reads_from: Option<Origin>,
    /// In event graphs, where the order of moves does not say it: the write that each read takes, and which
    /// option each choice.
    pub takes: Vec<Take>,
}

/// The decision of one read or choice of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Take {
    /// The value that was there from the start.
    Initial,
    /// The write of a thread's n-th move, from 1; the start of main is its first.
    From {
        thread: String,
        nth: u32,
    },
    Option(u32),
}

/// Why a recorded execution cannot be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The list of threads of the recording makes no sense.
    Threads,
    /// It has no error, and recordings of event graphs always have one.
    WithoutError,
    /// This move (from 0) is impossible.
    Move { at: usize, why: Impossible },
    /// It runs as recorded, and the error does not happen.
    NoError,
}

/// Why a recorded move cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// Its thread does not exist.
    NoThread,
    /// The thread has no store in its buffer that would reach this place.
    NoStore,
    Ended,
    /// The thread stands before an assumption or a bound.
    Blocked,
    Waits,
    /// Stores of the thread have to reach memory first.
    Draining,
    /// There are only so many options to choose from.
    Options(u32),
    /// It reads from a thread that is not there.
    NoSource,
    /// It cannot read the write that it did.
    OtherSource,
}

/// Where a read got its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was there from the start.
    Initial,
    /// Index into [`Recording::moves`].
    Move(usize),
}
