//! The view of the current execution that a monitor needs, however the algorithm stores it.

use crate::check::end::{self, End};
use crate::check::races;
use crate::check::robustness::Graph;
use crate::explore::equivalence::Equivalence;
use crate::host::names::Names;
use crate::host::remarks::Remarks;
use crate::host::{Failure, Obstacle};
use crate::machine::{Machine, MemoryModel};
use crate::options::{Checks, Options};
use crate::outcome::Treatment;
use crate::replay::{self, Evidence, Schedule};
use threadproof_program::{LocationId, Program, ThreadId};

/// What a search asks of the execution that an algorithm is at.
pub trait Explored {
    /// The bugs that it has shown so far.
    fn failures(&self) -> &[Failure];
    /// What was met in the whole search that cannot be done.
    fn obstacles(&self) -> &[Obstacle];
    /// What the front end took for granted in the whole search.
    fn remarks(&self) -> &Remarks;
    fn bound_hit(&self) -> bool;
    /// Has it turned out that the steps are too coarse for this program?
    fn is_too_coarse(&self) -> bool {
        false
    }
    fn names(&self) -> &Names;
    fn steps(&self) -> usize;
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
    fn race(&self, program: &dyn Program, options: &Options) -> Option<Failure>;
    /// Places where the whole search took orderings for others.
    fn treated(&self) -> Vec<(LocationId, Treatment)>;
    /// Places of accesses that could show load buffering, in the whole search.
    fn load_buffering(&self) -> Vec<LocationId> {
        Vec::new()
    }
    /// The execution, if it is none of sequential consistency.
    fn violation(&self, graph: &mut Graph) -> Option<Evidence>;
}

impl<M: MemoryModel> Explored for Machine<'_, M> {
    fn failures(&self) -> &[Failure] {
        self.failures()
    }
    fn obstacles(&self) -> &[Obstacle] {
        self.obstacles()
    }
    fn remarks(&self) -> &Remarks {
        self.remarks()
    }
    fn bound_hit(&self) -> bool {
        self.bound_hit()
    }
    fn is_too_coarse(&self) -> bool {
        self.looked_at_end()
    }
    fn names(&self) -> &Names {
        self.names()
    }
    fn steps(&self) -> usize {
        self.trace().len()
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
    fn treated(&self) -> Vec<(LocationId, Treatment)> {
        Vec::new()
    }
    fn violation(&self, graph: &mut Graph) -> Option<Evidence> {
        let strange = !end::is_assumed_away(self) && !graph.is_sequential(self);
        strange.then(|| self.evidence())
    }
}
