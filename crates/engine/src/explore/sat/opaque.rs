//! Traces a run of a front end that does not say how values flow: every response splits its thread
//! for good. Complete, but the graph is a tree.

use crate::host::watched::{Watched, Watcher};
use threadproof_program::{
    FlowEntry, FunctionId, Input, Op, Origin, Response, Run, SavedId, ThreadId,
};

/// Logs operations and responses as a flow of values.
#[derive(Default)]
pub struct Opaque {
    flows: Vec<Vec<FlowEntry>>,
    /// For each saved state the length of its thread's log.
    saved: Vec<usize>,
}

/// A run that is traced in this way.
pub fn opaque<'p>(run: Box<dyn Run + 'p>) -> Box<Watched<'p, Opaque>> {
    Box::new(Watched::new(run, Opaque::default()))
}

impl Opaque {
    fn log(&mut self, t: ThreadId) -> &mut Vec<FlowEntry> {
        if self.flows.len() <= t.index() {
            self.flows.resize_with(t.index() + 1, Vec::new);
        }
        &mut self.flows[t.index()]
    }

    /// Notes the operation that a thread stands before.
    fn stand(&mut self, t: ThreadId, op: Op) {
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
        self.log(t).push(FlowEntry::Operation { op, inputs });
    }
}

impl Watcher for Opaque {
    fn created(&mut self, thread: ThreadId, op: Op) {
        self.log(thread).clear();
        self.stand(thread, op);
    }

    fn performed(&mut self, thread: ThreadId, op: Op, response: Response, next: Op) {
        let value = response.value;
        let log = self.log(thread);
        let operation = log.len() as u32 - 1;
        log.push(FlowEntry::Response { value });
        let reads = matches!(
            op,
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } | Op::Choice { .. }
        );
        if reads {
            log.push(FlowEntry::Branch {
                on: Input {
                    origin: Origin::Entry(operation),
                    value,
                },
                selector: FunctionId::IDENTITY,
                direction: value,
                fails: None,
            });
        }
        self.stand(thread, next);
    }

    fn saved(&mut self, thread: ThreadId, saved: SavedId) {
        let slot = saved.0 as usize;
        if self.saved.len() <= slot {
            self.saved.resize(slot + 1, 0);
        }
        self.saved[slot] = self.log(thread).len();
    }

    fn restored(&mut self, thread: ThreadId, saved: SavedId) {
        let length = self.saved[saved.0 as usize];
        self.log(thread).truncate(length);
    }

    fn flow(&self, thread: ThreadId) -> &[FlowEntry] {
        self.flows.get(thread.index()).map_or(&[], |log| log)
    }
}
