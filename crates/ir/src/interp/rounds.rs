//! Finds rounds of a loop that have changed nothing.
//!
//! A thread that polls (`while !*ready.lock().unwrap() {}`, `loop { if let Ok(m) = inbox.try_recv() { break } }`) locks
//! and unlocks in each round. Let `S` be such a round, with the values of one execution `a S b`. If the thread is at its
//! end exactly as it was at the beginning, if each byte that `S` writes has its first value again in the end, and if no
//! other thread has seen one of the values in between, then `a b` is an execution, too. So a thread that has made such a
//! round is stopped, and no state is missed. `docs/design/front-ends.md` has the conditions and the proof.
//!
//! The values in between cannot be seen if each atomic step of the round puts everything back (operations of channels),
//! or takes a lock for which others only wait. A value that the round writes must have been read in the same step, so that
//! no value of another thread is lost; plain memory may have been read earlier, where data races are errors and the thread
//! has released nothing since, and the thread's own stack need not be read, unless others have pointers to it. All other
//! rounds are run as they are.
//!
//! Where atomics are weak, a data race may be one of a round in vain alone (lemma 3). Then a thread goes on after the first
//! round in vain that may race, and stops after the second.
//!
//! A round is that of the header of a marked loop ([`crate::passes::purity`]). A thread that spins like this for ever is
//! found by the engine: it asks for the values that the last round has read.

use super::log::{Entry, Log};
use super::step::{Flow, Step};
use super::thread::{Then, Thread};
use crate::code::{Image, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use threadproof_program::address::{heap_owner, stack_owner};
use threadproof_program::{
    Access, Block, LoadOrder, Op, Response, Storage, StoreOrder, ThreadId, Wait,
};

/// Loops whose rounds have more operations are not watched.
const LONGEST: usize = 600;
/// So many loops are watched at a time.
const MOST: usize = 8;

/// The marked loops that a thread is in, at least one.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Outer loops come first.
    watched: Vec<Watch>,
    /// Operations with their responses since the round before the current one of the outermost loop.
    log: Log,
}

#[derive(Clone, Debug)]
struct Watch {
    number: u32,
    /// Calls around the loop.
    depth: usize,
    /// Where in the log the round begins.
    start: usize,
    /// Stack objects of the frame at its beginning, and the frame's private memory.
    objects: u32,
    private: Option<Arc<[u8]>>,
    /// Inputs that the thread has read.
    inputs: u32,
}

impl Rounds {
    /// About how much memory they take.
    pub fn words(&self) -> usize {
        self.log.words() + 8 * self.watched.len()
    }
}

impl Thread {
    /// The pending operation has this response.
    #[inline(always)]
    pub fn note_for_rounds(&mut self, image: &Image, response: Response) {
        if image.has_marked_loops {
            self.note(response);
        }
    }

    #[inline(never)]
    fn note(&mut self, response: Response) {
        self.shares_stack |= self.shares_stack();
        match &mut self.rounds {
            Some(rounds) if rounds.log.len() < LONGEST => rounds.log.push((self.pending, response)),
            _ => self.rounds = None,
        }
    }

    /// Does the pending operation hand out a pointer to the thread's stack?
    fn shares_stack(&self) -> bool {
        let is_own = |address: u64| stack_owner(address) == Some(self.id);
        match self.pending {
            Op::Store { at, value, .. } => is_own(value) && !is_own(at.address),
            Op::Rmw { at, operand, .. } => is_own(operand) && !is_own(at.address),
            Op::CompareExchange { at, new, .. } => is_own(new) && !is_own(at.address),
            Op::Spawn { argument, .. } => is_own(argument),
            _ => false,
        }
    }

    /// The running frame's private memory, if it has any.
    fn private_of_frame(&self) -> Option<&[u8]> {
        let start = self.frames.last()?.private as usize;
        self.private.get(start..).filter(|bytes| !bytes.is_empty())
    }

    fn watch(&self, number: u32) -> Watch {
        Watch {
            number,
            depth: self.depth(),
            start: self.rounds.as_ref().map_or(0, |rounds| rounds.log.len()),
            objects: self.frames.last().map_or(0, |frame| frame.objects),
            private: self.private_of_frame().map(Arc::from),
            inputs: self.inputs,
        }
    }

    /// A marked loop is entered.
    pub fn begin_loop(&mut self, number: u32) {
        let depth = self.depth();
        let around = |w: &Watch| w.depth < depth || w.depth == depth && w.number != number;
        if let Some(rounds) = &mut self.rounds {
            rounds.watched.retain(around);
            if rounds.watched.is_empty() || rounds.watched.len() == MOST {
                self.rounds = None;
            }
        }
        let watch = self.watch(number);
        self.rounds.get_or_insert_default().watched.push(watch);
    }

    fn innermost(&self) -> Option<(&Rounds, &Watch)> {
        let rounds = self.rounds.as_ref()?;
        Some((rounds, rounds.watched.last()?))
    }

    /// The memory of others that the last round has read, if the thread was stopped after it. A place is named again for
    /// each look, unless the round had written there itself.
    pub fn looked_at(&self) -> Vec<(Access, u64)> {
        let Some((rounds, watch)) = self.innermost() else {
            return Vec::new();
        };
        let mut written: Vec<Access> = Vec::new();
        let mut created: Vec<(u64, u64)> = Vec::new();
        let mut found = Vec::new();
        for (op, response) in rounds.log.from(watch.start) {
            let value = response.value;
            if let Op::Allocate { size, .. } = op {
                created.push((value, *size));
            }
            let is_new = |at: u64| {
                let mut created = created.iter();
                created.any(|(start, size)| (*start..start + size).contains(&at))
            };
            let Some(at) = op.access().filter(|at| !is_new(at.address)) else {
                continue;
            };
            if !matches!(op, Op::Store { .. }) && !written.contains(&at) {
                found.push((at, value));
            }
            if op.effect(value, u8::MAX).write.is_some() {
                written.push(at);
            }
        }
        found
    }
}

impl Step<'_> {
    /// A round of a marked loop is over: the header's parameters get the first value of each pair, and had the second.
    pub fn repeat_loop(&mut self, number: u32, values: Span) -> Flow {
        let depth = self.thread.depth();
        let is_it = |w: &Watch| w.depth == depth && w.number == number;
        let Some(rounds) = &mut self.thread.rounds else {
            return Flow::On;
        };
        let Some(at) = rounds.watched.iter().rposition(is_it) else {
            return Flow::On;
        };
        rounds.watched.truncate(at + 1);
        let pairs = self.image.arguments[values.range()].chunks_exact(2);
        let known = |arg| (self.get(arg), self.defined(arg));
        let same = { pairs }.all(|pair| known(pair[0]) == known(pair[1]));
        let Some(in_vain) = same.then(|| self.round_in_vain()).flatten() else {
            return self.begin_round(at, number);
        };
        if in_vain.may_race && !self.thread.spent_round {
            self.thread.spent_round = true;
            return self.begin_round(at, number);
        }
        self.wait(Op::Block(Block::Round), Then::Stop)
    }

    fn begin_round(&mut self, at: usize, number: u32) -> Flow {
        if let Some(rounds) = &mut self.thread.rounds
            && at == 0
        {
            rounds.log.forget(rounds.watched[0].start);
        }
        let watch = self.thread.watch(number);
        if let Some(rounds) = &mut self.thread.rounds {
            rounds.watched[at] = watch;
        }
        Flow::On
    }

    /// The round of the innermost loop, if it has left everything as it was, without anybody having seen it.
    fn round_in_vain(&self) -> Option<InVain> {
        let thread = &*self.thread;
        let (rounds, watch) = thread.innermost()?;
        let objects = thread.frames.last().map_or(0, |frame| frame.objects);
        let is_as_before = objects == watch.objects
            && thread.inputs == watch.inputs
            && thread.private_of_frame() == watch.private.as_deref();
        if !is_as_before {
            return None;
        }
        let round = rounds.log.from(watch.start);
        let mut bytes = Bytes {
            alone: (!thread.shares_stack).then_some(thread.id),
            before: (&rounds.log, watch.start),
            looks_at_locks: self.image.looks_at_locks,
            races_are_errors: self.image.races_are_errors,
            bytes: FxHashMap::default(),
            stack: Vec::new(),
            heap: Vec::new(),
            sections: 0,
            locks: None,
            step: 0,
            releases: 0,
            written: Vec::new(),
            has_looked: false,
            may_race: false,
        };
        let is_back =
            { round }.all(|(op, response)| bytes.perform(op, *response)) && bytes.are_back();
        let may_race = bytes.may_race && self.image.races_are_errors && self.image.weak_atomics;
        is_back.then_some(InVain { may_race })
    }
}

/// A round that has changed nothing.
struct InVain {
    /// An access of it may be part of a data race that no other round has.
    may_race: bool,
}

/// The contents of a byte, which may have been taken for this value without having one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Content {
    value: u8,
    defined: bool,
}

#[derive(Clone, Copy)]
struct Byte {
    /// Before the round has written it, if that is known.
    first: Option<Content>,
    now: Content,
    /// The step of the round in which it was last read, and, if by a plain load, how often the thread had released
    /// something by then.
    read_in: u32,
    releases: u32,
}

impl Byte {
    /// Has the round written another value, which is still there?
    fn is_open(&self) -> bool {
        self.first != Some(self.now)
    }
}

/// The bytes that a round accesses.
struct Bytes<'a> {
    /// The thread, if nobody else has a pointer to its stack.
    alone: Option<ThreadId>,
    /// The log, and where the round begins in it.
    before: (&'a Log, usize),
    looks_at_locks: bool,
    races_are_errors: bool,
    bytes: FxHashMap<u64, Byte>,
    /// Objects that the round has created and not ended: stack objects in their order, heap objects.
    stack: Vec<(u64, u64)>,
    heap: Vec<(u64, u64)>,
    /// Atomic sections around the operation.
    sections: u32,
    /// Does the section around it begin with a wait for a lock?
    locks: Option<bool>,
    /// The number of the step, which is an operation or a section, and the bytes that it has written and others may see.
    step: u32,
    /// How many writes the operations of other threads may be ordered behind: atomic ones, and those of sections.
    releases: u32,
    written: Vec<u64>,
    /// The round has read something that the next one may find changed, and then not come to the same accesses.
    has_looked: bool,
    /// After that, it has accessed memory of others that is plain, or may be freed.
    may_race: bool,
}

impl Bytes<'_> {
    /// Takes an operation with its response into account. False if it has an effect that lasts, or that others may see.
    fn perform(&mut self, op: &Op, response: Response) -> bool {
        let is_ordered = self.sections > 0 || !is_plain(op);
        self.releases += u32::from(is_ordered && written(op, response).is_some());
        match *op {
            Op::AtomicBegin => self.sections += 1,
            Op::AtomicEnd => self.sections = self.sections.saturating_sub(1),
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                if !self.access(op, response) {
                    return false;
                }
            }
            Op::Allocate { size, storage, .. } => match storage {
                Storage::Heap => self.heap.push((response.value, size)),
                Storage::Stack => self.stack.push((response.value, size)),
                Storage::Static => return false,
            },
            Op::Free { address } => {
                let Some(at) = self.heap.iter().position(|(start, _)| *start == address) else {
                    return false;
                };
                let object = self.heap.remove(at);
                self.forget(object);
            }
            Op::Release { count } => {
                for _ in 0..count {
                    let Some(object) = self.stack.pop() else {
                        return false;
                    };
                    self.forget(object);
                }
            }
            Op::Fence(_) | Op::SizeOf { .. } | Op::Pause | Op::Note => (),
            _ => return false,
        }
        self.sections > 0 || self.end_step()
    }

    /// The object is gone, and with it what was written there.
    fn forget(&mut self, (start, size): (u64, u64)) {
        let gone = start..start + size;
        self.bytes.retain(|at, _| !gone.contains(at));
    }

    fn access(&mut self, op: &Op, response: Response) -> bool {
        let Some(at) = op.access() else {
            return false;
        };
        if self.sections > 0 && self.locks.is_none() {
            self.locks = Some(self.sections == 1 && waits_for_lock(op));
        }
        let is_mine = self.is_own(at.address) || self.is_new(at.address);
        self.may_race |= self.has_looked && !is_mine && (is_plain(op) || may_be_freed(at.address));
        self.has_looked |= !is_mine && !waits_for_lock(op);
        let stores = matches!(op, Op::Store { .. });
        let plain = is_plain(op);
        if !stores && !bytes_of(at, response).all(|(nth, byte)| self.read(nth, byte, plain)) {
            return false;
        }
        let Some(written) = written(op, response) else {
            return true;
        };
        bytes_of(at, written).all(|(nth, byte)| self.write(nth, byte, plain))
    }

    /// False if another thread has written where this one had changed something.
    fn read(&mut self, at: u64, byte: Content, plain: bool) -> bool {
        if let Some(known) = self.bytes.get(&at).filter(|known| known.is_open()) {
            return known.now == byte;
        }
        let read = Byte {
            first: Some(byte),
            now: byte,
            read_in: self.step,
            releases: if plain { self.releases } else { u32::MAX },
        };
        self.bytes.insert(at, read);
        true
    }

    /// False if another thread may have written there since this one looked.
    fn write(&mut self, at: u64, byte: Content, plain: bool) -> bool {
        let own = self.is_own(at);
        let (log, start) = self.before;
        let last = || last_value(log.backwards(start), at).filter(|_| own);
        let known = self.bytes.get(&at).copied();
        let known = known.unwrap_or_else(|| Byte {
            first: last(),
            now: last().unwrap_or(byte),
            read_in: u32::MAX,
            releases: u32::MAX,
        });
        let new = self.is_new(at);
        let safe = own || new || known.is_open() || known.read_in == self.step;
        if !(safe || plain && self.races_are_errors && known.releases == self.releases) {
            return false;
        }
        self.bytes.insert(at, Byte { now: byte, ..known });
        if !own && !new {
            self.written.push(at);
        }
        true
    }

    /// Is it on the stack of the thread, to which nobody else has a pointer?
    fn is_own(&self, at: u64) -> bool {
        self.alone.is_some() && stack_owner(at) == self.alone
    }

    /// Does it belong to an object of the round itself?
    fn is_new(&self, at: u64) -> bool {
        let mut live = self.stack.iter().chain(&self.heap);
        live.any(|(start, size)| (*start..start + size).contains(&at))
    }

    /// An atomic step is over. True if others cannot see what it has written: all is as before, or they wait for it.
    fn end_step(&mut self) -> bool {
        self.step += 1;
        let locks = self.locks.take() == Some(true) && !self.looks_at_locks;
        let written = std::mem::take(&mut self.written);
        let is_back = |at: &u64| self.bytes.get(at).is_none_or(|byte| !byte.is_open());
        locks || written.iter().all(is_back)
    }

    /// Has each byte its first value again?
    fn are_back(&self) -> bool {
        let is_over = self.sections == 0 && self.stack.is_empty() && self.heap.is_empty();
        is_over && self.bytes.values().all(|byte| !byte.is_open())
    }
}

/// Does the operation wait for a lock of the library?
fn waits_for_lock(op: &Op) -> bool {
    use Wait::{Mutex, ReaderLock, Semaphore, SpinLock, WriterLock};
    let why = op.guard().map(|guard| guard.why);
    why.is_some_and(|why| matches!(why, Mutex | ReaderLock | WriterLock | SpinLock | Semaphore))
}

/// An access that orders nothing, and is ordered by nothing.
fn is_plain(op: &Op) -> bool {
    match op {
        Op::Load { order, guard, .. } => *order == LoadOrder::Plain && guard.is_none(),
        Op::Store { order, .. } => *order == StoreOrder::Plain,
        _ => false,
    }
}

/// Is it in the heap, or on a stack?
fn may_be_freed(address: u64) -> bool {
    stack_owner(address).is_some() || heap_owner(address).is_some()
}

/// The value that the operation with this response writes, and which of its bytes are defined.
fn written(op: &Op, response: Response) -> Option<Response> {
    let write = op.effect(response.value, response.defined).write;
    write.map(|(value, defined)| Response { value, defined })
}

/// The last content that these operations have read or written there.
fn last_value<'a>(mut log: impl Iterator<Item = &'a Entry>, address: u64) -> Option<Content> {
    log.find_map(|(op, response)| {
        let covers = |at: &Access| address.wrapping_sub(at.address) < u64::from(at.size);
        let at = op.access().filter(covers)?;
        let content = written(op, *response).unwrap_or(*response);
        bytes_of(at, content).find_map(|(nth, byte)| (nth == address).then_some(byte))
    })
}

fn bytes_of(at: Access, content: Response) -> impl Iterator<Item = (u64, Content)> {
    let bytes = content.value.to_le_bytes().into_iter().enumerate();
    bytes.take(usize::from(at.size)).map(move |(nth, value)| {
        let defined = content.defined >> nth & 1 == 1;
        (at.address + nth as u64, Content { value, defined })
    })
}
