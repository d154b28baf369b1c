//! From a model to a wish: which slot comes when.

use super::encode::Encoding;
use super::graph::{EventId, SlotId};
use super::solver::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_program::Op;

#[derive(Default)]
pub struct Plan {
    /// When each slot that the model performs takes its turn.
    turns: FxHashMap<SlotId, u32>,
    /// Slots of the model that it does not perform.
    never: FxHashSet<SlotId>,
    /// The options that it chooses, by slot.
    choices: FxHashMap<SlotId, u32>,
}

/// How soon a step is to be taken, the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Turn {
    /// It concerns nobody else, or the plan does not know it.
    Now,
    Planned(u32),
    /// The model does without it.
    Last,
}

impl Turn {
    /// Of the program's end: what is planned comes first, and nothing can come after it.
    pub const END: Turn = Turn::Planned(u32::MAX);
}

impl Plan {
    pub fn turn(&self, slot: SlotId) -> Turn {
        match self.turns.get(&slot) {
            Some(turn) => Turn::Planned(*turn),
            None if self.never.contains(&slot) => Turn::Last,
            None => Turn::Now,
        }
    }
    pub fn choice(&self, slot: SlotId) -> u32 {
        self.choices.get(&slot).copied().unwrap_or(0)
    }

    /// Reads the plan from the model, or finds a clause that the model breaks: its order has a cycle.
    pub fn new(encoding: &Encoding<'_>) -> Result<Plan, Vec<Lit>> {
        let mut plan = Plan::default();
        let performed = |slot: SlotId| {
            let taken = encoding.matrix.performed(slot);
            encoding.formula.holds(taken)
        };
        let mut nodes: Vec<(usize, SlotId)> = Vec::new();
        for (t, slots) in encoding.matrix.slots.iter().enumerate() {
            for &slot in slots {
                if performed(slot) {
                    nodes.push((t, slot));
                } else {
                    plan.never.insert(slot);
                }
            }
        }
        for (at, slot) in sort(encoding, &nodes, &performed)?.into_iter().enumerate() {
            plan.turns.insert(slot, at as u32);
        }
        plan.read_choices(encoding);
        Ok(plan)
    }

    fn read_choices(&mut self, encoding: &Encoding<'_>) {
        // The choices of an atomic section are the digits of one number; an event is known only after
        // those before it, so the lowest digit comes first.
        let mut bases: FxHashMap<SlotId, u32> = FxHashMap::default();
        for e in encoding.graph.event_ids() {
            let event = encoding.graph.event(e);
            if let Op::Choice { options } = event.op
                && encoding.formula.holds(encoding.exec(e))
            {
                let response = super::graph::Operand::Value(event.response);
                let chosen = encoding.value_of(response).unwrap_or(0) as u32;
                let base = bases.entry(event.slot).or_insert(1);
                *self.choices.entry(event.slot).or_insert(0) += chosen.wrapping_mul(*base);
                *base = base.saturating_mul(options.max(1));
            }
        }
    }
}

/// A reason why a slot comes after another.
type Reason = (usize, Vec<Lit>);

/// Sorts the slots by the order of the model.
fn sort(
    encoding: &Encoding<'_>,
    nodes: &[(usize, SlotId)],
    performed: &dyn Fn(SlotId) -> bool,
) -> Result<Vec<SlotId>, Vec<Lit>> {
    let place: FxHashMap<SlotId, usize> = nodes.iter().enumerate().map(|(i, n)| (n.1, i)).collect();
    // For each slot those that come before it, with the literals that say so.
    let mut before: Vec<Vec<Reason>> = vec![Vec::new(); nodes.len()];
    for t in 0..encoding.matrix.slots.len() {
        for edge in encoding.edges(t, performed) {
            before[place[&edge.to]].push((place[&edge.from], vec![!edge.when]));
        }
    }
    for (from, to, reason) in creations(encoding, nodes) {
        before[to].push((from, reason));
    }
    for (i, &a) in nodes.iter().enumerate() {
        for (j, &b) in nodes.iter().enumerate().skip(i + 1) {
            if a.0 == b.0 {
                continue;
            }
            let Some(lit) = encoding.slots_before(a, b) else {
                continue;
            };
            if encoding.formula.holds(lit) {
                before[j].push((i, vec![!lit]));
            } else {
                before[i].push((j, vec![lit]));
            }
        }
    }
    let mut missing: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (j, reasons) in before.iter().enumerate() {
        for (i, _) in reasons {
            after[*i].push(j);
        }
    }
    let mut ready: std::collections::BTreeSet<usize> =
        (0..nodes.len()).filter(|i| missing[*i] == 0).collect();
    let mut sorted = Vec::new();
    while let Some(i) = ready.pop_first() {
        sorted.push(nodes[i].1);
        for &j in &after[i] {
            missing[j] -= 1;
            if missing[j] == 0 {
                ready.insert(j);
            }
        }
    }
    if sorted.len() == nodes.len() {
        return Ok(sorted);
    }
    Err(cycle(&before, &missing))
}

/// What comes before the creation of a thread comes before its slots. The order of the graph says
/// that only of threads with one creation; which of several takes place is the model's to say. The
/// formula knows of it as far as the two threads have an order of their own to decide.
fn creations(encoding: &Encoding<'_>, nodes: &[(usize, SlotId)]) -> Vec<(usize, usize, Vec<Lit>)> {
    let (graph, order) = (encoding.graph, encoding.order);
    let position = |slot: SlotId| order.slot_position[slot.index()];
    let mut edges = Vec::new();
    for (child, spawns) in order.spawned_by.iter().enumerate() {
        let taken = |e: &&EventId| encoding.formula.holds(encoding.exec(**e));
        for &spawn in spawns.iter().filter(|_| spawns.len() > 1).filter(taken) {
            let event = graph.event(spawn);
            for (to, _) in nodes.iter().enumerate().filter(|(_, n)| n.0 == child) {
                for (from, &(t, slot)) in nodes.iter().enumerate() {
                    if t == event.thread.index() && position(slot) <= position(event.slot) {
                        let there = encoding.matrix.performed(slot);
                        edges.push((from, to, vec![!encoding.exec(spawn), !there]));
                    }
                }
            }
        }
    }
    edges
}

/// A shortest cycle through the first slot that is left, as a clause.
fn cycle(before: &[Vec<Reason>], missing: &[usize]) -> Vec<Lit> {
    // Every slot that is left has one before it that is left.
    let left = |i: usize| missing[i] > 0;
    let next = |i: usize| {
        let mut reasons = before[i].iter().filter(|(j, _)| left(*j));
        reasons.next().expect("some slot before it is left")
    };
    let mut at = (0..before.len())
        .find(|i| left(*i))
        .expect("there is a cycle");
    for _ in 0..before.len() {
        at = next(at).0;
    }
    // `at` may lie on no short cycle: search the shortest one back to it, breadth first.
    let mut from: Vec<Option<(usize, usize)>> = vec![None; before.len()];
    let mut queue = std::collections::VecDeque::from([at]);
    while let Some(i) = queue.pop_front() {
        for (reason, (j, _)) in before[i].iter().enumerate() {
            if *j == at {
                let mut clause = before[i][reason].1.clone();
                let mut back = i;
                while back != at {
                    let (next, reason) = from[back].expect("it was reached");
                    clause.extend(&before[next][reason].1);
                    back = next;
                }
                clause.sort();
                clause.dedup();
                return clause;
            }
            if left(*j) && from[*j].is_none() {
                from[*j] = Some((i, reason));
                queue.push_back(*j);
            }
        }
    }
    unreachable!("going on from slot to slot that is left leads into a cycle")
}
