//! One execution per reads-from class under sequential consistency (Abdulla, Atig, Jonsson, Lång,
//! Ngo, Sagonas: Optimal Stateless Model Checking for Reads-From Equivalence under Sequential
//! Consistency, OOPSLA 2019).
//!
//! An execution is run to its end. Then every event that could have read from another write becomes a place where the
//! search turns off, with a witness: an execution that gets there. The search tree is a [`History`] of events; the
//! machine holds the execution at hand, which has the same events in another order. `docs/design/reads-from.md`
//! explains the algorithm and has the proof ideas.
//!
//! Departures from the paper:
//! 1. An atomic section is one event that reads and writes several locations.
//! 2. For a lock, the alternatives are the events that could have taken its place, not its possible sources
//!    (see [`detect`]).
//! 3. Accesses of different sizes are divided into locations (see [`location`]).

mod alternatives;
mod detect;
mod event;
mod fingerprint;
mod history;
mod location;
mod order;
mod schedule;
mod unheld_lock_writes;
mod visibility;
mod witness;

use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::host::Halt;
use crate::machine::Machine;
use crate::outcome::RfFeature;
use crate::trace::{Label, StepIdx};
use detect::Detector;
use event::{Event, Name, Write};
use history::History;
pub use location::Locations;
use order::Order;
use schedule::{Node, Schedule};
use threadproof_program::{Op, ThreadId, Wait};
use unheld_lock_writes::Strays;
use witness::Finder;

#[derive(Default)]
struct Explorer {
    history: History,
    locations: Locations,
    /// By position in the history.
    nodes: Vec<Node>,
    /// The execution that the machine has.
    order: Order,
    finder: Finder,
    strays: Strays,
    /// How many events of the history it knows.
    checked: usize,
    /// Threads that wait at the end of the execution.
    waiting: Vec<ThreadId>,
}

/// Explores all executions. `locations` knows the divisions of bytes that earlier searches have found.
pub fn explore(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_>,
    locations: &mut Locations,
) -> Result<(), Stop> {
    let mut explorer = Explorer {
        locations: std::mem::take(locations),
        ..Explorer::default()
    };
    let result = explore_steps(search, machine, &mut explorer);
    search.set_effort(explorer.finder.phases.measures());
    if let Err(Stop::Refine(Finer::Bytes)) = result {
        *locations = explorer.locations;
    }
    result
}

fn explore_steps(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_>,
    explorer: &mut Explorer,
) -> Result<(), Stop> {
    let mut changed = Vec::new();
    machine.make_lean();
    loop {
        let fresh = explorer.history.len();
        explorer.extend(search, machine)?;
        explorer.find_waiting(machine);
        if explorer.locations.joiners.are_too_coarse() {
            return Err(Stop::Refine(Finer::Accesses));
        }
        if explorer.locations.take_divided() {
            return Err(Stop::Refine(Finer::Bytes));
        }
        explorer.refuse_waiting(machine)?;
        search.ended(machine, false)?;
        explorer.refuse_stray_writes(machine)?;
        explorer.detect(machine, fresh, &changed);
        search.spend(explorer.finder.take_looks() / LOOKS_PER_STEP);
        let Some(schedule) = explorer.backtrack(&mut changed) else {
            return Ok(());
        };
        explorer.replay(search, machine, schedule)?;
    }
}

/// So many events that the search for witnesses looks at cost as much as a step.
const LOOKS_PER_STEP: u64 = 16;

fn spins(why: Wait) -> bool {
    why.is_loop()
}

/// Whether a loop that spins goes on depends on values that it never reads: see `docs/design/reads-from.md`.
const AWAITS: RfFeature = RfFeature::Await;

/// An atomic section that does more in one order than in the other can hide classes. Sections of the modelled library
/// cannot: only threads that wait for the additional accesses see them.
const SECTIONS: RfFeature = RfFeature::Section;

/// A read-modify-write of bytes that are also accessed one by one can hide classes, too.
const PARTS: RfFeature = RfFeature::UpdateOfMixedSizes;

const STRAYS: RfFeature = RfFeature::UnheldLock;

const UNKNOWN: RfFeature = RfFeature::UnknownSection;

/// Ends the search because of what a step does.
fn refuse(machine: &mut Machine<'_>, step: StepIdx, feature: RfFeature) -> Stop {
    machine.unsupported_step(step, feature);
    Stop::Limit(feature.into())
}

fn may_change(op: Op) -> bool {
    matches!(op, Op::Rmw { .. } | Op::CompareExchange { .. })
}

/// Does a section of this library function fit into the scheme of one that takes another's place?
/// `std::lock` waits for one of several mutexes and takes all or none; a section that begins with a
/// choice of the program's is the program's own; and what is to be cancelled looks at the request, whatever it waits for.
fn is_supported(library: String) -> bool {
    !library.contains("_ZSt4lock")
        && !library.contains("nondet")
        && !library.contains("__tp_cancel_")
}

impl Explorer {
    /// Takes steps until no thread can move.
    fn extend(&mut self, search: &mut Monitor<'_>, machine: &mut Machine<'_>) -> Result<(), Stop> {
        loop {
            let last = machine.trace().steps().last().map(|s| s.label.actor);
            let stay = last.filter(|actor| machine.can_step(*actor));
            let Some(actor) = stay.or_else(|| machine.first_enabled(|_| true)) else {
                if machine.catch_up() {
                    continue;
                }
                return Ok(());
            };
            self.step(search, machine, Label { actor, choice: 0 })?;
            let newest = StepIdx(machine.trace().len() as u32 - 1);
            let event = Event::of(machine, newest, &mut self.locations);
            let several = event.options > 1 && machine.trace().step(newest).section;
            let special = event.is_wide() || several;
            if special && !machine.library_at(newest).is_some_and(is_supported) {
                return Err(refuse(machine, newest, SECTIONS));
            }
            let step = machine.trace().step(newest);
            if event.is_wide() && step.depth == 0 && may_change(step.op) {
                return Err(refuse(machine, newest, PARTS));
            }
            self.history.push(event);
            self.nodes.push(Node::default());
        }
    }

    /// Finds the threads that wait, and divides locations by the bytes that they wait for, too.
    fn find_waiting(&mut self, machine: &Machine<'_>) {
        self.waiting.clear();
        for t in machine.threads().running() {
            if machine.halt(t) == Some(Halt::Waiting)
                && let Some(at) = machine.pending(t).access()
            {
                self.locations.of_access(at);
                self.waiting.push(t);
            }
        }
    }

    fn step(
        &mut self,
        search: &mut Monitor<'_>,
        machine: &mut Machine<'_>,
        label: Label,
    ) -> Result<(), Stop> {
        self.order.push(machine.thread_of(label.actor));
        machine.step(label);
        search.stepped(machine)?;
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        match machine.trace().step(newest).guard() {
            Some((guard, _)) if spins(guard.why) => Err(refuse(machine, newest, AWAITS)),
            _ => Ok(()),
        }
    }

    fn refuse_waiting(&self, machine: &mut Machine<'_>) -> Result<(), Stop> {
        let spins = |t: &&ThreadId| machine.pending(**t).guard().is_some_and(|g| spins(g.why));
        match self.waiting.iter().find(spins) {
            Some(t) => {
                machine.unsupported(*t, AWAITS);
                Err(Stop::Limit(AWAITS.into()))
            }
            None => Ok(()),
        }
    }

    fn refuse_stray_writes(&mut self, machine: &mut Machine<'_>) -> Result<(), Stop> {
        let positions = self.checked..self.history.len();
        self.checked = self.history.len();
        for position in positions {
            if let Some(stray) = self.strays.enter(&self.history, position) {
                let step = StepIdx(self.order.place(stray));
                return Err(refuse(machine, step, STRAYS));
            }
        }
        Ok(())
    }

    fn detect(&mut self, machine: &mut Machine<'_>, fresh: usize, changed: &[Name]) {
        let mut detector = Detector {
            machine,
            history: &self.history,
            locations: &mut self.locations,
            order: &self.order,
            nodes: &mut self.nodes,
            finder: &mut self.finder,
            fresh,
            unknown: None,
        };
        detector.detect(changed, &self.waiting);
        if let Some(name) = detector.unknown {
            let waits = name.nth > self.history.count(name.thread);
            match waits {
                true => machine.unsupported(name.thread, UNKNOWN),
                false => {
                    let step = StepIdx(self.order.place(name));
                    machine.unsupported_step(step, UNKNOWN);
                }
            }
        }
    }

    /// Turns off at the last place where something is left to explore.
    fn backtrack(&mut self, changed: &mut Vec<Name>) -> Option<Schedule> {
        loop {
            let schedule = self.nodes.last_mut()?.take();
            let Some(schedule) = schedule else {
                self.nodes.pop();
                continue;
            };
            self.history.truncate(self.nodes.len() - 1);
            self.finder.truncate(self.history.len());
            self.strays.truncate(self.history.len());
            self.checked = self.checked.min(self.history.len());
            changed.clear();
            changed.extend(schedule.changed.iter().map(|event| event.name));
            return Some(schedule);
        }
    }

    /// Brings the history and the machine to the end of a schedule.
    fn replay(
        &mut self,
        search: &mut Monitor<'_>,
        machine: &mut Machine<'_>,
        schedule: Schedule,
    ) -> Result<(), Stop> {
        let common = self.common(machine, &schedule);
        machine.rewind(common as usize);
        self.order.truncate(common);
        self.history.push_all(schedule.copied, schedule.changed);
        self.nodes.resize_with(self.history.len(), Node::default);
        let mut skipped = common;
        for (thread, count) in schedule.witness {
            let known = skipped.min(count);
            skipped -= known;
            for _ in known..count {
                self.repeat(search, machine, thread)?;
            }
        }
        Ok(())
    }

    /// How many steps a schedule has in common with the execution at hand.
    fn common(&self, machine: &Machine<'_>, schedule: &Schedule) -> u32 {
        let mut common = self.order.common(&schedule.witness);
        for event in schedule.events().filter(|event| event.options > 0) {
            let places = self.order.places(event.name.thread);
            let place = places.get(event.name.nth as usize - 1).copied();
            let step = place.map(|place| machine.trace().step(StepIdx(place)));
            if let (Some(place), Some(step)) = (place, step)
                && step.label.choice != event.choice
            {
                common = common.min(place);
            }
        }
        common
    }

    /// Takes the next step of a thread, which is in the history already.
    fn repeat(
        &mut self,
        search: &mut Monitor<'_>,
        machine: &mut Machine<'_>,
        thread: ThreadId,
    ) -> Result<(), Stop> {
        let nth = self.order.places(thread).len() as u32 + 1;
        let label = Label {
            actor: machine.names().of_thread(thread),
            choice: self.history.get(Name { thread, nth }).choice,
        };
        let ready = machine.can_step(label.actor) || machine.prepare(label.actor);
        assert!(ready, "a witness can be run");
        self.step(search, machine, label)?;
        if cfg!(debug_assertions) {
            self.compare_with_plan(machine);
        }
        Ok(())
    }

    /// The newest step must be the event that was foreseen.
    fn compare_with_plan(&mut self, machine: &Machine<'_>) {
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        let event = Event::of(machine, newest, &mut self.locations);
        let planned = self.history.get(event.name);
        assert_eq!(event.reads, planned.reads, "{event:?} {planned:?}");
        let shared = |event: &Event| -> Vec<Write> {
            let writes = event.writes.iter().copied();
            writes
                .filter(|w| !self.locations.is_own(w.location, event.name.thread))
                .collect()
        };
        assert_eq!(shared(&event), shared(planned), "{event:?} {planned:?}");
        assert_eq!(event.joined, planned.joined, "{event:?} {planned:?}");
    }
}
