//! Builds an execution of a trace, event by event. Of the events that the saturated order, if it is known, and the
//! sources of reads permit, the one that came first in the execution at hand is next.
//!
//! A write must wait until all reads of the value before it are done; then every read finds its
//! source as the newest write. The set of events that are left determines what can come next, so a set
//! that led into a dead end is never tried again.

use super::Cut;
use super::graph::Graph;
use crate::explore::rf::event::Name;
use crate::explore::rf::location::LocationIdx;
use crate::explore::rf::order::{Turns, take_turns};
use rustc_hash::FxHashSet;
use threadproof_program::ThreadId;

/// All storage is kept from one trace to the next.
#[derive(Default)]
pub struct Linearizer {
    /// How many events of each thread are done, how many were from the start, and how many there are.
    done: Vec<u32>,
    begun: Vec<u32>,
    total: Vec<u32>,
    /// By location: the newest write since the start, and the attempt that it belongs to.
    newest: Vec<(u64, Name)>,
    attempt: u64,
    path: Vec<Done>,
    /// The newest writes before the events of the path.
    overwritten: Vec<(LocationIdx, (u64, Name))>,
}

/// One event that was done, enough to take it back.
struct Done {
    /// Its place in the execution at hand and its thread; others before it have been tried.
    place: (u32, ThreadId),
    /// How much was overwritten before it.
    overwritten: u32,
}

/// The question of an attempt.
#[derive(Clone, Copy)]
struct Trace<'a> {
    cut: Cut<'a>,
    /// The saturated order.
    graph: Option<&'a Graph>,
}

impl Linearizer {
    /// Follows the execution at hand from the place `start` on; finds most witnesses that differ little.
    pub fn follow(&mut self, cut: Cut<'_>, start: u32) -> Option<Turns> {
        self.go_on(Trace { cut, graph: None }, start);
        self.is_complete().then(|| self.turns(cut, start))
    }

    /// Finds a witness that begins like the execution at hand up to the place `start`, or else any.
    pub fn find(
        &mut self,
        cut: Cut<'_>,
        graph: &Graph,
        start: u32,
        dead_ends: &mut u64,
    ) -> Option<Turns> {
        let graph = Some(graph);
        let trace = Trace { cut, graph };
        self.go_on(trace, start);
        if !self.is_complete() {
            if start > 0 {
                self.begin(cut, 0);
            }
            self.search(trace, dead_ends)?;
        }
        Some(self.turns(cut, start))
    }

    fn go_on(&mut self, trace: Trace<'_>, start: u32) {
        self.begin(trace.cut, start);
        while let Some(place) = self.next(trace, None) {
            self.perform(trace, place);
        }
    }

    fn turns(&self, cut: Cut<'_>, start: u32) -> Turns {
        let mut turns = cut.order.similar();
        if self.begun.iter().any(|count| *count > 0) {
            cut.order.copy(0, start, cut.count, &mut turns);
        }
        for done in &self.path {
            take_turns(&mut turns, done.place.1, 1);
        }
        turns
    }

    fn begin(&mut self, cut: Cut<'_>, start: u32) {
        self.attempt += 1;
        self.path.clear();
        self.overwritten.clear();
        self.begun.clear();
        self.total.clear();
        for (thread, &count) in cut.count.iter().enumerate() {
            let places = cut.order.places(ThreadId(thread as u16));
            let before = places[..count as usize].partition_point(|place| *place < start);
            self.begun.push(before as u32);
            self.total.push(count);
        }
        for event in cut.view.changed {
            self.total[event.name.thread.index()] += 1;
        }
        self.done.clone_from(&self.begun);
    }

    fn is_complete(&self) -> bool {
        self.done == self.total
    }

    /// Goes on, and back where it cannot go on.
    fn search(&mut self, trace: Trace<'_>, dead_ends: &mut u64) -> Option<()> {
        let mut dead: FxHashSet<Vec<u32>> = FxHashSet::default();
        let mut tried = None;
        while !self.is_complete() {
            let next = match tried.is_some() || !dead.contains(&self.done) {
                true => self.next(trace, tried),
                false => None,
            };
            if let Some(place) = next {
                self.perform(trace, place);
                tried = None;
                continue;
            }
            *dead_ends += 1;
            dead.insert(self.done.clone());
            let last = self.path.pop()?;
            tried = Some(last.place);
            self.take_back(&last);
        }
        Some(())
    }

    /// The first event in the order of the execution at hand that can be done, after those that
    /// were tried.
    fn next(&self, trace: Trace<'_>, tried: Option<(u32, ThreadId)>) -> Option<(u32, ThreadId)> {
        let mut best = None;
        for (at, (&done, &total)) in self.done.iter().zip(&self.total).enumerate() {
            if done == total {
                continue;
            }
            let thread = ThreadId(at as u16);
            let place = match done < trace.cut.count[at] {
                true => trace.cut.order.places(thread)[done as usize],
                false => u32::MAX,
            };
            let place = (place, thread);
            let untried = tried.is_none_or(|tried| tried < place);
            let better = best.is_none_or(|best| place < best);
            if untried && better && self.can_do(trace, thread) {
                best = Some(place);
            }
        }
        best
    }

    fn name(&self, thread: ThreadId) -> Name {
        let nth = self.done[thread.index()] + 1;
        Name { thread, nth }
    }

    fn is_done(&self, name: Name) -> bool {
        name.nth <= self.done[name.thread.index()]
    }

    fn can_do(&self, trace: Trace<'_>, thread: ThreadId) -> bool {
        let name = self.name(thread);
        let event = trace.cut.view.event(name);
        let ready = match trace.graph {
            Some(graph) => self.is_in_order(graph, name),
            None => {
                let before = trace.cut.view.history.before(name);
                self.is_done(before) && event.sources().all(|source| self.is_done(source))
            }
        };
        ready
            && event.written_locations().all(|location| {
                let newest = self.newest(trace, location);
                match trace.graph {
                    Some(graph) => self.is_read(graph, newest, location, name),
                    None => self.is_read_by_all(trace.cut, newest, location, name),
                }
            })
    }

    /// Is all done that comes before an event?
    fn is_in_order(&self, graph: &Graph, name: Name) -> bool {
        let clock = graph.clock(graph.node(name)).iter().zip(&self.done);
        let mut others = clock.enumerate().filter(|(t, _)| *t != name.thread.index());
        others.all(|(_, (count, done))| count <= done)
    }

    /// Are all reads of a write done, but for one of `but` itself?
    fn is_read(&self, graph: &Graph, write: Name, location: LocationIdx, but: Name) -> bool {
        let write = (!write.is_initial()).then(|| graph.node(write));
        let readers = graph.readers(write, location);
        let mut readers = readers.map(|reader| graph.name(reader));
        readers.all(|reader| reader == but || self.is_done(reader))
    }

    /// The same without a graph.
    fn is_read_by_all(&self, cut: Cut<'_>, write: Name, location: LocationIdx, but: Name) -> bool {
        let changed = cut.view.changed.iter();
        let mut changed = changed.filter(|event| event.name != but && !self.is_done(event.name));
        if changed.any(|event| event.source(location) == Some(write)) {
            return false;
        }
        let readers = cut.view.history.readers(location).into_iter();
        readers.flat_map(|all| all.all()).all(|(thread, nths)| {
            let first = nths.partition_point(|nth| *nth <= self.done[thread.index()]);
            let left = nths[first..].iter().map(|&nth| Name { thread, nth });
            let mut left = left.take_while(|name| cut.has(*name));
            left.all(|name| {
                name == but || cut.view.history.get(name).source(location) != Some(write)
            })
        })
    }

    /// The newest write of a location.
    fn newest(&self, trace: Trace<'_>, location: LocationIdx) -> Name {
        match self.newest.get(location.index()) {
            Some((attempt, name)) if *attempt == self.attempt => *name,
            _ => {
                let writers = trace.cut.view.history.writers(location).into_iter();
                let before = writers.flat_map(|all| all.last_within(&self.begun));
                let newest = before.max_by_key(|name| trace.cut.order.place(*name));
                newest.unwrap_or(Name::INITIAL)
            }
        }
    }

    fn perform(&mut self, trace: Trace<'_>, place: (u32, ThreadId)) {
        let name = self.name(place.1);
        self.path.push(Done {
            place,
            overwritten: self.overwritten.len() as u32,
        });
        for location in trace.cut.view.event(name).written_locations() {
            if self.newest.len() <= location.index() {
                let none = (0, Name::INITIAL);
                self.newest.resize(location.index() + 1, none);
            }
            let newest = &mut self.newest[location.index()];
            self.overwritten.push((location, *newest));
            *newest = (self.attempt, name);
        }
        self.done[place.1.index()] += 1;
    }

    fn take_back(&mut self, last: &Done) {
        self.done[last.place.1.index()] -= 1;
        for (location, before) in self.overwritten.drain(last.overwritten as usize..).rev() {
            self.newest[location.index()] = before;
        }
    }
}
