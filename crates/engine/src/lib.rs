//! Explores the executions of a [`threadproof_program::Program`]; the answer is an [`Outcome`], plain data.

mod check;
mod clock;
mod driver;
mod explore;
mod graph;
mod host;
mod link;
mod machine;
pub mod mutant;
mod options;
mod outcome;
mod portable;
mod random;
mod replay;
mod support;
mod trace;

pub use driver::{assist, check, check_kept, check_observed, check_timed, models_that_show};
pub use explore::equivalence::{Class, Equivalence};
pub use explore::estimate::estimate;
pub use explore::frontier::{Frontier, Keeping};
pub use explore::naive::interleavings;
pub use explore::parallel::TaskTime;
pub use link::{Appended, Done, Item, Link, Numbers, Taken, Total};
pub use replay::replay;

pub use options::{
    Algorithm, Checks, Family, Jobs, Limits, Model, Options, Orders, Preemptions, Sampling,
    Strategy,
};
pub use outcome::{
    BadFree, Cause, Choice, Counts, CycleEvent, Detail, Ended, Estimate, Execution, Feature,
    FenceKind, Found, Gap, GraphFeature, Impossible, Measure, Mismatch, Move, Note, NoteKind,
    Number, Origin, Other, OtherErrors, Outcome, Progress, Reason, ReasonKind, Recording, Relation,
    Replayed, Sampled, SatFeature, Source, Step, StepKind, Take, Treatment, Trial, UnderSc, Value,
    Verdict, Violation, Waiting,
};
pub use support::{SUPPORT, Unsupported, is_shared, kept_choice, resolve};
