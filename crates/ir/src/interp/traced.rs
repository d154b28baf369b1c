//! A run that notes how values flow.

use super::flow::{Observer, Regions, Trace};
use super::response_tree::{Event, Moment, ResponseTree};
use super::thread::{Then, Thread};
use super::{describe, message, step};
use crate::code::Image;
use crate::debug::DebugInfo;
use threadproof_program::{FlowEntry, LocationId, Op, Response, Run, SavedId, ThreadId};

/// A run that logs how values flow.
pub struct Traced<'a> {
    image: &'a Image,
    debug: &'a DebugInfo,
    regions: &'a Regions,
    threads: Vec<Thread>,
    traces: Vec<Trace>,
    /// Saved states are moments of the past: a search that traces runs goes back to the beginning and nearly nowhere
    /// else, and copies of the stack with the origins of all that is there would take memory by the square of
    /// its depth.
    tree: ResponseTree,
    /// Where each thread is, if it was ever created.
    now: Vec<Option<Moment>>,
}

impl<'a> Traced<'a> {
    pub fn new(image: &'a Image, debug: &'a DebugInfo, regions: &'a Regions) -> Traced<'a> {
        let mut traced = Traced {
            image,
            debug,
            regions,
            threads: Vec::new(),
            traces: Vec::new(),
            tree: ResponseTree::default(),
            now: Vec::new(),
        };
        traced.create(ThreadId::MAIN, 0, 0);
        traced
    }

    fn run(&mut self, t: ThreadId, event: Event) {
        match event {
            Event::Created { body, argument } => self.start(t, body, argument),
            Event::Answered(response) => self.answer(t, response),
        }
    }

    /// Brings a thread to its first operation, in place of an earlier one.
    fn start(&mut self, t: ThreadId, body: u64, argument: u64) {
        self.traces[t.index()] = Trace::new(t);
        let start = self.image.start_of(t);
        let thread = &mut self.threads[t.index()];
        thread.reset(start.entry, start.registers);
        if t != ThreadId::MAIN {
            thread.registers[0] = body;
            thread.registers[1] = argument;
        }
        thread.then = Then::Continue;
        self.go_on(t, Response::NONE);
    }

    fn answer(&mut self, t: ThreadId, response: Response) {
        let observer = self.observer();
        let state = &self.threads[t.index()];
        observer.respond(&mut self.traces[t.index()], state, response);
        self.go_on(t, response);
    }

    fn set_now(&mut self, t: ThreadId, moment: Moment) {
        if let Some(before) = self.now[t.index()].replace(moment) {
            self.tree.release(before);
        }
    }

    fn moment(&self, t: ThreadId) -> Moment {
        self.now[t.index()].expect("the thread was created")
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
        let event = Event::Answered(response);
        let before = self.moment(thread);
        self.now[thread.index()] = Some(self.tree.add(event, Some(before)));
        self.run(thread, event);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        while self.threads.len() <= child.index() {
            let id = ThreadId(self.threads.len() as u16);
            self.threads.push(Thread::new(id));
            self.traces.push(Trace::new(id));
            self.now.push(None);
        }
        let event = Event::Created { body, argument };
        let moment = self.tree.add(event, None);
        self.set_now(child, moment);
        self.run(child, event);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let moment = self.moment(thread);
        self.tree.share(moment);
        SavedId(moment.0)
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        let moment = Moment(saved.0);
        if moment == self.moment(thread) {
            return;
        }
        self.tree.share(moment);
        self.set_now(thread, moment);
        for event in self.tree.until(moment) {
            self.run(thread, event);
        }
    }

    fn forget(&mut self, saved: SavedId) {
        self.tree.release(Moment(saved.0));
    }

    fn flow(&self, thread: ThreadId) -> &[FlowEntry] {
        let trace = self.traces.get(thread.index());
        trace.map_or(&[], |trace| &trace.log)
    }

    fn ends_program(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].ends_program()
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        describe::locations(self.image, self.debug, &self.threads[thread.index()])
    }

    fn library(&self, thread: ThreadId) -> Option<String> {
        let library = describe::library(self.image, self.debug, &self.threads[thread.index()]);
        library.map(str::to_string)
    }

    fn message(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        let thread = &self.threads[thread.index()];
        message::message(self.image, self.debug, thread, peek)
    }

    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        describe::printed(self.image, &self.threads[thread.index()], peek)
    }
}
