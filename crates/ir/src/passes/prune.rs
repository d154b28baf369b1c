//! Removes instructions without effect, and block parameters that nobody reads. Also removes the unread results of
//! read-modify-writes that commute: the engine need not order those.

use crate::flow::Cfg;
use crate::module::{BlockId, Function, InstKind, Operand, ValueId};

#[derive(Clone, Copy)]
enum Definition {
    /// A parameter of the function, or of nothing.
    Given,
    Parameter(BlockId, u32),
    Instruction(BlockId, u32),
}

pub fn prune(function: &mut Function) {
    let flow = Cfg::new(function);
    let live = live_values(function, &flow);
    let is_live = |value: &ValueId| live[value.index()];
    let kept: Vec<Vec<bool>> = function
        .blocks
        .iter()
        .map(|block| block.parameters.iter().map(is_live).collect())
        .collect();
    for (at, block) in function.blocks.iter_mut().enumerate() {
        if !flow.is_reachable(BlockId(at as u32)) {
            continue;
        }
        block.parameters.retain(is_live);
        block
            .instructions
            .retain(|inst| !inst.kind.is_pure() || inst.results.iter().any(is_live));
        for inst in &mut block.instructions {
            if matches!(inst.kind, InstKind::Rmw { op, .. } if op.commutes_with(op)) {
                inst.results.retain(|result| is_live(result));
            }
        }
        block.terminator.targets_mut(|target| {
            let mut keep = kept[target.block.index()].iter();
            target
                .arguments
                .retain(|_| keep.next().copied().unwrap_or(false));
        });
    }
}

fn live_values(function: &Function, flow: &Cfg) -> Vec<bool> {
    let definitions = definitions(function, flow);
    let mut live = vec![false; function.values.len()];
    let mut work: Vec<ValueId> = Vec::new();
    let mut mark = |operand: &Operand, work: &mut Vec<ValueId>| {
        if let Operand::Value(value) = operand
            && !std::mem::replace(&mut live[value.index()], true)
        {
            work.push(*value);
        }
    };
    for block in &flow.order {
        let block = &function.blocks[block.index()];
        for inst in block.instructions.iter().filter(|i| !i.kind.is_pure()) {
            inst.kind.visit(|operand| mark(operand, &mut work));
        }
        block.terminator.visit(|operand| mark(operand, &mut work));
    }
    while let Some(value) = work.pop() {
        match definitions[value.index()] {
            Definition::Given => {}
            Definition::Instruction(block, at) => {
                let inst = &function.blocks[block.index()].instructions[at as usize];
                if inst.kind.is_pure() {
                    inst.kind.visit(|operand| mark(operand, &mut work));
                }
            }
            Definition::Parameter(block, at) => {
                for source in flow.predecessors(block) {
                    function.blocks[source.index()]
                        .terminator
                        .targets(|target| {
                            if target.block == block
                                && let Some(argument) = target.arguments.get(at as usize)
                            {
                                mark(argument, &mut work);
                            }
                        });
                }
            }
        }
    }
    live
}

fn definitions(function: &Function, flow: &Cfg) -> Vec<Definition> {
    let mut definitions = vec![Definition::Given; function.values.len()];
    for &id in &flow.order {
        let block = &function.blocks[id.index()];
        for (at, parameter) in block.parameters.iter().enumerate() {
            definitions[parameter.index()] = Definition::Parameter(id, at as u32);
        }
        for (at, inst) in block.instructions.iter().enumerate() {
            for result in &inst.results {
                definitions[result.index()] = Definition::Instruction(id, at as u32);
            }
        }
    }
    definitions
}
