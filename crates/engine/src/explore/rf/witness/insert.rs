//! The cheapest witness: the execution at hand, with the changed event where it fits.

use super::Cut;
use crate::explore::rf::event::{Event, Name};
use crate::explore::rf::location::LocationIdx;
use crate::explore::rf::order::{Turns, take_turns};

/// Finds a witness that differs from the execution at hand only in where the changed events stand:
/// side by side in front of one of its events.
pub fn find(cut: Cut<'_>) -> Option<Turns> {
    let changed = cut.view.changed;
    if changed.iter().any(|event| event.ends) {
        return None;
    }
    let mut slot = Slot {
        first: 0,
        last: cut.order.len(),
    };
    for event in changed {
        slot.narrow(cut, event)?;
    }
    // As late as possible, so that reads of the old value stay before it.
    let slot = slot.last;
    for location in changed.iter().flat_map(Event::written_locations) {
        if crosses(cut, location, slot) {
            return None;
        }
    }
    let mut turns = cut.order.similar();
    cut.order.copy(0, slot, cut.count, &mut turns);
    for event in changed {
        take_turns(&mut turns, event.name.thread, 1);
    }
    cut.order.copy(slot, cut.order.len(), cut.count, &mut turns);
    Some(turns)
}

/// Places in front of which an event can stand.
struct Slot {
    first: u32,
    last: u32,
}

impl Slot {
    fn narrow(&mut self, cut: Cut<'_>, event: &Event) -> Option<()> {
        let before = cut.view.history.before(event.name);
        for after in event.joined.iter().copied().chain([before]) {
            if !after.is_initial() {
                self.first = self.first.max(cut.order.place(after) + 1);
            }
        }
        for read in &event.reads {
            if cut.view.changed(read.source).is_some() {
                continue;
            }
            let changed = cut.view.changed.iter();
            let mut others = changed.filter(|other| other.name != event.name);
            if others.any(|other| other.written(read.location).is_some()) {
                return None;
            }
            self.read(cut, read.location, read.source);
        }
        if cut.view.locations.lives() > 0 {
            let reads = event.reads.iter().map(|read| read.location);
            for location in reads.chain(event.written_locations()) {
                if let Some(life) = cut.view.locations.place(location).life {
                    self.read(cut, life, Name::INITIAL);
                }
            }
        }
        (self.first <= self.last).then_some(())
    }

    /// After a source, before the location is written again.
    fn read(&mut self, cut: Cut<'_>, location: LocationIdx, source: Name) {
        let from = match source.is_initial() {
            true => 0,
            false => cut.order.place(source) + 1,
        };
        self.first = self.first.max(from);
        if let Some(next) = cut.next_write(location, from) {
            self.last = self.last.min(next);
        }
    }
}

/// Does an event after the slot read what was written before it?
fn crosses(cut: Cut<'_>, location: LocationIdx, slot: u32) -> bool {
    let readers = cut.view.history.readers(location).into_iter();
    readers.flat_map(|all| all.all()).any(|(thread, nths)| {
        let places = cut.order.places(thread);
        let first = nths.partition_point(|nth| places[*nth as usize - 1] < slot);
        let later = nths[first..].iter().map(|&nth| Name { thread, nth });
        let mut present = later.take_while(|name| cut.has(*name));
        present.any(|reader| {
            let source = cut.view.history.get(reader).source(location);
            let source = source.expect("a reader has a source");
            source.is_initial() || cut.order.place(source) < slot
        })
    })
}
