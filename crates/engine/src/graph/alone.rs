//! The times in which a thread is alone.
//!
//! Until main creates the first thread, all that it does happens before whatever others do. Its writes are initial values
//! then: they go to memory, and no item is made. When all other threads have ended, and all that they did happens before
//! the last one, a read with a single source is no item. A read with several sources tells apart the orders in which others
//! wrote, and is one. A write is newer than all others, and every later read happens after it, so it is the initial
//! value of a new place.
//!
//! Choices are items, since the search has to come back to them, and so is the creation of a thread.

use super::coherence::{Marks, PlaceIdx, WriteIdx};
use super::event_graph::Graph;
use crate::host::memory::{GranuleIdx, byte_mask, extract, insert};
use crate::host::{Execution, Impatience};
use smallvec::SmallVec;
use threadproof_program::{Access, Op, Response, ThreadId, address};

/// After so many operations somebody looks at the clock.
const OPERATIONS_PER_LOOK: u32 = 1 << 14;
/// So many operations are written down for people.
const MOST_LOGGED: usize = 500;

/// The eight bytes around an access, as the only thread sees them.
#[derive(Default)]
struct Seen {
    value: u64,
    defined: u8,
    /// The write of the last place that was looked at.
    source: Option<WriteIdx>,
}

impl Graph<'_> {
    /// Performs the pending operation of `t` without an item, if nobody else is there; false if that is impossible.
    pub(super) fn go_alone(&mut self, t: ThreadId, op: Op) -> bool {
        let at = op.access();
        if self.host.config.fine {
            return false;
        }
        if at.is_some_and(|at| address::block_owner(at.address).is_some()) || !self.is_alone(t) {
            return false;
        }
        let done = match op {
            Op::Free { address } => {
                self.free(t, &op, address);
                true
            }
            _ => at.is_some_and(|at| self.access_alone(t, op, at)),
        };
        if done {
            self.give_up_if_late(t);
        }
        done
    }

    /// Has every other thread ended, before all that `t` does from now on?
    pub(super) fn is_alone(&self, t: ThreadId) -> bool {
        let mut others = self.present().filter(|other| *other != t);
        self.left.iter().all(|other| other == t)
            && others.all(|other| {
                let last = self.item(self.thread(other).last);
                last.thread != other || self.known().has(other, last.nth)
            })
    }

    fn access_alone(&mut self, t: ThreadId, op: Op, at: Access) -> bool {
        let reads = !matches!(op, Op::Store { .. });
        let writes = !matches!(op, Op::Load { .. });
        let Some(granule) = self.accessible(t, &op, at, writes) else {
            return true;
        };
        let seen = match reads {
            true => self.see(granule, at),
            false => Some(Seen::default()),
        };
        let Some(seen) = seen else {
            return false;
        };
        let (old, defined) = (extract(seen.value, at), seen.defined_bytes(at));
        if op.guard().is_some_and(|guard| !guard.passes(old, at.size)) {
            return false;
        }
        if self.lacks_value(&op, defined) {
            self.note_read(t, &op, Response::value(old), seen.source);
            self.fail_undefined(t);
            return true;
        }
        let effect = op.effect(old, defined);
        if let Some(new) = effect.write
            && !self.overwrite(granule, at, new)
        {
            return false;
        }
        self.tell(t, (op, at), effect.response, seen.source);
        self.host.run.resume(t, effect.response);
        true
    }

    /// The places that an access touches.
    fn touched(&self, at: Access) -> SmallVec<[PlaceIdx; 4]> {
        let places = self.layout.get(&(at.address / 8)).into_iter().flatten();
        let touches = |p: &&PlaceIdx| byte_mask(self.places[p.0 as usize].at) & byte_mask(at) != 0;
        places.filter(touches).copied().collect()
    }

    /// The bytes of an access; `None` if some of them may come from several writes.
    fn see(&self, granule: GranuleIdx, at: Access) -> Option<Seen> {
        let initial = self.host.memory.get(granule);
        let mut seen = Seen {
            value: initial.value,
            defined: initial.defined,
            source: None,
        };
        for p in self.touched(at) {
            self.add_place(&mut seen, p)?;
        }
        Some(seen)
    }

    fn add_place(&self, seen: &mut Seen, p: PlaceIdx) -> Option<()> {
        let place = &self.places[p.0 as usize];
        let mut sources = Vec::new();
        let marks = &mut Marks::default();
        place.readable(self.known(), &self.writes, marks, &mut sources);
        let [source] = sources[..] else {
            return None;
        };
        let write = self.write(source);
        seen.value = insert(seen.value, place.at, write.value);
        let bytes = byte_mask(place.at);
        seen.defined = seen.defined & !bytes | write.defined << (place.at.address & 7) & bytes;
        seen.source = Some(source);
        Some(())
    }

    /// Makes a value the initial one of its bytes from now on; false if a place of which it is a part may have several.
    fn overwrite(&mut self, granule: GranuleIdx, at: Access, (value, defined): (u64, u8)) -> bool {
        let old = *self.host.memory.get(granule);
        let mut seen = Seen {
            value: old.value,
            defined: old.defined,
            source: None,
        };
        let touched = self.touched(at);
        for &p in &touched {
            let rest = byte_mask(self.places[p.0 as usize].at) & !byte_mask(at);
            if rest != 0 && self.add_place(&mut seen, p).is_none() {
                return false;
            }
        }
        for p in touched {
            self.retire(p);
        }
        if (seen.value, seen.defined) != (old.value, old.defined) {
            let whole = Access {
                address: at.address & !7,
                size: 8,
            };
            self.host.write(granule, whole, seen.value, seen.defined);
        }
        self.host.write(granule, at, value, defined);
        if self.len() == 1 {
            // There is no way back to here.
            self.host.journal.clear();
        }
        true
    }

    /// Writes the operation down, if there is a record and it is not too long.
    fn tell(
        &mut self,
        t: ThreadId,
        (op, at): (Op, Access),
        response: Response,
        source: Option<WriteIdx>,
    ) {
        let ops = self
            .host
            .record
            .as_ref()
            .map_or(0, |record| record.ops.len());
        if self.host.record.is_none() || ops >= MOST_LOGGED {
            return;
        }
        self.note_read(t, &op, response, source);
        let known = self.log_index.alone.get(&at).copied();
        let reads = !matches!(op, Op::Store { .. });
        let writes = !matches!(op, Op::Load { .. });
        if let Some(logged) = self.host.record.as_mut().and_then(|r| r.ops.last_mut()) {
            if reads && source.is_none() {
                logged.reads_from = Some(known);
            }
            if writes {
                logged.overwrites = Some(known);
            }
        }
        if writes {
            self.log_index.alone.insert(at, ops);
        }
    }

    /// The initial value of a new place is that which the only thread has written there.
    pub(super) fn note_initial(&mut self, at: Access, initial: WriteIdx) {
        if let Some(logged) = self.log_index.alone.get(&at) {
            self.log_index.writes.insert(initial, *logged);
        }
    }

    fn give_up_if_late(&mut self, t: ThreadId) {
        self.operations_alone = self.operations_alone.wrapping_add(1);
        if self.operations_alone.is_multiple_of(OPERATIONS_PER_LOOK)
            && self.host.config.limits.is_late()
        {
            self.give_up(t, Impatience::Late);
        }
    }
}

impl Seen {
    /// Bit i: byte i of the access is defined.
    fn defined_bytes(&self, at: Access) -> u8 {
        (self.defined & byte_mask(at)) >> (at.address & 7)
    }
}
