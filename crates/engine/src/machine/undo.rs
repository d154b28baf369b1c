//! Taking steps back.
//!
//! Threads go back to saved states. The values that a step overwrote are in the links of its accesses
//! ([`crate::trace::Trace::pop`]), and its other changes are in a journal. Some writes belong to a step and are no access of it:
//! the silent end of a thread, and writes of a join or of the only thread of a program. The journal keeps the values that
//! they overwrite, unless the step has an access that writes there. So a step is taken back in this order: links, journal.

use super::{Machine, MemoryModel};
use crate::host::Change;
use crate::host::memory::GranuleIdx;
use crate::host::names::Status;
use crate::machine::threads::{Readiness, Thread};
use crate::trace::{ActorId, StoreName};
use threadproof_program::{Access, SavedId, ThreadId};

/// A change that a step made beyond the trace, to be taken back.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// Of the host.
    Host(Change),
    Thread(ThreadId, Thread),
    Status(ThreadId, Status),
    Create(ThreadId),
    /// The thread went on without a step; its state before.
    Moved(ThreadId, SavedId),
    /// So many joins were done without a step.
    Joins(u32),
    Issue(ThreadId, ActorId),
    Update(ThreadId, ActorId),
    Reader(StoreName),
}

impl From<Change> for Undo {
    #[inline(always)]
    fn from(change: Change) -> Undo {
        Undo::Host(change)
    }
}

impl<M: MemoryModel> Machine<'_, M> {
    /// Writes to memory, so that it can be taken back.
    pub(super) fn write(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8) {
        self.keep(granule);
        self.host.memory.write(granule, at, value, defined);
    }

    /// Keeps the value of a granule that is about to change, if no link of the newest step does.
    #[inline]
    pub(super) fn keep(&mut self, granule: GranuleIdx) {
        if !self.trace.keeps(self.host.memory.get(granule)) {
            self.host.keep(granule);
        }
    }

    /// Takes back all steps but the first `len`.
    pub fn rewind(&mut self, len: usize) {
        let watched = self.threads.is_watched();
        while len < self.trace.len() {
            let popped = self.trace.pop(&mut self.host.memory);
            let before = popped.before;
            if self.host.journal.len() > before.journal as usize {
                self.undo(before.journal as usize);
            }
            if popped.ends {
                self.undo_end(before.thread);
            }
            if let Some(saved) = before.saved {
                let thread = self.threads.get_mut(before.thread);
                thread.last = before.previous;
                thread.version = before.version;
                self.host.run.go_back(before.thread, saved);
                if watched {
                    self.threads.note_move(before.thread);
                }
                match popped.next {
                    // A single access never waits, but for a store buffer.
                    None if !M::BUFFERS => self.threads.set_ready(before.thread),
                    None => self
                        .threads
                        .set_readiness(before.thread, Readiness::Unknown),
                    Some(next) => self.note_next_again(before.thread, next),
                }
            }
        }
        self.trace.forget_races();
    }

    #[inline(never)]
    fn undo(&mut self, len: usize) {
        while len < self.host.journal.len() {
            // Taken out as a reference: entries are large, and most of them mostly empty.
            match self.host.journal[self.host.journal.len() - 1] {
                Undo::Host(change) => self.host.undo(change),
                Undo::Thread(t, ref thread) => self.threads.restore(t, thread),
                Undo::Status(t, status) => {
                    self.threads.set_status(t, status);
                    self.threads.set_readiness(t, Readiness::Unknown);
                }
                Undo::Create(t) => {
                    self.threads.remove(t);
                    self.host.objects.remove_block(t, &mut self.host.memory);
                }
                Undo::Moved(t, saved) => {
                    self.host.run.go_back(t, saved);
                    let op = self.host.run.pending(t);
                    self.stand_before(t, &op);
                }
                Undo::Joins(count) => {
                    let len = self.joins.len() - count as usize;
                    self.joins.truncate(len);
                }
                Undo::Issue(t, queue) => self.buffers.undo_issue(t, queue),
                Undo::Update(t, queue) => self.buffers.undo_advance(t, queue),
                Undo::Reader(store) => self.buffers.undo_add_reader(store),
            }
            self.host.journal.pop();
        }
    }
}
