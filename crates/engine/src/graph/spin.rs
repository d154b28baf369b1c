//! Loops that wait: an await waits.
//!
//! An await is a guarded read. It takes only writes that pass, and is asked last. That loses executions in which it could
//! pass, but the write that lets it pass is overwritten in time, and it spins for ever. These are found at the end of an
//! execution: each await that has passed and is still open gets a plan for each write that does not pass and can be the last
//! one of its place. In such a plan the await *spins* on this write, and no other write of the place comes after it: with
//! one memory no witness puts one there, and without one the write stays last in coherence order.
//!
//! A thread that waits when nobody can move spins on the last write of its place: memory is fair (Lahav, Namakonov,
//! Oberhauser, Podkopaev, Vafeiadis, OOPSLA 2021), so it sees that in the end.
//!
//! An await that ends with an exchange is a lock, divided by who takes the value next. Without one memory that needs a
//! single write which it can take: if others store to the place blindly, the search begins again, and the await looks
//! once at any value, as the loops do that searches without plans run.

use super::coherence::{ItemIdx, Marks, OpenRead, PlaceIdx, WriteIdx, knows};
use super::event_graph::{Choice, Choices, Graph, mix};
use super::perform::wanted;
use super::plan::Plans;
use super::want::Want;
use super::witness::Events;
use crate::host::Halt;
use crate::host::memory::byte_mask;
use crate::mutant::{self, Mutant};
use crate::outcome::GraphFeature;
use smallvec::SmallVec;
use threadproof_program::{Access, Guard, ThreadId, Wait};

impl Graph<'_> {
    /// Does a wait read any value, instead of waiting for one that passes?
    pub(super) fn reads_anything(&self, t: ThreadId, at: Access, guard: Guard) -> bool {
        match self.witness {
            Some(_) => guard.is_spinning_load() && self.stored_itself(t, at),
            None => guard.why.is_loop() && guard.why != Wait::Retry && self.looks_once(at, guard),
        }
    }

    /// A wait for several pieces asks for several writes at once, so it looks at any values.
    fn looks_once(&self, at: Access, guard: Guard) -> bool {
        let exchanges = guard.why.exchanges();
        self.looks_once
            || exchanges && self.cuts.exchanges_look_once
            || !exchanges && !self.cuts.is_empty() && self.pieces(at).len() > 1
    }

    /// A loop that waits with an exchange, and others store to the place without waiting: who takes the value next says
    /// not all. With one memory another algorithm can do the program; else the search has to begin again, and such loops
    /// look once.
    pub(super) fn refuse_exchange(&mut self, t: ThreadId) {
        self.infeasible = true;
        if self.witness.is_some() {
            return self.host.obstruct(t, GraphFeature::StoreIntoLock);
        }
        self.cuts.exchanges_look_once = true;
        self.refined = true;
    }

    /// The wish of a read of `t` for a place.
    pub(super) fn want(&self, t: ThreadId, at: Access, guard: Option<Guard>) -> Want {
        let section = self.thread(t).sections > 0;
        match guard {
            Some(guard) if guard.why.is_loop() => {
                let exchange = guard.why.exchanges();
                match (exchange, self.reads_anything(t, at, guard)) {
                    (_, true) => Want::Await { guard, exchange },
                    (true, false) => Want::Lock(guard),
                    (false, false) => Want::Pass(guard),
                }
            }
            guard => wanted(guard, section),
        }
    }

    /// Has the thread stored to these bytes since its buffer was last empty? Its read does not depend on others
    /// alone then, and it looks once.
    fn stored_itself(&self, t: ThreadId, at: Access) -> bool {
        if !self.model.delays_stores() {
            return false;
        }
        match self.known_place(at) {
            Some(p) if self.places[p.0 as usize].since.is_empty() => self.is_on_its_way(t, p),
            // It may have stored to them when they were another place.
            _ => (0..self.places.len() as u32).map(PlaceIdx).any(|p| {
                let place = self.places[p.0 as usize].at;
                let same = place.address / 8 == at.address / 8;
                same && byte_mask(place) & byte_mask(at) != 0 && self.is_on_its_way(t, p)
            }),
        }
    }

    /// Is a store of a thread to a place perhaps still in its buffer?
    fn is_on_its_way(&self, t: ThreadId, p: PlaceIdx) -> bool {
        let last = self.thread(t).last;
        let last = (last, self.item(last).thread);
        let own = self.newest_own(p, t).zip(self.witness.as_ref());
        own.is_some_and(|(own, witness)| witness.is_on_its_way(t, last, own))
    }

    /// Are all other writes of its place in the past of a write? Who exchanges another value cannot be told to wait.
    pub(super) fn follows_all(&self, source: WriteIdx) -> bool {
        if mutant::is(Mutant::ExchangesAreLocks) {
            return true;
        }
        let write = self.write(source);
        let place = &self.places[write.place.0 as usize];
        let past = write.item.map_or(&[][..], |item| self.clock(item));
        place.writes.iter().all(|other| {
            let item = self.write(*other).item.map(|item| self.item(item));
            *other == source || item.is_none_or(|item| knows(past, item.thread, item.nth))
        })
    }

    /// Without one memory: is the write that a read takes the last one that its thread sees?
    pub(super) fn spins_on(&self, p: PlaceIdx, want: &Want, source: WriteIdx) -> bool {
        let size = self.places[p.0 as usize].at.size;
        match *want {
            Want::Spin(_) | Want::InVain => self.witness.is_none(),
            Want::Await { guard, .. } if self.witness.is_none() && !self.looks_once => {
                !guard.passes(self.write(source).value, size)
            }
            _ => false,
        }
    }

    /// The newest item, of `t`, spins on a write.
    pub(super) fn spin_on(&mut self, t: ThreadId, source: WriteIdx) {
        self.change_thread(t).stuck = Some(source);
        if self.witness.is_none() {
            self.spinning.push((self.newest(), source));
        }
    }

    /// Without one memory: can all items that spin go on to do so, now that there is a new item of `t`?
    pub(super) fn can_go_on_spinning(&mut self, t: ThreadId) -> bool {
        self.spinning.is_empty() || self.are_last() && self.is_seq_cst_order_possible(t)
    }

    /// Can the writes on which somebody spins be the last ones of their places?
    fn are_last(&self) -> bool {
        if mutant::is(Mutant::SpinsOnOldWrites) {
            return true;
        }
        let last: SmallVec<[WriteIdx; 4]> = self.spinning.iter().map(|(_, w)| *w).collect();
        self.spinning.iter().all(|(_, n)| {
            let p = self.write(*n).place;
            let here = |other: &WriteIdx| self.write(*other).place == p;
            let mut others = self.spinning.iter().map(|(_, other)| other);
            others.all(|other| other == n || !here(other))
                && self.places[p.0 as usize].can_be_last(*n, &self.writes)
                && self.do_whole_writes_agree(p, &last)
        })
    }

    /// The chain of a place that comes last because somebody spins on its last write.
    pub(super) fn last_chain(&self, p: PlaceIdx) -> Option<usize> {
        let mut seen = self.spinning.iter().map(|(_, n)| self.write(*n));
        let last = seen.find(|write| write.place == p)?;
        Some(last.chain as usize)
    }

    /// Is it given that an await looks at a value with which it does not pass? Searches without plans write that down.
    pub(super) fn is_in_vain(&self, p: PlaceIdx, given: Option<&Choice>, want: Want) -> bool {
        let (Want::Pass(guard) | Want::Lock(guard)) = want else {
            return false;
        };
        let size = self.places[p.0 as usize].at.size;
        let source = given.and_then(|choice| self.named(p, *choice));
        let passes = |w: WriteIdx| guard.passes(self.write(w).value, size);
        self.witness.is_none() && guard.why.is_loop() && source.is_some_and(|w| !passes(w))
    }

    /// Can a thread take a step of an execution that is known: does it stand at a loop, or can it move?
    pub fn can_repeat(&self, t: ThreadId) -> bool {
        let guard = || self.host.run.pending(t).guard();
        let waits = || self.witness.is_none() && guard().is_some_and(|guard| guard.why.is_loop());
        match self.exists(t).then(|| self.halt(t)) {
            None => false,
            Some(None) => true,
            Some(Some(Halt::Waiting)) => self.thread(t).stuck.is_none() && waits(),
            Some(Some(_)) => false,
        }
    }

    /// Can a thread, of which coherence says that its wait can pass, really pass? A sequentially consistent order, or a
    /// thread that spins, may be in the way.
    pub(super) fn passes_really(&mut self, t: ThreadId) -> bool {
        let op = self.host.run.pending(t);
        let guarded = op.access().zip(op.guard());
        let guarded = guarded.filter(|(_, guard)| guard.why.is_loop());
        let in_the_way = !self.seq_cst.is_empty() || !self.spinning.is_empty();
        let is_cut = |at: Access| self.cuts.contains_key(&(at.address / 8));
        let Some((at, guard)) = guarded.filter(|(at, _)| in_the_way || is_cut(*at)) else {
            return true;
        };
        let Some(p) = self.known_place(at).filter(|_| self.witness.is_none()) else {
            return true;
        };
        if !self.is_laid_out(t, p) {
            // It can go on to cut the bytes into pieces.
            return true;
        }
        let want = self.want(t, at, Some(guard));
        let found = self.candidates(p, self.known_to(t), want, &mut Marks::default());
        let base = self.len();
        for w in found {
            let mut plans = Plans::default();
            plans.given.push(self.name_of(w));
            let held = std::mem::take(&mut self.held);
            let possible = self.step(t, &mut plans);
            self.truncate(base);
            self.held = held;
            if possible || self.refined {
                return true;
            }
        }
        self.held.push(t);
        false
    }

    /// The newest item is impossible. If somebody spins, others may have to spin as well: an await that passes may lead to a
    /// write after the one that has to be the last.
    pub fn plan_spinning_together(&self, plans: &mut Plans) {
        let witness = self.witness.as_ref();
        let spins = witness.is_some_and(|witness| witness.has_spinning());
        if spins || !self.spinning.is_empty() {
            // The write that is in the way may let it pass.
            plans.postponed(self);
            self.plan_spinning(plans);
        }
    }

    /// The newest item is impossible, perhaps because of a thread that spins. Takes it back and lets the other threads go on without
    /// its thread until a choice of one of the first `frames` frames changes: no such execution counts, but the writes
    /// and the wishes of the others make plans in which something else spins, or nothing. False if nothing spins.
    pub fn hinder(&mut self, frames: usize) -> bool {
        let witness = self.witness.as_ref();
        let spins = witness.is_some_and(|witness| witness.has_spinning());
        if self.refined || !spins && self.spinning.is_empty() {
            return false;
        }
        let newest = self.newest();
        let thread = self.item(newest).thread;
        self.truncate(newest.0 as usize);
        self.hindered.push(Hindered { thread, frames });
        true
    }

    /// A choice of the last of so many frames changes.
    pub fn release_hindered(&mut self, frames: usize) {
        self.hindered.retain(|hindered| hindered.frames < frames);
    }

    /// Does some thread stand still because its item is impossible?
    pub fn is_anyone_hindered(&self) -> bool {
        !self.hindered.is_empty()
    }

    /// Does this thread?
    pub(super) fn is_hindered(&self, t: ThreadId) -> bool {
        self.hindered.iter().any(|hindered| hindered.thread == t)
    }

    /// Plans to let awaits that have passed spin for ever instead.
    pub fn plan_spinning(&self, plans: &mut Plans) {
        if !self.awaits || mutant::is(Mutant::NoSpinning) {
            return;
        }
        for place in &self.places {
            for read in &place.open_reads {
                let guard = self.item(read.item).guard;
                let Some(guard) = guard.filter(|guard| self.may_spin(*guard)) else {
                    continue;
                };
                for &n in &place.writes {
                    let passes = guard.passes(self.write(n).value, place.at.size);
                    if !passes && !self.follows_from(read, n) && !self.is_followed(read, n) {
                        self.plan_to_spin(read, n, plans);
                    }
                }
            }
        }
    }

    /// Is it worth telling that a loop spins for ever? Without one memory, a loop that could go another way is no more
    /// than an assumption: others do the same if it has not come so far.
    fn may_spin(&self, guard: Guard) -> bool {
        guard.why.is_loop() && (self.witness.is_some() || !guard.why.may_give_up())
    }

    /// Without one memory: is a newer write of the place certain to be there if the read spins on `n`? It is in the base of
    /// the read, or in the past of `n`.
    fn is_followed(&self, read: &OpenRead, n: WriteIdx) -> bool {
        let written = self.write(n);
        let place = &self.places[written.place.0 as usize];
        let first = written.item.map(|item| self.item(item));
        self.witness.is_none()
            && place.writes.iter().any(|&w| {
                let write = self.write(w);
                let later = write.chain == written.chain && write.position > written.position;
                let knows = |item| {
                    let known = self.known_by_item(item);
                    first.is_none_or(|first| known.has(first.thread, first.nth))
                };
                let newer = |item| w != n && (later || knows(item));
                write
                    .item
                    .is_some_and(|item| item < read.item && newer(item))
            })
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
        let name = mix(past, u128::MAX - 2);
        if plans.point(owner).note(name) {
            let clock = self.write(n).item.map_or(&[][..], |item| self.clock(item));
            plans.spin(self, (owner, name), read.item, (clock, self.name_of(n)));
        }
    }

    /// Does another execution stand for this one? Threads that spin may see several writes in the end; the first ones
    /// count, in a fixed order.
    pub fn is_repetition(&mut self) -> bool {
        let mut spinning = match &self.witness {
            Some(witness) => witness.spinning(),
            None => self.stuck_items(),
        };
        if spinning.is_empty() {
            return false;
        }
        // Those who looked once may be unable to spin.
        if self.witness.is_none() && !(self.could_spin(&spinning) && self.can_all_wait()) {
            return true;
        }
        spinning.sort_unstable_by_key(|(item, _)| (self.item(*item).thread, self.item(*item).nth));
        let places = self.spinning_by_place(&spinning);
        let mut first: Vec<usize> = vec![0; places.len()];
        while !places
            .iter()
            .map(|place| place.taken)
            .eq(first.iter().copied())
        {
            let others = places.iter().zip(&first);
            let others = others.flat_map(|(place, at)| {
                let seen = place.candidates[*at];
                place.items.iter().map(move |item| (*item, seen))
            });
            let others: Vec<(ItemIdx, WriteIdx)> = others.collect();
            if !self.let_pass(&others) && self.could_spin(&others) {
                return true;
            }
            for (place, at) in places.iter().zip(&mut first).rev() {
                *at = (*at + 1) % place.candidates.len();
                if *at != 0 {
                    break;
                }
            }
        }
        false
    }

    /// Without one memory: the newest items of threads that spin, or have looked once in vain, with all that they see.
    pub(super) fn stuck_items(&self) -> Vec<(ItemIdx, WriteIdx)> {
        let newest = |t: ThreadId| {
            self.thread(t).stuck?;
            self.of_thread.get(t.index())?.last().copied()
        };
        let seen = |item: ItemIdx| {
            let sources = self.item(item).sources.iter().flatten();
            sources.map(move |w| (item, *w))
        };
        self.left.iter().filter_map(newest).flat_map(seen).collect()
    }

    /// Could these items see these writes for ever?
    fn could_spin(&mut self, seen: &[(ItemIdx, WriteIdx)]) -> bool {
        if let Some(mut witness) = self.witness.take() {
            let possible = witness.could_spin(self, seen.to_vec());
            self.witness = Some(witness);
            return possible;
        }
        let chosen = std::mem::replace(&mut self.spinning, seen.to_vec());
        let possible = self.can_go_on_spinning(self.item(self.newest()).thread);
        self.spinning = chosen;
        self.infeasible = false;
        possible
    }

    /// Without one memory, at the end of an execution in which somebody spins: can those who wait in other loops see last
    /// writes with which they do not pass, all at once? A thread that spins may be all that keeps them from passing, and memory is fair.
    fn can_all_wait(&mut self) -> bool {
        let in_loop = |t: &ThreadId| {
            let guard = self.host.run.pending(*t).guard();
            let stuck = self.thread(*t).stuck.is_some();
            !stuck && guard.is_some_and(|g| g.why.is_loop()) && self.halt(*t) == Some(Halt::Waiting)
        };
        let waiting: Vec<ThreadId> = self.left.iter().filter(in_loop).collect();
        let held = std::mem::take(&mut self.held);
        let possible = self.can_wait(&waiting);
        self.held = held;
        possible
    }

    /// Can these threads, which wait in loops, come to spin?
    fn can_wait(&mut self, waiting: &[ThreadId]) -> bool {
        let Some((&t, others)) = waiting.split_first() else {
            return true;
        };
        let op = self.host.run.pending(t);
        let Some((at, guard)) = op.access().zip(op.guard()) else {
            return self.can_wait(others);
        };
        let Some(p) = self.known_place(at).filter(|p| self.is_laid_out(t, *p)) else {
            return self.can_wait(others);
        };
        let base = self.len();
        let writes: Vec<WriteIdx> = self.places[p.0 as usize].writes.iter().copied().collect();
        writes.into_iter().any(|w| {
            if guard.passes(self.write(w).value, at.size) {
                return false;
            }
            let mut plans = Plans {
                given: Choices::from_slice(&[Choice::Spins, self.name_of(w)]),
                ..Plans::default()
            };
            let possible = self.step(t, &mut plans) && self.can_wait(others);
            self.truncate(base);
            possible
        })
    }

    /// The places and guards of threads that wait and do not spin: no write that lets them pass can be read.
    fn waited_for(&self) -> Vec<(PlaceIdx, Guard)> {
        let waits =
            |t: &ThreadId| self.thread(*t).stuck.is_none() && self.halt(*t) == Some(Halt::Waiting);
        let wanted = |t: ThreadId| {
            let op = self.host.run.pending(t);
            Some((self.known_place(op.access()?)?, op.guard()?))
        };
        self.left.iter().filter(waits).filter_map(wanted).collect()
    }

    /// Those who spin on one place see the same write: one with which nobody of them passes, nor anybody else who waits there in
    /// the end. Else that thread goes on in the other execution.
    fn spinning_by_place(&self, spinning: &[(ItemIdx, WriteIdx)]) -> Vec<Spinning> {
        let waited_for = self.waited_for();
        let mut places: Vec<(PlaceIdx, WriteIdx, Vec<ItemIdx>)> = Vec::new();
        for &(item, n) in spinning {
            let p = self.write(n).place;
            match places.iter_mut().find(|(other, ..)| *other == p) {
                Some((_, _, items)) => items.push(item),
                None => places.push((p, n, vec![item])),
            }
        }
        let spins_on = |(p, n, items): (PlaceIdx, WriteIdx, Vec<ItemIdx>)| {
            let place = &self.places[p.0 as usize];
            let mut candidates: Vec<WriteIdx> = place.writes.iter().copied().collect();
            candidates.retain(|w| items.iter().all(|item| !self.lets_item_pass(*item, *w)));
            let value = |w: WriteIdx| self.write(w).value;
            let guards = waited_for.iter().filter(|(other, _)| *other == p);
            for (_, guard) in guards {
                candidates.retain(|w| *w == n || !guard.passes(value(*w), place.at.size));
            }
            candidates.sort_unstable_by_key(|w| self.key(*w));
            let taken = candidates.iter().position(|w| *w == n);
            Spinning {
                items,
                taken: taken.expect("they do not pass with the write that they see"),
                candidates,
            }
        };
        places.into_iter().map(spins_on).collect()
    }

    /// Would an item that waits for this one place pass with a write?
    fn lets_item_pass(&self, item: ItemIdx, w: WriteIdx) -> bool {
        let op = self.host.run.pending(self.item(item).thread);
        let write = self.write(w);
        let here = self.places[write.place.0 as usize].at;
        let waits_here = op.access().is_none_or(|at| at.size == here.size);
        let guard = op.guard().filter(|_| waits_here);
        guard.is_some_and(|guard| guard.passes(write.value, here.size))
    }

    /// Would an item that waits, among these, pass with the write that it sees?
    fn let_pass(&self, seen: &[(ItemIdx, WriteIdx)]) -> bool {
        seen.iter().any(|(item, _)| {
            let op = self.host.run.pending(self.item(*item).thread);
            let Some((at, guard)) = op.access().zip(op.guard()) else {
                return true;
            };
            let own = seen.iter().filter(|(other, _)| other == item);
            let (value, _) = self.value_of(at, own.map(|(_, w)| *w));
            guard.passes(value, at.size)
        })
    }

    /// A fixed order of writes.
    fn key(&self, w: WriteIdx) -> Option<(ThreadId, u32)> {
        match self.name_of(w) {
            Choice::From { thread, nth } => Some((thread, nth)),
            _ => None,
        }
    }
}

/// A thread that does not move any more, because a thread that spins makes its next item impossible.
pub(super) struct Hindered {
    thread: ThreadId,
    /// The number of frames that there were.
    frames: usize,
}

/// The items that spin on one place.
struct Spinning {
    items: Vec<ItemIdx>,
    /// The writes that they could see in the end, in a fixed order.
    candidates: Vec<WriteIdx>,
    /// The one that they see.
    taken: usize,
}
