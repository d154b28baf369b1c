//! The order of events that holds in every execution of the graph.
//!
//! The events of a thread have one order, that of a walk through the tree; every execution performs its events in this
//! order. Between threads, a thread's events come after its creation, and the events behind a join come after the
//! joined thread's events.

use super::graph::{BranchId, EventId, Graph, Item, LevelId, Operand};
use crate::clock;
use rustc_hash::FxHashMap;
use threadproof_program::{Op, ThreadId, Wait, address};

/// More than all events of a thread.
const ALL: u32 = u32::MAX;

/// The joins of which it is known for which thread they wait.
pub type Joins = FxHashMap<EventId, ThreadId>;

/// The order of events that holds in every run.
pub struct StaticOrder {
    /// The events of each thread in the order of the walk.
    pub threads: Vec<Vec<EventId>>,
    /// Place of each event in its thread.
    pub position: Vec<u32>,
    /// Place of each slot among the slots of its thread.
    pub slot_position: Vec<u32>,
    /// The events that may create each thread.
    pub spawned_by: Vec<Vec<EventId>>,
    joins: Joins,
    /// For each event and thread: how many events of the thread come before it in any case.
    clocks: Vec<u32>,
    /// Threads that end on their first level, and so perform all its events.
    ends_plainly: Vec<bool>,
}

impl StaticOrder {
    /// Follows from program order, creations and these joins.
    pub fn new(graph: &Graph, joins: Joins) -> StaticOrder {
        let count = graph.threads.len();
        let mut order = StaticOrder {
            threads: vec![Vec::new(); count],
            position: vec![0; graph.events.len()],
            slot_position: vec![ALL; graph.slots as usize],
            spawned_by: vec![Vec::new(); count],
            joins,
            clocks: vec![0; graph.events.len() * count],
            ends_plainly: vec![false; count],
        };
        // The events before the end of each thread; the set grows with every pass.
        let mut ends = vec![vec![0; count]; count];
        loop {
            // A thread has a smaller number than those that it creates.
            let mut starts = vec![vec![0; count]; count];
            let before = ends.clone();
            order.threads.iter_mut().for_each(Vec::clear);
            order.spawned_by.iter_mut().for_each(Vec::clear);
            order.slot_position.fill(ALL);
            for (t, first) in graph.threads.iter().enumerate() {
                let Some(first) = *first else {
                    continue;
                };
                order.walk(graph, t, first, (&mut starts, &before));
                ends[t] = order.end(graph, t).unwrap_or_else(|| starts[t].clone());
                ends[t][t] = ALL;
                order.ends_plainly[t] = ends_plainly(graph, first);
            }
            if before == ends {
                return order;
            }
        }
    }

    fn walk(
        &mut self,
        graph: &Graph,
        t: usize,
        first: LevelId,
        (starts, ends): (&mut [Vec<u32>], &[Vec<u32>]),
    ) {
        let count = self.threads.len();
        let mut slots = 0;
        // Levels to go on with: the next item, and the clock there.
        let mut stack = vec![(first, 0, starts[t].clone())];
        while let Some((level, at, clock)) = stack.last_mut() {
            let Some(&item) = graph.level(*level).items.get(*at) else {
                stack.pop();
                continue;
            };
            *at += 1;
            match item {
                Item::Value(_) => (),
                Item::Branch(b) => {
                    let clock = clock.clone();
                    stack.extend(inner_levels(graph, b).map(|l| (l, 0, clock.clone())));
                }
                Item::Event(e) => {
                    let event = graph.event(e);
                    let position = self.threads[t].len() as u32;
                    self.position[e.index()] = position;
                    self.threads[t].push(e);
                    let slot = &mut self.slot_position[event.slot.index()];
                    if *slot == ALL {
                        *slot = slots;
                        slots += 1;
                    }
                    clock[t] = position;
                    if let Some(joined) = self.joins.get(&e).copied()
                        && joined.index() < count
                    {
                        clock::join(clock, &ends[joined.index()]);
                        clock[joined.index()] = ALL;
                        clock[t] = position;
                    }
                    self.clocks[e.index() * count..][..count].copy_from_slice(clock);
                    if let Some(child) = event.child.filter(|c| c.index() < count) {
                        let mut start = clock.clone();
                        start[t] = position + 1;
                        if !self.spawned_by[child.index()].is_empty() {
                            let other = starts[child.index()].iter();
                            start
                                .iter_mut()
                                .zip(other)
                                .for_each(|(a, b)| *a = (*a).min(*b));
                        }
                        self.spawned_by[child.index()].push(e);
                        starts[child.index()] = start;
                    }
                }
            }
        }
    }

    /// The events before every known end of a thread; `None` if no end is known.
    fn end(&self, graph: &Graph, t: usize) -> Option<Vec<u32>> {
        let count = self.threads.len();
        let is_end = |e: &&EventId| matches!(graph.event(**e).op, Op::Exit);
        let exits = self.threads[t].iter().filter(is_end);
        let clocks = exits.map(|exit| self.clocks[exit.index() * count..][..count].to_vec());
        clocks.reduce(|mut end, other| {
            end.iter_mut()
                .zip(other)
                .for_each(|(a, b)| *a = (*a).min(b));
            end
        })
    }

    /// Does `a` come before `b` in every execution that performs both? For a store and a load of
    /// the same thread: in program order.
    pub fn before(&self, graph: &Graph, a: EventId, b: EventId) -> bool {
        let thread = graph.event(a).thread.index();
        if thread == graph.event(b).thread.index() {
            return self.position[a.index()] < self.position[b.index()];
        }
        self.position[a.index()] < self.clocks[b.index() * self.threads.len() + thread]
    }

    /// Does every execution that performs `b` perform `a` as well?
    pub fn implied(&self, graph: &Graph, a: EventId, mut b: EventId) -> bool {
        loop {
            let (first, second) = (graph.event(a), graph.event(b));
            if first.thread == second.thread {
                return self.position[a.index()] < self.position[b.index()]
                    && graph.is_within(second.level, first.level);
            }
            let t = first.thread.index();
            if self.clocks[b.index() * self.threads.len() + t] == ALL
                && self.ends_plainly[t]
                && graph.threads[t] == Some(first.level)
            {
                return true;
            }
            match self.spawned_by[second.thread.index()][..] {
                [spawn] => b = spawn,
                _ => return false,
            }
        }
    }
}

/// Does a thread end on its first level?
fn ends_plainly(graph: &Graph, first: LevelId) -> bool {
    match graph.level(first).items.last() {
        Some(Item::Event(e)) => matches!(graph.event(*e).op, Op::Exit),
        _ => false,
    }
}

/// The levels of a branch, the last direction first: as a stack takes them.
pub fn inner_levels(graph: &Graph, b: BranchId) -> impl Iterator<Item = LevelId> + '_ {
    graph.branch(b).directions.values().rev().copied()
}

/// The threads for which joins wait whose addresses `address` knows.
pub fn joins(graph: &Graph, address: &dyn Fn(Operand) -> Option<u64>) -> Joins {
    let events = graph.event_ids().filter(|e| is_join(graph, *e));
    let joined = |e: EventId| Some((e, joined_at(address(graph.event(e).inputs[0])?)?));
    events.filter_map(joined).collect()
}

/// Is it an event that waits until a thread has ended?
pub fn is_join(graph: &Graph, e: EventId) -> bool {
    match graph.event(e).op {
        Op::Load {
            at,
            guard: Some(guard),
            ..
        } => guard.why == Wait::Join && !guard.passes(0, at.size),
        _ => false,
    }
}

/// The thread for whose end a join at this address waits.
pub fn joined_at(address: u64) -> Option<ThreadId> {
    let owner = address::block_owner(address)?;
    (address == address::thread_block(owner)).then_some(owner)
}
