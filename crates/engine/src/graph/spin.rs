//! Loops that wait, under models with one memory: an await waits.
//!
//! An await is a guarded read. It takes only writes that pass, and is asked last. That loses executions in which it could
//! pass, but the write that lets it pass is overwritten in time, and it spins for ever. These are found at the end of an
//! execution: each await that has passed and is still open gets a plan for each write that does not pass and can be the last
//! one of its place. In such a plan the await *spins* on this write, and no witness puts another write of the place behind it.
//!
//! A thread that waits when nobody can move spins on the last write of its place: memory is fair (Lahav, Namakonov,
//! Oberhauser, Podkopaev, Vafeiadis, OOPSLA 2021), so it sees that in the end.
//!
//! An await that ends with an exchange is a lock, divided by who takes the value next.

use super::coherence::{OpenRead, WriteIdx, knows};
use super::event_graph::{Choice, Graph, mix};
use super::perform::wanted;
use super::plan::Plans;
use super::want::Want;
use super::witness::Events;
use crate::mutant::{self, Mutant};
use threadproof_program::{Access, Guard, ThreadId, Wait};

impl Graph<'_> {
    /// Does a wait read any value, instead of waiting for one that passes?
    pub(super) fn reads_anything(&self, t: ThreadId, at: Access, guard: Guard) -> bool {
        match self.witness {
            Some(_) => guard.is_spinning_load() && self.stored_itself(t, at),
            None => guard.why.is_loop() && guard.why != Wait::Retry,
        }
    }

    /// The wish of a read of `t` for a place.
    pub(super) fn want(&self, t: ThreadId, at: Access, guard: Option<Guard>) -> Want {
        let section = self.thread(t).sections > 0;
        match guard {
            Some(guard) if self.witness.is_some() && guard.why.is_loop() => {
                match (guard.why.exchanges(), self.reads_anything(t, at, guard)) {
                    (true, _) => Want::Lock(guard),
                    (false, false) => Want::Pass(guard),
                    (false, true) => Want::Await {
                        guard,
                        exchange: false,
                    },
                }
            }
            guard => wanted(guard, section),
        }
    }

    /// Has the thread stored to these bytes since its buffer was last empty? What it reads then does not depend on others
    /// alone, and it looks once.
    fn stored_itself(&self, t: ThreadId, at: Access) -> bool {
        let buffers = self.model.delays_stores();
        let place = self.known_place(at).filter(|_| buffers);
        let own = place.and_then(|p| self.newest_own(p, t));
        let last = self.thread(t).last;
        let last = (last, self.item(last).thread);
        let witness = self.witness.as_ref();
        own.zip(witness)
            .is_some_and(|(own, witness)| witness.is_on_its_way(t, last, own))
    }

    /// The newest item is impossible. If somebody spins, others may have to spin as well: an await that passes may lead to a
    /// write after the one that has to be the last.
    pub(super) fn plan_spinning_together(&self, plans: &mut Plans) {
        let spins = self
            .witness
            .as_ref()
            .is_some_and(|witness| witness.has_spinning());
        if spins {
            // The write that is in the way may let it pass.
            plans.postponed(self);
            self.plan_spinning(plans);
        }
    }

    /// Plans to let awaits that have passed spin for ever instead.
    pub(super) fn plan_spinning(&self, plans: &mut Plans) {
        if self.witness.is_none() || !self.awaits || mutant::is(Mutant::NoSpinning) {
            return;
        }
        for place in &self.places {
            for read in &place.open_reads {
                let Some(guard) = self.item(read.item).guard.filter(|g| g.why.is_loop()) else {
                    continue;
                };
                for &n in &place.writes {
                    let passes = guard.passes(self.write(n).value, place.at.size);
                    if !passes && !self.follows_from(read, n) {
                        self.plan_to_spin(read, n, plans);
                    }
                }
            }
        }
    }

    /// Does a write follow from a read?
    fn follows_from(&self, read: &OpenRead, w: WriteIdx) -> bool {
        let reader = self.item(read.item);
        let item = self.write(w).item;
        item.is_some_and(|item| knows(self.clock(item), reader.thread, reader.nth))
    }

    fn plan_to_spin(&self, read: &OpenRead, n: WriteIdx, plans: &mut Plans) {
        let Some(owner) = self.item(read.item).owners[read.choice as usize] else {
            return;
        };
        let past = self.write(n).item.map_or(0, |item| self.item(item).name);
        if plans.point(owner).note(mix(past, u128::MAX - 2)) {
            let clock = self.write(n).item.map_or(&[][..], |item| self.clock(item));
            plans.spin(self, (owner, read.item), (clock, self.name_of(n)));
        }
    }

    /// Does another execution stand for this one? A thread that spins may see several writes in the end; the first of
    /// them counts.
    pub(super) fn is_repetition(&mut self) -> bool {
        let Some(mut witness) = self.witness.take() else {
            return false;
        };
        let mut repeated = false;
        for (item, n) in witness.spinning() {
            let Some(guard) = self.item(item).guard else {
                continue;
            };
            let place = &self.places[self.write(n).place.0 as usize];
            for &other in &place.writes {
                let passes = guard.passes(self.write(other).value, place.at.size);
                repeated |= !passes
                    && self.comes_first(other, n)
                    && witness.could_spin_on(self, item, other);
            }
        }
        self.witness = Some(witness);
        repeated
    }

    /// A fixed order of writes.
    fn comes_first(&self, a: WriteIdx, b: WriteIdx) -> bool {
        let key = |w: WriteIdx| match self.name_of(w) {
            Choice::From { thread, nth } => Some((thread, nth)),
            _ => None,
        };
        key(a) < key(b)
    }
}
