//! From a model to a plan: the turn of each slot.

use super::encode::Encoding;
use super::graph::SlotId;
use super::solver::Lit;
use super::topological::linear_order;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_program::Op;

/// The turns of the slots and the choices in a model of the formula.
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
    /// It concerns no other thread, or the plan does not know it.
    Now,
    Planned(u32),
    /// The model does without it.
    Last,
}

impl Turn {
    /// Of the program's end: all planned steps come before it, and nothing comes after it.
    pub const END: Turn = Turn::Planned(u32::MAX);
}

impl Plan {
    /// When the event of a slot is performed.
    pub fn turn(&self, slot: SlotId) -> Turn {
        match self.turns.get(&slot) {
            Some(turn) => Turn::Planned(*turn),
            None if self.never.contains(&slot) => Turn::Last,
            None => Turn::Now,
        }
    }
    /// The option that the event of a slot chooses.
    pub fn choice(&self, slot: SlotId) -> u32 {
        self.choices.get(&slot).copied().unwrap_or(0)
    }

    /// Reads the plan from the model, or finds clauses that the model breaks: its order has cycles.
    pub fn new(encoding: &Encoding<'_>) -> Result<Plan, Vec<Vec<Lit>>> {
        let mut plan = Plan::default();
        for (at, slot) in linear_order(encoding)?.into_iter().enumerate() {
            plan.turns.insert(slot, at as u32);
        }
        let ordered = encoding.matrix.slots.iter().flatten();
        let left_out = ordered.filter(|slot| !plan.turns.contains_key(slot));
        plan.never = left_out.copied().collect();
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
