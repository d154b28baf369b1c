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
    /// What happened, in words; a program that does something else here has changed.
    pub what: String,
    /// For a move that reads: the move that wrote what was read first.
    pub reads_from: Option<Origin>,
    /// Under Release-Acquire, where the order of moves does not say it: what each read takes, and which
    /// option each choice.
    pub takes: Vec<Take>,
}

/// What one read or choice of a move takes.
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

/// Where a read got its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was there from the start.
    Initial,
    /// Index into [`Recording::moves`].
    Move(usize),
}
