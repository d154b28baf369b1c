//! Compares the engine with the references, each pair of algorithm and model for itself. A difference
//! is words for people.

mod linked;
mod litmus;
mod outcomes;
mod programs;
mod resumed;
mod shared;

pub use linked::linked;
pub use litmus::litmus;
pub use outcomes::{outcomes, same_classes};
pub use programs::{built, built_within};
pub use resumed::resumed;
pub use shared::shared;

use threadproof_engine::{
    Algorithm, Cause, Feature, Model, Outcome, ReasonKind, SatFeature, Unsupported,
};

/// Executions of brute force above which a program is left out.
pub const LIMIT: usize = 4_000;

/// How a comparison with a reference ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    Same,
    /// Too many executions for the reference.
    TooLarge,
    /// The algorithm met something that it does not support, and said so.
    Refused(String),
    Different(String),
}

/// What became of every algorithm that supports a model, or of those of several models.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison(pub Vec<(Algorithm, Model, Compared)>);

impl Comparison {
    /// The first difference, with the name of the pair.
    pub fn difference(&self) -> Option<String> {
        self.0.iter().find_map(|(algorithm, model, compared)| {
            let Compared::Different(problem) = compared else {
                return None;
            };
            let (algorithm, model) = (algorithm.name(), model.name());
            Some(format!("{algorithm} under {model}: {problem}"))
        })
    }

    /// All pairs were compared, and found to agree.
    pub fn is_same(&self) -> bool {
        self.0.iter().all(|(.., found)| *found == Compared::Same)
    }
}

/// Why a search saw less than everything, as the end of a comparison. Only `rf` and `sat` may have
/// something that others can do; that one has lost its way is a difference whoever says it.
fn unfinished(algorithm: Algorithm, outcome: &Outcome) -> Compared {
    let able = !matches!(algorithm, Algorithm::Rf | Algorithm::Sat);
    let Some(reason) = &outcome.reason else {
        // An error stands in for the reason.
        return match able {
            true => Compared::Different("does not end, with an error".to_string()),
            false => Compared::Refused("with an error".to_string()),
        };
    };
    let message = format!("{:?}", reason.cause);
    let Cause::Unsupported(feature) = &reason.cause else {
        return match reason.kind() {
            ReasonKind::Unsupported if !able => Compared::Refused(message),
            _ => Compared::Different(message),
        };
    };
    let lost = match feature {
        Feature::LostStep(_) | Feature::Sat(SatFeature::ImpossiblePlan) => true,
        // No algorithm supports it.
        Feature::WaitInSection => false,
        _ => able,
    };
    match lost {
        true => Compared::Different(message),
        false => Compared::Refused(message),
    }
}

/// A panic is a problem like others.
fn caught<T>(search: impl FnOnce() -> Result<T, Unsupported>) -> Result<T, String> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(unsupported)) => Err(unsupported.to_string()),
        Err(_) => Err("panic".into()),
    }
}
