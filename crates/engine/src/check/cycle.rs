//! A short cycle of a Shasha-Snir trace, and where fences would forbid it.
//!
//! Of the cycles through a delayed store, one with as few changes of the thread as possible is taken,
//! then with as few events between. Of each thread only two events are left: where the cycle enters it, and where it
//! leaves it.

use super::robustness::{Edge, Event, EventIdx, Graph, What};
use crate::machine::buffers::overlap;
use crate::machine::{Machine, MemoryModel};
use crate::outcome::{FenceKind, Relation};
use crate::trace::StepIdx;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Delayed stores to begin with; which cycle is shown may depend on it, but not whether there is one.
const MOST_STARTS: usize = 50;

/// A cycle of program order and conflicts, which no sequentially consistent execution has.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// Each comes before the next, and the last before the first.
    pub events: Vec<Link>,
    pub gaps: Vec<Gap>,
}

/// An event of the cycle, with its relation to the next.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub event: Event,
    /// How it comes before the next.
    pub relation: Relation,
    /// Memory that it shares with a neighbour in another thread: address divided by eight.
    pub granule: Option<u64>,
}

/// Two events of the cycle in one thread that the model does not keep in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Indices into [`Cycle::events`].
    pub store: usize,
    pub next: usize,
    /// In this execution the store reached memory after the other event.
    pub delayed: bool,
    pub fence: FenceKind,
}

/// A cycle of a graph that has one.
pub fn find<M: MemoryModel>(graph: &Graph, machine: &Machine<'_, M>) -> Option<Cycle> {
    let starts = graph
        .threads
        .iter()
        .flat_map(|events| delayed(graph, events));
    let mut search = Search::new(graph);
    let mut best: Option<(Cost, Vec<(EventIdx, Edge)>)> = None;
    for start in starts.take(MOST_STARTS) {
        if let Some(found) = search.around(start)
            && best.as_ref().is_none_or(|best| found.0 < best.0)
        {
            best = Some(found);
        }
    }
    let (_, path) = best?;
    let events = shorten(graph, path);
    let gaps = gaps(graph, machine, &events);
    let links = events.into_iter().map(|(e, edge, granule)| Link {
        event: graph.event(e),
        relation: edge.relation,
        granule,
    });
    Some(Cycle {
        events: links.collect(),
        gaps,
    })
}

/// The events that were performed after a later one of their thread.
fn delayed<'a>(graph: &'a Graph, events: &'a [EventIdx]) -> impl Iterator<Item = EventIdx> + 'a {
    let performed = |e: EventIdx| graph.event(e).performed;
    let mut earliest = StepIdx(u32::MAX);
    let mut late: Vec<EventIdx> = Vec::new();
    for e in events.iter().rev() {
        if earliest < performed(*e) {
            late.push(*e);
        }
        earliest = earliest.min(performed(*e));
    }
    late.into_iter().rev()
}

/// Changes of the thread, then other edges.
type Cost = (u32, u32);

struct Search<'a> {
    graph: &'a Graph,
    /// The cheapest way to each event: its cost, the event before and the edge from there.
    known: Vec<Option<(Cost, EventIdx, Edge)>>,
    queue: BinaryHeap<Reverse<(Cost, EventIdx)>>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Search<'a> {
        Search {
            graph,
            known: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// The cheapest cycle through `start`, beginning there.
    fn around(&mut self, start: EventIdx) -> Option<(Cost, Vec<(EventIdx, Edge)>)> {
        self.known.clear();
        self.known.resize(self.graph.events.len(), None);
        self.queue.clear();
        self.visit(start, (0, 0));
        while let Some(Reverse((cost, e))) = self.queue.pop() {
            if e == start {
                return Some((cost, self.path(start)));
            }
            if self.known[e as usize].is_some_and(|(known, _, _)| known == cost) {
                self.visit(e, cost);
            }
        }
        None
    }

    fn visit(&mut self, e: EventIdx, (changes, others): Cost) {
        for edge in self.graph.leaving(e) {
            let cost = match edge.relation {
                Relation::ProgramOrder => (changes, others + 1),
                _ => (changes + 1, others),
            };
            let known = &mut self.known[edge.to as usize];
            if known.is_none_or(|(best, _, _)| cost < best) {
                *known = Some((cost, e, *edge));
                self.queue.push(Reverse((cost, edge.to)));
            }
        }
    }

    fn path(&self, start: EventIdx) -> Vec<(EventIdx, Edge)> {
        let mut path = Vec::new();
        let mut at = start;
        loop {
            let (_, before, edge) = self.known[at as usize].expect("the search came this way");
            path.push((before, edge));
            at = before;
            if at == start {
                path.reverse();
                return path;
            }
        }
    }
}

/// Leaves out the events between two events of one thread; gives each event memory that it shares
/// with a neighbour.
fn shorten(graph: &Graph, mut path: Vec<(EventIdx, Edge)>) -> Vec<(EventIdx, Edge, Option<u64>)> {
    let within = |edge: &Edge| edge.relation == Relation::ProgramOrder;
    // To begin where the cycle enters a thread.
    let enters = path.iter().position(|(_, edge)| !within(edge));
    path.rotate_left(enters.map_or(0, |at| at + 1));
    let mut events: Vec<(EventIdx, Edge, Option<u64>)> = Vec::new();
    let mut entered_by = path.last().and_then(|(_, edge)| edge.granule);
    for (e, edge) in path {
        match events.last_mut() {
            Some((last, before, _)) if within(before) && within(&edge) => {
                debug_assert_eq!(graph.event(*last).thread, graph.event(e).thread);
                *before = edge;
            }
            _ => events.push((e, edge, edge.granule.or(entered_by))),
        }
        entered_by = edge.granule;
    }
    events
}

fn gaps<M: MemoryModel>(
    graph: &Graph,
    machine: &Machine<'_, M>,
    events: &[(EventIdx, Edge, Option<u64>)],
) -> Vec<Gap> {
    let pairs = (0..events.len()).filter(|at| events[*at].1.relation == Relation::ProgramOrder);
    let gap = |at: usize| {
        let next = (at + 1) % events.len();
        let (a, b) = (events[at].0, events[next].0);
        Some(Gap {
            store: at,
            next,
            delayed: graph.event(b).performed < graph.event(a).performed,
            fence: missing_fence(graph, machine, a, b)?,
        })
    };
    pairs.filter_map(gap).collect()
}

/// A fence that would keep two events of a thread in order which the model does not.
fn missing_fence<M: MemoryModel>(
    graph: &Graph,
    machine: &Machine<'_, M>,
    a: EventIdx,
    b: EventIdx,
) -> Option<FenceKind> {
    let What::Store(store) = graph.event(a).what else {
        return None;
    };
    let events = &graph.threads[graph.event(a).thread.index()];
    let between = events.iter().filter(|e| a < **e && **e <= b);
    let era = machine.buffered(store).era;
    let drains = |e: &EventIdx| match graph.event(*e).what {
        What::Step(s) => era < machine.trace().step(s).drains,
        What::Store(later) => era < machine.buffered(later).era,
    };
    if between.copied().any(|e| drains(&e)) {
        return None;
    }
    let What::Store(later) = graph.event(b).what else {
        return Some(FenceKind::Full);
    };
    let epoch = |s: crate::trace::StoreName| machine.buffered(s).epoch;
    let free = M::QUEUE_PER_ADDRESS && store.queue != later.queue && epoch(store) == epoch(later);
    let apart = || !overlap(machine.buffered(store).at, machine.buffered(later).at);
    (free && apart()).then_some(FenceKind::Store)
}
