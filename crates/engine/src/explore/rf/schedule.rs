//! Schedules: continuations that are still to be explored, by the event in front of which the
//! search turns off.

use super::event::Event;
use super::fingerprint::Fingerprint;
use super::history::Entry;
use super::order::Turns;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

pub struct Schedule {
    /// The events that have to happen before the events with other sources.
    pub copied: Vec<Rc<Entry>>,
    /// The events with other sources than before; each may read from those before it.
    pub changed: Changed,
    /// An execution of everything up to and including these.
    pub witness: Turns,
}

/// One event, or two that change places.
pub type Changed = SmallVec<[Event; 1]>;

impl Schedule {
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        let copied = self.copied.iter().map(|entry| &entry.event);
        copied.chain(&self.changed)
    }
}

/// Up to here it is cheaper to look at all.
const FEW: usize = 24;

/// The continuations at one place of the search tree.
#[derive(Default)]
pub struct Node {
    /// All that were looked at, whether they are possible or not: the first few and the others.
    few: Vec<Fingerprint>,
    others: FxHashSet<Fingerprint>,
    todo: Vec<Schedule>,
}

impl Node {
    pub fn knows(&self, continuation: Fingerprint) -> bool {
        self.few.contains(&continuation)
            || !self.others.is_empty() && self.others.contains(&continuation)
    }
    pub fn is_fresh(&self) -> bool {
        self.few.is_empty()
    }
    /// Notes a continuation that need not be looked at again.
    pub fn note(&mut self, continuation: Fingerprint) {
        if self.few.len() < FEW {
            self.few.push(continuation);
        } else {
            self.others.insert(continuation);
        }
    }
    pub fn add(&mut self, schedule: Schedule) {
        self.todo.push(schedule);
    }
    pub fn take(&mut self) -> Option<Schedule> {
        self.todo.pop()
    }
}
