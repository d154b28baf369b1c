//! Quiet threads move first: see [`crate::host::contention`].
//!
//! In a graph, a read that never divides the executions is quiet.

use super::coherence::{ItemIdx, knows};
use super::event_graph::Graph;
use super::plan::{Owner, Plans};
use threadproof_program::{Op, ThreadId, Wait};

impl Graph<'_> {
    /// Is the next operation of a thread a read, or the first of a section, that is known to divide nothing?
    #[inline]
    pub(super) fn is_quiet(&self, t: ThreadId, op: &Op) -> bool {
        let decides = |op| !matches!(op, &Op::Store { .. }) || self.thread(t).sections > 0;
        self.contention.is_used()
            && op.access().is_some()
            && decides(op)
            && self.contention.is_quiet(op)
    }

    /// Of some threads that wait, one before a lock that nobody else takes. Awaits come last in any case.
    pub(super) fn quiet_lock(&mut self, waiters: &[ThreadId]) -> Option<ThreadId> {
        let mut waiters = waiters.iter().copied();
        waiters.find(|t| {
            let op = self.host.run.pending(*t);
            let locks = |why| {
                let single = matches!(why, Wait::Mutex | Wait::SpinLock | Wait::Semaphore);
                single || matches!(why, Wait::ReaderLock | Wait::WriterLock)
            };
            op.guard().is_some_and(|guard| locks(guard.why))
                && self.is_quiet(*t, &op)
                && self.can_step(*t)
                && self.passes_really(*t)
        })
    }

    /// Has a first execution shown whether it gains anything to let quiet threads move first?
    pub fn has_learned(&self) -> bool {
        self.contention.is_decided()
    }

    /// Learns from the first execution, which has ended. Is the search to begin with another one, since more is known now
    /// of the items that should come first?
    pub fn learn_from_first(&mut self, plans: &Plans) -> bool {
        if self.contention.is_useless() {
            return false;
        }
        let mut dividing = None;
        let mut new = false;
        let mut gains = false;
        for at in 0..self.items.len() {
            let item = &self.items[at];
            let divides = |owner| plans.divides(owner);
            let divided = item.owners.iter().zip(&item.sources);
            let mut divided = divided.filter(|(owner, _)| owner.is_some_and(divides));
            let (nth, thread) = (item.nth, item.thread);
            if let Some((_, source)) = divided.next() {
                dividing = Some((thread, nth));
                if let Some(w) = *source {
                    let place = self.writes[w.0 as usize].place;
                    let address = self.places[place.0 as usize].at.address;
                    new |= self.contention.add(address);
                }
            } else if let Some((thread, nth)) = dividing
                && !item.sources.is_empty()
            {
                gains |= !knows(self.clock(ItemIdx(at as u32)), thread, nth);
            }
        }
        if self.contention.is_decided() {
            return new;
        }
        self.contention.decide(gains);
        gains
    }
}

impl Plans {
    /// Have other ways to decide been found at a point?
    fn divides(&self, owner: Owner) -> bool {
        let point = &self.frames[owner.frame as usize].points[owner.point as usize];
        !(point.untried.is_empty() && point.plans.is_empty() && point.seen.is_empty())
    }
}
