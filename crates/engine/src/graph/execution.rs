//! The graph as an execution: the points at which it differs from a machine.

use super::coherence::{Place, WriteIdx};
use super::event_graph::{Graph, Thread, Undo};
use super::perform::touches;
use crate::host::memory::{GranuleIdx, extract};
use crate::host::names::{Status, StepIdx};
use crate::host::objects::ObjectIdx;
use crate::host::op_log::LoggedOp;
use crate::host::{Execution, Failure, Halt, Host};
use crate::outcome::Detail;
use threadproof_program::{Access, ErrorKind, Op, Response, ThreadId};

impl<'p> Execution<'p> for Graph<'p> {
    type Undo = Undo;

    #[inline(always)]
    fn host(&self) -> &Host<'p, Undo> {
        &self.host
    }
    #[inline(always)]
    fn host_mut(&mut self) -> &mut Host<'p, Undo> {
        &mut self.host
    }

    fn waiting(&self) -> Vec<ThreadId> {
        let waits = |t: &ThreadId| self.halt(*t) == Some(Halt::Waiting);
        self.left.iter().filter(waits).collect()
    }

    fn stop(&mut self, t: ThreadId, status: Status) {
        self.change_thread(t).status = status;
        if status == Status::Exited {
            self.left.remove(t);
        }
    }

    fn change_sections(&mut self, t: ThreadId) -> &mut u32 {
        &mut self.change_thread(t).sections
    }

    fn change_children(&mut self, t: ThreadId) -> &mut u32 {
        &mut self.change_thread(t).spawned
    }

    fn resume(&mut self, t: ThreadId, response: Response) {
        self.host.run.resume(t, response);
    }

    fn add_thread(&mut self, _: ThreadId, child: ThreadId) {
        if self.threads.len() <= child.index() {
            self.threads.resize(child.index() + 1, None);
        }
        let mut thread = Thread::new(self.newest());
        if self.relaxed {
            thread.knowledge = self.create_knowledge();
        }
        self.threads[child.index()] = Some(thread);
        self.left.insert(child);
        self.host.objects.add_block(child, &mut self.host.memory);
        self.host.journal.push(Undo::Create(child));
    }

    fn exit(&mut self, t: ThreadId) {
        self.note(t, &Op::Exit, Response::NONE, None);
        self.end_thread(t);
        self.change_thread(t).ended = true;
        self.stop(t, Status::Exited);
    }

    /// An access that does not happen before the end of its object may as well come after it.
    fn end_object(&mut self, t: ThreadId, object: ObjectIdx) {
        if self.ends_unseen(t, object) {
            return;
        }
        self.give_up_if_outdated();
        let record = *self.host.objects.get(object);
        if self.witness.is_some() {
            self.ends
                .push((self.newest(), record.base..record.base + record.size));
        }
        let granules = record.base / 8..(record.base + record.size).div_ceil(8);
        for granule in granules {
            let Some(places) = self.layout.get(&granule) else {
                continue;
            };
            let newest = self.newest();
            let me = self.item(newest).thread;
            if self.witness.is_some() {
                self.end_with_one_memory(t, &places.clone());
                continue;
            }
            let late = places.iter().find_map(|p| {
                let place = &self.places[p.0 as usize];
                Some((*p, place.unordered(self.known(), me, |_| true)?))
            });
            if let Some((p, (other, nth))) = late {
                let other = self.other_access(other, nth, p);
                let detail = Detail::EndsTooEarly { other };
                return self.report_at(t, ErrorKind::UseAfterFree, detail);
            }
        }
    }

    fn has_joined_all_others(&self, t: ThreadId) -> bool {
        self.is_alone(t)
    }

    fn write_unseen(&mut self, granule: GranuleIdx, at: Access, value: u64, defined: u8) {
        self.host.write(granule, at, value, defined);
    }

    /// Accesses that no order keeps from the end of their object are found at that end.
    fn note_fault(&mut self, op: &Op, _: GranuleIdx) {
        if let Some(at) = op.access() {
            self.check_section_after_end(at);
        }
    }

    /// The newest write that the thread knows has the byte.
    fn remains(&self, t: ThreadId, granule: GranuleIdx, address: u64) -> u8 {
        self.byte(granule, address, |place| {
            let newest = place.visible(self.known_to(t)).max();
            newest.unwrap_or(place.writes[0])
        })
    }

    fn left_behind(&self, granule: GranuleIdx, address: u64) -> u8 {
        self.byte(granule, address, |place| {
            let newest = place.writes.iter().max();
            newest.copied().unwrap_or(place.writes[0])
        })
    }

    fn add_to_log(&mut self, logged: LoggedOp) {
        let item = self.item(self.newest());
        let logged = LoggedOp {
            item: (item.thread, item.nth),
            step: self.items.len().checked_sub(2).map(|at| StepIdx(at as u32)),
            ..logged
        };
        if let Some(record) = &mut self.host.record {
            record.ops.push(logged);
        }
    }
}

impl Graph<'_> {
    /// A byte of the write that `choose` takes of its place.
    fn byte(&self, granule: GranuleIdx, address: u64, choose: impl Fn(&Place) -> WriteIdx) -> u8 {
        let places = self.layout.get(&(address / 8)).into_iter().flatten();
        let mut places = places.map(|p| &self.places[p.0 as usize]);
        match places.find(|place| touches(place.at, address)) {
            None => {
                let at = Access { address, size: 1 };
                extract(self.host.memory.get(granule).value, at) as u8
            }
            Some(place) => {
                let value = self.write(choose(place)).value;
                (value >> (8 * (address - place.at.address))) as u8
            }
        }
    }

    /// Notes a bug of the operation at which `t` stands; the thread goes on.
    pub(super) fn report_at(&mut self, t: ThreadId, kind: ErrorKind, detail: Detail) {
        let locations = self.host.run.locations(t);
        self.host.report(Failure {
            kind,
            detail,
            thread: t,
            locations,
        });
    }

    /// Adds a read to the record, if there is one, with the write that it takes.
    #[inline]
    pub(super) fn note_read(
        &mut self,
        t: ThreadId,
        op: &Op,
        response: Response,
        source: Option<WriteIdx>,
    ) {
        if self.host.record.is_some() {
            let logged = LoggedOp {
                reads_from: source.map(|s| self.log_index.writes.get(&s).copied()),
                ..self.logged(t, op, response, None)
            };
            self.add_to_log(logged);
        }
    }
}
