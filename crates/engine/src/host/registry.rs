//! Names that several processes agree on: a list of all that were ever met, in the order in which they were given numbers.

use super::names::Names;
use crate::link::{Appended, Link, NAMES};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use threadproof_program::ThreadId;

/// A name that was given a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entry {
    Child(ThreadId, u32),
    Chain(ThreadId, u16),
    Queue(ThreadId, u64),
}

/// The list, and how much of it is known here.
#[derive(Clone)]
pub struct Registry {
    link: Arc<dyn Link>,
    known: usize,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} names", self.known)
    }
}

impl Names {
    /// The names that all processes know by now, and that they will agree on.
    pub fn registered(link: &Arc<dyn Link>) -> Names {
        let mut names = Names::default();
        let entries = link.entries(NAMES);
        names.learn(&entries);
        names.registry = Some(Registry {
            link: Arc::clone(link),
            known: entries.len(),
        });
        names
    }

    /// Gives a number to a name, the same in all processes.
    pub(super) fn register(&mut self, entry: Entry) {
        let mut registry = self.registry.take().expect("the caller has looked");
        let bytes = postcard::to_allocvec(&entry).expect("plain data can be written to memory");
        loop {
            match registry.link.append(NAMES, registry.known, &bytes, None) {
                Appended::Added => {
                    registry.known += 1;
                    self.add(entry);
                    break;
                }
                Appended::Behind(entries) => {
                    registry.known += entries.len();
                    let known = entries.contains(&bytes);
                    self.learn(&entries);
                    if known {
                        break;
                    }
                }
            }
        }
        self.registry = Some(registry);
    }

    fn learn(&mut self, entries: &[Vec<u8>]) {
        for entry in entries {
            // Only our own version writes to the list.
            if let Ok(entry) = postcard::from_bytes(entry) {
                self.add(entry);
            }
        }
    }

    /// The next number, here alone.
    fn add(&mut self, entry: Entry) {
        match entry {
            Entry::Child(parent, nth) => {
                self.child(parent, nth);
            }
            Entry::Chain(thread, nth) => {
                self.queue_chain(thread, nth);
            }
            Entry::Queue(thread, key) => {
                self.queue(thread, key);
            }
        }
    }
}
