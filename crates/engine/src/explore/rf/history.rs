//! The trace of the paper: events in the order of the search tree, with what happens before what.
//!
//! Where the search turned off, an event was changed together with what has to happen before it.
//! All of these belong to one place of the tree, their *turn*. Happens-before is program order,
//! creation of threads and reads-from.

use super::event::{Event, Name};
use super::location::LocationIdx;
use smallvec::SmallVec;
use threadproof_program::ThreadId;

#[derive(Default)]
pub struct History {
    events: Vec<Event>,
    /// Where the search turned off to get to each event: its own position for most.
    turns: Vec<u32>,
    /// `stride` numbers per event: how many events of each thread happen before it or are it.
    clocks: Vec<u32>,
    /// The same for what stands before its position.
    befores: Vec<u32>,
    stride: usize,
    /// Positions of each thread's events.
    positions: Vec<Vec<u32>>,
    /// Who created each thread.
    creators: Vec<Option<Name>>,
    /// By location.
    writers: Vec<Accessors>,
    readers: Vec<Accessors>,
    /// Events that end objects.
    ends: Vec<Name>,
}

/// The events that write a location, or those that read it.
#[derive(Default)]
pub struct Accessors {
    /// By thread, in program order.
    by_thread: Vec<(ThreadId, Vec<u32>)>,
}

impl Accessors {
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.by_thread.iter().map(|(thread, _)| *thread)
    }
    pub fn len(&self) -> usize {
        self.by_thread.len()
    }
    /// One of the threads that have any, or had, and its events in program order.
    pub fn of(&self, at: usize) -> (ThreadId, &[u32]) {
        let (thread, nths) = &self.by_thread[at];
        (*thread, nths)
    }
    /// The threads' events, in program order.
    pub fn all(&self) -> impl Iterator<Item = (ThreadId, &[u32])> {
        self.by_thread.iter().map(|(t, nths)| (*t, &nths[..]))
    }
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        let all = self.by_thread.iter();
        all.flat_map(|&(thread, ref nths)| nths.iter().map(move |&nth| Name { thread, nth }))
    }
    /// Those that are not among the events that a clock counts, thread by thread in program order.
    pub fn beyond<'a>(&'a self, clock: &'a [u32]) -> impl Iterator<Item = Name> + 'a {
        let all = self.by_thread.iter();
        all.flat_map(move |&(thread, ref nths)| {
            let count = clock.get(thread.index()).copied().unwrap_or(0);
            let from = nths.partition_point(|nth| *nth <= count);
            nths[from..].iter().map(move |&nth| Name { thread, nth })
        })
    }
    /// The last one of each thread among the events that a clock counts.
    pub fn last_within<'a>(&'a self, clock: &'a [u32]) -> impl Iterator<Item = Name> + 'a {
        let threads = self.threads();
        threads.filter_map(move |t| self.last(t, clock.get(t.index()).copied()?))
    }
    /// The last one of a thread among its first `count` events.
    pub fn last(&self, thread: ThreadId, count: u32) -> Option<Name> {
        let (_, nths) = self.by_thread.iter().find(|(t, _)| *t == thread)?;
        let at = nths.partition_point(|nth| *nth <= count).checked_sub(1)?;
        Some(Name {
            thread,
            nth: nths[at],
        })
    }
    pub fn push(&mut self, name: Name) {
        match self.by_thread.iter_mut().find(|(t, _)| *t == name.thread) {
            Some((_, nths)) => nths.push(name.nth),
            None => self.by_thread.push((name.thread, vec![name.nth])),
        }
    }
    pub fn pop(&mut self, name: Name) {
        let entry = self.by_thread.iter_mut().find(|(t, _)| *t == name.thread);
        let nth = entry.and_then(|(_, nths)| nths.pop());
        debug_assert_eq!(nth, Some(name.nth));
    }
}

impl History {
    pub fn len(&self) -> usize {
        self.events.len()
    }
    pub fn event(&self, position: usize) -> &Event {
        &self.events[position]
    }
    /// The positions of a thread's events.
    pub fn positions(&self, thread: ThreadId) -> &[u32] {
        &self.positions[thread.index()]
    }
    pub fn position(&self, name: Name) -> usize {
        self.positions[name.thread.index()][name.nth as usize - 1] as usize
    }
    pub fn turn(&self, name: Name) -> usize {
        self.turns[self.position(name)] as usize
    }
    pub fn get(&self, name: Name) -> &Event {
        &self.events[self.position(name)]
    }
    pub fn threads(&self) -> usize {
        self.positions.len()
    }
    /// How many events of each thread stand before a position.
    pub fn counts_before(&self, position: usize) -> &[u32] {
        &self.befores[position * self.stride..][..self.threads()]
    }
    pub fn count(&self, thread: ThreadId) -> u32 {
        self.positions[thread.index()].len() as u32
    }
    pub fn writers(&self, location: LocationIdx) -> Option<&Accessors> {
        self.writers.get(location.index())
    }
    pub fn readers(&self, location: LocationIdx) -> Option<&Accessors> {
        self.readers.get(location.index())
    }
    /// All events that read or write a location; those that do both twice.
    pub fn accessors(&self, location: LocationIdx) -> impl Iterator<Item = Name> + '_ {
        let both = [self.readers(location), self.writers(location)];
        both.into_iter().flatten().flat_map(|a| a.names())
    }
    pub fn ends(&self) -> &[Name] {
        &self.ends
    }

    pub fn clock(&self, name: Name) -> &[u32] {
        &self.clocks[self.position(name) * self.stride..][..self.stride]
    }
    /// Does `a` happen before `b`, or are they the same?
    pub fn happens_before(&self, a: Name, b: Name) -> bool {
        a.is_initial() || !b.is_initial() && a.nth <= self.clock(b)[a.thread.index()]
    }
    /// What comes before an event of a thread in any case: its program-order predecessor.
    pub fn before(&self, name: Name) -> Name {
        if name.nth > 1 {
            let nth = name.nth - 1;
            return Name { nth, ..name };
        }
        let creator = self.creators.get(name.thread.index());
        creator.copied().flatten().unwrap_or(Name::INITIAL)
    }

    /// How many events of each thread come before an event in any case, whatever it reads.
    pub fn past(&self, name: Name) -> SmallVec<[u32; 8]> {
        let before = self.before(name);
        let mut past: SmallVec<[u32; 8]> = match before.is_initial() {
            true => SmallVec::from_elem(0, self.stride),
            false => SmallVec::from_slice(self.clock(before)),
        };
        if name.nth <= self.count(name.thread) {
            for end in &self.get(name).joined {
                let pairs = past.iter_mut().zip(self.clock(*end));
                pairs.for_each(|(a, b)| *a = (*a).max(*b));
            }
        }
        past
    }

    /// Adds events, each after its source; they belong together.
    pub fn push_all(&mut self, events: Vec<Event>) {
        let turn = self.events.len() as u32;
        for event in events {
            self.push_at(event, turn);
        }
    }

    /// Adds an event after its sources.
    pub fn push(&mut self, event: Event) {
        self.push_at(event, self.events.len() as u32);
    }

    fn push_at(&mut self, event: Event, turn: u32) {
        self.enter(&event);
        self.turns.push(turn);
        self.push_counts();
        self.push_clock(&event);
        self.events.push(event);
    }

    fn push_counts(&mut self) {
        let start = self.befores.len();
        match self.events.last() {
            Some(last) => {
                self.befores.extend_from_within(start - self.stride..);
                self.befores[start + last.name.thread.index()] += 1;
            }
            None => self.befores.resize(self.stride, 0),
        }
    }

    fn enter(&mut self, event: &Event) {
        let child = event.spawned.map_or(0, ThreadId::index);
        self.widen(event.name.thread.index().max(child) + 1);
        self.positions[event.name.thread.index()].push(self.events.len() as u32);
        if let Some(child) = event.spawned {
            self.creators[child.index()] = Some(event.name);
        }
        for write in &event.writes {
            let at = write.location.index();
            if self.writers.len() <= at {
                self.writers.resize_with(at + 1, Accessors::default);
            }
            self.writers[at].push(event.name);
        }
        for read in &event.reads {
            let at = read.location.index();
            if self.readers.len() <= at {
                self.readers.resize_with(at + 1, Accessors::default);
            }
            self.readers[at].push(event.name);
        }
        if event.ends {
            self.ends.push(event.name);
        }
    }

    fn widen(&mut self, threads: usize) {
        if self.positions.len() < threads {
            self.positions.resize_with(threads, Vec::new);
            self.creators.resize(threads, None);
        }
        if threads <= self.stride {
            return;
        }
        let wider = threads.next_power_of_two().max(4);
        self.clocks = widened(&self.clocks, self.stride, wider);
        self.befores = widened(&self.befores, self.stride, wider);
        self.stride = wider;
    }

    fn push_clock(&mut self, event: &Event) {
        let to = self.clocks.len();
        let before = self.before(event.name);
        match before.is_initial() {
            true => self.clocks.resize(to + self.stride, 0),
            false => {
                let from = self.position(before) * self.stride;
                self.clocks.extend_from_within(from..from + self.stride);
            }
        }
        for source in event.sources() {
            if self.clocks[to + source.thread.index()] < source.nth {
                let from = self.position(source) * self.stride;
                let (old, new) = self.clocks.split_at_mut(to);
                let pairs = new.iter_mut().zip(&old[from..]);
                pairs.for_each(|(a, b)| *a = (*a).max(*b));
            }
        }
        self.clocks[to + event.name.thread.index()] = event.name.nth;
    }

    pub fn truncate(&mut self, len: usize) {
        for event in self.events[len.min(self.events.len())..].iter().rev() {
            self.positions[event.name.thread.index()].pop();
            if let Some(child) = event.spawned {
                self.creators[child.index()] = None;
            }
            for write in &event.writes {
                self.writers[write.location.index()].pop(event.name);
            }
            for read in &event.reads {
                self.readers[read.location.index()].pop(event.name);
            }
            if event.ends {
                self.ends.pop();
            }
        }
        self.events.truncate(len);
        self.turns.truncate(len);
        self.clocks.truncate(len * self.stride);
        self.befores.truncate(len * self.stride);
    }
}

/// The same rows with more numbers each.
fn widened(rows: &[u32], stride: usize, wider: usize) -> Vec<u32> {
    let mut all = Vec::new();
    for row in rows.chunks_exact(stride.max(1)) {
        all.extend_from_slice(row);
        all.resize(all.len() + wider - stride, 0);
    }
    all
}
