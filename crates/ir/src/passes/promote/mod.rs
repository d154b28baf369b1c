//! Turns local variables in memory into values.
//!
//! A compiler without optimisation keeps every local in memory. A local whose address is used
//! for nothing but plain loads and stores at constant offsets, to fill it, and to copy it as a whole to and from
//! other such locals, is not visible to other threads;
//! each of its parts becomes a value, with block parameters where definitions meet (Cytron et
//! al., pruned by liveness). A variable that is read before it is written is
//! [`crate::module::Operand::Undefined`] there; if such reads are to be found, all variables that
//! may be read so stay in memory, where the engine sees it.
//!
//! Structs that are copied to and from other memory, and arrays indexed by a variable, stay in memory.

mod copies;
mod overlaps;
mod rename;
mod sets;
mod variables;

use crate::flow::{Cfg, Dominators, detach_entry};
use crate::intrinsic::Intrinsic;
use crate::module::{BlockId, Function, Inst, InstKind, Operand, Terminator};
use smallvec::smallvec;
use threadproof_program::LocationId;
use variables::Variables;

/// The treatment of variables that may be read before they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    Promote,
    KeepInMemory,
    /// They begin with any value: [`Intrinsic::Unwritten`].
    Choose,
}

pub fn promote(function: &mut Function, undefined: Undefined) {
    detach_entry(function);
    let flow = Cfg::new(function);
    clear_unreachable(function, &flow);
    overlaps::widen(function, &flow);
    let kept = copies::copy_parts(function, &flow, undefined);
    let mut variables = Variables::find(function, &flow, &kept);
    if sets::store_parts(function, &flow, &variables) {
        variables = Variables::find(function, &flow, &kept);
    }
    let blocks = blocks_of_variables(function, &flow, &variables);
    let mut initial = vec![Operand::Undefined; variables.types.len()];
    match undefined {
        Undefined::Promote => {}
        Undefined::KeepInMemory => {
            for variable in maybe_undefined(&flow, &blocks) {
                variables.keep(variable);
            }
        }
        Undefined::Choose => {
            for variable in maybe_undefined(&flow, &blocks) {
                if variables.is_promoted(variable) {
                    initial[variable as usize] = begin_with_any(function, &variables, variable);
                }
            }
        }
    }
    let dominators = Dominators::new(&flow);
    let joins = place_joins(&flow, &dominators, &variables, &blocks);
    rename::rename(function, &flow, &dominators, &variables, joins, initial);
}

/// Later passes and the code then see only blocks that mean something.
fn clear_unreachable(function: &mut Function, flow: &Cfg) {
    for (at, block) in function.blocks.iter_mut().enumerate() {
        if !flow.is_reachable(BlockId(at as u32)) {
            block.parameters.clear();
            block.instructions.clear();
            block.terminator = Terminator::Unreachable;
        }
    }
}

/// A variable whose value is needed at the entry may be read before it is written.
fn maybe_undefined(flow: &Cfg, blocks: &[BlocksOfVariable]) -> Vec<u32> {
    let mut marks = Marks::new(flow);
    let mut found = Vec::new();
    for (variable, blocks) in blocks.iter().enumerate() {
        let mark = marks.spread(flow, variable, blocks);
        if marks.live.first() == Some(&mark) {
            found.push(variable as u32);
        }
    }
    found
}

/// Puts an instruction at the entry that gives the variable its value.
fn begin_with_any(function: &mut Function, variables: &Variables, variable: u32) -> Operand {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut reads = instructions.filter(|inst| {
        let pointer = match &inst.kind {
            InstKind::Load { pointer, .. } => Some(pointer),
            _ => None,
        };
        pointer.and_then(|pointer| variables.at(pointer)) == Some(variable)
    });
    let location = reads.next().map_or(LocationId(0), |inst| inst.location);
    let value = function.new_value(variables.types[variable as usize]);
    let unwritten = Inst {
        kind: InstKind::Intrinsic {
            intrinsic: Intrinsic::Unwritten,
            arguments: Vec::new(),
        },
        results: smallvec![value],
        location,
    };
    function.blocks[0].instructions.insert(0, unwritten);
    Operand::Value(value)
}

/// For each block, by place in the flow's order, the variables that need a parameter there.
fn place_joins(
    flow: &Cfg,
    dominators: &Dominators,
    variables: &Variables,
    blocks: &[BlocksOfVariable],
) -> Vec<Vec<u32>> {
    let mut joins = vec![Vec::new(); flow.order.len()];
    if blocks.iter().all(|blocks| blocks.reads.is_empty()) {
        return joins;
    }
    let frontiers = dominators.frontiers(flow);
    let mut marks = Marks::new(flow);
    let mut joined = vec![0u32; flow.order.len()];
    for (variable, blocks) in blocks.iter().enumerate() {
        if blocks.reads.is_empty() || !variables.is_promoted(variable as u32) {
            continue;
        }
        let mark = marks.spread(flow, variable, blocks);
        let mut work = blocks.writes.clone();
        while let Some(at) = work.pop() {
            for &join in &frontiers[at as usize] {
                if marks.live[join as usize] == mark && joined[join as usize] != mark {
                    joined[join as usize] = mark;
                    joins[join as usize].push(variable as u32);
                    work.push(join);
                }
            }
        }
    }
    joins
}

/// Where variables are alive, one after the other. A mark holds the last variable (from 1) that
/// came by, so nothing needs clearing.
struct Marks {
    live: Vec<u32>,
    writes: Vec<u32>,
}

impl Marks {
    fn new(flow: &Cfg) -> Marks {
        Marks {
            live: vec![0; flow.order.len()],
            writes: vec![0; flow.order.len()],
        }
    }

    /// Marks the blocks that begin with a value of the variable which is still needed. Returns the
    /// mark.
    fn spread(&mut self, flow: &Cfg, variable: usize, blocks: &BlocksOfVariable) -> u32 {
        let mark = variable as u32 + 1;
        for &at in &blocks.writes {
            self.writes[at as usize] = mark;
        }
        let mut work = blocks.reads.clone();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut self.live[at as usize], mark) == mark {
                continue;
            }
            for &source in flow.predecessors(flow.order[at as usize]) {
                let source = flow.number(source);
                if self.writes[source] != mark {
                    work.push(source as u32);
                }
            }
        }
        mark
    }
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
    flow: &Cfg,
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
