//! The threads of a run and the pool of their saved states.

use super::thread::Thread;
use super::{format, message, step};
use crate::code::{Code, Image};
use crate::debug::DebugInfo;
use threadproof_program::{LocationId, Op, Response, Run, SavedId, ThreadId};

pub struct Threads<'a> {
    pub(super) image: &'a Image,
    debug: &'a DebugInfo,
    pub(super) threads: Vec<Thread>,
    saved: Vec<Thread>,
    /// Slots of `saved` that are not in use.
    free: Vec<u32>,
}

impl<'a> Threads<'a> {
    pub fn new(image: &'a Image, debug: &'a DebugInfo) -> Threads<'a> {
        let mut threads = Threads::before_start(image, debug);
        let main = threads.fresh(ThreadId::MAIN);
        step::begin(image, main);
        threads
    }

    /// Without any thread.
    pub(super) fn before_start(image: &'a Image, debug: &'a DebugInfo) -> Threads<'a> {
        Threads {
            image,
            debug,
            threads: Vec::new(),
            saved: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A thread before its first instruction, in place of an earlier one.
    pub(super) fn fresh(&mut self, id: ThreadId) -> &mut Thread {
        while self.threads.len() <= id.index() {
            let id = ThreadId(self.threads.len() as u16);
            self.threads.push(Thread::new(id));
        }
        let start = self.image.start_of(id);
        let thread = &mut self.threads[id.index()];
        thread.reset(start.entry, start.registers);
        thread
    }

    fn thread(&self, id: ThreadId) -> &Thread {
        self.threads
            .get(id.index())
            .expect("only threads that were created are asked for")
    }
}

impl Run for Threads<'_> {
    fn pending(&self, thread: ThreadId) -> Op {
        self.thread(thread).pending
    }

    fn resume(&mut self, thread: ThreadId, response: Response) {
        step::resume(self.image, &mut self.threads[thread.index()], response);
    }

    fn create(&mut self, child: ThreadId, body: u64, argument: u64) {
        let image = self.image;
        let thread = self.fresh(child);
        thread.registers[0] = body;
        thread.registers[1] = argument;
        step::begin(image, thread);
    }

    fn save(&mut self, thread: ThreadId) -> SavedId {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.saved.push(Thread::new(thread));
            self.saved.len() as u32 - 1
        });
        self.saved[slot as usize].copy_from(&self.threads[thread.index()]);
        SavedId(slot)
    }

    fn restore(&mut self, thread: ThreadId, saved: SavedId) {
        while self.threads.len() <= thread.index() {
            let id = ThreadId(self.threads.len() as u16);
            self.threads.push(Thread::new(id));
        }
        self.threads[thread.index()].copy_from(&self.saved[saved.0 as usize]);
    }

    fn forget(&mut self, saved: SavedId) {
        self.free.push(saved.0);
    }

    fn locations(&self, thread: ThreadId) -> Vec<LocationId> {
        let frames = self.thread(thread).frames.iter().rev();
        frames
            .map(|frame| self.image.locations[(frame.next as usize).saturating_sub(1)])
            .filter(|location| *location != LocationId(0))
            .collect()
    }

    fn library(&self, thread: ThreadId) -> Option<String> {
        // Library code has no locations; the outermost frame of it is what the user called.
        // The very first frame is not even that: it only starts the thread.
        let frames = self.thread(thread).frames.iter().skip(1).rev();
        let library = frames.take_while(|frame| {
            let place = (frame.next as usize).saturating_sub(1);
            self.image.locations[place] == LocationId(0)
        });
        let place = library.last()?.next.saturating_sub(1);
        self.image.function_around(place).map(str::to_string)
    }

    fn message(&self, thread: ThreadId) -> String {
        message::message(self.image, self.debug, self.thread(thread))
    }

    fn printed(&self, thread: ThreadId, peek: &dyn Fn(u64) -> Option<u8>) -> String {
        let thread = self.thread(thread);
        let Some(frame) = thread.frames.last() else {
            return String::new();
        };
        let Code::Print { values, .. } = self.image.code[frame.next as usize - 1] else {
            return String::new();
        };
        let registers = &thread.registers[frame.base as usize..];
        let values: Vec<u64> = self.image.arguments[values.range()]
            .iter()
            .map(|value| value.get(registers, &self.image.constants))
            .collect();
        let layout = &self.image.layout;
        let read = |address: u64| match layout.constant(address, 1) {
            Some(byte) => Some(byte as u8),
            None => peek(address),
        };
        match values.split_first() {
            Some((format, values)) => format::printf(*format, values, &read),
            None => String::new(),
        }
    }
}
