//! Locks that are overwritten by a thread that does not hold them.
//!
//! The alternatives to a lock are the events that could take its place. That is complete only as long as no thread
//! overwrites the lock blindly, except its holder, and a thread that sets it up before any thread can take it.

use super::event::{Event, Name};
use super::history::{History, is_in};
use super::location::LocationIdx;

#[derive(Default)]
pub struct Strays {
    /// By location: is it a lock, a location that some event waits for and then changes?
    locks: Vec<bool>,
    /// Positions of events that overwrite a lock which their thread has not taken.
    loose: Vec<(u32, LocationIdx)>,
}

impl Strays {
    /// Forgets events from a position of the history on.
    pub fn truncate(&mut self, len: usize) {
        self.loose
            .retain(|(position, _)| (*position as usize) < len);
    }

    /// Notes the event at a position of the history, to be called for each in turn; returns an event that
    /// overwrites a lock although others may take it.
    pub fn enter(&mut self, history: &History, position: usize) -> Option<Name> {
        let event = history.event(position);
        let taken = event.guard.filter(|guard| event.waits_to_change(*guard));
        if let Some(lock) = taken {
            self.note_lock(history, lock, position);
            let others = self.loose.iter().filter(|(_, location)| *location == lock);
            let others = others.map(|(position, _)| history.event(*position as usize).name);
            let mut others = others.filter(|w| !is_before(history, *w, event.name));
            return others.next();
        }
        for location in event.written_locations() {
            if self.is_lock(location) && is_loose(history, event, location) {
                self.loose.push((position as u32, location));
                let writers = history.writers(location).into_iter();
                let mut all = writers.flat_map(|all| all.names());
                let takes = |w: Name| history.get(w).waits_to_change(location);
                if all.any(|w| takes(w) && !is_before(history, event.name, w)) {
                    return Some(event.name);
                }
            }
        }
        None
    }

    fn is_lock(&self, location: LocationIdx) -> bool {
        self.locks.get(location.index()).is_some_and(|lock| *lock)
    }

    fn note_lock(&mut self, history: &History, lock: LocationIdx, position: usize) {
        if self.is_lock(lock) {
            return;
        }
        if self.locks.len() <= lock.index() {
            self.locks.resize(lock.index() + 1, false);
        }
        self.locks[lock.index()] = true;
        for writer in history
            .writers(lock)
            .into_iter()
            .flat_map(|all| all.names())
        {
            let at = history.position(writer);
            if at < position && is_loose(history, history.get(writer), lock) {
                self.loose.push((at as u32, lock));
            }
        }
    }
}

/// Does a write come before the taker of the lock in any case?
fn is_before(history: &History, w: Name, taker: Name) -> bool {
    is_in(w, &history.past(taker))
}

/// Is this a blind write to a lock by a thread that does not hold it?
fn is_loose(history: &History, event: &Event, location: LocationIdx) -> bool {
    if event.source(location).is_some() {
        return false;
    }
    let Name { thread, nth } = event.name;
    let writers = history.writers(location);
    let last = writers.and_then(|all| all.last(thread, nth - 1));
    last.is_none_or(|last| !history.get(last).waits_to_change(location))
}
