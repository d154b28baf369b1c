//! A run that notes how values flow.

use super::flow::{Observer, Regions, Trace};
use super::thread::{Then, Thread};
use super::{describe, message, step};
use crate::code::Image;
use crate::debug::DebugInfo;
use threadproof_program::{Flow, LocationId, Op, Response, Run, SavedId, ThreadId};

pub struct Traced<'a> {
    image: &'a Image,
    debug: &'a DebugInfo,
    regions: &'a Regions,
    threads: Vec<Thread>,
    traces: Vec<Trace>,
    /// Saved states of threads: the thread, and its trace without the log, but with its length.
    saved: Vec<(Thread, Trace, usize)>,
    /// Places of `saved` that are not in use.
    free: Vec<u32>,
}

impl<'a> Traced<'a> {
    pub fn new(image: &'a Image, debug: &'a DebugInfo, regions: &'a Regions) -> Traced<'a> {
        let mut traced = Traced {
            image,
            debug,
            regions,
            threads: Vec::new(),
            traces: Vec::new(),
            saved: Vec::new(),
            free: Vec::new(),
        };
        traced.fresh(ThreadId::MAIN);
        traced.begin(ThreadId::MAIN);
        traced
    }

    /// A thread before its first instruction, in place of an earlier one.
    fn fresh(&mut self, t: ThreadId) -> &mut Thread {
        while self.threads.len() <= t.index() {
            let id = ThreadId(self.threads.len() as u16);
            self.threads.push(Thread::new(id));
            self.traces.push(Trace::new(id));
        }
        self.traces[t.index()] = Trace::new(t);
        let start = self.image.start_of(t);
        let thread = &mut self.threads[t.index()];
        thread.reset(start.entry, start.registers);
        thread
    }

    fn begin(&mut self, t: ThreadId) {
        self.threads[t.index()].then = Then::Continue;
        self.go_on(t, Response::NONE);
    }

    fn observer(&self) -> Observer<'a> {
        Observer {
            image: self.image,
            regions: self.regions,
        }
    }

    fn go_on(&mut self, t: ThreadId, response: Response) {
        let observer = self.observer();
        let thread = &mut self.threads[t.index()];
        let trace = &mut self.traces[t.index()];
        step::resume_observed(&observer, trace, thread, response);
        observer.stand(trace, thread);
    }
}

impl Run for Traced<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.threads[thread.index()].pending
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        let observer = self.observer();
        let state = &self.threads[thread.index()];
        observer.respond(&mut self.traces[thread.index()], state, response);
        self.go_on(thread, response);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        let thread = self.fresh(child);
        thread.registers[0] = body;
        thread.registers[1] = argument;
        self.begin(child);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let trace = &self.traces[thread.index()];
        let (trace, length) = (trace.without_log(), trace.log.len());
        let slot = match self.free.pop() {
            Some(slot) => {
                let saved = &mut self.saved[slot as usize];
                (saved.1, saved.2) = (trace, length);
                slot
            }
            None => {
                self.saved.push((Thread::new(thread), trace, length));
                self.saved.len() as u32 - 1
            }
        };
        let state = &self.threads[thread.index()];
        self.saved[slot as usize].0.copy_from(state);
        SavedId(slot)
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        let (state, trace, length) = &self.saved[saved.0 as usize];
        self.threads[thread.index()].copy_from(state);
        let mut log = std::mem::take(&mut self.traces[thread.index()].log);
        log.truncate(*length);
        let mut trace = trace.without_log();
        trace.log = log;
        self.traces[thread.index()] = trace;
    }

    fn forget(&mut self, saved: SavedId) {
        self.free.push(saved.0);
    }

    fn flow(&self, thread: ThreadId) -> &[Flow] {
        let trace = self.traces.get(thread.index());
        trace.map_or(&[], |trace| &trace.log)
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        describe::locations(self.image, self.debug, &self.threads[thread.index()])
    }

    fn library(&self, thread: ThreadId) -> Option<String> {
        describe::library(self.image, &self.threads[thread.index()])
    }

    fn message(&self, thread: ThreadId) -> String {
        message::message(self.image, self.debug, &self.threads[thread.index()])
    }

    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        describe::printed(self.image, &self.threads[thread.index()], peek)
    }
}
