//! Reverse postorder and predecessors.

use crate::module::{Block, BlockId, Function, Operand, Target, Terminator};
use threadproof_program::LocationId;

/// The blocks that can be reached from the entry.
pub struct Cfg {
    /// In reverse postorder: every block comes after its dominators.
    pub order: Vec<BlockId>,
    /// Place in `order`; `None` for blocks that cannot be reached.
    number: Vec<Option<u32>>,
    /// `sources[starts[b]..starts[b + 1]]` are the predecessors of block b, once per edge.
    starts: Vec<u32>,
    sources: Vec<BlockId>,
}

impl Cfg {
    pub fn new(function: &Function) -> Cfg {
        let count = function.blocks.len();
        let order = reverse_postorder(function);
        let mut number = vec![None; count];
        for (at, block) in order.iter().enumerate() {
            number[block.index()] = Some(at as u32);
        }
        let mut starts = vec![0u32; count + 1];
        for block in &order {
            let terminator = &function.blocks[block.index()].terminator;
            terminator.targets(|target| starts[target.block.index() + 1] += 1);
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut sources = vec![BlockId(0); starts[count] as usize];
        for &block in &order {
            function.blocks[block.index()].terminator.targets(|target| {
                let slot = &mut next[target.block.index()];
                sources[*slot as usize] = block;
                *slot += 1;
            });
        }
        Cfg {
            order,
            number,
            starts,
            sources,
        }
    }

    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        let from = self.starts[block.index()] as usize;
        let to = self.starts[block.index() + 1] as usize;
        &self.sources[from..to]
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()].is_some()
    }

    /// The place of a reachable block in `order`.
    pub fn number(&self, block: BlockId) -> usize {
        self.number[block.index()].expect("only reachable blocks are asked for") as usize
    }
}

fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(function.blocks.len());
    if !function.is_defined() {
        return order;
    }
    let mut seen = vec![false; function.blocks.len()];
    // Successors that are still to be visited, of all blocks on the path; the next one last. The first target of a block is
    // visited last, and so comes first in the order.
    let mut left: Vec<BlockId> = Vec::new();
    // Each block with the length of `left` without its successors.
    let mut path: Vec<(BlockId, usize)> = Vec::new();
    let mut enter = |block: BlockId, left: &mut Vec<BlockId>, path: &mut Vec<(BlockId, usize)>| {
        if std::mem::replace(&mut seen[block.index()], true) {
            return;
        }
        path.push((block, left.len()));
        let terminator = &function.blocks[block.index()].terminator;
        terminator.targets(|target| left.push(target.block));
    };
    enter(BlockId(0), &mut left, &mut path);
    while let Some(&(block, below)) = path.last() {
        if left.len() > below {
            let next = left.pop().expect("a successor is left");
            enter(next, &mut left, &mut path);
        } else {
            order.push(block);
            path.pop();
        }
    }
    order.reverse();
    order
}

/// Makes sure that the entry block has neither parameters nor predecessors.
pub fn detach_entry(function: &mut Function) {
    let Some(entry) = function.blocks.first() else {
        return;
    };
    let mut is_target = !entry.parameters.is_empty();
    for block in &function.blocks {
        block
            .terminator
            .targets(|target| is_target |= target.block == BlockId(0));
    }
    if !is_target {
        return;
    }
    let moved = BlockId(function.blocks.len() as u32);
    let arguments = vec![Operand::Undefined; entry.parameters.len()];
    let location = LocationId(0);
    let entry = Block {
        parameters: Vec::new(),
        instructions: Vec::new(),
        terminator: Terminator::Jump(Target {
            block: BlockId(0),
            arguments,
        }),
        terminator_location: location,
    };
    let old = std::mem::replace(&mut function.blocks[0], entry);
    function.blocks.push(old);
    for block in &mut function.blocks {
        block.terminator.targets_mut(|target| {
            if target.block == BlockId(0) {
                target.block = moved;
            }
        });
    }
}
