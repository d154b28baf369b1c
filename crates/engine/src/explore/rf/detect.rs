//! New sources: the ways in which an event of the execution at hand could have read from others.
//!
//! For an event that reads without waiting, every write that it could read instead is a new
//! continuation in front of it. Two cases need more than the paper's rule for plain reads:
//!
//! * Of two read-modify-writes that follow each other, the second can come first. The first then
//!   reads from the second.
//! * An event that waits for a location and then changes it (a lock) is not asked where it could
//!   read from, but who else could have taken its place: exactly one event reads and changes the
//!   value that it took. That one becomes the continuation, and the lock itself waits again.

use super::event::{Event, Name, Read};
use super::history::History;
use super::location::{LocationIdx, Locations};
use super::order::Order;
use super::schedule::{Key, Node, Schedule};
use super::variant::{Subject, Wish, is_hidden, variants};
use super::witness::{Cut, Finder, View};
use crate::execution::trace::StepIdx;
use crate::machine::{Halt, Machine};
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Op, ThreadId};

pub struct Detector<'a, 'm> {
    pub machine: &'a mut Machine<'m>,
    pub history: &'a History,
    pub locations: &'a mut Locations,
    /// The execution at hand.
    pub order: &'a Order,
    pub nodes: &'a mut [Node],
    pub finder: &'a mut Finder,
    /// Scratch space.
    pub key: &'a mut Key,
    /// Events from here on are new.
    pub fresh: usize,
    /// An event whose alternatives cannot be foreseen.
    pub unknown: Option<Name>,
}

impl Detector<'_, '_> {
    /// Looks for continuations that the new events make possible. `changed`: events before them that
    /// are new as sources.
    pub fn detect(&mut self, changed: &[Name]) {
        for &name in changed {
            self.as_writer(name);
            self.as_second(self.subject(name));
            self.choices(name);
        }
        for position in self.fresh..self.history.len() {
            let name = self.history.event(position).name;
            self.as_reader(name);
            if !mutant::is(Mutant::NoLaterSources) {
                self.as_writer(name);
            }
            if !mutant::is(Mutant::NoPairsOfExchanges) {
                self.as_second(self.subject(name));
            }
            self.choices(name);
        }
        if !self.history.ends().is_empty() {
            self.late_accesses();
        }
        for t in 0..self.history.threads() as u16 {
            if mutant::is(Mutant::NoSourcesForWaiting) {
                break;
            }
            self.waiting(ThreadId(t));
        }
    }

    fn subject(&self, name: Name) -> Subject {
        Subject {
            name,
            step: Some(StepIdx(self.order.place(name))),
            guard: self.history.get(name).guard,
        }
    }

    /// New events read from any others.
    fn as_reader(&mut self, name: Name) {
        let event = self.history.get(name);
        if event.marked {
            return;
        }
        if event.reads.is_empty() {
            return;
        }
        let past = self.history.past(name);
        for at in 0..event.reads.len() {
            let location = event.reads[at].location;
            let mut possible: SmallVec<[Name; 16]> = SmallVec::new();
            let mut known = false;
            if let Some(writers) = self.history.writers(location) {
                possible.extend(writers.last_within(&past));
                known = !possible.is_empty();
                if 1 < possible.len() {
                    possible.retain(|w| !is_hidden(self.history, location, *w, &past));
                }
                possible.extend(writers.beyond(&past));
            }
            // What differs most comes last here, and is explored first.
            if !known {
                possible.push(Name::INITIAL);
            }
            for writer in possible {
                self.read_from(name, location, writer);
            }
        }
    }

    /// Events from before the new ones read from a new one.
    fn as_writer(&mut self, name: Name) {
        let event = self.history.get(name);
        for write in &event.writes {
            let Some(readers) = self.history.readers(write.location) else {
                continue;
            };
            let possible = readers.beyond(self.history.clock(name));
            let old = possible.filter(|r| self.history.position(*r) < self.fresh);
            let old: SmallVec<[Name; 16]> = old.collect();
            for reader in old {
                let past = self.history.past(reader);
                if !is_hidden(self.history, write.location, name, &past) {
                    self.read_from(reader, write.location, name);
                }
            }
        }
    }

    /// Nothing that is known to come in between hides the write.
    fn read_from(&mut self, reader: Name, location: LocationIdx, writer: Name) {
        let event = self.history.get(reader);
        if event.source(location) == Some(writer)
            || event.marked
            || event.taken == Some(location)
            || reader == writer
            || !writer.is_initial() && self.history.happens_before(reader, writer)
            || self.locations.place(location).mask == 0
        {
            return;
        }
        let source = Read {
            location,
            source: writer,
        };
        let wish = Wish {
            source: Some(source),
            other: None,
            choice: 0,
        };
        for variant in self.variants(self.subject(reader), wish) {
            self.consider_same_taker(reader, variant);
        }
    }

    fn variants(&mut self, subject: Subject, wish: Wish<'_>) -> SmallVec<[Event; 1]> {
        let found = variants(self.machine, self.history, self.locations, subject, wish);
        found.unwrap_or_else(|| {
            self.unknown = Some(subject.name);
            SmallVec::new()
        })
    }

    /// An event changes what another one before it read and changed.
    fn as_second(&mut self, second: Subject) {
        let event = self.history.get(second.name);
        for at in 0..event.reads.len() {
            let Read { location, source } = event.reads[at];
            if second.guard == Some(location)
                || second.guard.is_some() && event.taken == Some(location)
            {
                self.take_from_all(second, location);
            } else if !source.is_initial() && self.history.get(source).source(location).is_some() {
                let past = self.history.past(second.name);
                self.take_from(source, second, location, &past);
            }
        }
    }

    /// A thread that waits in the end could have come first.
    fn waiting(&mut self, thread: ThreadId) {
        let exists = self.machine.threads().exists(thread);
        if !exists || self.machine.halt(thread) != Some(Halt::Waiting) {
            return;
        }
        let Op::Load { at, .. } = self.machine.pending(thread) else {
            return;
        };
        let nth = self.history.count(thread) + 1;
        let Some(&location) = self.locations.of_access(at).first() else {
            return;
        };
        let second = Subject {
            name: Name { thread, nth },
            step: None,
            guard: Some(location),
        };
        self.take_from_all(second, location);
    }

    fn take_from_all(&mut self, second: Subject, location: LocationIdx) {
        let past = self.history.past(second.name);
        let writers = self.history.writers(location).into_iter();
        let all: SmallVec<[Name; 16]> = writers.flat_map(|w| w.beyond(&past)).collect();
        for first in all {
            let taken = self.history.get(first).taken.unwrap_or(location);
            self.take_from(first, second, taken, &past);
        }
    }

    /// `second` reads what `first` read and changed. `past`: what comes before `second` in any case.
    fn take_from(&mut self, first: Name, second: Subject, location: LocationIdx, past: &[u32]) {
        let event = self.history.get(first);
        let Some(source) = event.source(location) else {
            return;
        };
        if event.marked || event.written(location).is_none() || first == second.name {
            return;
        }
        let done = second.step.is_some();
        if first.nth <= past[first.thread.index()]
            || done && !source.is_initial() && self.history.happens_before(second.name, source)
            || is_hidden(self.history, location, source, past)
        {
            return;
        }
        let wish = Wish {
            source: Some(Read { location, source }),
            other: None,
            choice: 0,
        };
        for mut taker in self.variants(second, wish) {
            if taker.written(location).is_none() {
                continue;
            }
            if event.taken == Some(location) {
                taker.taken = Some(location);
                self.consider(first, taker, None);
                continue;
            }
            let wish = Wish {
                source: Some(Read {
                    location,
                    source: taker.name,
                }),
                other: Some(&taker),
                choice: 0,
            };
            for variant in self.variants(self.subject(first), wish) {
                self.consider(first, variant, Some(taker.clone()));
            }
        }
    }

    /// A variant of an event that takes what the event takes.
    fn consider_same_taker(&mut self, name: Name, mut variant: Event) {
        let event = self.history.get(name);
        variant.taken = event.taken;
        let same = |location| variant.source(location) == event.source(location);
        if event.taken.is_none_or(same) {
            self.consider(name, variant, None);
        }
    }

    fn choices(&mut self, name: Name) {
        let event = self.history.get(name);
        if event.marked || event.choice != 0 {
            return;
        }
        for choice in 1..event.options {
            let wish = Wish {
                source: event.reads.first().copied(),
                other: None,
                choice,
            };
            for variant in self.variants(self.subject(name), wish) {
                self.consider_same_taker(name, variant);
            }
        }
    }

    /// Accesses to an object after its end.
    fn late_accesses(&mut self) {
        let ends: Vec<Name> = self.history.ends().to_vec();
        for end in ends {
            for at in 0..self.history.get(end).writes.len() {
                let life = self.history.get(end).writes[at].location;
                let place = self.locations.place(life);
                if place.mask == 0 {
                    self.late(end, life, place.granule);
                }
            }
        }
    }

    fn late(&mut self, end: Name, life: LocationIdx, granule: u64) {
        let new_end = self.fresh <= self.history.position(end);
        for location in self.locations.of_granule(granule).to_vec() {
            let all: Vec<Name> = self.history.accessors(location).collect();
            for access in all {
                let event = self.history.get(access);
                let new = new_end || self.fresh <= self.history.position(access);
                if !new
                    || event.marked
                    || self.history.happens_before(access, end)
                    || self.history.happens_before(end, access)
                {
                    continue;
                }
                let mut late = Event::new(access);
                late.reads.push(Read {
                    location: life,
                    source: end,
                });
                self.consider(access, late, None);
            }
        }
    }

    /// Adds a continuation in which `head` replaces an event, if it is new and consistent. `other`: a
    /// changed event that `head` reads from.
    fn consider(&mut self, replaced: Name, head: Event, other: Option<Event>) {
        let turn = self.history.turn(replaced);
        let Some(count) = self.cut(turn, replaced, &head, other.as_ref()) else {
            return;
        };
        let mut changed: SmallVec<[Event; 2]> = SmallVec::new();
        let reversed = other.is_some();
        changed.extend(other.map(|event| Event {
            marked: true,
            ..event
        }));
        changed.push(head);
        if self.nodes[turn].is_fresh() {
            self.key.clear();
            self.key.add(self.history.event(turn));
            self.nodes[turn].note(self.key);
        }
        self.name_continuation(turn, &count, &changed);
        if self.nodes[turn].knows(self.key) {
            return;
        }
        let cut = Cut {
            view: View {
                history: self.history,
                locations: self.locations,
                changed: &changed,
            },
            order: self.order,
            turn,
            count: &count,
        };
        let witness = self.finder.find(cut);
        self.nodes[turn].note(self.key);
        if let Some(witness) = witness {
            let copied = cut.copied();
            let mut events = Vec::with_capacity(copied.len() + changed.len());
            events.extend(copied.into_iter().map(|position| Event {
                marked: true,
                ..self.history.event(position as usize).clone()
            }));
            events.extend(changed);
            let schedule = Schedule {
                events,
                reversed,
                witness,
            };
            self.nodes[turn].add(schedule);
        }
    }

    /// Sets the key of a continuation.
    fn name_continuation(&mut self, turn: usize, count: &Count, changed: &[Event]) {
        self.key.clear();
        for (t, &count) in count.iter().enumerate() {
            let thread = ThreadId(t as u16);
            let before = self.history.counts_before(turn)[t];
            for nth in before + 1..=count {
                self.key.add(self.history.get(Name { thread, nth }));
            }
            let own = changed.iter().filter(|event| event.name.thread == thread);
            own.for_each(|event| self.key.add(event));
        }
    }

    /// How many events of each thread take part: those before the turn, and all that happen
    /// before the changed events. `None` if these would have to come before themselves.
    fn cut(
        &self,
        turn: usize,
        replaced: Name,
        head: &Event,
        other: Option<&Event>,
    ) -> Option<Count> {
        let mut count = Count::from_slice(self.history.counts_before(turn));
        let mut add = |name: Name| {
            if !name.is_initial() {
                let clock = self.history.clock(name);
                count
                    .iter_mut()
                    .zip(clock)
                    .for_each(|(a, b)| *a = (*a).max(*b));
            }
        };
        for event in [Some(head), other].into_iter().flatten() {
            add(self.history.before(event.name));
            let known = event
                .sources()
                .filter(|s| other.is_none_or(|other| other.name != *s));
            known.for_each(&mut add);
        }
        let changed = [Some(head.name), Some(replaced), other.map(|o| o.name)];
        for name in changed.into_iter().flatten() {
            if name.nth <= count[name.thread.index()] {
                return None;
            }
        }
        Some(count)
    }
}

/// How many events of each thread take part in a trace.
type Count = SmallVec<[u32; 8]>;
