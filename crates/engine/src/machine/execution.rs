//! The machine as an execution: the points at which it differs from a graph.

use super::buffers::Found;
use super::{Machine, MemoryModel, Undo};
use crate::host::memory::{GranuleIdx, extract};
use crate::host::names::Status;
use crate::host::objects::ObjectIdx;
use crate::host::op_log::LoggedOp;
use crate::host::{Execution, Halt, Host};
use crate::machine::threads::{Readiness, Thread};
use crate::trace::{CellAccess, StepIdx};
use threadproof_program::{Access, Op, Response, ThreadId};

impl<'p, M: MemoryModel> Execution<'p> for Machine<'p, M> {
    type Undo = Undo;

    #[inline(always)]
    fn host(&self) -> &Host<'p, Undo> {
        &self.host
    }
    #[inline(always)]
    fn host_mut(&mut self) -> &mut Host<'p, Undo> {
        &mut self.host
    }

    fn waiting(&self) -> Vec<ThreadId> {
        let waits = |t: &ThreadId| self.halt(*t) == Some(Halt::Waiting);
        self.threads.present().filter(waits).collect()
    }

    fn stop(&mut self, t: ThreadId, status: Status) {
        let before = self.threads.get(t).status();
        self.host.journal.push(Undo::Status(t, before));
        self.threads.set_status(t, status);
        self.threads.set_readiness(t, Readiness::Blocked);
    }

    fn change_sections(&mut self, t: ThreadId) -> &mut u32 {
        &mut self.change_thread(t).sections
    }

    fn change_children(&mut self, t: ThreadId) -> &mut u32 {
        &mut self.change_thread(t).spawned
    }

    #[inline]
    fn resume(&mut self, t: ThreadId, response: Response) {
        self.versions += 1;
        self.threads.get_mut(t).version = self.versions;
        self.host.run.resume(t, response);
    }

    fn add_thread(&mut self, _: ThreadId, child: ThreadId) {
        let newest = StepIdx(self.trace.len() as u32 - 1);
        self.threads.add(child, Thread::new(Some(newest)));
        self.host.objects.add_block(child, &mut self.host.memory);
        self.host.journal.push(Undo::Create(child));
        self.trace.newest_mut().spawned = Some(child);
    }

    #[inline(never)]
    fn exit(&mut self, t: ThreadId) {
        self.note(t, &Op::Exit, Response::NONE, None);
        // Else the last store on its way to memory does it.
        if self.buffers.is_empty(t) {
            self.mark_end(t);
        }
        self.stop(t, Status::Exited);
    }

    /// The end of an object conflicts with every access to it, also with those that are still to
    /// come. So it touches all bytes, accessed or not.
    #[inline(never)]
    fn end_object(&mut self, t: ThreadId, object: ObjectIdx) {
        if !M::BUFFERS && self.ends_unseen(t, object) {
            return;
        }
        let record = *self.host.objects.get(object);
        for (index, granule) in record.granules().enumerate() {
            if self.is_seen() {
                let access = CellAccess::end(record.base / 8 + index as u64);
                self.trace.access(&mut self.host.memory, granule, access);
            }
        }
    }

    fn has_joined_all_others(&self, t: ThreadId) -> bool {
        self.is_alone() || self.is_last(t)
    }

    fn write_unseen(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8) {
        self.write(granule, at, value, defined);
    }

    /// An access to a dead object depends on the step that ended it.
    fn note_fault(&mut self, op: &Op, granule: GranuleIdx) {
        if let Some(at) = op.access() {
            self.touch(granule, at, !matches!(op, Op::Load { .. }));
        }
    }

    fn remains(&self, _: ThreadId, granule: GranuleIdx, address: u64) -> u8 {
        let at = Access { address, size: 1 };
        extract(self.host.memory.get(granule).value, at) as u8
    }

    /// A thread sees its own stores before they reach memory.
    fn peek(&self, t: ThreadId, address: u64) -> Option<u8> {
        let at = Access { address, size: 1 };
        if self.threads.get(t).buffers
            && let Found::Store(store) = self.buffers.find(t, self.threads.get(t), at)
        {
            return Some(self.buffers.entry(store).part(at).value as u8);
        }
        let granule = self.host.objects.resolve(at, false).ok()?;
        Some(self.remains(t, granule, address))
    }

    fn add_to_log(&mut self, logged: LoggedOp) {
        let buffered = match logged.op {
            Op::Store { order, .. } => {
                self.is_buffered(logged.thread, order)
                    && !self.goes_alone(logged.thread, &logged.op)
            }
            _ => false,
        };
        let step = self.step_of_logged();
        if let Some(record) = &mut self.host.record {
            record.ops.push(LoggedOp {
                buffered,
                step,
                ..logged
            });
        }
    }

    fn is_told_enough(&self, t: ThreadId, op: &Op) -> bool {
        self.has_told_enough(t, op)
    }
}
