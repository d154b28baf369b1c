//! Names for equivalence classes of executions, which tests compare.
//!
//! They do not depend on the numbers that threads and actors have in a search.

use super::{Machine, MemoryModel};
use crate::trace::{ActorId, CellAccess, StepIdx};
use rustc_hash::FxHashMap;
use threadproof_program::address;

impl<M: MemoryModel> Machine<'_, M> {
    /// A name for the class of the execution, the same for all equivalent ones: every step by its
    /// actor and place there, with the steps that happened before it. It does not depend on the numbers that
    /// actors have in this search.
    pub fn class(&self) -> Vec<u32> {
        let mut order: Vec<StepIdx> = (0..self.trace.len() as u32).map(StepIdx).collect();
        let key = |a: ActorId| (self.host.names.path(a), self.host.names.actor(a).queue);
        order.sort_by_cached_key(|s| {
            let step = self.trace.step(*s);
            (key(step.label.actor), step.nth)
        });
        let mut actors: Vec<ActorId> = Vec::new();
        for s in &order {
            let actor = self.trace.step(*s).label.actor;
            if actors.last() != Some(&actor) {
                actors.push(actor);
            }
        }
        let before = |actor: ActorId, s: StepIdx| {
            let own = order.iter();
            let own = own.filter(|o| self.trace.step(**o).label.actor == actor);
            own.filter(|o| self.trace.happens_before(**o, s)).count() as u32
        };
        let mut class = Vec::new();
        for &s in &order {
            let step = self.trace.step(s);
            class.extend(self.host.names.path(step.label.actor));
            class.push(self.host.names.actor(step.label.actor).queue.unwrap_or(1) as u32);
            class.push(step.label.choice);
            class.extend(actors.iter().map(|a| before(*a, s)));
        }
        class
    }

    /// The class of the execution by the sources of its reads: every read of every thread in its order,
    /// with the write that it sees, named by thread and place among the writes there. Steps do not
    /// matter, so that machines with coarse and fine steps agree.
    pub fn reads_from(&self) -> Vec<u32> {
        let mut order: Vec<StepIdx> = (0..self.trace.len() as u32).map(StepIdx).collect();
        order.sort_by_cached_key(|s| {
            let step = self.trace.step(*s);
            (self.host.names.path(step.label.actor), step.nth)
        });
        let mut writes: FxHashMap<(StepIdx, u64), u32> = FxHashMap::default();
        for part in order.chunk_by(|a, b| self.trace.step(*a).thread == self.trace.step(*b).thread)
        {
            let mut count = 0;
            for s in part {
                for access in self
                    .trace
                    .accesses(*s)
                    .iter()
                    .filter(|f| f.writes != 0 && is_shared(f))
                {
                    count += 1;
                    writes.insert((*s, access.granule), count);
                }
            }
        }
        // Never empty, even if nothing is read.
        let mut class = vec![u32::MAX];
        for s in order {
            let step = self.trace.step(s);
            let path = self.host.names.path(step.label.actor);
            if step.options > 0 {
                class.push(step.label.choice);
            }
            for (nth, access) in self.trace.accesses(s).iter().enumerate() {
                for byte in (0..8).filter(|byte| is_shared(access) && access.seen >> byte & 1 == 1)
                {
                    class.extend(&path);
                    class.push(u32::MAX);
                    if let Some(source) = self.trace.source(s, nth, 1 << byte) {
                        let actor = self.trace.step(source).label.actor;
                        class.extend(self.host.names.path(actor));
                        class.push(writes[&(source, access.granule)]);
                    }
                    class.push(u32::MAX);
                }
            }
        }
        class
    }
}

/// Is it more than the record of a thread? A read of the record has one possible value.
fn is_shared(access: &CellAccess) -> bool {
    address::block_owner(8 * access.granule).is_none()
}
