//! Under which condition an iteration of a loop is pure.
//!
//! The condition is built backwards from the edges to the header, over blocks and instructions.

use super::Around;
use super::atom::{Atom, Definition, Literal, Values};
use super::condition::{Case, Condition, Point};
use crate::flow::{Cfg, Loops};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BlockId, Callee, FunctionId, Inst, InstKind, Operand, Target, Terminator, ValueId,
};
use rustc_hash::FxHashMap;
use threadproof_program::{LoadOrder, Predicate, RmwOp};

/// So many joins are looked through for the value that an iteration began with.
const DEEPEST_JOIN: u32 = 4;

/// The facts about a loop and its surroundings.
pub struct Analysis<'a> {
    pub values: &'a Values<'a>,
    pub flow: &'a Cfg,
    pub loops: &'a Loops,
    /// Of each block in the flow's order, as [`crate::flow::Dominators::intervals`] has them.
    pub dominators: &'a [(u32, u32)],
    pub around: &'a Around<'a>,
    /// Addresses of variables that the pass itself has added.
    pub slots: &'a [ValueId],
    pub number: usize,
    /// Where an iteration begins: the loop's header, or the place after its test.
    pub header: BlockId,
    /// The blocks that an iteration ends with if it does not begin at the loop's header: that one,
    /// and the rest of its test.
    pub test: &'a [BlockId],
    /// An iteration that ends with the values that it began with is pure whatever these are.
    pub compare_with_last: bool,
    /// The rounds to look at, if not all.
    pub rounds: Option<Rounds>,
    /// The headers of loops inside that change nothing in any round: however often they are run, the iteration stays pure.
    pub quiet: Vec<BlockId>,
}

/// Some of the rounds of a loop that counts them.
pub struct Rounds {
    /// The header's parameter at this place may change.
    pub counter: usize,
    /// The blocks from which these rounds come back to the header.
    pub sources: Vec<BlockId>,
    /// Whether effects matter: else the condition is that of coming back at all.
    pub effects: bool,
}

/// The effect of an instruction on the purity of the iteration.
pub enum Effect {
    Nothing,
    /// May fail or wait, but changes nothing.
    Barrier,
    Impure,
    /// Changes nothing if the literal holds; may fail.
    PureIf(Literal),
}

impl Analysis<'_> {
    /// The condition at the start of the header.
    pub fn condition(&self) -> Condition {
        let mut at_start: FxHashMap<BlockId, Condition> = FxHashMap::default();
        let is_test = |block: &&BlockId| self.test.contains(block);
        let last = self.flow.order.iter().rev().filter(is_test);
        let others = self.flow.order.iter().rev().filter(|b| !is_test(b));
        for &block in last.chain(others) {
            if self.contains(block) {
                let mut condition = self.at_end(block, &at_start);
                self.through(block, &mut condition);
                if Some(&block) == self.test.first() {
                    self.forget_computed(block, &mut condition);
                }
                at_start.insert(block, condition);
            }
        }
        at_start.remove(&self.header).unwrap_or_default()
    }

    /// What the test computes from its parameters has been computed from those of the iteration before.
    fn forget_computed(&self, first: BlockId, condition: &mut Condition) {
        let parameters = &self.values.function.blocks[first.index()].parameters;
        let is_old = |operand: Operand| {
            let Operand::Value(value) = operand else {
                return false;
            };
            let block = match self.values.definition(value) {
                Some(Definition::Parameter(block) | Definition::Instruction(block, _)) => block,
                None => return false,
            };
            self.test.contains(&block) && !parameters.contains(&value)
        };
        let is_new = |atom: &Atom| !is_old(atom.a) && !is_old(atom.b);
        condition.cases.retain(|case| case.atoms.iter().all(is_new));
    }

    pub fn contains(&self, block: BlockId) -> bool {
        self.loops.contains(self.number, block)
    }

    /// Only loops with one entry are looked at.
    pub fn has_one_entry(&self) -> bool {
        let inside = self.flow.order.iter().filter(|b| self.contains(**b));
        let entry = self.test.first().unwrap_or(&self.header);
        let mut others = inside.filter(|b| *b != entry);
        others.all(|b| self.flow.predecessors(*b).iter().all(|p| self.contains(*p)))
    }

    /// A loop without an exit spins whatever the others do.
    pub fn has_exit(&self) -> bool {
        let inside = self.flow.order.iter().filter(|b| self.contains(**b));
        let mut found = false;
        for block in inside {
            let terminator = &self.values.function.blocks[block.index()].terminator;
            terminator.targets(|target| found |= !self.contains(target.block));
        }
        found
    }

    /// Loops inside of which every round reads and computes, and does nothing else.
    pub fn quiet_loops(&self) -> Vec<BlockId> {
        let inner = self.loops.all.iter().enumerate();
        let inner = inner.filter(|(number, found)| {
            *number != self.number && found.header != self.header && self.contains(found.header)
        });
        let quiet = inner.filter(|(number, _)| {
            let blocks = self.flow.order.iter();
            let mut blocks = blocks.filter(|block| self.loops.contains(*number, **block));
            blocks.all(|block| {
                let block = &self.values.function.blocks[block.index()];
                let mut effects = block.instructions.iter().map(|inst| self.effect(inst));
                effects.all(|effect| matches!(effect, Effect::Nothing | Effect::Barrier))
            })
        });
        quiet.map(|(_, found)| found.header).collect()
    }

    /// Is there no way for plain memory to change between two pure iterations of this case? They would have to write, and with
    /// it to release what they have read.
    pub fn keeps_plain_memory(&self, case: &Case) -> bool {
        let inside = self.flow.order.iter().filter(|b| self.contains(**b));
        let mut instructions =
            inside.flat_map(|b| &self.values.function.blocks[b.index()].instructions);
        let writes = instructions
            .any(|inst| matches!(inst.kind, InstKind::Rmw { .. }) && self.may_perform(case, inst));
        self.around.races_are_errors && !writes
    }

    /// Can a pure iteration of this case perform this read-modify-write? If that has to read a certain value to change
    /// nothing, the case says so.
    fn may_perform(&self, case: &Case, inst: &Inst) -> bool {
        match self.effect(inst) {
            Effect::Impure | Effect::PureIf(Literal::Never) => false,
            Effect::PureIf(Literal::Atom(same)) => {
                let is_read = |operand: Operand| {
                    operand == same.a || inst.results.iter().any(|r| operand == Operand::Value(*r))
                };
                let mut atoms = case.atoms.iter();
                atoms.any(|atom| is_read(atom.a) || is_read(atom.b))
            }
            _ => true,
        }
    }

    pub fn dominates(&self, first: BlockId, second: BlockId) -> bool {
        let (start, end) = self.dominators[self.flow.number(first)];
        (start..end).contains(&self.dominators[self.flow.number(second)].0)
    }

    /// Is the parameter, at this place, the only name of its value from this block on? What a way to the block has given
    /// it is not known where the ways have met.
    fn is_only_name(&self, block: BlockId, at: usize) -> bool {
        let mut found = false;
        for source in self.flow.predecessors(block) {
            let terminator = &self.values.function.blocks[source.index()].terminator;
            terminator.targets(|target| {
                if target.block == block
                    && let Operand::Value(given) = target.arguments[at]
                    && let Some(Definition::Instruction(from, _) | Definition::Parameter(from)) =
                        self.values.definition(given)
                {
                    found |= self.contains(from) && !self.dominates(from, block);
                }
            });
        }
        found
    }

    /// Does the atom compare a parameter of the block that is the only name of its value with a value that is read later?
    fn is_settled(&self, block: BlockId, atom: &Atom) -> bool {
        let parameters = &self.values.function.blocks[block.index()].parameters;
        let is_read_later = |operand: Operand| {
            let Operand::Value(value) = operand else {
                return false;
            };
            let defined = self.values.definition(value);
            matches!(defined, Some(Definition::Instruction(at, _)) if self.dominates(block, at))
        };
        let names = |operand: Operand| {
            let at = { parameters.iter() }.position(|p| operand == Operand::Value(*p));
            at.is_some_and(|at| self.is_only_name(block, at))
        };
        names(atom.a) && is_read_later(atom.b) || names(atom.b) && is_read_later(atom.a)
    }

    /// Edges inside the loop that lead back, but not to its header.
    pub fn is_internal_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        let back = self.flow.number(to) <= self.flow.number(from);
        back && to != self.header && Some(&to) != self.test.first()
    }

    fn at_end(&self, block: BlockId, at_start: &FxHashMap<BlockId, Condition>) -> Condition {
        let mut result = Condition::default();
        let mut edge = |target: &Target, literals: &[Literal]| {
            let mut condition = self.over(block, target, at_start);
            for literal in literals {
                condition.and(*literal);
            }
            result.or_all(condition);
        };
        match &self.values.function.blocks[block.index()].terminator {
            Terminator::Jump(target) => edge(target, &[]),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                edge(then, &[self.values.bit(*condition, true)]);
                edge(otherwise, &[self.values.bit(*condition, false)]);
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let is = |case: u64| self.equal(*value, Operand::Const(case));
                for (case, target) in cases {
                    edge(target, &[is(*case)]);
                }
                let others: Vec<Literal> =
                    cases.iter().map(|(case, _)| negate(is(*case))).collect();
                edge(default, &others);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
        result
    }

    fn equal(&self, a: Operand, b: Operand) -> Literal {
        let bits = |operand: Operand| match operand {
            Operand::Value(value) => Some(self.values.function.values[value.index()].bits()),
            _ => None,
        };
        let width = bits(a).or(bits(b)).unwrap_or(64);
        self.values.normal(Atom::new(Predicate::Eq, width, a, b))
    }

    /// The condition on an edge, without that of the branch.
    fn over(
        &self,
        from: BlockId,
        target: &Target,
        at_start: &FxHashMap<BlockId, Condition>,
    ) -> Condition {
        if target.block == self.header {
            return match &self.rounds {
                Some(rounds) if !rounds.sources.contains(&from) => Condition::default(),
                Some(rounds) if !rounds.effects => Condition::always(),
                _ => self.to_header(target),
            };
        }
        if !self.contains(target.block) || self.is_internal_back_edge(from, target.block) {
            return Condition::default();
        }
        let parameters = &self.values.function.blocks[target.block.index()].parameters;
        match at_start.get(&target.block) {
            // In later rounds its parameters have other values.
            Some(condition) if self.quiet.contains(&target.block) => condition.clone(),
            Some(condition) => {
                let settled = |atom: &Atom| self.is_settled(target.block, atom);
                condition.substitute(self.values, (parameters, &target.arguments), &settled)
            }
            None => Condition::default(),
        }
    }

    /// The next iteration begins with the values with which this one began.
    fn to_header(&self, target: &Target) -> Condition {
        let mut condition = Condition::always();
        let parameters = &self.values.function.blocks[self.header.index()].parameters;
        for (at, (parameter, argument)) in parameters.iter().zip(&target.arguments).enumerate() {
            let parameter = Operand::Value(*parameter);
            let counts = self.rounds.as_ref().is_some_and(|r| r.counter == at);
            if counts || *argument == parameter || self.is_constant(parameter, at, *argument) {
                continue;
            }
            // Some ways through the iteration leave it alone, as `if (pop(&x)) n++;` does: on these it is the same.
            if self.may_be(*argument, parameter, DEEPEST_JOIN) {
                condition.and(self.equal(*argument, parameter));
                continue;
            }
            // The same as before: its first value is all that can be compared with.
            let first = match argument {
                Operand::Const(_) => Some(*argument),
                _ => self.first_value(at),
            };
            let Some(first) = first else {
                if !self.compare_with_last || *argument == Operand::Undefined {
                    return Condition::default();
                }
                condition.and(self.equal(*argument, parameter));
                continue;
            };
            condition.and(self.equal(parameter, first));
            condition.and(self.equal(*argument, first));
        }
        condition
    }

    /// Is this value, where ways of the iteration meet, the header's parameter on one of them?
    fn may_be(&self, value: Operand, parameter: Operand, depth: u32) -> bool {
        let Operand::Value(joined) = value else {
            return false;
        };
        let Some(Definition::Parameter(block)) = self.values.definition(joined) else {
            return false;
        };
        if depth == 0 || block == self.header || !self.contains(block) {
            return false;
        }
        let blocks = &self.values.function.blocks;
        let Some(place) = blocks[block.index()]
            .parameters
            .iter()
            .position(|p| *p == joined)
        else {
            return false;
        };
        let mut found = false;
        for source in self.flow.predecessors(block) {
            blocks[source.index()].terminator.targets(|target| {
                if target.block == block {
                    let given = target.arguments[place];
                    found |= given == parameter || self.may_be(given, parameter, depth - 1);
                }
            });
        }
        found
    }

    /// The constant that the header's parameter is whenever the loop is entered.
    pub fn first_value(&self, at: usize) -> Option<Operand> {
        let mut found: Vec<Operand> = Vec::new();
        let outside = self.flow.predecessors(self.header).iter();
        for source in outside.filter(|source| !self.contains(**source)) {
            let block = &self.values.function.blocks[source.index()];
            block.terminator.targets(|target| {
                if target.block == self.header {
                    found.push(target.arguments[at]);
                }
            });
        }
        found.dedup();
        match found.as_slice() {
            &[Operand::Const(first)] => Some(Operand::Const(first)),
            _ => None,
        }
    }

    /// Is `argument` all that the header's parameter ever becomes?
    fn is_constant(&self, parameter: Operand, at: usize, argument: Operand) -> bool {
        let fixed = match argument {
            Operand::Value(_) | Operand::Undefined => false,
            Operand::Const(_) | Operand::Global(..) | Operand::Function(_) => true,
        };
        let mut constant = fixed;
        for source in self.flow.predecessors(self.header) {
            let block = &self.values.function.blocks[source.index()];
            block.terminator.targets(|target| {
                if target.block == self.header {
                    let given = target.arguments[at];
                    constant &= given == parameter || given == argument;
                }
            });
        }
        constant
    }

    fn through(&self, block: BlockId, condition: &mut Condition) {
        if self.rounds.as_ref().is_some_and(|rounds| !rounds.effects) {
            return;
        }
        let instructions = &self.values.function.blocks[block.index()].instructions;
        for (at, inst) in instructions.iter().enumerate().rev() {
            let after = Point {
                block,
                index: at as u32 + 1,
            };
            match self.effect(inst) {
                Effect::Nothing => {}
                Effect::Barrier => condition.add_barrier(after),
                Effect::Impure => *condition = Condition::default(),
                Effect::PureIf(literal) => {
                    condition.and(literal);
                    condition.add_barrier(after);
                }
            }
        }
    }

    pub fn effect(&self, inst: &Inst) -> Effect {
        match &inst.kind {
            InstKind::Alloca { .. } => Effect::Impure,
            kind if kind.is_pure() => Effect::Nothing,
            InstKind::Binary { .. } | InstKind::Await { .. } => Effect::Barrier,
            InstKind::Load {
                pointer,
                size,
                order,
            } => self.load(inst, *pointer, *size, *order),
            InstKind::Store { pointer, .. } if self.is_slot(*pointer) => Effect::Nothing,
            InstKind::Store { .. } => self.store(inst),
            InstKind::Rmw {
                op: RmwOp::Add | RmwOp::Sub | RmwOp::Or | RmwOp::Xor,
                operand: Operand::Const(0),
                ..
            } => Effect::Barrier,
            InstKind::Rmw {
                op: RmwOp::Exchange,
                size,
                operand,
                ..
            } => self.unchanged(inst, Predicate::Eq, *size, *operand),
            InstKind::CompareExchange { size, expected, .. } => {
                self.unchanged(inst, Predicate::Ne, *size, *expected)
            }
            InstKind::Fence(_) => Effect::Nothing,
            InstKind::Call { .. } if self.waiting_twin(&inst.kind).is_some() => {
                self.unchanged(inst, Predicate::Ne, 4, Operand::Const(0))
            }
            InstKind::Intrinsic { intrinsic, .. } => match intrinsic {
                Intrinsic::AtomicBegin
                | Intrinsic::AtomicEnd
                | Intrinsic::LoopBegins
                | Intrinsic::LoopRepeats => Effect::Nothing,
                Intrinsic::Assume => Effect::Barrier,
                _ => Effect::Impure,
            },
            _ => Effect::Impure,
        }
    }

    /// The function that waits for the lock that a call tries to get.
    pub fn waiting_twin(&self, kind: &InstKind) -> Option<FunctionId> {
        match kind {
            InstKind::Call {
                callee: Callee::Function(callee),
                ..
            } => self.around.twins.waiting(*callee),
            _ => None,
        }
    }

    fn is_slot(&self, pointer: Operand) -> bool {
        matches!(pointer, Operand::Value(value) if self.slots.contains(&value))
    }

    /// A plain load may be part of a data race, even where it cannot fail.
    fn load(&self, inst: &Inst, pointer: Operand, size: u8, order: LoadOrder) -> Effect {
        let inside = match pointer {
            Operand::Global(id, offset) => {
                let global = &self.around.globals[id.index()];
                let end = offset.checked_add(i64::from(size));
                !global.external && offset >= 0 && end.is_some_and(|end| end as u64 <= global.size)
            }
            _ => false,
        };
        if self.is_slot(pointer) || (inside && order != LoadOrder::Plain) {
            return Effect::Nothing;
        }
        match self.may_be_missed(inst, pointer, order) {
            true => Effect::Impure,
            false => Effect::Barrier,
        }
    }

    /// A read-modify-write leaves memory as it was if it read a value like this.
    fn unchanged(&self, inst: &Inst, predicate: Predicate, size: u8, with: Operand) -> Effect {
        match inst.results.first() {
            Some(old) => {
                let atom = Atom::new(predicate, 8 * size, Operand::Value(*old), with);
                Effect::PureIf(self.values.normal(atom))
            }
            None => Effect::Impure,
        }
    }
}

fn negate(literal: Literal) -> Literal {
    match literal {
        Literal::Always => Literal::Never,
        Literal::Never => Literal::Always,
        Literal::Atom(atom) => Literal::Atom(atom.negated()),
    }
}
