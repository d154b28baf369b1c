//! The order of a witness: a list of moments with labels that grow along it, and for each place a list of its writes.

use super::{BEGINNING, GAP, Kind, Moment, MomentIdx, Witness, Written};
use crate::graph::coherence::{ItemIdx, WriteIdx};
use threadproof_program::ThreadId;

impl Witness {
    /// Adds a moment, before another one or at the end.
    pub(super) fn insert(
        &mut self,
        (item, thread, kind): (ItemIdx, ThreadId, Kind),
        (behind, flushed): (MomentIdx, u32),
        before: Option<MomentIdx>,
    ) -> MomentIdx {
        let m = MomentIdx(self.moments.len() as u32);
        let older = match before {
            Some(newer) => self.moment(newer).older,
            None => self.last,
        };
        if before.is_some_and(|newer| self.label(newer) - self.label(older) < 2) {
            self.spread_labels();
        }
        let label = match before {
            Some(newer) => self.label(older).midpoint(self.label(newer)),
            None => self.label(older) + GAP,
        };
        let newer = before.unwrap_or(BEGINNING);
        self.moments.push(Moment {
            item,
            kind,
            thread,
            behind,
            flushed,
            label,
            older,
            newer,
        });
        self.moments[older.0 as usize].newer = m;
        match before {
            Some(newer) => self.moments[newer.0 as usize].older = m,
            None => self.last = m,
        }
        m
    }

    /// All moments in their order.
    pub fn in_order(&self) -> impl Iterator<Item = (ItemIdx, Kind)> + '_ {
        let after = |m: MomentIdx| Some(self.moment(m).newer).filter(|m| *m != BEGINNING);
        let all = std::iter::successors(after(BEGINNING), move |m| after(*m));
        all.map(|m| (self.moment(m).item, self.moment(m).kind))
    }

    /// Gives all moments new labels, with room between them.
    pub(super) fn spread_labels(&mut self) {
        let (mut m, mut label) = (BEGINNING, 0);
        loop {
            self.moments[m.0 as usize].label = label;
            m = self.moments[m.0 as usize].newer;
            label += GAP;
            if m == BEGINNING {
                return;
            }
        }
    }

    /// Puts a write into the order of its place, behind another one.
    pub(super) fn link(&mut self, w: WriteIdx, older: Option<WriteIdx>) {
        let p = self.written(w).place;
        let newer = older.and_then(|older| self.writes[older.0 as usize].newer.replace(w));
        match newer {
            Some(newer) => self.writes[newer.0 as usize].older = Some(w),
            None => self.tails[p.0 as usize] = w,
        }
        let written = &mut self.writes[w.0 as usize];
        (written.older, written.newer) = (older, newer);
    }

    /// Moves a turn without writes before another moment, or to the end.
    pub(super) fn move_to(&mut self, m: MomentIdx, before: Option<MomentIdx>) {
        if before == Some(m) {
            return;
        }
        self.unlink(m);
        if before.is_some_and(|b| self.label(b) - self.label(self.moment(b).older) < 2) {
            self.spread_labels();
        }
        let older = before.map_or(self.last, |b| self.moment(b).older);
        let label = match before {
            Some(newer) => self.label(older).midpoint(self.label(newer)),
            None => self.label(older) + GAP,
        };
        self.moments[older.0 as usize].newer = m;
        match before {
            Some(newer) => self.moments[newer.0 as usize].older = m,
            None => self.last = m,
        }
        let moment = &mut self.moments[m.0 as usize];
        (moment.label, moment.older) = (label, older);
        moment.newer = before.unwrap_or(BEGINNING);
    }

    /// Takes a moment out.
    pub(super) fn unlink(&mut self, m: MomentIdx) {
        let Moment { older, newer, .. } = *self.moment(m);
        self.moments[older.0 as usize].newer = newer;
        match newer {
            BEGINNING => self.last = older,
            newer => self.moments[newer.0 as usize].older = older,
        }
    }

    /// Makes an order of all moments the witness.
    pub(super) fn adopt(&mut self, order: &[MomentIdx]) {
        let mut older = BEGINNING;
        for (at, &m) in order.iter().enumerate() {
            self.moments[older.0 as usize].newer = m;
            let moment = &mut self.moments[m.0 as usize];
            (moment.older, moment.label) = (older, (at as u64 + 1) * GAP);
            older = m;
        }
        self.moments[older.0 as usize].newer = BEGINNING;
        self.last = older;
        let mut writes: Vec<WriteIdx> = (0..self.writes.len() as u32).map(WriteIdx).collect();
        writes.sort_by_key(|w| self.label(self.written(*w).moment));
        for w in writes {
            let Written { place, moment, .. } = *self.written(w);
            let written = &mut self.writes[w.0 as usize];
            (written.older, written.newer) = (None, None);
            match moment {
                BEGINNING => self.tails[place.0 as usize] = w,
                _ => self.link(w, Some(self.tails[place.0 as usize])),
            }
        }
    }

    /// Takes back all but the first items, writes and places.
    pub fn truncate(&mut self, items: usize, writes: usize, places: usize) {
        while writes < self.writes.len() {
            let w = self.writes.pop().expect("checked by the loop");
            if let Some(newer) = w.newer {
                self.writes[newer.0 as usize].older = w.older;
            }
            if let Some(older) = w.older {
                self.writes[older.0 as usize].newer = w.newer;
                if w.newer.is_none() {
                    self.tails[w.place.0 as usize] = older;
                }
            }
        }
        self.tails.truncate(places);
        while let Some(newest) = self.moments[1..].last()
            && items <= newest.item.0 as usize
        {
            let m = MomentIdx(self.moments.len() as u32 - 1);
            if newest.kind != Kind::Turn {
                self.flushes[newest.thread.index()].pop();
            }
            self.unlink(m);
            self.moments.pop();
        }
        self.turns.truncate(items);
        self.problem.get_mut().truncate(items, writes);
        while self
            .lasts
            .last()
            .is_some_and(|(item, _)| items <= item.0 as usize)
        {
            self.lasts.pop();
        }
    }
}
