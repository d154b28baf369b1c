//! Saturation: the orders that every witness of a trace has to keep.
//!
//! The order is kept as one vector clock per event: how many events of each thread come before it
//! or are it. Clocks only grow, until both rules of the paper hold everywhere or an event would have
//! to come after itself.
//!
//! Events are added one by one and taken back in the opposite order. So the graph of a place in the
//! search tree is kept from one question to the next, and a question looks only at the new events
//! and at the older ones whose clocks grow because of them (the paper's reverse pass).

use super::View;
use crate::clock;
use crate::explore::rf::event::{Event, Name};
use crate::explore::rf::history::{Accessors, History};
use crate::explore::rf::location::{LocationIdx, Locations};

#[derive(Default)]
pub struct Graph {
    names: Vec<Name>,
    /// The nodes of each thread's events.
    nodes: Vec<Vec<u32>>,
    clocks: Vec<u32>,
    stride: usize,
    edges: Vec<Edge>,
    /// 1 + newest edge that leaves a node, other than by program order; 0 for none.
    newest: Vec<u32>,
    /// The same for reads of a location's initial value.
    initial: Vec<u32>,
    writers: Vec<Accessors>,
    /// Numbers in clocks that grew, with their old values.
    grown: Vec<(u32, u32)>,
    written: Vec<LocationIdx>,
    marks: Vec<Mark>,
    /// How many lives of objects were known when the oldest event was added.
    lives: usize,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

/// An order between two events that every witness keeps.
#[derive(Clone, Copy)]
struct Edge {
    /// `None` for the initial value.
    from: Option<u32>,
    to: u32,
    /// The location that is read; `None` for other orders.
    location: Option<LocationIdx>,
    /// 1 + next older edge with the same beginning; 0 for none.
    older: u32,
}

/// The sizes of all that grows, before a node was added.
#[derive(Clone, Copy)]
struct Mark {
    edges: u32,
    grown: u32,
    written: u32,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.names.len()
    }
    pub fn name(&self, node: u32) -> Name {
        self.names[node as usize]
    }
    pub fn node(&self, name: Name) -> u32 {
        self.nodes[name.thread.index()][name.nth as usize - 1]
    }
    pub fn clock(&self, node: u32) -> &[u32] {
        &self.clocks[node as usize * self.stride..][..self.stride]
    }
    /// The nodes that read a location from a node, or its initial value.
    pub fn readers(&self, from: Option<u32>, location: LocationIdx) -> impl Iterator<Item = u32> {
        let first = match from {
            Some(node) => self.newest[node as usize],
            None => self.initial.get(location.index()).copied().unwrap_or(0),
        };
        let edge = |number: u32| self.edges.get((number as usize).wrapping_sub(1));
        let all = std::iter::successors(edge(first), move |e| edge(e.older));
        let reads = all.filter(move |e| e.location == Some(location));
        reads.map(|e| e.to)
    }
    /// How much has grown so far, and what has since then.
    pub fn growth(&self) -> usize {
        self.grown.len()
    }
    pub fn grown_since(&self, growth: usize) -> impl Iterator<Item = Name> + '_ {
        let stride = self.stride as u32;
        let grown = self.grown[growth..].iter();
        grown.map(move |(at, _)| self.names[(at / stride) as usize])
    }

    /// Makes it the graph of the first `len` events of the history.
    pub fn set(&mut self, history: &History, locations: &Locations, len: usize) {
        if self.stride < history.threads() || self.lives != locations.lives() {
            self.truncate(0);
            self.stride = history.threads().next_power_of_two().max(4);
            self.nodes.resize_with(self.stride, Vec::new);
            self.lives = locations.lives();
        }
        self.truncate(len);
        let view = View {
            history,
            locations,
            changed: &[],
        };
        for position in self.len()..len {
            let consistent = self.push(view, history.event(position));
            assert!(consistent, "an execution had these events");
        }
    }

    /// Takes back all events but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        while len < self.len() {
            let name = self.names.pop().expect("checked by the loop");
            let mark = self.marks.pop().expect("each node has one");
            self.nodes[name.thread.index()].pop();
            for edge in self.edges.drain(mark.edges as usize..).rev() {
                match (edge.from, edge.location) {
                    (Some(node), _) => self.newest[node as usize] = edge.older,
                    (None, Some(location)) => self.initial[location.index()] = edge.older,
                    (None, None) => unreachable!("only reads come from the initial value"),
                }
            }
            self.newest.pop();
            self.queued.pop();
            for (at, before) in self.grown.drain(mark.grown as usize..).rev() {
                self.clocks[at as usize] = before;
            }
            for location in self.written.drain(mark.written as usize..).rev() {
                self.writers[location.index()].pop(name);
            }
        }
        self.clocks.truncate(self.names.len() * self.stride);
    }

    /// Adds an event after those that it reads from, and all orders that follow; false if they
    /// contradict each other.
    pub fn push(&mut self, view: View<'_>, event: &Event) -> bool {
        let node = self.enter(view, event);
        let mut consistent = self.apply_rules(view, event, node);
        for read in &event.reads {
            consistent = consistent && self.read_before_next(read.source, read.location, node);
        }
        for life in lives(view, event) {
            consistent = consistent && self.read_before_next(Name::INITIAL, life, node);
        }
        while consistent && let Some(next) = self.queue.pop() {
            self.queued[next as usize] = false;
            consistent = self.propagate(next) && {
                let event = view.event(self.name(next));
                self.apply_rules(view, event, next)
            };
        }
        for left in self.queue.drain(..) {
            self.queued[left as usize] = false;
        }
        consistent
    }

    /// Adds a node with program order, creation of threads and reads-from.
    fn enter(&mut self, view: View<'_>, event: &Event) -> u32 {
        let (name, node) = (event.name, self.names.len() as u32);
        self.marks.push(Mark {
            edges: self.edges.len() as u32,
            grown: self.grown.len() as u32,
            written: self.written.len() as u32,
        });
        self.names.push(name);
        self.nodes[name.thread.index()].push(node);
        self.newest.push(0);
        self.queued.push(false);
        let start = self.clocks.len();
        self.clocks.resize(start + self.stride, 0);
        let before = view.history.before(name);
        if !before.is_initial() {
            let from = self.node(before);
            self.copy_clock(from, start);
            if before.thread != name.thread {
                self.connect(Some(from), node, None);
            }
        }
        for read in &event.reads {
            let source = (!read.source.is_initial()).then(|| self.node(read.source));
            self.connect(source, node, Some(read.location));
            if let Some(source) = source {
                self.copy_clock(source, start);
            }
        }
        for end in event.joined.iter() {
            let end = self.node(*end);
            self.connect(Some(end), node, None);
            self.copy_clock(end, start);
        }
        for life in lives(view, event) {
            self.connect(None, node, Some(life));
        }
        self.clocks[start + name.thread.index()] = name.nth;
        for location in event.written_locations() {
            if self.writers.len() <= location.index() {
                self.writers
                    .resize_with(location.index() + 1, Accessors::default);
            }
            self.writers[location.index()].push(name);
            self.written.push(location);
        }
        node
    }

    fn copy_clock(&mut self, from: u32, to: usize) {
        let (before, new) = self.clocks.split_at_mut(to);
        let from = &before[from as usize * self.stride..][..self.stride];
        clock::join(new, from);
    }

    fn connect(&mut self, from: Option<u32>, to: u32, location: Option<LocationIdx>) {
        let newest = match (from, location) {
            (Some(node), _) => &mut self.newest[node as usize],
            (None, location) => {
                let at = location
                    .expect("only reads come from the initial value")
                    .index();
                if self.initial.len() <= at {
                    self.initial.resize(at + 1, 0);
                }
                &mut self.initial[at]
            }
        };
        let older = std::mem::replace(newest, self.edges.len() as u32 + 1);
        self.edges.push(Edge {
            from,
            to,
            location,
            older,
        });
    }

    /// Successors of a node come after all its predecessors.
    fn propagate(&mut self, node: u32) -> bool {
        let Name { thread, nth } = self.name(node);
        if let Some(&after) = self.nodes[thread.index()].get(nth as usize)
            && !self.join(node, after)
        {
            return false;
        }
        let mut next = self.newest[node as usize];
        while next != 0 {
            let edge = self.edges[next as usize - 1];
            if !self.join(node, edge.to) {
                return false;
            }
            next = edge.older;
        }
        true
    }

    /// Everything before `from`, and itself, comes before `to`; false if that is a cycle.
    fn join(&mut self, from: u32, to: u32) -> bool {
        let (a, b) = (from as usize * self.stride, to as usize * self.stride);
        let mut grown = false;
        for t in 0..self.stride {
            let (count, before) = (self.clocks[a + t], self.clocks[b + t]);
            if before < count {
                self.clocks[b + t] = count;
                self.grown.push(((b + t) as u32, before));
                grown = true;
            }
        }
        if grown {
            let name = self.name(to);
            if name.nth < self.clocks[b + name.thread.index()] {
                return false;
            }
            if !self.queued[to as usize] {
                self.queued[to as usize] = true;
                self.queue.push(to);
            }
        }
        true
    }

    fn comes_before(&self, a: u32, b: u32) -> bool {
        let name = self.name(a);
        name.nth <= self.clock(b)[name.thread.index()]
    }

    fn order(&mut self, a: u32, b: u32) -> bool {
        if a == b {
            return false;
        }
        if self.comes_before(a, b) {
            return true;
        }
        self.connect(Some(a), b, None);
        self.join(a, b)
    }

    fn apply_rules(&mut self, view: View<'_>, event: &Event, node: u32) -> bool {
        let sources = event.reads.iter().map(|read| (read.location, read.source));
        let lives = lives(view, event).map(|life| (life, Name::INITIAL));
        for (location, source) in sources.chain(lives) {
            if !self.writes_before_source(node, location, source) {
                return false;
            }
        }
        let mut written = event.written_locations();
        written.all(|location| self.reads_before_overwriting(node, location))
    }

    /// Rule R1: a write before a read comes before the read's source.
    fn writes_before_source(&mut self, node: u32, location: LocationIdx, source: Name) -> bool {
        for at in 0..self.writing_threads(location) {
            let Some(w) = self.write_before(node, location, at) else {
                continue;
            };
            let same = self.name(w) == source;
            if !same && (source.is_initial() || !self.order(w, self.node(source))) {
                return false;
            }
        }
        true
    }

    /// Rule R2, seen from a write: reads of the writes before it come before it, too.
    fn reads_before_overwriting(&mut self, node: u32, location: LocationIdx) -> bool {
        for at in 0..self.writing_threads(location) {
            if let Some(w) = self.write_before(node, location, at)
                && !self.readers_before(self.newest[w as usize], location, node)
            {
                return false;
            }
        }
        let initial = self.initial.get(location.index()).copied().unwrap_or(0);
        self.readers_before(initial, location, node)
    }

    /// Puts the readers of the location, on the edges from this one on, before a node.
    fn readers_before(&mut self, mut next: u32, location: LocationIdx, node: u32) -> bool {
        while next != 0 {
            let edge = self.edges[next as usize - 1];
            let other = edge.location == Some(location) && edge.to != node;
            if other && !self.order(edge.to, node) {
                return false;
            }
            next = edge.older;
        }
        true
    }

    /// Rule R2, seen from a new read: it comes before the writes that come after its source.
    fn read_before_next(&mut self, source: Name, location: LocationIdx, node: u32) -> bool {
        for at in 0..self.writing_threads(location) {
            if let Some(w) = self.write_after(source, location, at, node)
                && !self.order(node, w)
            {
                return false;
            }
        }
        true
    }

    fn writing_threads(&self, location: LocationIdx) -> usize {
        self.writers.get(location.index()).map_or(0, Accessors::len)
    }

    /// The last write of a location before a node, other than itself, by one of the writing threads.
    fn write_before(&self, node: u32, location: LocationIdx, at: usize) -> Option<u32> {
        let (thread, nths) = self.writers[location.index()].of(at);
        let own = self.name(node);
        let count = match thread == own.thread {
            true => own.nth - 1,
            false => self.clock(node)[thread.index()],
        };
        let last = nths.partition_point(|nth| *nth <= count).checked_sub(1)?;
        Some(self.nodes[thread.index()][nths[last] as usize - 1])
    }

    /// The first write of a location after its source, other than `node`, by one of the writing threads.
    fn write_after(
        &self,
        source: Name,
        location: LocationIdx,
        at: usize,
        node: u32,
    ) -> Option<u32> {
        let (thread, nths) = self.writers[location.index()].of(at);
        let nodes = &self.nodes[thread.index()];
        let first = nths.partition_point(|nth| {
            let w = nodes[*nth as usize - 1];
            let past = self.clock(w)[source.thread.index()];
            !source.is_initial() && (past < source.nth || self.name(w) == source)
        });
        // A read-modify-write is the next write itself.
        let mut others = nths[first..].iter().map(|nth| nodes[*nth as usize - 1]);
        others.find(|w| *w != node)
    }
}

/// The lives that an event reads implicitly: the objects that it accesses have not ended.
fn lives<'a>(view: View<'a>, event: &'a Event) -> impl Iterator<Item = LocationIdx> + 'a {
    let reads = event.reads.iter().map(|read| read.location);
    let written = event.written_locations();
    let ended = view.locations.lives() > 0;
    let touched = reads.chain(written).filter(move |_| ended);
    touched.filter_map(move |location| view.locations.place(location).life)
}
