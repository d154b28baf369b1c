//! The graph's record for people: the operations of an execution that is to be shown, the places of races, and
//! the places where an ordering was taken for another one.

use super::coherence::{Marks, PlaceIdx, WriteIdx};
use super::event_graph::Graph;
use crate::host::memory::byte_mask;
use crate::options::Model;
use crate::outcome::{Other, Treatment};
use rustc_hash::FxHashMap;
use threadproof_program::{Access, LoadOrder, Op, RmwOrder, StoreOrder, ThreadId};

/// The places of operations in the log.
#[derive(Default)]
pub(super) struct LogIndex {
    pub writes: FxHashMap<WriteIdx, usize>,
    /// The newest write of a thread that was alone.
    pub alone: FxHashMap<Access, usize>,
    pub ends: FxHashMap<ThreadId, usize>,
}

impl Graph<'_> {
    /// Notes where an ordering is taken for another: relaxed accesses are strengthened, sequentially
    /// consistent ones weakened. Accesses inside the library do not count.
    #[inline]
    pub(super) fn note_order(&mut self, t: ThreadId, op: Op) {
        if self.model == Model::Ra
            && let Some(treatment) = treatment(op)
            && self.thread(t).sections == 0
        {
            self.note_treatment(t, treatment);
        }
    }

    fn note_treatment(&mut self, t: ThreadId, treatment: Treatment) {
        let Some(location) = self.host.run.location(t) else {
            return;
        };
        if !self.treated.contains_key(&location) {
            let own = !self.host.run.in_library(t);
            self.treated.insert(location, own.then_some(treatment));
        }
    }

    /// The last operation of the record made this write.
    pub(super) fn note_write(&mut self, written: WriteIdx) {
        let before = self
            .preceding
            .take()
            .and_then(|w| self.log_index.writes.get(&w).copied());
        if let Some(record) = &mut self.host.record {
            self.log_index.writes.insert(written, record.ops.len() - 1);
            if let Some(logged) = record.ops.last_mut() {
                logged.overwrites = Some(before);
            }
        }
    }

    /// The write that a new one by the newest item comes right after, as far as anybody can know: the
    /// one that it updates, or the newest in its past if there is a single one.
    pub(super) fn look_back(&mut self, p: PlaceIdx, updated: Option<WriteIdx>) {
        if self.host.record.is_none() {
            return;
        }
        self.preceding = updated.or_else(|| {
            let happened = self.known();
            let place = &self.places[p.0 as usize];
            let known: Vec<WriteIdx> = place.visible(happened).collect();
            let mut newest = Vec::new();
            let marks = &mut Marks::default();
            place.readable(happened, &self.writes, marks, &mut newest);
            newest.retain(|w| known.contains(w));
            let single = newest.len() == 1;
            newest.pop().filter(|_| single)
        });
    }

    /// An access of another thread's item, with its place if a record says it.
    pub(super) fn other_access(&self, other: ThreadId, nth: u32, p: PlaceIdx) -> Other {
        let at = self.places[p.0 as usize].at;
        let ops = self.host.record.iter().flat_map(|record| &record.ops);
        let mut ops = ops.filter(|logged| logged.item == (other, nth));
        let overlaps =
            |a: Access| a.address / 8 == at.address / 8 && byte_mask(a) & byte_mask(at) != 0;
        let logged = ops.find(|logged| logged.op.access().is_some_and(overlaps));
        let place = logged.and_then(|logged| logged.locations.first());
        Other {
            thread: self.host.names.name(other),
            location: place.map(|id| self.host.program.source().location(*id)),
        }
    }
}

fn treatment(op: Op) -> Option<Treatment> {
    let (relaxed, strict) = match op {
        Op::Load { order, .. } => (order == LoadOrder::Relaxed, order == LoadOrder::SeqCst),
        Op::Store { order, .. } => (order == StoreOrder::Relaxed, order == StoreOrder::SeqCst),
        Op::Rmw { order, .. } => (
            !(order.acquires() && order.releases()),
            order == RmwOrder::SeqCst,
        ),
        Op::CompareExchange {
            success, failure, ..
        } => (
            !(success.acquires() && success.releases()) || failure == LoadOrder::Relaxed,
            success == RmwOrder::SeqCst || failure == LoadOrder::SeqCst,
        ),
        _ => (false, false),
    };
    match (relaxed, strict) {
        (_, true) => Some(Treatment::Weakened),
        (true, _) => Some(Treatment::Strengthened),
        _ => None,
    }
}
