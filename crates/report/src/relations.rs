//! The relations of one execution, as the literature names them: `po`, `rf`, `co`, `sw`, `hb`.
//!
//! Events are the steps of the trace; a store that went through a buffer is the event of its issue, and
//! its flush only says when. `hb` has the edges that program order does not: creation and end of threads,
//! locks, and writes that release to reads that acquire, also through fences and read-modify-writes.

use crate::words::{Role, role, synchronises};
use std::collections::BTreeMap;
use threadproof_engine::{Found, Source, Step, StepKind};
use threadproof_program::MemoryOrder;

/// A relation between two steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    ProgramOrder,
    ReadsFrom,
    Coherence,
    /// A part of happens-before: from a write that releases to a read that acquires.
    SynchronisesWith,
    HappensBefore,
}

impl Relation {
    pub const ALL: [Relation; 5] = [
        Relation::ProgramOrder,
        Relation::ReadsFrom,
        Relation::Coherence,
        Relation::SynchronisesWith,
        Relation::HappensBefore,
    ];
    pub fn short(self) -> &'static str {
        match self {
            Relation::ProgramOrder => "po",
            Relation::ReadsFrom => "rf",
            Relation::Coherence => "co",
            Relation::SynchronisesWith => "sw",
            Relation::HappensBefore => "hb",
        }
    }
    pub fn describe(self) -> &'static str {
        match self {
            Relation::ProgramOrder => "program order",
            Relation::ReadsFrom => "reads from",
            Relation::Coherence => "coherence",
            Relation::SynchronisesWith => "synchronises with",
            Relation::HappensBefore => "happens before",
        }
    }
}

/// From one step to another, by their indices in the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub relation: Relation,
    pub from: usize,
    pub to: usize,
}

/// All edges among the chosen steps (ascending), in a fixed order. Program order skips steps that
/// are not chosen.
pub fn edges(found: &Found, chosen: &[usize]) -> Vec<Edge> {
    let trace = &found.trace;
    let mut edges = program_order(trace, chosen);
    for &to in chosen {
        let mut add = |relation, from| edges.push(Edge { relation, from, to });
        let step = &trace[to];
        if let Some(Source::Step(from)) = step.reads_from {
            add(Relation::ReadsFrom, from);
        }
        if let Some(from) = step.overwrites {
            add(Relation::Coherence, from);
        }
    }
    edges.extend(happens_before(trace));
    let is_chosen = |index: usize| chosen.binary_search(&index).is_ok();
    edges.retain(|edge| is_chosen(edge.from) && is_chosen(edge.to));
    edges.sort_unstable();
    edges.dedup();
    edges
}

pub fn program_order(trace: &[Step], chosen: &[usize]) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut newest: BTreeMap<&str, usize> = BTreeMap::new();
    for &to in chosen {
        if trace[to].kind == StepKind::Flush {
            continue;
        }
        let before = newest.insert(&trace[to].thread, to);
        edges.extend(before.map(|from| Edge {
            relation: Relation::ProgramOrder,
            from,
            to,
        }));
    }
    edges
}

pub fn happens_before(trace: &[Step]) -> Vec<Edge> {
    let mut edges = Vec::new();
    let synchronisation = Synchronisation::of(trace);
    for (to, step) in trace.iter().enumerate() {
        let mut add = |relation: Relation, from: usize, to: usize| {
            edges.push(Edge { relation, from, to });
        };
        if step.kind == StepKind::Spawn {
            let child = step.variable.as_deref().unwrap_or_default();
            let first = trace.iter().position(|other| other.thread == child);
            first
                .into_iter()
                .for_each(|first| add(Relation::HappensBefore, to, first));
        }
        if role(step) == Role::Join {
            let child = step.variable.as_deref().unwrap_or_default();
            let last = trace[..to].iter().rposition(|other| other.thread == child);
            last.into_iter()
                .for_each(|last| add(Relation::HappensBefore, last, to));
        } else if let Some(Source::Step(from)) = step.reads_from
            && trace[from].thread != step.thread
            && let Some(to) = synchronisation.acquired[to]
        {
            let released = synchronisation.released[from].iter().copied();
            for from in released.filter(|from| trace[*from].thread != step.thread) {
                add(Relation::SynchronisesWith, from, to);
                add(Relation::HappensBefore, from, to);
            }
        }
    }
    edges
}

/// Where the steps of an execution release and acquire, by step.
struct Synchronisation {
    /// The steps with which a reader of this write synchronises: the write itself or the fence before it, and those that a
    /// chain of read-modify-writes passes on.
    released: Vec<Vec<usize>>,
    /// Where the past of the write that was read becomes known: at the read itself, or at the next fence.
    acquired: Vec<Option<usize>>,
}

impl Synchronisation {
    fn of(trace: &[Step]) -> Synchronisation {
        let is_fence = |step: &Step| step.kind == StepKind::Fence;
        let mut fences: BTreeMap<&str, usize> = BTreeMap::new();
        let mut released: Vec<Vec<usize>> = Vec::with_capacity(trace.len());
        for (at, step) in trace.iter().enumerate() {
            let fence = fences.get(step.thread.as_str()).copied();
            let own = match releases(step) {
                true => Some(at),
                false => step.order.and(fence),
            };
            let mut known: Vec<usize> = own.into_iter().collect();
            // One that acquires and releases is behind all that it passes on.
            if step.kind == StepKind::Rmw
                && !(acquires(step) && releases(step))
                && let Some(Source::Step(before)) = step.reads_from
            {
                // Of each thread the newest one: the others come before it there. A long chain would have a list of all otherwise.
                for &passed in released.get(before).into_iter().flatten() {
                    let same = |known: &&mut usize| trace[**known].thread == trace[passed].thread;
                    match known.iter_mut().find(same) {
                        Some(newest) => *newest = passed.max(*newest),
                        None => known.push(passed),
                    }
                }
            }
            released.push(known);
            if is_fence(step) && releases(step) {
                fences.insert(&step.thread, at);
            }
        }
        fences.clear();
        let mut acquired = vec![None; trace.len()];
        for (at, step) in trace.iter().enumerate().rev() {
            let fence = fences.get(step.thread.as_str()).copied();
            acquired[at] = match acquires(step) {
                true => Some(at),
                false => step.order.and(fence),
            };
            if is_fence(step) && acquires(step) {
                fences.insert(&step.thread, at);
            }
        }
        Synchronisation { released, acquired }
    }
}

/// Does the step release, or is it a synchronising function of the library?
fn releases(step: &Step) -> bool {
    has_order(step, MemoryOrder::releases)
}

/// Does the step acquire, or is it a synchronising function of the library?
fn acquires(step: &Step) -> bool {
    has_order(step, MemoryOrder::acquires)
}

fn has_order(step: &Step, wanted: impl Fn(MemoryOrder) -> bool) -> bool {
    match step.order {
        Some(order) => wanted(order),
        None => step.is_library() && synchronises(step),
    }
}
