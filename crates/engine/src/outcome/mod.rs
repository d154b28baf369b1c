//! The answer of the engine: plain data, which uses nothing of the engine but its options.

mod choice;
mod detail;
mod effort;
mod estimate;
mod found;
mod note;
mod progress;
mod reason;
mod recording;
mod step;
mod violation;

pub use choice::{Choice, Trial};
pub use detail::{BadFree, Detail, Ended, Other, OtherErrors};
pub use effort::{Measure, Number};
pub use estimate::Estimate;
pub use found::{Execution, Found, Replayed, Waiting};
pub use note::{Note, NoteKind, Treatment};
pub use progress::Progress;
pub use reason::{Cause, Feature, GraphFeature, Reason, ReasonKind, SatFeature, UnderSc};
pub use recording::{Impossible, Mismatch, Move, Origin, Recording, Take};
pub use step::{Source, Step, StepKind, Value};
pub use violation::{CycleEvent, FenceKind, Gap, Relation, Violation};

use crate::options::{Algorithm, Strategy};
use serde::{Deserialize, Serialize};

/// The answer in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Verified,
    Error,
    Inconclusive,
}

/// How many executions ended in which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The algorithm that ran: never `Auto`.
    pub algorithm: Algorithm,
    pub counts: Counts,
    /// In the order of discovery, each kind and place once; not empty exactly if the verdict is `Error`.
    pub errors: Vec<Found>,
    /// Set exactly if the verdict is `Inconclusive`.
    pub reason: Option<Reason>,
    /// The algorithm that `auto` tried first, and why it could not do the program.
    pub instead_of: Option<(Algorithm, Cause)>,
    /// Why `auto` took this algorithm, if it tried another one first.
    pub choice: Option<Choice>,
    /// The cost of the search, in the measures of its algorithm.
    pub effort: Vec<Measure>,
    /// Nothing was left out, but for executions that a loop bound cut.
    pub exhausted: bool,
    /// A loop bound of the user cut some execution.
    pub bound_hit: bool,
    /// The search was for executions with few preemptions; the algorithm did not run.
    pub bounded_search: bool,
    /// Executions with more preemptions than this were left out.
    pub preemptions: Option<u32>,
    /// Random executions were run, rather than all.
    pub sampled: Option<Sampled>,
    /// Is every behaviour also a sequentially consistent one? `None` if that was not asked, or if
    /// the search ended too early to know.
    pub robust: Option<bool>,
    /// How many executions there are, as far as a search that ended early could tell.
    pub estimate: Option<Estimate>,
    /// The conditions of the verdict: where the checked program differs from the written one.
    pub notes: Vec<Note>,
    /// The runs that showed something new, in order, if these were asked for.
    pub schedules: Vec<Replayed>,
    /// The execution that was run again, if it ended without an error.
    pub replayed: Option<Execution>,
}

/// The results of random executions.
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

impl Outcome {
    /// The name of the search: the algorithm, or its replacement.
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
            errors: Vec::new(),
            reason: None,
            instead_of: None,
            choice: None,
            effort: Vec::new(),
            exhausted: false,
            bound_hit: false,
            bounded_search: false,
            preemptions: None,
            sampled: None,
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
