//! The question whether a graph has a witness, as plain data that grows and shrinks with the graph.
//!
//! Questions follow each other closely: the same graph with another read, or with one more item. So the problem of the items
//! that are complete stays, saturated, from one question to the next ([`Problem::cover`]). A question adds the newest item and
//! the read that it asks about, and takes both back.

use super::linearize::Room;
use super::{BEGINNING, ItemIdx, Kind, MomentIdx, Reader, Witness};
use crate::graph::coherence::{PlaceIdx, WriteIdx};
use crate::graph::witness::Events;
use crate::options::Model;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Ordering;
use threadproof_program::ThreadId;

/// A node is a moment; its number is that of the moment less one.
#[derive(Clone, Debug)]
pub struct Node {
    /// Moments of one chain are in order in any case.
    pub chain: u32,
    /// Its number in its chain, from 1.
    pub nth: u32,
    pub reads: SmallVec<[Read; 1]>,
    pub writes: SmallVec<[(PlaceIdx, WriteIdx); 1]>,
    /// Nodes that come after it, other than by chain.
    pub after: SmallVec<[u32; 4]>,
    /// The rules have to be applied to it.
    pub queued: bool,
}

/// A read with its source.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub place: PlaceIdx,
    pub write: WriteIdx,
    /// The node that writes; `None`: the initial value.
    pub source: Option<u32>,
    /// The source may still be in the reader's own buffer.
    pub forwarded: bool,
}

/// The writes of a place.
#[derive(Debug)]
pub struct Writers {
    pub initial: WriteIdx,
    /// The writing nodes of each chain, by their numbers there.
    pub by_chain: Vec<(u32, Vec<u32>)>,
}

/// The nodes of a graph, and the orders that every witness keeps.
#[derive(Debug, Default)]
pub struct Problem {
    pub nodes: Vec<Node>,
    /// The nodes of each chain.
    pub chains: Vec<Vec<u32>>,
    pub places: Vec<Writers>,
    /// By write: the nodes that read it.
    pub readers: Vec<SmallVec<[u32; 4]>>,
    /// How many nodes of each chain come before a node, itself included; a row of `width` numbers for each node.
    pub clocks: Vec<u32>,
    pub width: usize,
    /// No order keeps all rules.
    pub impossible: bool,
    /// The nodes to which the rules have to be applied.
    pub queue: Vec<u32>,
    /// Changes of nodes before `fresh`, to take them back.
    pub journal: Vec<Change>,
    /// Nodes from here on go when the newest mark is taken back.
    pub fresh: u32,
    /// How often the rules were applied to a node.
    pub looks: u64,
    /// For orders.
    pub room: RefCell<Room>,
    numbers: Chains,
    /// The changes before the newest question.
    asked: usize,
    /// Before each item that it covers.
    marks: Vec<Mark>,
    /// How many writes of the graph it has.
    writes: usize,
}

/// A change of the problem, to be taken back.
#[derive(Debug)]
pub enum Change {
    Clock { node: u32, chain: u32, before: u32 },
    After { from: u32, to: u32 },
    Impossible,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    nodes: u32,
    journal: usize,
    writes: usize,
}

impl Problem {
    /// Takes in all items but the newest.
    pub fn cover(&mut self, witness: &Witness, events: &impl Events) {
        for item in self.marks.len()..witness.turns.len().saturating_sub(1) {
            let mark = self.mark();
            self.marks.push(mark);
            self.add_item(witness, events, ItemIdx(item as u32), None);
            self.saturate();
        }
    }

    /// Does the graph have a witness, perhaps one in which an item also reads something? Fills in the answer of `order`.
    pub fn ask<T>(
        &mut self,
        witness: &Witness,
        events: &impl Events,
        reader: Option<&Reader>,
        order: impl FnOnce(&Problem) -> T,
    ) -> Option<T> {
        self.cover(witness, events);
        let mark = self.mark();
        self.asked = mark.journal;
        if let Some(newest) = witness.turns.len().checked_sub(1) {
            let newest = ItemIdx(newest as u32);
            self.add_item(witness, events, newest, reader);
        }
        if let Some(reader) = reader.filter(|reader| reader.own.is_none()) {
            let chain = self.numbers.of_turn(reader.thread);
            let node = self.add_node(chain);
            self.come_behind(
                witness,
                (reader.behind, reader.thread, reader.flushed),
                node,
            );
            self.add_reads(witness, reader, node);
        }
        self.saturate();
        let answer = (!self.impossible).then(|| order(self));
        self.undo(mark);
        answer
    }

    /// Forgets all but the first items and writes.
    pub fn truncate(&mut self, items: usize, writes: usize) {
        if let Some(&mark) = self.marks.get(items) {
            self.undo(mark);
            self.marks.truncate(items);
        }
        // The initial values of places are taken in before the items that need them.
        self.writes = self.writes.min(writes);
    }

    /// The orders that the newest question has added, from one node to another.
    pub fn new_orders(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let known = self.journal[self.asked..].iter();
        let known = known.filter_map(|change| match change {
            Change::After { from, to } => Some((*from, *to)),
            _ => None,
        });
        let fresh = self.fresh..self.nodes.len() as u32;
        let fresh = fresh.flat_map(|from| {
            let after = self.nodes[from as usize].after.iter();
            after.map(move |to| (from, *to))
        });
        known.chain(fresh)
    }

    fn mark(&mut self) -> Mark {
        self.fresh = self.nodes.len() as u32;
        Mark {
            nodes: self.fresh,
            journal: self.journal.len(),
            writes: self.writes,
        }
    }

    fn undo(&mut self, mark: Mark) {
        for change in self.journal.drain(mark.journal..).rev() {
            match change {
                Change::Clock {
                    node,
                    chain,
                    before,
                } => self.clocks[node as usize * self.width + chain as usize] = before,
                Change::After { from, .. } => {
                    self.nodes[from as usize].after.pop();
                }
                Change::Impossible => self.impossible = false,
            }
        }
        while mark.nodes < self.nodes.len() as u32 {
            let node = self.nodes.pop().expect("checked by the loop");
            self.chains[node.chain as usize].pop();
            for (p, _) in &node.writes {
                let mut chains = self.places[p.0 as usize].by_chain.iter_mut();
                let own = chains.find(|(chain, _)| *chain == node.chain);
                own.expect("its chain writes there").1.pop();
            }
            for read in &node.reads {
                self.readers[read.write.0 as usize].pop();
            }
        }
        self.clocks.truncate(self.nodes.len() * self.width);
        self.fresh = mark.nodes;
        self.writes = mark.writes;
    }

    /// The moments of an item. `reader`: with other reads than it has so far.
    fn add_item(
        &mut self,
        witness: &Witness,
        events: &impl Events,
        item: ItemIdx,
        reader: Option<&Reader>,
    ) {
        let first = self.nodes.len();
        for at in first + 1..witness.moments.len() {
            let m = MomentIdx(at as u32);
            if witness.moment(m).item != item {
                break;
            }
            let chain = self.numbers.of(witness, m, self.writes);
            self.add_node(chain);
        }
        self.add_writes(witness, item);
        for node in first as u32..self.nodes.len() as u32 {
            let m = moment_of(node);
            let moment = witness.moment(m);
            self.come_behind(
                witness,
                (moment.behind, moment.thread, moment.flushed),
                node,
            );
            self.come_behind_overlapping(witness, m);
            let joined = witness.turns[item.0 as usize].joins;
            if joined != BEGINNING {
                self.put_before(node_of(joined), node);
            }
            let spins = witness.turns[item.0 as usize].spins;
            if moment.kind == Kind::Turn && !spins {
                match reader.filter(|reader| reader.own == Some(m)) {
                    Some(reader) => self.add_reads(witness, reader, node),
                    None => self.add_reads(witness, &witness.reader_of(events, moment), node),
                }
            }
        }
        self.keep_lasts(witness, item, first as u32);
    }

    fn add_writes(&mut self, witness: &Witness, item: ItemIdx) {
        while let Some(written) = witness.writes.get(self.writes) {
            let w = WriteIdx(self.writes as u32);
            match written.moment {
                BEGINNING => self.add_initial(written.place, w),
                m if witness.moment(m).item == item => self.add_write(node_of(m), written.place, w),
                _ => return,
            }
            self.writes += 1;
        }
    }

    /// No write comes after one on which somebody spins: neither those that were there when an item begins to spin, nor new
    /// ones, from node `first` on.
    fn keep_lasts(&mut self, witness: &Witness, item: ItemIdx, first: u32) {
        for (spinning, n) in &witness.lasts {
            let written = witness.written(*n);
            // Both are there from this item on.
            let begins = match written.moment {
                BEGINNING => *spinning,
                moment => witness.moment(moment).item.max(*spinning),
            };
            let first = match begins.cmp(&item) {
                Ordering::Less => first,
                Ordering::Equal => 0,
                Ordering::Greater => continue,
            };
            let writers = self.places[written.place.0 as usize].by_chain.iter();
            let nodes = writers
                .flat_map(|(chain, nths)| nths.iter().rev().map(move |nth| (*chain, *nth)))
                .map(|(chain, nth)| self.chains[chain as usize][nth as usize - 1]);
            let nodes: Vec<u32> = nodes.filter(|node| first <= *node).collect();
            for node in nodes {
                match written.moment {
                    BEGINNING => self.give_up(),
                    moment if node_of(moment) == node => {}
                    moment => self.put_before(node, node_of(moment)),
                }
            }
        }
    }

    /// Adds a node to a chain.
    pub fn add_node(&mut self, chain: u32) -> u32 {
        let at = self.nodes.len() as u32;
        if self.chains.len() <= chain as usize {
            self.chains.resize_with(chain as usize + 1, Vec::new);
            self.widen();
        }
        let own = &mut self.chains[chain as usize];
        let before = own.last().copied();
        own.push(at);
        let nth = own.len() as u32;
        self.nodes.push(Node {
            chain,
            nth,
            reads: SmallVec::new(),
            writes: SmallVec::new(),
            after: SmallVec::new(),
            queued: true,
        });
        self.queue.push(at);
        match before.map(|before| before as usize * self.width) {
            Some(row) => self.clocks.extend_from_within(row..row + self.width),
            None => self.clocks.resize(self.nodes.len() * self.width, 0),
        }
        self.clocks[at as usize * self.width + chain as usize] = nth;
        at
    }

    /// Makes the rows of clocks wide enough for all chains.
    fn widen(&mut self) {
        if self.chains.len() <= self.width {
            return;
        }
        let width = self.chains.len().next_power_of_two().max(8);
        let mut clocks = vec![0; self.nodes.len() * width];
        for (old, new) in self
            .clocks
            .chunks(self.width.max(1))
            .zip(clocks.chunks_mut(width))
        {
            new[..old.len()].copy_from_slice(old);
        }
        (self.clocks, self.width) = (clocks, width);
    }

    /// Adds the initial value of a place.
    pub fn add_initial(&mut self, p: PlaceIdx, w: WriteIdx) {
        let by_chain = Vec::new();
        let initial = Writers {
            initial: w,
            by_chain,
        };
        match self.places.get_mut(p.0 as usize) {
            Some(place) => place.initial = w,
            None => self.places.push(initial),
        }
        self.make_room(w);
    }

    /// Adds a write of a node.
    pub fn add_write(&mut self, node: u32, p: PlaceIdx, w: WriteIdx) {
        let Node { chain, nth, .. } = self.nodes[node as usize];
        self.nodes[node as usize].writes.push((p, w));
        let writers = &mut self.places[p.0 as usize].by_chain;
        match writers.iter_mut().find(|(c, _)| *c == chain) {
            Some((_, nths)) => nths.push(nth),
            None => writers.push((chain, vec![nth])),
        }
        self.make_room(w);
    }

    fn make_room(&mut self, w: WriteIdx) {
        if self.readers.len() <= w.0 as usize {
            self.readers.resize_with(w.0 as usize + 1, SmallVec::new);
        }
    }

    /// A node comes after a turn, and after the first flushes of its thread.
    fn come_behind(
        &mut self,
        witness: &Witness,
        (behind, thread, flushed): (MomentIdx, ThreadId, u32),
        node: u32,
    ) {
        if behind != BEGINNING {
            self.put_before(node_of(behind), node);
        }
        let flushes = &witness.flushes(thread)[..flushed as usize];
        // Under TSO the last of them comes after all others.
        let needed = match witness.model {
            Model::Pso => flushes,
            _ => &flushes[flushes.len().saturating_sub(1)..],
        };
        for m in needed {
            self.put_before(node_of(*m), node);
        }
    }

    /// Under PSO a flush comes after earlier ones of its thread to the same places, even if it has another chain.
    fn come_behind_overlapping(&mut self, witness: &Witness, m: MomentIdx) {
        let moment = witness.moment(m);
        if witness.model != Model::Pso || moment.kind == Kind::Turn {
            return;
        }
        let node = node_of(m);
        let own = self.nodes[node as usize].writes.clone();
        let shares = |p: &PlaceIdx| own.iter().any(|(other, _)| other == p);
        let flushes = witness.flushes(moment.thread).iter();
        for other in flushes.take_while(|other| **other != m) {
            let other = node_of(*other);
            let mut writes = self.nodes[other as usize].writes.iter();
            if writes.any(|(p, _)| shares(p)) {
                self.put_before(other, node);
            }
        }
    }

    fn add_reads(&mut self, witness: &Witness, reader: &Reader, node: u32) {
        let forwarded = witness.forwarded_before(reader, node);
        for &write in &reader.reads {
            let written = witness.written(write);
            let source = (written.moment != BEGINNING).then(|| node_of(written.moment));
            let forwarded = forwarded.is_some() && forwarded == source;
            let place = written.place;
            let read = Read {
                place,
                write,
                source,
                forwarded,
            };
            self.add_read(node, read);
            if !forwarded && !reader.drains {
                self.put_own_before(witness, (reader.thread, node), place, source);
            }
        }
    }

    /// Adds a read of a node.
    pub fn add_read(&mut self, node: u32, read: Read) {
        self.nodes[node as usize].reads.push(read);
        self.readers[read.write.0 as usize].push(node);
        if let Some(source) = read.source.filter(|_| !read.forwarded) {
            self.put_before(source, node);
        }
        self.put_before_next_writes(node, read);
    }

    /// A load that reads something else than the newest own store comes after the way of that store to memory, and so
    /// does the write that it reads.
    fn put_own_before(
        &mut self,
        witness: &Witness,
        (t, node): (ThreadId, u32),
        p: PlaceIdx,
        source: Option<u32>,
    ) {
        let flushes = witness.flushes(t).iter().rev();
        let before = flushes.map(|m| node_of(*m)).filter(|m| *m < node);
        let stores = |m: &u32| self.nodes[*m as usize].writes.iter().any(|(q, _)| *q == p);
        let own = { before }.find(stores);
        if let Some(own) = own
            && Some(own) != source
        {
            self.put_before(own, node);
            match source {
                Some(source) => self.put_before(own, source),
                // The initial value is older than the own store.
                None => self.give_up(),
            }
        }
    }
}

/// The node of a moment.
pub fn node_of(m: MomentIdx) -> u32 {
    m.0 - 1
}

/// The moment of a node.
pub fn moment_of(node: u32) -> MomentIdx {
    MomentIdx(node + 1)
}

/// The numbers of chains: under TSO a thread has two, under PSO one more for each place that it stores to.
#[derive(Debug, Default)]
struct Chains {
    numbers: FxHashMap<(ThreadId, Option<PlaceIdx>), u32>,
    /// By thread: that of its turns.
    turns: Vec<Option<u32>>,
}

impl Chains {
    fn number(&mut self, key: (ThreadId, Option<PlaceIdx>)) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }
    fn of_turn(&mut self, t: ThreadId) -> u32 {
        if let Some(Some(number)) = self.turns.get(t.index()) {
            return *number;
        }
        let number = self.number((t, None));
        if self.turns.len() <= t.index() {
            self.turns.resize(t.index() + 1, None);
        }
        self.turns[t.index()] = Some(number);
        number
    }
    /// The chain of a moment, whose writes are not among the first so many.
    fn of(&mut self, witness: &Witness, m: MomentIdx, writes: usize) -> u32 {
        let moment = witness.moment(m);
        if moment.kind == Kind::Turn {
            return self.of_turn(moment.thread);
        }
        let mut own = witness.writes[writes..].iter().filter(|w| w.moment == m);
        let place = match witness.model {
            Model::Pso => own.next().map_or(PlaceIdx(0), |w| w.place),
            _ => PlaceIdx(0),
        };
        self.number((moment.thread, Some(place)))
    }
}

impl Witness {
    /// The flush in the buffer of a reader that answers all its reads, among those that it issued before.
    fn forwarded_before(&self, reader: &Reader, node: u32) -> Option<u32> {
        if reader.drains {
            return None;
        }
        let first = self.written(*reader.reads.first()?).moment;
        let own = &self.flushes(reader.thread)[reader.flushed as usize..];
        let issued = own.iter().filter(|m| node_of(**m) < node);
        let newest_of = |p: PlaceIdx| {
            let writes = |m: &&MomentIdx| {
                let mut own = self.writes.iter().filter(|w| w.moment == **m);
                own.any(|w| w.place == p)
            };
            issued.clone().rev().find(writes)
        };
        let answers = |w: &WriteIdx| {
            let written = self.written(*w);
            written.moment == first && newest_of(written.place) == Some(&first)
        };
        reader.reads.iter().all(answers).then(|| node_of(first))
    }
}
