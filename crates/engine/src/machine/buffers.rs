//! Store buffers: stores that their threads have issued but that no other thread can see yet.
//!
//! A buffer consists of queues, each with an actor of its own that moves the oldest store to memory:
//! one queue per thread under TSO, one per thread and address under PSO. Nothing is ever removed
//! while time goes forwards: a queue only moves its head, so going back is cheap.
//!
//! A thread may have hundreds of queues, of which few have something in them. So a look-up at
//! every step costs as much as the queues that are not empty, or as the stores since the thread last
//! waited for an empty buffer: its *era*.

use super::threads::Thread;
use crate::host::memory::value_mask;
use crate::trace::{ActorId, ChainId, StepIdx, StoreName, Update};
use threadproof_program::{Access, LocationId, Op, Response, StoreOrder, ThreadId};

/// A store on its way to memory.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub at: Access,
    pub value: u64,
    pub defined: u8,
    pub order: StoreOrder,
    /// Where in the source it was issued, unless it is for an object that is always there.
    pub location: Option<LocationId>,
    /// The step that issued it; `None` before the first step.
    pub issued: Option<StepIdx>,
    /// The step that moved it to memory.
    pub updated: Option<StepIdx>,
    /// Store fences that the thread had passed: later ones wait for earlier ones (PSO).
    pub epoch: u32,
    /// How often the thread had waited for an empty buffer.
    pub era: u32,
    /// See [`Update`].
    pub after: u32,
    /// Later than some of the stores that have reached memory since so many had (PSO).
    pub waits: Option<u32>,
    /// Earlier stores of the era to some of its bytes may be in other queues; it waits for them (PSO).
    pub behind: bool,
    /// How many stores the thread had issued before.
    pub number: u32,
    /// The chain of its way to memory.
    pub chain: ChainId,
}

impl Entry {
    /// The order of its way to memory with other steps.
    pub fn update(&self) -> Update {
        Update {
            epoch: self.epoch,
            era: self.era,
            after: self.after,
        }
    }
    /// The operation that issued it.
    pub fn op(&self) -> Op {
        Op::Store {
            at: self.at,
            order: self.order,
            value: self.value,
            defined: self.defined,
        }
    }
    /// The value that a load of some of its bytes reads.
    pub fn part(&self, at: Access) -> Response {
        let shift = (at.address - self.at.address) as u32;
        Response {
            value: self.value >> (8 * shift) & value_mask(at.size),
            defined: self.defined >> shift,
        }
    }
}

#[derive(Default, Debug)]
struct Queue {
    entries: Vec<Entry>,
    /// For each entry, the loads of the same thread that read it before it reached memory. There may be
    /// more of these lists, which only keep their room.
    readers: Vec<Vec<StepIdx>>,
    /// How many entries have reached memory.
    head: usize,
}

/// The part of a buffer that belongs to a thread as a whole.
#[derive(Default, Debug)]
struct Own {
    /// The queues that are not empty, in ascending order.
    pending: Vec<ActorId>,
    /// All stores, in program order.
    issued: Vec<Issued>,
    /// All steps that moved a store to memory, with the epoch of the store; epochs never fall.
    updates: Vec<(StepIdx, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Issued {
    /// Its address divided by eight.
    granule: u64,
    store: StoreName,
    /// The granules of all stores of the era so far, as bits: see [`bit`].
    touched: u64,
}

/// A bit for a granule; others have the same.
fn bit(granule: u64) -> u64 {
    1 << (granule % 64)
}

/// The store buffers of all threads.
#[derive(Default)]
pub struct Buffers {
    /// By actor; those of threads stay empty.
    queues: Vec<Queue>,
    threads: Vec<Own>,
    /// How many queues are not empty.
    pending: usize,
}

/// The answer of a thread's buffer to a load of that thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Nothing,
    /// The newest store to these bytes.
    Store(StoreName),
}

/// Do they have bytes in common?
pub fn overlap(a: Access, b: Access) -> bool {
    a.address < b.address + u64::from(b.size) && b.address < a.address + u64::from(a.size)
}
fn covers(outer: Access, inner: Access) -> bool {
    outer.address <= inner.address
        && inner.address + u64::from(inner.size) <= outer.address + u64::from(outer.size)
}

impl Queue {
    fn first(&self) -> Option<&Entry> {
        self.entries.get(self.head)
    }
}

impl Buffers {
    fn of(&self, t: ThreadId) -> Option<&Own> {
        self.threads.get(t.index())
    }
    /// Of a thread that has issued a store.
    fn of_mut(&mut self, t: ThreadId) -> &mut Own {
        &mut self.threads[t.index()]
    }
    fn queue(&self, actor: ActorId) -> Option<&Queue> {
        self.queues.get(actor.index())
    }
    /// One that a store was put into.
    fn queue_mut(&mut self, actor: ActorId) -> &mut Queue {
        &mut self.queues[actor.index()]
    }
    #[inline(never)]
    fn make_room(&mut self, t: ThreadId, actor: ActorId) {
        if self.threads.len() <= t.index() {
            self.threads.resize_with(t.index() + 1, Own::default);
        }
        if self.queues.len() <= actor.index() {
            self.queues.resize_with(actor.index() + 1, Queue::default);
        }
    }

    /// Are all stores in memory?
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.pending == 0
    }
    /// Have all stores of a thread reached memory?
    pub fn is_empty(&self, t: ThreadId) -> bool {
        self.of(t).is_none_or(|own| own.pending.is_empty())
    }
    #[inline]
    fn set_pending(&mut self, t: ThreadId, actor: ActorId, is_pending: bool) {
        match is_pending {
            true => self.pending += 1,
            false => self.pending -= 1,
        }
        let pending = &mut self.of_mut(t).pending;
        // Mostly there is one queue at most.
        match (pending.len(), is_pending) {
            (0, true) => pending.push(actor),
            (1, false) => pending.clear(),
            _ => self.set_pending_among_others(t, actor, is_pending),
        }
    }
    #[inline(never)]
    fn set_pending_among_others(&mut self, t: ThreadId, actor: ActorId, is_pending: bool) {
        let pending = &mut self.of_mut(t).pending;
        match (pending.binary_search(&actor), is_pending) {
            (Err(at), true) => pending.insert(at, actor),
            (Ok(at), false) => drop(pending.remove(at)),
            _ => (),
        }
    }

    /// Adds a store and returns its number in the queue, from 1. `before`: how many
    /// stores the thread had issued before the current era.
    pub fn issue(&mut self, t: ThreadId, actor: ActorId, entry: Entry, before: u32) -> u32 {
        let granule = entry.at.address / 8;
        if self.threads.len() <= t.index() || self.queues.len() <= actor.index() {
            self.make_room(t, actor);
        }
        let queue = self.queue_mut(actor);
        queue.entries.push(entry);
        let nth = queue.entries.len();
        if queue.readers.len() < nth {
            queue.readers.push(Vec::new());
        }
        queue.readers[nth - 1].clear();
        let is_first = queue.head + 1 == nth;
        let nth = nth as u32;
        let store = StoreName { queue: actor, nth };
        let issued = &mut self.of_mut(t).issued;
        let touched = issued[before as usize..].last().map_or(0, |i| i.touched);
        issued.push(Issued {
            granule,
            store,
            touched: touched | bit(granule),
        });
        if is_first {
            self.set_pending(t, actor, true);
        }
        nth
    }
    /// Takes back the newest store of a queue.
    pub fn undo_issue(&mut self, t: ThreadId, actor: ActorId) {
        let queue = self.queue_mut(actor);
        queue.entries.pop();
        let is_pending = queue.first().is_some();
        self.of_mut(t).issued.pop();
        if !is_pending {
            self.set_pending(t, actor, false);
        }
    }

    /// The queue with the oldest store of a thread that is not in memory yet.
    #[inline]
    pub fn oldest(&self, t: ThreadId, thread: &Thread) -> Option<ActorId> {
        let own = self.of(t)?;
        self.oldest_of(own, thread)
    }
    fn oldest_of(&self, own: &Own, thread: &Thread) -> Option<ActorId> {
        if own.pending.len() <= 1 {
            return own.pending.first().copied();
        }
        let mut stores = own.issued[thread.issued as usize..].iter();
        let oldest = stores.find(|issued| self.is_pending(issued.store));
        oldest.map(|issued| issued.store.queue)
    }

    /// The queues that could move a store to memory now.
    pub fn ready(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.threads.iter().flat_map(move |own| {
            let epoch = self.first_epoch(own);
            let ready = own.pending.iter();
            let ready = ready.filter(move |actor| {
                self.epoch(**actor) == epoch && !self.is_held_up(own, **actor)
            });
            ready.copied()
        })
    }
    /// Can the queue move a store to memory?
    pub fn is_ready(&self, t: ThreadId, actor: ActorId) -> bool {
        let epoch = self.epoch(actor);
        epoch.is_some()
            && self
                .of(t)
                .is_some_and(|own| self.first_epoch(own) == epoch && !self.is_held_up(own, actor))
    }
    /// Is the next store of the queue one that waits for an earlier one to some of its bytes?
    fn is_held_up(&self, own: &Own, actor: ActorId) -> bool {
        let next = self.next(actor).filter(|entry| entry.behind);
        next.is_some_and(|entry| {
            let mut earlier = self.overlapped(own, entry);
            earlier.any(|(store, _)| self.is_pending(store))
        })
    }
    /// The earlier stores of the era to some of the bytes of a store, newest first.
    fn overlapped(&self, own: &Own, entry: &Entry) -> impl Iterator<Item = (StoreName, &Entry)> {
        let (at, era) = (entry.at, entry.era);
        let earlier = own.issued[..entry.number as usize].iter().rev();
        let earlier = earlier.map(|issued| (issued.store, self.entry(issued.store)));
        let earlier = earlier.take_while(move |(_, other)| other.era == era);
        earlier.filter(move |(_, other)| overlap(other.at, at))
    }
    /// The steps that moved the stores to memory that a store of `t` was behind.
    pub fn ahead_of(&self, t: ThreadId, entry: &Entry) -> impl Iterator<Item = StepIdx> {
        let own = self.of(t).filter(|_| entry.behind);
        let earlier = own.into_iter().flat_map(|own| self.overlapped(own, entry));
        earlier.filter_map(|(_, other)| other.updated)
    }
    /// The epoch of the oldest store of a queue.
    fn epoch(&self, actor: ActorId) -> Option<u32> {
        Some(self.queue(actor)?.first()?.epoch)
    }
    /// The epoch whose stores come next.
    fn first_epoch(&self, own: &Own) -> Option<u32> {
        let epochs = own.pending.iter().map(|actor| self.epoch(*actor));
        epochs.min().flatten()
    }

    /// The store that the queue moves to memory next.
    pub fn next(&self, actor: ActorId) -> Option<&Entry> {
        self.queue(actor)?.first()
    }
    /// The same if nothing else has to do with its way to memory: no other store that it waits for, no load that read
    /// it before.
    pub fn lone_next(&self, actor: ActorId) -> Option<&Entry> {
        let queue = self.queue(actor)?;
        let entry = queue.first()?;
        let lone = entry.waits.is_none() && !entry.behind && queue.readers[queue.head].is_empty();
        lone.then_some(entry)
    }
    /// Is the next store of a queue the only one in the buffer of `t`?
    pub fn is_last(&self, t: ThreadId, actor: ActorId) -> bool {
        let is_only = |queue: &Queue| queue.head + 1 == queue.entries.len();
        self.of(t).is_some_and(|own| own.pending.len() == 1)
            && self.queue(actor).is_some_and(is_only)
    }
    /// The oldest store of a queue reaches memory with a step.
    pub fn advance(&mut self, t: ThreadId, actor: ActorId, step: StepIdx) {
        let queue = self.queue_mut(actor);
        let entry = &mut queue.entries[queue.head];
        entry.updated = Some(step);
        let epoch = entry.epoch;
        queue.head += 1;
        let is_pending = queue.first().is_some();
        self.of_mut(t).updates.push((step, epoch));
        if !is_pending {
            self.set_pending(t, actor, false);
        }
    }
    /// Takes back the last such move of a queue.
    pub fn undo_advance(&mut self, t: ThreadId, actor: ActorId) {
        let queue = self.queue_mut(actor);
        queue.head -= 1;
        queue.entries[queue.head].updated = None;
        let was_empty = queue.head + 1 == queue.entries.len();
        self.of_mut(t).updates.pop();
        if was_empty {
            self.set_pending(t, actor, true);
        }
    }

    /// The newest step of a queue.
    pub fn last_update(&self, actor: ActorId) -> Option<StepIdx> {
        let queue = self.queue(actor)?;
        queue.entries[..queue.head].last()?.updated
    }
    /// The store that a queue has moved to memory last.
    pub fn last(&self, actor: ActorId) -> &Entry {
        let queue = &self.queues[actor.index()];
        &queue.entries[queue.head - 1]
    }
    /// How many stores of a thread have reached memory.
    pub fn updates_so_far(&self, t: ThreadId) -> u32 {
        self.of(t).map_or(0, |own| own.updates.len() as u32)
    }
    /// The steps that moved stores of the current era to memory, newest first.
    pub fn updates(&self, t: ThreadId, thread: &Thread) -> impl Iterator<Item = StepIdx> + '_ {
        let updates = self.era_updates(t, thread).iter().rev();
        updates.map(|(step, _)| *step)
    }
    fn era_updates(&self, t: ThreadId, thread: &Thread) -> &[(StepIdx, u32)] {
        let updates = self.of(t).map_or(&[][..], |own| &own.updates[..]);
        &updates[thread.drained as usize..]
    }
    /// The steps that moved the stores to memory that a thread waited for without a step, newest first.
    pub fn passed(&self, t: ThreadId, thread: &Thread) -> impl Iterator<Item = StepIdx> + '_ {
        let updates = self.of(t).map_or(&[][..], |own| &own.updates[..]);
        let passed = &updates[thread.linked as usize..thread.drained as usize];
        passed.iter().rev().map(|(step, _)| *step)
    }
    /// The steps that moved stores of the newest epoch before `epoch`, newest first; `since` so many
    /// had reached memory. Those of still earlier epochs come before them anyway.
    pub fn earlier_epoch(
        &self,
        t: ThreadId,
        since: u32,
        epoch: u32,
    ) -> impl Iterator<Item = StepIdx> + '_ {
        let updates = self.of(t).map_or(&[][..], |own| &own.updates[..]);
        let updates = &updates[since as usize..];
        let end = updates.partition_point(|(_, other)| *other < epoch);
        let newest = updates[..end].last().map_or(0, |(_, other)| *other);
        let begin = updates[..end].partition_point(|(_, other)| *other < newest);
        updates[begin..end].iter().rev().map(|(step, _)| *step)
    }

    /// The stores of the current era that touch these bytes, newest first.
    fn touching(
        &self,
        t: ThreadId,
        thread: &Thread,
        at: Access,
    ) -> impl Iterator<Item = (StoreName, &Entry)> + '_ {
        let era = thread.era;
        let issued = self.issued(t, thread);
        let granule = at.address / 8;
        let issued = match issued.last() {
            Some(newest) if newest.touched & bit(granule) != 0 => issued,
            _ => &[],
        };
        let same = issued.iter().rev().filter(move |i| i.granule == granule);
        let entries = same.map(|i| (i.store, self.entry(i.store)));
        entries.filter(move |(_, e)| e.era == era && overlap(e.at, at))
    }
    /// The stores of the current era.
    fn issued(&self, t: ThreadId, thread: &Thread) -> &[Issued] {
        let issued = self.of(t).map_or(&[][..], |own| &own.issued[..]);
        &issued[thread.issued as usize..]
    }
    /// Can `t` have issued a store to any of these bytes since it last waited for an empty buffer?
    #[inline]
    pub fn may_have_touched(&self, t: ThreadId, thread: &Thread, at: Access) -> bool {
        let newest = self.issued(t, thread).last();
        newest.is_some_and(|newest| newest.touched & bit(at.address / 8) != 0)
    }
    fn is_pending(&self, store: StoreName) -> bool {
        let queue = self.queue(store.queue);
        queue.is_some_and(|queue| queue.head < store.nth as usize)
    }
    /// How many stores a thread has issued.
    pub fn issued_so_far(&self, t: ThreadId) -> u32 {
        self.of(t).map_or(0, |own| own.issued.len() as u32)
    }

    /// The newest store in the buffer of `t` that a load reads.
    pub fn find(&self, t: ThreadId, thread: &Thread, at: Access) -> Found {
        // A load that the newest store to some of its bytes does not cover has to wait. Older stores that this
        // store covers reach memory before it.
        let newest = self.touching(t, thread, at).next();
        match newest.filter(|(store, _)| self.is_pending(*store)) {
            Some((store, _)) => Found::Store(store),
            None => Found::Nothing,
        }
    }
    /// Has `t` issued a store to some but not all of these bytes since it last waited for an empty
    /// buffer? A load of them has to wait for that, too, also if the store has reached memory:
    /// which steps there are must not depend on when that was.
    pub fn has_part(&self, t: ThreadId, thread: &Thread, at: Access) -> bool {
        self.may_have_touched(t, thread, at) && self.has_part_in_detail(t, thread, at)
    }
    #[inline(never)]
    fn has_part_in_detail(&self, t: ThreadId, thread: &Thread, at: Access) -> bool {
        let newest = self.touching(t, thread, at).next();
        newest.is_some_and(|(_, entry)| !covers(entry.at, at))
    }
    /// Has `t` issued a store to any of these bytes since it last waited for an empty buffer?
    pub fn has_touched(&self, t: ThreadId, thread: &Thread, at: Access) -> bool {
        self.touching(t, thread, at).next().is_some()
    }
    /// May a store of the era to some of these bytes have been put into another queue?
    pub fn is_behind(&self, t: ThreadId, thread: &Thread, actor: ActorId, at: Access) -> bool {
        let mut touching = self.touching(t, thread, at);
        touching.next().is_some_and(|(store, newest)| {
            // A store to all these bytes has the answer already, so long loops are not quadratic.
            let knows = store.queue == actor && covers(newest.at, at);
            let is_other = |(store, _): (StoreName, &Entry)| store.queue != actor;
            match knows {
                true => newest.behind,
                false => store.queue != actor || touching.any(is_other),
            }
        })
    }

    /// The chain of a queue in an era, if the thread has put a store there.
    pub fn chain(&self, actor: ActorId, era: u32) -> Option<ChainId> {
        let newest = self.queue(actor)?.entries.last()?;
        (newest.era == era).then_some(newest.chain)
    }

    /// The store with this name.
    pub fn entry(&self, store: StoreName) -> &Entry {
        &self.queues[store.queue.index()].entries[store.nth as usize - 1]
    }
    fn readers_mut(&mut self, store: StoreName) -> &mut Vec<StepIdx> {
        &mut self.queues[store.queue.index()].readers[store.nth as usize - 1]
    }
    /// The early readers of the store that a queue has moved to memory last.
    pub fn readers_of_last(&self, actor: ActorId) -> &[StepIdx] {
        let queue = &self.queues[actor.index()];
        &queue.readers[queue.head - 1]
    }
    /// A load reads a store that is still in the buffer.
    pub fn add_reader(&mut self, store: StoreName, reader: StepIdx) {
        self.readers_mut(store).push(reader);
    }
    /// Takes back the newest such load.
    pub fn undo_add_reader(&mut self, store: StoreName) {
        self.readers_mut(store).pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: ThreadId = ThreadId(0);
    const X: ActorId = ActorId(1);
    const Y: ActorId = ActorId(2);

    fn store(address: u64, value: u64, (number, epoch): (u32, u32)) -> Entry {
        Entry {
            at: Access { address, size: 4 },
            value,
            defined: 0xff,
            order: StoreOrder::Relaxed,
            location: None,
            issued: None,
            updated: None,
            epoch,
            era: 0,
            after: 0,
            waits: None,
            behind: false,
            number,
            chain: ChainId(0),
        }
    }

    #[test]
    fn one_queue_is_first_in_first_out() {
        let mut buffers = Buffers::default();
        buffers.issue(T, X, store(8, 1, (0, 0)), 0);
        buffers.issue(T, X, store(16, 2, (1, 0)), 0);
        assert_eq!(buffers.next(X).map(|entry| entry.value), Some(1));
        buffers.advance(T, X, StepIdx(0));
        assert_eq!(buffers.next(X).map(|entry| entry.value), Some(2));
        buffers.undo_advance(T, X);
        assert_eq!(buffers.next(X).map(|entry| entry.value), Some(1));
    }

    #[test]
    fn a_thread_reads_its_own_newest_store() {
        let (mut buffers, thread) = (Buffers::default(), Thread::new(None));
        let at = Access {
            address: 8,
            size: 4,
        };
        assert_eq!(buffers.find(T, &thread, at), Found::Nothing);
        buffers.issue(T, X, store(8, 1, (0, 0)), 0);
        buffers.issue(T, X, store(8, 2, (1, 0)), 0);
        let newest = StoreName { queue: X, nth: 2 };
        assert_eq!(buffers.find(T, &thread, at), Found::Store(newest));
        buffers.undo_issue(T, X);
        let older = StoreName { queue: X, nth: 1 };
        assert_eq!(buffers.find(T, &thread, at), Found::Store(older));
    }

    #[test]
    fn stores_behind_a_store_fence_wait_for_those_before_it() {
        let mut buffers = Buffers::default();
        buffers.issue(T, X, store(8, 1, (0, 0)), 0);
        buffers.issue(T, Y, store(16, 2, (1, 1)), 0);
        assert!(buffers.is_ready(T, X) && !buffers.is_ready(T, Y));
        buffers.advance(T, X, StepIdx(0));
        assert!(buffers.is_ready(T, Y));
        buffers.advance(T, Y, StepIdx(1));
        assert!(buffers.are_empty());
    }
}
