//! Cuts loops after a number of iterations.
//!
//! A counter in memory, which promotion turns into a value, is set to zero where the loop is
//! entered and counts the visits of its header.
//!
//! If the header leaves the loop itself on a local condition, as in `for (i = 0; i < n; i++)`, only
//! its edges into the loop are cut: a loop that ends by itself after the allowed iterations is left
//! alone. A header that looks at shared memory is not entered once more, so that no access is added.

use crate::flow::{Cfg, Loops, detach_entry};
use crate::module::{
    BinaryOp, Block, BlockId, Function, Inst, InstKind, Operand, Target, Terminator, Type, ValueId,
};
use threadproof_program::{LoadOrder, LocationId, Predicate, SiteId, StoreOrder};

pub fn bound(function: &mut Function, limit: u32) {
    detach_entry(function);
    let flow = Cfg::new(function);
    let loops = Loops::new(function, &flow);
    if loops.all.is_empty() {
        return;
    }
    let cut = add_block(
        function,
        vec![inst(InstKind::Bound, None)],
        Terminator::Unreachable,
    );
    let counters: Vec<ValueId> = loops.all.iter().map(|_| add_counter(function)).collect();
    let mut bound = Bound {
        limit,
        cut,
        counters,
        loops,
    };
    for block in flow.order {
        bound.block(function, block);
    }
}

/// Does a block do nothing that other threads could see?
fn is_local(function: &Function, block: BlockId) -> bool {
    let is_variable = |pointer: Operand| {
        let blocks = function.blocks.iter();
        let mut instructions = blocks.flat_map(|b| &b.instructions);
        instructions.any(|inst| {
            let result = inst.results.first().map(|value| Operand::Value(*value));
            matches!(inst.kind, InstKind::Alloca { .. }) && result == Some(pointer)
        })
    };
    let mut instructions = function.blocks[block.index()].instructions.iter();
    instructions.all(|inst| match inst.kind {
        InstKind::Load { pointer, .. } | InstKind::Store { pointer, .. } => is_variable(pointer),
        InstKind::Binary { .. }
        | InstKind::Compare { .. }
        | InstKind::FloatBinary { .. }
        | InstKind::FloatNegate { .. }
        | InstKind::FloatCompare { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. } => true,
        _ => false,
    })
}

struct Bound {
    limit: u32,
    /// The block that ends the thread.
    cut: BlockId,
    /// By loop: the address of its counter.
    counters: Vec<ValueId>,
    loops: Loops,
}

impl Bound {
    /// Rewrites the edges of a block and, if it is a header, counts its visits.
    fn block(&mut self, function: &mut Function, block: BlockId) {
        let headed = self.loops.around(block).next();
        let headed = headed.filter(|number| self.loops.all[*number].header == block);
        let leaves = headed.is_some_and(|number| self.leaves(function, block, number));
        let old = &mut function.blocks[block.index()].terminator;
        let mut terminator = std::mem::replace(old, Terminator::Unreachable);
        let too_often = headed.map(|number| self.count_visit(function, block, number));
        terminator.targets_mut(|target| {
            let inside = headed.is_some_and(|number| self.loops.contains(number, target.block));
            let condition = too_often.filter(|_| leaves && inside);
            self.edge(function, block, target, condition);
        });
        let at = match too_often {
            Some(condition) if !leaves => self.split(function, block, condition),
            _ => block,
        };
        function.blocks[at.index()].terminator = terminator;
    }

    fn leaves(&self, function: &Function, header: BlockId, number: usize) -> bool {
        if !is_local(function, header) {
            return false;
        }
        let mut leaves = false;
        function.blocks[header.index()]
            .terminator
            .targets(|target| leaves |= !self.loops.contains(number, target.block));
        leaves
    }

    /// Adds to the start of a header: count, and find out whether it was here too often.
    fn count_visit(&self, function: &mut Function, header: BlockId, number: usize) -> ValueId {
        let counter = Operand::Value(self.counters[number]);
        let old = function.new_value(Type::Int(64));
        let new = function.new_value(Type::Int(64));
        let too_often = function.new_value(Type::Int(1));
        let load = InstKind::Load {
            size: 8,
            pointer: counter,
            order: LoadOrder::Plain,
        };
        let add = InstKind::Binary {
            op: BinaryOp::Add,
            width: 64,
            a: Operand::Value(old),
            b: Operand::Const(1),
        };
        let compare = InstKind::Compare {
            predicate: Predicate::Uge,
            width: 64,
            a: Operand::Value(old),
            b: Operand::Const(u64::from(self.limit)),
        };
        let count = [
            inst(load, Some(old)),
            inst(add, Some(new)),
            inst(store(counter, Operand::Value(new)), None),
            inst(compare, Some(too_often)),
        ];
        let instructions = &mut function.blocks[header.index()].instructions;
        instructions.splice(0..0, count);
        too_often
    }

    /// Puts the work of the edge into a block of its own: reset the counters of the loops that
    /// it enters, and stop if `condition` holds.
    fn edge(
        &self,
        function: &mut Function,
        from: BlockId,
        target: &mut Target,
        condition: Option<ValueId>,
    ) {
        let entered = self.loops.around(target.block);
        let entered = entered.filter(|number| !self.loops.contains(*number, from));
        let resets: Vec<Inst> = entered
            .map(|number| Operand::Value(self.counters[number]))
            .map(|counter| inst(store(counter, Operand::Const(0)), None))
            .collect();
        if resets.is_empty() && condition.is_none() {
            return;
        }
        let goal = target.clone();
        let terminator = match condition {
            Some(condition) => self.cut_if(condition, goal),
            None => Terminator::Jump(goal),
        };
        *target = Target {
            block: add_block(function, resets, terminator),
            arguments: Vec::new(),
        };
    }

    fn cut_if(&self, condition: ValueId, otherwise: Target) -> Terminator {
        Terminator::Branch {
            condition: Operand::Value(condition),
            then: Target {
                block: self.cut,
                arguments: Vec::new(),
            },
            otherwise,
        }
    }

    /// Moves the instructions after the counting into a block of its own, which it returns.
    fn split(&self, function: &mut Function, header: BlockId, condition: ValueId) -> BlockId {
        const COUNTING: usize = 4;
        let block = &mut function.blocks[header.index()];
        let rest = block.instructions.split_off(COUNTING);
        let location = block.terminator_location;
        let rest = add_block(function, rest, Terminator::Unreachable);
        function.blocks[rest.index()].terminator_location = location;
        let goal = Target {
            block: rest,
            arguments: Vec::new(),
        };
        function.blocks[header.index()].terminator = self.cut_if(condition, goal);
        rest
    }
}

fn add_counter(function: &mut Function) -> ValueId {
    let counter = function.new_value(Type::Ptr);
    let alloca = InstKind::Alloca {
        size: Operand::Const(8),
        site: SiteId(0),
    };
    let entry = &mut function.blocks[0].instructions;
    entry.insert(0, inst(alloca, Some(counter)));
    counter
}

fn add_block(function: &mut Function, instructions: Vec<Inst>, terminator: Terminator) -> BlockId {
    function.blocks.push(Block {
        parameters: Vec::new(),
        instructions,
        terminator,
        terminator_location: LocationId(0),
    });
    BlockId(function.blocks.len() as u32 - 1)
}

fn inst(kind: InstKind, result: Option<ValueId>) -> Inst {
    Inst {
        kind,
        results: result.into_iter().collect(),
        location: LocationId(0),
    }
}

fn store(pointer: Operand, value: Operand) -> InstKind {
    InstKind::Store {
        size: 8,
        pointer,
        value,
        order: StoreOrder::Plain,
    }
}

#[cfg(test)]
mod tests;
