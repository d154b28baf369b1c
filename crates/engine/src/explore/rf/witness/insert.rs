//! The cheapest witness: the execution at hand, with the changed event where it fits.

use super::{Cut, Turns, take_turn};
use crate::explore::rf::event::Event;
use crate::explore::rf::location::LocationIdx;

const END: u32 = u32::MAX;

/// Finds a witness that differs from the execution at hand only in where the changed events stand:
/// side by side in front of one of its events.
pub fn find(cut: &Cut<'_>) -> Option<Turns> {
    if cut.changed.iter().any(|event| event.ends) || !cut.history.ends().is_empty() {
        return None;
    }
    let mut slot = Slot {
        first: 0,
        last: END,
    };
    for event in cut.changed {
        slot.narrow(cut, event)?;
    }
    // As late as possible, so that reads of what was there before stay before it.
    let slot = slot.last;
    for write in cut.changed.iter().flat_map(|event| event.writes.iter()) {
        if crosses(cut, write.location, slot) {
            return None;
        }
    }
    Some(schedule(cut, slot))
}

/// Places in front of which an event can stand.
struct Slot {
    first: u32,
    last: u32,
}

impl Slot {
    fn narrow(&mut self, cut: &Cut<'_>, event: &Event) -> Option<()> {
        let after = cut.history.before(event.name);
        if !after.is_initial() {
            self.first = self.first.max(cut.place(after) + 1);
        }
        for read in &event.reads {
            if cut.changed(read.source).is_some() {
                continue;
            }
            let mut others = cut.changed.iter().filter(|other| other.name != event.name);
            if others.any(|other| other.written(read.location).is_some()) {
                return None;
            }
            let from = match read.source.is_initial() {
                true => 0,
                false => cut.place(read.source) + 1,
            };
            self.first = self.first.max(from);
            self.last = self.last.min(next_write(cut, read.location, from));
        }
        (self.first <= self.last).then_some(())
    }
}

/// The first write of a location at or after a place.
fn next_write(cut: &Cut<'_>, location: LocationIdx, from: u32) -> u32 {
    let writers = cut.history.writers(location).into_iter();
    let names = writers.flat_map(|w| w.names());
    let places = names.filter(|w| cut.has(*w)).map(|w| cut.place(w));
    places.filter(|place| from <= *place).min().unwrap_or(END)
}

/// Does an event after the slot read what was written before it?
fn crosses(cut: &Cut<'_>, location: LocationIdx, slot: u32) -> bool {
    let readers = cut.history.readers(location).into_iter();
    let mut present = readers.flat_map(|r| r.names()).filter(|r| cut.has(*r));
    present.any(|r| {
        let source = cut.history.get(r).source(location);
        let source = source.expect("a reader has a source");
        let before = source.is_initial() || cut.place(source) < slot;
        before && slot <= cut.place(r)
    })
}

fn schedule(cut: &Cut<'_>, slot: u32) -> Turns {
    let mut turns = Turns::new();
    let mut inserted = false;
    for (place, name) in cut.unchanged() {
        if slot <= place && !inserted {
            insert(cut, &mut turns);
            inserted = true;
        }
        take_turn(&mut turns, name.thread);
    }
    if !inserted {
        insert(cut, &mut turns);
    }
    turns
}

fn insert(cut: &Cut<'_>, turns: &mut Turns) {
    let changed = cut.changed.iter();
    changed.for_each(|event| take_turn(turns, event.name.thread));
}
