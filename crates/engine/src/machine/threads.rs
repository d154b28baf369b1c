//! The threads of one execution.

use crate::host::names::Status;
use crate::trace::StepIdx;
use threadproof_program::ThreadId;

/// The state of a thread in the current execution, beside its local state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Set by [`Threads::set_status`].
    status: Status,
    /// The step that created it; `None` for main.
    pub created_by: Option<StepIdx>,
    pub last: Option<StepIdx>,
    /// How many threads it has created.
    pub spawned: u32,
    /// Joins done without a step since its last step, and in all.
    pub joined: u32,
    pub joins: u32,
    /// Names its local state: equal versions, equal states.
    pub version: u64,
    /// Nesting of atomic sections.
    pub sections: u32,
    /// It has put stores into its buffer since it last waited for the buffer to be empty.
    pub buffers: bool,
    /// Store fences that it has passed.
    pub epoch: u32,
    /// The same when it last waited for the buffer to be empty.
    pub first_epoch: u32,
    /// How often it waited for the buffer to be empty.
    pub era: u32,
    /// When it last did so: how many stores it had issued, and how many had reached memory.
    pub issued: u32,
    pub drained: u32,
    /// Queues that it has put stores into since then.
    pub queues: u16,
    /// A draining fence was passed without a step since the thread's last step; the next step must be ordered after the
    /// drained stores.
    pub passed: bool,
    /// How many stores had reached memory when the first of those was issued.
    pub linked: u32,
}

impl Thread {
    const ABSENT: Thread = Thread {
        status: Status::Absent,
        created_by: None,
        last: None,
        spawned: 0,
        joined: 0,
        joins: 0,
        version: 0,
        sections: 0,
        buffers: false,
        epoch: 0,
        first_epoch: 0,
        era: 0,
        issued: 0,
        drained: 0,
        queues: 0,
        passed: false,
        linked: 0,
    };
    /// Whether it exists, runs or has ended.
    #[inline]
    pub fn status(&self) -> Status {
        self.status
    }
    /// The thread has waited for its buffer. So many stores were issued, and have reached memory.
    pub fn begin_era(&mut self, issued: u32, drained: u32) {
        self.buffers = false;
        self.era += 1;
        (self.issued, self.drained) = (issued, drained);
        self.queues = 0;
        self.first_epoch = self.epoch;
    }
    /// A thread that has just been created, by this step.
    pub fn new(created_by: Option<StepIdx>) -> Thread {
        Thread {
            status: Status::Running,
            created_by,
            ..Thread::ABSENT
        }
    }
}

/// How many threads have bits in [`Threads`].
const BITS: u16 = 64;

/// Whether a running thread can take a step, as far as that is known without looking at memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    Ready,
    /// Only memory or its store buffer can tell.
    Unknown,
    /// It cannot, for as long as it stands where it does.
    Blocked,
}

/// All threads, with sets of the ready ones as bits.
#[derive(Default)]
pub struct Threads {
    threads: Vec<Thread>,
    /// The running ones of the first [`BITS`] threads that are able to take a step, and those of which it
    /// is unclear; as bits.
    able: u64,
    unclear: u64,
    /// Those of the first ones that have not ended as they should.
    unfinished: u64,
    /// How many exist in this execution.
    present: u32,
    /// Those that have moved since they were looked at, and those that are quiet: see [`super::quiet`].
    moved: Moved,
    quiet: Bits,
}

/// The threads that have moved, if anybody wants to know.
#[derive(Default)]
struct Moved {
    watched: bool,
    threads: Bits,
}

/// Some of the first 128 threads.
#[derive(Clone, Copy, Default)]
pub struct Bits(u128);

impl Bits {
    /// Is a thread among them?
    #[inline]
    pub fn has(self, t: ThreadId) -> bool {
        t.index() < 128 && self.0 >> t.0 & 1 != 0
    }
    #[inline]
    fn set(&mut self, t: ThreadId, value: bool) {
        if t.index() < 128 {
            self.0 &= !(1 << t.0);
            self.0 |= u128::from(value) << t.0;
        }
    }
    /// By their numbers.
    pub fn iter(self) -> impl Iterator<Item = ThreadId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let t = left.trailing_zeros() as u16;
            left &= left.wrapping_sub(1);
            (t < 128).then_some(ThreadId(t))
        })
    }
}

impl Threads {
    /// All threads that were ever created, also those that do not exist in this execution.
    pub fn ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len() as u16).map(ThreadId)
    }
    /// All threads that exist in this execution.
    pub fn present(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let ids = (0..self.threads.len() as u16).map(ThreadId);
        ids.filter(|t| self.get(*t).status != Status::Absent)
    }
    /// Those of them that have not ended as they should.
    #[inline]
    pub fn unfinished(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let mut left = self.unfinished;
        let first = std::iter::from_fn(move || {
            let t = left.trailing_zeros() as u16;
            left &= left.wrapping_sub(1);
            (t < BITS).then_some(ThreadId(t))
        });
        first.chain(self.late().filter(|t| self.get(*t).status.is_unfinished()))
    }
    /// Does no more than one exist in this execution?
    #[inline]
    pub fn is_single(&self) -> bool {
        self.present == 1
    }
    /// How many others there are, if all of them have ended.
    pub fn ended_others(&self, t: ThreadId) -> Option<u32> {
        let all = self.running().all(|running| running == t);
        all.then_some(self.present - 1)
    }
    /// Does the thread exist in this execution?
    pub fn exists(&self, t: ThreadId) -> bool {
        let thread = self.threads.get(t.index());
        thread.is_some_and(|thread| thread.status != Status::Absent)
    }
    /// Those that have not ended.
    #[inline]
    pub fn running(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.unfinished()
            .filter(|t| self.get(*t).status == Status::Running)
    }
    /// The state of a thread.
    #[inline]
    pub fn get(&self, t: ThreadId) -> &Thread {
        &self.threads[t.index()]
    }
    /// The state of a thread, to be changed.
    #[inline]
    pub fn get_mut(&mut self, t: ThreadId) -> &mut Thread {
        &mut self.threads[t.index()]
    }
    /// Notes whether a thread runs. The caller then notes its readiness.
    #[inline]
    pub fn set_status(&mut self, t: ThreadId, status: Status) {
        self.threads[t.index()].status = status;
        if t.0 < BITS {
            self.unfinished &= !(1 << t.0);
            self.unfinished |= u64::from(status.is_unfinished()) << t.0;
        }
    }
    /// A thread ends as it should.
    #[inline]
    pub fn exit(&mut self, t: ThreadId) {
        self.threads[t.index()].status = Status::Exited;
        if t.0 < BITS {
            let others = !(1 << t.0);
            self.unfinished &= others;
            self.able &= others;
            self.unclear &= others;
        }
    }
    /// Restores the earlier state of a thread.
    pub fn restore(&mut self, t: ThreadId, thread: &Thread) {
        self.threads[t.index()] = *thread;
        self.set_status(t, thread.status);
    }
    /// Notes that a thread stands before another operation.
    #[inline(always)]
    pub fn note_move(&mut self, t: ThreadId) {
        if self.moved.watched {
            self.note_watched_move(t);
        }
    }
    #[cold]
    #[inline(never)]
    fn note_watched_move(&mut self, t: ThreadId) {
        self.moved.threads.set(t, true);
    }
    /// Does somebody want to know who moves?
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.moved.watched
    }
    /// From now on, who moves is noted. All threads count as moved.
    pub fn watch(&mut self) {
        let all = match self.threads.len() {
            len @ 0..128 => (1 << len) - 1,
            _ => u128::MAX,
        };
        self.moved = Moved {
            watched: true,
            threads: Bits(all),
        };
    }
    /// Those that have moved since the last time.
    pub fn take_moved(&mut self) -> Bits {
        std::mem::take(&mut self.moved.threads)
    }
    /// Notes whether a thread is quiet.
    pub fn set_quiet(&mut self, t: ThreadId, quiet: bool) {
        self.quiet.set(t, quiet);
    }
    /// The quiet ones of the first threads.
    pub fn quiet(&self) -> Bits {
        self.quiet
    }
    /// Notes the readiness of a running thread; one that does not run is blocked.
    #[inline]
    pub fn set_readiness(&mut self, t: ThreadId, readiness: Readiness) {
        self.note_move(t);
        if t.0 < BITS {
            let bit = 1 << t.0;
            let set = |bits: u64, value: bool| bits & !bit | u64::from(value) << t.0;
            self.able = set(self.able, readiness == Readiness::Ready);
            self.unclear = set(self.unclear, readiness == Readiness::Unknown);
        }
    }
    /// Whether a thread can take a step, as far as that is known.
    #[inline]
    pub fn readiness(&self, t: ThreadId) -> Readiness {
        if t.0 >= BITS || self.unclear >> t.0 & 1 != 0 {
            Readiness::Unknown
        } else if self.able >> t.0 & 1 != 0 {
            Readiness::Ready
        } else {
            Readiness::Blocked
        }
    }
    /// Notes that a running thread can take a step. The caller notes that it has moved.
    #[inline]
    pub fn set_ready(&mut self, t: ThreadId) {
        if t.0 < BITS {
            self.able |= 1 << t.0;
            self.unclear &= !(1 << t.0);
        }
    }
    /// Those of the first [`BITS`] threads that may be able to take a step.
    #[inline]
    pub fn hopeful(&self) -> u64 {
        self.able | self.unclear
    }
    /// The threads behind those.
    #[inline]
    pub fn late(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (BITS..self.threads.len() as u16).map(ThreadId)
    }
    /// Are there threads without bits?
    #[inline]
    pub fn has_late(&self) -> bool {
        self.threads.len() > usize::from(BITS)
    }
    /// Adds a thread to the execution.
    pub fn add(&mut self, t: ThreadId, thread: Thread) {
        if self.threads.len() <= t.index() {
            self.threads.resize(t.index() + 1, Thread::ABSENT);
        }
        self.restore(t, &thread);
        self.present += 1;
    }
    /// Takes the creation of a thread back.
    pub fn remove(&mut self, t: ThreadId) {
        self.set_readiness(t, Readiness::Blocked);
        self.restore(t, &Thread::ABSENT);
        self.present -= 1;
    }
}
