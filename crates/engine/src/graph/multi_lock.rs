//! Sections that take several locks at once, as `std::lock` does: unsupported.
//!
//! A search divides executions at each wait for a lock by the thread that takes it next. A section that waits for one lock and
//! takes another one along is part of two divisions that have to agree, and plans do not know that. A search
//! without plans divides nothing, so it can do such programs.

use super::event_graph::Graph;
use crate::outcome::GraphFeature;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use threadproof_program::ThreadId;

/// The locks of the whole search, by address.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct SeveralLocks {
    /// The lock that the current item began with waiting for.
    first: Option<u64>,
    locks: FxHashSet<u64>,
    /// Written by sections that began with waiting for another place.
    along: FxHashSet<u64>,
    /// Some place is both.
    several: bool,
    /// There are no plans.
    harmless: bool,
}

impl SeveralLocks {
    /// The search has no plans.
    pub fn set_harmless(&mut self) {
        self.harmless = true;
    }
    /// A new item begins.
    pub fn begin_item(&mut self) {
        self.first = None;
    }
    /// The current item is a section that begins with taking a lock.
    pub fn lock(&mut self, address: u64) {
        self.first = Some(address);
        self.locks.insert(address);
        self.several |= self.along.contains(&address);
    }
    /// The current item writes; has a lock ever been taken along with another?
    fn write(&mut self, address: u64) -> bool {
        if self.first.is_some_and(|first| first != address) {
            self.along.insert(address);
            self.several |= self.locks.contains(&address);
        }
        self.several && self.first.is_some() && !self.harmless
    }
}

impl SeveralLocks {
    /// Adds the locks of another worker. True if only both together show several locks.
    pub fn merge(&mut self, other: SeveralLocks) -> bool {
        let known = self.several || other.several;
        self.locks.extend(other.locks);
        self.along.extend(other.along);
        self.several = known || !self.locks.is_disjoint(&self.along);
        self.several && !known
    }
}

impl Graph<'_> {
    /// To be called when the newest item writes.
    pub(super) fn note_several_locks(&mut self, t: ThreadId, address: u64) {
        if self.several_locks.write(address) {
            self.host.obstruct(t, GraphFeature::SeveralLocks);
        }
    }
}
