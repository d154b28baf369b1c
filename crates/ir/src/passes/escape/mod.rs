//! Finds local variables whose address never leaves their function.
//!
//! Such a variable is private to its frame: the interpreter keeps it, and no access to it is a
//! visible operation. The address may only be moved by arithmetic, be joined with other
//! addresses of the same variable, be compared with these or with null, and serve plain
//! accesses and copies. Atomic accesses keep a variable in shared memory, because they order
//! others.

use crate::flow::Cfg;
use crate::module::{BinaryOp, Function, Inst, InstKind, Operand, Target, ValueId};
use threadproof_program::{LoadOrder, SiteId, StoreOrder};

/// The run-time value of a private address is this plus the offset. No real object is there, so
/// that comparisons come out as for addresses.
pub const PRIVATE_BASE: u64 = 1 << 46;

/// Saving a thread copies its private memory, so large arrays are better off in the engine's.
const MAX_SIZE: u64 = 512;
const MAX_FRAME: u64 = 2048;

/// The local objects of a function.
pub struct Privates {
    pub objects: Vec<Private>,
    /// By value: the object that it is an address in.
    base: Vec<Option<u32>>,
}

/// A local object; `escaped`: another thread may learn its address.
#[derive(Clone, Copy, Debug)]
pub struct Private {
    pub size: u32,
    pub site: SiteId,
    pub escaped: bool,
}

impl Privates {
    pub fn find(function: &Function, flow: &Cfg) -> Privates {
        let mut privates = Privates {
            objects: Vec::new(),
            base: vec![None; function.values.len()],
        };
        privates.collect(function);
        if !privates.objects.is_empty() {
            privates.propagate(function, flow);
            privates.validate(function, flow);
        }
        privates
    }

    /// The private object that an operand is an address in.
    pub fn of(&self, operand: &Operand) -> Option<u32> {
        let object = self.base_of(operand)?;
        (!self.objects[object as usize].escaped).then_some(object)
    }

    fn collect(&mut self, function: &Function) {
        let mut total = 0;
        // The entry block runs once per frame, so one place for each variable is enough.
        for inst in function.blocks.iter().take(1).flat_map(|b| &b.instructions) {
            let InstKind::Alloca {
                size: Operand::Const(size),
                site,
            } = inst.kind
            else {
                continue;
            };
            if size > MAX_SIZE || total + size > MAX_FRAME || inst.results.is_empty() {
                continue;
            }
            total += size;
            self.base[inst.results[0].index()] = Some(self.objects.len() as u32);
            self.objects.push(Private {
                size: size as u32,
                site,
                escaped: false,
            });
        }
    }

    fn base_of(&self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Value(value) => self.base[value.index()],
            _ => None,
        }
    }

    fn escape(&mut self, operand: &Operand) {
        if let Some(object) = self.base_of(operand) {
            self.objects[object as usize].escaped = true;
        }
    }

    /// Finds all values that are addresses of locals.
    fn propagate(&mut self, function: &Function, flow: &Cfg) {
        let mut changed = true;
        while changed {
            changed = false;
            for block in &flow.order {
                let block = &function.blocks[block.index()];
                for inst in &block.instructions {
                    if let (Some(result), Some(base)) = (inst.results.first(), self.derived(inst)) {
                        changed |= self.set(*result, base);
                    }
                }
                block.terminator.targets(|target| {
                    let parameters = &function.blocks[target.block.index()].parameters;
                    for (parameter, argument) in parameters.iter().zip(&target.arguments) {
                        if let Some(base) = self.base_of(argument) {
                            changed |= self.set(*parameter, base);
                        }
                    }
                });
            }
        }
    }

    fn set(&mut self, value: ValueId, base: u32) -> bool {
        let new = self.base[value.index()].is_none();
        if new {
            self.base[value.index()] = Some(base);
        }
        new
    }

    /// The object that the instruction's result is an address in, as far as known yet.
    fn derived(&self, inst: &Inst) -> Option<u32> {
        match &inst.kind {
            InstKind::Binary {
                op: BinaryOp::Add,
                width: 64,
                a,
                b,
            } => self.base_of(a).or(self.base_of(b)),
            InstKind::Binary {
                op: BinaryOp::Sub,
                width: 64,
                a,
                b,
            } if self.base_of(b).is_none() => self.base_of(a),
            InstKind::Select { a, b, .. } => self.base_of(a).or(self.base_of(b)),
            _ => None,
        }
    }

    fn validate(&mut self, function: &Function, flow: &Cfg) {
        for block in &flow.order {
            let block = &function.blocks[block.index()];
            for inst in &block.instructions {
                self.validate_instruction(inst);
            }
            block.terminator.visit(|operand| self.escape(operand));
            block
                .terminator
                .targets(|target| self.validate_target(function, target));
        }
    }

    fn validate_target(&mut self, function: &Function, target: &Target) {
        let parameters = &function.blocks[target.block.index()].parameters;
        for (parameter, argument) in parameters.iter().zip(&target.arguments) {
            self.demand_equal(&Operand::Value(*parameter), argument);
        }
    }

    /// Both must be addresses of one object, or neither of any.
    fn demand_equal(&mut self, a: &Operand, b: &Operand) {
        if self.base_of(a) != self.base_of(b) {
            self.escape(a);
            self.escape(b);
        }
    }

    fn validate_instruction(&mut self, inst: &Inst) {
        let result = inst.results.first().map(|result| Operand::Value(*result));
        match &inst.kind {
            InstKind::Binary {
                op,
                width: 64,
                a,
                b,
            } if self.is_step(*op, a, b) => {
                self.demand_equal(a, &result.unwrap_or(Operand::Undefined));
            }
            InstKind::Binary {
                op: BinaryOp::Add,
                width: 64,
                a,
                b,
            } if self.is_step(BinaryOp::Add, b, a) => {
                self.demand_equal(b, &result.unwrap_or(Operand::Undefined));
            }
            InstKind::Binary {
                op: BinaryOp::Sub,
                width: 64,
                a,
                b,
            } => {
                self.demand_equal(a, b);
                // The difference of two addresses is a number.
                result.iter().for_each(|result| self.escape(result));
            }
            InstKind::Select { condition, a, b } => {
                self.escape(condition);
                self.demand_equal(a, b);
                self.demand_equal(a, &result.unwrap_or(Operand::Undefined));
            }
            InstKind::Compare { a, b, .. } => {
                let with_null = |x: &Operand| *x == Operand::Const(0);
                if !with_null(a) && !with_null(b) {
                    self.demand_equal(a, b);
                }
            }
            InstKind::Load {
                order: LoadOrder::Plain,
                ..
            } => {}
            InstKind::Store {
                order: StoreOrder::Plain,
                value,
                ..
            } => self.escape(value),
            InstKind::MemoryCopy { length, .. } => self.escape(length),
            InstKind::MemorySet { value, length, .. } => {
                self.escape(value);
                self.escape(length);
            }
            kind => kind.visit(|operand| self.escape(operand)),
        }
    }

    /// `address` plus or minus a number.
    fn is_step(&self, op: BinaryOp, address: &Operand, step: &Operand) -> bool {
        matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && self.base_of(address).is_some()
            && self.base_of(step).is_none()
    }
}

#[cfg(test)]
mod tests;
