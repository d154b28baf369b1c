//! The trace of the paper: events in the order of the search tree, with happens-before.
//!
//! Where the search turned off, an event was changed, and the events that have to happen before it were copied.
//! All of these belong to one place of the tree, their *turn*. Happens-before is program order,
//! creation of threads and reads-from.

use super::event::{Event, Name};
use super::fingerprint::Fingerprint;
use super::location::LocationIdx;
use crate::clock;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::rc::Rc;
use threadproof_program::ThreadId;

#[derive(Default)]
pub struct History {
    entries: Vec<Rc<Entry>>,
    /// By position, too.
    places: Vec<Place>,
    /// Entries that nobody uses any more, to be filled again.
    spare: Vec<Rc<Entry>>,
    /// Positions of each thread's events.
    positions: Vec<Vec<u32>>,
    /// The event that created each thread.
    creators: Vec<Option<Name>>,
    /// By location.
    writers: Vec<Accessors>,
    readers: Vec<Accessors>,
    /// Events that end objects.
    ends: Vec<Name>,
}

/// An event, and the facts about it that follow from the events before it. They stay the same when the event is copied.
pub struct Entry {
    pub event: Event,
    /// How many events of each thread happen before it or are it; none of threads that are missing.
    clock: Clock,
    /// The name of all that its thread has done up to it.
    fingerprint: Fingerprint,
}

/// A number for each thread.
pub type Clock = SmallVec<[u32; 8]>;

/// The facts about a position in the search tree.
#[derive(Clone, Copy)]
struct Place {
    /// Where the search turned off to get to it: its own position for most.
    turn: u32,
    /// The event is a copy: other sources for it are looked for elsewhere.
    marked: bool,
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
        self.entries.len()
    }
    pub fn event(&self, position: usize) -> &Event {
        &self.entries[position].event
    }
    /// The positions of a thread's events.
    pub fn positions(&self, thread: ThreadId) -> &[u32] {
        &self.positions[thread.index()]
    }
    pub fn position(&self, name: Name) -> usize {
        self.positions[name.thread.index()][name.nth as usize - 1] as usize
    }
    pub fn turn(&self, name: Name) -> usize {
        self.places[self.position(name)].turn as usize
    }
    pub fn is_marked(&self, name: Name) -> bool {
        self.places[self.position(name)].marked
    }
    pub fn get(&self, name: Name) -> &Event {
        &self.entry(name).event
    }
    fn entry(&self, name: Name) -> &Entry {
        &self.entries[self.position(name)]
    }
    pub fn share(&self, position: usize) -> Rc<Entry> {
        self.entries[position].clone()
    }
    /// All that a thread has done up to an event.
    pub fn fingerprint(&self, name: Name) -> Fingerprint {
        match name.is_initial() {
            true => Fingerprint::default(),
            false => self.entry(name).fingerprint,
        }
    }
    /// The event at a position, as a continuation of what is before it.
    pub fn fingerprint_alone(&self, position: usize) -> Fingerprint {
        Fingerprint::default().with(self.entries[position].fingerprint)
    }
    pub fn threads(&self) -> usize {
        self.positions.len()
    }
    /// How many events of each thread stand before a position.
    pub fn counts_before(&self, position: usize) -> Clock {
        let all = self.positions.iter();
        let count = |own: &Vec<u32>| own.partition_point(|at| (*at as usize) < position);
        all.map(|own| count(own) as u32).collect()
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
        &self.entry(name).clock
    }
    /// Does `a` happen before `b`, or are they the same?
    pub fn happens_before(&self, a: Name, b: Name) -> bool {
        a.is_initial() || !b.is_initial() && is_in(a, self.clock(b))
    }
    /// The predecessor of an event in program order, or the creation of its thread.
    pub fn before(&self, name: Name) -> Name {
        if name.nth > 1 {
            let nth = name.nth - 1;
            return Name { nth, ..name };
        }
        let creator = self.creators.get(name.thread.index());
        creator.copied().flatten().unwrap_or(Name::INITIAL)
    }

    /// How many events of each thread come before an event in any case, whatever it reads.
    pub fn past(&self, name: Name) -> Cow<'_, [u32]> {
        let before = self.before(name);
        let joins = match name.nth <= self.count(name.thread) {
            true => &self.get(name).joined[..],
            false => &[],
        };
        if joins.is_empty() {
            let known = (!before.is_initial()).then(|| self.clock(before));
            return Cow::Borrowed(known.unwrap_or_default());
        }
        let mut past = self.clock_of(before);
        for end in joins {
            clock::join(&mut past, self.clock(*end));
        }
        Cow::Owned(past.into_vec())
    }

    /// The clock of an event, with a number for every thread.
    fn clock_of(&self, name: Name) -> Clock {
        let mut clock = match name.is_initial() {
            true => Clock::new(),
            false => Clock::from_slice(self.clock(name)),
        };
        clock.resize(self.threads(), 0);
        clock
    }

    /// Adds copies of events, and then changed ones, each after its sources; they belong together, and
    /// all but the last are looked at elsewhere.
    pub fn push_all(&mut self, copied: Vec<Rc<Entry>>, changed: impl IntoIterator<Item = Event>) {
        let turn = self.entries.len() as u32;
        for entry in copied {
            self.enter(&entry.event);
            self.entries.push(entry);
            self.places.push(Place { turn, marked: true });
        }
        for event in changed {
            self.push_at(event, turn);
            let marked = true;
            *self.places.last_mut().expect("just added") = Place { turn, marked };
        }
        let last = self.places.last_mut();
        last.expect("a continuation has events").marked = false;
    }

    /// Adds an event after its sources.
    pub fn push(&mut self, event: Event) {
        self.push_at(event, self.entries.len() as u32);
    }

    fn push_at(&mut self, event: Event, turn: u32) {
        self.enter(&event);
        let Name { thread, nth } = event.name;
        let before = self.fingerprint(Name {
            nth: nth - 1,
            thread,
        });
        let fingerprint = before.then(&event);
        let clock = self.clock_after(&event);
        let entry = match self.spare.pop() {
            Some(mut spare) => {
                let entry = Rc::get_mut(&mut spare).expect("nobody else has it");
                (entry.event, entry.clock, entry.fingerprint) = (event, clock, fingerprint);
                spare
            }
            None => Rc::new(Entry {
                event,
                clock,
                fingerprint,
            }),
        };
        self.entries.push(entry);
        let marked = false;
        self.places.push(Place { turn, marked });
    }

    fn clock_after(&self, event: &Event) -> Clock {
        let mut clock = self.clock_of(self.before(event.name));
        for source in event.sources() {
            if clock[source.thread.index()] < source.nth {
                clock::join(&mut clock, self.clock(source));
            }
        }
        clock[event.name.thread.index()] = event.name.nth;
        clock
    }

    fn enter(&mut self, event: &Event) {
        let child = event.spawned.map_or(0, ThreadId::index);
        self.widen(event.name.thread.index().max(child) + 1);
        self.positions[event.name.thread.index()].push(self.entries.len() as u32);
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
    }

    pub fn truncate(&mut self, len: usize) {
        for entry in self.entries.drain(len.min(self.entries.len())..).rev() {
            let event = &entry.event;
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
            if Rc::strong_count(&entry) == 1 {
                self.spare.push(entry);
            }
        }
        self.places.truncate(len);
    }
}

/// Is an event among those that a clock counts?
pub fn is_in(name: Name, clock: &[u32]) -> bool {
    name.nth <= clock::count(clock, name.thread.index())
}
