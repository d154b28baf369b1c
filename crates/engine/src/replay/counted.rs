//! The number of operations that each thread of a run has performed.

use crate::host::watched::{Watched, Watcher};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use threadproof_program::{Op, Response, Run, SavedId, ThreadId};

/// The operations of each thread, for those who watch a run.
#[derive(Clone, Debug, Default)]
pub struct Counts(Rc<RefCell<Vec<u32>>>);

impl Counts {
    /// The operations that a thread has performed.
    pub fn of(&self, t: ThreadId) -> u32 {
        self.0.borrow().get(t.index()).copied().unwrap_or(0)
    }
    fn set(&self, t: ThreadId, count: u32) {
        let mut counts = self.0.borrow_mut();
        if counts.len() <= t.index() {
            counts.resize(t.index() + 1, 0);
        }
        counts[t.index()] = count;
    }
}

/// Counts the operations.
pub struct Counter {
    counts: Counts,
    /// The count of a thread in each saved state.
    saved: FxHashMap<SavedId, u32>,
}

/// A run whose operations are counted.
pub fn counted<'p>(run: Box<dyn Run + 'p>, counts: Counts) -> Box<Watched<'p, Counter>> {
    let saved = FxHashMap::default();
    Box::new(Watched::new(run, Counter { counts, saved }))
}

impl Watcher for Counter {
    fn created(&mut self, thread: ThreadId, _: Op) {
        self.counts.set(thread, 0);
    }
    fn performed(&mut self, thread: ThreadId, _: Op, _: Response, _: Op) {
        self.counts.set(thread, self.counts.of(thread) + 1);
    }
    fn saved(&mut self, thread: ThreadId, saved: SavedId) {
        self.saved.insert(saved, self.counts.of(thread));
    }
    fn restored(&mut self, thread: ThreadId, saved: SavedId) {
        if let Some(count) = self.saved.get(&saved) {
            self.counts.set(thread, *count);
        }
    }
}
