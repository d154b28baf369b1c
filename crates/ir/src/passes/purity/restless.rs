//! Why a loop is not waited in, for people who wonder why the search does not end.

use super::analyse::{Analysis, Effect};
use super::atom::Definition;
use crate::module::{BinaryOp, BlockId, Callee, Inst, InstKind, Operand, Terminator, ValueId};
use threadproof_program::{Because, LocationId, Restless};

/// The effect of the loop's rounds, unless it counts them up to a limit or looks at nothing that others could change.
pub fn restless(analysis: &Analysis<'_>) -> Option<Restless> {
    let blocks: Vec<BlockId> = analysis
        .flow
        .order
        .iter()
        .copied()
        .filter(|block| analysis.contains(*block))
        .collect();
    let function = analysis.values.function;
    let instructions = || {
        let blocks = blocks.iter().map(|block| &function.blocks[block.index()]);
        blocks.flat_map(|block| &block.instructions)
    };
    let looks = instructions().any(|inst| !inst.kind.is_pure());
    if !looks || is_counted(analysis, &blocks) {
        return None;
    }
    let header = &function.blocks[analysis.header.index()];
    let places = header.instructions.iter().map(|inst| inst.location);
    let mut places = places
        .chain([header.terminator_location])
        .chain(instructions().map(|inst| inst.location));
    let place = places.find(|place| *place != LocationId(0))?;
    let effect = instructions().find(|inst| matches!(analysis.effect(inst), Effect::Impure));
    let (because, at) = match effect {
        Some(inst) => (because(analysis, inst), inst.location),
        None => (carried(analysis).or_else(|| nested(analysis))?, place),
    };
    Some(Restless { place, because, at })
}

fn because(analysis: &Analysis<'_>, inst: &Inst) -> Because {
    match &inst.kind {
        InstKind::Store { .. } | InstKind::MemoryCopy { .. } | InstKind::MemorySet { .. } => {
            Because::Store
        }
        InstKind::Rmw { .. } | InstKind::CompareExchange { .. } => Because::Change,
        InstKind::Call {
            callee: Callee::Function(id),
            ..
        } => match analysis.around.functions.get(id.index()) {
            Some(function) => Because::Call(function.name.clone()),
            None => Because::Other,
        },
        InstKind::Call { .. } => Because::UnknownCall,
        _ => Because::Other,
    }
}

/// Does a parameter of the header change? A division is a reason to keep its operands.
fn carried(analysis: &Analysis<'_>) -> Option<Because> {
    let function = analysis.values.function;
    if function.blocks[analysis.header.index()]
        .parameters
        .is_empty()
    {
        return None;
    }
    let blocks = analysis.flow.order.iter();
    let mut inside = blocks.filter(|block| analysis.contains(**block));
    let divides = inside.any(|block| {
        let mut instructions = function.blocks[block.index()].instructions.iter();
        instructions.any(
            |inst| matches!(inst.kind, InstKind::Binary { op, .. } if op.divides() && !inst.kind.is_pure()),
        )
    });
    Some(match divides {
        true => Because::Division,
        false => Because::Carried,
    })
}

/// Is there a loop inside the loop?
fn nested(analysis: &Analysis<'_>) -> Option<Because> {
    let inner =
        |number: usize, header: BlockId| number != analysis.number && analysis.contains(header);
    let mut all = analysis.loops.all.iter().enumerate();
    all.any(|(number, found)| inner(number, found.header))
        .then_some(Because::Nested)
}

/// Is the loop left when a number that grows or shrinks by the same amount in every round reaches a limit?
fn is_counted(analysis: &Analysis<'_>, blocks: &[BlockId]) -> bool {
    let function = analysis.values.function;
    let steady: Vec<ValueId> = steady(analysis);
    blocks.iter().any(|block| {
        let block = &function.blocks[block.index()];
        let Terminator::Branch { condition, .. } = &block.terminator else {
            return false;
        };
        let mut leaves = false;
        let leave = |block: BlockId| !analysis.contains(block);
        block
            .terminator
            .targets(|target| leaves |= leave(target.block));
        leaves && asks_for(analysis, *condition, &steady)
    })
}

/// The header's parameters to which every round adds a constant, and the sums.
fn steady(analysis: &Analysis<'_>) -> Vec<ValueId> {
    let function = analysis.values.function;
    let parameters = &function.blocks[analysis.header.index()].parameters;
    let mut steady = Vec::new();
    for (at, parameter) in parameters.iter().enumerate() {
        let mut sums = Vec::new();
        let mut other = false;
        for source in analysis.flow.predecessors(analysis.header) {
            if !analysis.contains(*source) {
                continue;
            }
            let terminator = &function.blocks[source.index()].terminator;
            terminator.targets(|target| {
                if target.block == analysis.header {
                    match sum_of(analysis, target.arguments[at], *parameter) {
                        Some(sum) => sums.push(sum),
                        None => other = true,
                    }
                }
            });
        }
        if !other {
            steady.push(*parameter);
            steady.extend(sums);
        }
    }
    steady
}

/// The operand, if it is the parameter plus a constant.
fn sum_of(analysis: &Analysis<'_>, operand: Operand, parameter: ValueId) -> Option<ValueId> {
    let Operand::Value(value) = operand else {
        return None;
    };
    match kind(analysis, value)? {
        InstKind::Binary {
            op: BinaryOp::Add | BinaryOp::Sub,
            a,
            b: Operand::Const(_),
            ..
        } if *a == Operand::Value(parameter) => Some(value),
        _ => None,
    }
}

fn kind<'a>(analysis: &Analysis<'a>, value: ValueId) -> Option<&'a InstKind> {
    match analysis.values.definition(value)? {
        Definition::Instruction(block, at) => {
            let block = &analysis.values.function.blocks[block.index()];
            Some(&block.instructions[at as usize].kind)
        }
        Definition::Parameter(_) => None,
    }
}

/// Does the bit compare one of these values, as it is or in another width?
fn asks_for(analysis: &Analysis<'_>, bit: Operand, values: &[ValueId]) -> bool {
    let Operand::Value(bit) = bit else {
        return false;
    };
    let Some(InstKind::Compare { a, b, .. }) = kind(analysis, bit) else {
        return false;
    };
    [a, b].into_iter().any(|side| {
        let mut side = *side;
        loop {
            let Operand::Value(value) = side else {
                return false;
            };
            if values.contains(&value) {
                return true;
            }
            match kind(analysis, value) {
                Some(InstKind::Cast { a, .. }) => side = *a,
                _ => return false,
            }
        }
    })
}
