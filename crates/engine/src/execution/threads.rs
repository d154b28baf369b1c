//! The threads of one execution, and the names of threads of a whole search.

use super::trace::{ActorId, ChainId, StepIdx};
use rustc_hash::FxHashMap;
use threadproof_program::{ThreadId, address};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Not created in this execution, or not yet.
    Absent,
    Running,
    Exited,
    /// Stopped by a bug or an unsupported operation.
    Failed,
}

impl Status {
    fn is_unfinished(self) -> bool {
        matches!(self, Status::Running | Status::Failed)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// Set by [`Threads::set_status`].
    status: Status,
    /// The step that created it; `None` for main.
    pub created_by: Option<StepIdx>,
    pub last: Option<StepIdx>,
    /// How many threads it has created.
    pub spawned: u32,
    /// Joins done in passing since its last step, and in all.
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
    /// It did so in passing, after its last step, and the next one comes after the stores that it
    /// waited for.
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
    pub fn new(created_by: Option<StepIdx>) -> Thread {
        Thread {
            status: Status::Running,
            created_by,
            ..Thread::ABSENT
        }
    }
}

/// What an actor is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Actor {
    pub thread: ThreadId,
    /// For a queue of the thread's store buffer: which one.
    pub queue: Option<u64>,
}

/// Numbers of spawn paths and of actors; they stay the same for a whole search.
#[derive(Clone, Debug)]
pub struct Names {
    /// Parent and how many-th child of it (from 1); main stands first.
    paths: Vec<(ThreadId, u32)>,
    numbers: FxHashMap<(ThreadId, u32), ThreadId>,
    actors: Vec<Actor>,
    /// The actor of each thread.
    threads: Vec<ActorId>,
    queues: FxHashMap<(ThreadId, u64), ActorId>,
    /// The actor of each thread's buffer, if that is a single queue and was used.
    buffers: Vec<Option<ActorId>>,
    /// The chains of each thread.
    own_chains: Vec<ChainId>,
    /// The chains of each thread's queues.
    chains: Vec<Vec<ChainId>>,
    chain_count: u16,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            paths: vec![(ThreadId::MAIN, 0)],
            numbers: FxHashMap::default(),
            actors: vec![Actor {
                thread: ThreadId::MAIN,
                queue: None,
            }],
            threads: vec![ActorId(0)],
            queues: FxHashMap::default(),
            buffers: vec![None],
            own_chains: vec![ChainId(0)],
            chains: vec![Vec::new()],
            chain_count: 1,
        }
    }
}

impl Names {
    pub fn child(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        if let Some(&known) = self.numbers.get(&(parent, nth)) {
            return known;
        }
        let thread = ThreadId(self.paths.len() as u16);
        self.paths.push((parent, nth));
        self.numbers.insert((parent, nth), thread);
        let queue = None;
        let actor = self.add_actor(Actor { thread, queue });
        self.threads.push(actor);
        self.buffers.push(None);
        self.chains.push(Vec::new());
        let chain = self.add_chain();
        self.own_chains.push(chain);
        thread
    }
    fn add_chain(&mut self) -> ChainId {
        self.chain_count += 1;
        ChainId(self.chain_count - 1)
    }
    /// The chain of a thread's own steps.
    #[inline(always)]
    pub fn thread_chain(&self, t: ThreadId) -> ChainId {
        self.own_chains[t.index()]
    }
    /// The chain of the `nth` queue (from 0) that a thread uses between two drains of its buffer.
    pub fn queue_chain(&mut self, t: ThreadId, nth: u16) -> ChainId {
        while self.chains[t.index()].len() <= usize::from(nth) {
            let chain = self.add_chain();
            self.chains[t.index()].push(chain);
        }
        self.chains[t.index()][usize::from(nth)]
    }
    pub fn chains(&self) -> usize {
        usize::from(self.chain_count)
    }
    /// The actor of a queue of a thread's store buffer.
    pub fn queue(&mut self, thread: ThreadId, key: u64) -> ActorId {
        if let Some(&known) = self.queues.get(&(thread, key)) {
            return known;
        }
        let queue = Some(key);
        let actor = self.add_actor(Actor { thread, queue });
        self.queues.insert((thread, key), actor);
        actor
    }
    /// The actor of a thread's store buffer, which is a single queue.
    #[inline]
    pub fn buffer(&mut self, thread: ThreadId) -> ActorId {
        match self.buffers[thread.index()] {
            Some(known) => known,
            None => {
                let actor = self.queue(thread, 0);
                self.buffers[thread.index()] = Some(actor);
                actor
            }
        }
    }
    fn add_actor(&mut self, actor: Actor) -> ActorId {
        self.actors.push(actor);
        ActorId(self.actors.len() as u16 - 1)
    }

    pub fn threads(&self) -> usize {
        self.paths.len()
    }
    pub fn actors(&self) -> usize {
        self.actors.len()
    }
    pub fn actor(&self, a: ActorId) -> Actor {
        self.actors[a.index()]
    }
    pub fn of_thread(&self, t: ThreadId) -> ActorId {
        self.threads[t.index()]
    }

    /// Which child of which child of main the thread of an actor is.
    pub fn path(&self, a: ActorId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = self.actor(a).thread;
        while at != ThreadId::MAIN {
            let (parent, nth) = self.paths[at.index()];
            path.push(nth);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The thread with such a name, if there was one in this search.
    pub fn find(&self, name: &str) -> Option<ThreadId> {
        let mut path = name.split('.');
        if path.next() != Some("main") {
            return None;
        }
        path.try_fold(ThreadId::MAIN, |parent, nth| {
            let nth = nth.parse().ok()?;
            self.numbers.get(&(parent, nth)).copied()
        })
    }

    /// Gives numbers to threads in the order of their names in `names`; the first must be `main`,
    /// and parents must stand before children.
    pub fn numbered(names: &[String]) -> Option<Names> {
        let mut numbered = Names::default();
        let (first, others) = names.split_first()?;
        if first != "main" {
            return None;
        }
        for name in others {
            let (parent, nth) = name.rsplit_once('.')?;
            let parent = numbered.find(parent)?;
            let nth = nth.parse().ok()?;
            if numbered.threads() >= address::MAX_THREADS {
                return None;
            }
            numbered.child(parent, nth);
        }
        Some(numbered)
    }

    /// `main`, `main.2`, `main.2.1`
    pub fn name(&self, t: ThreadId) -> String {
        let path = self.path(self.of_thread(t)).into_iter();
        let numbers: String = path.map(|nth| format!(".{nth}")).collect();
        format!("main{numbers}")
    }
}

/// How many threads have bits in [`Threads`].
const BITS: u16 = 64;

/// Whether a running thread can take a step, as far as that is known without looking at memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    Able,
    /// Only memory or its store buffer can tell.
    Unclear,
    /// It cannot, for as long as it stands where it does.
    Idle,
}

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
    #[inline]
    pub fn get(&self, t: ThreadId) -> &Thread {
        &self.threads[t.index()]
    }
    #[inline]
    pub fn get_mut(&mut self, t: ThreadId) -> &mut Thread {
        &mut self.threads[t.index()]
    }
    /// Notes whether a thread runs. Then comes what is known of it.
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
    /// Makes a thread what it was before.
    pub fn restore(&mut self, t: ThreadId, thread: &Thread) {
        self.threads[t.index()] = *thread;
        self.set_status(t, thread.status);
    }
    /// Notes what is known of a thread that runs; of one that does not, that it is idle.
    #[inline]
    pub fn set_outlook(&mut self, t: ThreadId, outlook: Outlook) {
        if t.0 < BITS {
            let bit = 1 << t.0;
            let set = |bits: u64, value: bool| bits & !bit | u64::from(value) << t.0;
            self.able = set(self.able, outlook == Outlook::Able);
            self.unclear = set(self.unclear, outlook == Outlook::Unclear);
        }
    }
    #[inline]
    pub fn outlook(&self, t: ThreadId) -> Outlook {
        if t.0 >= BITS || self.unclear >> t.0 & 1 != 0 {
            Outlook::Unclear
        } else if self.able >> t.0 & 1 != 0 {
            Outlook::Able
        } else {
            Outlook::Idle
        }
    }
    #[inline]
    pub fn set_able(&mut self, t: ThreadId) {
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
    #[inline]
    pub fn has_late(&self) -> bool {
        self.threads.len() > usize::from(BITS)
    }
    pub fn add(&mut self, t: ThreadId, thread: Thread) {
        if self.threads.len() <= t.index() {
            self.threads.resize(t.index() + 1, Thread::ABSENT);
        }
        self.restore(t, &thread);
        self.present += 1;
    }
    pub fn remove(&mut self, t: ThreadId) {
        self.set_outlook(t, Outlook::Idle);
        self.restore(t, &Thread::ABSENT);
        self.present -= 1;
    }
}
