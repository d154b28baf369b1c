//! Schedules: continuations that are still to be explored, by the event in front of which the
//! search turns off.

use super::event::{Event, Name};
use super::order::Turns;

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
    /// All that were looked at, whether they are possible or not, each with its length before it.
    known: Vec<u32>,
    todo: Vec<Schedule>,
}

impl Node {
    pub fn knows(&self, key: &Key) -> bool {
        let mut rest = &self.known[..];
        while let Some((length, others)) = rest.split_first() {
            let (known, next) = others.split_at(*length as usize);
            if known == &key.words[..] {
                return true;
            }
            rest = next;
        }
        false
    }
    pub fn is_fresh(&self) -> bool {
        self.known.is_empty()
    }
    /// Notes a continuation that need not be looked at again.
    pub fn note(&mut self, key: &Key) {
        if self.known.is_empty() {
            // Most places have few.
            self.known.reserve(64);
        }
        self.known.push(key.words.len() as u32);
        self.known.extend_from_slice(&key.words);
    }
    pub fn add(&mut self, schedule: Schedule) {
        self.todo.push(schedule);
    }
    pub fn take(&mut self) -> Option<Schedule> {
        self.todo.pop()
    }
}

/// The events of a continuation, in a form that does not depend on the order of discovery. They are to
/// be added thread by thread.
#[derive(Default)]
pub struct Key {
    words: Vec<u32>,
}

impl Key {
    pub fn clear(&mut self) {
        self.words.clear();
    }
    pub fn add(&mut self, event: &Event) {
        let words = |name: Name| [u32::from(name.thread.0), name.nth];
        self.words.extend_from_slice(&words(event.name));
        for read in &event.reads {
            self.words.extend_from_slice(&words(read.source));
        }
        let rest = [event.reads.len() as u32, event.choice];
        self.words.extend_from_slice(&rest);
    }
}
