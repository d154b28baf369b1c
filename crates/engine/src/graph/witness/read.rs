//! Questions about reads: can an item read a write, and at which moment?

use super::{Effort, Events, Moment, MomentIdx, Witness};
use crate::graph::coherence::{ItemIdx, WriteIdx};
use crate::mutant::{self, Mutant};
use crate::options::Model;
use smallvec::SmallVec;
use threadproof_program::ThreadId;

/// An item that reads.
#[derive(Clone, Debug)]
pub struct Reader {
    pub thread: ThreadId,
    /// It has its turn already.
    pub(super) own: Option<MomentIdx>,
    pub(super) behind: MomentIdx,
    pub(super) flushed: u32,
    pub(super) drains: bool,
    pub reads: SmallVec<[WriteIdx; 4]>,
}

impl Witness {
    /// The newest item, as a reader.
    pub fn reader(&self, events: &impl Events, t: ThreadId) -> Reader {
        let turn = *self.newest_turn();
        let item = ItemIdx(self.turns.len() as u32 - 1);
        let behind = match turn.own {
            Some(own) => self.moment(own).behind,
            None => turn.newest,
        };
        Reader {
            thread: t,
            own: turn.own,
            behind,
            flushed: if turn.drains {
                self.flushes(t).len() as u32
            } else {
                turn.drained
            },
            drains: turn.drains || self.model == Model::Sc,
            reads: events.sources(item).collect(),
        }
    }

    /// The reads of a turn.
    pub(super) fn reader_of(&self, events: &impl Events, moment: &Moment) -> Reader {
        Reader {
            thread: moment.thread,
            own: None,
            behind: moment.behind,
            flushed: moment.flushed,
            drains: self.model == Model::Sc || self.turns[moment.item.0 as usize].drains,
            reads: events.sources(moment.item).collect(),
        }
    }

    /// The next item of a thread, as a reader.
    pub fn next_reader(&self, t: ThreadId, last: (ItemIdx, ThreadId), drains: bool) -> Reader {
        let turn = self.turns[last.0.0 as usize];
        let drained = if last.1 == t { turn.drained } else { 0 };
        Reader {
            thread: t,
            own: None,
            behind: turn.newest,
            flushed: if drains {
                self.flushes(t).len() as u32
            } else {
                drained
            },
            drains: drains || self.model == Model::Sc,
            reads: SmallVec::new(),
        }
    }

    /// The store in the reader's own buffer that answers all its reads, if there is one.
    fn forwarded(&self, events: &impl Events, reader: &Reader) -> Option<MomentIdx> {
        let first = self.written(*reader.reads.first()?);
        let own = self.flushes(reader.thread).get(reader.flushed as usize..)?;
        let buffered = !reader.drains && own.contains(&first.moment);
        let newest = |w: &WriteIdx| {
            let written = self.written(*w);
            written.moment == first.moment
                && events.newest_own(written.place, reader.thread) == Some(*w)
        };
        (buffered && reader.reads.iter().all(newest)).then_some(first.moment)
    }

    /// The moments between which the reader's turn can stand in the present witness: after the first, before the second.
    /// `None`: there is no such place.
    fn room(&self, events: &impl Events, reader: &Reader) -> Option<Option<MomentIdx>> {
        let forwarded = self.forwarded(events, reader);
        let mut lower = self.label(reader.behind);
        let mut raise = |label: u64| lower = lower.max(label);
        let own = self.flushes(reader.thread);
        for m in &own[..reader.flushed as usize] {
            raise(self.label(*m));
        }
        let mut upper: Option<MomentIdx> = None;
        for &w in &reader.reads {
            let written = self.written(w);
            if Some(written.moment) != forwarded {
                raise(self.label(written.moment));
            }
            if forwarded.is_none() && !reader.drains && !mutant::is(Mutant::WitnessForgetsOwnStores)
            {
                let newest = events.newest_own(written.place, reader.thread);
                let label = newest.map_or(0, |own| self.label(self.written(own).moment));
                if label > self.label(written.moment) {
                    return None;
                }
            }
            let next = written.newer.map(|newer| self.written(newer).moment);
            let next = next.filter(|m| Some(*m) != reader.own);
            let next = next.filter(|_| !mutant::is(Mutant::WitnessReadsStale));
            if let Some(next) = next
                && upper.is_none_or(|upper| self.label(next) < self.label(upper))
            {
                upper = Some(next);
            }
        }
        match upper {
            Some(upper) if self.label(upper) <= lower => None,
            upper => Some(upper),
        }
    }

    /// Is there a witness in which the item also reads `w`?
    pub fn allows(&mut self, events: &impl Events, reader: Reader, w: WriteIdx) -> bool {
        let (answer, effort) = self.answer(events, reader, w);
        self.effort.add(effort);
        answer
    }

    /// The same; nobody counts the cost. A question that is given up counts as allowed: it is asked again, and told, when
    /// the item reads.
    pub fn would_allow(&self, events: &impl Events, reader: Reader, w: WriteIdx) -> bool {
        let (answer, effort) = self.answer(events, reader, w);
        answer || effort.given_up
    }

    fn answer(&self, events: &impl Events, mut reader: Reader, w: WriteIdx) -> (bool, Effort) {
        reader.reads.push(w);
        match self.is_last(&reader, w) || self.stays(events, &reader) {
            true => (true, Effort::default()),
            false => {
                let (order, effort) = self.another(events, Some(&reader));
                (order.is_some(), effort)
            }
        }
    }

    /// Is it the first read of an item, and of the last write?
    fn is_last(&self, reader: &Reader, w: WriteIdx) -> bool {
        reader.reads.len() == 1
            && reader.own.is_none()
            && self.tails[self.written(w).place.0 as usize] == w
    }

    /// Can it be inserted into the present witness?
    fn stays(&self, events: &impl Events, reader: &Reader) -> bool {
        match (reader.own, self.room(events, reader)) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(own), Some(upper)) => self.fits(reader, own, upper) || !self.has_writes(own),
        }
    }

    /// Does the turn that a reader has stand behind the writes that it reads, and before `upper`?
    fn fits(&self, reader: &Reader, own: MomentIdx, upper: Option<MomentIdx>) -> bool {
        let label = self.label(own);
        let mut reads = reader.reads.iter();
        upper.is_none_or(|upper| label < self.label(upper))
            && reads.all(|w| self.label(self.written(*w).moment) < label)
    }

    fn has_writes(&self, m: MomentIdx) -> bool {
        self.writes.iter().rev().any(|w| w.moment == m)
    }

    /// The newest item takes `w`; false if no witness has that.
    pub fn read(&mut self, events: &impl Events, mut reader: Reader, w: WriteIdx) -> bool {
        reader.reads.push(w);
        if self.newest_turn().spins {
            let item = ItemIdx(self.turns.len() as u32 - 1);
            self.lasts.push((item, w));
        }
        if self.is_last(&reader, w) {
            self.add_turn(None);
            return true;
        }
        if self.newest_turn().spins {
            let own = self.add_turn(None);
            reader.own = Some(own);
            return self.adopt_with(events, Some(&reader));
        }
        self.effort.inserted += 1;
        match (reader.own, self.room(events, &reader)) {
            (None, Some(upper)) => {
                self.add_turn(upper);
                return true;
            }
            (Some(own), Some(upper)) if self.stays(events, &reader) => {
                if !self.fits(&reader, own, upper) {
                    self.move_to(own, upper);
                }
                return true;
            }
            _ => {}
        }
        self.effort.inserted -= 1;
        if reader.own.is_none() {
            reader.own = Some(self.add_turn(None));
        }
        self.adopt_with(events, Some(&reader))
    }
}
