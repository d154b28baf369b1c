//! New sources: the ways in which an event of the execution at hand could have read from others.
//!
//! For an event that reads without waiting, every write that it could read instead is a new
//! continuation in front of it. Two cases need more than the paper's rule for plain reads:
//!
//! * Of two read-modify-writes that follow each other, the second can come first. The first then
//!   reads from the second.
//! * For an event that waits for a location and then changes it (a lock), the question is not where it could read from,
//!   but which other event could have taken its place: exactly one event reads and changes the value that it took.
//!   That event becomes the continuation, and the lock itself waits again.

use super::alternatives::{Subject, Wish, is_hidden, variants};
use super::event::{Event, Name, Read};
use super::fingerprint::Fingerprint;
use super::history::{Clock, History, is_in};
use super::location::{LocationIdx, Locations};
use super::order::Order;
use super::schedule::{Changed, Node, Schedule};
use super::witness::{Cut, Finder, View};
use crate::clock;
use crate::machine::Machine;
use crate::mutant::{self, Mutant};
use crate::trace::StepIdx;
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
    /// Events from here on are new.
    pub fresh: usize,
    /// An event whose alternatives cannot be foreseen.
    pub unknown: Option<Name>,
}

impl Detector<'_, '_> {
    /// Looks for continuations that the new events make possible. `changed`: events before them that
    /// are new as sources. `waiting`: threads that cannot go on.
    pub fn detect(&mut self, changed: &[Name], waiting: &[ThreadId]) {
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
        for t in waiting {
            let known = t.index() < self.history.threads();
            if known && !mutant::is(Mutant::NoSourcesForWaiting) {
                self.waiting(*t);
            }
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
    #[inline(never)]
    fn as_reader(&mut self, name: Name) {
        let event = self.history.get(name);
        if event.reads.is_empty() || self.history.is_marked(name) {
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
            // The source that differs most comes last here, and is explored first.
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

    /// Looks for a continuation in which `reader` reads from `writer`. No write that is known to come between the two
    /// hides the writer.
    fn read_from(&mut self, reader: Name, location: LocationIdx, writer: Name) {
        let event = self.history.get(reader);
        if event.source(location) == Some(writer)
            || self.history.is_marked(reader)
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

    /// Looks for continuations in which an event takes a value that an earlier event has taken.
    #[inline(never)]
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

    /// `second` reads the value that `first` read and changed. `past`: the events before `second` in any case.
    fn take_from(&mut self, first: Name, second: Subject, location: LocationIdx, past: &[u32]) {
        let event = self.history.get(first);
        let Some(source) = event.source(location) else {
            return;
        };
        if self.history.is_marked(first)
            || event.written(location).is_none()
            || first == second.name
        {
            return;
        }
        let done = second.step.is_some();
        if is_in(first, past)
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

    /// Considers a variant of an event that takes the same value at the location for which the event stands.
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
        if event.options < 2 || event.choice != 0 || self.history.is_marked(name) {
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
                let new = new_end || self.fresh <= self.history.position(access);
                if !new
                    || self.history.is_marked(access)
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
        let before = self.history.counts_before(turn);
        let Some(count) = self.cut(&before, replaced, &head, other.as_ref()) else {
            return;
        };
        let mut changed = Changed::new();
        changed.extend(other);
        changed.push(head);
        let name = self.fingerprint(&before, &count, &changed);
        let node = &mut self.nodes[turn];
        if node.is_fresh() {
            node.note(self.history.fingerprint_alone(turn));
        }
        if node.knows(name) {
            return;
        }
        node.note(name);
        let cut = Cut {
            view: View {
                history: self.history,
                locations: self.locations,
                changed: &changed,
            },
            order: self.order,
            turn,
            before: &before,
            count: &count,
        };
        if let Some(witness) = self.finder.find(cut) {
            let copied = cut.copied();
            let share = |position: &u32| self.history.share(*position as usize);
            let copied = copied.iter().map(share).collect();
            self.nodes[turn].add(Schedule {
                copied,
                changed,
                witness,
            });
        }
    }

    /// Names the continuation at a place: all that each thread has done in the end, if that is more than
    /// before. Which of the events are changed makes no difference.
    fn fingerprint(&self, before: &[u32], count: &[u32], changed: &[Event]) -> Fingerprint {
        let mut name = Fingerprint::default();
        for (t, (&before, &nth)) in before.iter().zip(count).enumerate() {
            let thread = ThreadId(t as u16);
            let mut own = changed.iter().filter(|event| event.name.thread == thread);
            let first = own.next();
            if before < nth || first.is_some() {
                let copied = self.history.fingerprint(Name { thread, nth });
                let all = first.into_iter().chain(own);
                name = name.with(all.fold(copied, Fingerprint::then));
            }
        }
        name
    }

    /// How many events of each thread take part: those before the turn, and all that happen
    /// before the changed events. `None` if these would have to come before themselves.
    fn cut(
        &self,
        before: &Clock,
        replaced: Name,
        head: &Event,
        other: Option<&Event>,
    ) -> Option<Clock> {
        let mut count = before.clone();
        let mut add = |name: Name| {
            if !name.is_initial() && count[name.thread.index()] < name.nth {
                clock::join(&mut count, self.history.clock(name));
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
