//! Stores that leave things as they are.
//!
//! Two kinds of loops wait although they store. One refreshes a copy of a variable of another thread, as queues do with the
//! other side's index: `while (next == cached) cached = atomic_load(&index);`. The store changes nothing if the value is the one that the
//! round has found there. Other threads could have changed the copy in the meantime, but that would be a data race; so this
//! holds only where races are errors. The other one collects the values that it reads in a local structure, as readers of sequence
//! locks do, and begins anew if it does not fit together: the next round replaces the values that a round has stored there.

use super::analyse::{Analysis, Effect};
use super::atom::{Atom, Definition};
use crate::flow::Dominators;
use crate::module::{BlockId, Inst, InstKind, Operand, ValueId};
use threadproof_program::{LoadOrder, Predicate, StoreOrder};

/// Longer computations of addresses are not compared.
pub const MOST_DEPTH: u32 = 6;

impl Analysis<'_> {
    /// The effect of a store.
    pub fn store(&self, inst: &Inst) -> Effect {
        let &InstKind::Store {
            size,
            pointer,
            value,
            order: StoreOrder::Plain,
        } = &inst.kind
        else {
            return Effect::Impure;
        };
        if self.is_replaced(inst, pointer) {
            return Effect::Nothing;
        }
        let refreshed = match self.around.races_are_errors && self.test.is_empty() {
            true => self.found_before(inst, pointer, size),
            false => None,
        };
        match refreshed {
            Some(old) => {
                let atom = Atom::new(Predicate::Eq, 8 * size, Operand::Value(old), value);
                Effect::PureIf(self.values.normal(atom))
            }
            None => Effect::Impure,
        }
    }

    pub fn instructions(&self) -> impl Iterator<Item = (BlockId, &Inst)> {
        let inside = self
            .flow
            .order
            .iter()
            .filter(|block| self.contains(**block));
        inside.flat_map(|block| {
            let instructions = &self.values.function.blocks[block.index()].instructions;
            instructions.iter().map(|inst| (*block, inst))
        })
    }

    /// The value that the round has loaded from the same place, if nothing before the store writes.
    fn found_before(&self, store: &Inst, pointer: Operand, size: u8) -> Option<ValueId> {
        let mut all = self.instructions();
        let (home, _) = all.find(|(_, inst)| std::ptr::eq(*inst, store))?;
        let ways = self.ways_to(home);
        let before = self
            .instructions()
            .take_while(|(_, inst)| !std::ptr::eq(*inst, store));
        let before: Vec<(BlockId, &Inst)> = before.filter(|(b, _)| ways.contains(b)).collect();
        let quiet = before.iter().all(|(_, inst)| match &inst.kind {
            InstKind::Load { .. } | InstKind::Fence(_) => true,
            kind => kind.is_pure(),
        });
        if !quiet {
            return None;
        }
        let dominators = Dominators::new(self.flow).intervals();
        let number = |block: BlockId| self.flow.number(block);
        // Every way to the store takes the load, in the same round.
        let dominates = |block: BlockId| {
            let (start, end) = dominators[number(block)];
            (start..end).contains(&dominators[number(home)].0)
        };
        let mut loads = before.into_iter().filter(|(block, inst)| match &inst.kind {
            InstKind::Load {
                size: read,
                pointer: from,
                order: LoadOrder::Plain,
            } => *read == size && dominates(*block) && self.is_same(*from, pointer, MOST_DEPTH),
            _ => false,
        });
        loads
            .next()
            .and_then(|(_, inst)| inst.results.first().copied())
    }

    /// The blocks from which a round can still come to this one, and itself.
    pub fn ways_to(&self, goal: BlockId) -> Vec<BlockId> {
        let mut found = vec![goal];
        let mut at = 0;
        while let Some(&block) = found.get(at) {
            at += 1;
            if block == self.header {
                continue;
            }
            for &before in self.flow.predecessors(block) {
                if self.contains(before) && !found.contains(&before) {
                    found.push(before);
                }
            }
        }
        found
    }

    /// Do two operands have the same value in every round?
    fn is_same(&self, a: Operand, b: Operand, depth: u32) -> bool {
        if a == b {
            return a != Operand::Undefined;
        }
        let (Some(first), Some(second)) = (self.computation(a), self.computation(b)) else {
            return false;
        };
        if depth == 0 {
            return false;
        }
        match (first, second) {
            (
                InstKind::Binary { op, width, a, b },
                InstKind::Binary {
                    op: other,
                    width: bits,
                    a: c,
                    b: d,
                },
            ) => {
                (op, width) == (other, bits)
                    && self.is_same(*a, *c, depth - 1)
                    && self.is_same(*b, *d, depth - 1)
            }
            _ => false,
        }
    }

    pub fn computation(&self, operand: Operand) -> Option<&InstKind> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.values.definition(value)? {
            Definition::Instruction(block, at) => {
                let block = &self.values.function.blocks[block.index()];
                Some(&block.instructions[at as usize].kind)
            }
            Definition::Parameter(_) => None,
        }
    }

    /// Is it a store into a local variable that nobody else knows, that the loop does not read, and that every round makes?
    fn is_replaced(&self, store: &Inst, pointer: Operand) -> bool {
        let Some(variable) = self.variable(pointer, MOST_DEPTH) else {
            return false;
        };
        let own = |operand: &Operand| self.variable(*operand, MOST_DEPTH) == Some(variable);
        let is_read = self.instructions().any(|(_, inst)| match &inst.kind {
            InstKind::Load { pointer, .. } => own(pointer),
            InstKind::MemoryCopy { .. } | InstKind::MemorySet { .. } => {
                let mut used = false;
                inst.kind.visit(|operand| used |= own(operand));
                used
            }
            _ => false,
        });
        !is_read && !self.is_known_to_others(variable) && self.is_in_every_round(store)
    }

    /// Does anything get a pointer to a local variable?
    pub fn is_known_to_others(&self, variable: ValueId) -> bool {
        let own = |operand: &Operand| self.variable(*operand, MOST_DEPTH) == Some(variable);
        let blocks = self.values.function.blocks.iter();
        let known_to_others = blocks
            .flat_map(|block| &block.instructions)
            .any(|inst| match &inst.kind {
                InstKind::Load { .. }
                | InstKind::Binary { .. }
                | InstKind::Cast { .. }
                | InstKind::Compare { .. }
                | InstKind::MemoryCopy { .. }
                | InstKind::MemorySet { .. } => false,
                InstKind::Store { value, .. } => own(value),
                kind => {
                    let mut used = false;
                    kind.visit(|operand| used |= own(operand));
                    used
                }
            });
        let mut leaves = false;
        for block in &self.values.function.blocks {
            block.terminator.visit(|operand| leaves |= own(operand));
            block
                .terminator
                .targets(|target| leaves |= target.arguments.iter().any(own));
        }
        known_to_others || leaves
    }

    /// The local variable that a pointer points into.
    pub fn variable(&self, pointer: Operand, depth: u32) -> Option<ValueId> {
        match (pointer, self.computation(pointer)?) {
            (Operand::Value(value), InstKind::Alloca { .. }) => Some(value),
            (_, InstKind::Binary { a, b, .. }) if depth > 0 => {
                let found = self.variable(*a, depth - 1);
                found.or_else(|| self.variable(*b, depth - 1))
            }
            (_, InstKind::Cast { a, .. }) if depth > 0 => self.variable(*a, depth - 1),
            _ => None,
        }
    }

    /// Does no way from the header leave the loop, or begin the next round, without the instruction?
    fn is_in_every_round(&self, wanted: &Inst) -> bool {
        self.is_on_every_way(wanted, true)
    }

    /// Does no way from the header leave the loop without the instruction, nor, if `repeats`, begin the next round?
    pub fn is_on_every_way(&self, wanted: &Inst, repeats: bool) -> bool {
        let mut seen = vec![false; self.values.function.blocks.len()];
        let mut ways = vec![self.header];
        while let Some(id) = ways.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            let block = &self.values.function.blocks[id.index()];
            if { block.instructions.iter() }.any(|inst| std::ptr::eq(inst, wanted)) {
                continue;
            }
            let mut escapes = false;
            block.terminator.targets(|target| {
                escapes |= !self.contains(target.block);
                escapes |= repeats && target.block == self.header;
                ways.push(target.block);
            });
            if escapes {
                return false;
            }
        }
        true
    }
}
