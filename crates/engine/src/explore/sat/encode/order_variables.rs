//! The order of slots of different threads.
//!
//! There is a variable for each pair of slots of two threads that communicate. Under SC the slots of a thread are a
//! chain, so for two threads it is enough that the variables grow along both chains. Under TSO buffered stores are a
//! chain of their own: loads come before later stores, and stores before later operations that drain the buffer. For
//! three and more threads cycles must be forbidden. All of them are forbidden at once if there are few; otherwise a
//! cycle is forbidden when a model has it.

use super::Encoding;
use crate::explore::sat::graph::{EventId, SlotId};
use crate::explore::sat::solver::Lit;
use crate::machine::buffer_rules;
use crate::options::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_program::{Access, Op};

/// With fewer triples of slots than this, all are stated at once.
const FEW_TRIPLES: usize = 1_000_000;

/// The variables for the order of slots.
#[derive(Default)]
pub struct Matrix {
    /// The slots of each thread that are ordered against others, in the order of the thread.
    pub slots: Vec<Vec<SlotId>>,
    /// The events of each slot.
    events: Vec<Vec<EventId>>,
    /// Whether each slot takes place. A section may begin with one of several events.
    performed: Vec<Lit>,
    /// Place of each slot in its thread's list.
    place: Vec<Option<u32>>,
    /// For two threads, the smaller first: whether each slot of the first comes before each of the
    /// second.
    pairs: FxHashMap<(usize, usize), Vec<Lit>>,
    /// More than two threads communicate.
    pub is_crowd: bool,
}

/// Within a thread: the first slot comes before the second if the literal holds.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: SlotId,
    pub to: SlotId,
    pub when: Lit,
}

impl Matrix {
    /// Does the first slot come before the second? `None`: nobody asked yet.
    fn get(&self, (t, a): (usize, SlotId), (u, b): (usize, SlotId)) -> Option<Lit> {
        if u < t {
            return self.get((u, b), (t, a)).map(|lit| !lit);
        }
        let (row, column) = (self.place[a.index()]?, self.place[b.index()]?);
        let pair = self.pairs.get(&(t, u))?;
        Some(pair[row as usize * self.slots[u].len() + column as usize])
    }

    /// Does the slot take place?
    pub fn performed(&self, slot: SlotId) -> Lit {
        self.performed[slot.index()]
    }

    /// An event that a slot begins with, as far as others can see.
    pub fn first_event(&self, slot: SlotId) -> EventId {
        self.events[slot.index()][0]
    }
}

impl Encoding<'_> {
    /// Makes the variables that order slots.
    pub(super) fn build_matrix(&mut self) {
        self.collect_slots();
        let mut pairs: FxHashSet<(usize, usize)> = FxHashSet::default();
        let mut chosen: FxHashSet<SlotId> = FxHashSet::default();
        self.find_conflicts(&mut |encoding, a, b| {
            let (first, second) = (encoding.graph.event(a), encoding.graph.event(b));
            let (t, u) = (first.thread.index(), second.thread.index());
            pairs.insert((t.min(u), t.max(u)));
            chosen.insert(first.slot);
            chosen.insert(second.slot);
        });
        self.add_doubtful_writes(&mut chosen);
        self.choose_slots(&chosen);
        let mut pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        self.matrix.is_crowd = pairs.len() > 1;
        for &(t, u) in &pairs {
            self.make_pair(t, u);
        }
        self.order_after_spawns(&pairs);
        self.forbid_triangles(&pairs);
    }

    fn collect_slots(&mut self) {
        let mut events = vec![Vec::new(); self.graph.slots as usize];
        for thread in &self.order.threads {
            for &e in thread {
                let slot = self.graph.event(e).slot.index();
                let begins = matches!(self.graph.event(e).op, Op::AtomicBegin | Op::AtomicEnd);
                if !begins || events[slot].is_empty() {
                    events[slot].push(e);
                }
                let first = events[slot][0];
                if events[slot].len() == 2 && matches!(self.graph.event(first).op, Op::AtomicBegin)
                {
                    events[slot].remove(0);
                }
            }
        }
        self.matrix.performed = (events.iter())
            .map(|events| {
                let any: Vec<Lit> = events.iter().map(|e| self.exec[e.index()]).collect();
                self.formula.or(&any)
            })
            .collect();
        self.matrix.events = events;
        self.matrix.place = vec![None; self.graph.slots as usize];
        self.matrix.slots = vec![Vec::new(); self.order.threads.len()];
    }

    /// Calls `visit` with the pairs of events of different threads whose order matters and is open.
    fn find_conflicts(&self, visit: &mut dyn FnMut(&Self, EventId, EventId)) {
        let mut accesses: FxHashMap<Access, Vec<EventId>> = FxHashMap::default();
        for e in self.graph.event_ids() {
            for at in self.domains.accesses(e) {
                for cell in self.domains.cells.of(at) {
                    let events = accesses.entry(cell).or_default();
                    if events.last() != Some(&e) {
                        events.push(e);
                    }
                }
            }
        }
        for events in accesses.into_values() {
            for (at, &a) in events.iter().enumerate() {
                for &b in &events[at + 1..] {
                    let written = |e| self.graph.event(e).written.is_some();
                    if (written(a) || written(b)) && self.is_open(a, b) {
                        visit(self, a, b);
                    }
                }
            }
        }
        for (end, access, _) in self.dangling_pairs() {
            if self.is_open(end, access) {
                visit(self, end, access);
            }
        }
    }

    /// Timelines go from write to write of a thread. The order of a write to those of another thread is known only if the
    /// write takes place. So a write that may not take place needs a slot in the chain of its thread.
    fn add_doubtful_writes(&self, chosen: &mut FxHashSet<SlotId>) {
        let mut cells: FxHashSet<(usize, Access)> = FxHashSet::default();
        let accessed = |e: EventId| {
            let thread = self.graph.event(e).thread.index();
            let accesses = self.domains.accesses(e).into_iter();
            let cells = accesses.flat_map(|at| self.domains.cells.of(at));
            cells.map(move |cell| (thread, cell))
        };
        for e in self.graph.event_ids() {
            if chosen.contains(&self.graph.event(e).slot) {
                cells.extend(accessed(e));
            }
        }
        for e in self.graph.event_ids() {
            let event = self.graph.event(e);
            let doubtful = event.written.is_some() && self.exec(e) != Lit::TRUE;
            if doubtful && accessed(e).any(|key| cells.contains(&key)) {
                chosen.insert(event.slot);
            }
        }
    }

    fn is_open(&self, a: EventId, b: EventId) -> bool {
        self.graph.event(a).thread != self.graph.event(b).thread
            && !self.order.before(self.graph, a, b)
            && !self.order.before(self.graph, b, a)
    }

    fn choose_slots(&mut self, chosen: &FxHashSet<SlotId>) {
        let has_chosen: Vec<bool> = (self.order.threads.iter())
            .map(|events| {
                let mut slots = events.iter().map(|e| self.graph.event(*e).slot);
                slots.any(|slot| chosen.contains(&slot))
            })
            .collect();
        for slot in (0..self.graph.slots).map(SlotId) {
            let Some(&first) = self.matrix.events[slot.index()].first() else {
                continue;
            };
            let t = self.graph.event(first).thread.index();
            let drains = self.model != Model::Sc && has_chosen[t] && self.drains(slot);
            if chosen.contains(&slot) || drains {
                self.matrix.slots[t].push(slot);
            }
        }
        for slots in &mut self.matrix.slots {
            slots.sort_by_key(|slot| self.order.slot_position[slot.index()]);
            for (at, slot) in slots.iter().enumerate() {
                self.matrix.place[slot.index()] = Some(at as u32);
            }
        }
    }

    fn make_pair(&mut self, t: usize, u: usize) {
        let (rows, columns) = (self.matrix.slots[t].clone(), self.matrix.slots[u].clone());
        let lits = self.pair_literals(&rows, &columns);
        let width = columns.len();
        for edge in self.edges(&rows) {
            let place = |slot: SlotId| self.matrix.place[slot.index()].expect("it is chosen");
            let (from, to) = (place(edge.from) as usize, place(edge.to) as usize);
            for column in 0..width {
                let (a, b) = (lits[from * width + column], lits[to * width + column]);
                self.formula.add(&[!edge.when, !b, a]);
            }
        }
        for edge in self.edges(&columns) {
            let place = |slot: SlotId| self.matrix.place[slot.index()].expect("it is chosen");
            let (from, to) = (place(edge.from) as usize, place(edge.to) as usize);
            for row in 0..rows.len() {
                let (a, b) = (lits[row * width + from], lits[row * width + to]);
                self.formula.add(&[!edge.when, !a, b]);
            }
        }
        self.matrix.pairs.insert((t, u), lits);
    }

    /// Whether each row comes before each column, as far as that is known; variables for the rest.
    ///
    /// Slots behind a join come after the joined thread. But the chain of a thread's slots goes through all branches, and
    /// a later slot in a branch without the join may come first. So the order is stated only under the condition that
    /// the slot behind the join takes place (`corpus/errors/join-in-one-branch.c` refutes the unconditional order).
    fn pair_literals(&mut self, rows: &[SlotId], columns: &[SlotId]) -> Vec<Lit> {
        let width = columns.len();
        let known = |row: usize, column: usize| {
            let a = self.matrix.first_event(rows[row]);
            let b = self.matrix.first_event(columns[column]);
            if self.order.before(self.graph, a, b) {
                Some(true)
            } else if self.order.before(self.graph, b, a) {
                Some(false)
            } else {
                None
            }
        };
        let mut lits: Vec<Lit> = vec![Lit::FALSE; rows.len() * width];
        let mut conditional: Vec<(usize, SlotId, bool)> = Vec::new();
        // For each column: it comes before all rows that were looked at, from the last.
        let mut first = vec![true; width];
        for row in (0..rows.len()).rev() {
            let mut last = true;
            for column in (0..width).rev() {
                let order = known(row, column);
                first[column] &= order == Some(false);
                last &= order == Some(true);
                let at = row * width + column;
                match order {
                    Some(true) if last => lits[at] = Lit::TRUE,
                    Some(false) if first[column] => lits[at] = Lit::FALSE,
                    Some(true) => conditional.push((at, columns[column], true)),
                    Some(false) => conditional.push((at, rows[row], false)),
                    None => conditional.push((at, rows[row], true)),
                }
            }
        }
        for (at, slot, before) in conditional {
            let (row, column) = (at / width, at % width);
            let lit = match self.matrix.is_crowd {
                true => {
                    let turn = |slot: SlotId| self.graph.turn(slot);
                    self.formula
                        .preferring(turn(rows[row]) < turn(columns[column]))
                }
                false => self.formula.variable(),
            };
            lits[at] = lit;
            let a = self.matrix.first_event(rows[row]);
            let b = self.matrix.first_event(columns[column]);
            if self.is_open(a, b) {
                continue;
            }
            let performed = self.matrix.performed(slot);
            let order = if before { lit } else { !lit };
            self.formula.add(&[!performed, order]);
        }
        lits
    }

    /// The orders between these slots of a thread, which stand in program order.
    pub fn edges(&self, slots: &[SlotId]) -> Vec<Edge> {
        let always = |from, to| Edge {
            from,
            to,
            when: Lit::TRUE,
        };
        let mut edges = Vec::new();
        let (mut direct, mut buffered): (Option<SlotId>, Option<SlotId>) = (None, None);
        for &slot in slots {
            edges.extend(direct.map(|before| always(before, slot)));
            if self.is_buffered(slot) {
                edges.extend(buffered.map(|before| always(before, slot)));
                buffered = Some(slot);
                continue;
            }
            if let Some(before) = buffered.filter(|_| self.drains(slot)) {
                edges.push(Edge {
                    from: before,
                    to: slot,
                    when: self.matrix.performed(slot),
                });
            }
            direct = Some(slot);
        }
        edges
    }

    /// Does the slot's store go through the buffer?
    pub fn is_buffered(&self, slot: SlotId) -> bool {
        self.matrix.events[slot.index()]
            .iter()
            .any(|e| self.is_buffered_event(*e))
    }

    /// Does the event put a store into a buffer?
    pub fn is_buffered_event(&self, e: EventId) -> bool {
        let event = self.graph.event(e);
        buffer_rules::goes_through_buffer(self.model, &event.op, event.section)
    }

    /// Does it wait until the stores before it are in memory?
    pub(super) fn drains(&self, slot: SlotId) -> bool {
        let mut events = self.matrix.events[slot.index()].iter();
        events.any(|e| {
            let load = matches!(self.graph.event(*e).op, Op::Load { .. });
            self.drains_always(*e) || load && self.covers_own_store(*e)
        })
    }

    /// Is it a load that may come before stores of its own thread?
    pub(super) fn overtakes(&self, e: EventId) -> bool {
        let event = self.graph.event(e);
        matches!(event.op, Op::Load { .. }) && !event.section && !self.drains_always(e)
    }

    /// Does the event wait for the stores before it, whatever they are?
    pub(super) fn drains_always(&self, e: EventId) -> bool {
        let event = self.graph.event(e);
        buffer_rules::drains(self.model, &event.op, event.section)
    }

    /// Does the load cover a part of a store of its own thread that must be in the buffer, so that it
    /// waits for it?
    fn covers_own_store(&self, load: EventId) -> bool {
        let mut own = self.partial_stores(load);
        own.any(|store| self.order.implied(self.graph, store, load))
    }

    /// Stores of the load's own thread that may be in the buffer and give only a part of it.
    fn partial_stores(&self, load: EventId) -> impl Iterator<Item = EventId> + '_ {
        let thread = self.graph.event(load).thread.index();
        let position = self.order.position[load.index()] as usize;
        let mut drained = false;
        let wanted = self.domains.accesses(load);
        let earlier = self.order.threads[thread][..position].iter().rev().copied();
        let earlier = earlier.take_while(move |e| {
            drained |= self.drains_always(*e) && self.order.implied(self.graph, *e, load);
            !drained
        });
        earlier.filter(move |e| {
            self.is_buffered_event(*e)
                && self.domains.accesses(*e).iter().any(|store| {
                    wanted.iter().any(|load| {
                        let end = |at: &Access| at.address + u64::from(at.size);
                        let apart = end(load) <= store.address || end(store) <= load.address;
                        let covers = store.address <= load.address && end(load) <= end(store);
                        !apart && !covers
                    })
                })
        })
    }

    /// A load for which it is not known whether it has to wait for a smaller store of its own thread.
    pub fn unclear_forwarding(&self) -> Option<EventId> {
        if self.model == Model::Sc {
            return None;
        }
        self.graph.event_ids().find(|e| {
            self.overtakes(*e)
                && !self.covers_own_store(*e)
                && self.partial_stores(*e).next().is_some()
        })
    }

    /// Does `a` take effect before `b`? They have different threads, or neither is a store that `b`
    /// could overtake. The graph orders an event if it takes place; else the event has
    /// a place among those of its thread that do.
    pub fn before(&self, a: EventId, b: EventId) -> Lit {
        let (first, second) = (self.graph.event(a), self.graph.event(b));
        let (t, u) = (first.thread.index(), second.thread.index());
        if t != u
            && let Some(lit) = self.matrix.get((t, first.slot), (u, second.slot))
        {
            return lit;
        }
        assert!(!self.is_open(a, b), "open orders have variables");
        Lit::from(self.order.before(self.graph, a, b))
    }

    /// The order of two slots of different threads, if it is looked at or known.
    pub fn slots_before(&self, (t, a): (usize, SlotId), (u, b): (usize, SlotId)) -> Option<Lit> {
        self.matrix.get((t, a), (u, b)).or_else(|| {
            let (first, second) = (self.matrix.first_event(a), self.matrix.first_event(b));
            let forwards = self.order.before(self.graph, first, second);
            let backwards = self.order.before(self.graph, second, first);
            (forwards || backwards).then(|| Lit::from(forwards))
        })
    }

    fn forbid_triangles(&mut self, pairs: &[(usize, usize)]) {
        let mut triangles = Vec::new();
        let mut count = 0;
        let known: FxHashSet<(usize, usize)> = pairs.iter().copied().collect();
        for &(t, u) in pairs {
            for v in u + 1..self.matrix.slots.len() {
                if known.contains(&(t, v)) && known.contains(&(u, v)) {
                    triangles.push((t, u, v));
                    let size = |t: usize| self.matrix.slots[t].len();
                    count += size(t) * size(u) * size(v);
                }
            }
        }
        if count > FEW_TRIPLES {
            return;
        }
        for (t, u, v) in triangles {
            for a in self.matrix.slots[t].clone() {
                for b in self.matrix.slots[u].clone() {
                    for c in self.matrix.slots[v].clone() {
                        let get = |x, y| self.matrix.get(x, y).expect("the pair is known");
                        let ab = get((t, a), (u, b));
                        let bc = get((u, b), (v, c));
                        let ca = get((v, c), (t, a));
                        self.formula.add(&[!ab, !bc, !ca]);
                        self.formula.add(&[ab, bc, ca]);
                    }
                }
            }
        }
    }
}
