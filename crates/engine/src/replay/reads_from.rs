//! The reads-from class of an execution with store buffers, as tests compare it.
//!
//! The record of an execution says when each store reached memory, so the source of every byte that is read follows
//! from it: the newest store in the reader's own buffer, or the newest one in memory.

use crate::host::names::Names;
use crate::host::op_log::{LoggedOp, OpLog};
use rustc_hash::FxHashMap;
use threadproof_program::{Access, Op, ThreadId, address};

/// A write, by its thread and its number among the writes of the thread.
type Source = (ThreadId, u32);

#[derive(Default)]
struct Replay {
    memory: FxHashMap<u64, Source>,
    /// The stores of each thread that are on their way.
    buffers: FxHashMap<ThreadId, Vec<(Access, u32)>>,
    written: FxHashMap<ThreadId, u32>,
    /// The sources of all bytes that each thread read.
    seen: FxHashMap<ThreadId, Vec<Option<Source>>>,
}

/// Every read of every thread in its order, with the writes that it sees.
pub fn class(record: &OpLog, names: &Names) -> Vec<u32> {
    let mut replay = Replay::default();
    for logged in record.ops.iter().filter(|logged| !logged.failed) {
        replay.follow(logged);
    }
    let path = |t: ThreadId| names.path(names.of_thread(t));
    let mut threads: Vec<_> = replay.seen.into_iter().collect();
    threads.sort_by_key(|(t, _)| path(*t));
    // Never empty, even if nothing is read.
    let mut class = vec![u32::MAX];
    for (t, sources) in threads {
        class.extend(path(t));
        class.push(u32::MAX);
        for source in sources {
            if let Some((writer, nth)) = source {
                class.extend(path(writer));
                class.push(nth);
            }
            class.push(u32::MAX);
        }
    }
    class
}

impl Replay {
    fn follow(&mut self, logged: &LoggedOp) {
        let t = logged.thread;
        let Some(at) = logged.op.access() else {
            if let Op::Choice { .. } = logged.op {
                let option = Some((t, logged.response.value as u32));
                self.seen.entry(t).or_default().push(option);
            }
            return;
        };
        if address::block_owner(at.address).is_some() {
            return;
        }
        if logged.flush {
            return self.flush(t, at);
        }
        if !matches!(logged.op, Op::Store { .. }) {
            self.read(t, at);
        }
        if logged.op.written(logged.response.value).is_some() {
            let count = self.written.entry(t).or_default();
            *count += 1;
            let nth = *count;
            match logged.buffered {
                true => self.buffers.entry(t).or_default().push((at, nth)),
                false => self.write(at, (t, nth)),
            }
        }
    }

    fn read(&mut self, t: ThreadId, at: Access) {
        let own = self.buffers.get(&t);
        let bytes = at.address..at.address + u64::from(at.size);
        let sources = bytes.map(|byte| {
            let covers = |(at, _): &&(Access, u32)| {
                (at.address..at.address + u64::from(at.size)).contains(&byte)
            };
            let newest = own.into_iter().flatten().rev().find(covers);
            let own = newest.map(|(_, nth)| (t, *nth));
            own.or_else(|| self.memory.get(&byte).copied())
        });
        let sources: Vec<_> = sources.collect();
        self.seen.entry(t).or_default().extend(sources);
    }

    fn write(&mut self, at: Access, source: Source) {
        for byte in at.address..at.address + u64::from(at.size) {
            self.memory.insert(byte, source);
        }
    }

    fn flush(&mut self, t: ThreadId, at: Access) {
        let own = self.buffers.entry(t).or_default();
        let oldest = own.iter().position(|(other, _)| *other == at);
        if let Some(oldest) = oldest {
            let (_, nth) = own.remove(oldest);
            self.write(at, (t, nth));
        }
    }
}
