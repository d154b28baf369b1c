//! Taking steps back.
//!
//! Threads go back to saved states, and the trace knows what single accesses wrote; what else a step changed is
//! in a journal.

use super::Machine;
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::host::objects::{Life, ObjectIdx};
use crate::machine::threads::{Outlook, Thread};
use crate::trace::{ActorId, StoreName};
use threadproof_program::{SavedId, ThreadId};

/// What a step changed beyond the trace, to be taken back.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    Value {
        granule: GranuleIdx,
        value: u64,
        defined: u8,
    },
    Allocate(ObjectIdx),
    Free(ObjectIdx),
    Release(ObjectIdx),
    Thread(ThreadId, Thread),
    Status(ThreadId, Status),
    Create(ThreadId),
    /// The thread went on in passing; what it was before.
    Moved(ThreadId, SavedId),
    /// So many joins were done in passing.
    Joins(u32),
    Failure,
    ExitProgram,
    Issue(ThreadId, ActorId),
    Update(ThreadId, ActorId),
    Reader(StoreName),
}

impl Machine<'_> {
    /// Takes back all steps but the first `len`.
    pub fn rewind(&mut self, len: usize) {
        while len < self.trace.len() {
            let popped = self.trace.pop(&mut self.memory);
            let before = popped.before;
            if self.journal.len() > before.journal as usize {
                self.undo(before.journal as usize);
            }
            if popped.ends {
                self.undo_end(before.thread);
            }
            if let Some(saved) = before.saved {
                let thread = self.threads.get_mut(before.thread);
                thread.last = before.previous;
                thread.version = before.version;
                self.run.go_back(before.thread, saved);
                match popped.stand {
                    // A single access never waits, but for a store buffer.
                    None if !self.has_buffers() => self.threads.set_able(before.thread),
                    None => self.threads.set_outlook(before.thread, Outlook::Unclear),
                    Some(stand) => self.stand_again(before.thread, stand),
                }
            }
        }
        self.trace.forget_races();
    }

    #[inline(never)]
    fn undo(&mut self, len: usize) {
        while len < self.journal.len() {
            // Taken out as a reference: entries are large, and most of them mostly empty.
            match self.journal[self.journal.len() - 1] {
                Undo::Value {
                    granule,
                    value,
                    defined,
                } => {
                    let g = self.memory.get_mut(granule);
                    g.value = value;
                    g.defined = defined;
                }
                Undo::Allocate(o) => {
                    self.bytes -= self.objects.get(o).size;
                    self.objects.undo_allocate(o, &mut self.memory);
                }
                Undo::Free(o) => self.objects.set_life(o, Life::Live),
                Undo::Release(o) => self.objects.undo_release(o),
                Undo::Thread(t, ref thread) => self.threads.restore(t, thread),
                Undo::Status(t, status) => {
                    self.threads.set_status(t, status);
                    self.threads.set_outlook(t, Outlook::Unclear);
                }
                Undo::Create(t) => {
                    self.threads.remove(t);
                    self.objects.remove_block(t, &mut self.memory);
                }
                Undo::Moved(t, saved) => {
                    self.run.go_back(t, saved);
                    let op = self.run.pending(t);
                    self.stand_before(t, &op);
                }
                Undo::Joins(count) => {
                    let len = self.joins.len() - count as usize;
                    self.joins.truncate(len);
                }
                Undo::Failure => drop(self.failures.pop()),
                Undo::ExitProgram => self.exited = false,
                Undo::Issue(t, queue) => self.buffers.undo_issue(t, queue),
                Undo::Update(t, queue) => self.buffers.undo_advance(t, queue),
                Undo::Reader(store) => self.buffers.undo_add_reader(store),
            }
            self.journal.pop();
        }
    }
}
