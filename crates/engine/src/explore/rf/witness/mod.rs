//! Is a trace consistent, and which execution shows it?
//!
//! Four means answer, in the order of their cost:
//! 1. the execution at hand, with the changed event where it fits, or with the events in its way postponed;
//! 2. saturation, which finds orders that every execution must keep (the paper's phase I);
//! 3. a witness that follows the execution at hand and these orders (phase II);
//! 4. after a dead end, the same with going back, which decides the question (phase III).

#[cfg(test)]
mod figure_five;
mod graph;
mod insert;
mod linearize;

use super::event::{Event, Name};
use super::history::History;
use super::location::{LocationIdx, Locations};
use super::order::{Order, Turns};
use crate::options::Algorithm;
use crate::outcome::Measure;
use graph::Graph;
use linearize::Linearizer;
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// A trace: events of the history, some of them changed. Each thread takes part with its first
/// events; the changed ones are the last of their threads and not in the history as they are here.
#[derive(Clone, Copy)]
pub struct Cut<'a> {
    pub view: View<'a>,
    /// The execution at hand.
    pub order: &'a Order,
    /// All events of the history before this position take part.
    pub turn: usize,
    /// How many these are of each thread.
    pub before: &'a [u32],
    /// How many unchanged events of each thread take part.
    pub count: &'a [u32],
}

/// Events by their names.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub history: &'a History,
    pub locations: &'a Locations,
    /// Each may read from those before it.
    pub changed: &'a [Event],
}

/// How often each way to decide was the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phases {
    pub inserted: u64,
    pub saturation: u64,
    pub construction: u64,
    pub decision: u64,
}

impl Phases {
    /// The same as rows of a report.
    pub fn measures(self) -> Vec<Measure> {
        let count = |(name, number)| Measure::count(Algorithm::Rf, name, number);
        let rows = [
            ("inserted", self.inserted),
            ("saturation", self.saturation),
            ("construction", self.construction),
            ("decision", self.decision),
        ];
        rows.map(count).into()
    }
}

impl<'a> View<'a> {
    fn changed(self, name: Name) -> Option<&'a Event> {
        self.changed.iter().find(|event| event.name == name)
    }
    fn event(self, name: Name) -> &'a Event {
        match self.changed(name) {
            Some(event) => event,
            None => self.history.get(name),
        }
    }
}

impl<'a> Cut<'a> {
    fn has(&self, name: Name) -> bool {
        name.nth <= self.count[name.thread.index()]
    }
    /// Positions of the unchanged events that are not before the turn.
    pub fn copied(&self) -> SmallVec<[u32; 16]> {
        let mut found = SmallVec::new();
        let history = self.view.history;
        for (t, (&from, &to)) in self.before.iter().zip(self.count).enumerate() {
            if from < to {
                let thread = ThreadId(t as u16);
                found.extend_from_slice(&history.positions(thread)[from as usize..to as usize]);
            }
        }
        found.sort_unstable();
        found
    }

    /// Where the first write of a location at or after a place stands; `None` if there is none.
    fn next_write(&self, location: LocationIdx, from: u32) -> Option<u32> {
        let writers = self.view.history.writers(location)?;
        let first = writers.all().filter_map(|(thread, nths)| {
            let places = self.order.places(thread);
            let first = nths.partition_point(|nth| places[*nth as usize - 1] < from);
            let nth = *nths.get(first)?;
            (nth <= self.count[thread.index()]).then(|| places[nth as usize - 1])
        });
        first.min()
    }
}

/// Finds witnesses. All that it knows of one trace may help with the next.
#[derive(Default)]
pub struct Finder {
    graph: Graph,
    linearizer: Linearizer,
    pub phases: Phases,
    /// Events that were looked at.
    looks: u64,
}

impl Finder {
    /// How many events were looked at since this was last asked.
    pub fn take_looks(&mut self) -> u64 {
        std::mem::take(&mut self.looks)
    }

    pub fn find(&mut self, cut: Cut<'_>) -> Option<Turns> {
        let length = u64::from(cut.order.len());
        self.looks += length;
        if let Some(turns) = insert::find(cut) {
            self.phases.inserted += 1;
            return Some(turns);
        }
        // Without the ends of objects, sources say all.
        if cut.view.locations.lives() == 0
            && let Some(turns) = self.linearizer.follow(cut, next_overwriting(cut))
        {
            self.phases.construction += 1;
            return Some(turns);
        }
        self.looks += length;
        let turns = self.find_anywhere(cut);
        self.graph.truncate(cut.turn);
        turns
    }

    fn find_anywhere(&mut self, cut: Cut<'_>) -> Option<Turns> {
        let graph = &mut self.graph;
        graph.set(cut.view.history, cut.view.locations, cut.turn);
        for position in cut.copied() {
            let event = cut.view.history.event(position as usize);
            let consistent = graph.push(cut.view, event);
            assert!(consistent, "the execution at hand has these events");
        }
        let growth = graph.growth();
        for event in cut.view.changed {
            if !graph.push(cut.view, event) {
                self.phases.saturation += 1;
                return None;
            }
        }
        // Up to there, the execution at hand keeps all orders.
        let later = graph.grown_since(growth).filter(|name| cut.has(*name));
        let first = later.map(|name| cut.order.place(name)).min();
        let start = next_overwriting(cut).min(first.unwrap_or(u32::MAX));
        let mut dead_ends = 0;
        let turns = self.linearizer.find(cut, graph, start, &mut dead_ends);
        match dead_ends {
            0 => self.phases.construction += 1,
            _ => self.phases.decision += 1,
        }
        turns
    }

    /// Forgets what is known of events from a position of the history on.
    pub fn truncate(&mut self, len: usize) {
        self.graph.truncate(len);
    }
}

/// Up to this place, nothing is overwritten that a changed event reads.
fn next_overwriting(cut: Cut<'_>) -> u32 {
    let mut start = cut.order.len();
    for read in cut.view.changed.iter().flat_map(|event| &event.reads) {
        if cut.view.changed(read.source).is_none() {
            let from = match read.source.is_initial() {
                true => 0,
                false => cut.order.place(read.source) + 1,
            };
            let next = cut.next_write(read.location, from);
            start = start.min(next.unwrap_or(start));
        }
    }
    start
}
