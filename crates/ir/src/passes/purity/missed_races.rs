//! Data races of rounds that are left out.
//!
//! A round in vain may be part of a data race, though it changes nothing. If the other access of the race comes without
//! the rest of the loop, it is seen where the thread is stopped after the round. But a thread may make that access only when
//! it has learned from relaxed atomics that the loop is over, and then it does not come after the round for that: a writer that frees
//! a list when all readers have said, by relaxed stores, that they are done with it. So a load that may race makes a
//! round pure only if the first later round that is not pure, or leaves the loop, has the same race: it makes the same
//! load, before all that others can see ([design/front-ends.md](../../../../docs/design/front-ends.md), lemma 3).

use super::analyse::Analysis;
use super::atom::Definition;
use super::stores::MOST_DEPTH;
use crate::module::{Inst, InstKind, Operand};
use threadproof_program::LoadOrder;

impl Analysis<'_> {
    /// Could a data race of this load be missed if pure rounds with it were left out?
    pub fn may_be_missed(&self, load: &Inst, pointer: Operand, order: LoadOrder) -> bool {
        if !self.around.races_are_errors || !self.around.weak_atomics {
            return false;
        }
        let may_race = match pointer {
            Operand::Global(id, _) => {
                order == LoadOrder::Plain && !self.around.globals[id.index()].constant
            }
            _ => order == LoadOrder::Plain || self.around.frees,
        };
        let local = self.variable(pointer, MOST_DEPTH);
        let is_local = local.is_some_and(|variable| !self.is_known_to_others(variable));
        may_race
            && !is_local
            && !(self.is_same_in_next(pointer, MOST_DEPTH) && self.comes_first(load))
    }

    /// Does a round that leaves the loop make this load, and nothing before it that others can see?
    fn comes_first(&self, load: &Inst) -> bool {
        if !self.is_on_every_way(load, false) {
            return false;
        }
        let mut all = self.instructions();
        let Some((home, _)) = all.find(|(_, inst)| std::ptr::eq(*inst, load)) else {
            return false;
        };
        let ways = self.ways_to(home);
        let before = self.instructions();
        let before = before.take_while(|(_, inst)| !std::ptr::eq(*inst, load));
        let mut before = before.filter(|(block, _)| ways.contains(block));
        before.all(|(_, inst)| match inst.kind {
            InstKind::Load { .. }
            | InstKind::Await { .. }
            | InstKind::Binary { .. }
            | InstKind::Fence(_) => true,
            _ => inst.kind.is_pure(),
        })
    }

    /// Has the operand the same value in the round after a pure one? Plain memory cannot change in between without a data race, as
    /// long as the thread releases nothing.
    fn is_same_in_next(&self, operand: Operand, depth: u32) -> bool {
        let Operand::Value(value) = operand else {
            return operand != Operand::Undefined;
        };
        match self.values.definition(value) {
            None => true,
            Some(Definition::Parameter(block)) => block == self.header || !self.contains(block),
            Some(Definition::Instruction(block, _)) if !self.contains(block) => true,
            Some(Definition::Instruction(..)) => {
                let Some(kind) = self.computation(operand).filter(|_| depth > 0) else {
                    return false;
                };
                let keeps = match kind {
                    InstKind::Load { order, .. } => {
                        *order == LoadOrder::Plain && !self.may_release()
                    }
                    kind => kind.is_pure() && !matches!(kind, InstKind::Alloca { .. }),
                };
                let mut same = keeps;
                kind.visit(|operand| same = same && self.is_same_in_next(*operand, depth - 1));
                same
            }
        }
    }

    fn may_release(&self) -> bool {
        let mut all = self.instructions();
        all.any(|(_, inst)| matches!(inst.kind, InstKind::Rmw { .. }))
    }
}
