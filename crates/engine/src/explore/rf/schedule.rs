//! Schedules: continuations that are still to be explored, by the event in front of which the
//! search turns off.

use super::event::{Event, Name};
use super::witness::Turns;
use smallvec::SmallVec;

pub struct Schedule {
    /// What has to happen before the event with another source, and then that.
    pub events: Vec<Event>,
    /// The event before it has another source as well.
    pub reversed: bool,
    /// An execution of everything up to and including these.
    pub witness: Turns,
}

impl Schedule {
    /// The events with other sources than before.
    pub fn changed(&self) -> &[Event] {
        let count = 1 + usize::from(self.reversed);
        &self.events[self.events.len() - count..]
    }
}

/// What is known of the continuations at one place of the search tree.
#[derive(Default)]
pub struct Node {
    /// All that were found, explored or not.
    known: Vec<Key>,
    todo: Vec<Schedule>,
}

/// The events of a continuation, in a form that does not depend on the order of discovery.
pub type Key = Box<[u32]>;

impl Node {
    pub fn knows(&self, key: &Key) -> bool {
        self.known.contains(key)
    }
    pub fn is_fresh(&self) -> bool {
        self.known.is_empty()
    }
    /// Notes a continuation that is being explored.
    pub fn note(&mut self, key: Key) {
        self.known.push(key);
    }
    pub fn add(&mut self, key: Key, schedule: Schedule) {
        self.known.push(key);
        self.todo.push(schedule);
    }
    pub fn take(&mut self) -> Option<Schedule> {
        self.todo.pop()
    }
}

pub fn key<'a>(events: impl Iterator<Item = &'a Event>) -> Key {
    let mut order: SmallVec<[&Event; 16]> = events.collect();
    order.sort_unstable_by_key(|event| event.name);
    let mut key = Vec::with_capacity(8 * order.len());
    let mut push = |name: Name| key.extend([u32::from(name.thread.0), name.nth]);
    for event in order {
        push(event.name);
        event.reads.iter().for_each(|read| push(read.source));
        push(Name {
            nth: event.choice,
            ..Name::INITIAL
        });
    }
    key.into_boxed_slice()
}
