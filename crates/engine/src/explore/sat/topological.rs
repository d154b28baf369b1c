//! The slots of a model in an order in which they can take place.
//!
//! The formula orders slots that communicate, two threads at a time. It orders a thread after its creation and
//! before its joins only where the graph has a single creation and a single end. Otherwise the model chooses one. So
//! creations, ends and joins are sorted along with the slots, and a cycle through them is a clause that the
//! formula lacks.

use super::encode::Encoding;
use super::graph::{EventId, SlotId};
use super::order::{is_join, joined_at};
use super::solver::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};
use threadproof_program::Op;

/// A slot that comes before another one, and the literals of which one would have to hold if it did not.
type Reason = (usize, Vec<Lit>);

/// The slots that the model performs and orders, as they come, or clauses that the model breaks: its order
/// has cycles.
pub fn linear_order(encoding: &Encoding<'_>) -> Result<Vec<SlotId>, Vec<Vec<Lit>>> {
    let ties = Ties::new(encoding);
    let threads = nodes(encoding, &ties);
    let nodes: Vec<(usize, SlotId)> = (threads.iter().enumerate())
        .flat_map(|(t, slots)| slots.iter().map(move |slot| (t, *slot)))
        .collect();
    // For each slot those that come before it, with the literals that say so.
    let mut before: Vec<Vec<Reason>> = vec![Vec::new(); nodes.len()];
    let place: FxHashMap<SlotId, usize> = nodes.iter().enumerate().map(|(i, n)| (n.1, i)).collect();
    for slots in &threads {
        for edge in encoding.edges(slots) {
            before[place[&edge.to]].push((place[&edge.from], vec![!edge.when]));
        }
    }
    ties.add(encoding, &nodes, &place, &mut before);
    add_orders(encoding, &nodes, &mut before);
    let sorted = sort(&before)?.into_iter().map(|i| nodes[i].1);
    let ordered: FxHashSet<SlotId> = encoding.matrix.slots.iter().flatten().copied().collect();
    Ok(sorted.filter(|slot| ordered.contains(slot)).collect())
}

/// The creations, ends and joins of the model's threads.
struct Ties {
    /// Creations that take place, with the thread that they create.
    spawns: Vec<(EventId, usize)>,
    /// Ends of threads, each with a join that waited for it, and whether it waits for that thread.
    joins: Vec<(EventId, EventId, Lit)>,
}

impl Ties {
    fn new(encoding: &Encoding<'_>) -> Ties {
        let (graph, order) = (encoding.graph, encoding.order);
        let taken = |e: &EventId| encoding.formula.holds(encoding.exec(*e));
        let ends: Vec<Option<EventId>> = (order.threads.iter())
            .map(|events| {
                let mut ends = events.iter().copied();
                ends.find(|e| matches!(graph.event(*e).op, Op::Exit) && taken(e))
            })
            .collect();
        let mut ties = Ties {
            spawns: Vec::new(),
            joins: Vec::new(),
        };
        for (child, spawns) in order.spawned_by.iter().enumerate() {
            let taken = spawns.iter().copied().filter(taken);
            ties.spawns.extend(taken.map(|spawn| (spawn, child)));
        }
        for join in graph.event_ids().filter(|e| is_join(graph, *e) && taken(e)) {
            let operand = graph.event(join).inputs[0];
            let joined = encoding.value_of(operand).and_then(|address| {
                let end = *ends.get(joined_at(address)?.index())?;
                Some((end?, join, encoding.is(operand, address)))
            });
            ties.joins.extend(joined);
        }
        ties
    }

    fn slots(&self, encoding: &Encoding<'_>) -> FxHashSet<SlotId> {
        let spawns = self.spawns.iter().map(|(spawn, _)| *spawn);
        let joins = self.joins.iter().flat_map(|(end, join, _)| [*end, *join]);
        let events = spawns.chain(joins);
        events.map(|e| encoding.graph.event(e).slot).collect()
    }

    fn add(
        &self,
        encoding: &Encoding<'_>,
        nodes: &[(usize, SlotId)],
        place: &FxHashMap<SlotId, usize>,
        before: &mut [Vec<Reason>],
    ) {
        let at = |e: EventId| place[&encoding.graph.event(e).slot];
        for &(spawn, child) in &self.spawns {
            for (to, &(_, slot)) in nodes.iter().enumerate().filter(|(_, n)| n.0 == child) {
                let there = encoding.matrix.performed(slot);
                before[to].push((at(spawn), vec![!encoding.exec(spawn), !there]));
            }
        }
        for &(end, join, joined) in &self.joins {
            let reason = vec![!encoding.exec(end), !encoding.exec(join), !joined];
            before[at(join)].push((at(end), reason));
        }
    }
}

/// For each thread the slots that the model performs and that have to be sorted.
fn nodes(encoding: &Encoding<'_>, ties: &Ties) -> Vec<Vec<SlotId>> {
    let matrix = &encoding.matrix;
    let mut threads = matrix.slots.clone();
    let known: FxHashSet<SlotId> = threads.iter().flatten().copied().collect();
    for slot in ties.slots(encoding) {
        if !known.contains(&slot) {
            let thread = encoding.graph.event(matrix.first_event(slot)).thread;
            threads[thread.index()].push(slot);
        }
    }
    for slots in &mut threads {
        slots.retain(|slot| encoding.formula.holds(matrix.performed(*slot)));
        slots.sort_by_key(|slot| encoding.order.slot_position[slot.index()]);
    }
    threads
}

/// The orders of slots of different threads that the model or the graph has.
fn add_orders(encoding: &Encoding<'_>, nodes: &[(usize, SlotId)], before: &mut [Vec<Reason>]) {
    for (i, &a) in nodes.iter().enumerate() {
        for (j, &b) in nodes.iter().enumerate().skip(i + 1) {
            if a.0 == b.0 {
                continue;
            }
            let Some(lit) = encoding.slots_before(a, b) else {
                continue;
            };
            let holds = encoding.formula.holds(lit);
            let mut reason = vec![if holds { !lit } else { lit }];
            if matches!(lit, Lit::TRUE | Lit::FALSE) {
                // The graph knows of executions that perform both.
                reason.extend([a, b].map(|n| !encoding.matrix.performed(n.1)));
            }
            match holds {
                true => before[j].push((i, reason)),
                false => before[i].push((j, reason)),
            }
        }
    }
}

/// Sorts the slots, or finds cycles.
fn sort(before: &[Vec<Reason>]) -> Result<Vec<usize>, Vec<Vec<Lit>>> {
    let mut missing: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); before.len()];
    for (j, reasons) in before.iter().enumerate() {
        for (i, _) in reasons {
            after[*i].push(j);
        }
    }
    let mut ready: BTreeSet<usize> = (0..before.len()).filter(|i| missing[*i] == 0).collect();
    let mut sorted = Vec::new();
    while let Some(i) = ready.pop_first() {
        sorted.push(i);
        for &j in &after[i] {
            missing[j] -= 1;
            if missing[j] == 0 {
                ready.insert(j);
            }
        }
    }
    if sorted.len() == before.len() {
        return Ok(sorted);
    }
    Err(cycles(before, &missing))
}

/// For each slot that is left a shortest cycle through it, if it is in one, as a clause. A model may have thousands of
/// cycles; with a question for each, a lock of 90 threads took minutes.
fn cycles(before: &[Vec<Reason>], missing: &[usize]) -> Vec<Vec<Lit>> {
    let left = (0..before.len()).filter(|i| missing[*i] > 0);
    let mut clauses: Vec<Vec<Lit>> = left.filter_map(|at| cycle(before, missing, at)).collect();
    clauses.sort();
    clauses.dedup();
    clauses
}

/// A shortest cycle through a slot, breadth first, as a clause.
fn cycle(before: &[Vec<Reason>], missing: &[usize], start: usize) -> Option<Vec<Lit>> {
    let mut from: Vec<Option<(usize, usize)>> = vec![None; before.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(i) = queue.pop_front() {
        for (reason, (j, literals)) in before[i].iter().enumerate() {
            if *j == start {
                let mut clause = literals.clone();
                let mut back = i;
                while back != start {
                    let (next, reason) = from[back].expect("it was reached");
                    clause.extend(&before[next][reason].1);
                    back = next;
                }
                clause.sort();
                clause.dedup();
                return Some(clause);
            }
            if missing[*j] > 0 && from[*j].is_none() {
                from[*j] = Some((i, reason));
                queue.push_back(*j);
            }
        }
    }
    None
}
