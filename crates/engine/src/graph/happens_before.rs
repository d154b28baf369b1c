//! Happens-before under C11, where it is less than the past of an event.
//!
//! The search goes by the *past* of an item: program order and reads-from. A read may take any write that
//! *happens before* allows: program order and synchronisation. Under Release-Acquire the two are the
//! same, since every read acquires and every write releases. Under C11 each item has a second clock,
//! kept here, and
//!
//! * a write has a *message*, the clock that a reader learns if it acquires: the writer's own clock if
//!   the write releases, else that of the thread's last release fence. A read-modify-write also passes on
//!   the message of the write that it reads: it continues the release sequence (C++20: nothing else does);
//! * a relaxed read puts the message aside (*pending*) for an acquire fence of its thread.
//!
//! A clock counts half items: `2 n` says that the thread's item `n` happened before, `2 n + 1` that a
//! fence behind it, or the end of the thread, did too. Sequential consistency asks for that.
//!
//! All clocks of an execution lie in one arena. A clock is never changed once its item is finished, so
//! messages and threads refer to the clocks of items instead of copying them.

use super::coherence::{Known, WriteIdx};
use super::event_graph::{Graph, Item};
use crate::clock;
use crate::mutant::{self, Mutant};
use threadproof_program::{FenceOrder, LoadOrder, RmwOrder, StoreOrder, ThreadId};

/// A clock in the arena; the default one is empty.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClockRef {
    start: u32,
    len: u32,
}

/// The knowledge of a thread.
#[derive(Clone, Copy, Default, Debug)]
struct Knowledge {
    /// The events that happened before its next event.
    now: ClockRef,
    /// The same at its last release fence.
    released: ClockRef,
    /// The messages that an acquire fence would learn.
    pending: ClockRef,
}

/// The clocks of all items, messages and threads of an execution.
#[derive(Default)]
pub struct Clocks {
    arena: Vec<u32>,
    knowledge: Vec<Knowledge>,
}

/// The lengths of [`Clocks`], to go back to.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClocksLen {
    arena: u32,
    knowledge: u32,
}

/// How an access orders others, whatever it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    Plain,
    Relaxed,
    /// A load that acquires, a store that releases, or both.
    Synchronises,
    SeqCst,
}

impl Strength {
    /// How much a load synchronises.
    pub fn of_load(order: LoadOrder) -> Strength {
        match order {
            LoadOrder::Plain => Strength::Plain,
            LoadOrder::Relaxed => Strength::Relaxed,
            LoadOrder::Acquire => Strength::Synchronises,
            LoadOrder::SeqCst => Strength::SeqCst,
        }
    }
    /// How much a store synchronises.
    pub fn of_store(order: StoreOrder) -> Strength {
        match order {
            StoreOrder::Plain => Strength::Plain,
            StoreOrder::Relaxed => Strength::Relaxed,
            StoreOrder::Release => Strength::Synchronises,
            StoreOrder::SeqCst => Strength::SeqCst,
        }
    }
    /// Of the read of a read-modify-write.
    pub fn of_update_read(order: RmwOrder) -> Strength {
        match order {
            RmwOrder::SeqCst => Strength::SeqCst,
            order if order.acquires() => Strength::Synchronises,
            _ => Strength::Relaxed,
        }
    }
    /// Of its write.
    pub fn of_update_write(order: RmwOrder) -> Strength {
        match order {
            RmwOrder::SeqCst => Strength::SeqCst,
            order if order.releases() => Strength::Synchronises,
            _ => Strength::Relaxed,
        }
    }
    fn synchronises(self) -> bool {
        self >= Strength::Synchronises
    }
}

impl PartialOrd for Strength {
    fn partial_cmp(&self, other: &Strength) -> Option<std::cmp::Ordering> {
        (*self as u8).partial_cmp(&(*other as u8))
    }
}

impl Clocks {
    /// The entries of a clock.
    pub fn get(&self, clock: ClockRef) -> &[u32] {
        &self.arena[clock.start as usize..(clock.start + clock.len) as usize]
    }
    /// How much of the table is in use.
    pub fn len(&self) -> ClocksLen {
        ClocksLen {
            arena: self.arena.len() as u32,
            knowledge: self.knowledge.len() as u32,
        }
    }
    /// Forgets all clocks made since then.
    pub fn truncate(&mut self, len: ClocksLen) {
        self.arena.truncate(len.arena as usize);
        self.knowledge.truncate(len.knowledge as usize);
    }

    /// A new clock of `width` threads that begins as a copy.
    fn copy(&mut self, clock: ClockRef, width: usize) -> ClockRef {
        let start = self.arena.len();
        let range = clock.start as usize..(clock.start + clock.len) as usize;
        self.arena.extend_from_within(range);
        let width = width.max(clock.len as usize);
        self.arena.resize(start + width, 0);
        ClockRef {
            start: start as u32,
            len: width as u32,
        }
    }

    /// Is everything in `small` also in `large`?
    fn contains(&self, large: ClockRef, small: ClockRef) -> bool {
        clock::contains(self.get(large), self.get(small))
    }

    /// Adds `more` to a clock that is wide enough.
    fn add(&mut self, clock: ClockRef, more: ClockRef) {
        debug_assert!(more.len <= clock.len);
        let range = more.start as usize..(more.start + more.len) as usize;
        if range.end <= clock.start as usize {
            let (past, own) = self.arena.split_at_mut(clock.start as usize);
            clock::join(&mut own[..more.len as usize], &past[range]);
        } else {
            for at in 0..more.len {
                let known = self.arena[(more.start + at) as usize];
                let own = &mut self.arena[(clock.start + at) as usize];
                *own = (*own).max(known);
            }
        }
    }

    /// The union of two clocks, which may be one of them.
    fn union(&mut self, a: ClockRef, b: ClockRef) -> ClockRef {
        if self.contains(a, b) {
            return a;
        }
        if self.contains(b, a) {
            return b;
        }
        let both = self.copy(a, b.len as usize);
        self.add(both, b);
        both
    }
}

/// The same as [`Graph::known`], from the parts of a graph; other parts may change meanwhile.
#[inline]
pub(super) fn known_to_newest<'a>(
    relaxed: bool,
    items: &[Item],
    clocks: &'a [u32],
    happened: &'a Clocks,
) -> Known<'a> {
    let newest = &items[items.len() - 1];
    match relaxed {
        false => Known {
            clock: &clocks[newest.first_clock as usize..],
            shift: 0,
        },
        true => Known {
            clock: happened.get(newest.happened),
            shift: 1,
        },
    }
}

impl Graph<'_> {
    /// The events that happen before the next access of the newest item.
    pub(super) fn known(&self) -> Known<'_> {
        known_to_newest(self.relaxed, &self.items, &self.clocks, &self.happened)
    }

    /// The events that happen before an item, itself included.
    pub(super) fn known_by_item(&self, i: super::coherence::ItemIdx) -> Known<'_> {
        match self.relaxed {
            false => Known {
                clock: self.clock(i),
                shift: 0,
            },
            true => self.known_by(self.item(i).happened),
        }
    }

    /// The events that happen before the next item of a thread.
    pub(super) fn known_to(&self, t: ThreadId) -> Known<'_> {
        match self.relaxed {
            false => Known {
                clock: self.clock(self.thread(t).last),
                shift: 0,
            },
            true => self.known_by(self.knowledge(t).now),
        }
    }

    /// The items that a clock knows.
    pub(super) fn known_by(&self, clock: ClockRef) -> Known<'_> {
        Known {
            clock: self.happened.get(clock),
            shift: 1,
        }
    }

    fn knowledge(&self, t: ThreadId) -> Knowledge {
        self.happened.knowledge[self.thread(t).knowledge as usize]
    }
    fn set_knowledge(&mut self, t: ThreadId, knowledge: Knowledge) {
        let at = self.happened.knowledge.len() as u32;
        self.happened.knowledge.push(knowledge);
        self.change_thread(t).knowledge = at;
    }

    /// Begins the knowledge of the main thread, before anything has happened.
    pub(super) fn begin_knowledge(&mut self) {
        self.happened.knowledge.push(Knowledge::default());
    }

    /// Opens the clock of the newest item, which is one of `t`.
    pub(super) fn open_clock(&mut self, t: ThreadId) {
        let mut knowledge = self.knowledge(t);
        let width = self.host.names.threads().max(t.index() + 1);
        let before = knowledge.now;
        let clock = self.happened.copy(before, width);
        let nth = self.item(self.newest()).nth;
        self.happened.arena[clock.start as usize + t.index()] = 2 * nth;
        let top = self.top();
        top.before = before;
        top.happened = clock;
        knowledge.now = clock;
        self.set_knowledge(t, knowledge);
    }

    /// The knowledge of a thread that the newest item creates.
    pub(super) fn create_knowledge(&mut self) -> u32 {
        let knowledge = Knowledge {
            now: self.item(self.newest()).happened,
            ..Knowledge::default()
        };
        self.happened.knowledge.push(knowledge);
        self.happened.knowledge.len() as u32 - 1
    }

    /// The newest item, of thread `t`, has read a write.
    pub(super) fn synchronise(&mut self, t: ThreadId, source: WriteIdx, strength: Strength) {
        let message = self.write(source).message;
        if message == ClockRef::default() || strength == Strength::Plain {
            return;
        }
        let acquires = strength.synchronises() || mutant::is(Mutant::RelaxedAcquires);
        if acquires {
            let clock = self.item(self.newest()).happened;
            self.happened.add(clock, message);
        } else {
            let mut knowledge = self.knowledge(t);
            if self.happened.contains(knowledge.now, message) {
                return;
            }
            let pending = self.happened.union(knowledge.pending, message);
            if pending != knowledge.pending {
                knowledge.pending = pending;
                self.set_knowledge(t, knowledge);
            }
        }
    }

    /// The message that a reader with this strength learns at once when it takes this write.
    pub(super) fn learned(&self, source: WriteIdx, strength: Strength) -> ClockRef {
        match strength.synchronises() {
            true => self.write(source).message,
            false => ClockRef::default(),
        }
    }

    /// The message of a write by the newest item. `updated`: the write that it, as a
    /// read-modify-write, has read.
    pub(super) fn message_of(
        &mut self,
        t: ThreadId,
        strength: Strength,
        updated: Option<WriteIdx>,
    ) -> ClockRef {
        let own = match strength {
            Strength::Plain if !mutant::is(Mutant::PlainReleaseSequence) => {
                return ClockRef::default();
            }
            Strength::Plain | Strength::Relaxed => self.knowledge(t).released,
            _ => self.item(self.newest()).happened,
        };
        match updated {
            Some(updated) if !mutant::is(Mutant::UpdatesEndReleaseSequences) => {
                let continued = self.write(updated).message;
                self.happened.union(own, continued)
            }
            _ => own,
        }
    }

    /// A fence of `t` between two items.
    pub(super) fn fence(&mut self, t: ThreadId, order: FenceOrder) {
        let mut knowledge = self.knowledge(t);
        let width = self.host.names.threads().max(t.index() + 1);
        let now = self.happened.copy(knowledge.now, width);
        if order.acquires() && !mutant::is(Mutant::AcquireFencesLearnNothing) {
            self.happened.add(now, knowledge.pending);
        }
        let done = self.of_thread.get(t.index()).map_or(0, Vec::len) as u32;
        self.happened.arena[now.start as usize + t.index()] = 2 * done + 1;
        knowledge.now = now;
        if order.releases() && !mutant::is(Mutant::ReleaseFencesIgnored) {
            knowledge.released = now;
        }
        self.set_knowledge(t, knowledge);
        if done > 0 {
            let last = self.of_thread[t.index()][done as usize - 1];
            self.items[last.0 as usize].fenced = true;
        }
    }

    /// The newest item is a sequentially consistent fence of `t`.
    pub(super) fn fence_item(&mut self, t: ThreadId) {
        let clock = self.item(self.newest()).happened;
        let mut knowledge = self.knowledge(t);
        if !mutant::is(Mutant::AcquireFencesLearnNothing) {
            self.happened.add(clock, knowledge.pending);
        }
        if !mutant::is(Mutant::ReleaseFencesIgnored) {
            knowledge.released = clock;
        }
        self.set_knowledge(t, knowledge);
    }

    /// The newest item joins a thread: it learns all that this one did, and its end.
    pub(super) fn learn_end(&mut self, ended: ThreadId) {
        let clock = self.item(self.newest()).happened;
        self.happened.add(clock, self.knowledge(ended).now);
        let done = self.of_thread.get(ended.index()).map_or(0, Vec::len) as u32;
        self.happened.arena[clock.start as usize + ended.index()] = 2 * done + 1;
    }

    /// The message of the end of a thread: all that it did, and the end itself.
    pub(super) fn last_message(&mut self, t: ThreadId) -> ClockRef {
        let now = self.knowledge(t).now;
        let width = t.index() + 1;
        let message = self.happened.copy(now, width);
        let done = self.of_thread.get(t.index()).map_or(0, Vec::len) as u32;
        self.happened.arena[message.start as usize + t.index()] = 2 * done + 1;
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(all: &[&[u32]]) -> (Clocks, Vec<ClockRef>) {
        let mut clocks = Clocks::default();
        let add = |clock: &&[u32]| {
            let start = clocks.arena.len() as u32;
            clocks.arena.extend_from_slice(clock);
            let len = clock.len() as u32;
            ClockRef { start, len }
        };
        let refs = all.iter().map(add).collect();
        (clocks, refs)
    }

    #[test]
    fn a_union_has_the_newest_event_of_each_thread() {
        let (mut clocks, refs) = clocks(&[&[2, 6], &[4, 1, 3]]);
        let both = clocks.union(refs[0], refs[1]);
        assert_eq!(clocks.get(both), [4, 6, 3]);
    }

    #[test]
    fn a_union_with_something_known_is_no_new_clock() {
        let (mut clocks, refs) = clocks(&[&[4, 6], &[4, 5]]);
        assert_eq!(clocks.union(refs[0], refs[1]), refs[0]);
        assert_eq!(clocks.union(refs[1], ClockRef::default()), refs[1]);
    }

    #[test]
    fn going_back_forgets_the_newest_clocks() {
        let (mut clocks, refs) = clocks(&[&[2]]);
        let before = clocks.len();
        clocks.copy(refs[0], 3);
        clocks.truncate(before);
        assert_eq!(clocks.get(refs[0]), [2]);
        assert_eq!(clocks.arena.len(), 1);
    }

    /// A relaxed read keeps the message for a fence; one that acquires learns it at once.
    #[test]
    fn orders_that_synchronise() {
        let reads = [LoadOrder::Relaxed, LoadOrder::Acquire, LoadOrder::SeqCst];
        let reads = reads.map(|order| Strength::of_load(order).synchronises());
        assert_eq!(reads, [false, true, true]);
        let update = RmwOrder::Release;
        assert!(!Strength::of_update_read(update).synchronises());
        assert!(Strength::of_update_write(update).synchronises());
    }
}
