//! A run with a watcher of the operations of its threads.

use threadproof_program::{Access, FlowEntry, LocationId, Op, Response, Run, SavedId, ThreadId};

/// Told of all that happens to the threads of a run.
pub trait Watcher {
    /// A thread has been created, and stands before its first operation, `op`.
    fn created(&mut self, thread: ThreadId, op: Op);
    /// A thread has performed `op`, and stands before `next`.
    fn performed(&mut self, thread: ThreadId, op: Op, response: Response, next: Op);
    /// The state of a thread was saved.
    fn saved(&mut self, thread: ThreadId, saved: SavedId);
    /// A thread is back in a state that was saved.
    fn restored(&mut self, thread: ThreadId, saved: SavedId);
    /// The log of a thread, from a watcher that traces values: see [`Run::flow`].
    fn flow(&self, thread: ThreadId) -> &[FlowEntry] {
        let _ = thread;
        &[]
    }
}

/// A run and its watcher.
pub struct Watched<'p, W> {
    run: Box<dyn Run + 'p>,
    watcher: W,
}

impl<'p, W: Watcher> Watched<'p, W> {
    /// Watches a run that has just begun.
    pub fn new(run: Box<dyn Run + 'p>, mut watcher: W) -> Watched<'p, W> {
        watcher.created(ThreadId::MAIN, run.pending(ThreadId::MAIN));
        Watched { run, watcher }
    }
}

impl<W: Watcher> Run for Watched<'_, W> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.run.pending(thread)
    }
    fn resume(&mut self, thread: ThreadId, response: Response) {
        let op = self.run.pending(thread);
        self.run.resume(thread, response);
        let next = self.run.pending(thread);
        self.watcher.performed(thread, op, response, next);
    }
    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        self.run.create(child, body, argument);
        self.watcher.created(child, self.run.pending(child));
    }
    fn save(&mut self, thread: ThreadId) -> SavedId {
        let saved = self.run.save(thread);
        self.watcher.saved(thread, saved);
        saved
    }
    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.run.restore(thread, saved);
        self.watcher.restored(thread, saved);
    }
    fn forget(&mut self, saved: SavedId) {
        self.run.forget(saved);
    }
    fn flow(&self, thread: ThreadId) -> &[FlowEntry] {
        self.watcher.flow(thread)
    }
    fn ends_program(&self, thread: ThreadId) -> bool {
        self.run.ends_program(thread)
    }
    fn looked_at(&self, thread: ThreadId) -> Vec<(Access, u64)> {
        self.run.looked_at(thread)
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
    fn in_library(&self, thread: ThreadId) -> bool {
        self.run.in_library(thread)
    }
    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.run.message(thread, peek)
    }
    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.run.printed(thread, peek)
    }
}
