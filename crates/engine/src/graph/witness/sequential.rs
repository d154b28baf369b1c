//! Is a graph of TSO or PSO one of SC as well? If all graphs of a program are, its threads see nothing that they could not see
//! under sequential consistency.
//!
//! The question is that of [`super::problem`] with other moments: a store happens when it is issued, so every item is one node, and the
//! items of a thread are one chain. It is asked once for each class, so the problem is built anew each time.

use super::linearize::{self, GivenUp};
use super::problem::{Problem, Read};
use super::{BEGINNING, Events, Kind, MomentIdx, Witness};
use crate::graph::coherence::{ItemIdx, WriteIdx};

impl Witness {
    /// Does the graph have an execution under SC?
    pub fn is_sequential(&self, events: &impl Events) -> Result<bool, GivenUp> {
        let (problem, labels) = self.sequential_problem(events);
        if problem.impossible {
            return Ok(false);
        }
        let label = |node: u32| labels[node as usize];
        Ok(linearize::order(&problem, label, &mut 0)?.is_some())
    }

    /// The problem, and for each node its place in the present witness.
    fn sequential_problem(&self, events: &impl Events) -> (Problem, Vec<u64>) {
        let mut problem = Problem::default();
        let (nodes, labels) = self.add_items(&mut problem);
        let node_of = |m: MomentIdx| nodes[self.moment(m).item.0 as usize];
        for (at, written) in self.writes.iter().enumerate() {
            let w = WriteIdx(at as u32);
            match written.moment {
                BEGINNING => problem.add_initial(written.place, w),
                m => problem.add_write(node_of(m).expect("it has a moment"), written.place, w),
            }
        }
        for at in 1..self.moments.len() as u32 {
            let behind = self.moment(MomentIdx(at)).behind;
            let (from, to) = (node_of(behind), node_of(MomentIdx(at)));
            if let (Some(from), Some(to)) = (from, to)
                && behind != BEGINNING
                && from != to
            {
                problem.put_before(from, to);
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            let Some(node) = node.filter(|_| !self.turns[at].spins) else {
                continue;
            };
            let joined = self.turns[at].joins;
            if let Some(end) = node_of(joined).filter(|_| joined != BEGINNING) {
                problem.put_before(end, node);
            }
            for write in events.sources(ItemIdx(at as u32)) {
                let written = self.written(write);
                let source = match written.moment {
                    BEGINNING => None,
                    m => node_of(m),
                };
                let read = Read {
                    place: written.place,
                    write,
                    source,
                    forwarded: false,
                };
                if source != Some(node) {
                    problem.add_read(node, read);
                }
            }
        }
        self.keep_last_writes(&mut problem, node_of);
        problem.saturate();
        (problem, labels)
    }

    /// A node for each item with a moment; their numbers by item, and the places of the nodes in the present witness.
    fn add_items(&self, problem: &mut Problem) -> (Vec<Option<u32>>, Vec<u64>) {
        let mut chains: Vec<Option<usize>> = vec![None; self.turns.len()];
        let mut places = vec![0; self.turns.len()];
        for m in (1..self.moments.len() as u32).map(MomentIdx) {
            let moment = self.moment(m);
            let item = moment.item.0 as usize;
            chains[item] = Some(moment.thread.index());
            if moment.kind != Kind::End {
                places[item] = moment.label;
            }
        }
        let mut labels = Vec::new();
        let add = |(chain, label): (&Option<usize>, u64)| {
            labels.push(chain.map(|_| label));
            chain.map(|chain| problem.add_node(chain as u32))
        };
        let nodes = chains.iter().zip(places).map(add).collect();
        (nodes, labels.into_iter().flatten().collect())
    }

    /// Those who wait in vain see the last write of all.
    fn keep_last_writes(&self, problem: &mut Problem, node_of: impl Fn(MomentIdx) -> Option<u32>) {
        for (_, last) in &self.lasts {
            let last = self.written(*last);
            let others = self.writes.iter().filter(|w| {
                w.place == last.place && w.moment != BEGINNING && w.moment != last.moment
            });
            for other in others {
                match last.moment {
                    BEGINNING => problem.give_up(),
                    m => {
                        let (from, to) = (node_of(other.moment), node_of(m));
                        if let (Some(from), Some(to)) = (from, to) {
                            problem.put_before(from, to);
                        }
                    }
                }
            }
        }
    }
}
