//! The common state of the workers of a search: the tasks that nobody has taken yet, and whether to stop.

use super::team::Crewed;
use crate::explore::monitor::{Monitor, Stop};
use crate::host::names::Names;
use crate::options::Jobs;
use crate::outcome::Counts;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How often a worker that waits looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

/// The state that all workers of a search share.
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
    /// Everybody is to give all away after the current execution, and to end.
    paused: AtomicBool,
    /// There is to be a pause at some time.
    kept: bool,
    /// Everybody notes how long tasks take.
    timed: bool,
    /// There were tasks from the start.
    begun: bool,
}

struct State<T> {
    /// Each with the task that it came out of.
    tasks: VecDeque<(Option<u32>, T)>,
    workers: usize,
    waiting: usize,
    /// The tasks that were begun, if that is wanted.
    times: Vec<TaskTime>,
}

/// A task of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaskTime {
    /// The task that it came out of, by its place in the list of all.
    pub parent: Option<u32>,
    pub time: Duration,
}

#[derive(Default)]
struct Tally {
    complete: AtomicU64,
    blocked: AtomicU64,
    redundant: AtomicU64,
}

impl<T> Crew<T> {
    /// A crew of one worker: it has all to explore, or takes its first task of these.
    pub fn new(jobs: &Jobs, limit: Option<u64>, tasks: Option<Vec<T>>) -> Crew<T> {
        Crew {
            begun: tasks.is_some(),
            state: Mutex::new(State {
                tasks: tasks
                    .into_iter()
                    .flatten()
                    .map(|task| (None, task))
                    .collect(),
                workers: 1,
                waiting: 0,
                times: Vec::new(),
            }),
            changed: Condvar::new(),
            wanted: AtomicIsize::new(0),
            stopped: AtomicBool::new(false),
            several: AtomicBool::new(false),
            tally: Tally::default(),
            budget: jobs.budget,
            limit,
            paused: AtomicBool::new(false),
            kept: false,
            timed: false,
        }
    }
    /// Its tasks are to be timed.
    pub fn timed(mut self, timed: bool) -> Crew<T> {
        self.timed = timed;
        self
    }
    /// Notes that a task begins; its number.
    fn begin_task(&self, parent: Option<u32>) -> Option<u32> {
        if !self.timed {
            return None;
        }
        let time = Duration::ZERO;
        let mut state = self.state();
        state.times.push(TaskTime { parent, time });
        Some(state.times.len() as u32 - 1)
    }
    fn end_task(&self, number: u32, time: Duration) {
        self.state().times[number as usize].time = time;
    }
    /// Its tasks are to be kept.
    pub fn kept(mut self, kept: bool) -> Crew<T> {
        self.kept = kept;
        self
    }
    /// Did the search begin before?
    pub fn has_begun(&self) -> bool {
        self.begun
    }
    /// The tasks that nobody has taken, and how long others took.
    pub fn into_tasks(self) -> (Vec<T>, Vec<TaskTime>) {
        let state = self.state.into_inner();
        let state = state.expect("nobody panics with the tasks at hand");
        let tasks = state.tasks.into_iter().map(|(_, task)| task);
        (tasks.collect(), state.times)
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
    /// Everybody is to end between two executions, and to leave all else as tasks.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Relaxed);
        let _state = self.state();
        self.changed.notify_all();
    }
    /// Does every worker end after its execution?
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }
    /// Is the search over?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn give(&self, parent: Option<u32>, tasks: impl IntoIterator<Item = T>) {
        let mut state = self.state();
        let before = state.tasks.len();
        let tasks = tasks.into_iter().map(|task| (parent, task));
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
    pub fn take<E>(
        &self,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<(Option<u32>, T)>, E> {
        let mut state = self.state();
        state.waiting += 1;
        self.wanted.fetch_add(1, Ordering::Relaxed);
        loop {
            if self.is_stopped() || self.is_paused() {
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
    /// Its number, if tasks are timed, and when it began.
    task: Option<u32>,
    begun: Instant,
    /// The counts of this worker, as far as the crew knows them.
    told: Counts,
}

/// Begins the other workers, with names that are shared from then on.
pub struct Launch<'c> {
    pub at: Instant,
    pub begin: Box<dyn FnOnce(Names) + 'c>,
}

impl<'c, T> Hand<'c, T> {
    /// A worker of a crew; `launch` begins the others.
    pub fn new(crew: &'c Crew<T>, launch: Option<Launch<'c>>) -> Hand<'c, T> {
        Hand {
            crew,
            launch,
            executions: 0,
            task: None,
            begun: Instant::now(),
            told: Counts::default(),
        }
    }

    /// Gives tasks away.
    pub fn give(&self, tasks: impl IntoIterator<Item = T>) {
        self.crew.give(self.task, tasks);
    }

    /// Something has come up that only one worker can do. Fails if there are others already.
    pub fn work_alone(&mut self) -> Result<(), Stop> {
        self.launch = None;
        match self.crew.has_others() || self.crew.kept {
            true => Err(Stop::Alone),
            false => Ok(()),
        }
    }

    /// Begins a task that came out of another one.
    pub fn begin_task(&mut self, parent: Option<u32>) {
        self.executions = 0;
        self.task = self.crew.begin_task(parent);
        self.begun = Instant::now();
    }
    /// The current task is done.
    pub fn end_task(&mut self) {
        if let Some(task) = self.task {
            self.crew.end_task(task, self.begun.elapsed());
        }
    }

    /// Begins the other workers, if they have not begun.
    pub fn begin_others<E: Crewed>(&mut self, executing: &mut E) {
        if let Some(launch) = self.launch.take() {
            (launch.begin)(executing.share_names());
        }
    }

    /// To be called after an execution: the task to give away, if another worker has none.
    pub fn after_execution<E: Crewed>(
        &mut self,
        search: &mut Monitor<'_>,
        executing: &mut E,
    ) -> Result<Share, Stop> {
        self.executions += 1;
        let due = |launch: &Launch<'_>| launch.at <= Instant::now();
        if self.launch.as_ref().is_some_and(due) && search.is_settled() {
            self.begin_others(executing);
        }
        if self.executions.is_multiple_of(TELLING) || self.crew.limit.is_some() {
            self.tell(search);
        }
        if self.crew.is_stopped() {
            return Err(Stop::Stopped);
        }
        if self.crew.kept && !self.crew.is_paused() && search.wants_pause() {
            self.crew.pause();
        }
        Ok(match self.crew.budget {
            _ if self.crew.is_paused() => Share::All,
            // Nobody would take it.
            _ if self.launch.is_none() && !self.crew.has_others() && !self.crew.timed => {
                Share::Nothing
            }
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

/// A task that a worker is to give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    Nothing,
    /// The branches of the shallowest state that has any.
    Shallowest,
    /// All that is left.
    All,
}
