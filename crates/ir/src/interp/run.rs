//! The threads of a run and the pool of their saved states.

use super::states::{StateId, States};
use super::thread::Thread;
use super::{describe, message, step};
use crate::code::Image;
use crate::debug::DebugInfo;
use threadproof_program::{Access, LocationId, NextOp, Op, Response, Run, SavedId, ThreadId};

/// A run of a program.
pub struct Threads<'a> {
    image: &'a Image,
    debug: &'a DebugInfo,
    states: States,
    /// The state of each thread; `None` for those that do not exist yet.
    threads: Vec<Option<StateId>>,
}

impl<'a> Threads<'a> {
    pub fn new(image: &'a Image, debug: &'a DebugInfo) -> Threads<'a> {
        let mut threads = Threads {
            image,
            debug,
            states: States::new(),
            threads: Vec::new(),
        };
        let (main, thread) = threads.fresh(ThreadId::MAIN);
        step::begin(image, thread);
        threads.set(ThreadId::MAIN, main);
        threads
    }

    /// A thread before its first instruction.
    fn fresh(&mut self, id: ThreadId) -> (StateId, &mut Thread) {
        let start = self.image.start_of(id);
        self.states.fresh(id, start.entry, start.registers)
    }

    /// Puts a thread into a state that has been counted as used by it.
    fn set(&mut self, id: ThreadId, state: StateId) {
        if self.threads.len() <= id.index() {
            self.threads.resize(id.index() + 1, None);
        }
        if let Some(old) = self.threads[id.index()].replace(state) {
            self.states.release(old);
        }
    }

    #[inline]
    fn state(&self, id: ThreadId) -> StateId {
        let state = self.threads.get(id.index()).copied().flatten();
        state.expect("only threads that were created are asked for")
    }

    fn thread(&self, id: ThreadId) -> &Thread {
        self.states.thread(self.state(id))
    }
}

impl Run for Threads<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.thread(thread).pending
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        let state = self.state(thread);
        let next = self.states.resume(self.image, state, response);
        self.threads[thread.index()] = Some(next);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        let image = self.image;
        let (state, thread) = self.fresh(child);
        thread.registers[0] = body;
        thread.registers[1] = argument;
        step::begin(image, thread);
        self.set(child, state);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let state = self.state(thread);
        self.states.share(state);
        SavedId(state.0)
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        let state = StateId(saved.0);
        self.states.revisit(state);
        self.set(thread, state);
    }

    fn forget(&mut self, saved: SavedId) {
        self.states.release(StateId(saved.0));
    }

    fn advance(&mut self, thread: ThreadId, response: Response) -> (SavedId, NextOp) {
        let state = self.state(thread);
        let next = self.states.advance(self.image, state, response);
        self.threads[thread.index()] = Some(next);
        let next_op = NextOp::of(&self.states.thread(next).pending);
        (SavedId(state.0), next_op)
    }

    fn go_back(&mut self, thread: ThreadId, saved: SavedId) {
        let state = StateId(saved.0);
        self.states.come_back(state);
        let left = self.threads[thread.index()].replace(state);
        self.states.release(left.expect("a saved thread exists"));
    }

    fn ends_program(&self, thread: ThreadId) -> bool {
        self.thread(thread).ends_program()
    }

    fn looked_at(&self, thread: ThreadId) -> Vec<(Access, u64)> {
        self.thread(thread).looked_at()
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        describe::locations(self.image, self.debug, self.thread(thread))
    }

    fn location(&self, thread: ThreadId) -> Option<LocationId> {
        describe::location(self.image, self.debug, self.thread(thread))
    }

    fn library(&self, thread: ThreadId) -> Option<String> {
        describe::library(self.image, self.debug, self.thread(thread)).map(str::to_string)
    }

    fn in_library(&self, thread: ThreadId) -> bool {
        describe::library(self.image, self.debug, self.thread(thread)).is_some()
    }

    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        message::message(self.image, self.debug, self.thread(thread), peek)
    }

    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        describe::printed(self.image, self.thread(thread), peek)
    }
}
