//! The pool of thread states.
//!
//! A saved state is shared with the running thread, and copied only when the thread goes on. A search comes back to the
//! same state of a thread again and again, and a thread that gets the same response in the same state does the same.
//! So the pool remembers the successors of states to which a search came back, and a thread is run only where it goes
//! for the first time.

use super::step;
use super::thread::Thread;
use crate::code::Image;
use rustc_hash::FxHashMap;
use threadproof_program::{Response, ThreadId};

/// So much is remembered, in words. Then all is forgotten; for good if it was of little use.
const ROOM: usize = 2 << 20;

/// A place in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateId(pub u32);

struct State {
    thread: Thread,
    /// Names the state; never used again for another one.
    serial: u64,
    /// Threads that are in it and saved states that are it.
    users: u32,
    /// It is remembered: it stays when nobody uses it.
    kept: bool,
    /// Its successors are remembered.
    revisited: bool,
    /// The successors for the last two different responses.
    last: Option<(Response, StateId)>,
    other: Option<(Response, StateId)>,
}

impl State {
    /// The successor for such a response, if that was among the last.
    #[inline]
    fn after(&self, response: Response) -> Option<StateId> {
        match (self.last, self.other) {
            (Some((known, next)), _) if known == response => Some(next),
            (_, Some((known, next))) if known == response => Some(next),
            _ => None,
        }
    }
}

/// The states of threads, shared between saves.
pub struct States {
    states: Vec<State>,
    free: Vec<StateId>,
    /// By serial and response.
    follows: FxHashMap<(u64, u64, u8), StateId>,
    serials: u64,
    remembers: bool,
    /// Words of all kept states.
    kept: usize,
    hits: u64,
    misses: u64,
}

impl States {
    pub fn new() -> States {
        States {
            states: Vec::new(),
            free: Vec::new(),
            follows: FxHashMap::default(),
            serials: 0,
            remembers: true,
            kept: 0,
            hits: 0,
            misses: 0,
        }
    }

    #[inline]
    pub fn thread(&self, s: StateId) -> &Thread {
        &self.states[s.0 as usize].thread
    }

    /// A new thread before its first instruction.
    pub fn fresh(&mut self, id: ThreadId, entry: u32, registers: u32) -> (StateId, &mut Thread) {
        let s = self.room();
        let thread = &mut self.states[s.0 as usize].thread;
        thread.id = id;
        thread.reset(entry, registers);
        (s, thread)
    }

    /// One more user.
    #[inline]
    pub fn share(&mut self, s: StateId) {
        self.states[s.0 as usize].users += 1;
    }

    /// One user less.
    #[inline]
    pub fn release(&mut self, s: StateId) {
        let state = &mut self.states[s.0 as usize];
        state.users -= 1;
        if state.users == 0 && !state.kept {
            self.free.push(s);
        }
    }

    /// A thread comes back to the state.
    #[inline]
    pub fn revisit(&mut self, s: StateId) {
        let state = &mut self.states[s.0 as usize];
        state.users += 1;
        state.revisited = self.remembers;
    }

    /// A thread comes back to the state; the user that the state had for that becomes the thread.
    #[inline]
    pub fn come_back(&mut self, s: StateId) {
        self.states[s.0 as usize].revisited = self.remembers;
    }

    /// The state of a thread after `response` in state `s`; its use of `s` passes to the caller.
    #[inline]
    pub fn advance(&mut self, image: &Image, s: StateId, response: Response) -> StateId {
        if let Some(next) = self.states[s.0 as usize].after(response) {
            self.hits += 1;
            self.share(next);
            return next;
        }
        self.share(s);
        self.resume_otherwise(image, s, response)
    }

    /// Where a thread in state `s` comes to with `response`; it leaves `s`.
    #[inline]
    pub fn resume(&mut self, image: &Image, s: StateId, response: Response) -> StateId {
        if let Some(next) = self.states[s.0 as usize].after(response) {
            self.hits += 1;
            self.share(next);
            self.release(s);
            return next;
        }
        self.resume_otherwise(image, s, response)
    }

    fn resume_otherwise(&mut self, image: &Image, s: StateId, response: Response) -> StateId {
        let state = &mut self.states[s.0 as usize];
        if !state.revisited {
            if state.users > 1 {
                return self.run_copy(image, s, response);
            }
            self.serials += 1;
            state.serial = self.serials;
            step::resume(image, &mut state.thread, response);
            return s;
        }
        let key = (state.serial, response.value, response.defined);
        if let Some(&next) = self.follows.get(&key) {
            state.other = state.last.replace((response, next));
            self.hits += 1;
            self.share(next);
            self.release(s);
            return next;
        }
        self.misses += 1;
        let next = self.run_copy(image, s, response);
        if ROOM < self.kept {
            self.forget();
        }
        if self.remembers {
            self.keep(next);
            self.follows.insert(key, next);
        }
        next
    }

    fn run_copy(&mut self, image: &Image, s: StateId, response: Response) -> StateId {
        let next = self.room();
        let [from, to] = self
            .states
            .get_disjoint_mut([s.0 as usize, next.0 as usize])
            .expect("the new state is another one");
        from.thread.spill();
        to.thread.copy_from(&from.thread);
        step::resume(image, &mut to.thread, response);
        self.release(s);
        next
    }

    fn keep(&mut self, s: StateId) {
        let state = &mut self.states[s.0 as usize];
        state.kept = true;
        state.revisited = true;
        self.kept += state.thread.words();
    }

    /// Forgets the successors.
    #[cold]
    fn forget(&mut self) {
        self.remembers = self.misses < self.hits;
        (self.hits, self.misses, self.kept) = (0, 0, 0);
        self.follows.clear();
        for (at, state) in self.states.iter_mut().enumerate() {
            state.last = None;
            state.other = None;
            state.revisited &= self.remembers;
            if std::mem::take(&mut state.kept) && state.users == 0 {
                self.free.push(StateId(at as u32));
            }
        }
    }

    /// A place with one user, whose thread is still to be filled in.
    fn room(&mut self) -> StateId {
        let s = self.free.pop().unwrap_or_else(|| {
            self.states.push(State {
                thread: Thread::new(ThreadId::MAIN),
                serial: 0,
                users: 0,
                kept: false,
                revisited: false,
                last: None,
                other: None,
            });
            StateId(self.states.len() as u32 - 1)
        });
        self.serials += 1;
        let state = &mut self.states[s.0 as usize];
        state.serial = self.serials;
        state.users = 1;
        state.kept = false;
        state.revisited = false;
        state.last = None;
        state.other = None;
        s
    }
}
