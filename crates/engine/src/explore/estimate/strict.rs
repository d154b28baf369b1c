//! A run whose accesses are all sequentially consistent atomics: its graphs under C11 are the reads-from classes of SC.

use threadproof_program::{
    LoadOrder, LocationId, Op, Response, RmwOrder, Run, SavedId, StoreOrder, ThreadId,
};

pub struct Strict<'p>(pub Box<dyn Run + 'p>);

impl Run for Strict<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        let mut op = self.0.pending(thread);
        match &mut op {
            Op::Load { order, .. } => *order = LoadOrder::SeqCst,
            Op::Store { order, .. } => *order = StoreOrder::SeqCst,
            Op::Rmw { order, .. } => *order = RmwOrder::SeqCst,
            Op::CompareExchange {
                success, failure, ..
            } => (*success, *failure) = (RmwOrder::SeqCst, LoadOrder::SeqCst),
            _ => (),
        }
        op
    }
    fn resume(&mut self, thread: ThreadId, response: Response) {
        self.0.resume(thread, response);
    }
    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        self.0.create(child, body, argument);
    }
    fn save(&mut self, thread: ThreadId) -> SavedId {
        self.0.save(thread)
    }
    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.0.restore(thread, saved);
    }
    fn forget(&mut self, saved: SavedId) {
        self.0.forget(saved);
    }
    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        self.0.locations(thread)
    }
    fn library(&self, thread: ThreadId) -> Option<String> {
        self.0.library(thread)
    }
    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.0.message(thread, peek)
    }
    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.0.printed(thread, peek)
    }
}
