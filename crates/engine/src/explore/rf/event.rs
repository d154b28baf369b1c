//! Events: steps with the source of each read and the value of each write.

use super::location::{LocationIdx, Locations, value_bits};
use super::visibility::{EXITED, Privacy};
use crate::machine::Machine;
use crate::trace::{StepIdx, Trace};
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// An event of a trace: the thread and how many-th step of it (from 1). What the event is depends on
/// the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    pub thread: ThreadId,
    pub nth: u32,
}

impl Name {
    /// The source of reads that see the initial value.
    pub const INITIAL: Name = Name {
        thread: ThreadId::MAIN,
        nth: 0,
    };
    pub fn is_initial(self) -> bool {
        self.nth == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    pub location: LocationIdx,
    pub source: Name,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub location: LocationIdx,
    /// The bytes of the granule.
    pub value: u64,
}

/// Most events join nobody, and events are moved a lot.
pub type Joined = Box<[Name]>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub name: Name,
    /// Which of how many options; 0 options for no choice.
    pub choice: u32,
    pub options: u32,
    pub reads: SmallVec<[Read; 2]>,
    pub writes: SmallVec<[Write; 2]>,
    /// The location that it had to wait for.
    pub guard: Option<LocationIdx>,
    pub spawned: Option<ThreadId>,
    /// The last events of threads that it joined.
    pub joined: Joined,
    /// For events like locks: the location that this event acquires. Exactly one event may take the value of a given
    /// source there, so the alternatives at this place of the search tree are the other events that could take it.
    pub taken: Option<LocationIdx>,
    /// It writes the life of an object.
    pub ends: bool,
}

impl Event {
    pub fn new(name: Name) -> Event {
        Event {
            name,
            choice: 0,
            options: 0,
            reads: SmallVec::new(),
            writes: SmallVec::new(),
            guard: None,
            spawned: None,
            joined: Joined::default(),
            taken: None,
            ends: false,
        }
    }

    /// The event of a step of the machine.
    pub fn of(machine: &Machine<'_>, s: StepIdx, locations: &mut Locations) -> Event {
        let trace = machine.trace();
        let step = trace.step(s);
        let mut event = Event::new(name_of(trace, s));
        event.choice = step.label.choice;
        event.options = step.options;
        event.spawned = step.spawned;
        let mut joined = Vec::new();
        for (nth, foot) in trace.feet(s).iter().enumerate() {
            match locations.privacy(machine, s, nth) {
                Privacy::Shared => (),
                Privacy::Join => {
                    let end = trace.source(s, nth, EXITED);
                    joined.extend(end.map(|end| name_of(trace, end)));
                    continue;
                }
                Privacy::Private => continue,
            }
            if let Some(end) = trace.end_before(s, nth) {
                let location = locations.life(foot.granule);
                let source = name_of(trace, end);
                event.reads.push(Read { location, source });
                continue;
            }
            let seen = locations.parts(foot.granule, foot.seen);
            for &location in &seen {
                let mask = locations.place(location).mask;
                let source = trace.source(s, nth, mask);
                let source = source.map_or(Name::INITIAL, |step| name_of(trace, step));
                event.reads.push(Read { location, source });
            }
            if foot.ends {
                event.ends = true;
                let location = locations.life(foot.granule);
                event.writes.push(Write { location, value: 0 });
                continue;
            }
            if foot.writes == 0 {
                continue;
            }
            let value = machine.memory().get(trace.granule(s, nth)).value;
            let written = match foot.writes == foot.seen {
                true => seen,
                false => locations.parts(foot.granule, foot.writes),
            };
            for location in written {
                let value = value & value_bits(locations.place(location).mask);
                event.writes.push(Write { location, value });
            }
        }
        event.joined = joined.into_boxed_slice();
        if let Some((_, at)) = step.guard() {
            event.guard = locations.of_access(at).first().copied();
            event.taken = event.taken_after_waiting(locations);
        }
        event.sort();
        event
    }

    /// Brings accesses into an order that does not depend on how the event was found.
    pub fn sort(&mut self) {
        self.reads.sort_unstable_by_key(|r| r.location);
        self.writes.sort_unstable_by_key(|w| w.location);
    }

    /// The locations that it writes.
    pub fn written_locations(&self) -> impl Iterator<Item = LocationIdx> + '_ {
        self.writes.iter().map(|w| w.location)
    }
    /// Does it read, and touch more than one location?
    pub fn is_wide(&self) -> bool {
        let other = |location| self.reads.first().is_some_and(|r| r.location != location);
        self.reads.iter().any(|r| other(r.location))
            || self.writes.iter().any(|w| other(w.location))
    }
    /// All that it comes directly after, but for its thread's event before.
    pub fn sources(&self) -> impl Iterator<Item = Name> + '_ {
        let reads = self.reads.iter().map(|read| read.source);
        reads.chain(self.joined.iter().copied())
    }
    pub fn source(&self, location: LocationIdx) -> Option<Name> {
        let read = self.reads.iter().find(|r| r.location == location);
        read.map(|r| r.source)
    }
    pub fn written(&self, location: LocationIdx) -> Option<u64> {
        let write = self.writes.iter().find(|w| w.location == location);
        write.map(|w| w.value)
    }
    /// The location that an event that waits changes, so that only one of several candidates can take its place. A
    /// read lock waits for the writer and changes the number of readers, which comes first.
    fn taken_after_waiting(&self, locations: &Locations) -> Option<LocationIdx> {
        let own = self.guard.filter(|guard| self.waits_to_change(*guard));
        let changed = self.reads.iter().map(|read| read.location);
        let changed = changed.filter(|location| self.written(*location).is_some());
        own.or_else(|| {
            changed.min_by_key(|location| {
                let place = locations.place(*location);
                (place.granule, place.mask)
            })
        })
    }
    /// Does it wait for a location and then change it, as a lock does?
    pub fn waits_to_change(&self, location: LocationIdx) -> bool {
        self.guard == Some(location) && self.written(location).is_some()
    }
}

pub fn name_of(trace: &Trace, s: StepIdx) -> Name {
    let step = trace.step(s);
    Name {
        thread: step.thread,
        nth: step.nth,
    }
}
