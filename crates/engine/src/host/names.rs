//! The names of threads and actors, which stay the same for a whole search.

use super::registry::{Entry, Registry};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use threadproof_program::{ThreadId, address};

/// Position of a step in the trace.
#[derive(
    Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
)]
/// A step, by its place in the trace.
pub struct StepIdx(pub u32);

impl StepIdx {
    /// Its place in a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who takes a step: a thread, or a queue of its store buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ActorId(pub u16);

impl ActorId {
    /// Its place in a list.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Steps that happen one after the other in any case; the unit of vector clocks. The steps of a
/// thread are a chain, and so are those of a queue. When a thread has waited for its buffer to be empty, its later updates
/// come after all earlier ones, so a chain then serves another queue: there are fewer chains than queues.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ChainId(pub u16);

impl ChainId {
    /// Its place in a list.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An actor: a thread, or a queue of its store buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Actor {
    pub thread: ThreadId,
    /// For a queue of the thread's store buffer: which one.
    pub queue: Option<u64>,
}

/// Numbers of spawn paths and of actors; they stay the same for a whole search.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Where several searches over one program agree on new numbers.
    #[serde(skip)]
    common: Option<Arc<Mutex<Names>>>,
    /// Where they agree with those of other processes; the common names of a process have it.
    #[serde(skip)]
    pub(super) registry: Option<Registry>,
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
            common: None,
            registry: None,
        }
    }
}

impl Names {
    /// The number of the n-th thread that a thread creates.
    pub fn child(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        if let Some(&known) = self.numbers.get(&(parent, nth)) {
            return known;
        }
        if self.common.is_some() {
            return self.agree(|common| common.child(parent, nth));
        }
        if self.registry.is_some() {
            self.register(Entry::Child(parent, nth));
            return self.numbers[&(parent, nth)];
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

    /// From now on, these names and all their copies give the same numbers: several workers search one tree.
    pub fn share(&mut self) -> Names {
        if self.common.is_none() {
            let common = self.clone();
            self.registry = None;
            self.common = Some(Arc::new(Mutex::new(common)));
        }
        self.clone()
    }
    /// Learns the names that other workers have met.
    pub fn catch_up(&mut self) {
        if self.common.is_some() {
            self.agree(|_| ());
        }
    }
    /// Asks for a number that is missing here, and learns all others that the other workers have met. Numbers are
    /// never changed, so those that are known here stay as they are.
    #[cold]
    fn agree<T>(&mut self, ask: impl FnOnce(&mut Names) -> T) -> T {
        let common = self.common.take().expect("the caller has looked");
        let mut agreed = common.lock().expect("nobody panics with the names at hand");
        let number = ask(&mut agreed);
        *self = agreed.clone();
        drop(agreed);
        self.registry = None;
        self.common = Some(common);
        number
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
        let missing = self.chains[t.index()].len() <= usize::from(nth);
        if missing && self.common.is_some() {
            return self.agree(|common| common.queue_chain(t, nth));
        }
        if missing && self.registry.is_some() {
            self.register(Entry::Chain(t, nth));
        }
        while self.chains[t.index()].len() <= usize::from(nth) {
            let chain = self.add_chain();
            self.chains[t.index()].push(chain);
        }
        self.chains[t.index()][usize::from(nth)]
    }
    /// The number of chains of all actors so far.
    pub fn chains(&self) -> usize {
        usize::from(self.chain_count)
    }
    /// The actor of a queue of a thread's store buffer.
    pub fn queue(&mut self, thread: ThreadId, key: u64) -> ActorId {
        if let Some(&known) = self.queues.get(&(thread, key)) {
            return known;
        }
        if self.common.is_some() {
            return self.agree(|common| common.queue(thread, key));
        }
        if self.registry.is_some() {
            self.register(Entry::Queue(thread, key));
            return self.queues[&(thread, key)];
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

    /// The number of threads so far, in all executions.
    pub fn threads(&self) -> usize {
        self.paths.len()
    }
    /// The number of actors so far, in all executions.
    pub fn actors(&self) -> usize {
        self.actors.len()
    }
    /// The thread and the queue of an actor.
    pub fn actor(&self, a: ActorId) -> Actor {
        self.actors[a.index()]
    }
    /// The actor of a thread itself.
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

/// Whether a thread exists, runs or has ended.
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
    /// Does the thread exist, and has it not ended as it should?
    pub fn is_unfinished(self) -> bool {
        matches!(self, Status::Running | Status::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_named_by_the_path_of_its_creation() {
        let mut names = Names::default();
        let second = names.child(ThreadId::MAIN, 2);
        let nested = names.child(second, 1);
        assert_eq!(names.name(nested), "main.2.1");
        assert_eq!(names.find("main.2.1"), Some(nested));
        assert_eq!(names.find("main.1"), None);
        // The number stays for the whole search.
        assert_eq!(names.child(ThreadId::MAIN, 2), second);
    }

    #[test]
    fn a_queue_of_a_store_buffer_is_an_actor_of_its_own() {
        let mut names = Names::default();
        let queue = names.queue(ThreadId::MAIN, 64);
        assert_ne!(queue, names.of_thread(ThreadId::MAIN));
        assert_eq!(names.actor(queue).thread, ThreadId::MAIN);
        assert_eq!(names.queue(ThreadId::MAIN, 64), queue);
    }
}
