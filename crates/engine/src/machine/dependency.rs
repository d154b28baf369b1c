//! The dependency relation of steps: the one place that says which of them commute.
//!
//! Under TSO and PSO it is the one that chronological traces induce (Abdulla et al.: Stateless Model
//! Checking for TSO and PSO): a load and a store buffer of one thread commute, and a load that
//! reads a store of its own thread early commutes with all others until that store is in memory.

use crate::mutant::{self, Mutant};
use crate::trace::summary::{Glance, Outline};
use crate::trace::{ActorId, Foot, Forward, Label, StepIdx, StoreName, Trace, Update};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// What decides whether a step commutes with another.
#[derive(Clone, Copy)]
pub struct Feet<'a> {
    pub outline: &'a Outline,
    /// How many-th step of its actor.
    pub nth: u32,
    pub feet: &'a [Foot],
    pub drains: u32,
    pub update: Option<Update>,
    pub forward: Option<Forward>,
    /// The store that `forward` tells of has not reached memory.
    pub hidden: bool,
}

/// The same, kept beyond the execution it was seen in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Footprint {
    pub outline: Outline,
    nth: u32,
    /// Unless there is just one, which the outline has.
    feet: SmallVec<[Foot; 4]>,
    single: bool,
    drains: u32,
    update: Option<Update>,
    forward: Option<Forward>,
    hidden: bool,
}

impl<'a> Feet<'a> {
    #[inline]
    pub fn of(trace: &'a Trace, s: StepIdx) -> Feet<'a> {
        let step = trace.step(s);
        Feet {
            outline: &step.outline,
            nth: step.nth,
            feet: trace.feet(s),
            drains: step.drains,
            update: step.update,
            forward: step.forward,
            hidden: step.forward.is_some_and(|f| f.updated.is_none()),
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
            queue: self.outline.actor(),
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
    /// Room for a step to come.
    pub fn nothing() -> Footprint {
        let label = Label {
            actor: ActorId(0),
            choice: 0,
        };
        Footprint {
            outline: Outline::new(label, ThreadId::MAIN),
            nth: 0,
            feet: SmallVec::new(),
            single: false,
            drains: 0,
            update: None,
            forward: None,
            hidden: false,
        }
    }
    /// Becomes that of `step`, without allocating if there is room.
    pub fn set(&mut self, step: Feet<'_>) {
        self.set_plain(step.outline, step.nth, step.feet);
        self.drains = step.drains;
        self.update = step.update;
        self.forward = step.forward;
        self.hidden = step.hidden;
    }
    /// Becomes that of a step of the trace.
    #[inline]
    pub fn set_step(&mut self, trace: &Trace, s: StepIdx) {
        let step = trace.step(s);
        self.set_plain(&step.outline, step.nth, trace.feet(s));
        if !step.outline.plain {
            self.drains = step.drains;
            self.update = step.update;
            self.forward = step.forward;
            self.hidden = step.forward.is_some_and(|f| f.updated.is_none());
        }
    }
    /// Becomes that of a step that has nothing to do with store buffers.
    #[inline]
    fn set_plain(&mut self, outline: &Outline, nth: u32, feet: &[Foot]) {
        self.outline = *outline;
        self.nth = nth;
        self.single = feet.len() == 1;
        if !self.single {
            self.feet.clear();
            self.feet.extend(feet.iter().copied());
        }
        self.drains = 0;
        self.update = None;
        self.forward = None;
        self.hidden = false;
    }
    /// Becomes that of a step of which no more is known than its name.
    pub fn set_unknown(&mut self, (label, nth): (Label, u32), thread: ThreadId) {
        self.set_plain(&Outline::new(label, thread), nth, &[]);
    }
    /// Becomes that of a step that waits: nothing is known but its first access.
    /// `nth` and `drains` as in [`Feet`].
    pub fn set_waiting(
        &mut self,
        (label, nth): (Label, u32),
        thread: ThreadId,
        foot: Foot,
        drains: u32,
    ) {
        self.set_plain(&Outline::new(label, thread), nth, &[]);
        self.drains = drains;
        self.set_feet(&[foot]);
        // Whether it waits for a store buffer matters to that alone.
        self.outline.plain = false;
    }
    #[inline]
    pub fn feet(&self) -> &[Foot] {
        match self.single {
            true => self.outline.first_foot(),
            false => &self.feet,
        }
    }
    pub fn set_choice(&mut self, choice: u32) {
        self.outline.label.choice = choice;
    }
    pub fn set_feet(&mut self, feet: &[Foot]) {
        self.single = feet.len() == 1;
        self.outline.lone &= self.single;
        self.feet.clear();
        self.feet.extend_from_slice(feet);
        let forward = self.forward.as_ref().map(|f| &f.foot);
        self.outline.set_feet(feet, forward);
    }
    /// Changes what it touches.
    pub fn change_feet(&mut self, change: impl FnMut(&mut Foot)) {
        let mut feet: SmallVec<[Foot; 4]> = self.feet().into();
        feet.iter_mut().for_each(change);
        self.set_feet(&feet);
    }
    /// In another place, is the store that it reads early in memory?
    pub fn set_hidden(&mut self, hidden: bool) {
        self.hidden = hidden;
    }
    pub fn hidden(&self) -> bool {
        self.hidden
    }
    pub fn nth(&self) -> u32 {
        self.nth
    }
    /// `hidden`: as things are where it is compared.
    #[inline]
    pub fn view(&self, hidden: bool) -> Feet<'_> {
        Feet {
            outline: &self.outline,
            nth: self.nth,
            feet: self.feet(),
            drains: self.drains,
            update: self.update,
            forward: self.forward,
            hidden,
        }
    }
}

/// Does the order of the two steps matter?
#[inline]
pub fn dependent(a: Feet<'_>, b: Feet<'_>) -> bool {
    match a.outline.compare(b.outline) {
        Glance::Dependent => true,
        Glance::Independent => false,
        Glance::Unclear => dependent_in_detail(&a, &b),
    }
}

#[inline(never)]
fn dependent_in_detail(a: &Feet<'_>, b: &Feet<'_>) -> bool {
    if a.outline.thread == b.outline.thread {
        return dependent_in_thread(a, b) || dependent_in_thread(b, a);
    }
    if a.outline.shown && b.outline.shown {
        return conflict(a.feet, b.feet);
    }
    a.exposed().any(|f| b.exposed().any(|g| f.conflicts(g)))
}

/// Do accesses of two threads conflict, none of them by way of a store buffer?
#[inline(never)]
pub fn conflict(a: &[Foot], b: &[Foot]) -> bool {
    a.iter().any(|f| b.iter().any(|g| f.conflicts(g)))
}

/// Are the stores of two updates ordered because they have bytes in common? A step may touch more: the last update of
/// a thread that has ended also says so, and which one that is depends on their order.
fn store_to_common_bytes(a: &Feet<'_>, b: &Feet<'_>) -> bool {
    let (first, other) = (a.feet.first(), b.feet.first());
    first.is_some_and(|first| other.is_some_and(|other| first.conflicts(other)))
}

/// For a step of a store buffer and another step of the same thread or buffer.
fn dependent_in_thread(update: &Feet<'_>, other: &Feet<'_>) -> bool {
    match (update.update, other.update) {
        (Some(a), Some(b)) => a.epoch != b.epoch || store_to_common_bytes(update, other),
        (Some(a), None) => a.era < other.drains || other.nth <= a.after,
        (None, _) => false,
    }
}
