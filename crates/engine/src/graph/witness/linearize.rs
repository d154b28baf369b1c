//! An order that shows a graph to be possible, as near to the present one as it can be (the paper's second and third
//! phase).
//!
//! Nodes are taken one by one. One can be taken if all that has to come before it is taken, its reads see the newest
//! writes, and its writes hide nothing that another node still has to read. A node without writes is taken at once, since it
//! hides nothing. Of the writes the one that is first in the present witness is tried first. After a dead end
//! the next one is tried; sets of taken nodes that lead to dead ends are remembered.

use super::MomentIdx;
use super::problem::{Node, Problem, moment_of};
use super::window::Window;
use crate::graph::coherence::{PlaceIdx, WriteIdx};
use rustc_hash::FxHashSet;
use std::cell::RefMut;

/// So many dead ends, and a question is given up.
const MOST_DEAD_ENDS: u64 = 100_000;

/// The question has cost too much.
#[derive(Debug)]
pub struct GivenUp;

/// An order of all nodes; `None` if there is none.
pub fn order(
    problem: &Problem,
    label: impl Fn(u32) -> u64,
    dead_ends: &mut u64,
) -> Result<Option<Vec<MomentIdx>>, GivenUp> {
    let mut state = State::new(problem, &label);
    let mut dead: FxHashSet<Vec<u32>> = FxHashSet::default();
    // How many nodes were taken at each decision, and the writes that are left to try there.
    let mut decisions: Vec<(usize, Vec<u32>)> = Vec::new();
    loop {
        state.take_reads();
        if state.taken.len() == problem.nodes.len() {
            let order = state.taken.iter().map(|node| moment_of(*node));
            return Ok(Some(order.collect()));
        }
        let choices = match dead.contains(&state.done) {
            true => Vec::new(),
            false => state.writes_to_try(),
        };
        decisions.push((state.taken.len(), choices));
        loop {
            let Some((len, choices)) = decisions.last_mut() else {
                return Ok(None);
            };
            let len = *len;
            state.go_back(len);
            if let Some(node) = choices.pop() {
                state.take(node);
                break;
            }
            decisions.pop();
            dead.insert(state.done.clone());
            *dead_ends += 1;
            if *dead_ends > MOST_DEAD_ENDS {
                return Err(GivenUp);
            }
        }
    }
}

/// An order of the nodes of a window and its reader, the first that comes to hand; `None` if that leads to a dead end.
pub fn within(problem: &Problem, label: impl Fn(u32) -> u64, window: &Window) -> Option<Vec<u32>> {
    let mut state = State::at(problem, &label, window);
    let inside = |n: &u32| *n == window.reader || label(*n) <= window.last;
    while state.taken.len() <= window.nodes.len() {
        let ready = state.heads().filter(inside).filter(|n| state.is_ready(*n));
        let writes = |n: &u32| !problem.nodes[*n as usize].writes.is_empty();
        let next = ready.min_by_key(|n| (writes(n), label(*n)))?;
        state.take(next);
    }
    Some(std::mem::take(&mut state.taken))
}

/// The state of an order, by place and by write. It is as large as the graph, so its memory is kept from one question to the
/// next; each fills in the parts that it needs.
#[derive(Debug, Default)]
pub struct Room {
    /// The newest write of each place.
    newest: Vec<WriteIdx>,
    /// How many reads of a write are left.
    unread: Vec<u32>,
    /// For each write that was taken: the newest write of its place before.
    hidden: Vec<WriteIdx>,
}

struct State<'a, L> {
    problem: &'a Problem,
    /// Where a node stands in the present witness.
    label: L,
    /// How many nodes of each chain are taken.
    done: Vec<u32>,
    taken: Vec<u32>,
    room: RefMut<'a, Room>,
}

impl Problem {
    /// Room for all places and writes.
    fn room(&self) -> RefMut<'_, Room> {
        let mut room = self.room.borrow_mut();
        if room.newest.len() < self.places.len() {
            room.newest.resize(self.places.len(), WriteIdx(0));
        }
        if room.unread.len() < self.readers.len() {
            room.unread.resize(self.readers.len(), 0);
        }
        room.hidden.clear();
        room
    }
}

impl<'a, L: Fn(u32) -> u64> State<'a, L> {
    fn new(problem: &'a Problem, label: L) -> Self {
        let mut state = State {
            problem,
            label,
            done: vec![0; problem.chains.len()],
            taken: Vec::new(),
            room: problem.room(),
        };
        let initial = problem.places.iter().map(|place| place.initial);
        for (newest, initial) in state.room.newest.iter_mut().zip(initial) {
            *newest = initial;
        }
        let readers = problem.readers.iter().map(|nodes| nodes.len() as u32);
        for (unread, readers) in state.room.unread.iter_mut().zip(readers) {
            *unread = readers;
        }
        state
    }

    /// Before the first node of a window.
    fn at(problem: &'a Problem, label: L, window: &Window) -> Self {
        let before = |chain: &Vec<u32>| chain.partition_point(|n| label(*n) < window.first) as u32;
        let done = problem.chains.iter().map(before).collect();
        let left = |w: WriteIdx| {
            let readers = problem.readers[w.0 as usize].iter();
            readers.filter(|n| window.first <= label(**n)).count() as u32
        };
        let mut room = problem.room();
        for &(p, w) in &window.newest {
            room.newest[p.0 as usize] = w;
            room.unread[w.0 as usize] = left(w);
        }
        for node in window.nodes.iter().chain([&window.reader]) {
            let node = &problem.nodes[*node as usize];
            let read = node.reads.iter().map(|read| read.write);
            for w in read.chain(node.writes.iter().map(|(_, w)| *w)) {
                room.unread[w.0 as usize] = left(w);
            }
        }
        State {
            problem,
            done,
            taken: Vec::with_capacity(window.nodes.len() + 1),
            room,
            label,
        }
    }

    fn node(&self, at: u32) -> &'a Node {
        &self.problem.nodes[at as usize]
    }
    fn newest(&self, p: PlaceIdx) -> WriteIdx {
        self.room.newest[p.0 as usize]
    }

    /// The next node of each chain.
    fn heads(&self) -> impl Iterator<Item = u32> + '_ {
        let chains = self.problem.chains.iter().zip(&self.done);
        chains.filter_map(|(chain, done)| chain.get(*done as usize).copied())
    }

    /// Takes all nodes without writes that can be taken.
    fn take_reads(&mut self) {
        loop {
            let ready = |n: &u32| self.node(*n).writes.is_empty() && self.is_ready(*n);
            let next = self.heads().filter(ready).min_by_key(|n| (self.label)(*n));
            let Some(next) = next else { return };
            self.take(next);
        }
    }

    /// The writes that can be taken now, the first one last.
    fn writes_to_try(&self) -> Vec<u32> {
        let mut found: Vec<u32> = self.heads().filter(|n| self.is_ready(*n)).collect();
        found.sort_by_key(|n| std::cmp::Reverse((self.label)(*n)));
        found
    }

    fn is_ready(&self, at: u32) -> bool {
        let node = self.node(at);
        let clock = &self.problem.clocks[at as usize * self.problem.width..][..self.done.len()];
        let mut before = clock.iter().zip(&self.done).enumerate();
        let reached = before.all(|(chain, (count, done))| {
            let own = u32::from(chain == node.chain as usize);
            count - own <= *done
        });
        reached
            && node.reads.iter().all(|read| {
                let waits = read.forwarded && read.source.is_some_and(|s| !self.is_done(s));
                waits || self.newest(read.place) == read.write
            })
            && node.writes.iter().all(|(p, _)| {
                let newest = self.newest(*p);
                let own = node.reads.iter().filter(|read| read.write == newest);
                self.room.unread[newest.0 as usize] == own.count() as u32
            })
    }

    fn is_done(&self, at: u32) -> bool {
        let node = self.node(at);
        node.nth <= self.done[node.chain as usize]
    }

    fn take(&mut self, at: u32) {
        let node = self.node(at);
        self.done[node.chain as usize] += 1;
        self.taken.push(at);
        for read in &node.reads {
            self.room.unread[read.write.0 as usize] -= 1;
        }
        for (p, w) in &node.writes {
            let newest = &mut self.room.newest[p.0 as usize];
            let hidden = std::mem::replace(newest, *w);
            self.room.hidden.push(hidden);
        }
    }

    /// Takes back all nodes but the first so many.
    fn go_back(&mut self, len: usize) {
        while len < self.taken.len() {
            let at = self.taken.pop().expect("checked by the loop");
            let node = self.node(at);
            self.done[node.chain as usize] -= 1;
            for read in &node.reads {
                self.room.unread[read.write.0 as usize] += 1;
            }
            for (p, _) in node.writes.iter().rev() {
                let hidden = self.room.hidden.pop();
                self.room.newest[p.0 as usize] = hidden.expect("it was taken");
            }
        }
    }
}
