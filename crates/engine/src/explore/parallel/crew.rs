//! What the workers of a search have in common: the tasks that nobody has taken yet, and whether to stop.

use super::team::Crewed;
use crate::explore::monitor::{Monitor, Stop};
use crate::host::names::Names;
use crate::outcome::Counts;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How often a worker that waits looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

pub struct Crew<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// Workers that wait, less the tasks that wait for them.
    wanted: AtomicIsize,
    stopped: AtomicBool,
    /// There is more than one worker.
    several: AtomicBool,
    tally: Tally,
    /// A worker gives away all that is left of a task after so many executions.
    budget: Option<u64>,
    /// More executions than this are too many.
    limit: Option<u64>,
}

struct State<T> {
    tasks: VecDeque<T>,
    workers: usize,
    waiting: usize,
}

#[derive(Default)]
struct Tally {
    complete: AtomicU64,
    blocked: AtomicU64,
    redundant: AtomicU64,
}

impl<T> Crew<T> {
    /// A crew of one worker, which has a task.
    pub fn new(budget: Option<u64>, limit: Option<u64>) -> Crew<T> {
        Crew {
            state: Mutex::new(State {
                tasks: VecDeque::new(),
                workers: 1,
                waiting: 0,
            }),
            changed: Condvar::new(),
            wanted: AtomicIsize::new(0),
            stopped: AtomicBool::new(false),
            several: AtomicBool::new(false),
            tally: Tally::default(),
            budget,
            limit,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state
            .lock()
            .expect("nobody panics with the tasks at hand")
    }

    /// Some more workers come, without tasks.
    pub fn join(&self, workers: usize) {
        self.state().workers += workers;
        self.several.fetch_or(workers > 0, Ordering::Relaxed);
    }

    /// Everybody is to end soon: the outcome is known, or the time is up.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Under the lock, so that nobody who is about to wait misses it.
        let _state = self.state();
        self.changed.notify_all();
    }
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub fn give(&self, tasks: impl IntoIterator<Item = T>) {
        let mut state = self.state();
        let before = state.tasks.len();
        state.tasks.extend(tasks);
        let more = state.tasks.len() - before;
        self.wanted.fetch_sub(more as isize, Ordering::Relaxed);
        drop(state);
        match more {
            0 => (),
            1 => self.changed.notify_one(),
            _ => self.changed.notify_all(),
        }
    }

    /// The next task; waits for one. `None` if there will be none: everybody waits, or is to stop. `meanwhile` is called now and then.
    pub fn take<E>(&self, mut meanwhile: impl FnMut() -> Result<(), E>) -> Result<Option<T>, E> {
        let mut state = self.state();
        state.waiting += 1;
        self.wanted.fetch_add(1, Ordering::Relaxed);
        loop {
            if self.is_stopped() {
                return Ok(None);
            }
            if let Some(task) = state.tasks.pop_front() {
                state.waiting -= 1;
                // A worker and a task less.
                return Ok(Some(task));
            }
            if state.waiting == state.workers {
                drop(state);
                self.stop();
                return Ok(None);
            }
            let (guard, _) = self
                .changed
                .wait_timeout(state, PATIENCE)
                .expect("nobody panics with the tasks at hand");
            drop(guard);
            meanwhile()?;
            state = self.state();
        }
    }

    fn has_others(&self) -> bool {
        self.several.load(Ordering::Relaxed)
    }
    fn wants_work(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Adds the executions of a worker since it last told of them.
    fn add(&self, more: Counts) {
        self.tally
            .complete
            .fetch_add(more.complete, Ordering::Relaxed);
        self.tally
            .blocked
            .fetch_add(more.blocked, Ordering::Relaxed);
        self.tally
            .redundant
            .fetch_add(more.redundant, Ordering::Relaxed);
    }
    /// All executions that workers have told of.
    pub fn counts(&self) -> Counts {
        Counts {
            complete: self.tally.complete.load(Ordering::Relaxed),
            blocked: self.tally.blocked.load(Ordering::Relaxed),
            redundant: self.tally.redundant.load(Ordering::Relaxed),
        }
    }
}

/// One worker's hold on the crew.
pub struct Hand<'c, T> {
    crew: &'c Crew<T>,
    /// For the first worker: how to get the others, and when.
    launch: Option<Launch<'c>>,
    /// Executions of the task so far.
    executions: u64,
    /// What the crew knows of this worker's executions.
    told: Counts,
}

/// Begins the other workers, with names that are shared from then on.
pub struct Launch<'c> {
    pub at: Instant,
    pub begin: Box<dyn FnOnce(Names) + 'c>,
}

impl<'c, T> Hand<'c, T> {
    pub fn new(crew: &'c Crew<T>, launch: Option<Launch<'c>>) -> Hand<'c, T> {
        Hand {
            crew,
            launch,
            executions: 0,
            told: Counts::default(),
        }
    }

    pub fn give(&self, tasks: impl IntoIterator<Item = T>) {
        self.crew.give(tasks);
    }

    /// Something has come up that only one worker can do. Fails if there are others already.
    pub fn work_alone(&mut self) -> Result<(), Stop> {
        self.launch = None;
        match self.crew.has_others() {
            true => Err(Stop::Alone),
            false => Ok(()),
        }
    }

    pub fn begin_task(&mut self) {
        self.executions = 0;
    }

    /// To be called after an execution: what is to be given away?
    pub fn after_execution<E: Crewed>(
        &mut self,
        search: &mut Monitor<'_>,
        executing: &mut E,
    ) -> Result<Share, Stop> {
        self.executions += 1;
        if self.launch.as_ref().is_some_and(|l| l.at <= Instant::now()) {
            let launch = self.launch.take().expect("just looked at");
            (launch.begin)(executing.share_names());
        }
        if self.executions.is_multiple_of(TELLING) || self.crew.limit.is_some() {
            self.tell(search);
        }
        if self.crew.is_stopped() {
            return Err(Stop::Stopped);
        }
        Ok(match self.crew.budget {
            // Nobody would take it.
            _ if self.launch.is_none() && !self.crew.has_others() => Share::Nothing,
            Some(budget) if budget <= self.executions => Share::All,
            None if self.crew.wants_work() => Share::Shallowest,
            _ => Share::Nothing,
        })
    }

    /// Tells the crew of this worker's executions, and its search of those of the others.
    pub fn tell(&mut self, search: &mut Monitor<'_>) {
        let counts = search.counts();
        self.crew.add(counts - self.told);
        self.told = counts;
        let all = self.crew.counts();
        search.set_beside(all - counts);
        if self.crew.limit.is_some_and(|limit| limit < all.all()) {
            self.crew.stop();
        }
    }
}

/// Workers tell of so many executions at a time.
const TELLING: u64 = 16;

/// What a worker is to give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    Nothing,
    /// The branches of the shallowest state that has any.
    Shallowest,
    /// All that is left.
    All,
}
