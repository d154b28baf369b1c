//! An execution of a trace, event by event: those first that came first in the execution at hand,
//! as far as the saturated order and the sources of reads let them.
//!
//! A write must wait until all reads of the value before it are done; then every read finds its
//! source as the newest write. Which events are left decides alone what can come next, so a set of
//! events that led into a dead end is never tried again.

use super::graph::Graph;
use super::{Cut, Turns, take_turn};
use crate::explore::rf::location::LocationIdx;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_program::ThreadId;

struct State<'a> {
    cut: &'a Cut<'a>,
    graph: &'a Graph,
    /// How many events of each thread are done, and how many there are.
    done: Vec<u32>,
    total: Vec<u32>,
    /// Reads of the newest write of each location that are still to come.
    pending: FxHashMap<LocationIdx, u32>,
}

/// One event that was done, enough to take it back.
struct Done {
    thread: usize,
    /// What was pending for the locations that it wrote.
    overwritten: Vec<(LocationIdx, u32)>,
    /// Where it stands in the execution at hand; others before it have been tried.
    place: (u32, usize),
}

pub fn find(cut: &Cut<'_>, graph: &Graph, dead_ends: &mut u64) -> Option<Turns> {
    let mut total = cut.count.to_vec();
    for event in cut.changed {
        total[event.name.thread.index()] += 1;
    }
    let mut state = State {
        cut,
        graph,
        done: vec![0; total.len()],
        total,
        pending: FxHashMap::default(),
    };
    for (location, readers) in graph.initial_readers() {
        state.pending.insert(location, readers.len() as u32);
    }
    let mut path: Vec<Done> = Vec::new();
    let mut dead: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut tried = None;
    while path.len() < graph.len() {
        let next = match dead.is_empty() || tried.is_some() || !dead.contains(&state.done) {
            true => state.next(tried),
            false => None,
        };
        if let Some((place, thread)) = next {
            path.push(state.perform(place, thread));
            tried = None;
            continue;
        }
        *dead_ends += 1;
        dead.insert(state.done.clone());
        let last = path.pop()?;
        tried = Some(last.place);
        state.take_back(last);
    }
    let mut turns = Turns::new();
    path.iter()
        .for_each(|done| take_turn(&mut turns, ThreadId(done.thread as u16)));
    Some(turns)
}

impl State<'_> {
    /// The first event in the order of the execution at hand that can be done, after those that
    /// were tried.
    fn next(&self, tried: Option<(u32, usize)>) -> Option<(u32, usize)> {
        let threads = (0..self.done.len()).filter(|t| self.done[*t] < self.total[*t]);
        let places = threads.map(|t| (self.place(t), t));
        let untried = places.filter(|place| tried.is_none_or(|tried| tried < *place));
        let mut best = None;
        for place in untried {
            if best.is_none_or(|best| place < best) && self.can_do(place.1) {
                best = Some(place);
            }
        }
        best
    }

    fn node(&self, thread: usize) -> u32 {
        let thread = ThreadId(thread as u16);
        let nth = self.done[thread.index()] + 1;
        self.graph
            .node(crate::explore::rf::event::Name { thread, nth })
    }

    fn place(&self, thread: usize) -> u32 {
        let name = self.graph.name(self.node(thread));
        match self.cut.has(name) {
            true => self.cut.place(name),
            false => u32::MAX,
        }
    }

    fn can_do(&self, thread: usize) -> bool {
        let node = self.node(thread);
        let clock = self.graph.clock(node);
        let ready = clock
            .iter()
            .enumerate()
            .all(|(t, count)| t == thread || *count <= self.done[t]);
        let event = self.cut.event(self.graph.name(node));
        ready
            && event.writes.iter().all(|write| {
                let own = u32::from(event.source(write.location).is_some());
                self.pending.get(&write.location).copied().unwrap_or(0) <= own
            })
    }

    fn perform(&mut self, place: u32, thread: usize) -> Done {
        let node = self.node(thread);
        let event = self.cut.event(self.graph.name(node));
        let mut overwritten = Vec::new();
        for read in &event.reads {
            *self.pending.entry(read.location).or_default() -= 1;
        }
        for write in &event.writes {
            let readers = self.graph.readers(node).iter();
            let readers = readers.filter(|(l, _)| *l == write.location).count();
            let before = self.pending.insert(write.location, readers as u32);
            overwritten.push((write.location, before.unwrap_or(0)));
        }
        self.done[thread] += 1;
        Done {
            thread,
            overwritten,
            place: (place, thread),
        }
    }

    fn take_back(&mut self, done: Done) {
        self.done[done.thread] -= 1;
        for (location, before) in done.overwritten {
            self.pending.insert(location, before);
        }
        let node = self.node(done.thread);
        for read in &self.cut.event(self.graph.name(node)).reads {
            *self.pending.entry(read.location).or_default() += 1;
        }
    }
}
