//! Is a trace consistent, and which execution shows it?
//!
//! In the order of their cost: putting the changed event into the execution at hand where it fits;
//! saturation, which finds orders that every execution must keep (the paper's phase I); a witness
//! that follows the execution at hand and these orders (phase II); and, when that runs into a dead
//! end, the same with going back, which decides the question (phase III).

#[cfg(test)]
mod figure_five;
mod graph;
mod insert;
mod linearize;

use super::event::{Event, Name};
use super::history::History;
use super::location::Locations;
use threadproof_program::ThreadId;

pub use graph::Graph;

/// A trace: events of the history, some of them changed. Each thread takes part with its first
/// events; the changed ones are the last of their threads and not in the history as they are here.
pub struct Cut<'a> {
    pub history: &'a History,
    pub locations: &'a Locations,
    /// The execution at hand, and where it has each thread's events.
    pub execution: &'a [Name],
    pub order: &'a [Vec<u32>],
    /// How many unchanged events of each thread take part.
    pub count: &'a [u32],
    /// Each may read from those before it.
    pub changed: &'a [Event],
}

/// A schedule: how many steps of which thread in a row.
pub type Turns = Vec<(ThreadId, u32)>;

/// How often each way to decide was the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phases {
    pub inserted: u64,
    pub saturation: u64,
    pub construction: u64,
    pub decision: u64,
}

impl Cut<'_> {
    pub fn has(&self, name: Name) -> bool {
        name.nth <= self.count[name.thread.index()]
    }
    /// The unchanged events in the order of the execution at hand, with their places.
    fn unchanged(&self) -> impl DoubleEndedIterator<Item = (u32, Name)> + '_ {
        let all = (0..self.execution.len() as u32).zip(self.execution.iter().copied());
        all.filter(|(_, name)| self.has(*name))
    }
    /// Where an unchanged event stands in the execution at hand.
    fn place(&self, name: Name) -> u32 {
        self.order[name.thread.index()][name.nth as usize - 1]
    }
    fn changed(&self, name: Name) -> Option<&Event> {
        self.changed.iter().find(|event| event.name == name)
    }
    fn event(&self, name: Name) -> &Event {
        match self.changed(name) {
            Some(event) => event,
            None => self.history.get(name),
        }
    }
}

/// Adds a step to a schedule.
fn take_turn(turns: &mut Turns, thread: ThreadId) {
    match turns.last_mut() {
        Some((last, count)) if *last == thread => *count += 1,
        _ => turns.push((thread, 1)),
    }
}

pub fn find(cut: &Cut<'_>, graph: &mut Graph, phases: &mut Phases) -> Option<Turns> {
    if let Some(turns) = insert::find(cut) {
        phases.inserted += 1;
        return Some(turns);
    }
    graph.build(cut);
    if !graph.saturate(cut) {
        phases.saturation += 1;
        return None;
    }
    let mut dead_ends = 0;
    let turns = linearize::find(cut, graph, &mut dead_ends);
    match dead_ends {
        0 => phases.construction += 1,
        _ => phases.decision += 1,
    }
    turns
}
