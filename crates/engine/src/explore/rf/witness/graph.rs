//! Saturation: the orders that every witness of a trace has to keep.
//!
//! The order is kept as one vector clock per event: how many events of each thread come before it
//! or are it. Clocks only grow, until both rules of the paper hold everywhere or an event would have
//! to come after itself.

use super::Cut;
use crate::explore::rf::event::Name;
use crate::explore::rf::location::LocationIdx;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// All storage is kept from one trace to the next.
#[derive(Default)]
pub struct Graph {
    names: Vec<Name>,
    /// The first node of each thread.
    base: Vec<u32>,
    clocks: Vec<u32>,
    stride: usize,
    /// Events that come directly after a node, other than by program order.
    next: Vec<SmallVec<[u32; 4]>>,
    readers: Vec<SmallVec<[(LocationIdx, u32); 2]>>,
    initial_readers: FxHashMap<LocationIdx, SmallVec<[u32; 4]>>,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.names.len()
    }
    pub fn name(&self, node: u32) -> Name {
        self.names[node as usize]
    }
    pub fn node(&self, name: Name) -> u32 {
        self.base[name.thread.index()] + name.nth - 1
    }
    pub fn clock(&self, node: u32) -> &[u32] {
        &self.clocks[node as usize * self.stride..][..self.stride]
    }
    pub fn readers(&self, node: u32) -> &[(LocationIdx, u32)] {
        &self.readers[node as usize]
    }
    pub fn initial_readers(&self) -> impl Iterator<Item = (LocationIdx, &[u32])> {
        self.initial_readers
            .iter()
            .map(|(l, nodes)| (*l, &nodes[..]))
    }

    /// Sets up program order, creation of threads and reads-from.
    pub fn build(&mut self, cut: &Cut<'_>) {
        self.number(cut);
        let len = self.names.len();
        self.stride = cut.count.len();
        self.clocks.clear();
        self.clocks.resize(len * self.stride, 0);
        self.next.iter_mut().for_each(SmallVec::clear);
        self.readers.iter_mut().for_each(SmallVec::clear);
        if self.next.len() < len {
            self.next.resize_with(len, SmallVec::new);
            self.readers.resize_with(len, SmallVec::new);
        }
        self.initial_readers.clear();
        self.queued.clear();
        self.queued.resize(len, false);
        self.queue.clear();
        for node in 0..len as u32 {
            self.connect(cut, node);
        }
        self.add_ends(cut);
    }

    fn number(&mut self, cut: &Cut<'_>) {
        self.names.clear();
        self.base.clear();
        for (thread, &count) in cut.count.iter().enumerate() {
            self.base.push(self.names.len() as u32);
            let thread = ThreadId(thread as u16);
            self.names
                .extend((1..=count).map(|nth| Name { thread, nth }));
            let changed = cut.changed.iter().filter(|e| e.name.thread == thread);
            self.names.extend(changed.map(|e| e.name));
        }
    }

    fn connect(&mut self, cut: &Cut<'_>, node: u32) {
        let name = self.name(node);
        self.clocks[node as usize * self.stride + name.thread.index()] = name.nth;
        if name.nth == 1 {
            let creator = cut.history.before(name);
            if !creator.is_initial() {
                let from = self.node(creator);
                self.next[from as usize].push(node);
            }
        }
        for read in &cut.event(name).reads {
            if read.source.is_initial() {
                let readers = self.initial_readers.entry(read.location);
                readers.or_default().push(node);
                continue;
            }
            let from = self.node(read.source);
            self.next[from as usize].push(node);
            self.readers[from as usize].push((read.location, node));
        }
    }

    /// An object ends after all accesses to it, but for those that come too late.
    fn add_ends(&mut self, cut: &Cut<'_>) {
        for &end in cut.history.ends().iter().filter(|end| cut.has(**end)) {
            for write in &cut.history.get(end).writes {
                let place = cut.locations.place(write.location);
                if place.mask == 0 {
                    self.end(cut, place.granule, end);
                }
            }
        }
    }

    fn end(&mut self, cut: &Cut<'_>, granule: u64, end: Name) {
        let node = self.node(end);
        for &location in cut.locations.of_granule(granule) {
            let unchanged = cut.history.accessors(location);
            let changed = cut.changed.iter();
            let changed = changed.filter(|event| {
                event.source(location).is_some() || event.written(location).is_some()
            });
            let present = unchanged.filter(|name| cut.has(*name));
            for name in present.chain(changed.map(|e| e.name)) {
                let from = self.node(name);
                if from != node {
                    self.next[from as usize].push(node);
                }
            }
        }
    }

    /// Adds all orders that follow; false if they contradict each other.
    pub fn saturate(&mut self, cut: &Cut<'_>) -> bool {
        // In an order that is nearly right already, so that few events are looked at twice.
        for event in cut.changed.iter().rev() {
            self.queue.push(self.node(event.name));
        }
        for (_, name) in cut.unchanged().rev() {
            self.queue.push(self.node(name));
        }
        self.queued.iter_mut().for_each(|queued| *queued = true);
        while let Some(node) = self.queue.pop() {
            self.queued[node as usize] = false;
            if !self.propagate(node) || !self.apply_rules(cut, node) {
                return false;
            }
        }
        true
    }

    fn propagate(&mut self, node: u32) -> bool {
        let after = node as usize + 1;
        let follows = after < self.len() && self.names[after].thread == self.name(node).thread;
        if follows && !self.join(node, after as u32) {
            return false;
        }
        for at in 0..self.next[node as usize].len() {
            if !self.join(node, self.next[node as usize][at]) {
                return false;
            }
        }
        true
    }

    /// Everything before `from`, and itself, comes before `to`; false if that is a cycle.
    fn join(&mut self, from: u32, to: u32) -> bool {
        let (a, b) = (from as usize * self.stride, to as usize * self.stride);
        let mut grown = false;
        for t in 0..self.stride {
            let count = self.clocks[a + t];
            if self.clocks[b + t] < count {
                self.clocks[b + t] = count;
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
        self.next[a as usize].push(b);
        self.join(a, b)
    }

    fn apply_rules(&mut self, cut: &Cut<'_>, node: u32) -> bool {
        let event = cut.event(self.name(node));
        for read in &event.reads {
            if !self.writes_before_source(cut, node, read.location, read.source) {
                return false;
            }
        }
        for write in &event.writes {
            if !self.reads_before_overwriting(cut, node, write.location) {
                return false;
            }
        }
        true
    }

    /// Rule R1: a write before a read comes before what is read.
    fn writes_before_source(
        &mut self,
        cut: &Cut<'_>,
        node: u32,
        location: LocationIdx,
        source: Name,
    ) -> bool {
        for w in self.writes_before(cut, node, location) {
            let name = self.name(w);
            if name == source {
                continue;
            }
            if source.is_initial() || !self.order(w, self.node(source)) {
                return false;
            }
        }
        true
    }

    /// Rule R2: a read of a write comes before the next write.
    fn reads_before_overwriting(
        &mut self,
        cut: &Cut<'_>,
        node: u32,
        location: LocationIdx,
    ) -> bool {
        for w in self.writes_before(cut, node, location) {
            for at in 0..self.readers[w as usize].len() {
                let (read, reader) = self.readers[w as usize][at];
                if read == location && reader != node && !self.order(reader, node) {
                    return false;
                }
            }
        }
        let count = self.initial_readers.get(&location).map_or(0, |r| r.len());
        for at in 0..count {
            let reader = self.initial_readers[&location][at];
            if reader != node && !self.order(reader, node) {
                return false;
            }
        }
        true
    }

    /// The last write of each thread before a node, other than itself.
    fn writes_before(&self, cut: &Cut<'_>, node: u32, location: LocationIdx) -> SmallVec<[u32; 8]> {
        let clock = self.clock(node);
        let own = self.name(node);
        let mut found = SmallVec::new();
        for event in cut.changed {
            let before = event.name.nth <= clock[event.name.thread.index()];
            if event.name != own && before && event.written(location).is_some() {
                found.push(self.node(event.name));
            }
        }
        let Some(writers) = cut.history.writers(location) else {
            return found;
        };
        for thread in writers.threads() {
            let mut count = clock[thread.index()].min(cut.count[thread.index()]);
            if thread == own.thread {
                count = count.min(own.nth - 1);
            }
            found.extend(writers.last(thread, count).map(|w| self.node(w)));
        }
        found
    }
}
