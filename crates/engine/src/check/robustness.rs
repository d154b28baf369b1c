//! Is an execution under TSO or PSO equivalent to a sequentially consistent one?
//!
//! It is exactly if its Shasha-Snir trace has no cycle: program order, the order in which writes to
//! the same bytes reached memory (co), reads-from (rf) and from-read (fr) together. A store counts as
//! one event, whose place in program order is where it was issued and whose place among other
//! accesses is where it reached memory; that is where cycles come from.
//!
//! The execution has to be a whole one: every store has reached memory.

use crate::machine::{Machine, MemoryModel};
use crate::outcome::Relation;
use crate::trace::{Conflict, Issue, StepIdx, StoreName, Trace};
use threadproof_program::ThreadId;

/// Index of an [`Event`] in [`Graph::events`].
pub type EventIdx = u32;

/// A node of a Shasha-Snir trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub thread: ThreadId,
    pub what: What,
    /// The step that performed it: for a store, the one that moved it to memory.
    pub performed: StepIdx,
}

/// The part of an execution that an event stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A step of a thread.
    Step(StepIdx),
    /// A store that went through the buffer.
    Store(StoreName),
}

/// An edge of the graph: program order, or a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub to: EventIdx,
    pub relation: Relation,
    /// The memory that the two events have in common: address divided by eight.
    pub granule: Option<u64>,
}

/// Scratch space that is used again for each execution.
#[derive(Default)]
pub struct Graph {
    pub events: Vec<Event>,
    /// The events of each thread, in program order.
    pub threads: Vec<Vec<EventIdx>>,
    /// The stores of each queue, by the queue's actor.
    queues: Vec<Vec<EventIdx>>,
    /// The event of each step.
    of_step: Vec<EventIdx>,
    edges: Vec<(EventIdx, Edge)>,
    /// `sorted[first[e]..first[e + 1]]` are the edges that leave event `e`.
    sorted: Vec<Edge>,
    first: Vec<u32>,
    arriving: Vec<u32>,
    ready: Vec<EventIdx>,
}

impl Graph {
    /// Is the execution of the machine sequentially consistent? If not, the graph is left as it is,
    /// to be asked for a cycle.
    pub fn is_sequential<M: MemoryModel>(&mut self, machine: &Machine<'_, M>) -> bool {
        self.number(machine);
        if self.is_in_order() {
            return true;
        }
        self.connect(machine.trace());
        self.has_no_cycle()
    }

    /// The edges from an event.
    pub fn leaving(&self, e: EventIdx) -> &[Edge] {
        let (from, to) = (self.first[e as usize], self.first[e as usize + 1]);
        &self.sorted[from as usize..to as usize]
    }

    /// The event with this number.
    pub fn event(&self, e: EventIdx) -> Event {
        self.events[e as usize]
    }

    /// Finds the events and their program order.
    fn number<M: MemoryModel>(&mut self, machine: &Machine<'_, M>) {
        let trace = machine.trace();
        self.events.clear();
        self.of_step.clear();
        self.threads.iter_mut().for_each(Vec::clear);
        self.queues.iter_mut().for_each(Vec::clear);
        self.queues.resize(machine.names().actors(), Vec::new());
        self.threads.resize(machine.names().threads(), Vec::new());
        for Issue { store, .. } in trace.first_issues() {
            self.add_store(machine, *store);
        }
        for s in (0..trace.len() as u32).map(StepIdx) {
            let step = trace.step(s);
            if step.update.is_some() {
                let store = self.queues[step.label.actor.index()][step.nth as usize - 1];
                self.events[store as usize].performed = s;
                self.of_step.push(store);
            } else {
                let event = self.add(step.thread, What::Step(s), s);
                self.of_step.push(event);
            }
            for Issue { store, .. } in trace.issues(s) {
                self.add_store(machine, *store);
            }
        }
    }

    fn add_store<M: MemoryModel>(&mut self, machine: &Machine<'_, M>, store: StoreName) {
        let thread = machine.thread_of(store.queue);
        // Its update comes later in the trace.
        let event = self.add(thread, What::Store(store), StepIdx(u32::MAX));
        self.queues[store.queue.index()].push(event);
    }

    fn add(&mut self, thread: ThreadId, what: What, performed: StepIdx) -> EventIdx {
        let event = self.events.len() as EventIdx;
        self.events.push(Event {
            thread,
            what,
            performed,
        });
        self.threads[thread.index()].push(event);
        event
    }

    /// Was everything performed in program order? Then the execution is sequential as it stands.
    fn is_in_order(&self) -> bool {
        self.threads.iter().all(|events| {
            let performed = |e: &EventIdx| self.event(*e).performed;
            events.is_sorted_by_key(performed)
        })
    }

    fn connect(&mut self, trace: &Trace) {
        let edges = &mut self.edges;
        edges.clear();
        for events in &self.threads {
            edges.extend(events.windows(2).map(|pair| {
                let edge = Edge {
                    to: pair[1],
                    relation: Relation::ProgramOrder,
                    granule: None,
                };
                (pair[0], edge)
            }));
        }
        for s in (0..trace.len() as u32).map(StepIdx) {
            let child = trace.step(s).spawned;
            let first = child.and_then(|child| self.threads[child.index()].first());
            edges.extend(first.map(|first| {
                let edge = Edge {
                    to: *first,
                    relation: Relation::Spawn,
                    granule: None,
                };
                (self.of_step[s.index()], edge)
            }));
        }
        trace.each_conflict(|conflict| {
            let edge = Edge {
                to: self.of_step[conflict.later.index()],
                relation: relation(trace, conflict),
                granule: Some(conflict.granule),
            };
            edges.push((self.of_step[conflict.earlier.index()], edge));
        });
        self.sort();
    }

    /// Sorts the edges by the event that they leave.
    fn sort(&mut self) {
        self.first.clear();
        self.first.resize(self.events.len() + 1, 0);
        for (from, _) in &self.edges {
            self.first[*from as usize + 1] += 1;
        }
        for at in 1..self.first.len() {
            self.first[at] += self.first[at - 1];
        }
        let Some((_, any)) = self.edges.first().copied() else {
            return;
        };
        self.sorted.clear();
        self.sorted.resize(self.edges.len(), any);
        self.arriving.clear();
        self.arriving.extend(&self.first);
        for (from, edge) in &self.edges {
            let place = &mut self.arriving[*from as usize];
            self.sorted[*place as usize] = *edge;
            *place += 1;
        }
    }

    /// Takes out events that nothing is left in front of, until there are none.
    fn has_no_cycle(&mut self) -> bool {
        self.arriving.clear();
        self.arriving.resize(self.events.len(), 0);
        for (_, edge) in &self.edges {
            self.arriving[edge.to as usize] += 1;
        }
        self.ready.clear();
        let all = 0..self.events.len() as EventIdx;
        self.ready
            .extend(all.filter(|e| self.arriving[*e as usize] == 0));
        let mut taken = 0;
        while let Some(e) = self.ready.pop() {
            taken += 1;
            let (from, to) = (self.first[e as usize], self.first[e as usize + 1]);
            for edge in &self.sorted[from as usize..to as usize] {
                self.arriving[edge.to as usize] -= 1;
                if self.arriving[edge.to as usize] == 0 {
                    self.ready.push(edge.to);
                }
            }
        }
        taken == self.events.len()
    }
}

fn relation(trace: &Trace, conflict: Conflict) -> Relation {
    let later = trace.step(conflict.later);
    match conflict.writes {
        (true, false) => Relation::ReadsFrom,
        (true, true) if reads_too(&later.op) && later.update.is_none() => Relation::ReadsFrom,
        (true, true) => Relation::Coherence,
        (false, _) => Relation::FromRead,
    }
}

fn reads_too(op: &threadproof_program::Op) -> bool {
    use threadproof_program::Op;
    !matches!(op, Op::Store { .. } | Op::Free { .. })
}
