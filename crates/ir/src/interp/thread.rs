//! The local state of a thread.

use super::rounds::Rounds;
use super::spill::Segment;
use crate::code::Reg;
use std::sync::Arc;
use threadproof_program::{ErrorKind, Op, ThreadId};

/// An activation of a function.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The next instruction; the one before it is where the frame stands.
    pub next: u32,
    /// Its first register.
    pub base: u32,
    /// Stack objects that it has created.
    pub objects: u32,
    /// Its first further argument.
    pub varargs: u32,
    /// The first byte of its private memory.
    pub private: u32,
}

/// A further argument of a variadic function.
#[derive(Clone, Copy, Debug)]
pub struct Further {
    pub value: u64,
    /// Bit i says whether byte i is defined.
    pub defined: u8,
}

/// The use of the response to the pending operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// Nothing: go on.
    Continue,
    Result(Reg),
    /// The same, for a value of `size` bytes that may be undefined, or all but one of them.
    Carried {
        to: Reg,
        size: u8,
        partly: bool,
    },
    /// The same; if any byte is undefined, that is noted.
    Noted {
        to: Reg,
        size: u8,
    },
    /// The same; if any byte is undefined, it gets a value.
    Chosen {
        to: Reg,
        size: u8,
    },
    /// The number of that value.
    Choice {
        to: Reg,
    },
    /// Nothing: go on with the same instruction.
    Again,
    /// The result is 1, whatever the response.
    Printed(Reg),
    /// The address of a new stack object.
    Object(Reg),
    /// The address of the thread's copy of a static object.
    ThreadLocal(Reg, u32),
    /// Old value and success of a compare-exchange of this value.
    Exchanged {
        old: Reg,
        success: Reg,
        expected: u64,
    },
    /// This many bytes of a split load: go on with the same instruction.
    Piece(u8),
    /// This many bytes are written: go on with the same instruction.
    Written(u8),
    /// A value to be written elsewhere: go on with the same instruction.
    Loaded,
    /// Room for further arguments: go on with the same instruction.
    VaArea,
    /// One of the stores after that: go on with the same instruction.
    VaStored,
    /// All that lives as long as the thread is gone: go on with the same instruction.
    Ended,
    /// Nothing: an atomic access that touches two aligned words cannot be done.
    Crosses,
    /// The thread has ended.
    Stop,
}

/// How far an instruction of several operations has come.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    pub done: u64,
    pub value: u64,
    pub defined: u8,
    /// `value` was loaded and is to be stored.
    pub loaded: bool,
}

/// Why a thread stopped with `Fail` or `Unsupported`, where the instruction alone does not say.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    None,
    DivisionByZero,
    StackOverflow,
    Unreachable,
    NullFunction,
    NoFunction,
    UnknownFunction(u32),
    /// The address of an access to a variable that no file defines.
    External(u64),
    AtomicCrosses,
    Uninitialized,
    /// The same, where zeros are taken instead.
    TakenAsZero,
    /// Not every value was tried instead.
    FewValues,
    /// An input, if it is known which, decides something.
    InputDecides(Option<u16>),
    /// Not every value of an input was tried, because of its use there.
    InputCut(u32),
    UnalignedVaList,
    PrivateBounds {
        object: u32,
        offset: u64,
        size: u8,
        write: bool,
    },
    /// A read of a private object that was never written there.
    PrivateUninitialized {
        object: u32,
        offset: u64,
        size: u8,
    },
    /// The address of the words.
    Words(u64),
    /// The index of the words in the image.
    Text(u32),
}

/// The local state of a thread.
#[derive(Debug)]
pub struct Thread {
    pub id: ThreadId,
    /// Older frames with their registers and objects; all lists here begin above. See [`super::spill`].
    pub below: Option<Arc<Segment>>,
    /// Of all frames; the last one's come last.
    pub registers: Vec<u64>,
    pub frames: Vec<Frame>,
    pub varargs: Vec<Further>,
    pub private: Vec<u8>,
    /// Static objects of which the thread has a copy, and where.
    pub thread_locals: Vec<(u32, u64)>,
    /// Registers with undefined bytes, counted from the first of all, and which bytes are defined.
    pub undefined: Vec<(u32, u8)>,
    /// Inputs that it has read and that are followed.
    pub inputs: u32,
    /// The loops that it is in, as far as they are watched.
    pub rounds: Option<Box<Rounds>>,
    /// Others may have a pointer to its stack. Known only where loops are watched.
    pub shares_stack: bool,
    /// It has gone on after a round in vain, for the sake of data races.
    pub spent_round: bool,
    pub pending: Op,
    pub then: Then,
    pub progress: Progress,
    pub reason: Reason,
}

impl Thread {
    pub fn new(id: ThreadId) -> Thread {
        Thread {
            id,
            below: None,
            registers: Vec::new(),
            frames: Vec::new(),
            varargs: Vec::new(),
            private: Vec::new(),
            thread_locals: Vec::new(),
            undefined: Vec::new(),
            inputs: 0,
            rounds: None,
            shares_stack: false,
            spent_round: false,
            pending: Op::Exit,
            then: Then::Stop,
            progress: Progress::default(),
            reason: Reason::None,
        }
    }

    /// Back to before the first instruction.
    pub fn reset(&mut self, entry: u32, registers: u32) {
        self.below = None;
        self.registers.clear();
        self.registers.resize(registers as usize, 0);
        self.frames.clear();
        self.frames.push(Frame {
            next: entry,
            base: 0,
            objects: 0,
            varargs: 0,
            private: 0,
        });
        self.varargs.clear();
        self.private.clear();
        self.thread_locals.clear();
        self.undefined.clear();
        self.inputs = 0;
        self.rounds = None;
        self.shares_stack = false;
        self.spent_round = false;
        self.progress = Progress::default();
        self.reason = Reason::None;
    }

    /// Has it returned from `main`?
    pub fn ends_program(&self) -> bool {
        self.id == ThreadId::MAIN && self.pending == Op::Exit && self.depth() == 1
    }

    /// Becomes equal to `other` without allocating, if there is room.
    pub fn copy_from(&mut self, other: &Thread) {
        self.id = other.id;
        self.below.clone_from(&other.below);
        copy(&mut self.registers, &other.registers);
        copy(&mut self.frames, &other.frames);
        copy(&mut self.varargs, &other.varargs);
        copy(&mut self.private, &other.private);
        copy(&mut self.thread_locals, &other.thread_locals);
        copy(&mut self.undefined, &other.undefined);
        self.inputs = other.inputs;
        if self.rounds.is_some() || other.rounds.is_some() {
            self.rounds.clone_from(&other.rounds);
        }
        self.shares_stack = other.shares_stack;
        self.spent_round = other.spent_round;
        self.pending = other.pending;
        self.then = other.then;
        self.progress = other.progress;
        self.reason = other.reason;
    }

    /// About how much memory it takes.
    pub fn words(&self) -> usize {
        let lists = self.registers.len() + 3 * self.frames.len() + 2 * self.varargs.len();
        let rounds = self.rounds.as_ref().map_or(0, |rounds| rounds.words());
        lists + rounds + self.private.len() / 8 + 2 * self.thread_locals.len() + 64
    }

    pub fn wait(&mut self, op: Op, then: Then) {
        self.pending = op;
        self.then = then;
    }

    pub fn stop(&mut self, op: Op) {
        self.wait(op, Then::Stop);
    }

    pub fn fail(&mut self, kind: ErrorKind, reason: Reason) {
        self.reason = reason;
        self.stop(Op::Fail(kind));
    }

    pub fn unsupported(&mut self, reason: Reason) {
        self.reason = reason;
        self.stop(Op::Unsupported);
    }
}

#[inline(always)]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}
