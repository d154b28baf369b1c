//! The dependency relation of steps: the one place that says which of them commute.
//!
//! Under TSO and PSO it is the one that chronological traces induce (Abdulla et al.: Stateless Model
//! Checking for TSO and PSO): a load and a store buffer of one thread commute, and a load that
//! reads a store of its own thread early commutes with all others until that store is in memory.

use crate::execution::trace::{Foot, Forward, Label, StepIdx, StoreName, Trace};
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// What decides whether a step commutes with another.
#[derive(Clone, Copy)]
pub struct Feet<'a> {
    pub label: Label,
    pub thread: ThreadId,
    /// How many-th step of its actor.
    pub nth: u32,
    pub spawned: Option<ThreadId>,
    pub feet: &'a [Foot],
    pub issues: &'a [StoreName],
    pub drains: bool,
    pub update: Option<u32>,
    pub forward: Option<Forward>,
    /// The store that `forward` tells of has not reached memory.
    pub hidden: bool,
}

/// The same, kept beyond the execution it was seen in.
#[derive(Clone, Debug)]
pub struct Footprint {
    pub label: Label,
    pub thread: ThreadId,
    pub nth: u32,
    pub spawned: Option<ThreadId>,
    pub feet: SmallVec<[Foot; 4]>,
    pub issues: SmallVec<[StoreName; 2]>,
    pub drains: bool,
    pub update: Option<u32>,
    pub forward: Option<Forward>,
    pub hidden: bool,
}

impl<'a> Feet<'a> {
    pub fn of(trace: &'a Trace, s: StepIdx) -> Feet<'a> {
        let step = trace.step(s);
        Feet {
            label: step.label,
            thread: step.thread,
            nth: step.nth,
            spawned: step.spawned,
            feet: trace.feet(s),
            issues: trace.issues(s),
            drains: step.drains,
            update: step.update,
            forward: step.forward,
            hidden: step.forward.is_some_and(|f| f.updated.is_none()),
        }
    }
    pub fn to_footprint(self) -> Footprint {
        Footprint {
            label: self.label,
            thread: self.thread,
            nth: self.nth,
            spawned: self.spawned,
            feet: SmallVec::from_slice(self.feet),
            issues: SmallVec::from_slice(self.issues),
            drains: self.drains,
            update: self.update,
            forward: self.forward,
            hidden: self.hidden,
        }
    }

    /// If this is the update of the store that `other` read early, `other` reads memory after it.
    pub fn reveals(&self, other: &Feet<'_>) -> bool {
        !mutant::is(Mutant::NothingRevealed)
            && other.forward.is_some_and(|f| self.is_update_of(f.store))
    }
    pub fn is_update_of(&self, store: StoreName) -> bool {
        self.update.is_some() && self.store() == store
    }
    fn store(&self) -> StoreName {
        StoreName {
            queue: self.label.actor,
            nth: self.nth,
        }
    }
    /// What it touches in memory that others can change.
    fn exposed(&self) -> impl Iterator<Item = &Foot> {
        // A load that read memory has the foot of its own, too.
        let is_hidden = self.hidden && !mutant::is(Mutant::NoHiddenLoads);
        let hidden = self.forward.filter(|_| is_hidden).map(|f| f.foot);
        let shown = self.forward.as_ref().filter(|_| !is_hidden);
        let feet = self.feet.iter().filter(move |f| Some(**f) != hidden);
        feet.chain(shown.map(|f| &f.foot))
    }
}

impl Footprint {
    /// A step of which no more is known than its name.
    pub fn unknown(label: Label, thread: ThreadId) -> Footprint {
        Footprint {
            label,
            thread,
            nth: 0,
            spawned: None,
            feet: SmallVec::new(),
            issues: SmallVec::new(),
            drains: false,
            update: None,
            forward: None,
            hidden: false,
        }
    }
    pub fn view(&self) -> Feet<'_> {
        Feet {
            label: self.label,
            thread: self.thread,
            nth: self.nth,
            spawned: self.spawned,
            feet: &self.feet,
            issues: &self.issues,
            drains: self.drains,
            update: self.update,
            forward: self.forward,
            hidden: self.hidden,
        }
    }
}

/// Does the order of the two steps matter?
pub fn dependent(a: Feet<'_>, b: Feet<'_>) -> bool {
    if a.label.actor == b.label.actor || a.spawned == Some(b.thread) || b.spawned == Some(a.thread)
    {
        return true;
    }
    if a.thread == b.thread {
        return dependent_in_thread(a, b) || dependent_in_thread(b, a);
    }
    let conflicts = |f: &Foot, g: &Foot| {
        let forgotten = || {
            mutant::is(Mutant::ReadsCommuteWithWrites)
                && (f.writes | g.writes != f.writes & g.writes)
        };
        f.conflicts(g) && !forgotten()
    };
    a.exposed().any(|f| b.exposed().any(|g| conflicts(f, g)))
}

/// For a step of a store buffer and another step of the same thread or buffer.
fn dependent_in_thread(update: Feet<'_>, other: Feet<'_>) -> bool {
    match (update.update, other.update) {
        (Some(a), Some(b)) => a != b,
        (Some(_), None) => other.drains || other.issues.contains(&update.store()),
        (None, _) => false,
    }
}
