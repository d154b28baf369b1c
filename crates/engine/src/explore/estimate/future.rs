//! What threads will touch, as far as earlier executions have shown. Estimates may rely on it: a mistake costs
//! accuracy and nothing else.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Who accesses eight bytes, and until when.
#[derive(Clone, Copy)]
struct Last {
    who: u32,
    thread: u16,
    /// The last of its steps that read and wrote there; 0 for none.
    read: u32,
    written: u32,
}

#[derive(Default)]
pub struct Future {
    /// By address divided by eight.
    last: FxHashMap<u64, SmallVec<[Last; 4]>>,
    /// Steps that were taken in the current execution.
    done: FxHashMap<u32, u32>,
}

impl Future {
    /// Another execution begins.
    pub fn begin(&mut self) {
        self.done.clear();
    }

    /// The `nth` step of somebody was taken.
    pub fn stepped(&mut self, who: u32, nth: u32) {
        self.done.insert(who, nth);
    }

    pub fn note(&mut self, (who, thread): (u32, u16), nth: u32, granule: u64, writes: bool) {
        let all = self.last.entry(granule).or_default();
        let at = all.iter().position(|last| last.who == who);
        let at = at.unwrap_or_else(|| {
            all.push(Last {
                who,
                thread,
                read: 0,
                written: 0,
            });
            all.len() - 1
        });
        let last = match writes {
            true => &mut all[at].written,
            false => &mut all[at].read,
        };
        *last = nth.max(*last);
    }

    /// Will another thread write there, or at least read what is written?
    pub fn conflicts(&self, thread: u16, granule: u64, writes: bool) -> bool {
        let all = self.last.get(&granule).into_iter().flatten();
        let mut others = all.filter(|last| last.thread != thread);
        others.any(|last| {
            let done = self.done.get(&last.who).copied().unwrap_or(0);
            last.written > done || writes && last.read > done
        })
    }
}
