//! Explores the executions of a [`threadproof_program::Program`] and says what it found.

mod check;
mod clock;
mod driver;
mod explore;
mod graph;
mod host;
mod machine;
pub mod mutant;
mod options;
mod outcome;
mod replay;
mod support;
mod trace;

pub use driver::{check, check_observed, models_that_show};
pub use explore::equivalence::{Class, Equivalence};
pub use explore::estimate::estimate;
pub use explore::naive::interleavings;
pub use replay::{Mismatch, Replayed, replay};

pub use options::{
    Algorithm, Checks, Jobs, Limits, Model, Options, Preemptions, Sampling, Strategy,
};
pub use outcome::{
    Choice, Counts, CycleEvent, Estimate, Execution, FenceKind, Found, Gap, Measure, Move, Note,
    NoteKind, Number, Origin, Outcome, Progress, Reason, ReasonKind, Recording, Sampled, Schedule,
    Source, Step, StepKind, Take, Treatment, Trial, Verdict, Violation, Waiting,
};
pub use support::{SUPPORT, Unsupported, resolve};
