//! Where the values in memory come from: the values that a step saw, and those that it would see without some of the
//! writes before it.

use super::{StepIdx, StoreName, Trace};
use crate::host::memory::{GranuleIdx, Memory, byte_bits};
use crate::trace::guard_races::apply;
use threadproof_program::ThreadId;

impl Trace {
    /// The value of a granule if only those of its writes had happened that `is_kept` accepts.
    pub fn value_after(
        &self,
        memory: &Memory,
        granule: GranuleIdx,
        is_kept: impl Fn(StepIdx) -> bool,
    ) -> u64 {
        let g = memory.get(granule);
        let (mut value, mut result) = (g.value, 0);
        let mut missing = 0xff;
        let mut next = g.last_write;
        while next != 0 && missing != 0 {
            let link = self.links[next as usize - 1];
            if is_kept(link.step) && link.blind.is_some() {
                return self.value_in_order(memory, granule, is_kept);
            }
            if is_kept(link.step) {
                result |= value & byte_bits(link.writes & missing);
                missing &= !link.writes;
            }
            value = link.before;
            next = link.older_write;
        }
        result | value & byte_bits(missing)
    }

    /// The same if some of the steps change a value without reading it.
    fn value_in_order(
        &self,
        memory: &Memory,
        granule: GranuleIdx,
        is_kept: impl Fn(StepIdx) -> bool,
    ) -> u64 {
        let mut after = memory.get(granule).value;
        let mut changes = Vec::new();
        for link in self.writes(memory, granule) {
            changes.push((link, after));
            after = link.before;
        }
        let kept = changes.iter().rev().filter(|(link, _)| is_kept(link.step));
        kept.fold(after, |value, (link, after)| match link.blind {
            Some(_) => apply(self.step(link.step).op, value),
            None => {
                let bits = byte_bits(link.writes);
                value & !bits | after & bits
            }
        })
    }

    /// The step whose write of bytes of its `nth` granule a step saw; `None` for the initial value.
    pub fn source(&self, s: StepIdx, nth: usize, mask: u8) -> Option<StepIdx> {
        let link = self.links[self.step(s).first_access as usize + nth];
        let mut next = link.older_write;
        while next != 0 {
            let link = self.links[next as usize - 1];
            if link.writes & mask != 0 && link.step != s {
                return Some(link.step);
            }
            next = link.older_write;
        }
        None
    }

    /// If the newest write to all these bytes is a store that came through the buffer of `t`: which.
    pub fn own_update(
        &self,
        memory: &Memory,
        granule: GranuleIdx,
        mask: u8,
        t: ThreadId,
    ) -> Option<(StoreName, StepIdx)> {
        let newest = memory.get(granule).last_write.checked_sub(1)?;
        let link = self.links[newest as usize];
        let step = self.step(link.step);
        let own = step.thread == t && step.update.is_some() && mask & !link.writes == 0;
        own.then_some((
            StoreName {
                queue: step.label.actor,
                nth: step.nth,
            },
            link.step,
        ))
    }
}
