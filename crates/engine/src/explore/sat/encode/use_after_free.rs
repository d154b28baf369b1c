//! Accesses to objects whose life is over.

use super::{Encoding, News};
use crate::explore::sat::graph::EventId;
use crate::explore::sat::objects::ObjectIndex;
use crate::explore::sat::solver::Lit;
use rustc_hash::FxHashMap;
use threadproof_program::Op;

impl Encoding<'_> {
    /// The end of an object, an access to it or another end of it, and the object.
    pub(super) fn dangling_pairs(&self) -> Vec<(EventId, EventId, ObjectIndex)> {
        let objects = &self.domains.objects;
        let mut ends: Vec<(EventId, ObjectIndex)> = Vec::new();
        for e in self.graph.event_ids() {
            let event = self.graph.event(e);
            if !matches!(event.op, Op::Free { .. } | Op::Release { .. }) {
                continue;
            }
            for operand in &event.inputs {
                for base in self.domains.operand(*operand) {
                    ends.extend(objects.beginning_at(base).map(|object| (e, object)));
                }
            }
        }
        let mut ended: FxHashMap<ObjectIndex, Vec<EventId>> = FxHashMap::default();
        for &(e, object) in &ends {
            ended.entry(object).or_default().push(e);
        }
        let mut pairs = Vec::new();
        let mut add = |access: EventId, object: ObjectIndex| {
            for &end in ended.get(&object).into_iter().flatten() {
                if end != access && !self.order.before(self.graph, access, end) {
                    pairs.push((end, access, object));
                }
            }
        };
        for e in self.graph.event_ids() {
            let writes = self.graph.event(e).written.is_some();
            for at in self.domains.accesses(e) {
                for object in objects.admitting(at, writes) {
                    add(e, object);
                }
            }
        }
        for &(e, object) in &ends {
            if matches!(self.graph.event(e).op, Op::Free { .. }) {
                add(e, object);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// An access to a dead object is news, unless a run has seen it fail.
    pub(super) fn forbid_dangling(&mut self) {
        for (end, access, object) in self.dangling_pairs() {
            let (first, second) = (self.graph.event(end), self.graph.event(access));
            let (base, size) = {
                let object = self.domains.objects.get(object);
                (object.base, object.size)
            };
            let ends: Vec<Lit> = first.inputs.iter().map(|o| self.is(*o, base)).collect();
            let ends = self.formula.or(&ends);
            // One of several objects that begin there.
            let exists = match self.domains.objects.beginning_at(base).count() {
                1 => Lit::TRUE,
                _ => self.exists(object),
            };
            let mut inside = Vec::new();
            for address in self.domains.operand(second.inputs[0]) {
                if (base..base + size.max(1)).contains(&address) {
                    inside.push(self.is(second.inputs[0], address));
                }
            }
            let inside = self.formula.or(&inside);
            let before = self.before(end, access);
            let taken = [self.exec(end), self.exec(access)];
            let conditions = [taken[0], taken[1], exists, ends, inside, before];
            if conditions.contains(&Lit::FALSE) {
                continue;
            }
            if !self.graph.dangling.contains(&access) {
                self.goal(News::Dangling(end, access), &conditions);
            }
        }
    }
}
