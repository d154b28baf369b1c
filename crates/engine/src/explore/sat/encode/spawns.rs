//! The order of a thread's creation where one of several events may be the one that creates it.
//!
//! The graph alone knows only the events that come before all of them. The events before the creation that takes place
//! come before the thread, too.

use super::Encoding;
use crate::explore::sat::graph::{EventId, SlotId};
use crate::explore::sat::solver::Lit;

impl Encoding<'_> {
    /// Orders threads after the creation that takes place.
    pub(super) fn order_after_spawns(&mut self, pairs: &[(usize, usize)]) {
        for child in 0..self.order.threads.len() {
            let spawns = self.order.spawned_by[child].clone();
            if spawns.len() < 2 {
                continue;
            }
            for thread in self.descendants(child) {
                for &(t, u) in pairs.iter().filter(|(t, u)| *t == thread || *u == thread) {
                    let other = if t == thread { u } else { t };
                    for &spawn in &spawns {
                        self.order_after_spawn(spawn, other, thread);
                    }
                }
            }
        }
    }

    /// The thread, and those that it and its descendants create.
    fn descendants(&self, thread: usize) -> Vec<usize> {
        let mut all = vec![thread];
        for (t, spawns) in self.order.spawned_by.iter().enumerate() {
            let mut creators = spawns.iter().map(|e| self.graph.event(*e).thread.index());
            // A thread has a smaller number than those that it creates.
            if t != thread && creators.any(|creator| all.contains(&creator)) {
                all.push(t);
            }
        }
        all
    }

    /// If `spawn` takes place, the events before it in thread `other` come before all of `thread`.
    fn order_after_spawn(&mut self, spawn: EventId, other: usize, thread: usize) {
        let (first, _) = self.ends(thread, &|_| true);
        for to in first.into_iter().flatten() {
            let (_, last) = self.ends(other, &|slot| {
                let event = self.matrix.first_event(slot);
                // Behind a join in another branch it would come after the thread.
                self.order.before(self.graph, event, spawn)
                    && self.slots_before((other, slot), (thread, to)) != Some(Lit::FALSE)
            });
            for from in last.into_iter().flatten() {
                if let Some(lit) = self.slots_before((other, from), (thread, to)) {
                    self.formula.add(&[!self.exec(spawn), lit]);
                }
            }
        }
    }

    /// Of those slots of a thread that `keep` lets through: the first and the last, of those that
    /// go through the buffer and of the others.
    fn ends(
        &self,
        t: usize,
        keep: &dyn Fn(SlotId) -> bool,
    ) -> ([Option<SlotId>; 2], [Option<SlotId>; 2]) {
        let (mut first, mut last) = ([None; 2], [None; 2]);
        for &slot in self.matrix.slots[t].iter().filter(|slot| keep(**slot)) {
            let kind = usize::from(self.is_buffered(slot));
            first[kind].get_or_insert(slot);
            last[kind] = Some(slot);
        }
        (first, last)
    }
}
