//! The notes that an estimate takes of its random executions.

use super::future::{Future, Places};
use super::situation::Situation;
use threadproof_program::{Op, Run, ThreadId};

/// The notes of the current execution, and of the accesses of those before it.
#[derive(Default)]
pub struct Notes {
    pub future: Future,
    pub situation: Situation,
    pub places: Places,
    /// All movers have the same weight in this execution.
    pub explore: bool,
}

impl Notes {
    /// Another execution begins.
    pub fn begin(&mut self, explore: bool) {
        self.explore = explore;
        self.future.begin();
        self.situation.begin();
        self.places.clear();
    }

    /// Only the first so many steps were taken.
    pub fn rewind(&mut self, steps: usize) {
        self.future.rewind(steps);
        self.situation.rewind(steps);
        self.places.clear();
    }

    /// The steps are finer from now on: old notes are of no use.
    pub fn clear(&mut self) {
        *self = Notes {
            explore: self.explore,
            ..Notes::default()
        };
    }

    /// The place of a thread that has just moved, unless it has ended.
    pub fn new_place(&mut self, run: &dyn Run, t: ThreadId) -> Option<u64> {
        self.places.moves(t);
        let ended = matches!(run.pending(t), Op::Exit);
        (!ended).then(|| self.places.of(run, t))
    }
}
