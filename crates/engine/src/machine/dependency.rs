//! The dependency relation of steps: the one place that says which of them commute.

use crate::execution::trace::{ActorId, Foot, Label, StepIdx, Trace};
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// What decides whether a step commutes with another.
#[derive(Clone, Copy)]
pub struct Feet<'a> {
    pub label: Label,
    pub spawned: Option<ThreadId>,
    pub feet: &'a [Foot],
}

/// The same, kept beyond the execution it was seen in.
#[derive(Clone, Debug)]
pub struct Footprint {
    pub label: Label,
    pub spawned: Option<ThreadId>,
    pub feet: SmallVec<[Foot; 2]>,
}

impl<'a> Feet<'a> {
    pub fn of(trace: &'a Trace, s: StepIdx) -> Feet<'a> {
        let step = trace.step(s);
        Feet {
            label: step.label,
            spawned: step.spawned,
            feet: trace.feet(s),
        }
    }
    pub fn to_footprint(self) -> Footprint {
        Footprint {
            label: self.label,
            spawned: self.spawned,
            feet: SmallVec::from_slice(self.feet),
        }
    }
}

impl Footprint {
    pub fn view(&self) -> Feet<'_> {
        Feet {
            label: self.label,
            spawned: self.spawned,
            feet: &self.feet,
        }
    }
}

/// Does the order of the two steps matter?
pub fn dependent(a: Feet<'_>, b: Feet<'_>) -> bool {
    a.label.actor == b.label.actor
        || creates(a.spawned, b.label.actor)
        || creates(b.spawned, a.label.actor)
        || a.feet.iter().any(|f| b.feet.iter().any(|g| f.conflicts(g)))
}

fn creates(spawned: Option<ThreadId>, actor: ActorId) -> bool {
    spawned.is_some_and(|t| t.0 == actor.0)
}
