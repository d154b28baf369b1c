//! A walk along the accesses to a granule.

use super::{CellAccess, Link, StepIdx};

/// Goes through the accesses to a granule that another one conflicts with, newest first, as far as
/// no other one in between covers them.
pub(super) struct Walk {
    access: CellAccess,
    /// Bytes whose older accesses are not covered by a newer write yet.
    rest: CellAccess,
    /// As in [`Link`].
    next: u32,
}

impl Walk {
    /// `older` and `older_write` as in [`Link`].
    #[inline(always)]
    pub fn new(access: CellAccess, older: u32, older_write: u32) -> Walk {
        let next = if access.writes != 0 {
            older
        } else {
            older_write
        };
        let rest = access;
        Walk { access, rest, next }
    }

    /// The next one; `newest` is the step that is compared with them, and `is_own` knows those before it of its actor.
    #[inline(always)]
    pub fn next<'a>(
        &mut self,
        links: &'a [Link],
        newest: StepIdx,
        is_own: impl Fn(StepIdx) -> bool,
    ) -> Option<&'a Link> {
        while self.next != 0 && self.rest.mask() != 0 {
            let link = &links[self.next as usize - 1];
            let mut conflicts = self.rest.overlap(link.reads, link.writes) != 0;
            match link.blind {
                // Behind one that commutes there may be others that it does not come after.
                Some(_) if self.access.commutes(link.writes, link.blind) => {
                    // Steps that conflict with this one, too, come before it.
                    if link.blind == self.access.blind && is_own(link.step) {
                        return None;
                    }
                    conflicts = false;
                }
                Some(_) => (),
                None if link.step == newest => (),
                None => {
                    self.rest.reads &= !link.writes;
                    self.rest.writes &= !link.writes;
                    // Older writes to bytes that its actor has read came before that read.
                    if self.rest.reads & link.reads != 0 && is_own(link.step) {
                        self.rest.reads &= !link.reads;
                    }
                }
            }
            let all = self.access.writes != 0;
            self.next = if all { link.older } else { link.older_write };
            if conflicts {
                return Some(link);
            }
        }
        None
    }
}
