//! Ends of objects, under models with one memory.
//!
//! An access that is not in the past of the end can come after it. Take back the access and all that follows from it: the
//! rest has a witness, which contains the end, and the access comes last. So the graph is shown as it is without these
//! items, and then the access fails.
//!
//! An atomic section comes after an end as a whole. So if it has taken its way to the object from a write that is overwritten
//! before the end, it comes before the end, and its accesses are right.
//!
//! A store in a buffer may reach memory after an end that has the store in its past, under PSO. Whether it can is not
//! decided here: such programs are left to `optimal`.

use super::coherence::{ItemIdx, Known, Marks, PlaceIdx, WRITES};
use super::event_graph::Graph;
use crate::clock;
use crate::host::Failure;
use crate::options::Model;
use crate::outcome::{Detail, GraphFeature};
use threadproof_program::{Access, ErrorKind, ThreadId};

impl Graph<'_> {
    /// The newest item, one of `t`, ends an object that has these places.
    pub(super) fn end_with_one_memory(&mut self, t: ThreadId, places: &[PlaceIdx]) {
        let me = self.item(self.newest()).thread;
        for &p in places {
            let place = &self.places[p.0 as usize];
            let past = Known {
                clock: self.clock(self.newest()),
                shift: 0,
            };
            let late = place.unordered(past, me, |_| true);
            let unordered = match self.relaxed {
                true => place.unordered(self.known(), me, |_| true),
                false => None,
            };
            let stored = self.model == Model::Pso
                && (place.unordered(self.known(), me, |kind| kind & WRITES != 0)).is_some();
            if let Some((other, nth)) = unordered.filter(|_| self.looks_for_races()) {
                let other = self.other_access(other, nth, p);
                return self.report_at(t, ErrorKind::DataRace, Detail::Race { other });
            }
            match late {
                Some((other, nth)) => {
                    let item = self.of_thread[other.index()][nth as usize - 1];
                    if !self.can_follow(item, self.newest()) {
                        return self.host.obstruct(t, GraphFeature::SectionBeforeEnd);
                    }
                    return self.report_late((other, nth), p);
                }
                None if stored => self.host.obstruct(t, GraphFeature::StoreToEndedObject),
                None => {}
            }
        }
    }

    /// The newest item accesses an object that has ended. A section that has to come before the end is impossible here. If
    /// another item has taken the write that shows this, a plan lets the section come first; else nobody knows of that order.
    pub(super) fn check_section_after_end(&mut self, at: Access) {
        let newest = self.newest();
        let mut ends = self.ends.iter().rev();
        let Some((end, _)) = ends.find(|(_, object)| object.contains(&at.address)) else {
            return;
        };
        if self.can_follow(newest, *end) {
            return;
        }
        let mut sources = self.item(newest).sources.iter().flatten();
        if sources.all(|w| self.write(*w).taken.is_none()) {
            let t = self.item(newest).thread;
            self.host.obstruct(t, GraphFeature::SectionBeforeEnd);
        }
        self.infeasible = true;
    }

    /// Can an item come after an end, with all that it reads outside of places that it has written itself?
    fn can_follow(&self, item: ItemIdx, end: ItemIdx) -> bool {
        if !self.item(item).section {
            return true;
        }
        let mut clock = self.clock(item).to_vec();
        clock::join_wider(&mut clock, self.clock(end));
        let known = Known {
            clock: &clock,
            shift: 0,
        };
        let mut marks = Marks::default();
        let sources = self.item(item).sources.iter().flatten();
        sources.copied().all(|w| {
            let place = &self.places[self.write(w).place.0 as usize];
            let own = place
                .writes
                .iter()
                .any(|w| self.write(*w).item == Some(item));
            own || place.is_readable(known, w, &self.writes, &mut marks)
        })
    }

    fn looks_for_races(&self) -> bool {
        self.host.looks_for(ErrorKind::DataRace)
    }

    /// An access of another thread comes after the end of its object in some execution.
    fn report_late(&mut self, late: (ThreadId, u32), p: PlaceIdx) {
        if self.late.is_none() && self.host.looks_for(ErrorKind::UseAfterFree) {
            self.late = Some(late);
            let other = self.other_access(late.0, late.1, p);
            self.host.report(Failure {
                kind: ErrorKind::UseAfterFree,
                detail: Detail::EndsTooEarly { other },
                thread: late.0,
                locations: Vec::new(),
            });
        }
    }
}
