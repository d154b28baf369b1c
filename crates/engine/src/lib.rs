//! Explores the executions of a [`threadproof_program::Program`] and says what it found.

mod check;
mod driver;
mod explore;
mod graph;
mod host;
mod machine;
pub mod mutant;
mod options;
mod replay;
mod search;
mod support;
mod trace;
mod verdict;

pub use driver::{check, models_that_show};
pub use explore::estimate::{Estimate, estimate};
pub use explore::naive::interleavings;
pub use explore::rf::Phases;
pub use replay::{Mismatch, Move, Origin, Recording, Replayed, Take, replay};
pub use search::{Class, Equivalence, check_observed};

pub use options::{Algorithm, Checks, Jobs, Limits, Model, Options, Preemptions, Sampling, Strategy};
pub use support::{SUPPORT, Unsupported, resolve};
pub use verdict::{
    Counts, CycleEvent, Execution, FenceKind, Found, Gap, Note, NoteKind, Outcome, Progress,
    Reason, ReasonKind, Sampled, SatEffort, Schedule, Source, Step, StepKind, Treatment, Verdict,
    Violation, Waiting,
};
