//! Why an execution is not sequentially consistent.

/// A cycle of program order (po), coherence (co), reads-from (rf) and from-read (fr).
#[derive(Clone, Debug)]
pub struct Violation {
    /// Each event comes before the next, and the last before the first.
    pub cycle: Vec<CycleEvent>,
    /// Pairs of the cycle in one thread that the memory model does not keep in order.
    pub gaps: Vec<Gap>,
}

/// How one event comes before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    ProgramOrder,
    /// To the first event of a thread from the step that created it.
    Spawn,
    ReadsFrom,
    Coherence,
    FromRead,
}

/// An event of a cycle, as a step that is shown.
#[derive(Clone, Copy, Debug)]
pub struct CycleEvent {
    /// Index into [`Found::trace`](super::Found::trace).
    pub step: usize,
    /// How it comes before the next event.
    pub relation: Relation,
}

/// Two events of a thread that a fence between them would keep in order.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// Indices into [`Found::trace`](super::Found::trace): a store, and a later load or store.
    pub store: usize,
    pub next: usize,
    /// In this execution the store reached memory after the other one took place.
    pub delayed: bool,
    pub fence: FenceKind,
}

/// The fence that would order two events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenceKind {
    /// Keeps stores before all that follows.
    Full,
    /// Keeps stores before later stores.
    Store,
}
