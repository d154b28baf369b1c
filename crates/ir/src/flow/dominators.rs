//! Dominators and dominance frontiers, after Cooper, Harvey and Kennedy, "A Simple, Fast
//! Dominance Algorithm".

use super::Cfg;
use crate::module::BlockId;
use smallvec::SmallVec;

/// The dominators of all blocks of a function.
pub struct Dominators {
    /// By place in the flow's order; the entry is its own.
    immediate: Vec<u32>,
}

impl Dominators {
    pub fn new(flow: &Cfg) -> Dominators {
        const UNKNOWN: u32 = u32::MAX;
        let mut immediate = vec![UNKNOWN; flow.order.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..flow.order.len() {
                let mut found = UNKNOWN;
                for &source in flow.predecessors(flow.order[at]) {
                    let source = flow.number(source) as u32;
                    if immediate[source as usize] == UNKNOWN {
                        continue;
                    }
                    found = match found {
                        UNKNOWN => source,
                        other => meet(&immediate, other, source),
                    };
                }
                if immediate[at] != found {
                    immediate[at] = found;
                    changed = true;
                }
            }
        }
        Dominators { immediate }
    }

    /// The blocks that each block dominates immediately, by place in the flow's order.
    pub fn children(&self) -> Vec<SmallVec<[u32; 2]>> {
        let mut children = vec![SmallVec::new(); self.immediate.len()];
        for (at, &parent) in self.immediate.iter().enumerate().skip(1) {
            children[parent as usize].push(at as u32);
        }
        children
    }

    /// For each block, by place in the flow's order, a half-open interval: a block dominates
    /// those whose interval begins within its own.
    pub fn intervals(&self) -> Vec<(u32, u32)> {
        // Dominators come first in the order, so sizes can be added up from the end.
        let mut sizes = vec![1u32; self.immediate.len()];
        for at in (1..self.immediate.len()).rev() {
            sizes[self.immediate[at] as usize] += sizes[at];
        }
        let mut intervals = vec![(0, 0); self.immediate.len()];
        let mut next = vec![0u32; self.immediate.len()];
        for at in 0..self.immediate.len() {
            let start = match at {
                0 => 0,
                _ => {
                    let parent = self.immediate[at] as usize;
                    let start = next[parent];
                    next[parent] += sizes[at];
                    start
                }
            };
            intervals[at] = (start, start + sizes[at]);
            next[at] = start + 1;
        }
        intervals
    }

    /// Where the dominance of each block ends, by place in the flow's order.
    pub fn frontiers(&self, flow: &Cfg) -> Vec<SmallVec<[u32; 2]>> {
        let mut frontiers = vec![SmallVec::<[u32; 2]>::new(); self.immediate.len()];
        for (at, &block) in flow.order.iter().enumerate() {
            let sources: &[BlockId] = flow.predecessors(block);
            if sources.len() < 2 {
                continue;
            }
            for &source in sources {
                let mut runner = flow.number(source) as u32;
                while runner != self.immediate[at] {
                    let frontier = &mut frontiers[runner as usize];
                    if frontier.last() == Some(&(at as u32)) {
                        break;
                    }
                    frontier.push(at as u32);
                    runner = self.immediate[runner as usize];
                }
            }
        }
        frontiers
    }
}

fn meet(immediate: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = immediate[a as usize];
        }
        while b > a {
            b = immediate[b as usize];
        }
    }
    a
}
