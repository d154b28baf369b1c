//! The bytes of memory that a step reads and writes.

use crate::host::memory::byte_mask;
use crate::mutant::{self, Mutant};
use serde::{Deserialize, Serialize};
use threadproof_program::{Access, RmwOp};

/// The bytes of one granule that a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CellAccess {
    /// Address divided by eight: the same in all equivalent executions.
    pub granule: u64,
    /// Bytes read only, and bytes written.
    pub reads: u8,
    pub writes: u8,
    /// Bytes whose value from before the step was seen, written afterwards or not.
    pub seen: u8,
    /// The object ends here.
    pub ends: bool,
    /// For a read-modify-write whose result nobody uses: it commutes with some of its kind.
    pub blind: Option<RmwOp>,
}

impl CellAccess {
    /// No access at all.
    pub const NONE: CellAccess = CellAccess {
        granule: 0,
        reads: 0,
        writes: 0,
        seen: 0,
        ends: false,
        blind: None,
    };
    /// The bytes of an access.
    pub fn new(at: Access, write: bool) -> CellAccess {
        let mask = byte_mask(at);
        CellAccess {
            granule: at.address / 8,
            reads: if write { 0 } else { mask },
            writes: if write { mask } else { 0 },
            seen: if write { 0 } else { mask },
            ends: false,
            blind: None,
        }
    }
    /// The bytes of an access that reads, and also writes if `succeeds`.
    pub fn read_modify_write(at: Access, succeeds: bool) -> CellAccess {
        CellAccess {
            seen: byte_mask(at),
            ..CellAccess::new(at, succeeds)
        }
    }
    /// The end of the object that the granule belongs to.
    pub fn end(granule: u64) -> CellAccess {
        CellAccess {
            granule,
            reads: 0,
            writes: 0xff,
            seen: 0,
            ends: true,
            blind: None,
        }
    }
    /// Does the order of two accesses of different threads matter?
    #[inline]
    pub fn conflicts(&self, other: &CellAccess) -> bool {
        if mutant::is(Mutant::ReadsCommuteWithWrites) && (self.writes == 0 || other.writes == 0) {
            return false;
        }
        self.granule == other.granule
            && self.overlap(other.reads, other.writes) != 0
            && !self.commutes(other.writes, other.blind)
    }
    /// Are both read-modify-writes of the same bytes whose order does not matter?
    pub(super) fn commutes(&self, writes: u8, blind: Option<RmwOp>) -> bool {
        let (Some(a), Some(b)) = (self.blind, blind) else {
            return false;
        };
        self.writes == writes && a.commutes_with(b)
    }
    /// Does it write bytes that the other touches?
    pub fn is_overwriting(&self, other: &CellAccess) -> bool {
        self.granule == other.granule && self.writes & other.mask() != 0
    }
    /// The bytes in which it conflicts with such an access.
    pub fn overlap(&self, reads: u8, writes: u8) -> u8 {
        self.writes & (reads | writes) | self.reads & writes
    }
    /// All bytes of the access.
    pub fn mask(&self) -> u8 {
        self.reads | self.writes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: u64, size: u8) -> Access {
        Access { address, size }
    }

    #[test]
    fn accesses_conflict_if_one_writes_bytes_of_the_other() {
        let (read, write) = (
            CellAccess::new(at(8, 4), false),
            CellAccess::new(at(8, 4), true),
        );
        assert!(!read.conflicts(&read));
        assert!(read.conflicts(&write) && write.conflicts(&read) && write.conflicts(&write));
        let beside = CellAccess::new(at(12, 4), true);
        assert!(!write.conflicts(&beside));
        assert!(CellAccess::new(at(8, 8), false).conflicts(&beside));
        assert!(!CellAccess::new(at(16, 4), true).conflicts(&write));
    }

    #[test]
    fn a_failed_compare_exchange_only_reads() {
        let failed = CellAccess::read_modify_write(at(8, 4), false);
        assert!(!failed.conflicts(&CellAccess::new(at(8, 4), false)));
        assert!(failed.conflicts(&CellAccess::read_modify_write(at(8, 4), true)));
    }

    #[test]
    fn additions_without_a_result_commute_with_each_other_alone() {
        let add = CellAccess {
            blind: Some(RmwOp::Add),
            ..CellAccess::read_modify_write(at(8, 4), true)
        };
        let or = CellAccess {
            blind: Some(RmwOp::Or),
            ..add
        };
        assert!(!add.conflicts(&add) && add.conflicts(&or));
        assert!(add.conflicts(&CellAccess::new(at(8, 4), false)));
    }

    #[test]
    fn the_end_of_an_object_conflicts_with_every_access() {
        let end = CellAccess::end(1);
        assert!(end.conflicts(&CellAccess::new(at(8, 1), false)));
        assert!(end.conflicts(&CellAccess::new(at(15, 1), true)));
        assert!(!end.conflicts(&CellAccess::new(at(16, 1), true)));
    }
}
