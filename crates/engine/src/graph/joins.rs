//! The ends of threads, and joins.
//!
//! A thread ends once, and a join of it waits for that and nothing else. So an end is no write, and a join takes nothing:
//! it adds the last item of the thread to its past. A program can also ask whether a thread has
//! ended without waiting for it. Then the search begins again, and ends are writes to the threads' blocks.

use super::coherence::ItemIdx;
use super::event_graph::{Graph, mix};
use super::happens_before::Strength;
use super::perform::ended_only;
use crate::host::Execution;
use threadproof_program::{Access, Guard, Op, Response, ThreadId, Wait, address};

impl Graph<'_> {
    /// The thread that a guarded read of `t` joins, if that is no access to memory.
    pub(super) fn joined(&self, t: ThreadId, at: Access, guard: Guard) -> Option<ThreadId> {
        let whole = at.address.is_multiple_of(address::THREAD_BLOCK_SIZE);
        let join = guard.why == Wait::Join && whole && !self.cuts.ends_are_writes;
        let other = address::block_owner(at.address).filter(|_| join)?;
        (self.exists(other) && self.thread(t).sections == 0).then_some(other)
    }

    /// The newest item, of `t`, joins a thread that has ended.
    pub(super) fn join(&mut self, t: ThreadId, (op, at): (Op, Access), other: ThreadId) {
        let last = self.thread(other).last;
        self.learn(last);
        if self.relaxed {
            self.learn_end(other);
        }
        let past = self.item(last).name;
        let top = self.top();
        top.name = mix(top.name, mix(past, 1));
        self.join_moment(other, last);
        let value = address::THREAD_EXITED | self.bookkeeping(at);
        let response = Response::value(value);
        if self.host.record.is_some() {
            let mut logged = self.logged(t, &op, response, None);
            logged.reads_from = Some(self.log_index.ends.get(&other).copied());
            self.add_to_log(logged);
        }
        self.host.run.resume(t, response);
    }

    /// The newest item ends `t`.
    pub(super) fn end_thread(&mut self, t: ThreadId) {
        match self.cuts.ends_are_writes {
            true => self.write_end(t),
            false => self.end_moment(t),
        }
        if let Some(record) = &self.host.record {
            self.log_index.ends.insert(t, record.ops.len() - 1);
        }
    }

    fn write_end(&mut self, t: ThreadId) {
        let at = ended_only(Access {
            address: address::thread_block(t),
            size: 8,
        });
        let granule = self.host.objects.resolve(at, true);
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
    }

    /// Does an access look at the end of a thread, which is no write?
    pub(super) fn hides_end(&self, at: Access) -> bool {
        at.address < address::STATICS
            && !self.cuts.ends_are_writes
            && address::block_owner(at.address).is_some()
    }

    /// A thread reads whether another one has ended: the search begins again, with ends as writes.
    pub(super) fn make_ends_writes(&mut self) {
        self.cuts.ends_are_writes = true;
        self.refined = true;
        self.infeasible = true;
    }

    /// The bookkeeping that a join reads with the end of a thread, where it belongs in the value.
    pub(super) fn bookkeeping(&self, at: Access) -> u64 {
        if ended_only(at) == at {
            return 0;
        }
        let rest = Access {
            address: at.address + 4,
            size: 4,
        };
        let granule = self.host.objects.resolve(rest, false);
        granule.map_or(0, |granule| self.host.memory.read(granule, rest) << 32)
    }

    /// With one memory: the end of a thread, at the latest with the newest item.
    fn end_moment(&mut self, t: ThreadId) {
        if let Some(witness) = &mut self.witness {
            witness.end(t);
        }
    }
    fn join_moment(&mut self, other: ThreadId, last: ItemIdx) {
        if let Some(witness) = &mut self.witness {
            witness.join(other, last);
        }
    }
}
