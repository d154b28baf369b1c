//! The memory that threads are going to touch, as far as earlier executions have shown. Estimates may rely on it: a mistake costs
//! accuracy and nothing else.

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use threadproof_program::{Run, ThreadId};

/// Who accesses a piece of memory, and until when.
#[derive(Clone, Copy)]
struct Last {
    who: u32,
    thread: u16,
    /// The last of its steps that read and wrote there; 0 for none.
    read: u32,
    written: u32,
}

/// Pieces of memory, and whether they were written. Those of different sizes are different ones.
type Accessed = SmallVec<[(u64, bool); 2]>;

/// The accesses of movers in earlier executions.
#[derive(Default)]
pub struct Future {
    /// By piece of memory.
    last: FxHashMap<u64, SmallVec<[Last; 4]>>,
    /// Steps that were taken in the current execution.
    done: FxHashMap<u32, u32>,
    /// For each of its steps: whose it was, and how many of those were done before.
    journal: Vec<(u32, u32)>,
    /// The memory that the steps of somebody at a place of the program have accessed, and whether they wrote there.
    accessed: FxHashMap<(u32, u64), Accessed>,
}

/// The places of threads, until they move.
#[derive(Default)]
pub struct Places(Vec<Option<u64>>);

impl Places {
    /// Forgets the places of all threads.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A thread moves.
    pub fn moves(&mut self, t: ThreadId) {
        if let Some(place) = self.0.get_mut(t.index()) {
            *place = None;
        }
    }

    /// See [`Future::place`].
    pub fn of(&mut self, run: &dyn Run, t: ThreadId) -> u64 {
        if self.0.len() <= t.index() {
            self.0.resize(t.index() + 1, None);
        }
        *self.0[t.index()].get_or_insert_with(|| Future::place(run, t))
    }
}

/// Steps of a place with more different accesses may access anything.
const MOST_ACCESSES: usize = 8;

impl Future {
    /// Another execution begins.
    pub fn begin(&mut self) {
        self.done.clear();
        self.journal.clear();
    }

    /// How many steps somebody has taken.
    pub fn done(&self, who: u32) -> u32 {
        self.done.get(&who).copied().unwrap_or(0)
    }

    /// Only the first so many steps were taken.
    pub fn rewind(&mut self, steps: usize) {
        for (who, before) in self.journal.drain(steps..).rev() {
            self.done.insert(who, before);
        }
    }

    /// The `nth` step of somebody was taken at a place, with these accesses.
    pub fn stepped(
        &mut self,
        (who, nth): (u32, u32),
        place: u64,
        accesses: impl Iterator<Item = (u64, bool)>,
    ) {
        let before = self.done.insert(who, nth);
        self.journal.push((who, before.unwrap_or(0)));
        let known = self.accessed.entry((who, place)).or_default();
        for access in accesses {
            if known.len() < MOST_ACCESSES && !known.contains(&access) {
                known.push(access);
            }
        }
    }

    /// Will another thread do something that the next step of somebody depends on, at this place of the program?
    pub fn is_awaited(&self, who: u32, thread: u16, place: u64) -> bool {
        let known = self.accessed.get(&(who, place));
        known.is_none_or(|accesses| {
            let conflicts = |(piece, writes): &(u64, bool)| self.conflicts(thread, *piece, *writes);
            accesses.len() == MOST_ACCESSES || accesses.iter().any(conflicts)
        })
    }

    /// Notes an access of the `nth` step of somebody.
    pub fn note(&mut self, (who, thread): (u32, u16), nth: u32, piece: u64, writes: bool) {
        let all = self.last.entry(piece).or_default();
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

    /// A number for the place of the program where a thread is, with the address that it is about to access.
    pub fn place(run: &dyn Run, t: ThreadId) -> u64 {
        let address = run.pending(t).access().map_or(0, |at| at.address);
        let mut hasher = FxHasher::default();
        (run.locations(t), address).hash(&mut hasher);
        hasher.finish()
    }

    /// Will another thread write there, or at least read the written value?
    fn conflicts(&self, thread: u16, piece: u64, writes: bool) -> bool {
        let all = self.last.get(&piece).into_iter().flatten();
        let mut others = all.filter(|last| last.thread != thread);
        others.any(|last| {
            let done = self.done.get(&last.who).copied().unwrap_or(0);
            last.written > done || writes && last.read > done
        })
    }
}
