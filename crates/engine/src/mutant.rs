//! Deliberately broken engines, which the net of tests must catch.
//!
//! Each mutant is one rule that the engine forgets while [`with`] runs. They exist only in builds
//! with debug assertions; in a release build [`is`] is `false` at compile time. A new algorithm adds
//! its mutants as lines of the list below and asks [`is`] at the rule itself; the test
//! `crates/engine/tests/mutants.rs` runs over the whole list.

use std::cell::Cell;

macro_rules! mutants {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        /// A rule that the engine forgets, for tests.
        pub enum Mutant {
            $($(#[$doc])* $name,)*
        }
        impl Mutant {
            pub const ALL: &[Mutant] = &[$(Mutant::$name,)*];
        }
    };
}

mutants! {
    /// A read and a write of the same bytes commute.
    ReadsCommuteWithWrites,
    /// Sleep sets are empty.
    NoSleepSets,
    /// A plan is the reversed step alone, without the independent steps before it.
    NoIndependentSteps,
    /// A thread that waits in the end has no races.
    NoRacesOfWaiting,
    /// A guarded read that passed has no race with the write in its way.
    NoRacesOfGuards,
    /// An unlock races with the lock that it made possible.
    EnablingRaces,
    /// Every race is looked at once only.
    RacesOnce,
    /// A race is left to another execution also if that cannot plan it.
    LeavesAllToSleepers,
    /// An atomic section is planned as a write of all that it touches.
    NoImagination,
    /// Only the first option of a choice is planned.
    NoChoices,
    /// A load that read a store of its own thread early depends on all other writes.
    NoHiddenLoads,
    /// After the update of its store, a load stays hidden.
    NothingRevealed,
    /// A fence does not come after the updates that it waited for.
    NoEdgeFromUpdateToFence,
    /// An update does not come after the step that issued its store.
    NoEdgeFromIssueToUpdate,
    /// A full fence does not wait for the store buffer.
    FencesDrainNothing,
    /// A load does not see the stores in its own buffer.
    NoForwarding,
    /// A release store does not keep earlier stores in front of it.
    ReleaseOrdersNothing,
    /// In a witness, a read may stand behind the next write of its place.
    WitnessReadsStale,
    /// In a witness under TSO, stores reach memory in any order.
    WitnessFlushesReordered,
    /// In a witness, a load need not come after the flush of a newer store of its own thread.
    WitnessForgetsOwnStores,
    /// An await that could pass never spins for ever.
    NoSpinning,
    /// Without one memory, a loop that spins for ever may see a write that is not the last one.
    SpinsOnOldWrites,
    /// Without one memory, a loop that waits with an exchange is a lock whatever others store.
    ExchangesAreLocks,
    /// In a witness, an atomic section of several variables never comes before a read that was there.
    NoWishesOfSections,
    /// A read-modify-write of several pieces that finds one of their writes taken puts up with that.
    NoWishesOfPieces,
    /// Under RA and C11, two writes of several pieces are in any order at each.
    PiecesInAnyOrder,
    /// Under C11, a read of several pieces takes a part of a write and something older.
    TornReads,
    /// Under RA and C11, a read puts nothing that happened before it before its source.
    NoForcedCoherence,
    /// In a graph, a write is no source for reads that were there before it.
    NoPostponedWrites,
    /// In a graph, two read-modify-writes may read the same write.
    NoAtomicity,
    /// In a graph, a read-modify-write that finds its write taken puts up with that.
    NoWishes,
    /// In a graph, a thread that waits in the end has no wishes.
    NoWishesOfWaiting,
    /// Under C11, a thread that knows a relaxed read does not know its source.
    ReadsNotLogged,
    /// Under C11, an acquire fence learns nothing from the reads before it.
    AcquireFencesLearnNothing,
    /// Under C11, a release fence gives nothing to the writes after it.
    ReleaseFencesIgnored,
    /// Under C11, a read-modify-write does not continue a release sequence.
    UpdatesEndReleaseSequences,
    /// Under C11, a relaxed read acquires.
    RelaxedAcquires,
    /// Under C11, a plain write passes the last release fence on.
    PlainReleaseSequence,
    /// Under C11, sequentially consistent accesses only release and acquire.
    NoSeqCst,
    /// Under C11, fences are ordered by happens-before alone.
    NoCommunicationBetweenFences,
    /// Under C11, happens-before between two program orders does not order accesses.
    NoHappensBeforeBetween,
    /// Under C11, accesses race unless one is in the other's past.
    RacesByPast,
    /// Under C11, a plain read takes the initial value.
    PlainReadsAreOld,
    /// With several workers, a task forgets a branch that was given away before it.
    DroppedSleeper,
    /// With several workers, a branch for a state above a task becomes two tasks.
    UpwardTwice,
    /// With several workers, a branch for a state above a task is planned and never explored.
    UpwardDropped,
}

thread_local! {
    static ACTIVE: Cell<Option<Mutant>> = const { Cell::new(None) };
}

/// Is this thread's engine broken in this way?
#[inline(always)]
pub(crate) fn is(mutant: Mutant) -> bool {
    cfg!(debug_assertions) && ACTIVE.get() == Some(mutant)
}

/// How this thread's engine is broken.
pub(crate) fn active() -> Option<Mutant> {
    ACTIVE.get()
}

/// Runs `body` with an engine that is broken like that of another thread.
pub(crate) fn with_active<T>(mutant: Option<Mutant>, body: impl FnOnce() -> T) -> T {
    match mutant {
        Some(mutant) => with(mutant, body),
        None => body(),
    }
}

/// Runs `body` with a broken engine; with a sound one in release builds.
pub fn with<T>(mutant: Mutant, body: impl FnOnce() -> T) -> T {
    struct Mend(Option<Mutant>);
    impl Drop for Mend {
        fn drop(&mut self) {
            ACTIVE.set(self.0);
        }
    }
    let _mend = Mend(ACTIVE.replace(Some(mutant)));
    body()
}
