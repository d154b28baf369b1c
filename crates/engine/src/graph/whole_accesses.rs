//! Accesses of several pieces are not torn.
//!
//! Pieces have coherence orders of their own, so nothing else would keep a read of a word from taking one half of a store
//! and something older for the other half. No processor does that to aligned accesses, and locks whose word is used in
//! several sizes rely on it. C11 does not define accesses of different sizes, so the rules are those that x86 and ARMv8
//! have in common (Flur et al., "Mixed-size Concurrency: ARM, POWER, C/C++11, and SC", POPL 2017; Alglave, Deacon,
//! Grisenthwaite, Hacquard, Maranget, "Armed Cats", TOPLAS 2021). For writes that are no part of a section:
//!
//! 1. *One order.* Two writes that share several pieces have the same order at all of them.
//! 2. *No tearing.* If an atomic read takes a write `w` for one piece, or a read-modify-write that continues `w` there, and
//!    `w` also wrote another piece of the read, then the read takes `w` or something newer for that piece.
//!
//! The second rule does not look behind a read-modify-write of the reader's own thread if the read only loads and does not
//! acquire: ARMv8 lets such a load see the thread's own write before others do.
//!
//! The rules are about given orders of writes, so a part of an execution keeps them, and an item that comes last
//! of all can always be added. The search asks for nothing else (lemma 2 of `docs/design/weak-memory.md`). Of the
//! orders only a part is known; the first rule is asked of all that follows from it by the rule itself, from
//! piece to piece. That may miss a contradiction between read-modify-writes of several pieces, and then there is an execution too
//! many, never one too few.

use super::coherence::{ItemIdx, PlaceIdx, WriteIdx};
use super::event_graph::{Graph, Undo};
use super::wide_updates::WideUpdate;
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{LoadOrder, Op, ThreadId};

/// The order of the chains of a place, as far as it is known: `before[x][y]` says that `x` is before `y`, transitively.
struct Order {
    before: Vec<Vec<bool>>,
}

/// A write of several pieces: the number of each place, and the write there.
type WholeWrite = SmallVec<[(usize, WriteIdx); 4]>;

/// Two writes cannot have the same order at all pieces.
struct Contradiction;

impl Order {
    fn new(chains: usize) -> Order {
        Order {
            before: vec![vec![false; chains]; chains],
        }
    }

    /// Puts a chain before another one; true if that was not known.
    fn add(&mut self, first: usize, second: usize) -> Result<bool, Contradiction> {
        if first == second || self.before[second][first] {
            return Err(Contradiction);
        }
        if self.before[first][second] {
            return Ok(false);
        }
        let later = self.before[second].clone();
        for (chain, row) in self.before.iter_mut().enumerate() {
            if chain == first || row[first] {
                row[second] = true;
                row.iter_mut().zip(&later).for_each(|(b, l)| *b |= l);
            }
        }
        Ok(true)
    }
}

impl Graph<'_> {
    /// After the newest item has read at a place, and written there if it does: can the writes be ordered as C11 and accesses
    /// of several pieces ask for? If not, the item is impossible.
    pub(super) fn is_order_possible(&mut self, t: ThreadId, p: PlaceIdx) -> bool {
        if !self.cuts.is_empty() && (!self.spinning.is_empty() || self.orders_writes()) {
            let last = self.spinning.iter().map(|(_, w)| *w);
            let last: SmallVec<[WriteIdx; 4]> = last.collect();
            if !self.do_whole_writes_agree(p, &last) {
                self.infeasible = true;
                return false;
            }
        }
        self.is_seq_cst_possible(t, p)
    }

    /// Can the newest item have ordered writes that were there? It has put some in order, or it has, as a read-modify-write
    /// of several pieces, brought the sources of its pieces together. If these are pieces of one write, it comes right after
    /// that at all of them, so it has the order of that write.
    fn orders_writes(&self) -> bool {
        let newest = self.item(self.newest());
        newest.forced || !newest.section && newest.sources.len() > 1 && self.only_source().is_none()
    }

    /// The first rule, for the writes of the eight bytes around a place. `last`: writes that are the last ones of their places.
    pub(super) fn do_whole_writes_agree(&self, p: PlaceIdx, last: &[WriteIdx]) -> bool {
        let granule = self.places[p.0 as usize].at.address / 8;
        if self.cuts.is_empty() || !self.cuts.contains_key(&granule) {
            return true;
        }
        if self.witness.is_some() || mutant::is(Mutant::PiecesInAnyOrder) {
            return true;
        }
        let places = &self.layout[&granule];
        let whole = self.whole_writes(places);
        whole.len() < 2
            || last.is_empty() && self.are_in_one_order(&whole)
            || self.agree_at(places, &whole, last).is_ok()
    }

    /// The pairs of chains of a place that the first rule puts in order: the order of sequentially consistent events has to
    /// agree with them, too.
    pub(super) fn agreed_pairs(&self, p: PlaceIdx) -> Vec<(usize, usize)> {
        let granule = self.places[p.0 as usize].at.address / 8;
        let Some(places) = self.layout.get(&granule) else {
            return Vec::new();
        };
        let is_cut = !self.cuts.is_empty() && self.cuts.contains_key(&granule);
        let number = places.iter().position(|place| *place == p);
        let (Some(number), true) = (number, is_cut && !mutant::is(Mutant::PiecesInAnyOrder)) else {
            return Vec::new();
        };
        let whole = self.whole_writes(places);
        if whole.len() < 2 || self.are_in_one_order(&whole) {
            return Vec::new();
        }
        let Ok(orders) = self.agree_at(places, &whole, &[]) else {
            return Vec::new();
        };
        let before = &orders[number].before;
        let later = |first: usize| (0..before.len()).filter(move |second| before[first][*second]);
        let all =
            (0..before.len()).flat_map(|first| later(first).map(move |second| (first, second)));
        all.collect()
    }

    /// The writes of several of these places, each by one operation, in the order of their items.
    fn whole_writes(&self, places: &[PlaceIdx]) -> Vec<WholeWrite> {
        let mut found: Vec<(ItemIdx, WholeWrite)> = Vec::new();
        for p in places {
            for &w in &self.places[p.0 as usize].writes {
                let Some(item) = self.write(w).item.filter(|i| !self.item(*i).section) else {
                    continue;
                };
                let pieces = self.pieces_written(item, places);
                if pieces.len() > 1 && pieces[0].1 == w {
                    found.push((item, pieces));
                }
            }
        }
        found.sort_unstable_by_key(|(item, _)| *item);
        found.into_iter().map(|(_, pieces)| pieces).collect()
    }

    /// The writes of an item to these places.
    fn pieces_written(&self, item: ItemIdx, places: &[PlaceIdx]) -> WholeWrite {
        let numbered = self.written_by(item).filter_map(|w| {
            let here = |p: &PlaceIdx| *p == self.write(w).place;
            Some((places.iter().position(here)?, w))
        });
        numbered.collect()
    }

    fn written_by(&self, item: ItemIdx) -> impl Iterator<Item = WriteIdx> + '_ {
        let first = self.item(item).first_write;
        let next = self.items.get(item.0 as usize + 1);
        let end = next.map_or(self.writes.len() as u32, |next| next.first_write);
        // Initial values of new places may be among them.
        let own = (first..end).map(WriteIdx);
        own.filter(move |w| self.write(*w).item == Some(item))
    }

    /// Is each of these writes certainly before the next one, at all the same pieces? So it is nearly always.
    fn are_in_one_order(&self, whole: &[WholeWrite]) -> bool {
        whole.windows(2).all(|pair| {
            let same = pair[0].iter().map(|(place, _)| place);
            let same = same.eq(pair[1].iter().map(|(place, _)| place));
            same && shared(&pair[0], &pair[1]).all(|(_, a, b)| self.is_certainly_before(a, b))
        })
    }

    /// Carries the order of the writes of several pieces from each piece to the others, until nothing is new.
    fn agree_at(
        &self,
        places: &[PlaceIdx],
        whole: &[WholeWrite],
        last: &[WriteIdx],
    ) -> Result<Vec<Order>, Contradiction> {
        let mut orders: Vec<Order> = Vec::new();
        for p in places {
            let place = &self.places[p.0 as usize];
            let mut order = Order::new(place.chains().count());
            for (chain, (_, before)) in place.chains().enumerate() {
                if chain > 0 {
                    order.add(0, chain)?;
                }
                for &earlier in before {
                    order.add(earlier as usize, chain)?;
                }
            }
            let last = last.iter().map(|w| self.write(*w));
            for last in last.filter(|last| last.place == *p) {
                let last = last.chain as usize;
                for chain in (0..order.before.len()).filter(|chain| *chain != last) {
                    order.add(chain, last)?;
                }
            }
            orders.push(order);
        }
        loop {
            let mut changed = false;
            for a in whole {
                for b in whole.iter().filter(|b| b[0].1 != a[0].1) {
                    if self.is_first_somewhere(&orders, a, b) {
                        changed |= self.put_first(&mut orders, a, b)?;
                    }
                }
            }
            if !changed {
                return Ok(orders);
            }
        }
    }

    /// Is a write before another one at some piece?
    fn is_first_somewhere(&self, orders: &[Order], a: &WholeWrite, b: &WholeWrite) -> bool {
        shared(a, b).any(|(place, a, b)| {
            let (a, b) = (self.write(a), self.write(b));
            match a.chain == b.chain {
                true => a.position < b.position,
                false => orders[place].before[a.chain as usize][b.chain as usize],
            }
        })
    }

    /// Puts a write before another one at all pieces that they share; true if that is new somewhere.
    fn put_first(
        &self,
        orders: &mut [Order],
        a: &WholeWrite,
        b: &WholeWrite,
    ) -> Result<bool, Contradiction> {
        let mut changed = false;
        for (place, a, b) in shared(a, b) {
            let (a, b) = (self.write(a), self.write(b));
            if a.chain != b.chain {
                changed |= orders[place].add(a.chain as usize, b.chain as usize)?;
            } else if a.position > b.position {
                return Err(Contradiction);
            }
        }
        Ok(changed)
    }
}

/// The pieces that two writes share, by the numbers of their places.
fn shared<'a>(
    a: &'a WholeWrite,
    b: &'a WholeWrite,
) -> impl Iterator<Item = (usize, WriteIdx, WriteIdx)> + 'a {
    a.iter().filter_map(|(place, w)| {
        let other = b.iter().find(|(other, _)| other == place)?;
        Some((*place, *w, other.1))
    })
}

impl Graph<'_> {
    /// The second rule, for the newest item, which has read these of all its pieces: puts the writes that it must not miss
    /// before those that it has read. If that contradicts what is known, the item is impossible.
    pub(super) fn keeps_whole_writes(&mut self, sources: &[WriteIdx], forwards: bool) -> bool {
        if mutant::is(Mutant::TornReads) {
            return true;
        }
        let reader = self.item(self.newest()).thread;
        for &seen in sources {
            for &other in sources {
                let beside = self.shown_beside(seen, other, (reader, forwards));
                if let Some(hidden) = beside.filter(|hidden| *hidden != other)
                    && !self.put_before_source(hidden, other)
                {
                    self.infeasible = true;
                    return false;
                }
            }
        }
        true
    }

    /// The same for an atomic load of several pieces.
    pub(super) fn keeps_whole_load(&mut self, t: ThreadId, load: Op) -> bool {
        let sources = self.item(self.newest()).sources.iter();
        let sources: SmallVec<[WriteIdx; 4]> = sources.flatten().copied().collect();
        self.keeps_whole_writes(&sources, forwards(load))
            && sources
                .iter()
                .all(|source| self.is_order_possible(t, self.write(*source).place))
    }

    /// Who reads `seen` knows of this write to the place of `other`: the newest one that was made together with `seen`, or with
    /// one that it continues as a read-modify-write. Older ones are before it, by the first rule.
    fn shown_beside(
        &self,
        seen: WriteIdx,
        other: WriteIdx,
        (reader, forwards): (ThreadId, bool),
    ) -> Option<WriteIdx> {
        let (write, place) = (self.write(seen), self.write(other).place);
        if write.place == place {
            return None;
        }
        let own = write
            .item
            .is_some_and(|item| self.item(item).thread == reader);
        let chain = self.places[write.place.0 as usize].chain_of(write);
        let known = if own && forwards { 1 } else { chain.len() };
        let mut newest_first = chain.iter().rev().take(known);
        newest_first.find_map(|w| self.piece_of(*w, place))
    }

    /// What the operation that made a write has written to another place.
    fn piece_of(&self, w: WriteIdx, p: PlaceIdx) -> Option<WriteIdx> {
        let item = self.write(w).item?;
        match self.item(item).section {
            true => None,
            false => self
                .written_by(item)
                .find(|other| self.write(*other).place == p),
        }
    }

    /// Puts a write before the source of a read; false if it is known to be after it.
    fn put_before_source(&mut self, earlier: WriteIdx, source: WriteIdx) -> bool {
        let (first, second) = (*self.write(earlier), *self.write(source));
        if first.chain == second.chain {
            return first.position < second.position;
        }
        let place = &mut self.places[second.place.0 as usize];
        if place.is_before(second.chain, first.chain) {
            return false;
        }
        if place.put_before(first.chain, second.chain) {
            let undo = Undo::Force(second.place, second.chain);
            self.host.journal.push(undo);
            self.top().forced = true;
        }
        true
    }

    /// Would a read of these two be torn, whatever is taken back: is the second one certainly older than a write that the
    /// first one shows?
    pub(super) fn is_torn(&self, wide: &WideUpdate, a: WriteIdx, b: WriteIdx) -> bool {
        if mutant::is(Mutant::TornReads) {
            return false;
        }
        let reader = (self.item(wide.item).thread, forwards(wide.op));
        let hides = |shown: WriteIdx, old: WriteIdx| {
            let beside = self.shown_beside(shown, old, reader);
            let newer = beside.filter(|newer| *newer != old);
            newer.is_some_and(|newer| self.is_certainly_before(old, newer))
        };
        hides(a, b) || hides(b, a)
    }

    fn is_certainly_before(&self, a: WriteIdx, b: WriteIdx) -> bool {
        let (first, second) = (self.write(a), self.write(b));
        if first.chain == second.chain {
            return first.position < second.position;
        }
        match (first.item, second.item) {
            (None, _) => true,
            (Some(first), Some(second)) => {
                let first = self.item(first);
                self.known_by_item(second).has(first.thread, first.nth)
            }
            _ => false,
        }
    }
}

/// May a read see its own thread's read-modify-write before others do?
pub(super) fn forwards(op: Op) -> bool {
    let acquires = |order| matches!(order, LoadOrder::Acquire | LoadOrder::SeqCst);
    match op {
        Op::Load { order, .. } => !acquires(order),
        // If it fails it only loads.
        Op::CompareExchange { failure, .. } => !acquires(failure),
        _ => false,
    }
}
