//! Variants of an event: its accesses if it read from other events.

use super::event::{Event, Joined, Name, Read, Write, name_of};
use super::history::{History, is_in};
use super::location::{LocationIdx, Locations, Place, value_bits};
use crate::host::memory::{extract, insert};
use crate::machine::{Machine, Play, Rehearsed};
use crate::trace::StepIdx;
use smallvec::SmallVec;
use threadproof_program::{Access, Op};

/// The event to vary.
#[derive(Clone, Copy)]
pub struct Subject {
    pub name: Name,
    /// Where it stands in the machine; `None` if its thread still waits to do it.
    pub step: Option<StepIdx>,
    pub guard: Option<LocationIdx>,
}

/// The conditions on a variant; all else is left open.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    pub source: Option<Read>,
    /// An event that is not in the history, to read from.
    pub other: Option<&'a Event>,
    pub choice: u32,
}

struct Script<'a> {
    history: &'a History,
    locations: &'a mut Locations,
    subject: Subject,
    wish: Wish<'a>,
    event: Event,
    /// The last events of the joined threads, which come before the event whatever it reads.
    joined: Joined,
    /// The decision taken at each open point, and how many there were to choose from.
    picks: Vec<(usize, usize)>,
    at: usize,
}

/// All variants of an event that fulfil a wish and are consistent with the events before it in program order; `None`
/// if its accesses cannot be foreseen.
pub fn variants(
    machine: &mut Machine<'_>,
    history: &History,
    locations: &mut Locations,
    subject: Subject,
    wish: Wish<'_>,
) -> Option<SmallVec<[Event; 1]>> {
    if let Some(found) = simple(machine, history, locations, subject, wish) {
        return Some(found);
    }
    let mut found = SmallVec::new();
    let mut script = Script {
        history,
        locations,
        subject,
        wish,
        event: Event::new(subject.name),
        joined: match subject.step {
            Some(_) => history.get(subject.name).joined.clone(),
            None => {
                let ends = machine.joined_since(subject.name.thread);
                ends.map(|end| name_of(machine.trace(), end)).collect()
            }
        },
        picks: Vec::new(),
        at: 0,
    };
    loop {
        script.begin();
        let thread = subject.name.thread;
        match machine.rehearse(thread, subject.step, &mut script) {
            Rehearsed::Unknown => return None,
            Rehearsed::Waits => (),
            Rehearsed::Whole => found.extend(script.finish()),
        }
        if !script.advance() {
            return Some(found);
        }
    }
}

/// The same for a step that is one access to the one location of the wish; `None` for other steps.
fn simple(
    machine: &Machine<'_>,
    history: &History,
    locations: &mut Locations,
    subject: Subject,
    wish: Wish<'_>,
) -> Option<SmallVec<[Event; 1]>> {
    let (step, read) = (machine.trace().step(subject.step?), wish.source?);
    let at = step.op.access().filter(|_| step.depth == 0)?;
    if wish.choice != 0 || locations.of_access(at)[..] != [read.location] {
        return None;
    }
    let guard = step.op.guard();
    let written = match step.op {
        Op::Load { guard: None, .. } => None,
        Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
            let place = locations.place(read.location);
            let granule = value_of(machine, history, wish.other, at, read, place)?;
            let value = extract(granule, at);
            if guard.is_some_and(|guard| !guard.passes(value, at.size)) {
                return Some(SmallVec::new());
            }
            step.op.written(value)
        }
        _ => return None,
    };
    let mut event = Event::new(subject.name);
    event.guard = subject.guard;
    event.joined.clone_from(&history.get(subject.name).joined);
    event.reads.push(read);
    event.writes.extend(written.map(|value| Write {
        location: read.location,
        value: insert(0, at, value),
    }));
    Some(SmallVec::from_buf([event]))
}

/// The value that a read sees, in its place in the granule; `None` if there is no such memory. `other`: an
/// event that is not in the history.
fn value_of(
    machine: &Machine<'_>,
    history: &History,
    other: Option<&Event>,
    at: Access,
    read: Read,
    place: Place,
) -> Option<u64> {
    if let Some(event) = other.filter(|event| event.name == read.source) {
        return event.written(read.location);
    }
    if !read.source.is_initial() {
        return history.get(read.source).written(read.location);
    }
    let granule = match machine.objects().resolve(at, false) {
        Ok(granule) => granule,
        Err(fault) => fault.granule?,
    };
    let initial = machine.trace().initial_value(machine.memory(), granule);
    Some(initial & value_bits(place.mask))
}

impl Script<'_> {
    fn begin(&mut self) {
        self.event = Event::new(self.subject.name);
        self.event.guard = self.subject.guard;
        self.event.joined = self.joined.clone();
        self.at = 0;
    }

    fn finish(&mut self) -> Option<Event> {
        let wished = self
            .wish
            .source
            .is_none_or(|read| self.event.reads.contains(&read));
        if !wished || self.event.choice != self.wish.choice {
            return None;
        }
        self.event.sort();
        Some(self.event.clone())
    }

    /// Goes on to the next combination of decisions.
    fn advance(&mut self) -> bool {
        while let Some((pick, options)) = self.picks.pop() {
            if pick + 1 < options {
                self.picks.push((pick + 1, options));
                return true;
            }
        }
        false
    }

    fn decide(&mut self, location: LocationIdx) -> Option<Name> {
        let wished = self.wish.source.filter(|r| r.location == location);
        if let Some(read) = wished {
            return Some(read.source);
        }
        let candidates = self.candidates(location);
        if self.at == self.picks.len() {
            self.picks.push((0, candidates.len()));
        }
        let pick = self.picks[self.at].0;
        self.at += 1;
        candidates.get(pick).copied()
    }

    fn candidates(&self, location: LocationIdx) -> SmallVec<[Name; 4]> {
        let name = self.subject.name;
        let mut found = SmallVec::new();
        let all = self.history.writers(location).into_iter();
        let all = all.flat_map(|w| w.names()).chain([Name::INITIAL]);
        let done = self.subject.step.is_some();
        let past = self.history.past(name);
        for w in all {
            // The event in the history is the old variant.
            if let Some(other) = self.other(w) {
                found.extend(other.written(location).map(|_| w));
                continue;
            }
            let after = done && self.history.happens_before(name, w) && !w.is_initial();
            let hidden = is_hidden(self.history, location, w, &past) || self.is_passed(location, w);
            if w != name && !after && !hidden {
                found.push(w);
            }
        }
        found
    }

    /// Does a source that was decided on before write the location after `w`?
    fn is_passed(&self, location: LocationIdx, w: Name) -> bool {
        self.event.reads.iter().any(|read| {
            let source = read.source;
            let known = !source.is_initial() && self.other(source).is_none();
            known
                && source != w
                && self.history.get(source).written(location).is_some()
                && self.history.happens_before(w, source)
        })
    }

    fn other(&self, name: Name) -> Option<&Event> {
        self.wish.other.filter(|event| event.name == name)
    }

    /// The value of a location, in its place in the granule.
    fn value(&mut self, machine: &Machine<'_>, at: Access, location: LocationIdx) -> Option<u64> {
        if let Some(value) = self.event.written(location) {
            return Some(value);
        }
        let source = match self.event.source(location) {
            Some(source) => source,
            None => {
                let source = self.decide(location)?;
                self.event.reads.push(Read { location, source });
                source
            }
        };
        let read = Read { location, source };
        let place = self.locations.place(location);
        value_of(machine, self.history, self.wish.other, at, read, place)
    }
}

impl Play for Script<'_> {
    fn read(&mut self, machine: &Machine<'_>, at: Access) -> Option<u64> {
        let mut granule = 0;
        for location in self.locations.of_access(at) {
            granule |= self.value(machine, at, location)?;
        }
        Some(extract(granule, at))
    }

    fn write(&mut self, at: Access, value: u64) {
        let granule = insert(0, at, value);
        for location in self.locations.of_access(at) {
            let value = granule & value_bits(self.locations.place(location).mask);
            match self
                .event
                .writes
                .iter_mut()
                .find(|w| w.location == location)
            {
                Some(write) => write.value = value,
                None => self.event.writes.push(Write { location, value }),
            }
        }
    }

    fn choose(&mut self, options: u32) -> u32 {
        let base = self.event.options.max(1);
        let digit = self.wish.choice / base % options.max(1);
        self.event.options = base.saturating_mul(options.max(1));
        self.event.choice = self.wish.choice % self.event.options;
        digit
    }
}

/// Is there a write after `w` that is among the events that the clock `past` counts?
pub fn is_hidden(history: &History, location: LocationIdx, w: Name, past: &[u32]) -> bool {
    if !is_in(w, past) && !w.is_initial() {
        return false;
    }
    let Some(writers) = history.writers(location) else {
        return false;
    };
    let mut last = writers.last_within(past);
    last.any(|last| last != w && history.happens_before(w, last))
}
