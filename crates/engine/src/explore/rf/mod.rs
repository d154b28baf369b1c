//! One execution per reads-from class under sequential consistency (Abdulla, Atig, Jonsson, Lång,
//! Ngo, Sagonas: Optimal Stateless Model Checking for Reads-From Equivalence under Sequential
//! Consistency, OOPSLA 2019).
//!
//! An execution is run to its end; then every event that could have read from another write becomes
//! a place where the search turns off, with a witness: an execution that gets there. The search
//! tree is a [`History`] of events; the machine holds the execution at hand, which has the same
//! events in another order.
//!
//! Departures from the paper:
//! * An atomic section is one event that reads and writes several locations.
//! * Locks are handled by who takes their place, not by where they read from (see [`detect`]).
//! * Accesses of different sizes are divided into locations (see [`location`]).

mod detect;
mod event;
mod history;
mod location;
mod schedule;
mod variant;
mod witness;

use crate::execution::trace::{Label, StepIdx};
use crate::machine::{Halt, Machine};
use crate::search::{Search, Stop};
use crate::verdict::ReasonKind;
use detect::Detector;
use event::{Event, Name};
use history::History;
use location::{LocationIdx, Locations};
use schedule::{Node, Schedule};
use threadproof_program::{ThreadId, Wait};
use witness::{Graph, Turns};

pub use witness::Phases;

#[derive(Default)]
struct Explorer {
    history: History,
    locations: Locations,
    /// By position in the history.
    nodes: Vec<Node>,
    /// The execution that the machine has, and where each thread's events are in it.
    execution: Vec<Name>,
    order: Vec<Vec<u32>>,
    graph: Graph,
    phases: Phases,
}

pub fn explore(search: &mut Search<'_>, machine: &mut Machine<'_>) -> Result<(), Stop> {
    let mut explorer = Explorer::default();
    let mut changed = Vec::new();
    loop {
        let fresh = explorer.history.len();
        explorer.extend(search, machine)?;
        explorer.note_waiting(machine);
        if explorer.locations.take_divided() {
            explorer.restart(search, machine);
            changed.clear();
            continue;
        }
        Explorer::refuse_waiting(machine)?;
        search.ended(machine, false)?;
        explorer.refuse_stray_writes(machine, fresh)?;
        explorer.detect(machine, fresh, &changed);
        search.set_phases(explorer.phases);
        let Some(schedule) = explorer.backtrack(&mut changed) else {
            return Ok(());
        };
        explorer.replay(search, machine, &schedule)?;
    }
}

fn spins(why: Wait) -> bool {
    matches!(
        why,
        Wait::Await | Wait::AwaitExchange | Wait::Retry | Wait::RetryExchange
    )
}

/// Whether a loop that spins goes on depends on what is never read: see the documentation.
fn refuse_await(machine: &mut Machine<'_>, t: ThreadId) -> Stop {
    let message = "--algorithm rf does not support awaits".to_string();
    machine.unsupported(t, message.clone());
    Stop::Limit(ReasonKind::Unsupported, message)
}

/// In general an atomic section that does more in one order than in the other can hide classes. Those
/// of the modelled library cannot: what they do more is seen only by whoever waits for it.
fn refuse_section(machine: &mut Machine<'_>, t: ThreadId) -> Stop {
    let message =
        "--algorithm rf does not support atomic sections with several variables or choices";
    machine.unsupported(t, message.to_string());
    Stop::Limit(ReasonKind::Unsupported, message.to_string())
}

/// Does a section of this library function fit into the scheme of one that takes another's place?
/// `std::lock` waits for one of several mutexes and takes all or none; a section that begins with a
/// choice of the program's is the program's own.
fn is_supported(library: String) -> bool {
    !library.contains("_ZSt4lock") && !library.contains("nondet")
}

impl Explorer {
    fn restart(&mut self, search: &mut Search<'_>, machine: &mut Machine<'_>) {
        let locations = std::mem::take(&mut self.locations);
        *self = Explorer {
            locations,
            ..Explorer::default()
        };
        machine.rewind(0);
        search.restart();
    }

    /// Runs on until nobody can move.
    fn extend(&mut self, search: &mut Search<'_>, machine: &mut Machine<'_>) -> Result<(), Stop> {
        loop {
            let last = machine.trace().steps().last().map(|s| s.label.actor);
            let stay = last.filter(|actor| machine.can_step(*actor));
            let Some(actor) = stay.or_else(|| machine.enabled().next()) else {
                return Ok(());
            };
            self.step(search, machine, Label { actor, choice: 0 })?;
            let newest = StepIdx(machine.trace().len() as u32 - 1);
            let event = Event::of(machine, newest, &mut self.locations);
            let several = event.options > 1 && machine.trace().step(newest).section;
            let special = event.is_wide() || several;
            if special && !machine.library_at(newest).is_some_and(is_supported) {
                return Err(refuse_section(machine, event.name.thread));
            }
            self.history.push([event]);
            self.nodes.push(Node::default());
        }
    }

    /// Divides locations by what threads wait for, too.
    fn note_waiting(&mut self, machine: &Machine<'_>) {
        for t in machine.threads().present() {
            if machine.halt(t) == Some(Halt::Waiting)
                && let Some(at) = machine.pending(t).access()
            {
                self.locations.of_access(at);
            }
        }
    }

    fn step(
        &mut self,
        search: &mut Search<'_>,
        machine: &mut Machine<'_>,
        label: Label,
    ) -> Result<(), Stop> {
        let place = machine.trace().len() as u32;
        let thread = machine.thread_of(label.actor).index();
        if self.order.len() <= thread {
            self.order.resize_with(thread + 1, Vec::new);
        }
        self.order[thread].push(place);
        self.execution.push(Name {
            thread: ThreadId(thread as u16),
            nth: self.order[thread].len() as u32,
        });
        machine.step(label);
        search.stepped(machine)?;
        let step = machine.trace().steps().last().expect("a step was taken");
        match step.guard() {
            Some((guard, _)) if spins(guard.why) => Err(refuse_await(machine, step.thread)),
            _ => Ok(()),
        }
    }

    fn refuse_waiting(machine: &mut Machine<'_>) -> Result<(), Stop> {
        let guard = |t: &ThreadId| machine.pending(*t).guard();
        let mut present = machine.threads().present();
        let spinning = present.find(|t| {
            machine.halt(*t) == Some(Halt::Waiting) && guard(t).is_some_and(|g| spins(g.why))
        });
        drop(present);
        match spinning {
            Some(t) => Err(refuse_await(machine, t)),
            None => Ok(()),
        }
    }

    /// Who takes the place of a lock is all that matters only as long as nobody overwrites it
    /// blindly: just the holder may, or whoever sets it up.
    fn refuse_stray_writes(&self, machine: &mut Machine<'_>, fresh: usize) -> Result<(), Stop> {
        for position in fresh..self.history.len() {
            let event = self.history.event(position);
            for location in event.written_locations() {
                if let Some(stray) = self.stray_write(event.name, location) {
                    let message = "--algorithm rf does not support a lock that is overwritten \
                                   without being held; try --algorithm optimal";
                    machine.unsupported(stray.thread, message.to_string());
                    return Err(Stop::Limit(ReasonKind::Unsupported, message.to_string()));
                }
            }
        }
        Ok(())
    }

    /// A blind write, if the location is a lock and the event took it or wrote it blindly.
    fn stray_write(&self, name: Name, location: LocationIdx) -> Option<Name> {
        let event = self.history.get(name);
        let blind = |w: Name| self.history.get(w).source(location).is_none();
        if !event.waits_to_change(location) && (event.written(location).is_none() || !blind(name)) {
            return None;
        }
        let writers = self.history.writers(location)?;
        let takers = writers
            .names()
            .filter(|w| self.history.get(*w).waits_to_change(location));
        let takers: Vec<Name> = takers.collect();
        let before_all = |w: Name| {
            let mut first = takers.iter().map(|t| self.history.before(*t));
            first.all(|b| !b.is_initial() && self.history.happens_before(w, b))
        };
        let mut strays = writers.names().filter(|w| blind(*w) && !before_all(*w));
        strays.find(|w| !self.is_held(*w, location))
    }

    /// Was the newest write of a location before `w` the same thread's taking it?
    fn is_held(&self, w: Name, location: LocationIdx) -> bool {
        let place = |n: Name| self.order[n.thread.index()][n.nth as usize - 1];
        let writers = self.history.writers(location).into_iter();
        let older = writers
            .flat_map(|all| all.names())
            .filter(|o| place(*o) < place(w));
        let before = older.max_by_key(|o| place(*o));
        before
            .is_some_and(|b| b.thread == w.thread && self.history.get(b).waits_to_change(location))
    }

    fn detect(&mut self, machine: &mut Machine<'_>, fresh: usize, changed: &[Name]) {
        self.order
            .resize_with(self.history.threads().max(self.order.len()), Vec::new);
        let mut detector = Detector {
            machine,
            history: &self.history,
            locations: &mut self.locations,
            execution: &self.execution,
            order: &self.order,
            nodes: &mut self.nodes,
            graph: &mut self.graph,
            phases: &mut self.phases,
            fresh,
            unknown: None,
        };
        detector.detect(changed);
        if let Some(name) = detector.unknown {
            let message = "--algorithm rf cannot foresee what this atomic section does; try \
                           --algorithm optimal";
            machine.unsupported(name.thread, message.to_string());
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
            changed.clear();
            changed.extend(schedule.changed().iter().map(|event| event.name));
            let events = schedule.events.iter().cloned();
            self.history.push(events);
            self.nodes.resize_with(self.history.len(), Node::default);
            return Some(schedule);
        }
    }

    /// Brings the machine to the end of a schedule's witness.
    fn replay(
        &mut self,
        search: &mut Search<'_>,
        machine: &mut Machine<'_>,
        schedule: &Schedule,
    ) -> Result<(), Stop> {
        let labels = self.labels(machine, &schedule.witness);
        let steps = machine.trace().steps().iter();
        let common = steps
            .zip(&labels)
            .take_while(|(s, l)| s.label == **l)
            .count();
        machine.rewind(common);
        self.execution.truncate(common);
        for places in &mut self.order {
            while places.last().is_some_and(|place| common as u32 <= *place) {
                places.pop();
            }
        }
        for &label in &labels[common..] {
            assert!(machine.can_step(label.actor), "a witness can be run");
            self.step(search, machine, label)?;
            if cfg!(debug_assertions) {
                self.compare_with_plan(machine);
            }
        }
        Ok(())
    }

    fn labels(&self, machine: &Machine<'_>, turns: &Turns) -> Vec<Label> {
        let mut done = vec![0; self.history.threads()];
        let mut labels = Vec::new();
        for &(thread, count) in turns {
            for _ in 0..count {
                let nth = &mut done[thread.index()];
                *nth += 1;
                let event = self.history.get(Name { thread, nth: *nth });
                labels.push(Label {
                    actor: machine.names().of_thread(thread),
                    choice: event.choice,
                });
            }
        }
        labels
    }

    /// The newest step must be the event that was foreseen.
    fn compare_with_plan(&mut self, machine: &Machine<'_>) {
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        let event = Event::of(machine, newest, &mut self.locations);
        let planned = self.history.get(event.name);
        assert_eq!(event.reads, planned.reads, "{event:?} {planned:?}");
        assert_eq!(event.writes, planned.writes, "{event:?} {planned:?}");
    }
}
