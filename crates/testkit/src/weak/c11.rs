//! The axioms of C11 for graphs: RC11 with the release sequences of C++20, as in
//! [`axioms`](crate::axioms), over nodes that may touch several variables.
//!
//! An atomic section is one node that acquires all that it reads and releases all that it writes; an
//! execution lets it happen at one moment. So do joins and the ends of threads, and none of these takes part
//! in the order of what is sequentially consistent.
//!
//! Pieces of a variable that are taken together have one order of writes, and a read of several sees them at one
//! moment of it. Others have orders of their own, which agree about the operations that write several of them; and no read
//! of several pieces is torn ([`Graph::is_whole`]).

use super::Pieces;
use super::graph::Last;
use super::node::Node;
use crate::axioms::Relation;
use std::collections::BTreeSet;

/// Is there a total order of the writes of each variable that agrees with everything, and ends with `lasts`?
pub fn is_consistent(nodes: &[Node], pieces: &Pieces, lasts: &[Last]) -> bool {
    let graph = Graph::new(nodes);
    if !graph.hb.is_irreflexive() {
        return false;
    }
    let touched = nodes.iter().flat_map(|node| &node.touches);
    let variables: BTreeSet<u64> = touched.map(|touch| touch.variable).collect();
    let groups: BTreeSet<u64> = variables.iter().map(|v| pieces.group(*v)).collect();
    // For each group of pieces what its possible orders of writes mean.
    let mut possible: Vec<Vec<Place>> = Vec::new();
    for group in groups {
        let here = variables.iter().copied();
        let here: Vec<u64> = here.filter(|v| pieces.group(*v) == group).collect();
        let places = graph.places(&here, lasts);
        if places.is_empty() {
            return false;
        }
        possible.push(places);
    }
    let strict = nodes.iter().filter(|node| node.order.strict).count();
    graph.some_order(&possible, &mut Vec::new(), &|places| {
        graph.is_whole(places) && (strict < 2 || graph.partial_sc(places).has_no_cycle())
    })
}

/// A variable with an order of its writes.
struct Place {
    variables: Vec<u64>,
    /// The writes, oldest first.
    order: Vec<usize>,
    /// `mo | fr`
    later: Relation,
    /// `(rf | mo | fr)+`
    eco: Relation,
}

struct Graph<'a> {
    nodes: &'a [Node],
    po: Relation,
    hb: Relation,
}

impl<'a> Graph<'a> {
    fn new(nodes: &'a [Node]) -> Graph<'a> {
        let mut po = Relation::empty(nodes.len());
        for (n, node) in nodes.iter().enumerate() {
            node.before.into_iter().for_each(|before| po.add(before, n));
        }
        let po = po.closure();
        let mut graph = Graph {
            nodes,
            hb: po.clone(),
            po,
        };
        let sw = graph.synchronizes();
        graph.hb = graph.po.clone().or(&sw).closure();
        graph
    }

    fn only(&self, holds: impl Fn(&Node) -> bool) -> Relation {
        Relation::new(self.nodes.len(), |a, b| a == b && holds(&self.nodes[a]))
    }

    fn fences(&self) -> Relation {
        self.only(|node| node.is_fence)
    }

    /// Reads-from at a variable.
    fn reads_from(&self, variable: u64) -> Relation {
        let mut rf = Relation::empty(self.nodes.len());
        for (n, node) in self.nodes.iter().enumerate() {
            if let Some(source) = node.source(variable).flatten() {
                rf.add(self.writer(source, variable), n);
            }
        }
        rf
    }

    /// The node of an event that writes a variable.
    fn writer(&self, event: usize, variable: u64) -> usize {
        let here = |node: &Node| node.event == event && node.writes(variable);
        self.nodes.iter().position(here).expect("the source wrote")
    }

    /// `sw = [rel] ; ([F] ; po)? ; rs ; rf ; [R, atomic] ; (po ; [F])? ; [acq]`
    /// with `rs = [W, atomic] ; (rf ; [U])*`
    fn synchronizes(&self) -> Relation {
        let touched = self.nodes.iter().flat_map(|node| &node.touches);
        let variables: BTreeSet<u64> = touched.map(|touch| touch.variable).collect();
        let mut sequences = Relation::empty(self.nodes.len());
        for variable in variables {
            let rf = self.reads_from(variable);
            let updates = rf.filter(|_, b| self.nodes[b].writes(variable));
            let sequence = updates.closure().reflexive();
            let head = self.only(|node| node.writes(variable) && node.order.atomic);
            let end = self.only(|node| node.order.atomic);
            sequences = sequences.or(&head.then(&sequence).then(&rf).then(&end));
        }
        let same_thread = |a: usize, b: usize| self.nodes[a].thread == self.nodes[b].thread;
        let po = self.po.filter(same_thread);
        let from_fence = self.fences().then(&po).reflexive();
        let to_fence = po.then(&self.fences()).reflexive();
        let releasing = self.only(|node| node.order.releases);
        let acquiring = self.only(|node| node.order.acquires);
        releasing
            .then(&from_fence)
            .then(&sequences)
            .then(&to_fence)
            .then(&acquiring)
    }

    /// All orders of the writes of a group's variables that are coherent and keep read-modify-writes together.
    fn places(&self, variables: &[u64], lasts: &[Last]) -> Vec<Place> {
        let writes_here = |n: &usize| variables.iter().any(|v| self.nodes[*n].writes(*v));
        let writes: Vec<usize> = (0..self.nodes.len()).filter(writes_here).collect();
        let mut found = Vec::new();
        let mut orders = vec![Vec::new()];
        while let Some(order) = orders.pop() {
            if order.len() == writes.len() {
                if self.ends_with(variables, &order, lasts) {
                    found.extend(self.place(variables, &order));
                }
                continue;
            }
            let rest = || writes.iter().filter(|w| !order.contains(w));
            for &next in rest() {
                // An update follows what it reads.
                let follows = self.is_newest(variables, next, &order);
                if follows && !rest().any(|other| self.hb.has(*other, next)) {
                    let mut longer = order.clone();
                    longer.push(next);
                    orders.push(longer);
                }
            }
        }
        found
    }

    /// Does an order of writes end with `lasts`, as far as these are writes of the variables?
    fn ends_with(&self, variables: &[u64], order: &[usize], lasts: &[Last]) -> bool {
        let mut here = lasts.iter().filter(|(v, _)| variables.contains(v));
        here.all(|(variable, last)| {
            let newest = order.iter().rfind(|w| self.nodes[**w].writes(*variable));
            newest.map(|w| self.nodes[*w].event) == *last
        })
    }

    /// Does a node read the newest of these writes, as far as it reads any of the variables?
    fn is_newest(&self, variables: &[u64], node: usize, past: &[usize]) -> bool {
        variables.iter().all(|variable| {
            let Some(source) = self.nodes[node].source(*variable) else {
                return true;
            };
            let source = source.map(|event| self.writer(event, *variable));
            let newest = past.iter().rfind(|w| self.nodes[**w].writes(*variable));
            source == newest.copied()
        })
    }

    /// `None` if the order is not coherent.
    fn place(&self, variables: &[u64], order: &[usize]) -> Option<Place> {
        let sees_one_moment =
            |node| (0..=order.len()).any(|at| self.is_newest(variables, node, &order[..at]));
        if !(0..self.nodes.len()).all(sees_one_moment) {
            return None;
        }
        let mut later = Relation::empty(self.nodes.len());
        let mut rf = Relation::empty(self.nodes.len());
        for variable in variables {
            let writes = order.iter().copied();
            let writes: Vec<usize> = writes
                .filter(|w| self.nodes[*w].writes(*variable))
                .collect();
            self.add_later(*variable, &writes, &mut later);
            rf = rf.or(&self.reads_from(*variable));
        }
        let eco = later.clone().or(&rf).closure();
        let coherent = self.hb.then(&eco).is_irreflexive();
        coherent.then(|| Place {
            variables: variables.to_vec(),
            order: order.to_vec(),
            later,
            eco,
        })
    }

    /// `mo | fr` of a variable whose writes are in this order.
    fn add_later(&self, variable: u64, order: &[usize], later: &mut Relation) {
        for (at, write) in order.iter().enumerate() {
            let newer = &order[at + 1..];
            newer.iter().for_each(|newer| later.add(*write, *newer));
        }
        for (read, node) in self.nodes.iter().enumerate() {
            let Some(source) = node.source(variable) else {
                continue;
            };
            let source = source.map(|event| self.writer(event, variable));
            let past = source.and_then(|source| order.iter().position(|w| *w == source));
            let newer = &order[past.map_or(0, |past| past + 1)..];
            let others = newer.iter().filter(|write| **write != read);
            others.for_each(|write| later.add(read, *write));
        }
    }

    /// Tries an order for each variable behind those that are chosen, until one of them is as wanted.
    fn some_order<'p>(
        &self,
        possible: &'p [Vec<Place>],
        chosen: &mut Vec<&'p Place>,
        is_wanted: &dyn Fn(&[&Place]) -> bool,
    ) -> bool {
        let Some(places) = possible.get(chosen.len()) else {
            return is_wanted(chosen);
        };
        places.iter().any(|place| {
            chosen.push(place);
            let found = self.some_order(possible, chosen, is_wanted);
            chosen.pop();
            found
        })
    }

    /// Are the operations on several pieces whole: do the orders of two pieces agree about those that write both,
    /// and does no read show a write at one of them and something older at the other?
    fn is_whole(&self, places: &[&Place]) -> bool {
        let pieces = || {
            let of_place = |place: &&&Place| place.variables.clone().into_iter();
            places
                .iter()
                .flat_map(move |place| of_place(&place).map(move |v| (*place, v)))
        };
        pieces().all(|(here, piece)| {
            pieces()
                .filter(|(_, other)| *other != piece && *other & !15 == piece & !15)
                .all(|(there, other)| {
                    self.agree(&here.order, &there.order, (piece, other))
                        && self.shows_no_part(there, (piece, other))
                })
        })
    }

    fn agree(&self, here: &[usize], there: &[usize], (piece, other): (u64, u64)) -> bool {
        let whole = |w: &&usize| self.nodes[**w].writes_whole(piece, other);
        here.iter().filter(whole).eq(there.iter().filter(whole))
    }

    /// No atomic read takes a write for one piece, or an update that continues it, and for the other piece something
    /// older than the write. A load that does not acquire does not look behind an update of its own thread.
    fn shows_no_part(&self, there: &Place, (piece, other): (u64, u64)) -> bool {
        let rank = |w: Option<usize>| w.map(|w| there.order.iter().position(|x| *x == w));
        self.nodes
            .iter()
            .filter(|node| node.order.atomic && !node.is_section)
            .all(|reader| {
                let (Some(shown), Some(seen)) = (reader.source(piece), reader.source(other)) else {
                    return true;
                };
                let seen = rank(seen.map(|event| self.writer(event, other)));
                let mut next = shown.map(|event| self.writer(event, piece));
                let loads = !reader.writes(piece) && !reader.order.acquires;
                let own = next.is_some_and(|w| self.nodes[w].thread == reader.thread);
                let mut whole = true;
                while let Some(w) = next {
                    let node = &self.nodes[w];
                    whole &= !node.writes_whole(piece, other) || rank(Some(w)) <= seen;
                    let before = node.source(piece).flatten().filter(|_| !(own && loads));
                    next = before.map(|event| self.writer(event, piece));
                }
                whole
            })
    }

    /// `scb = po | (po\loc) ; hb ; (po\loc) | (hb & loc) | mo | fr`
    /// `psc = ([SC] | [F,SC] ; hb?) ; scb ; ([SC] | hb? ; [F,SC])  |  [F,SC] ; (hb | hb ; eco ; hb) ; [F,SC]`
    fn partial_sc(&self, places: &[&Place]) -> Relation {
        let (po, hb) = (&self.po, &self.hb);
        let same = |a: usize, b: usize| a != b && self.nodes[a].meets(&self.nodes[b]);
        let elsewhere = po.filter(|a, b| !same(a, b));
        let around = elsewhere.then(hb).then(&elsewhere);
        let mut scb = po.clone().or(&around).or(&hb.filter(same));
        let mut between = hb.clone();
        for place in places {
            scb = scb.or(&place.later);
            between = between.or(&hb.then(&place.eco).then(hb));
        }
        let strict = self.only(|node| node.order.strict);
        let fence = strict.then(&self.fences());
        let any_hb = hb.clone().reflexive();
        let left = strict.clone().or(&fence.then(&any_hb));
        let right = strict.or(&any_hb.then(&fence));
        left.then(&scb)
            .then(&right)
            .or(&fence.then(&between).then(&fence))
    }
}
