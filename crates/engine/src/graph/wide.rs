//! Atomic accesses of several pieces happen at once.
//!
//! Pieces of one word ([`super::mixed_size`]) have each their own coherence order. A store of the whole word is before or after
//! another one in all of them, and a load of the whole word sees all pieces of a store or none; otherwise two stores of 32
//! bits could leave one half each, which no machine does. So the accesses of several pieces are kept, a load as if it stood
//! right behind the write that it reads, and an order of two of them at one piece is forced at all pieces that they have in
//! common, until nothing is new (`agree`).
//!
//! Then a write that can be read at one piece contradicts no order at another: an edge that is new at both would have
//! closed a cycle at the first one already. Only the pieces of one access have to be compared with each other
//! (`fits_pieces`).

use super::choose::is_free;
use super::coherence::{PlaceIdx, WriteIdx};
use super::event_graph::{Graph, Undo};
use smallvec::SmallVec;

/// The writes of an access, or those that it reads, by piece.
type Parts = SmallVec<[(PlaceIdx, WriteIdx); 2]>;

/// An atomic access of several pieces.
#[derive(Clone, Debug)]
pub struct WideAccess {
    parts: Parts,
    writes: bool,
}

/// The access that is reading its pieces.
#[derive(Clone, Debug, Default)]
pub struct Halves {
    /// What it has read so far.
    parts: Parts,
    /// The values that a compare-exchange expects of all its pieces; it takes the writes if they have these.
    expected: SmallVec<[u64; 2]>,
}

impl WideAccess {
    fn part(&self, p: PlaceIdx) -> Option<WriteIdx> {
        let mut parts = self.parts.iter();
        parts.find(|(place, _)| *place == p).map(|(_, w)| *w)
    }
}

impl Graph<'_> {
    pub(super) fn begin_pieces(&mut self, expected: SmallVec<[u64; 2]>) {
        self.halves.parts.clear();
        self.halves.expected = expected;
    }

    /// A piece has been read.
    pub(super) fn add_piece(&mut self, p: PlaceIdx, source: WriteIdx) {
        self.halves.parts.push((p, source));
        self.agree();
    }

    /// All pieces have been read: the writes that were read. If the access is atomic and no read-modify-write, it is kept.
    pub(super) fn end_pieces(&mut self, kept: bool) -> Parts {
        let parts = std::mem::take(&mut self.halves.parts);
        self.halves.expected.clear();
        if kept {
            self.keep_wide(parts.clone(), false);
        }
        parts
    }

    pub(super) fn keep_wide(&mut self, parts: Parts, writes: bool) {
        self.wide.push(WideAccess { parts, writes });
        self.host.journal.push(Undo::Wide);
        self.agree();
    }

    /// Can the access that is reading its pieces take this write, after those that it has read?
    pub(super) fn fits_pieces(&self, p: PlaceIdx, source: WriteIdx) -> bool {
        let parts = &self.halves.parts;
        let torn = parts.iter().any(|&(q, read)| {
            let writes = self.wide.iter().filter(|other| other.writes);
            let mut common = writes.filter_map(|other| Some((other.part(p)?, other.part(q)?)));
            common.any(|(here, there)| {
                self.is_seen(there, read) && self.is_before(source, here)
                    || self.is_before(read, there) && self.is_seen(here, source)
            })
        });
        !torn && self.can_exchange(source)
    }

    /// If the last piece lets a compare-exchange succeed, it takes all writes.
    fn can_exchange(&self, source: WriteIdx) -> bool {
        let Halves { parts, expected } = &self.halves;
        if expected.len() != parts.len() + 1 {
            return true;
        }
        let read = || parts.iter().map(|(_, w)| *w).chain([source]);
        let succeeds = read()
            .zip(expected)
            .all(|(w, value)| self.write(w).value == *value);
        !succeeds || read().all(|w| is_free(self.write(w)))
    }

    /// Does who reads the second write see the first one, which is the same or before it?
    fn is_seen(&self, first: WriteIdx, second: WriteIdx) -> bool {
        first == second || self.is_before(first, second)
    }

    fn is_before(&self, first: WriteIdx, second: WriteIdx) -> bool {
        let (a, b) = (self.write(first), self.write(second));
        match a.block == b.block {
            true => a.position < b.position,
            false => self.places[a.place.0 as usize].leads_to(a.block, b.block),
        }
    }

    /// Orders accesses of several pieces in the same way at all of them. Makes the newest item impossible if that is.
    pub(super) fn agree(&mut self) {
        if self.wide.len() < 2 {
            return;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) && !self.infeasible {
            for first in 0..self.wide.len() {
                for second in 0..self.wide.len() {
                    if first != second && self.wide[second].writes {
                        changed |= self.agree_on(first, second);
                    }
                }
            }
        }
    }

    /// The same for an access and a writing one; true if an edge is new.
    fn agree_on(&mut self, one: usize, writer: usize) -> bool {
        let one = self.wide[one].clone();
        let other = &self.wide[writer];
        let common: SmallVec<[(WriteIdx, WriteIdx); 2]> = (one.parts.iter())
            .filter_map(|(p, w)| Some((*w, other.part(*p)?)))
            .collect();
        if common.len() < 2 {
            return false;
        }
        let sees = |(own, written): &(WriteIdx, WriteIdx)| match one.writes {
            true => self.is_before(*written, *own),
            false => self.is_seen(*written, *own),
        };
        let after = common.iter().any(sees);
        let before = common
            .iter()
            .any(|(own, written)| self.is_before(*own, *written));
        let mut changed = false;
        for (own, written) in common {
            if after && own != written {
                changed |= self.force_before(written, own);
            }
            if before {
                changed |= self.force_before(own, written);
            }
        }
        changed
    }

    fn force_before(&mut self, first: WriteIdx, second: WriteIdx) -> bool {
        if self.is_before(first, second) {
            return false;
        }
        if first == second || self.is_before(second, first) {
            self.infeasible = true;
            return false;
        }
        let (a, b) = (*self.write(first), *self.write(second));
        let new = self.places[a.place.0 as usize].put_before(a.block, b.block);
        if new {
            self.host.journal.push(Undo::Force(a.place, b.block));
        }
        new
    }
}
