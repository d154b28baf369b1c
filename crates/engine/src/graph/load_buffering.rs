//! Could the program show load buffering, which the search leaves out?
//!
//! C++ lets a relaxed store become visible before a load that precedes it in program order, and ARM and POWER do that.
//! Then program order and reads-from have a cycle, and RC11 has no such executions. The
//! search notes each *pair* of a load and a later store of the same thread to another place, in the order
//! of the program. A *candidate* is a cycle of such pairs, in which each load could read the store
//! of the pair before it.
//!
//! C++ forbids the cycle if all its reads but one synchronise: then that one reads a write that happens after it. So a candidate
//! needs two reads that do not synchronise. Values and dependencies are not looked at, so a program
//! with a candidate need not have such an execution.

use super::event_graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use threadproof_program::{
    Access, ErrorKind, LoadOrder, LocationId, Op, StoreOrder, ThreadId, address,
};

/// Pairs beyond this number are not looked through for cycles: two of different threads are enough for a note.
const MOST_PAIRS: usize = 300;

/// Cycles of more pairs are not looked for: they take as many threads, or threads that come twice.
const LONGEST: usize = 6;
/// Steps of the search for cycles from one pair; whoever takes more gets the note.
const PATIENCE: u32 = 50_000;

/// The pairs of a load and a later store that executions have shown.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct LoadBuffering {
    /// The loads and fences of the execution, in the order of the graph.
    trail: Vec<Entry>,
    /// By thread: its newest entry.
    newest: Vec<Option<u32>>,
    /// Stores whose pairs are noted, each with the entries of its thread before it.
    #[serde(skip)]
    looked_at: FxHashSet<u64>,
    /// Where each thread loads from a place, in the whole search.
    loads: FxHashMap<(ThreadId, Access), LocationId>,
    /// The pairs of the whole search, with the place of the store.
    pairs: FxHashMap<Pair, LocationId>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Entry {
    item: u32,
    thread: ThreadId,
    event: Event,
    /// The entry of the same thread before it.
    older: Option<u32>,
    /// Of all entries of the thread up to this one.
    hash: u64,
}

#[derive(Clone, Copy, Hash, Debug, Serialize, Deserialize)]
enum Event {
    Load { at: Access, acquires: bool },
    Fence { acquires: bool, releases: bool },
}

/// A load and a later store of one thread, to different places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
struct Pair {
    thread: ThreadId,
    load: (u64, u8),
    store: (u64, u8),
    /// A write that the load reads can synchronise with it before the store.
    acquires: bool,
    /// The store releases after the load: a reader of the store can know of the load.
    releases: bool,
}

/// The part that an operation takes.
#[derive(Clone, Copy, Default, Debug)]
struct Part {
    /// It reads, and acquires.
    load: Option<bool>,
    /// It writes, and releases.
    store: Option<bool>,
}

impl LoadBuffering {
    /// Forgets the items from this one on.
    pub fn truncate(&mut self, items: usize) {
        while let Some(&Entry { thread, older, .. }) =
            self.trail.last().filter(|e| e.item as usize >= items)
        {
            self.newest[thread.index()] = older;
            self.trail.pop();
        }
    }

    fn newest(&self, t: ThreadId) -> Option<u32> {
        self.newest.get(t.index()).copied().flatten()
    }

    fn push(&mut self, item: u32, thread: ThreadId, event: Event) {
        let older = self.newest(thread);
        let hash = hash_of(&(self.hash(older), event));
        let at = self.trail.len() as u32;
        self.trail.push(Entry {
            item,
            thread,
            event,
            older,
            hash,
        });
        if self.newest.len() <= thread.index() {
            self.newest.resize(thread.index() + 1, None);
        }
        self.newest[thread.index()] = Some(at);
    }

    fn hash(&self, entry: Option<u32>) -> u64 {
        entry.map_or(0, |at| self.trail[at as usize].hash)
    }

    /// Stands for a store with all entries of its thread before it.
    fn store_hash(&self, t: ThreadId, at: Access, releases: bool) -> u64 {
        let before = self.hash(self.newest(t));
        hash_of(&(before, t, at, releases))
    }

    /// Adds the pairs of another worker.
    pub fn merge(&mut self, other: LoadBuffering) {
        for (load, location) in other.loads {
            self.loads.entry(load).or_insert(location);
        }
        for (pair, location) in other.pairs {
            self.pairs.entry(pair).or_insert(location);
        }
    }

    /// The accesses of all candidates, by their places in the source.
    pub fn candidates(&self) -> Vec<LocationId> {
        let mut pairs: Vec<(&Pair, &LocationId)> = self.pairs.iter().collect();
        pairs.sort_unstable();
        let shown = match pairs.len() <= MOST_PAIRS {
            true => cyclic(&pairs.iter().map(|(pair, _)| **pair).collect::<Vec<_>>()),
            false => vec![true; pairs.len()],
        };
        let mut found = BTreeSet::new();
        for ((pair, store), _) in pairs.into_iter().zip(shown).filter(|(_, shown)| *shown) {
            let (address, size) = pair.load;
            let load = self.loads.get(&(pair.thread, Access { address, size }));
            found.extend(load.copied());
            found.insert(*store);
        }
        found.into_iter().collect()
    }
}

impl Graph<'_> {
    /// Notes the part of an operation of the newest item in load buffering.
    #[inline]
    pub(super) fn note_load_buffering(&mut self, t: ThreadId, op: Op) {
        if self.is_c11() && (op.access().is_some() || matches!(op, Op::Fence(_))) {
            self.note_part(t, op);
        }
    }

    fn note_part(&mut self, t: ThreadId, op: Op) {
        let library = || self.thread(t).sections > 0 && self.host.run.in_library(t);
        if self.present().nth(1).is_none() || library() {
            return;
        }
        let item = self.newest().0;
        if let Op::Fence(order) = op {
            let (acquires, releases) = (order.acquires(), order.releases());
            let fence = Event::Fence { acquires, releases };
            return self.load_buffering.push(item, t, fence);
        }
        let races = self.host.config.checks.has(ErrorKind::DataRace);
        let (Some(part), Some(at)) = (part(op, races), op.access()) else {
            return;
        };
        if address::block_owner(at.address).is_some() {
            return;
        }
        // An update reads before it writes, so it is no pair with itself.
        if let Some(releases) = part.store {
            // Most executions have the same stores after the same loads.
            let hash = self.load_buffering.store_hash(t, at, releases);
            if !self.load_buffering.looked_at.contains(&hash) && !self.is_alone(t) {
                self.note_pairs(t, at, releases);
                self.load_buffering.looked_at.insert(hash);
            }
        }
        if let Some(acquires) = part.load {
            let load = Event::Load { at, acquires };
            self.load_buffering.push(item, t, load);
            if !self.load_buffering.loads.contains_key(&(t, at)) {
                let here = self.host.run.locations(t).first().copied();
                self.load_buffering
                    .loads
                    .insert((t, at), here.unwrap_or(LocationId(0)));
            }
        }
    }

    /// Notes the pairs of a store with the loads before it.
    fn note_pairs(&mut self, t: ThreadId, at: Access, releases: bool) {
        let mut fences = (false, false);
        let mut new = Vec::new();
        let trail = &self.load_buffering.trail;
        let entry = |at: u32| &trail[at as usize];
        let newest = self.load_buffering.newest(t).map(entry);
        for entry in std::iter::successors(newest, |e| e.older.map(entry)) {
            match entry.event {
                Event::Fence { acquires, releases } => {
                    fences = (fences.0 || acquires, fences.1 || releases);
                }
                Event::Load {
                    at: loaded,
                    acquires,
                } => {
                    let pair = Pair {
                        thread: t,
                        load: (loaded.address, loaded.size),
                        store: (at.address, at.size),
                        acquires: acquires || fences.0,
                        releases: releases || fences.1,
                    };
                    let known = self.load_buffering.pairs.contains_key(&pair);
                    if !overlap(pair.load, pair.store) && !known {
                        new.push(pair);
                    }
                }
            }
        }
        if new.is_empty() {
            return;
        }
        let here = self
            .host
            .run
            .locations(t)
            .first()
            .copied()
            .unwrap_or(LocationId(0));
        self.load_buffering
            .pairs
            .extend(new.into_iter().map(|pair| (pair, here)));
    }
}

/// The part of an access; none for a plain one if data races are errors.
fn part(op: Op, races: bool) -> Option<Part> {
    let (load, store) = match op {
        Op::Load { order, .. } if order != LoadOrder::Plain || !races => {
            (Some(order.acquires()), None)
        }
        Op::Store { order, .. } if order != StoreOrder::Plain || !races => {
            (None, Some(order.releases()))
        }
        Op::Rmw { order, .. } => (Some(order.acquires()), Some(order.releases())),
        Op::CompareExchange {
            success, failure, ..
        } => {
            let acquires = success.acquires() && failure.acquires();
            (Some(acquires), Some(success.releases()))
        }
        _ => return None,
    };
    Some(Part { load, store })
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn overlap(a: (u64, u8), b: (u64, u8)) -> bool {
    a.0 < b.0 + u64::from(b.1) && b.0 < a.0 + u64::from(a.1)
}

/// Which pairs are in a cycle with two reads that do not synchronise?
fn cyclic(pairs: &[Pair]) -> Vec<bool> {
    let next: Vec<Vec<(usize, bool)>> = pairs
        .iter()
        .map(|from| {
            let readers = pairs.iter().enumerate();
            let readers =
                readers.filter(|(_, to)| to.thread != from.thread && overlap(from.store, to.load));
            readers
                .map(|(at, to)| (at, from.releases && to.acquires))
                .collect()
        })
        .collect();
    (0..pairs.len())
        .map(|start| returns(&next, start))
        .collect()
}

/// Is there a way back to `start`, through different pairs, with at least two reads that do not synchronise?
fn returns(next: &[Vec<(usize, bool)>], start: usize) -> bool {
    let mut patience = PATIENCE;
    let mut path = vec![start];
    // For each pair of the path: the next reader to try, and the reads so far that do not synchronise.
    let mut state = vec![(0, 0)];
    while let Some((tried, weak)) = state.last_mut() {
        let here = path[path.len() - 1];
        let Some(&(to, synchronises)) = next[here].get(*tried) else {
            path.pop();
            state.pop();
            continue;
        };
        *tried += 1;
        let weak = *weak + u32::from(!synchronises);
        patience -= 1;
        if to == start && weak >= 2 || patience == 0 {
            return true;
        }
        if path.len() < LONGEST && !path.contains(&to) {
            path.push(to);
            state.push((0, weak));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(thread: u16, load: u64, store: u64) -> Pair {
        Pair {
            thread: ThreadId(thread),
            load: (8 * load, 4),
            store: (8 * store, 4),
            acquires: false,
            releases: false,
        }
    }

    #[test]
    fn two_threads_that_read_each_others_stores() {
        let pairs = [pair(1, 1, 2), pair(2, 2, 1), pair(2, 2, 3), pair(3, 3, 4)];
        assert_eq!(cyclic(&pairs), [true, true, false, false]);
    }

    #[test]
    fn one_thread_is_no_cycle() {
        let pairs = [pair(1, 1, 2), pair(1, 2, 1)];
        assert_eq!(cyclic(&pairs), [false, false]);
    }

    /// A read that does not synchronise is not counted twice: it takes a cycle of different pairs.
    #[test]
    fn no_second_round() {
        let mut pairs = [pair(1, 1, 2), pair(2, 2, 1), pair(3, 2, 1)];
        pairs[0].releases = true;
        (pairs[1].acquires, pairs[2].acquires) = (true, true);
        assert_eq!(cyclic(&pairs), [false, false, false]);
    }

    /// With two threads one read that synchronises is enough, with three it takes two.
    #[test]
    fn all_reads_but_one_have_to_synchronise() {
        let mut two = [pair(1, 1, 2), pair(2, 2, 1)];
        (two[0].releases, two[1].acquires) = (true, true);
        assert_eq!(cyclic(&two), [false, false]);
        let mut three = [pair(1, 1, 2), pair(2, 2, 3), pair(3, 3, 1)];
        (three[0].releases, three[1].acquires) = (true, true);
        assert_eq!(cyclic(&three), [true, true, true]);
        (three[1].releases, three[2].acquires) = (true, true);
        assert_eq!(cyclic(&three), [false, false, false]);
    }
}
