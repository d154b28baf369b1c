//! A run that notes how values flow.

use super::flow::{Observer, Regions, Trace};
use super::run::Threads;
use super::step;
use super::thread::Then;
use crate::code::Image;
use crate::debug::DebugInfo;
use threadproof_program::{Flow, LocationId, Op, Response, Run, SavedId, ThreadId};

pub struct Traced<'a> {
    threads: Threads<'a>,
    regions: &'a Regions,
    traces: Vec<Trace>,
    /// For each saved state of a thread its trace, without the log, and the length of that.
    saved: Vec<Option<(Trace, usize)>>,
}

impl<'a> Traced<'a> {
    pub fn new(image: &'a Image, debug: &'a DebugInfo, regions: &'a Regions) -> Traced<'a> {
        let mut traced = Traced {
            threads: Threads::before_start(image, debug),
            regions,
            traces: Vec::new(),
            saved: Vec::new(),
        };
        traced.threads.fresh(ThreadId::MAIN);
        traced.begin(ThreadId::MAIN);
        traced
    }

    fn begin(&mut self, t: ThreadId) {
        while self.traces.len() <= t.index() {
            let id = ThreadId(self.traces.len() as u16);
            self.traces.push(Trace::new(id));
        }
        self.traces[t.index()] = Trace::new(t);
        self.threads.threads[t.index()].then = Then::Continue;
        self.go_on(t, Response::NONE);
    }

    fn go_on(&mut self, t: ThreadId, response: Response) {
        let observer = Observer {
            image: self.threads.image,
            regions: self.regions,
        };
        let thread = &mut self.threads.threads[t.index()];
        let trace = &mut self.traces[t.index()];
        step::resume_observed(&observer, trace, thread, response);
        observer.stand(trace, thread);
    }
}

impl Run for Traced<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.threads.pending(thread)
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        let observer = Observer {
            image: self.threads.image,
            regions: self.regions,
        };
        let state = &self.threads.threads[thread.index()];
        observer.respond(&mut self.traces[thread.index()], state, response);
        self.go_on(thread, response);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        let thread = self.threads.fresh(child);
        thread.registers[0] = body;
        thread.registers[1] = argument;
        self.begin(child);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let saved = self.threads.save(thread);
        let slot = saved.0 as usize;
        if self.saved.len() <= slot {
            self.saved.resize_with(slot + 1, || None);
        }
        let trace = &self.traces[thread.index()];
        self.saved[slot] = Some((trace.without_log(), trace.log.len()));
        saved
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        self.threads.restore(thread, saved);
        let (trace, length) = self.saved[saved.0 as usize]
            .as_ref()
            .expect("the state was saved");
        let mut log = std::mem::take(&mut self.traces[thread.index()].log);
        log.truncate(*length);
        let mut trace = trace.without_log();
        trace.log = log;
        self.traces[thread.index()] = trace;
    }

    fn forget(&mut self, saved: SavedId) {
        self.threads.forget(saved);
    }

    fn flow(&self, thread: ThreadId) -> &[Flow] {
        let trace = self.traces.get(thread.index());
        trace.map_or(&[], |trace| &trace.log)
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        self.threads.locations(thread)
    }

    fn library(&self, thread: ThreadId) -> Option<String> {
        self.threads.library(thread)
    }

    fn message(&self, thread: ThreadId) -> String {
        self.threads.message(thread)
    }

    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        self.threads.printed(thread, peek)
    }
}
