//! The oracle of SC, TSO and PSO: is there an execution with this graph?
//!
//! These models have one memory, so a graph is consistent exactly if its events can be put into one order in which every
//! read takes the newest write of its place: a *witness* (Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas, OOPSLA 2019; with
//! store buffers Bui, Chatterjee, Gautam, Pavlogiannis, Toman, OOPSLA 2021). The graph under construction keeps one.
//!
//! The witness orders *moments*. Under SC an item is one moment, its *turn*. With store buffers a store has no turn: its
//! moment is the *flush* that brings it to memory. All items with other effects have a turn, and those that wait for an
//! empty buffer come after all flushes of their thread. The end of a thread is a flush that comes after all others.
//!
//! A question costs little in most cases:
//!
//! 1. A new write comes last. So does a read of the last write of its place.
//! 2. Another read is inserted before the next write of its place, if all that it has to come after is before that.
//! 3. Otherwise [`saturation`] finds the orders that every witness must keep, or a contradiction; and
//! 4. [`linearize`] looks for another witness that keeps them, as near to the present one as it can.
//!
//! A witness of a graph, without the items that are taken back, is a witness of the rest: going back only removes moments.

#[cfg(test)]
mod figure_five;
mod linearize;
mod order;
mod problem;
mod read;
mod saturation;
mod sequential;
#[cfg(test)]
mod shapes;
mod window;

use super::coherence::{ItemIdx, PlaceIdx, WriteIdx};
use crate::mutant::{self, Mutant};
use crate::options::{Algorithm, Model};
use crate::outcome::Measure;
use problem::Problem;
pub use read::Reader;
use std::cell::RefCell;
use threadproof_program::ThreadId;
use window::Mended;

/// A moment of the witness; 0 is the beginning, before everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MomentIdx(u32);

const BEGINNING: MomentIdx = MomentIdx(0);
/// Questions are given up if they look at more moments than both of these: a second's work, and an item's share.
const MOST_LOOKS: u64 = 20_000_000;
const LOOKS_PER_ITEM: u64 = 1_000;
/// The distance of neighbours in a fresh order.
const GAP: u64 = 1 << 24;

/// What happens at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The item happens.
    Turn,
    /// Its store reaches memory.
    Flush,
    /// The end of its thread becomes visible.
    End,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    item: ItemIdx,
    kind: Kind,
    thread: ThreadId,
    /// The newest turn before it in program order.
    behind: MomentIdx,
    /// It comes after the first so many flushes of its thread.
    flushed: u32,
    /// Grows along the order.
    label: u64,
    older: MomentIdx,
    newer: MomentIdx,
}

/// An item, for those that come after it.
#[derive(Clone, Copy, Debug)]
struct Turn {
    thread: ThreadId,
    /// Its own turn, or the newest one before it in program order.
    newest: MomentIdx,
    /// Its own turn.
    own: Option<MomentIdx>,
    /// The flushes of its thread that come before whatever follows.
    drained: u32,
    /// The flushes of its thread that its next flush comes after: those before a release fence (PSO).
    fenced: u32,
    drains: bool,
    /// It has a turn, at the latest when it ends.
    turns: bool,
    /// It waits in vain: its source is the last write of all.
    spins: bool,
    /// It joins a thread that ends at this moment.
    joins: MomentIdx,
}

/// A write in the order of its place.
#[derive(Clone, Copy, Debug)]
struct Written {
    place: PlaceIdx,
    moment: MomentIdx,
    older: Option<WriteIdx>,
    newer: Option<WriteIdx>,
}

/// The parts of a graph that a witness asks for.
pub trait Events {
    /// The writes that an item has read, by place.
    fn sources(&self, item: ItemIdx) -> impl Iterator<Item = WriteIdx> + '_;
    /// The newest write of a thread to a place.
    fn newest_own(&self, p: PlaceIdx, t: ThreadId) -> Option<WriteIdx>;
}

/// An order of all moments of a graph.
pub struct Witness {
    model: Model,
    moments: Vec<Moment>,
    /// The last moment.
    last: MomentIdx,
    turns: Vec<Turn>,
    writes: Vec<Written>,
    /// The last write of each place.
    tails: Vec<WriteIdx>,
    /// The flushes of each thread, in program order.
    flushes: Vec<Vec<MomentIdx>>,
    /// Writes that are the last of their places, with the items that wait there in vain.
    lasts: Vec<(ItemIdx, WriteIdx)>,
    /// Kept from question to question.
    problem: RefCell<Problem>,
    pub effort: Effort,
    /// Moments that all questions have looked at, and the items of the whole search.
    looks: u64,
    items: u64,
}

/// How often each way answered a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub inserted: u64,
    pub saturation: u64,
    pub construction: u64,
    pub decision: u64,
    /// Moments that were looked at.
    pub looks: u64,
    /// A question was given up.
    pub given_up: bool,
}

impl Witness {
    /// The witness of an empty graph.
    pub fn new(model: Model) -> Witness {
        let model = match model {
            Model::Tso if mutant::is(Mutant::WitnessFlushesReordered) => Model::Pso,
            model => model,
        };
        let beginning = Moment {
            item: ItemIdx(0),
            kind: Kind::Turn,
            thread: ThreadId::MAIN,
            behind: BEGINNING,
            flushed: 0,
            label: 0,
            older: BEGINNING,
            newer: BEGINNING,
        };
        Witness {
            model,
            moments: vec![beginning],
            last: BEGINNING,
            turns: Vec::new(),
            writes: Vec::new(),
            tails: Vec::new(),
            flushes: Vec::new(),
            lasts: Vec::new(),
            problem: RefCell::default(),
            effort: Effort::default(),
            looks: 0,
            items: 0,
        }
    }

    fn moment(&self, m: MomentIdx) -> &Moment {
        &self.moments[m.0 as usize]
    }
    fn label(&self, m: MomentIdx) -> u64 {
        self.moment(m).label
    }
    fn written(&self, w: WriteIdx) -> &Written {
        &self.writes[w.0 as usize]
    }
    fn flushes(&self, t: ThreadId) -> &[MomentIdx] {
        self.flushes.get(t.index()).map_or(&[], Vec::as_slice)
    }
    fn newest_turn(&self) -> &Turn {
        self.turns.last().expect("an item is open")
    }

    /// Opens an item after `last`, the one before it in program order or the one that created its thread.
    /// `drains`: it waits for an empty buffer; `turns`: it is no store that goes through the buffer.
    pub fn open(
        &mut self,
        t: ThreadId,
        last: Option<(ItemIdx, ThreadId)>,
        (drains, turns): (bool, bool),
    ) {
        self.items += 1;
        let before = last.map(|(item, thread)| (self.turns[item.0 as usize], thread));
        let (newest, drained, fenced) = match before {
            None => (BEGINNING, 0, 0),
            Some((turn, thread)) if thread == t => (turn.newest, turn.drained, turn.fenced),
            Some((turn, _)) => (turn.newest, 0, 0),
        };
        self.turns.push(Turn {
            thread: t,
            newest,
            own: None,
            drained,
            fenced,
            drains,
            turns,
            spins: false,
            joins: BEGINNING,
        });
    }

    /// The newest item ends.
    pub fn close(&mut self) {
        if self.newest_turn().turns {
            self.take_turn();
        }
    }

    /// The newest item has its turn: after all moments so far if nothing says otherwise.
    pub fn take_turn(&mut self) -> MomentIdx {
        match self.newest_turn().own {
            Some(own) => own,
            None => self.add_turn(None),
        }
    }

    fn add_turn(&mut self, before: Option<MomentIdx>) -> MomentIdx {
        let turn = *self.newest_turn();
        let t = turn.thread;
        let flushed = match turn.drains {
            true => self.flushes(t).len() as u32,
            false => turn.drained,
        };
        let item = ItemIdx(self.turns.len() as u32 - 1);
        let m = self.insert((item, t, Kind::Turn), (turn.newest, flushed), before);
        let turn = self.turns.last_mut().expect("an item is open");
        turn.own = Some(m);
        turn.newest = m;
        turn.drained = flushed;
        m
    }

    /// The newest item ends the thread `t`, its own or one that it has created. Without buffers that is part of its turn.
    pub fn end(&mut self, t: ThreadId) {
        if self.is_buffered(Kind::End) {
            if self.newest_turn().turns {
                self.take_turn();
            }
            self.flush(t, Kind::End, true);
        }
    }

    /// The newest item joins a thread whose last item is `last`, or was created by that.
    pub fn join(&mut self, other: ThreadId, last: ItemIdx) {
        let end = match self.is_buffered(Kind::End) {
            true => self.flushes(other).last().copied(),
            false => self.turns[last.0 as usize].own,
        };
        let turn = self.turns.last_mut().expect("an item is open");
        turn.joins = end.expect("a thread that is joined has ended");
    }

    /// The newest item is complete: does it fit at its turn, the last moment, or anywhere? Nobody has asked while it read
    /// and wrote.
    pub fn settle(&mut self, events: &impl Events) -> bool {
        let item = ItemIdx(self.turns.len() as u32 - 1);
        let own = self.newest_turn().own;
        let newest = |w: WriteIdx| {
            let newer = self.written(w).newer;
            newer.is_none_or(|newer| Some(self.written(newer).moment) == own)
        };
        events.sources(item).all(newest) || self.reorder(events)
    }

    /// How many moments questions have looked at since this was last asked. Where that grows with the length of
    /// executions, questions are given up, so that another algorithm takes over soon.
    pub fn take_looks(&mut self) -> u64 {
        let looks = std::mem::take(&mut self.effort.looks);
        self.looks += looks;
        let too_many = MOST_LOOKS.max(LOOKS_PER_ITEM * self.items);
        self.effort.given_up |= too_many < self.looks;
        looks
    }

    /// The newest item waits in vain.
    pub fn spin(&mut self) {
        self.turns.last_mut().expect("an item is open").spins = true;
    }

    /// Does some thread spin for ever?
    pub fn has_spinning(&self) -> bool {
        !self.lasts.is_empty()
    }
    /// The items that wait in vain, with the writes that they see.
    pub fn spinning(&self) -> Vec<(ItemIdx, WriteIdx)> {
        self.lasts.clone()
    }

    /// Could the items that wait in vain see these writes in the end?
    pub fn could_spin(&mut self, events: &impl Events, seen: Vec<(ItemIdx, WriteIdx)>) -> bool {
        let before = std::mem::replace(&mut self.lasts, seen);
        let mut problem = Problem::default();
        let (order, effort) = self.solve(&mut problem, events, None);
        self.effort.add(effort);
        self.lasts = before;
        order.is_some()
    }

    /// Is a write of `t`, whose newest item is `last`, perhaps still in its buffer?
    pub fn is_on_its_way(&self, t: ThreadId, last: (ItemIdx, ThreadId), w: WriteIdx) -> bool {
        let turn = &self.turns[last.0.0 as usize];
        let drained = if last.1 == t { turn.drained } else { 0 };
        self.flushes(t)[drained as usize..].contains(&self.written(w).moment)
    }

    /// Is a write that has to be the last of its place not the last one?
    fn is_overtaken(&self, p: PlaceIdx) -> bool {
        let mut lasts = self.lasts.iter();
        lasts.any(|(_, n)| self.written(*n).place == p && self.written(*n).newer.is_some())
    }

    /// From now on, stores of the newest item's thread wait for the earlier ones (PSO).
    pub fn fence_stores(&mut self, item: ItemIdx, t: ThreadId) {
        let flushes = self.flushes(t).len() as u32;
        self.turns[item.0 as usize].fenced = flushes;
    }

    /// A new place, whose initial value is this write.
    pub fn add_place(&mut self, w: WriteIdx) {
        let place = PlaceIdx(self.tails.len() as u32);
        debug_assert_eq!(w.0 as usize, self.writes.len());
        self.writes.push(Written {
            place,
            moment: BEGINNING,
            older: None,
            newer: None,
        });
        self.tails.push(w);
    }

    /// Does a store of this kind have a flush instead of a turn?
    fn is_buffered(&self, kind: Kind) -> bool {
        self.model != Model::Sc && (kind == Kind::End || !self.newest_turn().drains)
    }

    /// The newest item, of `t`, writes to a place; false if no witness has that. `orders`: it comes after all
    /// earlier stores of its thread (PSO).
    pub fn write(
        &mut self,
        events: &impl Events,
        t: ThreadId,
        (p, w): (PlaceIdx, WriteIdx),
        (kind, orders): (Kind, bool),
    ) -> bool {
        debug_assert_eq!(w.0 as usize, self.writes.len());
        let moment = match self.is_buffered(kind) {
            true => {
                if self.newest_turn().turns {
                    self.take_turn();
                }
                self.flush(t, kind, orders)
            }
            false => self.take_turn(),
        };
        self.writes.push(Written {
            place: p,
            moment,
            older: None,
            newer: None,
        });
        let possible = match moment == self.last {
            true => {
                self.link(w, Some(self.tails[p.0 as usize]));
                true
            }
            false => self.write_within(events, w),
        };
        possible && (!self.is_overtaken(p) || self.reorder(events))
    }

    /// The moment at which a store of the newest item reaches memory. Pieces of one store share it.
    fn flush(&mut self, t: ThreadId, kind: Kind, orders: bool) -> MomentIdx {
        let item = ItemIdx(self.turns.len() as u32 - 1);
        if let Some(&newest) = self.flushes(t).last()
            && self.moment(newest).item == item
            && self.moment(newest).kind == kind
        {
            return newest;
        }
        let turn = *self.newest_turn();
        let all = self.flushes(t).len() as u32;
        let in_order = self.model == Model::Tso || orders || kind == Kind::End;
        let flushed = if in_order {
            all
        } else {
            turn.fenced.max(turn.drained)
        };
        let m = self.insert((item, t, kind), (turn.newest, flushed), None);
        if self.flushes.len() <= t.index() {
            self.flushes.resize_with(t.index() + 1, Vec::new);
        }
        self.flushes[t.index()].push(m);
        if orders {
            // Later stores wait for those before a release store, but not for itself.
            self.turns.last_mut().expect("an item is open").fenced = all;
        }
        m
    }

    /// The newest write belongs to a moment that is not the last: is its place still read as it was?
    fn write_within(&mut self, events: &impl Events, w: WriteIdx) -> bool {
        let Written { place, moment, .. } = *self.written(w);
        let label = self.label(moment);
        let mut older = self.tails[place.0 as usize];
        while label < self.label(self.written(older).moment) {
            let before = self.written(older).older;
            older = before.expect("the initial value is before everything");
        }
        let item = self.moment(moment).item;
        let mut later = self.moment(moment).newer;
        let mut disturbed = false;
        while later != BEGINNING && !disturbed {
            let Moment {
                item: other,
                kind,
                newer,
                ..
            } = *self.moment(later);
            disturbed = kind == Kind::Turn
                && other != item
                && events.sources(other).any(|source| source == older);
            later = newer;
        }
        self.link(w, Some(older));
        !disturbed || self.reorder(events)
    }

    /// Looks for another witness of all that is there.
    fn reorder(&mut self, events: &impl Events) -> bool {
        self.adopt_with(events, None)
    }

    /// Looks for another witness, perhaps with other reads of an item that has its turn.
    fn adopt_with(&mut self, events: &impl Events, reader: Option<&Reader>) -> bool {
        let (order, effort) = self.another(events, reader);
        self.effort.add(effort);
        match &order {
            Some(Order::Whole(order)) => self.adopt(order),
            Some(Order::Part(mended)) => self.adopt_window(mended),
            None => {}
        }
        order.is_some()
    }

    /// Another witness, perhaps with other reads of an item.
    fn another(&self, events: &impl Events, reader: Option<&Reader>) -> (Option<Order>, Effort) {
        self.solve(&mut self.problem.borrow_mut(), events, reader)
    }

    fn solve(
        &self,
        problem: &mut Problem,
        events: &impl Events,
        reader: Option<&Reader>,
    ) -> (Option<Order>, Effort) {
        let mut effort = Effort::default();
        // Who waits in vain sees the last write of all, wherever its turn is.
        let reader_moves = reader.filter(|_| !self.newest_turn().spins);
        let order = problem.ask(self, events, reader, |problem| {
            if let Some(mended) = reader_moves.and_then(|reader| self.mend(problem, reader)) {
                effort.construction += 1;
                effort.looks += mended.len();
                return Some(Order::Part(mended));
            }
            let mut dead_ends = 0;
            effort.looks += problem.nodes.len() as u64;
            let order = linearize::order(problem, |node| self.label_of(node), &mut dead_ends);
            match dead_ends {
                0 => effort.construction += 1,
                _ => effort.decision += 1,
            }
            effort.given_up |= order.is_err();
            order.ok().flatten().map(Order::Whole)
        });
        effort.looks += std::mem::take(&mut problem.looks);
        effort.saturation += u64::from(order.is_none());
        (order.flatten(), effort)
    }
}

/// Another order of the moments.
enum Order {
    Whole(Vec<MomentIdx>),
    /// Of those in a window; the others stay.
    Part(Mended),
}

impl Effort {
    fn add(&mut self, more: Effort) {
        self.inserted += more.inserted;
        self.saturation += more.saturation;
        self.construction += more.construction;
        self.decision += more.decision;
        self.looks += more.looks;
        self.given_up |= more.given_up;
    }

    /// The same as rows of a report.
    pub fn measures(self) -> Vec<Measure> {
        let count = |(name, number)| Measure::count(Algorithm::Rf, name, number);
        let rows = [
            ("inserted", self.inserted),
            ("saturation", self.saturation),
            ("construction", self.construction),
            ("decision", self.decision),
        ];
        rows.map(count).into()
    }
}
