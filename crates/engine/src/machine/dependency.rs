//! The dependency relation of steps: the one place that says which of them commute.
//!
//! Under TSO and PSO it is the one that chronological traces induce (Abdulla et al.: Stateless Model
//! Checking for TSO and PSO): a load and a store buffer of one thread commute, and a load that
//! reads a store of its own thread early commutes with all others until that store is in memory.

use crate::mutant::{self, Mutant};
use crate::trace::summary::{Dependence, StepSummary};
use crate::trace::{ActorId, CellAccess, Forward, Label, StepIdx, StoreName, Trace, Update};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// The parts of a step that decide whether it commutes with another.
#[derive(Clone, Copy)]
pub struct AccessSet<'a> {
    pub summary: &'a StepSummary,
    /// How many-th step of its actor.
    pub nth: u32,
    pub accesses: &'a [CellAccess],
    pub drains: u32,
    pub update: Option<Update>,
    pub forward: Option<Forward>,
    /// The store that `forward` tells of has not reached memory.
    pub hidden: bool,
}

/// The same, kept beyond the execution it was seen in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Footprint {
    pub summary: StepSummary,
    nth: u32,
    /// Unless there is just one, which the summary has.
    accesses: SmallVec<[CellAccess; 4]>,
    single: bool,
    drains: u32,
    update: Option<Update>,
    forward: Option<Forward>,
    hidden: bool,
}

impl<'a> AccessSet<'a> {
    /// The accesses of a step of the trace.
    #[inline]
    pub fn of(trace: &'a Trace, s: StepIdx) -> AccessSet<'a> {
        let step = trace.step(s);
        AccessSet {
            summary: &step.summary,
            nth: step.nth,
            accesses: trace.accesses(s),
            drains: step.drains,
            update: step.update,
            forward: step.forward,
            hidden: step.forward.is_some_and(|f| f.updated.is_none()),
        }
    }

    /// If this is the update of the store that `other` read early, `other` reads memory after it.
    pub fn reveals(&self, other: &AccessSet<'_>) -> bool {
        !mutant::is(Mutant::NothingRevealed)
            && other.forward.is_some_and(|f| self.is_update_of(f.store))
    }
    /// Does the step move this store to memory?
    pub fn is_update_of(&self, store: StoreName) -> bool {
        self.update.is_some() && self.store() == store
    }
    fn store(&self) -> StoreName {
        StoreName {
            queue: self.summary.actor(),
            nth: self.nth,
        }
    }
    /// Its accesses to memory that others can change.
    fn exposed(&self) -> impl Iterator<Item = &CellAccess> {
        // A load that read memory has the access of its own, too.
        let is_hidden = self.hidden && !mutant::is(Mutant::NoHiddenLoads);
        let hidden = self.forward.filter(|_| is_hidden).map(|f| f.access);
        let shown = self.forward.as_ref().filter(|_| !is_hidden);
        let accesses = self.accesses.iter().filter(move |f| Some(**f) != hidden);
        accesses.chain(shown.map(|f| &f.access))
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
            summary: StepSummary::new(label, ThreadId::MAIN),
            nth: 0,
            accesses: SmallVec::new(),
            single: false,
            drains: 0,
            update: None,
            forward: None,
            hidden: false,
        }
    }
    /// Becomes that of `step`, without allocating if there is room.
    pub fn set(&mut self, step: AccessSet<'_>) {
        self.set_unbuffered(step.summary, step.nth, step.accesses);
        self.drains = step.drains;
        self.update = step.update;
        self.forward = step.forward;
        self.hidden = step.hidden;
    }
    /// Becomes that of a step of the trace.
    #[inline]
    pub fn set_step(&mut self, trace: &Trace, s: StepIdx) {
        let step = trace.step(s);
        self.set_unbuffered(&step.summary, step.nth, trace.accesses(s));
        if !step.summary.unbuffered {
            self.drains = step.drains;
            self.update = step.update;
            self.forward = step.forward;
            self.hidden = step.forward.is_some_and(|f| f.updated.is_none());
        }
    }
    /// Becomes that of a step that has nothing to do with store buffers.
    #[inline]
    fn set_unbuffered(&mut self, summary: &StepSummary, nth: u32, accesses: &[CellAccess]) {
        self.summary = *summary;
        self.nth = nth;
        self.single = accesses.len() == 1;
        if !self.single {
            self.accesses.clear();
            self.accesses.extend(accesses.iter().copied());
        }
        self.drains = 0;
        self.update = None;
        self.forward = None;
        self.hidden = false;
    }
    /// Becomes that of a step of which no more is known than its name.
    pub fn set_unknown(&mut self, (label, nth): (Label, u32), thread: ThreadId) {
        self.set_unbuffered(&StepSummary::new(label, thread), nth, &[]);
    }
    /// Becomes that of a step that waits: nothing is known but its first access.
    /// `nth` and `drains` as in [`AccessSet`].
    pub fn set_waiting(
        &mut self,
        (label, nth): (Label, u32),
        thread: ThreadId,
        access: CellAccess,
        drains: u32,
    ) {
        self.set_unbuffered(&StepSummary::new(label, thread), nth, &[]);
        self.drains = drains;
        self.set_accesses(&[access]);
        // Whether it waits for a store buffer matters to that alone.
        self.summary.unbuffered = false;
    }
    /// All accesses of the step.
    #[inline]
    pub fn accesses(&self) -> &[CellAccess] {
        match self.single {
            true => self.summary.first_access(),
            false => &self.accesses,
        }
    }
    /// Changes the choice of the step.
    pub fn set_choice(&mut self, choice: u32) {
        self.summary.label.choice = choice;
    }
    /// Replaces all accesses.
    pub fn set_accesses(&mut self, accesses: &[CellAccess]) {
        self.single = accesses.len() == 1;
        self.summary.lone &= self.single;
        self.accesses.clear();
        self.accesses.extend_from_slice(accesses);
        let forward = self.forward.as_ref().map(|f| &f.access);
        self.summary.set_accesses(accesses, forward);
    }
    /// Changes its accesses.
    pub fn change_accesses(&mut self, change: impl FnMut(&mut CellAccess)) {
        let mut accesses: SmallVec<[CellAccess; 4]> = self.accesses().into();
        accesses.iter_mut().for_each(change);
        self.set_accesses(&accesses);
    }
    /// In another place, is the store that it reads early in memory?
    pub fn set_hidden(&mut self, hidden: bool) {
        self.hidden = hidden;
    }
    /// Does the step read a store that no other thread sees?
    pub fn hidden(&self) -> bool {
        self.hidden
    }
    /// How many-th step of its actor it is.
    pub fn nth(&self) -> u32 {
        self.nth
    }
    /// `hidden`: as things are where it is compared.
    #[inline]
    pub fn view(&self, hidden: bool) -> AccessSet<'_> {
        AccessSet {
            summary: &self.summary,
            nth: self.nth,
            accesses: self.accesses(),
            drains: self.drains,
            update: self.update,
            forward: self.forward,
            hidden,
        }
    }
}

/// Does the order of the two steps matter?
#[inline]
pub fn dependent(a: AccessSet<'_>, b: AccessSet<'_>) -> bool {
    match a.summary.compare(b.summary) {
        Dependence::Dependent => true,
        Dependence::Independent => false,
        Dependence::Unknown => dependent_in_detail(&a, &b),
    }
}

#[inline(never)]
fn dependent_in_detail(a: &AccessSet<'_>, b: &AccessSet<'_>) -> bool {
    if a.summary.thread == b.summary.thread {
        return dependent_in_thread(a, b) || dependent_in_thread(b, a);
    }
    if a.summary.shown && b.summary.shown {
        return conflict(a.accesses, b.accesses);
    }
    a.exposed().any(|f| b.exposed().any(|g| f.conflicts(g)))
}

/// Do accesses of two threads conflict, none of them by way of a store buffer?
#[inline(never)]
pub fn conflict(a: &[CellAccess], b: &[CellAccess]) -> bool {
    a.iter().any(|f| b.iter().any(|g| f.conflicts(g)))
}

/// Are the stores of two updates ordered because they have bytes in common? A step may touch more: the last update of
/// a thread that has ended also says so, and which one that is depends on their order.
fn store_to_common_bytes(a: &AccessSet<'_>, b: &AccessSet<'_>) -> bool {
    let (first, other) = (a.accesses.first(), b.accesses.first());
    first.is_some_and(|first| other.is_some_and(|other| first.conflicts(other)))
}

/// For a step of a store buffer and another step of the same thread or buffer.
fn dependent_in_thread(update: &AccessSet<'_>, other: &AccessSet<'_>) -> bool {
    match (update.update, other.update) {
        (Some(a), Some(b)) => a.epoch != b.epoch || store_to_common_bytes(update, other),
        (Some(a), None) => a.era < other.drains || other.nth <= a.after,
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadproof_program::Access;

    /// Two bytes of one granule, and both.
    const LOW: Access = at(8, 1);
    const HIGH: Access = at(9, 1);
    const BOTH: Access = at(8, 2);

    const fn at(address: u64, size: u8) -> Access {
        Access { address, size }
    }

    /// A step of a thread that accesses some bytes. The thread and its actor have the same number.
    fn step(thread: u16, bytes: Access, writes: bool) -> Footprint {
        let mut step = Footprint::nothing();
        let actor = ActorId(thread);
        step.set_unknown((Label { actor, choice: 0 }, 1), ThreadId(thread));
        step.summary.unbuffered = false;
        step.set_accesses(&[CellAccess::new(bytes, writes)]);
        step
    }

    /// The step of a queue that moves a store of a thread to memory, which the thread issued with its first step.
    fn update(queue: u16, thread: u16, bytes: Access, epoch: u32) -> Footprint {
        let mut step = step(thread, bytes, true);
        step.summary.label.actor = ActorId(queue);
        step.update = Some(Update {
            epoch,
            era: 0,
            after: 1,
        });
        step
    }

    fn commute(a: &Footprint, b: &Footprint) -> bool {
        let (a, b) = (a.view(a.hidden()), b.view(b.hidden()));
        assert_eq!(dependent(a, b), dependent(b, a));
        !dependent(a, b)
    }

    #[test]
    fn steps_of_two_threads_commute_unless_one_writes_bytes_of_the_other() {
        assert!(commute(&step(0, LOW, true), &step(1, HIGH, true)));
        assert!(commute(&step(0, BOTH, false), &step(1, BOTH, false)));
        assert!(!commute(&step(0, BOTH, true), &step(1, HIGH, false)));
    }

    #[test]
    fn steps_of_one_thread_never_commute() {
        assert!(!commute(&step(0, LOW, false), &step(0, HIGH, false)));
    }

    #[test]
    fn a_load_commutes_with_the_updates_of_its_own_thread() {
        let update = update(2, 0, LOW, 0);
        let mut load = step(0, LOW, false);
        load.nth = 2;
        assert!(commute(&load, &update));
        // The step that issued the store comes before the update.
        load.nth = 1;
        assert!(!commute(&load, &update));
        // So does the update come before a step that has waited for an empty buffer.
        (load.nth, load.drains) = (2, 1);
        assert!(!commute(&load, &update));
    }

    #[test]
    fn two_queues_of_a_thread_commute_within_an_epoch() {
        assert!(commute(&update(2, 0, LOW, 0), &update(3, 0, HIGH, 0)));
        assert!(!commute(&update(2, 0, LOW, 0), &update(3, 0, HIGH, 1)));
        assert!(!commute(&update(2, 0, LOW, 0), &update(3, 0, BOTH, 0)));
    }

    #[test]
    fn a_load_is_hidden_until_the_store_that_it_reads_is_in_memory() {
        let own = update(2, 0, LOW, 0);
        let mut load = step(0, LOW, false);
        load.nth = 2;
        load.summary.shown = false;
        load.forward = Some(Forward {
            access: CellAccess::new(LOW, false),
            store: own.view(false).store(),
            updated: None,
        });
        let other = update(3, 1, LOW, 0);
        load.hidden = true;
        assert!(commute(&load, &other));
        load.hidden = false;
        assert!(!commute(&load, &other));
        assert!(own.view(false).reveals(&load.view(true)));
        assert!(!other.view(false).reveals(&load.view(true)));
    }
}
