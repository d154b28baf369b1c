//! Changes of the host, and how they are taken back.

use super::Host;
use super::memory::GranuleIdx;
use super::objects::{Life, ObjectIdx};
use threadproof_program::Access;

/// A change of the host, with enough to take it back.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    Value {
        granule: GranuleIdx,
        value: u64,
        defined: u8,
    },
    Allocate(ObjectIdx),
    Free(ObjectIdx),
    Release(ObjectIdx),
    Failure,
    ExitProgram,
}

impl<U: From<Change>> Host<'_, U> {
    /// Takes a change back. It must be the newest one that is left.
    #[inline]
    pub fn undo(&mut self, change: Change) {
        match change {
            Change::Value {
                granule,
                value,
                defined,
            } => {
                let g = self.memory.get_mut(granule);
                g.value = value;
                g.defined = defined;
            }
            Change::Allocate(o) => {
                self.bytes -= self.objects.get(o).size;
                self.objects.undo_allocate(o, &mut self.memory);
            }
            Change::Free(o) => self.objects.set_life(o, Life::Live),
            Change::Release(o) => self.objects.undo_release(o),
            Change::Failure => drop(self.findings.failures.pop()),
            Change::ExitProgram => self.exited = false,
        }
    }

    /// Writes to memory, so that it can be taken back.
    pub fn write(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8) {
        self.keep(granule);
        self.memory.write(granule, at, value, defined);
    }

    /// Keeps the value of a granule that is about to change.
    pub fn keep(&mut self, granule: GranuleIdx) {
        let g = self.memory.get(granule);
        let change = Change::Value {
            granule,
            value: g.value,
            defined: g.defined,
        };
        self.journal.push(change.into());
    }
}
