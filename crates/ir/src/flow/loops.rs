//! The loops of a function.
//!
//! A loop is a strongly connected set of blocks; its header is the block that comes first in
//! reverse postorder, and the loops inside it are those that are left without the header
//! (Steensgaard's nesting). For ordinary loops these are the natural ones; loops with several
//! entries are covered as well.

use super::Cfg;
use crate::module::{BlockId, Function};

/// A natural loop.
pub struct Loop {
    pub header: BlockId,
    /// The smallest loop around it.
    pub parent: Option<usize>,
}

/// All loops of a function.
pub struct Loops {
    /// Outer loops come before those inside them.
    pub all: Vec<Loop>,
    /// By block: the smallest loop that it is in.
    innermost: Vec<Option<usize>>,
}

impl Loops {
    pub fn new(function: &Function, flow: &Cfg) -> Loops {
        let mut loops = Loops {
            all: Vec::new(),
            innermost: vec![None; function.blocks.len()],
        };
        let successors = Successors::new(function, flow);
        // Which part of the graph each block is in; edges between parts are not looked at.
        let mut part = vec![0usize; function.blocks.len()];
        let mut parts = 1;
        let mut search = Tarjan::new(function.blocks.len());
        let mut work = vec![(flow.order.clone(), None, 0)];
        while let Some((blocks, parent, number)) = work.pop() {
            for component in search.components(&blocks, &successors, &part, number) {
                let header = *component
                    .iter()
                    .min_by_key(|block| flow.number(**block))
                    .expect("a component has a block");
                let found = loops.all.len();
                loops.all.push(Loop { header, parent });
                for block in &component {
                    loops.innermost[block.index()] = Some(found);
                    part[block.index()] = parts;
                }
                // A part of its own that is never visited.
                part[header.index()] = usize::MAX;
                let rest = component.into_iter().filter(|b| *b != header).collect();
                work.push((rest, Some(found), parts));
                parts += 1;
            }
        }
        loops
    }

    /// The loops that a block is in, the smallest first.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = usize> {
        let innermost = self.innermost.get(block.index()).copied().flatten();
        std::iter::successors(innermost, |number| self.all[*number].parent)
    }

    pub fn contains(&self, number: usize, block: BlockId) -> bool {
        self.around(block).any(|around| around == number)
    }
}

/// `targets[starts[b]..starts[b + 1]]` are the successors of block b.
struct Successors {
    starts: Vec<u32>,
    targets: Vec<BlockId>,
}

impl Successors {
    fn new(function: &Function, flow: &Cfg) -> Successors {
        let mut starts = Vec::with_capacity(function.blocks.len() + 1);
        let mut targets = Vec::new();
        for (at, block) in function.blocks.iter().enumerate() {
            starts.push(targets.len() as u32);
            if flow.is_reachable(BlockId(at as u32)) {
                let terminator = &block.terminator;
                terminator.targets(|target| targets.push(target.block));
            }
        }
        starts.push(targets.len() as u32);
        Successors { starts, targets }
    }

    fn of(&self, block: BlockId) -> &[BlockId] {
        let from = self.starts[block.index()] as usize;
        let to = self.starts[block.index() + 1] as usize;
        &self.targets[from..to]
    }
}

struct Tarjan {
    index: Vec<Option<u32>>,
    low: Vec<u32>,
    open: Vec<BlockId>,
    is_open: Vec<bool>,
    next: u32,
    found: Vec<Vec<BlockId>>,
}

impl Tarjan {
    fn new(blocks: usize) -> Tarjan {
        Tarjan {
            index: vec![None; blocks],
            low: vec![0; blocks],
            open: Vec::new(),
            is_open: vec![false; blocks],
            next: 0,
            found: Vec::new(),
        }
    }

    /// Strongly connected components of one part of the graph, without recursion. Blocks that do not come back to
    /// themselves are none.
    fn components(
        &mut self,
        blocks: &[BlockId],
        successors: &Successors,
        part: &[usize],
        number: usize,
    ) -> Vec<Vec<BlockId>> {
        for block in blocks {
            self.index[block.index()] = None;
        }
        for &root in blocks {
            if self.index[root.index()].is_none() {
                self.search(root, successors, |block| part[block.index()] == number);
            }
        }
        std::mem::take(&mut self.found)
    }

    fn search(
        &mut self,
        root: BlockId,
        successors: &Successors,
        is_inside: impl Fn(BlockId) -> bool,
    ) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((block, edge)) = path.last_mut() {
            let block = *block;
            let Some(&target) = successors.of(block).get(*edge) else {
                path.pop();
                if let Some((parent, _)) = path.last() {
                    let low = self.low[block.index()];
                    self.lower(*parent, low);
                }
                self.leave(block, successors);
                continue;
            };
            *edge += 1;
            if !is_inside(target) {
                continue;
            }
            match self.index[target.index()] {
                None => {
                    self.enter(target);
                    path.push((target, 0));
                }
                Some(index) if self.is_open[target.index()] => self.lower(block, index),
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, block: BlockId) {
        self.index[block.index()] = Some(self.next);
        self.low[block.index()] = self.next;
        self.next += 1;
        self.open.push(block);
        self.is_open[block.index()] = true;
    }

    fn lower(&mut self, block: BlockId, low: u32) {
        let own = &mut self.low[block.index()];
        *own = low.min(*own);
    }

    /// Closes the component of which `block` was met first, if it is that of one.
    fn leave(&mut self, block: BlockId, successors: &Successors) {
        if Some(self.low[block.index()]) != self.index[block.index()] {
            return;
        }
        if self.open.last() == Some(&block) && !successors.of(block).contains(&block) {
            self.open.pop();
            self.is_open[block.index()] = false;
            return;
        }
        let mut component = Vec::new();
        while let Some(member) = self.open.pop() {
            self.is_open[member.index()] = false;
            component.push(member);
            if member == block {
                break;
            }
        }
        self.found.push(component);
    }
}
