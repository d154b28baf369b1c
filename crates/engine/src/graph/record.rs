//! What the graph tells people: the record of an execution that is to be shown, places of races, and
//! where orderings were taken for others.

use super::coherence::{Marks, PlaceIdx, WriteIdx};
use super::event_graph::Graph;
use super::perform::touches;
use crate::host::memory::{byte_mask, extract};
use crate::machine::Deed;
use crate::trace::StepIdx;
use crate::verdict::Treatment;
use threadproof_program::{
    Access, LoadOrder, Op, Response, RmwOrder, StoreOrder, ThreadId, address,
};

impl Graph<'_> {
    /// Notes where an ordering is taken for another: relaxed accesses are strengthened, sequentially
    /// consistent ones weakened. What the library does inside is nobody's business.
    #[inline]
    pub(super) fn note_order(&mut self, t: ThreadId, op: Op) {
        if !self.relaxed
            && let Some(treatment) = treatment(op)
            && self.thread(t).sections == 0
        {
            self.note_treatment(t, treatment);
        }
    }

    fn note_treatment(&mut self, t: ThreadId, treatment: Treatment) {
        let Some(&location) = self.run.locations(t).first() else {
            return;
        };
        if !self.treated.contains_key(&location) {
            let own = self.run.library(t).is_none();
            self.treated.insert(location, own.then_some(treatment));
        }
    }

    /// Keeps what the front end takes for granted.
    pub(super) fn remark(&mut self, t: ThreadId, op: Op) {
        let message = self.message(t);
        self.remarks.add(message, &self.run.locations(t));
        self.respond(t, op, Response::NONE, None);
    }

    /// Adds an operation to the record, if there is one; before the thread goes on.
    #[inline]
    pub(super) fn note(
        &mut self,
        t: ThreadId,
        op: Op,
        response: Response,
        source: Option<WriteIdx>,
    ) {
        if self.record.is_some() {
            self.note_deed(t, op, response, source, None);
        }
    }
    pub(super) fn note_spawn(&mut self, t: ThreadId, op: Op, child: ThreadId) {
        if self.record.is_some() {
            let response = Response::value(u64::from(child.0));
            self.note_deed(t, op, response, None, Some(child));
        }
    }
    /// The last operation of the record made this write.
    pub(super) fn note_write(&mut self, written: WriteIdx) {
        let before = self
            .preceding
            .take()
            .and_then(|w| self.deeds.get(&w).copied());
        if let Some(record) = &mut self.record {
            self.deeds.insert(written, record.deeds.len() - 1);
            if let Some(deed) = record.deeds.last_mut() {
                deed.overwrites = Some(before);
            }
        }
    }

    /// The write that a new one by the newest item comes right after, as far as anybody can know: the
    /// one that it updates, or the newest in its past if there is a single one.
    pub(super) fn look_back(&mut self, p: PlaceIdx, updated: Option<WriteIdx>) {
        if self.record.is_none() {
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

    fn note_deed(
        &mut self,
        t: ThreadId,
        op: Op,
        response: Response,
        source: Option<WriteIdx>,
        other: Option<ThreadId>,
    ) {
        let place = match op {
            Op::Free { address } => Some(address),
            Op::Allocate { .. } => Some(response.value),
            _ => op.access().map(|at| at.address),
        };
        let found = place.and_then(|a| Some((a, self.objects.find(a)?)));
        let object = found.map(|(a, o)| {
            let object = self.objects.get(o);
            (object.name, a - object.base)
        });
        let text = matches!(op, Op::Print).then(|| {
            let peek = |a: u64| self.peek(t, a);
            self.run.printed(t, &peek)
        });
        let item = self.item(self.newest());
        let deed = Deed {
            thread: t,
            op,
            response,
            locations: self.run.locations(t),
            library: self.run.library(t),
            object,
            other: other.or_else(|| {
                let owner = address::block_owner(place?)?;
                // A wild pointer can name a thread that never was.
                (owner.index() < self.names.threads()).then_some(owner)
            }),
            text,
            flush: false,
            buffered: false,
            failed: false,
            reads_from: source.map(|s| self.deeds.get(&s).copied()),
            item: (item.thread, item.nth),
            overwrites: None,
            step: self.items.len().checked_sub(2).map(|at| StepIdx(at as u32)),
        };
        let record = self.record.as_mut().expect("checked by the callers");
        record.deeds.push(deed);
    }

    /// The words of a thread that fails or stops.
    pub fn message(&self, t: ThreadId) -> String {
        self.run.message(t, &|address| self.peek(t, address))
    }

    /// A byte of memory as a thread sees it last.
    fn peek(&self, t: ThreadId, address: u64) -> Option<u8> {
        let at = Access { address, size: 1 };
        let granule = self.objects.resolve(at, false).ok()?;
        let places = self.layout.get(&(address / 8)).into_iter().flatten();
        let mut places = places.map(|p| &self.places[p.0 as usize]);
        let Some(place) = places.find(|place| touches(place.at, address)) else {
            return Some(extract(self.memory.get(granule).value, at) as u8);
        };
        let newest = place
            .visible(self.known_to(t))
            .max()
            .unwrap_or(place.writes[0]);
        let value = self.write(newest).value;
        Some((value >> (8 * (address - place.at.address))) as u8)
    }

    /// Words for a race with an access of another thread's item.
    pub(super) fn race_words(&self, other: ThreadId, nth: u32, p: PlaceIdx) -> String {
        let who = self.who(other, nth, p);
        format!("this access and one by {who} are not ordered")
    }

    /// Words for an access that is not ordered with the end of its object.
    pub(super) fn late_words(&self, other: ThreadId, nth: u32, p: PlaceIdx) -> String {
        let who = self.who(other, nth, p);
        format!("the object ends here, but an access by {who} may come later")
    }

    /// A thread, and the place of its access if a record says it.
    fn who(&self, other: ThreadId, nth: u32, p: PlaceIdx) -> String {
        let at = self.places[p.0 as usize].at;
        let deeds = self.record.iter().flat_map(|record| &record.deeds);
        let mut deeds = deeds.filter(|deed| deed.item == (other, nth));
        let overlaps =
            |a: Access| a.address / 8 == at.address / 8 && byte_mask(a) & byte_mask(at) != 0;
        let deed = deeds.find(|deed| deed.op.access().is_some_and(overlaps));
        let place = deed.and_then(|deed| deed.locations.first());
        let place = place.map(|id| self.program.source().location(*id));
        let place = place.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line));
        format!("{}{place}", self.names.name(other))
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
