//! Sequentially consistent accesses and fences under C11: is there an order of all writes with which
//! they agree?
//!
//! After Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential Consistency in C/C++11" (PLDI
//! 2017): the relation *psc* between sequentially consistent events must have no cycle. Part of it
//! follows from happens-before, part from the coherence order, of which the search knows only the forced
//! part. So the question is whether the forced order of each place's chains (see [`super::coherence`]) can
//! be completed. To decide it:
//!
//! 1. *Saturate*: if "chain X before chain Y" would close a cycle of psc, Y is before X. Repeat.
//! 2. Order a pair of chains that is still open, and saturate again; on a contradiction, the other way.
//!
//! The problem is NP-hard in general; on millions of random graphs the first step decided all that were
//! inconsistent, and the second one never went back. A budget bounds it all the same.
//!
//! Of the events of one thread only the newest fence that happens before an access matters (`from`), and
//! only the oldest one that it happens before (`to`): a thread's own fences are in psc already.
//!
//! Nothing is kept between two questions: an execution has few such events, and a question is asked
//! only where a read could take one of several writes.

mod completion;

use super::coherence::{ItemIdx, PlaceIdx, WriteIdx};
use super::event_graph::{Graph, Undo};
use crate::mutant::{self, Mutant};
use crate::options::Algorithm;
use crate::outcome::GraphFeature;
use crate::outcome::Measure;
use completion::{Bits, Completion, Cycle, Ends, Ordered, add, has, insert};
use serde::{Deserialize, Serialize};
use threadproof_program::{ThreadId, address};

const SEQ_CST_QUESTIONS: &str = "seq_cst_questions";
const SEQ_CST_GUESSES: &str = "seq_cst_guesses";

/// A sequentially consistent access or fence.
#[derive(Clone, Copy, Debug)]
pub struct SeqCst {
    pub item: ItemIdx,
    /// The place of an access; `None` for a fence.
    pub place: Option<PlaceIdx>,
    /// The access has further pieces, each with a place of its own.
    pub in_pieces: bool,
}

/// How much the questions cost so far.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct Psc {
    /// Questions that were asked.
    pub questions: u64,
    /// Pairs of chains that saturation left open.
    pub guesses: u64,
}

impl Psc {
    /// Adds the cost of another worker.
    pub fn merge(&mut self, other: Psc) {
        self.questions += other.questions;
        self.guesses += other.guesses;
    }
}

impl Graph<'_> {
    /// The cost of the search under C11, as rows of a report.
    pub fn measures(&self) -> Vec<Measure> {
        let count = |(name, number)| Measure::count(Algorithm::Rf, name, number);
        let rows = [
            (SEQ_CST_QUESTIONS, self.psc.questions),
            (SEQ_CST_GUESSES, self.psc.guesses),
        ];
        match (&self.witness, self.is_c11()) {
            (Some(witness), _) => witness.effort.measures(),
            (None, true) => rows.map(count).into(),
            (None, false) => Vec::new(),
        }
    }

    /// The newest item is sequentially consistent. Inside an atomic section nothing is: sections have an
    /// order of their own. Nor are joins: they synchronise, and that is all that the standard says of them.
    pub(super) fn note_if_seq_cst(&mut self, t: ThreadId, seq_cst: bool, place: Option<PlaceIdx>) {
        if !self.is_c11() || !seq_cst || self.thread(t).sections > 0 {
            return;
        }
        let joins = place.is_some_and(|p| {
            let at = self.places[p.0 as usize].at;
            address::block_owner(at.address).is_some()
        });
        if !joins {
            self.note_seq_cst(place, false);
        }
    }

    /// The same for an access of several pieces, of which this is the first.
    pub(super) fn note_pieces_if_seq_cst(&mut self, t: ThreadId, seq_cst: bool, first: PlaceIdx) {
        if self.is_c11() && seq_cst && self.thread(t).sections == 0 {
            self.note_seq_cst(Some(first), true);
        }
    }

    /// The same for a read-modify-write. That of a waiting loop is in a section with the look at the value
    /// that it waits with, and is sequentially consistent all the same.
    pub(super) fn note_update_if_seq_cst(&mut self, t: ThreadId, seq_cst: bool, place: PlaceIdx) {
        let waits = match &self.item(self.newest()).sources[..] {
            [Some(source)] => self.write(*source).place == place,
            _ => false,
        };
        let alone = self.thread(t).sections == 0 || waits && !self.host.run.in_library(t);
        if self.is_c11() && seq_cst && alone {
            self.note_seq_cst(Some(place), false);
        }
    }

    fn note_seq_cst(&mut self, place: Option<PlaceIdx>, in_pieces: bool) {
        let item = self.newest();
        self.seq_cst.push(SeqCst {
            item,
            place,
            in_pieces,
        });
        self.host.journal.push(Undo::SeqCst);
    }

    /// After the newest item has read at a place, and written there if it does: can the sequentially
    /// consistent events be ordered? If not, the item is impossible.
    pub(super) fn is_seq_cst_possible(&mut self, t: ThreadId, p: PlaceIdx) -> bool {
        let single = self.places[p.0 as usize].writes.len() == 1;
        if self.seq_cst.len() < 2 || single || mutant::is(Mutant::NoSeqCst) {
            return true;
        }
        if !self.concerns_seq_cst(p) || self.is_private(p, t) {
            return true;
        }
        self.is_seq_cst_order_possible(t)
    }

    /// Can the sequentially consistent events be ordered, with a new item of `t`? If not, the item is impossible.
    pub(super) fn is_seq_cst_order_possible(&mut self, t: ThreadId) -> bool {
        if self.seq_cst.len() < 2 || mutant::is(Mutant::NoSeqCst) {
            return true;
        }
        self.psc.questions += 1;
        let mut spent = 0;
        let answer = match Question::new(self).known() {
            Ok(known) => known.can_be_completed(self.host.config.limits.max_guesses, &mut spent),
            Err(Cycle) => Some(false),
        };
        self.psc.guesses += spent;
        if answer.is_none() {
            self.host.obstruct(t, GraphFeature::SeqCstOrder);
        }
        let possible = answer == Some(true);
        self.infeasible |= !possible;
        possible
    }
}

impl Graph<'_> {
    /// Can the newest item, which has read at a place, change psc? Nothing comes after the item yet. So if it is not
    /// sequentially consistent itself, it only adds to the coherence order of the place; and that
    /// order is part of psc only between sequentially consistent accesses of the place, or by way of
    /// fences.
    fn concerns_seq_cst(&self, p: PlaceIdx) -> bool {
        let newest = self.newest();
        let mut events = self.seq_cst.iter();
        events.any(|event| {
            event.place.is_none() || event.item == newest || self.is_event_at(event, p)
        })
    }

    /// Is an event an access of a place?
    fn is_event_at(&self, event: &SeqCst, p: PlaceIdx) -> bool {
        event.place == Some(p)
            || event.in_pieces && self.places_of(event.item).any(|place| place == p)
    }

    /// The places that an item reads and writes; one may come twice.
    fn places_of(&self, i: ItemIdx) -> impl Iterator<Item = PlaceIdx> + '_ {
        let item = self.item(i);
        let next = self.items.get(i.0 as usize + 1);
        let end = next.map_or(self.writes.len(), |next| next.first_write as usize);
        let written = self.writes[item.first_write as usize..end].iter();
        let written = written.filter(move |w| w.item == Some(i)).map(|w| w.place);
        let sources = item.sources.iter().flatten();
        sources.map(|s| self.write(*s).place).chain(written)
    }

    /// Has only this thread accessed a place? Then its accesses are in program order, and so is every edge of psc that
    /// comes from the coherence order: happens-before has it already.
    fn is_private(&self, p: PlaceIdx, t: ThreadId) -> bool {
        let mut shares = self.places[p.0 as usize].accesses();
        shares.all(|(thread, log)| thread == t || log.is_empty())
    }
}

/// The events of a graph that matter for psc.
struct Question<'g, 'p> {
    graph: &'g Graph<'p>,
    events: &'g [SeqCst],
    /// The fences of each thread that has some, oldest first.
    fences: Vec<(ThreadId, Vec<usize>)>,
    words: usize,
}

impl<'g, 'p> Question<'g, 'p> {
    fn new(graph: &'g Graph<'p>) -> Question<'g, 'p> {
        let events = &graph.seq_cst[..];
        let mut fences: Vec<(ThreadId, Vec<usize>)> = Vec::new();
        for (at, event) in events.iter().enumerate() {
            if event.place.is_none() {
                let thread = graph.item(event.item).thread;
                match fences.iter_mut().find(|(t, _)| *t == thread) {
                    Some((_, fences)) => fences.push(at),
                    None => fences.push((thread, vec![at])),
                }
            }
        }
        Question {
            graph,
            events,
            fences,
            words: events.len().div_ceil(64),
        }
    }

    fn none(&self) -> Bits {
        vec![0; self.words]
    }

    /// The parts of psc and of the coherence orders that are certain.
    fn known(&self) -> Result<Completion, Cycle> {
        let count = self.events.len();
        let mut known = Completion {
            reach: vec![self.none(); count],
            places: Vec::new(),
        };
        // Happens-before leads from older events to newer ones, so the rows of the newer ones are complete, and
        // most events are reached by way of others.
        for a in (0..count).rev() {
            let mut row = self.none();
            for b in a + 1..count {
                debug_assert!(!self.is_ordered(b, a), "an event is before an older one");
                if !has(&row, b) && self.is_ordered(a, b) {
                    insert(&mut row, b);
                    add(&mut row, &known.reach[b]);
                }
            }
            known.reach[a] = row;
        }
        for p in 0..self.graph.places.len() as u32 {
            self.add_place(PlaceIdx(p), &mut known)?;
        }
        Ok(known)
    }

    /// Does item `later` know item `earlier`?
    fn knows(&self, later: ItemIdx, earlier: ItemIdx) -> bool {
        let earlier = self.graph.item(earlier);
        let known = self.graph.known_by_item(later);
        known.has(earlier.thread, earlier.nth)
    }

    /// Does happens-before put an event before another one in psc?
    fn is_ordered(&self, a: usize, b: usize) -> bool {
        let (first, second) = (self.events[a], self.events[b]);
        match (first.place, second.place) {
            (None, None) => self.knows(second.item, first.item),
            (None, Some(_)) => {
                let fence = self.graph.item(first.item);
                let before = self.graph.item(second.item).before;
                self.graph.known_by(before).has(fence.thread, fence.nth)
                    || self.meeting(second).any(|x| {
                        x != second.item && self.knows(second.item, x) && self.knows(x, first.item)
                    })
            }
            (Some(_), None) => {
                let access = self.graph.item(first.item);
                let clock = self
                    .graph
                    .happened
                    .get(self.graph.item(second.item).happened);
                let known = clock.get(access.thread.index()).copied().unwrap_or(0);
                known > 2 * access.nth
                    || self.meeting(first).any(|y| {
                        y != first.item && self.knows(y, first.item) && self.knows(second.item, y)
                    })
            }
            (Some(_), Some(_)) => {
                let (access, later) = (self.graph.item(first.item), self.graph.item(second.item));
                if access.thread == later.thread {
                    return access.nth < later.nth;
                }
                match self.meet(first, second) {
                    true => self.knows(second.item, first.item),
                    false => self.is_between(first, second),
                }
            }
        }
    }

    /// Are two accesses of one place?
    fn meet(&self, a: SeqCst, b: SeqCst) -> bool {
        match a.in_pieces {
            false => a.place.is_some_and(|p| self.graph.is_event_at(&b, p)),
            true => self
                .graph
                .places_of(a.item)
                .any(|p| self.graph.is_event_at(&b, p)),
        }
    }

    /// The items that access a place of an event.
    fn meeting(&self, event: SeqCst) -> impl Iterator<Item = ItemIdx> + '_ {
        let further = event.in_pieces.then(|| self.graph.places_of(event.item));
        let further = further.into_iter().flatten();
        let further = further.filter(move |p| Some(*p) != event.place);
        let places = event.place.into_iter().chain(further);
        places.flat_map(|place| self.accesses(place))
    }

    /// Does something at other places, or a fence, come after the first access in its thread and happen
    /// before something like that, which comes before the second one in its thread?
    fn is_between(&self, first: SeqCst, second: SeqCst) -> bool {
        if mutant::is(Mutant::NoHappensBeforeBetween) {
            return false;
        }
        let mut later = self.graph.item(second.item);
        let items = &self.graph.of_thread[later.thread.index()];
        while later.nth > 1 {
            let previous = items[later.nth as usize - 2];
            let item = self.graph.item(previous);
            if item.fenced || !self.stays_at(previous, second) {
                break;
            }
            later = item;
        }
        let clock = self.graph.happened.get(later.before);
        let thread = self.graph.item(first.item).thread;
        let known = clock.get(thread.index()).copied().unwrap_or(0);
        known >= self.left(first)
    }

    /// The half items of a thread up to the first event after an access that is not at its place.
    fn left(&self, access: SeqCst) -> u32 {
        let mut earlier = self.graph.item(access.item);
        let items = &self.graph.of_thread[earlier.thread.index()];
        while !earlier.fenced && (earlier.nth as usize) < items.len() {
            let next = items[earlier.nth as usize];
            earlier = self.graph.item(next);
            if !self.stays_at(next, access) {
                return 2 * earlier.nth;
            }
        }
        2 * earlier.nth + 1
    }

    /// Is an item at a place of the event? A section must be nowhere else.
    fn stays_at(&self, i: ItemIdx, event: SeqCst) -> bool {
        let mut touched = self.graph.places_of(i).peekable();
        let at_event = |p| self.graph.is_event_at(&event, p);
        match self.graph.item(i).section {
            true => touched.peek().is_some() && touched.all(at_event),
            false => touched.any(at_event),
        }
    }

    fn accesses(&self, place: PlaceIdx) -> impl Iterator<Item = ItemIdx> + '_ {
        let shares = self.graph.places[place.0 as usize].accesses();
        shares.flat_map(|(thread, log)| {
            let items = &self.graph.of_thread[thread.index()];
            log.iter().map(|(nth, _)| items[*nth as usize - 1])
        })
    }

    /// The newest fence of each thread that happens before an item.
    fn fences_before(&self, x: ItemIdx) -> Bits {
        let mut found = self.none();
        for (_, fences) in &self.fences {
            let mut newest = fences.iter().rev();
            let known =
                |f: &&usize| self.events[**f].item != x && self.knows(x, self.events[**f].item);
            if let Some(f) = newest.find(known) {
                insert(&mut found, *f);
            }
        }
        found
    }
    /// The oldest fence of each thread that an item happens before.
    fn fences_after(&self, x: ItemIdx) -> Bits {
        let mut found = self.none();
        for (_, fences) in &self.fences {
            let mut oldest = fences.iter();
            let knows =
                |f: &&usize| self.events[**f].item != x && self.knows(self.events[**f].item, x);
            if let Some(f) = oldest.find(knows) {
                insert(&mut found, *f);
            }
        }
        found
    }
    /// The number of an item among the sequentially consistent ones.
    fn number(&self, x: ItemIdx) -> Option<usize> {
        self.events
            .binary_search_by_key(&x, |event| event.item)
            .ok()
    }

    /// The events of psc from an access, and to it.
    fn ends(&self, x: ItemIdx) -> Ends {
        let (fences_before, fences_after) = (self.fences_before(x), self.fences_after(x));
        let (mut from, mut to) = (fences_before.clone(), fences_after.clone());
        if let Some(number) = self.number(x) {
            insert(&mut from, number);
            insert(&mut to, number);
        }
        if mutant::is(Mutant::NoCommunicationBetweenFences) {
            return Ends {
                from,
                to,
                ..Ends::new(self.none())
            };
        }
        Ends {
            from,
            to,
            fences_before,
            fences_after,
        }
    }

    /// Adds a place, if the order of its writes matters, with the certain part of this order.
    fn add_place(&self, p: PlaceIdx, known: &mut Completion) -> Result<(), Cycle> {
        let place = &self.graph.places[p.0 as usize];
        let is_here = |event: &SeqCst| self.graph.is_event_at(event, p);
        let matters = !self.fences.is_empty() || self.events.iter().any(is_here);
        if place.writes.len() < 2 || !matters {
            return Ok(());
        }
        let mut threads = place.accesses().filter(|(_, log)| !log.is_empty());
        let first = threads.next();
        if first.is_none_or(|(thread, _)| self.graph.is_private(p, thread)) {
            return Ok(());
        }
        let mut readers: Vec<(WriteIdx, ItemIdx)> = Vec::new();
        let spins = |x: &ItemIdx| self.graph.spinning.iter().any(|(item, _)| item == x);
        for x in self.accesses(p).filter(|x| !spins(x)) {
            let sources = self.graph.item(x).sources.iter().flatten();
            let here = sources.filter(|s| self.graph.write(**s).place == p);
            readers.extend(here.map(|s| (*s, x)));
        }
        readers.sort_unstable();
        readers.dedup();
        let mut chains: Vec<Ends> = Vec::new();
        for (writes, _) in place.chains() {
            let chain = self.chain(writes, &readers, known)?;
            chains.push(chain);
        }
        let pairs = || {
            chains
                .iter()
                .flat_map(|x| chains.iter().map(move |y| (x, y)))
        };
        if !pairs().any(|(x, y)| x.leads_to(y)) {
            return Ok(());
        }
        let count = chains.len();
        let words = count.div_ceil(64);
        let number = known.places.len();
        known.places.push(Ordered {
            before: vec![vec![0; words]; count],
            chains,
        });
        for chain in 1..count {
            known.order(number, 0, chain)?;
        }
        for (chain, (_, before)) in place.chains().enumerate() {
            for &earlier in before {
                if !has(&known.places[number].before[chain], earlier as usize) {
                    known.order(number, earlier as usize, chain)?;
                }
            }
        }
        for (earlier, later) in self.graph.agreed_pairs(p) {
            if !has(&known.places[number].before[later], earlier) {
                known.order(number, earlier, later)?;
            }
        }
        if let Some(last) = self.graph.last_chain(p) {
            for chain in (0..count).filter(|chain| *chain != last) {
                if !has(&known.places[number].before[last], chain) {
                    known.order(number, chain, last)?;
                }
            }
        }
        Ok(())
    }

    /// The ends of a chain. Its writes follow each other, so the edges inside it are certain.
    fn chain(
        &self,
        writes: &[WriteIdx],
        readers: &[(WriteIdx, ItemIdx)],
        known: &mut Completion,
    ) -> Result<Ends, Cycle> {
        // The accesses of the writes so far: themselves and their readers.
        let mut earlier: Vec<(ItemIdx, Ends)> = Vec::new();
        let mut whole = Ends::new(self.none());
        for w in writes {
            let first = readers.partition_point(|(source, _)| source < w);
            let of_write = readers[first..]
                .iter()
                .take_while(|(source, _)| source == w);
            let reads: Vec<(ItemIdx, Ends)> = of_write.map(|(_, r)| (*r, self.ends(*r))).collect();
            let own = self.graph.write(*w).item;
            let write = own.map(|own| (own, self.ends(own)));
            // A read-modify-write is among the readers of the write before it; it is not before itself.
            let others = earlier.iter().filter(|(x, _)| Some(*x) != own);
            for (_, x) in others {
                if let Some((_, write)) = &write {
                    known.add_edges(&x.from, &write.to)?;
                    known.add_edges(&x.fences_before, &write.fences_after)?;
                }
                for (_, read) in &reads {
                    known.add_edges(&x.fences_before, &read.fences_after)?;
                }
            }
            if let Some((own, write)) = write {
                for (_, read) in &reads {
                    known.add_edges(&write.fences_before, &read.fences_after)?;
                }
                add(&mut whole.to, &write.to);
                earlier.push((own, write));
            }
            earlier.extend(reads);
        }
        for (_, x) in &earlier {
            add(&mut whole.from, &x.from);
            add(&mut whole.fences_before, &x.fences_before);
            add(&mut whole.fences_after, &x.fences_after);
        }
        Ok(whole)
    }
}
