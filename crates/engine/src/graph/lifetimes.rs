//! Objects and threads begin and end.

use super::event_graph::{Graph, Thread, Undo};
use super::happens_before::Strength;
use super::perform::ended_only;
use super::plan::Plans;
use crate::ReasonKind;
use crate::host::memory_limit::{self, Lack};
use crate::host::names::Status;
use crate::host::objects::{Life, ObjectIdx};
use threadproof_program::{
    Access, ErrorKind, Init, Op, Response, SiteId, Storage, ThreadId, address,
};

impl Graph<'_> {
    pub(super) fn allocate(
        &mut self,
        t: ThreadId,
        op: Op,
        (size, storage, init, site): (u64, Storage, Init, SiteId),
    ) {
        let (limits, wish) = (&self.config.limits, (t, size, storage));
        match memory_limit::look(&self.objects, limits, self.bytes, wish) {
            Ok(()) => (),
            Err(Lack::Stack(message)) => return self.fail(t, ErrorKind::StackOverflow, message),
            Err(Lack::Memory(message)) => return self.refuse(t, ReasonKind::Memory, message),
        }
        let wish = (size, storage, init, site);
        let (object, base) = self.objects.allocate(t, wish, &mut self.memory);
        self.bytes += size;
        self.journal.push(Undo::Allocate(object));
        self.respond(t, op, Response::value(base), None);
    }

    pub(super) fn free(&mut self, t: ThreadId, op: Op, at: u64) {
        let object = match self.objects.to_free(at) {
            Ok(object) => object,
            Err(fault) => return self.fault(t, op, *fault),
        };
        self.end_object(t, object);
        self.objects.set_life(object, Life::Dead);
        self.journal.push(Undo::Free(object));
        self.respond(t, op, Response::NONE, None);
    }

    pub(super) fn release(&mut self, t: ThreadId, op: Op, count: u32) {
        for _ in 0..count {
            if let Some(object) = self.objects.release(t) {
                self.journal.push(Undo::Release(object));
                self.end_object(t, object);
            }
        }
        self.respond(t, op, Response::NONE, None);
    }

    /// An access that does not happen before the end of its object may as well come after it.
    fn end_object(&mut self, t: ThreadId, object: ObjectIdx) {
        let record = *self.objects.get(object);
        let granules = record.base / 8..(record.base + record.size).div_ceil(8);
        for granule in granules {
            let Some(places) = self.layout.get(&granule) else {
                continue;
            };
            let newest = self.newest();
            let me = self.item(newest).thread;
            let late = places.iter().find_map(|p| {
                let place = &self.places[p.0 as usize];
                Some((*p, place.unordered(self.known(), me, |_| true)?))
            });
            if let Some((p, (other, nth))) = late {
                let message = self.late_words(other, nth, p);
                let locations = self.run.locations(t);
                return self.report(t, ErrorKind::UseAfterFree, message, locations);
            }
        }
    }

    pub(super) fn spawn(
        &mut self,
        t: ThreadId,
        op: Op,
        body: u64,
        argument: u64,
        plans: &mut Plans,
    ) {
        let thread = self.change_thread(t);
        thread.spawned += 1;
        let nth = thread.spawned;
        if self.names.threads() >= address::MAX_THREADS {
            let message = format!("more than {} threads", address::MAX_THREADS);
            return self.refuse(t, ReasonKind::Unsupported, message);
        }
        let child = self.names.child(t, nth);
        if self.threads.len() <= child.index() {
            self.threads.resize(child.index() + 1, None);
        }
        let mut thread = Thread::new(self.newest());
        if self.relaxed {
            thread.knowledge = self.create_knowledge();
        }
        self.threads[child.index()] = Some(thread);
        self.objects.add_block(child, &mut self.memory);
        self.journal.push(Undo::Create(child));
        self.note_spawn(t, op, child);
        self.run.resume(t, Response::value(u64::from(child.0)));
        self.run.create(child, body, argument);
        self.settle(child, false, plans);
    }

    /// The end of a thread is a write to its block, which joins wait for.
    pub(super) fn exit(&mut self, t: ThreadId, op: Op) {
        self.note(t, op, Response::NONE, None);
        let at = ended_only(Access {
            address: address::thread_block(t),
            size: 8,
        });
        let granule = self.objects.resolve(at, true);
        let granule = granule.expect("every thread has a block");
        if let Some(p) = self.place(t, at, granule)
            && let value = (address::THREAD_EXITED, 0xff)
            && let Some(written) = self.add_write(t, p, value, Strength::Synchronises)
        {
            if self.relaxed {
                self.writes[written.0 as usize].message = self.last_message(t);
            }
            self.note_write(written);
        }
        self.stop(t, Status::Exited);
    }
}
