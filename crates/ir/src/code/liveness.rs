//! Which values are needed at the start of each block.
//!
//! Walks back from every use to the definition; most values never leave their block, so this is
//! far cheaper than sets of all values for all blocks.

use crate::flow::Cfg;
use crate::module::{BlockId, Function, Operand, ValueId};

/// The values that are needed at the ends of blocks.
pub struct Liveness {
    /// By block, without its own parameters.
    pub live_in: Vec<Vec<ValueId>>,
}

impl Liveness {
    pub fn new(function: &Function, flow: &Cfg) -> Liveness {
        let home = home_blocks(function, flow);
        let mut live_in = vec![Vec::new(); function.blocks.len()];
        let mut visited: Vec<Option<ValueId>> = vec![None; function.blocks.len()];
        let mut work = Vec::new();
        for (value, block) in foreign_uses(function, flow, &home) {
            work.push(block);
            while let Some(block) = work.pop() {
                if visited[block.index()] == Some(value) {
                    continue;
                }
                visited[block.index()] = Some(value);
                live_in[block.index()].push(value);
                for &source in flow.predecessors(block) {
                    if home[value.index()] != source {
                        work.push(source);
                    }
                }
            }
        }
        Liveness { live_in }
    }
}

/// The block that defines each value; the entry for parameters of the function.
fn home_blocks(function: &Function, flow: &Cfg) -> Vec<BlockId> {
    let mut home = vec![BlockId(0); function.values.len()];
    for &id in &flow.order {
        let block = &function.blocks[id.index()];
        for parameter in &block.parameters {
            home[parameter.index()] = id;
        }
        for result in block.instructions.iter().flat_map(|inst| &inst.results) {
            home[result.index()] = id;
        }
    }
    home
}

/// Uses outside the defining block, all of one value together.
fn foreign_uses(function: &Function, flow: &Cfg, home: &[BlockId]) -> Vec<(ValueId, BlockId)> {
    let mut uses = Vec::new();
    for &id in &flow.order {
        let block = &function.blocks[id.index()];
        let mut add = |operand: &Operand| {
            if let Operand::Value(value) = operand
                && home[value.index()] != id
            {
                uses.push((*value, id));
            }
        };
        for inst in &block.instructions {
            inst.kind.visit(&mut add);
        }
        block.terminator.visit(&mut add);
        block
            .terminator
            .targets(|target| target.arguments.iter().for_each(&mut add));
    }
    uses.sort_unstable();
    uses.dedup();
    uses
}
