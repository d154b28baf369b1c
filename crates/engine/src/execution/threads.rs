//! The threads of one execution, and the names of threads of a whole search.

use super::trace::StepIdx;
use rustc_hash::FxHashMap;
use threadproof_program::ThreadId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Not created in this execution, or not yet.
    Absent,
    Running,
    Exited,
    /// Stopped by a bug or an unsupported operation.
    Failed,
}

#[derive(Clone, Copy, Debug)]
pub struct Thread {
    pub status: Status,
    /// The step that created it; `None` for main.
    pub created_by: Option<StepIdx>,
    pub last: Option<StepIdx>,
    /// How many threads it has created.
    pub spawned: u32,
    /// Nesting of atomic sections.
    pub sections: u32,
}

impl Thread {
    const ABSENT: Thread = Thread {
        status: Status::Absent,
        created_by: None,
        last: None,
        spawned: 0,
        sections: 0,
    };
    pub fn new(created_by: Option<StepIdx>) -> Thread {
        Thread {
            status: Status::Running,
            created_by,
            ..Thread::ABSENT
        }
    }
}

/// Numbers of spawn paths; they stay the same for a whole search.
#[derive(Clone, Debug)]
pub struct Names {
    /// Parent and how many-th child of it (from 1); main stands first.
    paths: Vec<(ThreadId, u32)>,
    numbers: FxHashMap<(ThreadId, u32), ThreadId>,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            paths: vec![(ThreadId::MAIN, 0)],
            numbers: FxHashMap::default(),
        }
    }
}

impl Names {
    pub fn child(&mut self, parent: ThreadId, nth: u32) -> ThreadId {
        let paths = &mut self.paths;
        *self.numbers.entry((parent, nth)).or_insert_with(|| {
            paths.push((parent, nth));
            ThreadId(paths.len() as u16 - 1)
        })
    }
    pub fn len(&self) -> usize {
        self.paths.len()
    }
    /// `main`, `main.2`, `main.2.1`
    pub fn name(&self, t: ThreadId) -> String {
        let mut numbers = Vec::new();
        let mut at = t;
        while at != ThreadId::MAIN {
            let (parent, nth) = self.paths[at.index()];
            numbers.push(format!(".{nth}"));
            at = parent;
        }
        numbers.push("main".to_string());
        numbers.into_iter().rev().collect()
    }
}

#[derive(Default)]
pub struct Threads {
    threads: Vec<Thread>,
}

impl Threads {
    /// All threads that exist in this execution.
    pub fn present(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let ids = (0..self.threads.len() as u16).map(ThreadId);
        ids.filter(|t| self.get(*t).status != Status::Absent)
    }
    pub fn get(&self, t: ThreadId) -> &Thread {
        &self.threads[t.index()]
    }
    pub fn get_mut(&mut self, t: ThreadId) -> &mut Thread {
        &mut self.threads[t.index()]
    }
    pub fn add(&mut self, t: ThreadId, thread: Thread) {
        if self.threads.len() <= t.index() {
            self.threads.resize(t.index() + 1, Thread::ABSENT);
        }
        self.threads[t.index()] = thread;
    }
    pub fn remove(&mut self, t: ThreadId) {
        self.threads[t.index()] = Thread::ABSENT;
    }
}
