//! Why a search knows no answer: data, for which the report has the words.

use serde::{Deserialize, Serialize};
use threadproof_program::{ErrorKind, Location};

/// The kinds of reasons that reports distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// Why there is no verdict, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub cause: Cause,
    pub location: Option<Location>,
}

impl Reason {
    /// A reason that has no place in the program.
    pub fn nowhere(cause: Cause) -> Reason {
        Reason {
            cause,
            location: None,
        }
    }
    /// A reason in words that are not the engine's: of a front end, or of the command line.
    pub fn in_words(kind: ReasonKind, words: String) -> Reason {
        Reason::nowhere(Cause::Words { kind, words })
    }
    /// The kind that programs read.
    pub fn kind(&self) -> ReasonKind {
        self.cause.kind()
    }
}

/// The reason that kept a search from its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// In words that are not the engine's: of a front end, or of the command line.
    Words {
        kind: ReasonKind,
        words: String,
    },
    /// The time limit; with the thread that ran on and on at that time, if one did.
    TimeLimit {
        thread: Option<String>,
    },
    ExecutionLimit,
    /// A thread runs on and on without an operation that another thread could see.
    Endless {
        thread: String,
    },
    /// An execution with too many steps, and the last of them.
    TooManySteps {
        steps: usize,
        thread: String,
        location: Option<Location>,
    },
    Interrupted,
    /// Another search has made this one superfluous.
    Unfinished,
    /// The global variables have more bytes than the program may have.
    GlobalVariables {
        bytes: u64,
        limit: u64,
    },
    /// An object has more bytes than are left.
    Memory {
        bytes: u64,
        limit: u64,
    },
    /// The search for few preemptions cannot remember more beginnings of executions.
    TooManyBeginnings,
    Sampled {
        executions: u64,
    },
    /// Every execution was cut: at the bound on loops or at an assumption, or only at assumptions.
    NothingComplete {
        bound: bool,
    },
    Unsupported(Feature),
    /// The search ended, but no execution with at most `bound` preemptions has an error.
    AfterPreemptions {
        cause: Box<Cause>,
        bound: u32,
    },
    /// The search under C11 ended, and SC has no answer either.
    AlsoUnderSc {
        cause: Box<Cause>,
        under_sc: UnderSc,
    },
}

/// How a search under SC ended that found no error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum UnderSc {
    Ended(Box<Cause>),
    /// No execution has an error, or none with so few preemptions.
    NoError {
        preemptions: Option<u32>,
    },
}

/// Something that the engine, or one of its algorithms, cannot do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Feature {
    /// A thread waits in the middle of an atomic section. It ends every search.
    WaitInSection,
    /// More threads than this.
    Threads(usize),
    /// Too many combinations of choices in one atomic section.
    ChoicesInSection,
    /// PSO: stores to more than so many addresses.
    StoreQueues(usize),
    /// A step that was planned for this thread cannot be taken: a bug of ours.
    LostStep(String),
    Graph(GraphFeature),
    Sat(SatFeature),
}

/// Something that event graphs cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GraphFeature {
    /// An atomic section reads a place that several unordered writes wrote.
    SectionOfUnorderedWrites,
    /// A store into a lock that another thread takes.
    StoreIntoLock,
    /// Several locks are taken at once.
    SeveralLocks,
    /// A wait for bytes that are accessed in other sizes, too.
    WaitForMixedSizes,
    /// An atomic section, or a loop that waits with an exchange, over bytes that are accessed in other sizes, too.
    SectionOfMixedSizes,
    /// An atomic access to more than 8 bytes with a weaker order than the sequentially consistent one.
    WeakWideAtomic,
    /// Whether the sequentially consistent accesses can be ordered was not decided.
    SeqCstOrder,
    /// Whether all accesses can be put into one order was not decided.
    WitnessOrder,
    /// PSO: an object ends while a store to it may be on its way to memory.
    StoreToEndedObject,
    /// An atomic section accesses an object that ends after it, by a way that is gone once the object has ended.
    SectionBeforeEnd,
}

/// Something that `sat` cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SatFeature {
    /// Errors of this kind.
    Check(ErrorKind),
    Robustness,
    /// A thread did something else at the same point of its execution.
    UnsteadyThread,
    /// The place of an object depends on the order of the threads.
    ObjectPlace,
    /// The same for an object that is filled when it begins.
    FilledObjectPlace,
    /// Which thread is created depends on the order of others.
    CreatedThread,
    TooManyValues,
    /// A load may cover a smaller store of its own thread.
    PartialForwarding,
    /// The solver asked for an execution that could not be run: a bug of ours.
    ImpossiblePlan,
}

impl Cause {
    /// The kind that programs read.
    pub fn kind(&self) -> ReasonKind {
        match self {
            Cause::Words { kind, .. } => *kind,
            Cause::TimeLimit { .. } => ReasonKind::Timeout,
            Cause::ExecutionLimit | Cause::Endless { .. } | Cause::TooManySteps { .. } => {
                ReasonKind::ExecutionLimit
            }
            Cause::Interrupted | Cause::Unfinished => ReasonKind::Interrupted,
            Cause::GlobalVariables { .. } | Cause::Memory { .. } | Cause::TooManyBeginnings => {
                ReasonKind::Memory
            }
            Cause::Sampled { .. } => ReasonKind::Sampled,
            Cause::NothingComplete { .. } => ReasonKind::NothingComplete,
            Cause::Unsupported(_) => ReasonKind::Unsupported,
            Cause::AfterPreemptions { cause, .. } | Cause::AlsoUnderSc { cause, .. } => {
                cause.kind()
            }
        }
    }
}

impl From<Feature> for Cause {
    fn from(feature: Feature) -> Cause {
        Cause::Unsupported(feature)
    }
}
impl From<GraphFeature> for Cause {
    fn from(feature: GraphFeature) -> Cause {
        Feature::Graph(feature).into()
    }
}
impl From<SatFeature> for Cause {
    fn from(feature: SatFeature) -> Cause {
        Feature::Sat(feature).into()
    }
}
