//! Summaries of steps, which mostly suffice to see that two steps commute.
//!
//! Most pairs of steps that are compared touch different memory. A summary has the set of all granules that a step
//! touches, hashed into 64 bits; steps with disjoint sets do not conflict.

use super::{ActorId, CellAccess, Label};
use serde::{Deserialize, Serialize};
use threadproof_program::ThreadId;

/// The parts of a step that decide most questions of dependence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StepSummary {
    pub label: Label,
    pub thread: ThreadId,
    pub spawned: Option<ThreadId>,
    /// It has nothing to do with store buffers.
    pub unbuffered: bool,
    /// All that it touches is there for other threads to see: it reads no store early.
    pub shown: bool,
    /// It is a single access, and has nothing else to do with other threads.
    pub lone: bool,
    /// Such a step that is always the same in its thread's state, and has nothing to do with store buffers.
    pub simple: bool,
    /// Halves of granules that are read only, and those that are written, as bits by hash.
    reads: u64,
    writes: u64,
    /// Its first access, which is mostly the one that matters.
    first: CellAccess,
}

/// The bytes of a step with one access: mostly enough to tell whether two such steps conflict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoneAccess {
    granule: u64,
    reads: u8,
    writes: u8,
    /// It says all that there is to say.
    clear: bool,
    thread: ThreadId,
}

impl LoneAccess {
    /// Do the steps of two threads conflict? `None` if that is not clear.
    #[inline(always)]
    pub fn conflicts(&self, other: &LoneAccess) -> Option<bool> {
        let clear = self.clear & other.clear && self.thread != other.thread;
        let common = self.writes & (other.reads | other.writes) | self.reads & other.writes;
        clear.then_some(self.granule == other.granule && common != 0)
    }
}

/// The granules that some steps touch, and the threads of these steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SummaryUnion {
    /// As bits; the last one stands for all threads from there on.
    threads: u64,
    reads: u64,
    writes: u64,
}

impl SummaryUnion {
    pub const NONE: SummaryUnion = SummaryUnion {
        threads: 0,
        reads: 0,
        writes: 0,
    };
    /// Are there no steps?
    pub fn is_empty(&self) -> bool {
        self.threads == 0
    }
    /// Adds a step that has to do with others by memory alone.
    pub fn add(&mut self, step: &StepSummary) {
        self.threads |= thread_bit(step.thread);
        self.reads |= step.reads;
        self.writes |= step.writes;
    }
    /// May another step have to do with one of these?
    #[inline]
    pub fn may_meet(&self, step: &StepSummary) -> bool {
        let common = self.writes & (step.reads | step.writes) | self.reads & step.writes;
        common != 0 || self.threads & thread_bit(step.thread) != 0 || step.spawned.is_some()
    }
}

#[inline]
fn thread_bit(thread: ThreadId) -> u64 {
    1 << thread.0.min(63)
}

/// Whether two steps depend on each other, as far as their summaries say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    Dependent,
    Independent,
    /// Only their bytes can tell.
    Unknown,
}

/// A bit for each half of a granule that is touched, so that neighbours in an array of integers are
/// told apart.
#[inline(always)]
fn halves(bytes: u8) -> u64 {
    u64::from(bytes & 0x0f != 0) | u64::from(bytes & 0xf0 != 0) << 27
}

impl StepSummary {
    /// The summary of a step that has touched nothing yet.
    pub const fn new(label: Label, thread: ThreadId) -> StepSummary {
        StepSummary {
            label,
            thread,
            spawned: None,
            unbuffered: true,
            shown: true,
            lone: false,
            simple: false,
            reads: 0,
            writes: 0,
            first: CellAccess::NONE,
        }
    }

    /// Its one access, if it has no more.
    #[inline(always)]
    pub fn lone_access(&self) -> LoneAccess {
        LoneAccess {
            granule: self.first.granule,
            reads: self.first.reads,
            writes: self.first.writes,
            clear: self.lone && self.first.blind.is_none(),
            thread: self.thread,
        }
    }

    /// The actor of the step.
    #[inline]
    pub fn actor(&self) -> ActorId {
        self.label.actor
    }

    /// Takes in the granules of a step, and that of a store of its own thread that it reads.
    #[inline]
    pub fn set_accesses(&mut self, accesses: &[CellAccess], forward: Option<&CellAccess>) {
        (self.reads, self.writes) = (0, 0);
        self.first = accesses.first().copied().unwrap_or(CellAccess::NONE);
        for access in accesses.iter().chain(forward) {
            self.add(access);
        }
    }
    /// Becomes that of a step that is one access. The one before was of this kind, too, or nothing.
    #[inline(always)]
    pub fn become_ordinary(
        &mut self,
        label: Label,
        thread: ThreadId,
        simple: bool,
        access: CellAccess,
    ) {
        self.label = label;
        self.thread = thread;
        self.lone = true;
        self.simple = simple;
        (self.reads, self.writes) = (0, 0);
        self.first = access;
        self.add(&access);
    }
    #[inline(always)]
    fn add(&mut self, access: &CellAccess) {
        let hash = (access.granule.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u32;
        self.reads |= halves(access.reads).rotate_left(hash);
        self.writes |= halves(access.writes).rotate_left(hash);
    }

    /// Are both single accesses that have nothing to do with store buffers, and of the same bytes in the same way?
    #[inline(always)]
    pub fn is_same_simple(&self, other: &StepSummary) -> bool {
        self.simple && other.simple && self.first == other.first
    }
    /// The same for steps that may use store buffers.
    #[inline(always)]
    pub fn is_same_access(&self, other: &StepSummary) -> bool {
        self.lone && other.lone && self.first == other.first
    }

    /// The first access of a step that has one.
    #[inline]
    pub fn first_access(&self) -> &[CellAccess] {
        std::slice::from_ref(&self.first)
    }

    /// Can the two have nothing to do with each other but by memory that both see?
    #[inline(always)]
    pub fn meets_in_memory(&self, other: &StepSummary) -> bool {
        self.thread != other.thread && self.shown && other.shown
    }

    /// Is it clear that the two have nothing to do with each other? They are of different threads then.
    #[inline(always)]
    pub fn is_far_from(&self, other: &StepSummary) -> bool {
        let common = self.writes & (other.reads | other.writes) | self.reads & other.writes;
        let creates = self.spawned == Some(other.thread) || other.spawned == Some(self.thread);
        self.thread != other.thread && common == 0 && !creates
    }

    /// Do the steps of two actors depend on each other?
    #[inline(always)]
    pub fn compare(&self, other: &StepSummary) -> Dependence {
        if self.actor() == other.actor()
            || self.spawned == Some(other.thread)
            || other.spawned == Some(self.thread)
        {
            return Dependence::Dependent;
        }
        if self.thread == other.thread {
            // A thread and its store buffer, or two queues of that.
            return match self.unbuffered || other.unbuffered {
                true => Dependence::Independent,
                false => Dependence::Unknown,
            };
        }
        let common = self.writes & (other.reads | other.writes) | self.reads & other.writes;
        if common == 0 {
            return Dependence::Independent;
        }
        if self.shown && other.shown && self.first.conflicts(&other.first) {
            return Dependence::Dependent;
        }
        Dependence::Unknown
    }
}
