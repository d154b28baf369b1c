//! When a guarded read could have come earlier: the blocking races of Optimal-DPOR-Await (Jonsson
//! et al., "Awaiting for Godot", section IV-B).
//!
//! The read is put in front of a write, behind as many as possible of the steps that do not depend on that
//! write. Where writes to the bytes commute (additions, stores to different bytes), the read may
//! pass only if some of the others are left out as well. As in the paper, the search has an end. Let `w` be the newest
//! write that all others conflict with. The search ends at the first write among `w` and the older ones before which the
//! read can pass: executions that begin with that write have the other races as races of their own.

use super::{StepIdx, Trace};
use crate::host::memory::{GranuleIdx, Memory, byte_bits, byte_mask, extract, insert};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use threadproof_program::{Access, Guard, Op};

/// A guarded read and where it is.
#[derive(Clone, Copy)]
pub struct Guarded {
    pub granule: GranuleIdx,
    pub guard: Guard,
    pub at: Access,
}

/// One way to reorder a guarded read: before `first`, after every step that happens after neither `first` nor a member
/// of `without`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardReversal {
    pub first: StepIdx,
    pub without: SmallVec<[StepIdx; 2]>,
}

/// A write to bytes of the read.
#[derive(Clone, Copy)]
struct Change {
    step: StepIdx,
    writes: u8,
    blind: bool,
    /// The granule after it.
    after: u64,
}

/// Places in a list of changes, ascending.
type Set = SmallVec<[u16; 8]>;

impl Trace {
    /// The places before the writes of the trace at which the read could pass. `past` is the clock of
    /// the steps that come before the read in any case.
    pub fn ways_to_pass(&self, memory: &Memory, read: Guarded, past: &[u32]) -> Vec<GuardReversal> {
        let mask = byte_mask(read.at);
        let mut ways = Vec::new();
        let mut newer: SmallVec<[Change; 8]> = SmallVec::new();
        let mut after = memory.get(read.granule).value;
        let mut can_stop = false;
        for link in self.writes(memory, read.granule) {
            if link.writes & mask != 0 {
                let total = link.blind.is_none() && mask & !link.writes == 0;
                can_stop |= total;
                let fixed = self.is_in(link.step, past);
                let known = ways.len();
                if !fixed {
                    self.ways_before(link.step, link.before, read, past, &newer, &mut ways);
                }
                // All writes that are older than one that conflicts with all others came before that.
                if can_stop && known < ways.len() || total && fixed {
                    break;
                }
                newer.push(Change {
                    step: link.step,
                    writes: link.writes,
                    blind: link.blind.is_some(),
                    after,
                });
            }
            after = link.before;
        }
        ways
    }

    /// The places in front of `first`, where the granule has the value `before`.
    fn ways_before(
        &self,
        first: StepIdx,
        before: u64,
        read: Guarded,
        past: &[u32],
        newer: &[Change],
        ways: &mut Vec<GuardReversal>,
    ) {
        let independent = |c: &&Change| !self.happens_before(first, c.step);
        let changes: SmallVec<[Change; 8]> =
            newer.iter().rev().filter(independent).copied().collect();
        let mut found: Vec<Set> = Vec::new();
        let mut seen: BTreeSet<Set> = BTreeSet::new();
        let mut todo: Vec<Set> = vec![Set::new()];
        while let Some(without) = todo.pop() {
            let value = self.value_without(&changes, before, &without);
            if read.guard.passes(extract(value, read.at), read.at.size) {
                found.push(without);
                continue;
            }
            for at in 0..changes.len() as u16 {
                if without.contains(&at) || self.is_in(changes[usize::from(at)].step, past) {
                    continue;
                }
                let smaller = self.leave_out(&changes, &without, at);
                if seen.insert(smaller.clone()) {
                    todo.push(smaller);
                }
            }
        }
        found.sort_by_key(|set| set.len());
        let minimal = |at: usize| !found[..at].iter().any(|set| is_subset(set, &found[at]));
        let step = |at: &u16| changes[usize::from(*at)].step;
        ways.extend(
            (0..found.len())
                .filter(|at| minimal(*at))
                .map(|at| GuardReversal {
                    first,
                    without: found[at].iter().map(step).collect(),
                }),
        );
    }

    /// Leaves out one more change, and all changes that happen after it.
    fn leave_out(&self, changes: &[Change], without: &Set, at: u16) -> Set {
        let removed = changes[usize::from(at)].step;
        (0..changes.len() as u16)
            .filter(|other| {
                let step = changes[usize::from(*other)].step;
                without.contains(other) || self.happens_before(removed, step)
            })
            .collect()
    }

    /// The granule after the changes that are not left out.
    fn value_without(&self, changes: &[Change], before: u64, without: &Set) -> u64 {
        let mut value = before;
        for (at, change) in changes.iter().enumerate() {
            if !without.contains(&(at as u16)) {
                value = match change.blind {
                    true => apply(self.step(change.step).op, value),
                    false => {
                        let bits = byte_bits(change.writes);
                        value & !bits | change.after & bits
                    }
                };
            }
        }
        value
    }
}

/// A granule after a read-modify-write.
pub fn apply(op: Op, granule: u64) -> u64 {
    match op {
        Op::Rmw { at, .. } => {
            let new = op.written(extract(granule, at));
            new.map_or(granule, |new| insert(granule, at, new))
        }
        _ => granule,
    }
}

fn is_subset(a: &Set, b: &Set) -> bool {
    a.iter().all(|at| b.contains(at))
}
