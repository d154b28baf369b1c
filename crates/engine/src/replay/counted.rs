//! A run that counts the operations that its threads perform.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use threadproof_program::{LocationId, Op, Response, Run, SavedId, Stand, ThreadId};

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

/// A run that counts the operations of its threads.
pub struct Counted<'p> {
    run: Box<dyn Run + 'p>,
    counts: Counts,
    /// The count of a thread in each saved state.
    saved: FxHashMap<SavedId, u32>,
}

impl<'p> Counted<'p> {
    pub fn new(run: Box<dyn Run + 'p>, counts: Counts) -> Counted<'p> {
        Counted {
            run,
            counts,
            saved: FxHashMap::default(),
        }
    }

    fn go_back_to(&mut self, thread: ThreadId, saved: SavedId) {
        if let Some(count) = self.saved.get(&saved) {
            self.counts.set(thread, *count);
        }
    }
}

impl Run for Counted<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.run.pending(thread)
    }
    fn resume(&mut self, thread: ThreadId, response: Response) {
        self.counts.set(thread, self.counts.of(thread) + 1);
        self.run.resume(thread, response);
    }
    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        self.counts.set(child, 0);
        self.run.create(child, body, argument);
    }
    fn save(&mut self, thread: ThreadId) -> SavedId {
        let saved = self.run.save(thread);
        self.saved.insert(saved, self.counts.of(thread));
        saved
    }
    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.go_back_to(thread, saved);
        self.run.restore(thread, saved);
    }
    fn forget(&mut self, saved: SavedId) {
        self.run.forget(saved);
    }
    fn advance(&mut self, thread: ThreadId, response: Response) -> (SavedId, Stand) {
        let before = self.counts.of(thread);
        let (saved, stand) = self.run.advance(thread, response);
        self.saved.insert(saved, before);
        self.counts.set(thread, before + 1);
        (saved, stand)
    }
    fn go_back(&mut self, thread: ThreadId, saved: SavedId) {
        self.go_back_to(thread, saved);
        self.run.go_back(thread, saved);
    }
    fn ends_program(&self, thread: ThreadId) -> bool {
        self.run.ends_program(thread)
    }
    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        self.run.locations(thread)
    }
    fn location(&self, thread: ThreadId) -> Option<LocationId> {
        self.run.location(thread)
    }
    fn library(&self, thread: ThreadId) -> Option<String> {
        self.run.library(thread)
    }
    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.run.message(thread, peek)
    }
    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.run.printed(thread, peek)
    }
}
