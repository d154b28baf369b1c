//! Which values an input can still have at a place of the program.
//!
//! The facts at a place are the branches that lead to it, and the assumptions before it.

use super::mask;
use super::uses::{Name, Place, sign_extend};
use crate::flow::Cfg;
use crate::intrinsic::Intrinsic;
use crate::module::{
    BinaryOp, BlockId, Callee, Cast, Function, FunctionId, Inst, InstKind, Operand, Terminator,
    ValueId,
};
use threadproof_program::Predicate;

/// Longer chains of conditions are not followed.
const MOST_DEPTH: u32 = 24;

/// The values between these bounds, of the number with its sign and of that without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    signed: (i64, i64),
    unsigned: (u64, u64),
}

impl Range {
    pub fn all(width: u8) -> Range {
        let largest = (mask(width) >> 1) as i64;
        Range {
            signed: (-largest - 1, largest),
            unsigned: (0, mask(width)),
        }
    }

    /// `None` if there are more than so many.
    pub fn values(&self, width: u8, most: usize) -> Option<Vec<u64>> {
        let few = |count: u64| count < most as u64;
        let (low, high) = self.signed;
        let inside = |value: &u64| {
            let signed = sign_extend(*value, width) as i64;
            (low..=high).contains(&signed) && (self.unsigned.0..=self.unsigned.1).contains(value)
        };
        if low > high || self.unsigned.0 > self.unsigned.1 {
            return Some(Vec::new());
        }
        let all: Vec<u64> = if few(high.abs_diff(low)) {
            (low..=high).map(|v| v as u64 & mask(width)).collect()
        } else if few(self.unsigned.1 - self.unsigned.0) {
            (self.unsigned.0..=self.unsigned.1).collect()
        } else {
            return None;
        };
        Some(all.into_iter().filter(inside).collect())
    }

    /// All values of both, and those between.
    pub fn hull(self, other: Range) -> Range {
        Range {
            signed: (
                self.signed.0.min(other.signed.0),
                self.signed.1.max(other.signed.1),
            ),
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
        }
    }

    fn restrict(&mut self, predicate: Predicate, constant: u64, width: u8, name: &Name) {
        // Extended by its sign a number compares as one with a sign, extended by zeros as one without.
        let same = width == name.input_width;
        let wide = mask(width) >> 1;
        let predicate = match predicate {
            // Extended by zeros it has no sign.
            _ if same || name.signed || constant > wide => predicate,
            Predicate::Slt => Predicate::Ult,
            Predicate::Sle => Predicate::Ule,
            Predicate::Sgt => Predicate::Ugt,
            Predicate::Sge => Predicate::Uge,
            other => other,
        };
        let number = sign_extend(constant, width) as i64;
        let (with_sign, without) = (same || name.signed, same || !name.signed);
        let (low, high) = &mut self.signed;
        let (lowest, highest) = &mut self.unsigned;
        match predicate {
            Predicate::Eq => {
                if with_sign {
                    (*low, *high) = ((*low).max(number), (*high).min(number));
                }
                if without {
                    (*lowest, *highest) = ((*lowest).max(constant), (*highest).min(constant));
                }
            }
            Predicate::Slt if with_sign => *high = (*high).min(number.saturating_sub(1)),
            Predicate::Sle if with_sign => *high = (*high).min(number),
            Predicate::Sgt if with_sign => *low = (*low).max(number.saturating_add(1)),
            Predicate::Sge if with_sign => *low = (*low).max(number),
            Predicate::Ult if without => *highest = (*highest).min(constant.saturating_sub(1)),
            Predicate::Ule if without => *highest = (*highest).min(constant),
            Predicate::Ugt if without => *lowest = (*lowest).max(constant.saturating_add(1)),
            Predicate::Uge if without => *lowest = (*lowest).max(constant),
            _ => {}
        }
        // A small number without a sign is the same with one, and the other way round.
        let positive = mask(name.input_width) >> 1;
        if *highest <= positive {
            (*low, *high) = ((*low).max(*lowest as i64), (*high).min(*highest as i64));
        }
        if *low >= 0 {
            let top = (*high).max(0) as u64;
            (*lowest, *highest) = ((*lowest).max(*low as u64), (*highest).min(top));
        }
    }
}

/// The facts about a function.
pub struct Facts<'a> {
    pub function: &'a Function,
    pub flow: &'a Cfg,
    /// Of [`crate::flow::Dominators`].
    pub dominators: &'a [(u32, u32)],
    pub assumptions: &'a [FunctionId],
    /// The constants that callers pass for a parameter of the function, if all of them do.
    pub passed: &'a dyn Fn(ValueId) -> Option<Vec<u64>>,
}

impl Facts<'_> {
    /// A constant that may take the place of an operand: a comparison with it excludes no value that one with the
    /// operand leaves. `predicate` is known to hold, with the operand on its right.
    fn constant(&self, operand: Operand, predicate: Predicate, width: u8) -> Option<u64> {
        let value = match operand {
            Operand::Const(constant) => return Some(constant),
            Operand::Value(value) => value,
            _ => return None,
        };
        let constants = (self.passed)(value)?.into_iter();
        let signed = |constant: &u64| sign_extend(*constant, width) as i64;
        match predicate {
            Predicate::Slt | Predicate::Sle => constants.max_by_key(signed),
            Predicate::Sgt | Predicate::Sge => constants.min_by_key(signed),
            Predicate::Ult | Predicate::Ule => constants.max(),
            Predicate::Ugt | Predicate::Uge => constants.min(),
            Predicate::Eq | Predicate::Ne => None,
        }
    }

    /// Of the value that all these names stand for.
    pub fn range(&self, names: &[Name], root: ValueId, known: Range, place: Place) -> Range {
        let mut collector = Collector {
            facts: self,
            names,
            root,
            range: known,
            depth: 0,
        };
        collector.at(place);
        collector.range
    }

    fn definition(&self, value: ValueId) -> Option<(BlockId, Option<&Inst>)> {
        for (number, block) in self.function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            if block.parameters.contains(&value) {
                return Some((id, None));
            }
            let defines = |inst: &&Inst| inst.results.contains(&value);
            if let Some(inst) = block.instructions.iter().find(defines) {
                return Some((id, Some(inst)));
            }
        }
        None
    }

    fn dominates(&self, first: BlockId, second: BlockId) -> bool {
        let (start, end) = self.dominators[self.flow.number(first)];
        (start..end).contains(&self.dominators[self.flow.number(second)].0)
    }
}

struct Collector<'a, 'f> {
    facts: &'a Facts<'f>,
    names: &'a [Name],
    root: ValueId,
    range: Range,
    depth: u32,
}

impl Collector<'_, '_> {
    fn at(&mut self, (block, index): Place) {
        let function = self.facts.function;
        for &dominator in &self.facts.flow.order {
            if !self.facts.dominates(dominator, block) {
                continue;
            }
            if let &[from] = self.facts.flow.predecessors(dominator)
                && let Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                } = &function.blocks[from.index()].terminator
                && then.block != otherwise.block
            {
                self.holds(*condition, then.block == dominator);
            }
            let instructions = &function.blocks[dominator.index()].instructions;
            let before = match dominator == block {
                true => index,
                false => instructions.len(),
            };
            for inst in &instructions[..before] {
                if let Some(condition) = assumed(inst, self.facts.assumptions) {
                    self.holds(condition, true);
                }
            }
        }
    }

    /// The condition is known to be other than zero, or to be zero.
    fn holds(&mut self, condition: Operand, wanted: bool) {
        let Operand::Value(value) = condition else {
            return;
        };
        if self.depth >= MOST_DEPTH {
            return;
        }
        self.depth += 1;
        match self.facts.definition(value) {
            Some((_, Some(inst))) => self.instruction_holds(inst, wanted),
            Some((block, None)) => self.parameter_holds(block, value, wanted),
            None => {}
        }
        self.depth -= 1;
    }

    fn instruction_holds(&mut self, inst: &Inst, wanted: bool) {
        match inst.kind {
            InstKind::Compare {
                predicate,
                width,
                a,
                b,
            } => {
                let mut names = self.names.iter().filter(|name| name.root == self.root);
                let Some((predicate, name, other)) = names.find_map(|name| {
                    let own = Operand::Value(name.value);
                    match own {
                        own if own == a => Some((predicate, name, b)),
                        own if own == b => Some((predicate.mirrored(), name, a)),
                        _ => None,
                    }
                }) else {
                    return self.truth_holds(predicate, (a, b), wanted);
                };
                let predicate = match wanted {
                    true => predicate,
                    false => predicate.negated(),
                };
                if let Some(constant) = self.facts.constant(other, predicate, width) {
                    self.range.restrict(predicate, constant, width, name);
                }
            }
            InstKind::Cast {
                cast: Cast::Copy | Cast::SignExtend { .. },
                a,
            } => self.holds(a, wanted),
            InstKind::Cast {
                cast: Cast::Truncate { .. },
                a,
            } if wanted => self.holds(a, true),
            InstKind::Binary {
                op: BinaryOp::Xor,
                width: 1,
                a,
                b: Operand::Const(1),
            } => self.holds(a, !wanted),
            InstKind::Binary {
                op: BinaryOp::And,
                a,
                b,
                ..
            } if wanted => {
                self.holds(a, true);
                self.holds(b, true);
            }
            InstKind::Select {
                condition,
                a,
                b: Operand::Const(0),
            } if wanted => {
                self.holds(condition, true);
                self.holds(a, true);
            }
            _ => {}
        }
    }

    /// The comparison of a condition with zero is known to have this answer.
    fn truth_holds(&mut self, predicate: Predicate, operands: (Operand, Operand), wanted: bool) {
        let condition = match operands {
            (a, Operand::Const(0)) | (Operand::Const(0), a) => a,
            _ => return,
        };
        match predicate {
            Predicate::Ne => self.holds(condition, wanted),
            Predicate::Eq => self.holds(condition, !wanted),
            _ => {}
        }
    }

    /// If the other ways into the block would have given another answer, it came by this one.
    fn parameter_holds(&mut self, block: BlockId, parameter: ValueId, wanted: bool) {
        let facts = self.facts;
        let root = facts.definition(self.root);
        if root.is_none_or(|(root, _)| root == block || !facts.dominates(root, block)) {
            return;
        }
        let target = &facts.function.blocks[block.index()];
        let Some(at) = target.parameters.iter().position(|p| *p == parameter) else {
            return;
        };
        let mut ways: Vec<(BlockId, Operand)> = Vec::new();
        for &from in facts.flow.predecessors(block) {
            let source = &facts.function.blocks[from.index()];
            source.terminator.targets(|edge| {
                let possible = match edge.arguments.get(at) {
                    Some(Operand::Const(known)) => (*known != 0) == wanted,
                    _ => true,
                };
                if edge.block == block && possible {
                    ways.push((from, edge.arguments[at]));
                }
            });
        }
        if let &[(from, argument)] = &ways[..] {
            self.holds(argument, wanted);
            let end = facts.function.blocks[from.index()].instructions.len();
            self.depth += 4;
            if self.depth < MOST_DEPTH {
                self.at((from, end));
            }
            self.depth -= 4;
        }
    }
}

/// The condition that the execution cannot go on without.
pub fn assumed(inst: &Inst, assumptions: &[FunctionId]) -> Option<Operand> {
    match &inst.kind {
        InstKind::Intrinsic {
            intrinsic: Intrinsic::Assume,
            arguments,
        } => arguments.first().copied(),
        InstKind::Call {
            callee: Callee::Function(id),
            arguments,
        } if assumptions.contains(id) => arguments.first().copied(),
        _ => None,
    }
}

/// Does the function nothing but assume its parameter?
pub fn is_assumption(function: &Function) -> bool {
    let ([block], [parameter]) = (&function.blocks[..], &function.parameters[..]) else {
        return false;
    };
    let mut known = vec![Operand::Value(*parameter)];
    let mut assumes = false;
    for inst in &block.instructions {
        match &inst.kind {
            InstKind::Compare {
                predicate: Predicate::Ne,
                a,
                b: Operand::Const(0),
                ..
            }
            | InstKind::Cast {
                cast: Cast::Copy,
                a,
            } if known.contains(a) => known.push(Operand::Value(inst.results[0])),
            InstKind::Intrinsic {
                intrinsic: Intrinsic::Assume,
                arguments,
            } => assumes |= arguments.first().is_some_and(|a| known.contains(a)),
            _ => return false,
        }
    }
    assumes
}
