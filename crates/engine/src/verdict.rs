//! What the engine says in the end.

use crate::explore::estimate::Estimate;
use crate::explore::rf::Phases;
use crate::options::{Algorithm, Strategy};
use crate::replay::Recording;
use std::time::Duration;
use threadproof_program::{ErrorKind, Location};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Verified,
    Error,
    Inconclusive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Every thread finished.
    pub complete: u64,
    /// Some thread stopped at an assume, an await or a bound.
    pub blocked: u64,
    /// Begun and thrown away.
    pub redundant: u64,
}

impl Counts {
    /// All that were begun.
    pub fn all(self) -> u64 {
        self.complete + self.blocked + self.redundant
    }
}

impl std::ops::Add for Counts {
    type Output = Counts;
    fn add(self, more: Counts) -> Counts {
        Counts {
            complete: self.complete + more.complete,
            blocked: self.blocked + more.blocked,
            redundant: self.redundant + more.redundant,
        }
    }
}

impl std::ops::Sub for Counts {
    type Output = Counts;
    fn sub(self, less: Counts) -> Counts {
        Counts {
            complete: self.complete - less.complete,
            blocked: self.blocked - less.blocked,
            redundant: self.redundant - less.redundant,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The algorithm that ran: never `Auto`.
    pub algorithm: Algorithm,
    pub counts: Counts,
    /// What several workers have begun and given up, because another one of them explores it. It depends on timing.
    pub abandoned: u64,
    /// In the order of discovery, each kind and place once; not empty exactly if the verdict is `Error`.
    pub errors: Vec<Found>,
    /// Set exactly if the verdict is `Inconclusive`.
    pub reason: Option<Reason>,
    /// The algorithm that `auto` tried first, and why it could not do the program.
    pub instead_of: Option<(Algorithm, String)>,
    /// For `rf`: how it decided whether a trace is consistent.
    pub phases: Option<Phases>,
    /// Nothing was left out, but for what a loop bound cut.
    pub exhausted: bool,
    /// A loop bound of the user cut some execution.
    pub bound_hit: bool,
    /// Executions with few preemptions were looked for, instead of what the algorithm does.
    pub bounded_search: bool,
    /// Executions with more preemptions than this were left out.
    pub preemptions: Option<u32>,
    /// Random executions were run, rather than all.
    pub sampled: Option<Sampled>,
    /// What the solver cost, if there was one.
    pub sat: Option<SatEffort>,
    /// Is every behaviour also a sequentially consistent one? `None` if that was not asked, or if
    /// the search ended too early to know.
    pub robust: Option<bool>,
    /// How many executions there are, as far as a search that ended early could tell.
    pub estimate: Option<Estimate>,
    /// Where the program was taken for another than it is; what the verdict holds for.
    pub notes: Vec<Note>,
    /// The runs that showed something new, in order, if these were asked for.
    pub schedules: Vec<Schedule>,
    /// The execution that was run again, if it ended without an error.
    pub replayed: Option<Execution>,
}

/// What random executions showed.
#[derive(Clone, Copy, Debug)]
pub struct Sampled {
    pub samples: u64,
    pub seed: u64,
    pub strategy: Strategy,
    /// Different classes that were seen.
    pub classes: u64,
    /// At least about so many there are.
    pub estimated: f64,
}

/// What the algorithm `sat` cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct SatEffort {
    /// Concrete executions.
    pub runs: u64,
    /// Formulas.
    pub encodings: u64,
    /// Calls of the solver.
    pub questions: u64,
    /// Of the largest formula.
    pub variables: u64,
    pub clauses: u64,
    pub encoding_time: Duration,
    pub solver_time: Duration,
}

impl Outcome {
    /// What was done, in a word: the algorithm, or what took its place.
    pub fn method(&self) -> &'static str {
        match (&self.sampled, self.bounded_search) {
            (Some(_), _) => "sample",
            (None, true) => "preemptions",
            (None, false) => self.algorithm.name(),
        }
    }
    /// Without a search: nothing is known but the verdict.
    fn without_search(algorithm: Algorithm, verdict: Verdict) -> Outcome {
        Outcome {
            verdict,
            algorithm,
            counts: Counts::default(),
            abandoned: 0,
            errors: Vec::new(),
            reason: None,
            instead_of: None,
            phases: None,
            exhausted: false,
            bound_hit: false,
            bounded_search: false,
            preemptions: None,
            sampled: None,
            sat: None,
            robust: None,
            notes: Vec::new(),
            estimate: None,
            schedules: Vec::new(),
            replayed: None,
        }
    }
    /// Nothing was explored.
    pub fn inconclusive(algorithm: Algorithm, reason: Reason) -> Outcome {
        Outcome {
            reason: Some(reason),
            ..Outcome::without_search(algorithm, Verdict::Inconclusive)
        }
    }
    /// One execution was run again, with this bug.
    pub fn replayed(algorithm: Algorithm, error: Found) -> Outcome {
        Outcome {
            errors: vec![error],
            ..Outcome::without_search(algorithm, Verdict::Error)
        }
    }
    /// One execution was run again, and ended without a bug. Nothing is said of others.
    pub fn replayed_without_error(algorithm: Algorithm, execution: Execution) -> Outcome {
        let complete = u64::from(!execution.blocked);
        Outcome {
            counts: Counts {
                complete,
                blocked: 1 - complete,
                redundant: 0,
            },
            replayed: Some(execution),
            ..Outcome::without_search(algorithm, Verdict::Verified)
        }
    }
}

/// A run of the search, to be kept.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub recording: Recording,
    /// The bug that it ended with.
    pub error: Option<Found>,
}

/// An execution without a bug.
#[derive(Clone, Debug)]
pub struct Execution {
    pub trace: Vec<Step>,
    /// What the program printed, in order.
    pub output: String,
    /// Some thread stopped before its end.
    pub blocked: bool,
}

/// How an ordering that the program asks for was treated by a model that has only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Treatment {
    /// Relaxed accesses were checked as release and acquire ones.
    Strengthened,
    /// Sequentially consistent accesses were checked as release and acquire ones.
    Weakened,
}

/// What a note is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteKind {
    Treated(Treatment),
    /// The front end took something for granted; with its words.
    Assumed(String),
    /// The program has atomics that are weaker than sequentially consistent, and the model gives them
    /// more than the language does.
    WeakAtomics,
    /// There never was a second thread. It has no places.
    Sequential,
}

/// Something to know about a verdict.
#[derive(Clone, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// In the order of files and lines.
    pub locations: Vec<Location>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    Timeout,
    ExecutionLimit,
    Unsupported,
    Interrupted,
    Memory,
    /// Only random executions were asked for.
    Sampled,
    /// Every execution stopped before its end, at an assumption or a bound.
    NothingComplete,
}

#[derive(Clone, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    pub message: String,
    pub location: Option<Location>,
}

/// A bug, with the execution that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    pub kind: ErrorKind,
    /// For people: `x == 1`, `read of 4 bytes at offset 40 of array (40 bytes)`.
    pub message: String,
    /// The thread that failed: `main`, `main.2`, `main.2.1`.
    pub thread: String,
    /// Where it failed; the calls that led there, innermost first.
    pub locations: Vec<Location>,
    /// All steps of the execution up to the failure.
    pub trace: Vec<Step>,
    /// For deadlocks: who waits for what.
    pub waiting: Vec<Waiting>,
    /// What the program printed, in order.
    pub output: String,
    /// The execution in a form that can be kept and run again; empty if there is none to run.
    pub recording: Recording,
    /// For programs that are not robust: why the execution is not sequentially consistent.
    pub violation: Option<Violation>,
}

/// A cycle of program order (po), coherence (co), reads-from (rf) and from-read (fr).
#[derive(Clone, Debug)]
pub struct Violation {
    /// Each event comes before the next, and the last before the first.
    pub cycle: Vec<CycleEvent>,
    /// Pairs of the cycle in one thread that the memory model does not keep in order.
    pub gaps: Vec<Gap>,
}

#[derive(Clone, Copy, Debug)]
pub struct CycleEvent {
    /// Index into [`Found::trace`].
    pub step: usize,
    /// How it comes before the next event: `po`, `rf`, `co`, `fr`, or `spawn` if it created the
    /// thread of the next.
    pub relation: &'static str,
}

/// Two events of a thread that a fence between them would keep in order.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// Indices into [`Found::trace`]: a store, and a later load or store.
    pub store: usize,
    pub next: usize,
    /// In this execution the store reached memory after the other one took place.
    pub delayed: bool,
    pub fence: FenceKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenceKind {
    /// Keeps stores before what follows.
    Full,
    /// Keeps stores before later stores.
    Store,
}

#[derive(Clone, Debug)]
pub struct Waiting {
    pub thread: String,
    /// "a mutex", "another thread's end"
    pub what: &'static str,
    /// Name of the mutex, condition variable, …, and who holds it, if known: "m, held by main.1".
    pub object: String,
    pub location: Option<Location>,
}

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
    /// The move of [`Found::recording`] that it belongs to; `None` before the first.
    pub moved: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Initial,
    /// Index into [`Found::trace`].
    Step(usize),
}

/// Told now and then while a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub counts: Counts,
    pub elapsed: Duration,
    /// Steps of the execution that the search is at.
    pub depth: usize,
    pub estimate: Option<Estimate>,
}
