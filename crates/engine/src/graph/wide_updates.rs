//! Read-modify-writes of several pieces.
//!
//! Such an item reads one write of each piece, and takes all of them. What it reads is decided at once, not piece by piece:
//! with the source of one piece already chosen, there may be nothing left to read for another one until somebody has written
//! it, and the execution would have no neighbour to be found from. For all pieces together there always is: an
//! item that comes last. So the frame of the item has one point, divided by the sources of all pieces; a part is
//! named by the pasts of all of them (`docs/design/weak-memory.md`).
//!
//! If an open item has taken one of the writes that such an item wants, a plan lets this one come first with all its sources
//! given. Writes that are wanted together need not be there together when the item runs, so a later
//! write makes the wishes in which it takes part.

use super::coherence::{ItemIdx, Known, PlaceIdx, WRITES, WriteIdx, knows};
use super::event_graph::{Choice, Choices, Graph, mix};
use super::happens_before::Strength;
use super::plan::Plans;
use super::want::{Orders, Want};
use super::whole_accesses::forwards;
use crate::clock;
use crate::host::Execution;
use smallvec::SmallVec;
use threadproof_program::{Access, LoadOrder, Op, Response, RmwOrder, ThreadId};

/// A read-modify-write of several pieces that is in the graph; under C11 also a load.
#[derive(Clone, Debug)]
pub struct WideUpdate {
    pub item: ItemIdx,
    pub(super) op: Op,
    pub(super) places: SmallVec<[PlaceIdx; 2]>,
}

/// A write of each piece.
pub(super) type Sources = SmallVec<[WriteIdx; 2]>;

impl Graph<'_> {
    /// Under C11 a load of several pieces is divided in the same way, since the order of sequentially consistent events may
    /// leave nothing to read for one of its pieces; and so is a wait under every model. Gives the value; `None` if it is still to be
    /// decided, or impossible.
    pub(super) fn decide_load(
        &mut self,
        t: ThreadId,
        op: Op,
        pieces: &[Access],
        plans: &mut Plans,
    ) -> Option<u64> {
        let at = op.access().expect("a load is an access");
        let mut places: SmallVec<[PlaceIdx; 2]> = SmallVec::new();
        for &piece in pieces {
            places.push(self.accessed(t, op, piece, false)?);
        }
        let item = self.newest();
        self.wide.push(WideUpdate {
            item,
            op,
            places: places.clone(),
        });
        let sources = self.sources_of_pieces(t, &places, plans);
        self.infeasible |= sources.is_none();
        sources.map(|sources| self.value_of(at, sources.into_iter()).0)
    }

    /// A read-modify-write of several pieces.
    pub(super) fn modify_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, success, failure): (&[Access], RmwOrder, LoadOrder),
        plans: &mut Plans,
    ) {
        if self.thread(t).sections > 0 {
            return self.refuse_pieces(t);
        }
        let mut places: SmallVec<[PlaceIdx; 2]> = SmallVec::new();
        for &piece in pieces {
            let Some(p) = self.accessed(t, op, piece, true) else {
                return;
            };
            places.push(p);
        }
        // With one memory it is put into order when it is complete.
        self.top().whole = self.witness.is_some();
        let item = self.newest();
        self.wide.push(WideUpdate {
            item,
            op,
            places: places.clone(),
        });
        plans.wish_for_pieces(self, item, None);
        let Some(sources) = self.sources_of_pieces(t, &places, plans) else {
            self.infeasible = true;
            return;
        };
        self.update_pieces(
            t,
            op,
            (pieces, &places, &sources),
            (success, failure),
            plans,
        );
    }

    /// The sources of the newest item. `None` if its frame has still to decide, or it is impossible.
    fn sources_of_pieces(
        &mut self,
        t: ThreadId,
        places: &[PlaceIdx],
        plans: &mut Plans,
    ) -> Option<Sources> {
        if plans.given.is_empty() {
            let mut found = self.possible_sources();
            if plans.open {
                plans.divide_by_sources(self, t, &found);
                return None;
            }
            let at = match &mut plans.dice {
                Some(dice) => dice.option(found.len() as u32) as usize,
                None => found.len().checked_sub(1)?,
            };
            let chosen = (at < found.len()).then(|| found.swap_remove(at))?;
            plans.given = self.names_of(&chosen);
            if let Some(others) = &mut plans.others {
                others.extend(found.iter().map(|sources| self.names_of(sources)));
            }
        }
        let given = plans.given.iter();
        let named = given.zip(places).map(|(choice, p)| self.named(*p, *choice));
        let sources: Option<Sources> = named.collect();
        sources.filter(|sources| sources.len() == places.len())
    }

    /// The newest item reads these, and writes.
    fn update_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, places, sources): (&[Access], &[PlaceIdx], &[WriteIdx]),
        (success, failure): (RmwOrder, LoadOrder),
        plans: &mut Plans,
    ) {
        let at = op.access().expect("a read-modify-write is an access");
        let (old, defined) = self.value_of(at, sources.iter().copied());
        let written = op.written(old);
        let read = match written {
            Some(_) => Strength::of_update_read(success),
            None => Strength::of_load(failure),
        };
        let orders = Orders::Decided {
            read,
            write: Strength::of_update_write(success),
        };
        let takes = written.is_some();
        // As for a read-modify-write of one place, under Release-Acquire races are with what it knew before.
        let kind = if takes { WRITES } else { 0 };
        if !self.relaxed {
            let known = self.known();
            let (before, shift) = (known.clock.to_vec(), known.shift);
            for &p in places {
                let plain = self.places[p.0 as usize].has_plain();
                let before = plain.then_some(Known {
                    clock: &before,
                    shift,
                });
                self.note_access(t, p, kind, before);
            }
        }
        for &p in places {
            if self
                .read(t, p, &(Want::Piece { takes }, orders), plans)
                .is_none()
            {
                return;
            }
        }
        if !self.keeps_whole_writes(sources, !takes && forwards(op)) {
            return;
        }
        self.note_pieces_if_seq_cst(t, read == Strength::SeqCst, places[0]);
        let source = self.only_source();
        if self.lacks_value(&op, defined) {
            self.note_read(t, &op, Response::value(old), source);
            return self.fail_undefined(t);
        }
        if self.relaxed {
            places.iter().for_each(|p| self.find_race(t, *p, kind));
        }
        let effect = op.effect(old, defined);
        self.note_read(t, &op, effect.response, source);
        if let Some(new) = effect.write
            && !self.write_pieces(t, (pieces, places), new, orders.of_write())
        {
            return;
        }
        if places.iter().all(|p| self.is_order_possible(t, *p)) {
            self.host.run.resume(t, effect.response);
        }
    }

    /// The value of an access that reads these, and which of its bytes are defined.
    pub(super) fn value_of(
        &self,
        at: Access,
        sources: impl Iterator<Item = WriteIdx>,
    ) -> (u64, u8) {
        let (mut value, mut defined) = (0, 0);
        for source in sources {
            let write = self.write(source);
            let piece = self.places[write.place.0 as usize].at;
            let offset = piece.address - at.address;
            let bytes = ((1u16 << piece.size) - 1) as u8;
            value |= write.value << (8 * offset);
            defined |= (write.defined & bytes) << offset;
        }
        (value, defined)
    }

    /// The sources that the newest item could take now.
    fn possible_sources(&self) -> Vec<Sources> {
        let newest = self.newest();
        let wide = self.wide(newest);
        let known = self.known_before(newest);
        let readable = |p: &PlaceIdx| {
            let mut found = Vec::new();
            let place = &self.places[p.0 as usize];
            place.readable(known, &self.writes, &mut Default::default(), &mut found);
            found
        };
        let options: Vec<Vec<WriteIdx>> = wide.places.iter().map(readable).collect();
        let mut all = self.combinations(wide, &options);
        let free = |w: &WriteIdx| super::choose::is_free(self.write(*w));
        all.retain(|sources| !self.takes_all(wide, sources) || sources.iter().all(free));
        all
    }

    /// Does a read-modify-write that reads these write?
    pub(super) fn takes_all(&self, wide: &WideUpdate, sources: &[WriteIdx]) -> bool {
        let at = wide.op.access().expect("a read-modify-write is an access");
        let (value, _) = self.value_of(at, sources.iter().copied());
        wide.op.written(value).is_some()
    }

    /// All ways to choose a write for each piece, without those that contradict each other at once.
    pub(super) fn combinations(
        &self,
        wide: &WideUpdate,
        options: &[Vec<WriteIdx>],
    ) -> Vec<Sources> {
        let mut all = vec![Sources::new()];
        for here in options {
            let mut longer = Vec::new();
            for sources in &all {
                for &w in here {
                    if sources.iter().all(|other| self.agree(wide, *other, w)) {
                        let mut sources = sources.clone();
                        sources.push(w);
                        longer.push(sources);
                    }
                }
            }
            all = longer;
        }
        all
    }

    /// Can the two be read at once? Not if whoever reads one of them learns of a newer write than the other.
    fn agree(&self, wide: &WideUpdate, a: WriteIdx, b: WriteIdx) -> bool {
        let hidden_by = |w: WriteIdx, hidden: WriteIdx| {
            let place = self.write(hidden).place;
            let known = self.learned_from(wide, w);
            known.is_some_and(|known| self.is_overwritten(place, hidden, known))
        };
        !hidden_by(a, b) && !hidden_by(b, a) && !self.is_torn(wide, a, b)
    }

    /// The items that a read-modify-write knows in any case when it has read a write.
    fn learned_from(&self, wide: &WideUpdate, w: WriteIdx) -> Option<Known<'_>> {
        let write = self.write(w);
        let item = write.item?;
        if !self.is_c11() {
            return Some(self.known_by_item(item));
        }
        let of_load = |order| matches!(order, LoadOrder::Acquire | LoadOrder::SeqCst);
        let acquires = match wide.op {
            Op::Load { order, .. } => of_load(order),
            Op::Rmw { order, .. } => order.acquires(),
            Op::CompareExchange {
                success, failure, ..
            } => success.acquires() && of_load(failure),
            _ => false,
        };
        acquires.then(|| self.known_by(write.message))
    }

    /// The record of such an item.
    pub(super) fn wide(&self, item: ItemIdx) -> &WideUpdate {
        let mut all = self.wide.iter().rev();
        let own = all.find(|wide| wide.item == item);
        own.expect("it is a read-modify-write of several pieces")
    }

    /// The items that happened before an item.
    pub(super) fn known_before(&self, item: ItemIdx) -> Known<'_> {
        match self.relaxed {
            true => self.known_by(self.item(item).before),
            false => Known {
                clock: self.clock(self.item(item).state.last),
                shift: 0,
            },
        }
    }

    /// The names of these writes.
    pub(super) fn names_of(&self, sources: &[WriteIdx]) -> Choices {
        sources.iter().map(|w| self.name_of(*w)).collect()
    }

    /// The name of sources together with their pasts.
    pub fn name_of_sources(&self, sources: &[Choice]) -> u128 {
        let past = |choice: &Choice| match choice {
            Choice::From { thread, nth } => {
                let item = self.of_thread[thread.index()][*nth as usize - 1];
                self.item(item).name
            }
            _ => 0,
        };
        sources
            .iter()
            .fold(0, |name, choice| mix(name, mix(past(choice), 1)))
    }

    /// Adds the past of a write to a clock.
    pub(super) fn join_past(&self, clock: &mut Vec<u32>, w: WriteIdx) {
        if let Some(item) = self.write(w).item {
            clock::join_wider(clock, self.clock(item));
        }
    }

    /// Is an item the one that made a write, or in its past?
    pub(super) fn leads_to(&self, item: ItemIdx, w: WriteIdx) -> bool {
        let item = self.item(item);
        let writer = self.write(w).item;
        writer.is_some_and(|writer| knows(self.clock(writer), item.thread, item.nth))
    }

    /// After the first `base` items and those that a clock knows: is a write taken?
    pub(super) fn is_taken_there(&self, w: WriteIdx, (base, clock): (usize, &[u32])) -> bool {
        self.write(w).taken.is_some_and(|taker| {
            let item = self.item(taker);
            (taker.0 as usize) < base || knows(clock, item.thread, item.nth)
        })
    }
}
