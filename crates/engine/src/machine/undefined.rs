//! Reads of memory that has no value.

use super::Machine;
use crate::host::memory::GranuleIdx;
use threadproof_program::{Access, ErrorKind, Op, Response, ThreadId};

pub const NEVER_WRITTEN: &str = "read of memory that was never written";

impl Machine<'_> {
    /// Is it an error to use these bytes, because some of them were never written?
    pub(super) fn lacks_value(&self, granule: GranuleIdx, at: Access) -> bool {
        let all = ((1u16 << at.size) - 1) as u8;
        self.memory.defined(granule, at) != all && self.config.checks.has(ErrorKind::Uninitialized)
    }

    pub(super) fn fail_undefined(&mut self, t: ThreadId, op: &Op, value: u64) {
        self.note(t, op, Response::value(value), None);
        self.fail(t, ErrorKind::Uninitialized, NEVER_WRITTEN.to_string());
    }
}
