//! Accesses to bytes that are also accessed in other sizes.
//!
//! Such bytes are cut into pieces, each a place of its own, wherever an access begins or ends. A wider
//! access is one item that reads or writes all its pieces, at once ([`super::wide`]). Where pieces begin is known from the start of a search: when
//! it meets another cut it begins again.

use super::coherence::{Known, PLAIN, PlaceIdx, WRITES, WriteIdx};
use super::enabled::is_await;
use super::event_graph::{Graph, Undo};
use super::happens_before::Strength;
use super::plan::Plans;
use super::want::{Orders, Want};
use crate::host::Execution;
use crate::host::memory::byte_mask;
use crate::outcome::GraphFeature;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use threadproof_program::{Access, LoadOrder, Op, Response, StoreOrder, ThreadId};

/// For each eight bytes that are cut, by address over 8: bit i is set if a piece begins with byte i. With [`ALONE`]: if the
/// byte belongs to a piece that is written alone.
pub type Cuts = FxHashMap<u64, u8>;

const ALONE: u64 = 1 << 63;

/// The pieces of an access, in the order of addresses.
pub(super) type Pieces = SmallVec<[Access; 2]>;

/// The first byte of an access and, if that is among the eight, the one after the last.
pub(super) fn bounds(at: Access) -> u8 {
    let mask = byte_mask(at);
    let first = mask & mask.wrapping_neg();
    first | (u16::from(mask) + u16::from(first)) as u8
}

impl Graph<'_> {
    pub(super) fn pieces(&self, at: Access) -> Pieces {
        let mut pieces = Pieces::new();
        let cuts = match self.cuts.is_empty() {
            true => 0,
            false => self.cuts.get(&(at.address / 8)).copied().unwrap_or(0),
        };
        let mut start = 0;
        for end in 1..=at.size {
            let next = (at.address & 7) + u64::from(end);
            if end == at.size || cuts >> next & 1 == 1 {
                pieces.push(Access {
                    address: at.address + u64::from(start),
                    size: end - start,
                });
                start = end;
            }
        }
        pieces
    }

    /// An access overlaps with places of other sizes that it is not ordered with: the search begins
    /// again with smaller pieces.
    pub(super) fn refine(&mut self, at: Access) {
        let granule = at.address / 8;
        let places = self.layout.get(&granule).into_iter().flatten();
        let known = self.cuts.get(&granule).copied().unwrap_or(0);
        let mut cuts = known;
        for place in places.map(|p| &self.places[p.0 as usize]) {
            cuts |= place.cuts | bounds(place.at);
        }
        cuts |= bounds(at);
        // That it did not help has a reason that is not known: single bytes always do.
        let cuts = if cuts == known { 0xff } else { cuts };
        self.cuts.insert(granule, cuts);
        self.refined = true;
        self.infeasible = true;
    }

    /// A write of one place. If that is a piece that others access with more, the search has to know it from its start;
    /// false if it did not.
    pub(super) fn note_written_alone(&mut self, at: Access) -> bool {
        let granule = at.address / 8;
        if self.cuts.is_empty() || !self.cuts.contains_key(&granule) {
            return true;
        }
        let mask = byte_mask(at);
        let known = self.cuts.entry(granule | ALONE).or_insert(0);
        if *known & mask == mask {
            return true;
        }
        *known |= mask;
        self.refined = true;
        self.infeasible = true;
        false
    }

    fn is_written_alone(&self, at: Access) -> bool {
        let known = self.cuts.get(&(at.address / 8 | ALONE));
        known.is_some_and(|known| known & byte_mask(at) != 0)
    }

    /// A load of several pieces.
    pub(super) fn load_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        pieces: &[Access],
        plans: &mut Plans,
    ) {
        let Op::Load {
            at,
            order,
            raw,
            guard,
        } = op
        else {
            unreachable!("the caller has a load");
        };
        let want = match guard.map(|guard| guard.why) {
            None if self.thread(t).sections > 0 => return self.refuse_pieces(t),
            Some(why) if !is_await(why) => {
                return self.refuse(t, GraphFeature::WaitForMixedSizes.into());
            }
            // A read-modify-write may follow.
            _ => Want::Any {
                section: self.thread(t).sections > 0,
            },
        };
        let kind = match order {
            LoadOrder::Plain => PLAIN,
            _ => 0,
        };
        self.begin_pieces(SmallVec::new());
        let orders = (want, Orders::Load(order));
        let read = self.read_pieces(t, op, (pieces, orders), kind, plans);
        self.end_pieces(read.is_some() && order != LoadOrder::Plain);
        let Some((value, defined, source)) = read else {
            return;
        };
        if let Some(guard) = guard
            && !guard.passes(value, at.size)
        {
            self.change_thread(t).stuck = source;
            return self.note_read(t, &op, Response::value(value), source);
        }
        if !raw && self.lacks_value(at, defined) {
            self.note_read(t, &op, Response::value(value), source);
            return self.fail_undefined(t);
        }
        let defined = if raw { defined } else { 0xff };
        self.respond_to_read(t, &op, Response { value, defined }, source);
    }

    /// Reads all pieces: the value, which bytes are defined, and the write of the first piece. The kind of the access is
    /// for races.
    fn read_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, (want, orders)): (&[Access], (Want, Orders)),
        kind: u8,
        plans: &mut Plans,
    ) -> Option<(u64, u8, Option<WriteIdx>)> {
        // Races are with what was known before anything was read.
        let known = self.known();
        let (before, shift) = (known.clock.to_vec(), known.shift);
        let first = pieces[0].address;
        let (mut value, mut defined, mut source) = (0, 0, None);
        for &piece in pieces {
            let p = self.accessed(t, op, piece, false)?;
            let before = Known {
                clock: &before,
                shift,
            };
            self.note_access(t, p, kind, Some(before));
            if piece.address == first && matches!(orders, Orders::Load(LoadOrder::SeqCst)) {
                self.note_pieces_if_seq_cst(t, true, p);
            }
            let read = self.read(t, p, (want, orders), plans)?;
            if !self.is_seq_cst_possible(t, p) {
                return None;
            }
            self.add_piece(p, read);
            source = source.or(Some(read));
            let write = self.write(read);
            let offset = piece.address - first;
            let bytes = ((1u16 << piece.size) - 1) as u8;
            value |= write.value << (8 * offset);
            defined |= (write.defined & bytes) << offset;
        }
        Some((value, defined, source))
    }

    /// A read-modify-write of several pieces.
    pub(super) fn modify_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, orders): (&[Access], Orders),
        plans: &mut Plans,
    ) {
        let at = op.access().expect("a read-modify-write is an access");
        let Orders::Update {
            success, failure, ..
        } = orders
        else {
            unreachable!("the caller has a read-modify-write");
        };
        let expected = expected(op, pieces);
        // Whether a compare-exchange succeeds is known when all its pieces are.
        let wanted = match expected.is_empty() {
            true => (Want::Update(op), orders),
            false => (Want::Any { section: true }, Orders::Load(failure)),
        };
        let given = plans.given.len();
        self.begin_pieces(expected);
        let kind = if matches!(op, Op::Rmw { .. }) {
            WRITES
        } else {
            0
        };
        let read = self.read_pieces(t, op, (pieces, wanted), kind, plans);
        let free = self.item(self.newest()).choices.len() >= given;
        let parts = self.end_pieces(false);
        let lost = match free {
            true => &pieces[parts.len().min(pieces.len() - 1)..],
            false => &[],
        };
        let Some((old, defined, source)) = read else {
            return self.note_lost_pieces(t, lost);
        };
        if self.lacks_value(at, defined) {
            self.note_read(t, &op, Response::value(old), source);
            return self.fail_undefined(t);
        }
        let all = u8::MAX >> (8 - at.size);
        let defined = if defined & all == all { 0xff } else { 0 };
        let places: SmallVec<[PlaceIdx; 4]> = parts.iter().map(|(p, _)| *p).collect();
        match op.written(old) {
            None => self.keep_wide(parts, false),
            Some(new) => {
                let strength = Strength::of_update_read(success);
                let seq_cst = strength == Strength::SeqCst;
                self.note_pieces_if_seq_cst(t, seq_cst, places[0]);
                if matches!(op, Op::CompareExchange { .. }) {
                    places
                        .iter()
                        .for_each(|p| self.look_for_race(t, *p, WRITES));
                    self.strengthen(t, &parts, strength);
                }
                let new = (new, op.defines(defined));
                if !self.write_pieces(t, (pieces, &places), new, orders.of_write()) {
                    return self.note_lost_pieces(t, lost);
                }
                self.keep_written(&places);
            }
        }
        if self.infeasible {
            return self.note_lost_pieces(t, lost);
        }
        if !places.iter().all(|p| self.is_seq_cst_possible(t, *p)) {
            return;
        }
        let response = Response {
            value: old,
            defined,
        };
        self.respond_to_read(t, &op, response, source);
    }

    /// After a compare-exchange has succeeded: it read the writes with this strength.
    fn strengthen(&mut self, t: ThreadId, parts: &[(PlaceIdx, WriteIdx)], strength: Strength) {
        if !self.relaxed {
            return;
        }
        for (_, source) in parts {
            if self.write(*source).item.is_some() {
                self.synchronise(t, *source, strength);
            }
        }
        let known = self.known();
        let (clock, shift) = (known.clock.to_vec(), known.shift);
        let known = Known {
            clock: &clock,
            shift,
        };
        let mut marks = std::mem::take(&mut self.marks);
        for (p, source) in parts {
            let place = &mut self.places[p.0 as usize];
            self.infeasible |= !place.is_readable(known, *source, &self.writes, &mut marks);
            let journal = &mut self.host.journal;
            place.force(known, *source, &self.writes, |block| {
                journal.push(Undo::Force(*p, block));
            });
        }
        self.marks = marks;
    }

    /// The choices that were made first leave a read-modify-write nothing to take at these pieces. If they were free, a
    /// write that comes later could be taken with them, and is not looked for. It would be a write of such a piece alone,
    /// or come before one: writes of all pieces are ordered in the same way at each.
    fn note_lost_pieces(&mut self, t: ThreadId, lost: &[Access]) {
        let open = lost.iter().any(|piece| self.is_written_alone(*piece));
        if open && self.infeasible && !self.refined {
            self.host.obstruct(t, GraphFeature::UpdateOfMixedSizes);
        }
    }

    /// Keeps the writes of the newest item to these places, which were made at once.
    fn keep_written(&mut self, places: &[PlaceIdx]) {
        let written = |p: &PlaceIdx| Some((*p, self.own_write(*p)?));
        let parts = places.iter().filter_map(written).collect();
        self.keep_wide(parts, true);
    }

    pub(super) fn store_pieces(&mut self, t: ThreadId, op: Op, pieces: &[Access]) {
        let Op::Store {
            order,
            value,
            defined,
            ..
        } = op
        else {
            unreachable!("the caller has a store");
        };
        let plain = order == StoreOrder::Plain && self.thread(t).sections == 0;
        let mut places: SmallVec<[PlaceIdx; 4]> = SmallVec::new();
        for &piece in pieces {
            let Some(p) = self.accessed(t, op, piece, true) else {
                return;
            };
            self.look_for_race(t, p, WRITES | if plain { PLAIN } else { 0 });
            self.look_at_locks(t, p);
            places.push(p);
        }
        self.note(t, &op, Response::NONE, None);
        self.note_pieces_if_seq_cst(t, order == StoreOrder::SeqCst, places[0]);
        let strength = Strength::of_store(order);
        if self.write_pieces(t, (pieces, &places), (value, defined), strength) {
            if order != StoreOrder::Plain {
                self.keep_written(&places);
            }
            self.host.run.resume(t, Response::NONE);
        }
    }

    /// False if the item is impossible.
    fn write_pieces(
        &mut self,
        t: ThreadId,
        (pieces, places): (&[Access], &[PlaceIdx]),
        (value, defined): (u64, u8),
        strength: Strength,
    ) -> bool {
        let first = pieces[0].address;
        pieces.iter().zip(places).all(|(piece, p)| {
            let offset = piece.address - first;
            let bits = u64::MAX >> (64 - 8 * u32::from(piece.size));
            let value = value >> (8 * offset) & bits;
            match self.add_write(t, *p, (value, defined >> offset), strength) {
                Some(written) => {
                    self.note_write(written);
                    true
                }
                None => false,
            }
        })
    }

    /// A section may want to take what it reads: that is asked for one place at a time.
    fn refuse_pieces(&mut self, t: ThreadId) {
        self.refuse(t, GraphFeature::SectionOfMixedSizes.into());
    }
}

/// What a compare-exchange expects of each piece; nothing for other operations.
fn expected(op: Op, pieces: &[Access]) -> SmallVec<[u64; 2]> {
    let Op::CompareExchange { at, expected, .. } = op else {
        return SmallVec::new();
    };
    let part = |piece: &Access| {
        let bits = u64::MAX >> (64 - 8 * u32::from(piece.size));
        expected >> (8 * (piece.address - at.address)) & bits
    };
    pieces.iter().map(part).collect()
}
