//! Other places of a loop to count its iterations from.
//!
//! `f = flag; while (f) { f = flag; }` comes to its header with another `f` in each iteration, so no iteration looks
//! pure. But `f` is not used after the test. Counted from the place after the test, an iteration begins without a
//! value of its own, and ends with the test of the value that it has read.

use crate::flow::{Cfg, Loops};
use crate::module::{BlockId, Function, Operand};

/// Larger tests are not looked at.
const MOST_BLOCKS: usize = 8;

/// An iteration begins at `start` and ends with the blocks of the test, the first of which is the
/// loop's header.
pub struct Rotation {
    pub start: BlockId,
    pub test: Vec<BlockId>,
}

/// The places that will do, going from the header.
pub fn rotations(function: &Function, flow: &Cfg, loops: &Loops, number: usize) -> Vec<Rotation> {
    let header = loops.all[number].header;
    let inside = |block: BlockId| loops.contains(number, block);
    let mut found = Vec::new();
    let mut test = vec![header];
    let mut newest = header;
    while test.len() <= MOST_BLOCKS {
        let instructions = &function.blocks[newest.index()].instructions;
        if !instructions.iter().all(|inst| inst.kind.is_pure()) {
            break;
        }
        let next = next_blocks(function, flow, &test, &inside);
        let Some(&start) = next.first() else {
            break;
        };
        let entered_by_test = flow.predecessors(start).iter().all(|p| test.contains(p));
        if !entered_by_test {
            break;
        }
        if next.len() == 1 && is_dead_after(function, flow, &test, &inside) {
            let test = test.clone();
            found.push(Rotation { start, test });
        }
        test.push(start);
        newest = start;
    }
    found
}

/// The blocks of the loop that the test leads to, in the order of the flow.
fn next_blocks(
    function: &Function,
    flow: &Cfg,
    test: &[BlockId],
    inside: &dyn Fn(BlockId) -> bool,
) -> Vec<BlockId> {
    let mut next: Vec<BlockId> = Vec::new();
    for block in test {
        let terminator = &function.blocks[block.index()].terminator;
        terminator.targets(|target| {
            if inside(target.block) && !test.contains(&target.block) {
                next.push(target.block);
            }
        });
    }
    next.sort_by_key(|block| flow.number(*block));
    next.dedup();
    next
}

/// Are the test's parameters and results unused after the test?
fn is_dead_after(
    function: &Function,
    flow: &Cfg,
    test: &[BlockId],
    inside: &dyn Fn(BlockId) -> bool,
) -> bool {
    let mut own = Vec::new();
    for block in test {
        let block = &function.blocks[block.index()];
        own.extend(&block.parameters);
        own.extend(block.instructions.iter().flat_map(|inst| &inst.results));
    }
    let others = flow.order.iter().filter(|block| !test.contains(block));
    let mut left_elsewhere = false;
    let mut used = [false, false];
    for &block in others {
        let within = inside(block);
        let block = &function.blocks[block.index()];
        let mut look = |operand: &Operand| {
            if let Operand::Value(value) = operand {
                used[usize::from(within)] |= own.contains(&value);
            }
        };
        for inst in &block.instructions {
            inst.kind.visit(&mut look);
        }
        block.terminator.visit(&mut look);
        block.terminator.targets(|target| {
            target.arguments.iter().for_each(&mut look);
            left_elsewhere |= within && !inside(target.block);
        });
    }
    // Behind the loop they have the values that the test has just seen, unless the loop is left from elsewhere.
    let [used_behind, used_within] = used;
    !(used_within || used_behind && left_elsewhere)
}
