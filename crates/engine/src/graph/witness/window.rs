//! A part of the present order, put into another order. Most questions disturb only a few moments: those between a read and
//! the write that must not come before it.
//!
//! The moments before the window stay, and so do those behind it: [`linearize::within`] never hides a write that somebody
//! behind the window reads, and no order that every witness keeps leads from behind the window into it.

use super::problem::{Problem, moment_of, node_of};
use super::{BEGINNING, GAP, Moment, MomentIdx, Reader, Witness, Written, linearize};
use crate::graph::coherence::{PlaceIdx, WriteIdx};
use smallvec::SmallVec;

/// The moments that stand between two labels, both included, and the node of the reader that is put among them.
pub struct Window {
    pub first: u64,
    pub last: u64,
    pub reader: u32,
    pub nodes: Vec<u32>,
    /// The newest write before the window, for each place that these nodes read or write.
    pub newest: Vec<(PlaceIdx, WriteIdx)>,
}

/// A new order of the moments of a window.
pub struct Mended {
    moments: Vec<MomentIdx>,
    /// Their writes, in the same order.
    writes: Vec<WriteIdx>,
}

impl Mended {
    /// The number of moments.
    pub fn len(&self) -> u64 {
        self.moments.len() as u64
    }
}

impl Witness {
    /// Puts a reader without writes into the present order by changing a part of it. `None`: that was not found.
    pub(super) fn mend(&self, problem: &Problem, reader: &Reader) -> Option<Mended> {
        let window = self.window(problem, reader)?;
        let order = linearize::within(problem, |node| self.label_of(node), &window)?;
        let writes = order.iter().flat_map(|node| {
            let writes = problem.nodes[*node as usize].writes.iter();
            writes.map(|(_, w)| *w)
        });
        Some(Mended {
            writes: writes.collect(),
            moments: order.iter().map(|node| moment_of(*node)).collect(),
        })
    }

    /// Where a node stands in the present witness; one that does not is the last.
    pub(super) fn label_of(&self, node: u32) -> u64 {
        let moment = self.moments.get(moment_of(node).0 as usize);
        moment.map_or(u64::MAX, |moment| moment.label)
    }

    fn window(&self, problem: &Problem, reader: &Reader) -> Option<Window> {
        let node = match reader.own {
            None => problem.nodes.len() as u32 - 1,
            Some(own) if own == self.last => node_of(own),
            Some(_) => return None,
        };
        if !problem.nodes[node as usize].writes.is_empty() {
            return None;
        }
        // The reader comes after the lower bound and before the upper one.
        let lower = problem.last_before(node).map(|n| self.label_of(n)).max();
        let after = problem.first_after(node).map(|n| self.label_of(n));
        let hides = |w: &WriteIdx| {
            let newer = self.written(*w).newer?;
            Some(self.label(self.written(newer).moment))
        };
        let upper = after.chain(reader.reads.iter().filter_map(hides)).min()?;
        let (mut first, mut last) = (upper, lower.unwrap_or(0));
        for (from, to) in problem.new_orders().filter(|(from, _)| *from != node) {
            let (from, to) = (self.label_of(from), self.label_of(to));
            if to < from {
                (first, last) = (first.min(to), last.max(from));
            }
        }
        if last < first || last == u64::MAX {
            return None;
        }
        let mut window = Window {
            first,
            last,
            reader: node,
            nodes: Vec::new(),
            newest: Vec::new(),
        };
        self.fill(problem, &mut window);
        Some(window)
    }

    fn fill(&self, problem: &Problem, window: &mut Window) {
        let mut at = self.moment_at(problem, window.first);
        while at != BEGINNING && self.label(at) <= window.last {
            window.nodes.push(node_of(at));
            at = self.moment(at).newer;
        }
        let nodes = window.nodes.iter().chain([&window.reader]);
        for node in nodes.map(|node| &problem.nodes[*node as usize]) {
            let read = node.reads.iter().map(|read| (read.place, read.write));
            window
                .newest
                .extend(read.chain(node.writes.iter().copied()));
        }
        window.newest.sort_unstable_by_key(|(p, _)| *p);
        window.newest.dedup_by_key(|(p, _)| *p);
        for (_, w) in &mut window.newest {
            *w = self.newest_before(*w, window.first);
        }
    }

    /// The moment with a label, which some node has.
    fn moment_at(&self, problem: &Problem, label: u64) -> MomentIdx {
        let found = problem.chains.iter().find_map(|chain| {
            let at = chain.partition_point(|node| self.label_of(*node) < label);
            chain
                .get(at)
                .copied()
                .filter(|n| self.label_of(*n) == label)
        });
        found.map_or(BEGINNING, moment_of)
    }

    /// The newest write before a label, of the place of another write.
    fn newest_before(&self, mut w: WriteIdx, label: u64) -> WriteIdx {
        let is_before = |w: WriteIdx| self.label(self.written(w).moment) < label;
        while let Some(older) = self.written(w).older
            && !is_before(w)
        {
            w = older;
        }
        while let Some(newer) = self.written(w).newer
            && is_before(newer)
        {
            w = newer;
        }
        w
    }

    /// Makes a new order of a window the present one.
    pub(super) fn adopt_window(&mut self, mended: &Mended) {
        // The reader has been the last.
        if let Some(&reader) = mended.moments.iter().find(|m| **m == self.last) {
            self.unlink(reader);
        }
        let label = |m: &MomentIdx| self.label(*m);
        let inside = mended.moments.iter().filter(|m| self.is_linked(**m));
        let first = inside.clone().min_by_key(|m| label(m));
        let last = inside.max_by_key(|m| label(m));
        let (Some(&first), Some(&last)) = (first, last) else {
            return;
        };
        let (older, newer) = (self.moment(first).older, self.moment(last).newer);
        self.link_moments(&mended.moments, older, newer);
        self.link_writes(&mended.writes);
    }

    /// Is a moment in the list?
    fn is_linked(&self, m: MomentIdx) -> bool {
        let Moment { older, .. } = *self.moment(m);
        self.moment(older).newer == m
    }

    /// Puts moments between two neighbours.
    fn link_moments(&mut self, moments: &[MomentIdx], older: MomentIdx, newer: MomentIdx) {
        let mut before = older;
        for &m in moments {
            self.moments[before.0 as usize].newer = m;
            self.moments[m.0 as usize].older = before;
            before = m;
        }
        self.moments[before.0 as usize].newer = newer;
        match newer {
            BEGINNING => self.last = before,
            newer => self.moments[newer.0 as usize].older = before,
        }
        let begin = self.label(older);
        let step = match newer {
            BEGINNING => GAP,
            newer => (self.label(newer) - begin) / (moments.len() as u64 + 1),
        };
        if step == 0 {
            return self.spread_labels();
        }
        for (m, label) in moments.iter().zip(1..) {
            self.moments[m.0 as usize].label = begin + label * step;
        }
    }

    /// Puts writes into the lists of their places, where these have held them before.
    fn link_writes(&mut self, writes: &[WriteIdx]) {
        let mut places: SmallVec<[(PlaceIdx, SmallVec<[WriteIdx; 4]>); 4]> = SmallVec::new();
        for &w in writes {
            let p = self.written(w).place;
            match places.iter_mut().find(|(place, _)| *place == p) {
                Some((_, own)) => own.push(w),
                None => places.push((p, SmallVec::from_slice(&[w]))),
            }
        }
        for (p, own) in places {
            let outside = |w: &Option<WriteIdx>| w.is_none_or(|w| !own.contains(&w));
            let ends = |next: fn(&Written) -> Option<WriteIdx>| {
                let mut next = own.iter().map(|w| next(self.written(*w)));
                next.find(outside).expect("the writes have neighbours")
            };
            let (older, newer) = (ends(|w| w.older), ends(|w| w.newer));
            let mut before = older;
            for &w in &own {
                if let Some(before) = before {
                    self.writes[before.0 as usize].newer = Some(w);
                }
                self.writes[w.0 as usize].older = before;
                before = Some(w);
            }
            let last = own[own.len() - 1];
            self.writes[last.0 as usize].newer = newer;
            match newer {
                Some(newer) => self.writes[newer.0 as usize].older = Some(last),
                None => self.tails[p.0 as usize] = last,
            }
        }
    }
}
