//! The order in which conflicting accesses reached memory: coherence, reads-from and from-read.

use super::{CellAccess, StepIdx, Trace};

/// Two accesses to the same bytes, at least one of them a write, with no write to these bytes
/// between them. A load that read a store of its own thread early counts as right behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    pub earlier: StepIdx,
    pub later: StepIdx,
    /// Address divided by eight.
    pub granule: u64,
    /// Does the earlier, the later one write these bytes?
    pub writes: (bool, bool),
}

impl Trace {
    /// Visits all conflicts between different threads. The end of an object is no access: if it is a
    /// variable of a function, its place among the operations of the step is unknown.
    pub fn each_conflict(&self, mut visit: impl FnMut(Conflict)) {
        for (at, link) in self.links.iter().enumerate() {
            let thread = self.step(link.step).thread;
            let all = link.writes != 0;
            let ends = self.accesses[at].ends;
            let mut rest = CellAccess {
                reads: link.reads,
                writes: link.writes,
                ..CellAccess::NONE
            };
            let mut next = if all { link.older } else { link.older_write };
            while next != 0 && rest.mask() != 0 && !ends {
                let place = next as usize - 1;
                let other = self.links[place];
                next = if all { other.older } else { other.older_write };
                if self.accesses[place].ends {
                    continue;
                }
                let conflicts = rest.overlap(other.reads, other.writes) != 0;
                if conflicts && self.step(other.step).thread != thread {
                    visit(Conflict {
                        earlier: other.step,
                        later: link.step,
                        granule: self.granule_of(at),
                        writes: (other.writes & rest.mask() != 0, all),
                    });
                }
                rest.reads &= !other.writes;
                rest.writes &= !other.writes;
            }
        }
    }

    /// The granule of a link, as its address divided by eight.
    fn granule_of(&self, link: usize) -> u64 {
        self.accesses[link].granule
    }
}
