//! Accesses to objects whose life is over.

use super::{Encoding, News};
use crate::explore::sat::graph::EventId;
use crate::explore::sat::solver::Lit;
use threadproof_program::Op;

impl Encoding<'_> {
    /// The end of an object, an access to it or another end of it, and the object.
    pub(super) fn dangling_pairs(&self) -> Vec<(EventId, EventId, u64)> {
        let mut ends: Vec<(EventId, u64, u64)> = Vec::new();
        for e in self.graph.event_ids() {
            let event = self.graph.event(e);
            if !matches!(event.op, Op::Free { .. } | Op::Release { .. }) {
                continue;
            }
            for operand in &event.inputs {
                for base in self.domains.operand(*operand) {
                    if let Some((found, object)) = self.graph.objects.find(base)
                        && found == base
                    {
                        ends.push((e, base, object.size));
                    }
                }
            }
        }
        ends.sort_by_key(|(_, base, _)| *base);
        let mut pairs = Vec::new();
        let mut add = |access: EventId, address: u64| {
            let after = ends.partition_point(|(_, base, _)| *base <= address);
            for &(end, base, size) in ends[..after].iter().rev() {
                if address - base >= size.max(1) {
                    break;
                }
                if end != access && !self.order.before(self.graph, access, end) {
                    pairs.push((end, access, base));
                }
            }
        };
        for e in self.graph.event_ids() {
            for at in self.domains.accesses(e) {
                add(e, at.address);
            }
        }
        for &(e, base, _) in &ends {
            if matches!(self.graph.event(e).op, Op::Free { .. }) {
                add(e, base);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// An access to a dead object is news, unless a run has seen it fail.
    pub(super) fn forbid_dangling(&mut self) {
        for (end, access, base) in self.dangling_pairs() {
            let (first, second) = (self.graph.event(end), self.graph.event(access));
            let ends: Vec<Lit> = first.inputs.iter().map(|o| self.is(*o, base)).collect();
            let ends = self.formula.or(&ends);
            let size = self.graph.objects.find(base).map_or(0, |(_, o)| o.size);
            let mut inside = Vec::new();
            for address in self.domains.operand(second.inputs[0]) {
                if (base..base + size.max(1)).contains(&address) {
                    inside.push(self.is(second.inputs[0], address));
                }
            }
            let inside = self.formula.or(&inside);
            let before = self.before(end, access);
            let conditions = [self.exec(end), self.exec(access), ends, inside, before];
            if conditions.contains(&Lit::FALSE) {
                continue;
            }
            if !self.graph.dangling.contains(&access) {
                self.goal(News::Dangling(end, access), &conditions);
            }
        }
    }
}
