//! Turns local variables in memory into values.
//!
//! A compiler without optimisation keeps every local in memory. A local whose address is used
//! for nothing but plain loads and stores at constant offsets is not visible to other threads;
//! each of its parts becomes a value, with block parameters where definitions meet (Cytron et
//! al., pruned by liveness). A variable that is read before it is written is
//! [`Operand::Undefined`] there.
//!
//! Structs that are copied as a whole, and arrays indexed by a variable, stay in memory.

mod rename;
mod variables;

use crate::flow::{Dominators, Flow, detach_entry};
use crate::module::{BlockId, Function, InstKind, Terminator};
use variables::Variables;

pub fn promote(function: &mut Function) {
    detach_entry(function);
    let flow = Flow::new(function);
    clear_unreachable(function, &flow);
    let variables = Variables::find(function, &flow);
    let dominators = Dominators::new(&flow);
    let joins = place_joins(function, &flow, &dominators, &variables);
    rename::rename(function, &flow, &dominators, &variables, joins);
}

/// Later passes and the code then see only blocks that mean something.
fn clear_unreachable(function: &mut Function, flow: &Flow) {
    for (at, block) in function.blocks.iter_mut().enumerate() {
        if !flow.is_reachable(BlockId(at as u32)) {
            block.parameters.clear();
            block.instructions.clear();
            block.terminator = Terminator::Unreachable;
        }
    }
}

/// For each block, by place in the flow's order, the variables that need a parameter there.
fn place_joins(
    function: &Function,
    flow: &Flow,
    dominators: &Dominators,
    variables: &Variables,
) -> Vec<Vec<u32>> {
    let mut joins = vec![Vec::new(); flow.order.len()];
    let blocks = blocks_of_variables(function, flow, variables);
    if blocks.iter().all(|blocks| blocks.reads.is_empty()) {
        return joins;
    }
    let frontiers = dominators.frontiers(flow);
    // Marks hold the last variable (from 1) that came by, so they need no clearing.
    let mut live = vec![0u32; flow.order.len()];
    let mut writes = vec![0u32; flow.order.len()];
    let mut joined = vec![0u32; flow.order.len()];
    for (variable, blocks) in blocks.iter().enumerate() {
        if blocks.reads.is_empty() {
            continue;
        }
        let mark = variable as u32 + 1;
        for &at in &blocks.writes {
            writes[at as usize] = mark;
        }
        let mut work = blocks.reads.clone();
        while let Some(at) = work.pop() {
            if live[at as usize] == mark {
                continue;
            }
            live[at as usize] = mark;
            for &source in flow.predecessors(flow.order[at as usize]) {
                let source = flow.number(source);
                if writes[source] != mark {
                    work.push(source as u32);
                }
            }
        }
        let mut work = blocks.writes.clone();
        while let Some(at) = work.pop() {
            for &join in &frontiers[at as usize] {
                if live[join as usize] == mark && joined[join as usize] != mark {
                    joined[join as usize] = mark;
                    joins[join as usize].push(variable as u32);
                    work.push(join);
                }
            }
        }
    }
    joins
}

/// Where a variable is used, by place in the flow's order.
#[derive(Clone, Default)]
struct BlocksOfVariable {
    /// Blocks that read it before they write it.
    reads: Vec<u32>,
    writes: Vec<u32>,
}

fn blocks_of_variables(
    function: &Function,
    flow: &Flow,
    variables: &Variables,
) -> Vec<BlocksOfVariable> {
    let mut blocks = vec![BlocksOfVariable::default(); variables.types.len()];
    for (at, block) in flow.order.iter().enumerate() {
        let at = at as u32;
        for inst in &function.blocks[block.index()].instructions {
            match &inst.kind {
                InstKind::Load { pointer, .. } => {
                    if let Some(variable) = variables.at(pointer) {
                        let found = &mut blocks[variable as usize];
                        if found.writes.last() != Some(&at) && found.reads.last() != Some(&at) {
                            found.reads.push(at);
                        }
                    }
                }
                InstKind::Store { pointer, .. } => {
                    if let Some(variable) = variables.at(pointer) {
                        let found = &mut blocks[variable as usize];
                        if found.writes.last() != Some(&at) {
                            found.writes.push(at);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests;
