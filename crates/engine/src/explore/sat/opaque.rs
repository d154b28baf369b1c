//! Traces a run of a front end that does not say how values flow: every response splits its thread
//! for good. Complete, but the graph is a tree.

use threadproof_program::{
    Flow, FunctionId, Input, LocationId, Op, Origin, Response, Run, SavedId, ThreadId,
};

/// A run that logs operations and responses as a flow of values.
pub struct Opaque<'p> {
    run: Box<dyn Run + 'p>,
    flows: Vec<Vec<Flow>>,
    /// For each saved state the length of its thread's log.
    saved: Vec<usize>,
}

impl<'p> Opaque<'p> {
    pub fn new(run: Box<dyn Run + 'p>) -> Opaque<'p> {
        let mut opaque = Opaque {
            run,
            flows: Vec::new(),
            saved: Vec::new(),
        };
        opaque.stand(ThreadId::MAIN);
        opaque
    }

    fn log(&mut self, t: ThreadId) -> &mut Vec<Flow> {
        if self.flows.len() <= t.index() {
            self.flows.resize_with(t.index() + 1, Vec::new);
        }
        &mut self.flows[t.index()]
    }

    /// Notes the operation that a thread stands before.
    fn stand(&mut self, t: ThreadId) {
        let op = self.run.pending(t);
        let inputs = match op {
            Op::Load { at, .. } => vec![at.address],
            Op::Store { at, value, .. } => vec![at.address, value],
            Op::Rmw { at, operand, .. } => vec![at.address, operand],
            Op::CompareExchange {
                at, expected, new, ..
            } => vec![at.address, expected, new],
            Op::Free { address } => vec![address],
            _ => Vec::new(),
        };
        let inputs = inputs.into_iter().map(Input::constant).collect();
        self.log(t).push(Flow::Operation { op, inputs });
    }
}

impl Run for Opaque<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.run.pending(thread)
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        let op = self.run.pending(thread);
        let value = response.value;
        let log = self.log(thread);
        let operation = log.len() as u32 - 1;
        log.push(Flow::Response { value });
        let reads = matches!(
            op,
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } | Op::Choice { .. }
        );
        if reads {
            log.push(Flow::Branch {
                on: Input {
                    origin: Origin::Entry(operation),
                    value,
                },
                selector: FunctionId::IDENTITY,
                direction: value,
                fails: None,
            });
        }
        self.run.resume(thread, response);
        self.stand(thread);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        self.run.create(child, body, argument);
        self.log(child).clear();
        self.stand(child);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let saved = self.run.save(thread);
        let slot = saved.0 as usize;
        if self.saved.len() <= slot {
            self.saved.resize(slot + 1, 0);
        }
        self.saved[slot] = self.log(thread).len();
        saved
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.run.restore(thread, saved);
        let length = self.saved[saved.0 as usize];
        self.log(thread).truncate(length);
    }

    fn forget(&mut self, saved: SavedId) {
        self.run.forget(saved);
    }

    fn flow(&self, thread: ThreadId) -> &[Flow] {
        self.flows.get(thread.index()).map_or(&[], |log| log)
    }

    fn ends_program(&self, thread: ThreadId) -> bool {
        self.run.ends_program(thread)
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        self.run.locations(thread)
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
