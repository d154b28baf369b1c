//! The paper's DPOR algorithm (section 5.1), as it is printed: `DfVisit`, `DeclarePostponed`, `RunSchedule`.
//!
//! Locks, which the paper leaves out: a thread that takes the lock could have taken it at the place of an earlier lock
//! that it does not depend on, and the earlier one comes later then. That is a schedule of the
//! earlier lock, as a postponed write is one of a read.

use crate::saturated::State;
use crate::trace::{Name, Read};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_testkit::builder::Inst;

/// Where the printed algorithm leaves a choice, or where it is doubtful.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// Writes come first. Among several, and if there are none, the first thread that can go on.
    pub order: &'a [u32],
    /// A postponed write is offered to the closest read alone, as line 11 of `DeclarePostponed` says.
    pub closest_only: bool,
    /// Schedules differ if their locks read from different unlocks.
    pub compares_locks: bool,
}

/// An event with what it reads from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Observation {
    name: Name,
    source: Option<Name>,
    is_lock: bool,
}

type Schedule = Vec<Observation>;

/// What the search knows of an event of the current trace.
struct Place {
    swappable: bool,
    schedules: Vec<Schedule>,
}

pub struct Search<'a> {
    rules: Rules<'a>,
    places: Vec<Place>,
    found: BTreeSet<BTreeMap<Name, Read>>,
}

/// All traces that the algorithm finds. It must not find one twice.
pub fn search(rules: Rules<'_>, start: &State<'_>) -> BTreeSet<BTreeMap<Name, Read>> {
    let mut search = Search {
        rules,
        places: Vec::new(),
        found: BTreeSet::new(),
    };
    search.visit(start);
    search.found
}

impl Search<'_> {
    fn visit(&mut self, state: &State<'_>) {
        let enabled = |thread: &u32| Some((*thread, state.next(*thread)?));
        let all = || self.rules.order.iter().filter_map(enabled);
        let write = all().find(|(_, inst)| matches!(inst, Inst::Store(..)));
        let Some((thread, inst)) = write.or_else(|| all().next()) else {
            let is_new = self.found.insert(state.reads());
            assert!(is_new, "the algorithm is optimal");
            return;
        };
        let at = self.enter(true);
        match inst {
            Inst::Load(_, variable) => {
                for source in state.readable(thread, variable) {
                    self.visit(&after(state, thread, inst, source));
                }
            }
            Inst::Lock(_) => {
                let next = after(state, thread, inst, state.newest_unlock());
                self.visit(&next);
                self.declare_lock(&next);
            }
            Inst::Store(..) => {
                let next = after(state, thread, inst, None);
                self.visit(&next);
                self.declare_postponed(&next);
            }
            _ => self.visit(&after(state, thread, inst, None)),
        }
        let schedules = std::mem::take(&mut self.places[at].schedules);
        self.places.truncate(at);
        for schedule in schedules {
            self.run(state, &schedule);
        }
    }

    fn enter(&mut self, swappable: bool) -> usize {
        self.places.push(Place {
            swappable,
            schedules: Vec::new(),
        });
        self.places.len() - 1
    }

    fn run(&mut self, state: &State<'_>, schedule: &[Observation]) {
        let Some((first, rest)) = schedule.split_first() else {
            return self.visit(state);
        };
        let thread = first.name.0;
        let inst = state.next(thread).expect("its past is in the schedule");
        let named = |name| state.events.iter().position(|e| e.name == name);
        let source = first.source.map(|s| named(s).expect("it came before"));
        let at = self.enter(!matches!(inst, Inst::Load(..) | Inst::Lock(_)));
        self.run(&after(state, thread, inst, source), rest);
        self.places.truncate(at);
    }

    /// Offers the last event, a write, to reads that could have come later.
    fn declare_postponed(&mut self, state: &State<'_>) {
        let write = state.events.len() - 1;
        let Inst::Store(variable, _) = state.events[write].inst else {
            return;
        };
        let past = state.past(write);
        for read in (0..write).rev() {
            let same = matches!(state.events[read].inst, Inst::Load(_, v) if v == variable);
            if same && past >> read & 1 == 0 && self.places[read].swappable {
                let mut schedule = between(state, read, past);
                schedule.push(Observation {
                    source: Some(state.events[write].name),
                    ..observation(state, read)
                });
                self.offer(read, schedule);
                if self.rules.closest_only {
                    break;
                }
            }
        }
    }

    /// Offers the last event, a lock, the places of locks that could have come later.
    fn declare_lock(&mut self, state: &State<'_>) {
        let lock = state.events.len() - 1;
        let past = state.past_without_source(lock);
        for earlier in (0..lock).rev() {
            let event = &state.events[earlier];
            let is_lock = matches!(event.inst, Inst::Lock(_));
            if is_lock && past >> earlier & 1 == 0 && self.places[earlier].swappable {
                let mut schedule = between(state, earlier, past);
                schedule.push(Observation {
                    source: event.source.map(|s| state.events[s].name),
                    ..observation(state, lock)
                });
                self.offer(earlier, schedule);
            }
        }
    }

    fn offer(&mut self, place: usize, schedule: Schedule) {
        let blind = !self.rules.compares_locks;
        let content = |schedule: &Schedule| -> BTreeSet<Observation> {
            let all = schedule.iter().copied();
            all.map(|o| match o.is_lock && blind {
                true => Observation { source: None, ..o },
                false => o,
            })
            .collect()
        };
        let schedules = &mut self.places[place].schedules;
        let new = content(&schedule);
        if !schedules.iter().any(|known| content(known) == new) {
            schedules.push(schedule);
        }
    }
}

fn after<'a>(state: &State<'a>, thread: u32, inst: Inst, source: Option<usize>) -> State<'a> {
    let mut next = state.clone();
    next.perform(thread, inst, source);
    next
}

fn observation(state: &State<'_>, event: usize) -> Observation {
    let event = &state.events[event];
    Observation {
        name: event.name,
        source: event.source.map(|s| state.events[s].name),
        is_lock: matches!(event.inst, Inst::Lock(_)),
    }
}

/// The events of a set that come after a place.
fn between(state: &State<'_>, place: usize, set: u64) -> Schedule {
    let later = (place + 1..state.events.len()).filter(|e| set >> e & 1 == 1);
    later.map(|e| observation(state, e)).collect()
}
