//! Ends of objects, under models with one memory.
//!
//! An access that is not in the past of the end can come after it. Take back the access and all that follows from it: the
//! rest has a witness, which contains the end, and the access comes last. So the graph is shown as it is without these
//! items, and then the access fails.
//!
//! A store in a buffer may reach memory after an end that has the store in its past, under PSO. Whether it can is not
//! decided here: such programs are left to `optimal`.

use super::coherence::{Known, PlaceIdx, WRITES};
use super::event_graph::Graph;
use crate::host::Failure;
use crate::options::Model;
use crate::outcome::{Detail, GraphFeature};
use threadproof_program::{ErrorKind, ThreadId};

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
                Some(late) => return self.report_late(late, p),
                None if stored => self.host.obstruct(t, GraphFeature::StoreToEndedObject),
                None => {}
            }
        }
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
