//! The view of the current execution that a monitor needs, however the algorithm stores it.

use super::Finer;
use crate::check::end::{self, End};
use crate::check::races;
use crate::check::robustness;
use crate::explore::equivalence::Equivalence;
use crate::graph::{self, Graph};
use crate::host::names::Names;
use crate::host::{Execution, Failure, Findings};
use crate::machine::{Machine, MemoryModel};
use crate::options::{Checks, Options};
use crate::outcome::{Cause, Treatment};
use crate::replay::{self, Evidence, Schedule};
use threadproof_program::{LocationId, Program, ThreadId};

/// The current execution of a search.
pub trait Explored {
    /// Its bugs so far, and the obstacles and remarks of the whole search.
    fn findings(&self) -> &Findings;
    /// Has it turned out that the steps are too coarse for this program?
    fn too_coarse(&self) -> Option<Finer> {
        None
    }
    fn names(&self) -> &Names;
    fn steps(&self) -> usize;
    /// How many of them are of the actor that took the last; there is one.
    fn steps_of_newest(&self) -> usize;
    /// Whose step was the last; there is one.
    fn newest_thread(&self) -> ThreadId;
    /// Where that thread stands now, if it still runs.
    fn newest_place(&self) -> Option<LocationId> {
        None
    }
    /// Has that thread joined all others, so that its steps concern nobody?
    fn is_last_thread(&self) -> bool {
        false
    }
    /// The name of its class, when nobody can move.
    fn class(&self, equivalence: Equivalence) -> Vec<u32>;
    /// Enough to run it again.
    fn evidence(&self) -> Evidence;
    /// How it ended, when nobody can move; adds the bugs that only show then.
    fn end(&self, checks: Checks, bugs: &mut Vec<Failure>) -> End;
    /// A data race that only shows at the end.
    fn race(&self, _: &dyn Program, _: &Options) -> Option<Failure> {
        None
    }
    /// Places where the whole search took orderings for others.
    fn treated(&self) -> Vec<(LocationId, Treatment)> {
        Vec::new()
    }
    /// Places of accesses that could show load buffering, in the whole search.
    fn load_buffering(&self) -> Vec<LocationId> {
        Vec::new()
    }
    /// The execution, if it is none of sequential consistency; or why that is not known.
    fn violation(&self, _: &mut robustness::Graph) -> Result<Option<Evidence>, Cause>;
}

impl<M: MemoryModel> Explored for Machine<'_, M> {
    #[inline]
    fn findings(&self) -> &Findings {
        self.findings()
    }
    #[inline]
    fn too_coarse(&self) -> Option<Finer> {
        match self.exit_flag_was_read() {
            true => Some(Finer::ThreadEnds),
            false => self.privacy().is_outdated().then_some(Finer::Objects),
        }
    }
    fn names(&self) -> &Names {
        self.names()
    }
    fn steps(&self) -> usize {
        self.trace().len()
    }
    fn steps_of_newest(&self) -> usize {
        let newest = self.trace().steps().last();
        newest.map_or(0, |step| step.nth as usize)
    }
    fn is_last_thread(&self) -> bool {
        self.is_last(self.newest_thread())
    }
    fn newest_thread(&self) -> ThreadId {
        let newest = self.trace().steps().last();
        newest.expect("the caller knows that there is one").thread
    }
    fn newest_place(&self) -> Option<LocationId> {
        self.run().location(self.newest_thread())
    }
    fn class(&self, equivalence: Equivalence) -> Vec<u32> {
        match equivalence {
            Equivalence::Trace => self.class(),
            Equivalence::ReadsFrom if !M::BUFFERS => self.reads_from(),
            Equivalence::ReadsFrom => replay::class_of(self),
        }
    }
    fn evidence(&self) -> Evidence {
        Evidence::Steps(Schedule::of(self))
    }
    fn end(&self, checks: Checks, bugs: &mut Vec<Failure>) -> End {
        end::classify(self, checks, bugs)
    }
    fn race(&self, program: &dyn Program, options: &Options) -> Option<Failure> {
        let race = races::find(self.trace())?;
        Some(replay::data_race(program, options, self, race))
    }
    fn violation(&self, graph: &mut robustness::Graph) -> Result<Option<Evidence>, Cause> {
        let strange = !end::is_assumed_away(self) && !graph.is_sequential(self);
        Ok(strange.then(|| self.evidence()))
    }
}

/// Races are reported where they happen.
impl Explored for Graph<'_> {
    #[inline]
    fn findings(&self) -> &Findings {
        self.findings()
    }
    fn names(&self) -> &Names {
        self.names()
    }
    fn steps(&self) -> usize {
        self.len()
    }
    fn steps_of_newest(&self) -> usize {
        self.item(self.newest()).nth as usize
    }
    fn newest_thread(&self) -> ThreadId {
        self.item(self.newest()).thread
    }
    fn newest_place(&self) -> Option<LocationId> {
        self.host().run.location(self.newest_thread())
    }
    fn class(&self, _: Equivalence) -> Vec<u32> {
        match self.has_witness() {
            true => replay::witness::class_of(self),
            false => self.class(),
        }
    }
    fn evidence(&self) -> Evidence {
        match self.has_witness() {
            true => Evidence::Steps(replay::witness::steps_of(self)),
            false => Evidence::Items(graph::Schedule::of(self)),
        }
    }
    fn end(&self, checks: Checks, bugs: &mut Vec<Failure>) -> End {
        self.end(checks, bugs)
    }
    fn treated(&self) -> Vec<(LocationId, Treatment)> {
        self.treated()
    }
    fn load_buffering(&self) -> Vec<LocationId> {
        self.load_buffering()
    }
    fn violation(&self, _: &mut robustness::Graph) -> Result<Option<Evidence>, Cause> {
        let beyond = self.is_beyond_sc()?;
        Ok(beyond.then(|| self.evidence()))
    }
}
