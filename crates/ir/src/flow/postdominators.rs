//! The block in which all ways from a block meet again, and the branches that decide whether a block is come to.
//!
//! The same algorithm as for dominators, on the edges turned round. All ends of the function lead to one place
//! behind it, and so does every block that cannot come to an end: nothing is sure to follow it.

use super::Cfg;
use crate::module::{BlockId, Function};

/// Places are those of the flow's order; one more stands for the end of the function.
pub struct PostDominators {
    immediate: Vec<u32>,
    end: u32,
}

impl PostDominators {
    pub fn new(function: &Function, flow: &Cfg) -> PostDominators {
        let end = flow.order.len() as u32;
        let successors = successors(function, flow);
        let order = from_the_end(&successors, flow);
        // Places in `order`: the end comes first.
        let mut place = vec![0usize; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place[node as usize] = at;
        }
        let mut immediate: Vec<Option<u32>> = vec![None; order.len()];
        immediate[end as usize] = Some(end);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order[1..] {
                let mut found: Option<u32> = None;
                for &next in &successors[node as usize] {
                    if immediate[next as usize].is_none() {
                        continue;
                    }
                    found = Some(match found {
                        None => next,
                        Some(other) => meet(&immediate, &place, other, next),
                    });
                }
                if found.is_some() && immediate[node as usize] != found {
                    immediate[node as usize] = found;
                    changed = true;
                }
            }
        }
        let immediate = immediate.into_iter().map(|node| node.unwrap_or(end));
        PostDominators {
            immediate: immediate.collect(),
            end,
        }
    }

    /// The first block that every way from this one leads to, if there is one.
    pub fn meeting_point(&self, flow: &Cfg, block: BlockId) -> Option<BlockId> {
        let next = self.immediate[flow.number(block)];
        (next != self.end).then(|| flow.order[next as usize])
    }

    /// For each block, by place in the flow's order, the places of those whose branch decides whether it is come to.
    pub fn deciding(&self, function: &Function, flow: &Cfg) -> Vec<Vec<u32>> {
        let mut deciding = vec![Vec::new(); flow.order.len()];
        for (at, block) in flow.order.iter().enumerate() {
            let terminator = &function.blocks[block.index()].terminator;
            terminator.targets(|target| {
                let mut runner = flow.number(target.block) as u32;
                while runner != self.immediate[at] && runner != self.end {
                    let found: &mut Vec<u32> = &mut deciding[runner as usize];
                    if !found.contains(&(at as u32)) {
                        found.push(at as u32);
                    }
                    runner = self.immediate[runner as usize];
                }
            });
        }
        deciding
    }
}

/// By place, with the edges to the end.
fn successors(function: &Function, flow: &Cfg) -> Vec<Vec<u32>> {
    let end = flow.order.len() as u32;
    let mut successors: Vec<Vec<u32>> = flow
        .order
        .iter()
        .map(|block| {
            let mut found = Vec::new();
            let terminator = &function.blocks[block.index()].terminator;
            terminator.targets(|target| found.push(flow.number(target.block) as u32));
            found
        })
        .collect();
    let mut ends = vec![false; flow.order.len()];
    let mut work: Vec<u32> = (0..end)
        .filter(|at| successors[*at as usize].is_empty())
        .collect();
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut ends[at as usize], true) {
            let sources = flow.predecessors(flow.order[at as usize]).iter();
            work.extend(sources.map(|source| flow.number(*source) as u32));
        }
    }
    for (next, ends) in successors.iter_mut().zip(&ends) {
        if next.is_empty() || !ends {
            next.push(end);
        }
    }
    successors.push(Vec::new());
    successors
}

/// All places in reverse postorder of the edges turned round.
fn from_the_end(successors: &[Vec<u32>], flow: &Cfg) -> Vec<u32> {
    let end = flow.order.len();
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); end + 1];
    for (at, next) in successors.iter().enumerate() {
        for target in next {
            sources[*target as usize].push(at as u32);
        }
    }
    let mut seen = vec![false; end + 1];
    seen[end] = true;
    let mut order = Vec::with_capacity(end + 1);
    let mut path = vec![(end as u32, 0)];
    while let Some((node, edge)) = path.last_mut() {
        match sources[*node as usize].get(*edge) {
            Some(&source) => {
                *edge += 1;
                if !std::mem::replace(&mut seen[source as usize], true) {
                    path.push((source, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

fn meet(immediate: &[Option<u32>], place: &[usize], mut a: u32, mut b: u32) -> u32 {
    let up = |node: u32| immediate[node as usize].expect("what was met before has one");
    while a != b {
        if place[a as usize] > place[b as usize] {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}
