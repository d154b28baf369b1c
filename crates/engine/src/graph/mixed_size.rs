//! Accesses to bytes that are also accessed in other sizes.
//!
//! Such bytes are cut into pieces, each a place of its own, wherever an access begins or ends. A wider
//! access is one item that reads or writes all its pieces, or both ([`super::wide_updates`]). Since an item has one past, nobody sees a
//! part of it without having seen all of it. Where pieces begin is known from the start of a search: when
//! it meets another cut it begins again.

use super::coherence::{Known, PLAIN, PlaceIdx, WRITES, WriteIdx};
use super::event_graph::Graph;
use super::happens_before::Strength;
use super::plan::Plans;
use super::want::{Orders, Want};
use crate::host::Execution;
use crate::host::cells::{Cells, bounds, cells};
use crate::host::privacy::SharedObjects;
use crate::outcome::GraphFeature;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};
use threadproof_program::{Access, LoadOrder, Op, Response, StoreOrder, ThreadId};

/// How finely a search looks at memory. It begins coarsely, and begins again when that turns out to be too coarse.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cuts {
    /// For each eight bytes that are cut, by address over 8: bit i is set if a piece begins with byte i.
    bytes: FxHashMap<u64, u8>,
    /// With one memory: atomic sections are put into order as a whole.
    pub whole_sections: bool,
    /// Without one memory: a loop that waits with an exchange looks once, at any value.
    pub exchanges_look_once: bool,
    /// The end of a thread is a write, since somebody looks at it.
    pub ends_are_writes: bool,
    /// Accesses to objects are no items unless the object is one of these: see [`crate::host::privacy`].
    pub shared: Option<SharedObjects>,
}

/// Stand for the flags among pairs: no address over 8 is as large.
const WHOLE_SECTIONS: u64 = u64::MAX;
const EXCHANGES_LOOK_ONCE: u64 = u64::MAX - 1;
const ENDS_ARE_WRITES: u64 = u64::MAX - 2;
const PRIVATE_OBJECTS: u64 = u64::MAX - 3;
/// With this bit, the address of a shared object.
const SHARED: u64 = 1 << 63;

impl Cuts {
    /// All that it says, in a fixed order.
    pub fn pairs(&self) -> Vec<(u64, u8)> {
        let mut pairs: Vec<(u64, u8)> = self.bytes.iter().map(|(at, cut)| (*at, *cut)).collect();
        pairs.extend(self.whole_sections.then_some((WHOLE_SECTIONS, 1)));
        pairs.extend(self.exchanges_look_once.then_some((EXCHANGES_LOOK_ONCE, 1)));
        pairs.extend(self.ends_are_writes.then_some((ENDS_ARE_WRITES, 1)));
        if let Some(shared) = &self.shared {
            pairs.push((PRIVATE_OBJECTS, 1));
            pairs.extend(shared.iter().map(|base| (SHARED | base, 1)));
        }
        pairs.sort_unstable();
        pairs
    }
}

impl FromIterator<(u64, u8)> for Cuts {
    fn from_iter<I: IntoIterator<Item = (u64, u8)>>(pairs: I) -> Cuts {
        let mut bytes: FxHashMap<u64, u8> = pairs.into_iter().collect();
        let whole_sections = bytes.remove(&WHOLE_SECTIONS).is_some();
        let exchanges_look_once = bytes.remove(&EXCHANGES_LOOK_ONCE).is_some();
        let ends_are_writes = bytes.remove(&ENDS_ARE_WRITES).is_some();
        let private = bytes.remove(&PRIVATE_OBJECTS).is_some();
        let shared = bytes.extract_if(|key, _| key & SHARED != 0);
        let shared: SharedObjects = shared.map(|(key, _)| key & !SHARED).collect();
        Cuts {
            bytes,
            whole_sections,
            exchanges_look_once,
            ends_are_writes,
            shared: private.then_some(shared),
        }
    }
}

impl Deref for Cuts {
    type Target = FxHashMap<u64, u8>;
    fn deref(&self) -> &FxHashMap<u64, u8> {
        &self.bytes
    }
}
impl DerefMut for Cuts {
    fn deref_mut(&mut self) -> &mut FxHashMap<u64, u8> {
        &mut self.bytes
    }
}

impl Graph<'_> {
    /// The pieces of an access.
    pub(super) fn pieces(&self, at: Access) -> Cells {
        let cuts = match self.cuts.is_empty() {
            true => 0,
            false => self.cuts.get(&(at.address / 8)).copied().unwrap_or(0),
        };
        cells(cuts, at)
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

    /// A load of several pieces.
    pub(super) fn load_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        pieces: &[Access],
        plans: &mut Plans,
    ) {
        let Op::Load {
            at, order, guard, ..
        } = op
        else {
            unreachable!("the caller has a load");
        };
        if self.thread(t).sections > 0 {
            return self.refuse_pieces(t);
        }
        let looks_once = guard.is_some_and(|guard| self.reads_anything(t, at, guard));
        if guard.is_some() && (self.witness.is_some() || !looks_once) {
            return self.refuse(t, GraphFeature::WaitForMixedSizes.into());
        }
        let mut want = Want::Any { section: false };
        // Whether a wait passes is known with all pieces.
        if guard.is_some() || self.is_c11() && order != LoadOrder::Plain {
            let Some(value) = self.decide_load(t, op, pieces, plans) else {
                return;
            };
            if guard.is_some_and(|guard| !guard.passes(value, at.size)) {
                want = Want::InVain;
            }
        }
        let kind = match order {
            LoadOrder::Plain => PLAIN,
            _ => 0,
        };
        let Some((value, defined, source)) =
            self.read_pieces(t, op, (pieces, want, order), kind, plans)
        else {
            return;
        };
        let first = source;
        // What a thread sees for ever is the last write of each piece, so it is not torn.
        let whole = order == LoadOrder::Plain || matches!(want, Want::InVain);
        if !whole && !self.keeps_whole_load(t, op) {
            return;
        }
        let source = self.only_source();
        if guard.is_some_and(|guard| !guard.passes(value, at.size)) {
            self.change_thread(t).stuck = first;
            return self.note_read(t, &op, Response::value(value), source);
        }
        self.answer_load(t, &op, (value, defined), source);
    }

    /// The write of the first piece if all pieces that the newest item has read are from one item: a report says then where
    /// the value is from.
    pub(super) fn only_source(&self) -> Option<WriteIdx> {
        let mut sources = self.item(self.newest()).sources.iter().flatten();
        let first = *sources.next()?;
        let same = |w: &WriteIdx| self.write(*w).item == self.write(first).item;
        sources.all(same).then_some(first)
    }

    /// Reads all pieces: the value, which bytes are defined, and the write of the first piece.
    fn read_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, want, order): (&[Access], Want, LoadOrder),
        kind: u8,
        plans: &mut Plans,
    ) -> Option<(u64, u8, Option<WriteIdx>)> {
        // Races are with the knowledge before the first read.
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
            if piece.address == first {
                self.note_pieces_if_seq_cst(t, order == LoadOrder::SeqCst, p);
            }
            let read = self.read(t, p, &(want, Orders::Load(order)), plans)?;
            if !self.is_order_possible(t, p) {
                return None;
            }
            source = source.or(Some(read));
            let write = self.write(read);
            let offset = piece.address - first;
            let bytes = piece.bytes();
            value |= write.value << (8 * offset);
            defined |= (write.defined & bytes) << offset;
        }
        Some((value, defined, source))
    }

    /// Writes all pieces of a store.
    pub(super) fn store_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        pieces: &[Access],
        (value, defined, order): (u64, u8, StoreOrder),
    ) {
        let plain = order == StoreOrder::Plain && self.thread(t).sections == 0;
        let mut places: SmallVec<[PlaceIdx; 4]> = SmallVec::new();
        for &piece in pieces {
            let Some(p) = self.accessed(t, op, piece, true) else {
                return;
            };
            self.find_race(t, p, WRITES | if plain { PLAIN } else { 0 });
            places.push(p);
        }
        self.note(t, &op, Response::NONE, None);
        self.note_pieces_if_seq_cst(t, order == StoreOrder::SeqCst, places[0]);
        let strength = Strength::of_store(order);
        if self.write_pieces(t, (pieces, &places), (value, defined), strength) {
            self.host.run.resume(t, Response::NONE);
        }
    }

    /// False if the item is impossible.
    pub(super) fn write_pieces(
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

    /// A section would have to decide its other reads together with its pieces.
    pub(super) fn refuse_pieces(&mut self, t: ThreadId) {
        self.refuse(t, GraphFeature::SectionOfMixedSizes.into());
    }
}
