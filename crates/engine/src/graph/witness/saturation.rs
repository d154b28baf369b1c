//! Saturation: the orders that every witness of a graph has to keep (the first phase of the paper).
//!
//! Each node has a clock: how many nodes of each chain come before it. Clocks grow until both rules hold everywhere, or
//! a node would have to come before itself:
//!
//! * a write before a read comes before the read's source;
//! * a read comes before all writes of its place that come after its source.
//!
//! The rules do not find all contradictions (figure 5 of the paper); the rest is left to [`super::linearize`].

use super::problem::{Change, Node, Problem, Read};
use crate::clock;
use crate::graph::coherence::PlaceIdx;
use smallvec::SmallVec;

impl Problem {
    /// Applies the rules until they hold, or show that it is impossible.
    pub fn saturate(&mut self) {
        while let Some(node) = self.queue.pop() {
            self.nodes[node as usize].queued = false;
            if !self.impossible {
                self.looks += 1;
                self.propagate(node);
                self.apply_rules(node);
            }
        }
    }

    /// No order keeps the rules.
    pub(super) fn give_up(&mut self) {
        if !self.impossible {
            self.impossible = true;
            self.journal.push(Change::Impossible);
        }
    }

    fn clock(&self, at: u32) -> &[u32] {
        &self.clocks[at as usize * self.width..][..self.chains.len()]
    }

    /// All that comes after a node comes after all before it.
    fn propagate(&mut self, node: u32) {
        let Node { chain, nth, .. } = self.nodes[node as usize];
        if let Some(&next) = self.chains[chain as usize].get(nth as usize) {
            self.join(node, next);
        }
        for at in 0..self.nodes[node as usize].after.len() {
            let to = self.nodes[node as usize].after[at];
            self.join(node, to);
        }
    }

    /// All before `from`, and itself, come before `to`.
    fn join(&mut self, from: u32, to: u32) {
        let (a, b) = (from as usize * self.width, to as usize * self.width);
        let chains = self.chains.len();
        if clock::contains(&self.clocks[b..b + chains], &self.clocks[a..a + chains]) {
            return;
        }
        for chain in 0..chains {
            let (count, before) = (self.clocks[a + chain], self.clocks[b + chain]);
            if before < count {
                self.clocks[b + chain] = count;
                if to < self.fresh {
                    let chain = chain as u32;
                    self.journal.push(Change::Clock {
                        node: to,
                        chain,
                        before,
                    });
                }
            }
        }
        let Node { chain, nth, .. } = self.nodes[to as usize];
        if nth < self.clocks[b + chain as usize] {
            return self.give_up();
        }
        if !std::mem::replace(&mut self.nodes[to as usize].queued, true) {
            self.queue.push(to);
        }
    }

    /// The last node of each chain that comes before a node.
    pub fn last_before(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let own = self.nodes[node as usize].chain as usize;
        let counts = self.clock(node).iter().enumerate();
        counts.filter_map(move |(chain, count)| {
            let count = count.checked_sub(u32::from(chain == own))?;
            let last = count.checked_sub(1)?;
            Some(self.chains[chain][last as usize])
        })
    }

    /// The first node of each chain that comes after a node.
    pub fn first_after(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let after = move |other: &u32| *other != node && self.comes_before(node, *other);
        let first = move |chain: &Vec<u32>| {
            let at = chain.partition_point(|other| !after(other));
            chain.get(at).copied()
        };
        self.chains.iter().filter_map(first)
    }

    fn comes_before(&self, a: u32, b: u32) -> bool {
        let Node { chain, nth, .. } = self.nodes[a as usize];
        nth <= self.clocks[b as usize * self.width + chain as usize]
    }

    /// From now on `a` comes before `b`.
    pub(super) fn put_before(&mut self, a: u32, b: u32) {
        if a == b {
            return self.give_up();
        }
        if self.comes_before(a, b) {
            return;
        }
        self.nodes[a as usize].after.push(b);
        if a < self.fresh {
            self.journal.push(Change::After { from: a, to: b });
        }
        self.join(a, b);
    }

    fn apply_rules(&mut self, node: u32) {
        for at in 0..self.nodes[node as usize].reads.len() {
            let read = self.nodes[node as usize].reads[at];
            for w in self.last_writes_before(node, read.place) {
                match read.source {
                    Some(source) if source == w => {}
                    Some(source) => self.put_before(w, source),
                    None => self.give_up(),
                }
            }
        }
        for at in 0..self.nodes[node as usize].writes.len() {
            let (p, _) = self.nodes[node as usize].writes[at];
            // The readers of older writes of a chain come before its newer ones.
            let before = self.last_writes_before(node, p);
            let mut initial = true;
            for w in before {
                initial &= self.nodes[w as usize].chain != self.nodes[node as usize].chain;
                let mut writes = self.nodes[w as usize].writes.iter().rev();
                let write = writes.find(|(q, _)| *q == p).expect("it writes there").1;
                self.put_readers_before(write.0, node);
            }
            if initial {
                self.put_readers_before(self.places[p.0 as usize].initial.0, node);
            }
        }
    }

    /// All readers of a write come before a node.
    fn put_readers_before(&mut self, write: u32, node: u32) {
        for at in 0..self.readers[write as usize].len() {
            let reader = self.readers[write as usize][at];
            if reader != node {
                self.put_before(reader, node);
            }
        }
    }

    /// A new read comes before the next write of its place in each chain.
    pub(super) fn put_before_next_writes(&mut self, node: u32, read: Read) {
        for at in 0..self.places[read.place.0 as usize].by_chain.len() {
            let (chain, nths) = &self.places[read.place.0 as usize].by_chain[at];
            let own = &self.chains[*chain as usize];
            let is_before = |nth: &u32| {
                let writer = own[*nth as usize - 1];
                let after = |source| source != writer && self.comes_before(source, writer);
                !read.source.is_none_or(after)
            };
            let next = nths.get(nths.partition_point(is_before));
            let next = next.map(|nth| own[*nth as usize - 1]);
            if let Some(next) = next.filter(|next| *next != node) {
                self.put_before(node, next);
            }
        }
    }

    /// The last write of a place before a node, by each chain; the node itself is none of them.
    fn last_writes_before(&self, node: u32, p: PlaceIdx) -> SmallVec<[u32; 8]> {
        let Node {
            chain: own, nth, ..
        } = self.nodes[node as usize];
        let clock = self.clock(node);
        let writers = self.places[p.0 as usize].by_chain.iter();
        let last = writers.filter_map(|(chain, nths)| {
            let count = match *chain == own {
                true => nth - 1,
                false => clock[*chain as usize],
            };
            let last = nths.partition_point(|nth| *nth <= count).checked_sub(1)?;
            Some(self.chains[*chain as usize][nths[last] as usize - 1])
        });
        last.collect()
    }
}
