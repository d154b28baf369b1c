//! The places of a run of bytes.
//!
//! An access names its bytes; accesses of the same bytes are to one place. If accesses overlap with
//! others of another size, and all of these happened before, then the bytes have one value each, and the
//! places are cut anew from there on. Otherwise they are cut into [`super::mixed_size`] for good.

use super::coherence::{Marks, Place, PlaceIdx, Write, WriteIdx};
use super::event_graph::{Graph, Undo};
use super::happens_before::ClockRef;
use crate::host::cells::bounds;
use crate::host::memory::{GranuleIdx, byte_mask, extract, insert};
use smallvec::SmallVec;
use threadproof_program::{Access, ThreadId};

/// The bytes of a mask, neighbours together.
fn runs(mut mask: u8) -> impl Iterator<Item = std::ops::Range<u8>> {
    std::iter::from_fn(move || {
        let start = mask.trailing_zeros() as u8;
        let size = (mask.checked_shr(start.into())?).trailing_ones() as u8;
        mask &= (u16::MAX << (start + size)) as u8;
        Some(start..start + size)
    })
}

/// Who comes after an item of a thread comes after all before it, so the newest of each thread is
/// enough. Bytes that are cut in every round of a loop would collect the items of all rounds else.
fn keep_newest(since: &mut Vec<(ThreadId, u32)>, (thread, nth): (ThreadId, u32)) {
    match since.iter_mut().find(|(other, _)| *other == thread) {
        Some((_, newest)) => *newest = nth.max(*newest),
        None => since.push((thread, nth)),
    }
}

impl Graph<'_> {
    /// The place of an access by the newest item; `None` stops the thread `t`.
    pub(super) fn place(
        &mut self,
        t: ThreadId,
        at: Access,
        granule: GranuleIdx,
    ) -> Option<PlaceIdx> {
        let places = self.layout.get(&(at.address / 8));
        if let Some(&[p]) = places.map(SmallVec::as_slice)
            && let place = &self.places[p.0 as usize]
            && place.at == at
            && place.since.is_empty()
        {
            return Some(p);
        }
        let mask = byte_mask(at);
        let overlapping: SmallVec<[PlaceIdx; 4]> = places
            .into_iter()
            .flatten()
            .copied()
            .filter(|p| byte_mask(self.places[p.0 as usize].at) & mask != 0)
            .collect();
        match overlapping[..] {
            [] => {
                let initial = self.host.memory.get(granule);
                let (value, defined) = (initial.value, initial.defined);
                Some(self.new_place(at, (value, defined), &[]))
            }
            [p] if self.places[p.0 as usize].at == at => {
                let known = self.known();
                let since = &self.places[p.0 as usize].since;
                if since.iter().all(|(thread, nth)| known.has(*thread, *nth)) {
                    return Some(p);
                }
                self.refine(at);
                None
            }
            _ => self.cut(t, at, granule, &overlapping),
        }
    }

    /// The value that a place for `at` would begin with if `t` made it now; `None` if there may be several.
    pub(super) fn value_of_new_place(
        &self,
        t: ThreadId,
        at: Access,
        granule: GranuleIdx,
    ) -> Option<u64> {
        let mut value = self.host.memory.get(granule).value;
        let happened = self.known_to(t);
        let places = self.layout.get(&(at.address / 8)).into_iter().flatten();
        for p in places {
            let place = &self.places[p.0 as usize];
            if byte_mask(place.at) & byte_mask(at) == 0 {
                continue;
            }
            // Who does not know how the bytes were used before they became this place can have other values.
            if !self.is_laid_out(t, *p) {
                return None;
            }
            let mut sources = Vec::new();
            place.readable(happened, &self.writes, &mut Marks::default(), &mut sources);
            let [source] = sources[..] else {
                return None;
            };
            value = insert(value, place.at, self.write(source).value);
        }
        Some(extract(value, at))
    }

    /// Cuts the bytes of some places anew so that `at` is one.
    fn cut(
        &mut self,
        t: ThreadId,
        at: Access,
        granule: GranuleIdx,
        old: &[PlaceIdx],
    ) -> Option<PlaceIdx> {
        // Bytes that were in no place yet have their initial values.
        let initial = self.host.memory.get(granule);
        let (mut value, mut defined, mut mask) = (initial.value, initial.defined, 0);
        let mut since: Vec<(ThreadId, u32)> = Vec::new();
        let mut cuts = 0;
        for p in old {
            let place = &self.places[p.0 as usize];
            let happened = self.known();
            let known = place.unordered(happened, t, |_| true).is_none()
                && place.since.iter().all(|(t, nth)| happened.has(*t, *nth));
            let mut sources = Vec::new();
            let marks = &mut Marks::default();
            place.readable(happened, &self.writes, marks, &mut sources);
            let ([source], true) = (&sources[..], known) else {
                self.refine(at);
                return None;
            };
            let write = self.write(*source);
            value = insert(value, place.at, write.value);
            let bytes = byte_mask(place.at);
            defined = defined & !bytes | write.defined << (place.at.address & 7) & bytes;
            mask |= byte_mask(place.at);
            for item in place.newest_accesses().chain(place.since.iter().copied()) {
                keep_newest(&mut since, item);
            }
            cuts |= place.cuts | bounds(place.at);
        }
        for p in old {
            self.retire(*p);
        }
        let first = at.address & !7;
        for rest in runs(mask & !byte_mask(at)) {
            let rest = Access {
                address: first + u64::from(rest.start),
                size: rest.len() as u8,
            };
            let rest = self.new_place(rest, (value, defined), &since);
            self.places[rest.0 as usize].cuts = cuts;
        }
        let new = self.new_place(at, (value, defined), &since);
        self.places[new.0 as usize].cuts = cuts;
        Some(new)
    }

    /// `value` and `defined` are those of the eight bytes around.
    pub(super) fn new_place(
        &mut self,
        at: Access,
        (value, defined): (u64, u8),
        since: &[(ThreadId, u32)],
    ) -> PlaceIdx {
        let p = PlaceIdx(self.places.len() as u32);
        let initial = WriteIdx(self.writes.len() as u32);
        self.writes.push(Write {
            item: None,
            place: p,
            value: extract(value, at),
            defined: (defined & byte_mask(at)) >> (at.address & 7),
            chain: 0,
            position: 0,
            taken: None,
            message: ClockRef::default(),
        });
        self.note_initial(at, initial);
        if let Some(witness) = &mut self.witness {
            witness.add_place(initial);
        }
        let mut place = Place::new(at, initial);
        place.since.extend_from_slice(since);
        self.places.push(place);
        self.layout.entry(at.address / 8).or_default().push(p);
        self.host.journal.push(Undo::Place(p));
        p
    }
    /// Takes the newest place back.
    pub(super) fn undo_place(&mut self, p: PlaceIdx) {
        let place = self.places.pop().expect("it was added");
        self.writes.pop();
        let places = self.layout.get_mut(&(place.at.address / 8));
        places.expect("it is in use").retain(|other| *other != p);
    }

    /// Accesses do not find a place any more.
    pub(super) fn retire(&mut self, p: PlaceIdx) {
        let key = self.places[p.0 as usize].at.address / 8;
        let places = self.layout.get_mut(&key).expect("it is in use");
        places.retain(|other| *other != p);
        self.host.journal.push(Undo::Retire(p));
    }
    /// They find it again.
    pub(super) fn undo_retire(&mut self, p: PlaceIdx) {
        let key = self.places[p.0 as usize].at.address / 8;
        self.layout.entry(key).or_default().push(p);
    }
}
