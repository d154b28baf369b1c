//! Source-DPOR and Optimal-DPOR by several workers.
//!
//! The states above a worker's task are *crossings*: each has the list of all branches that were ever planned there, in the
//! order in which they were given away. A branch falls asleep for all that stand behind it in this list, whether it is
//! explored by then or not. A plan for a crossing is dropped if a branch of the list begins it, and else becomes a new branch at the
//! end of the list, and a task. Sleep sets see to it that no class is visited twice; each is visited by the first branch that begins it.
//!
//! A worker has a copy of each list above its task: the branches in front of its own one sleep in its [`SearchStack`], and those behind it are
//! planned there as steps without anything below them, so that plans are compared with them as with all others. The copy may
//! lack the newest branches; it is brought up to date before a branch is added.
//!
//! Optimal-DPOR by one worker drops a plan, too, if a step that sleeps commutes with all of it: whatever wakes that step has a race
//! with it, and where it came first, that race has led to a plan for this very branch. A branch that was given away does not
//! learn of such plans. So it does not drop those plans ([`super::sleep_sets::Asleep`]), and now and then begins an execution that
//! ends asleep. These are [`Monitor::abandoned`]; they are no executions. `docs/design/parallel.md` has the example.
//!
//! For the same reason choices are left to one worker: within a planned sequence one option is taken, and the others are planned
//! by their own races.

use super::reversal::Reversal;
use super::sleep_sets::SearchStack;
use super::wakeup_tree::{NodeId, Twig};
use super::{Mode, backtrack, lost, plan_reversals, run_first, run_to_end, tell_part};
use crate::explore::monitor::{Monitor, Stop};
use crate::explore::parallel::{Hand, Share};
use crate::link::{Appended, Link, Outside};
use crate::machine::{Footprint, Machine, MemoryModel};
use crate::mutant::{self, Mutant};
use crate::portable::{Portable, pack, unpack};
use crate::trace::{Label, Step, StepIdx, Trace};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// A state that several workers know.
struct Crossing {
    /// In the order in which they were given away.
    branches: Mutex<Vec<Branch>>,
    /// If other processes know it.
    outside: OnceLock<Outside>,
}

/// The first step of a branch.
#[derive(Clone, Serialize, Deserialize)]
struct Branch {
    step: Footprint,
    /// The step was taken, so its accesses are known. Those of a planned step may be a guess.
    taken: bool,
}

impl Branch {
    fn planned(step: &Footprint) -> Branch {
        Branch {
            step: step.clone(),
            taken: false,
        }
    }
    fn taken(step: Footprint) -> Branch {
        Branch { step, taken: true }
    }
}

impl Crossing {
    fn new(branches: Vec<Branch>) -> Crossing {
        Crossing {
            branches: Mutex::new(branches),
            outside: OnceLock::new(),
        }
    }

    /// As data. From now on other processes know it, if there is a link to them.
    fn save(&self, link: Option<&Arc<dyn Link>>) -> SavedCrossing {
        let branches = self.branches().clone();
        let known = link.map(|link| {
            let outside = self.outside.get_or_init(|| Outside {
                link: Arc::clone(link),
                id: link.fresh(),
                born: branches.len(),
            });
            (outside.id, outside.born)
        });
        (known, branches)
    }
    fn restore((known, branches): SavedCrossing, link: Option<&Arc<dyn Link>>) -> Crossing {
        let crossing = Crossing::new(branches);
        if let Some(((id, born), link)) = known.zip(link) {
            let link = Arc::clone(link);
            let outside = Outside { link, id, born };
            crossing.outside.set(outside).expect("it is new");
        }
        crossing
    }

    /// Adds a branch for all processes, if this one knows all that were added. Otherwise learns those.
    fn add_outside(&self, known: usize, branch: Branch, item: &[u8]) -> bool {
        let mut branches = self.branches();
        if branches.len() != known {
            return false;
        }
        let outside = self.outside.get().expect("the caller has looked");
        let answer =
            outside
                .link
                .append(outside.id, known - outside.born, &pack(&branch), Some(item));
        match answer {
            Appended::Added => {
                branches.push(branch);
                true
            }
            Appended::Behind(others) => {
                let others = others.iter().map(|bytes| unpack::<Branch>(bytes));
                branches.extend(others.map(|other| other.expect("our own version wrote it")));
                false
            }
        }
    }

    fn branches(&self) -> MutexGuard<'_, Vec<Branch>> {
        self.branches
            .lock()
            .expect("nobody panics with a list at hand")
    }

    /// The first branches, as they sleep for the next one. The machine is in the state of the crossing, and tries
    /// those steps that nobody is known to have taken.
    fn sleepers<M: MemoryModel>(
        &self,
        count: usize,
        machine: &mut Machine<'_, M>,
    ) -> Result<Vec<Footprint>, Stop> {
        let mut sleepers = self.branches()[..count].to_vec();
        let depth = machine.trace().len();
        for (at, branch) in sleepers.iter_mut().enumerate() {
            if branch.taken {
                continue;
            }
            let label = branch.step.summary.label;
            take(machine, label)?;
            branch.step.set_step(machine.trace(), StepIdx(depth as u32));
            branch.taken = true;
            machine.rewind(depth);
            self.branches()[at] = branch.clone();
        }
        Ok(sleepers.into_iter().map(|branch| branch.step).collect())
    }
}

/// Takes a planned step.
fn take<M: MemoryModel>(machine: &mut Machine<'_, M>, label: Label) -> Result<(), Stop> {
    if !machine.prepare(label.actor) {
        return Err(lost(machine, label));
    }
    machine.step(label);
    Ok(())
}

/// A crossing on a worker's way.
#[derive(Clone)]
struct Passed {
    crossing: Arc<Crossing>,
    /// The branch that it took.
    taken: usize,
    label: Label,
    /// How many branches it knows.
    known: usize,
}

/// A branch of a crossing, to be explored.
pub struct Task {
    /// From the root to the crossing, with the branch itself as the last one taken.
    way: Vec<Passed>,
    /// The planned steps, from that of the branch on.
    twig: Twig,
}

/// A crossing on a way, by its place in a list; the rest as in [`Passed`].
type SavedPassed = (usize, usize, Label, usize);
/// The name of a crossing for other processes, with the number of the branches it was born with, and its branches.
type SavedCrossing = (Option<(u128, usize)>, Vec<Branch>);

/// The lists of all crossings, then the tasks.
impl Portable for Task {
    fn pack(tasks: &[&Task], link: Option<&Arc<dyn Link>>) -> Vec<u8> {
        let mut places: FxHashMap<*const Crossing, usize> = FxHashMap::default();
        let mut crossings: Vec<SavedCrossing> = Vec::new();
        let mut saved: Vec<(Vec<SavedPassed>, &Twig)> = Vec::new();
        for task in tasks {
            let way = task.way.iter().map(|passed| {
                let crossing = Arc::as_ptr(&passed.crossing);
                let at = *places.entry(crossing).or_insert_with(|| {
                    crossings.push(passed.crossing.save(link));
                    crossings.len() - 1
                });
                (at, passed.taken, passed.label, passed.known)
            });
            saved.push((way.collect(), &task.twig));
        }
        pack(&(crossings, saved))
    }

    fn unpack(bytes: &[u8], link: Option<&Arc<dyn Link>>) -> Option<Vec<Task>> {
        type Saved = (Vec<SavedCrossing>, Vec<(Vec<SavedPassed>, Twig)>);
        let (crossings, tasks): Saved = unpack(bytes)?;
        let crossings = crossings.into_iter();
        let crossings = crossings.map(|saved| Arc::new(Crossing::restore(saved, link)));
        let crossings: Vec<Arc<Crossing>> = crossings.collect();
        let passed = |(at, taken, label, known): SavedPassed| {
            Some(Passed {
                crossing: Arc::clone(crossings.get(at)?),
                taken,
                label,
                known,
            })
        };
        let task = |(way, twig): (Vec<SavedPassed>, Twig)| {
            let way: Option<Vec<Passed>> = way.into_iter().map(passed).collect();
            Some(Task { way: way?, twig })
        };
        tasks.into_iter().map(task).collect()
    }
}

/// The crossings above a worker's task, and the branches that it has found for them.
#[derive(Default)]
pub struct Top {
    way: Vec<Passed>,
    found: Vec<Task>,
}

impl Top {
    /// States from this depth on are the worker's own.
    #[inline]
    pub fn floor(&self) -> usize {
        self.way.len()
    }
}

/// Explores a task with Optimal-DPOR.
pub fn work_optimal<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    hand: &mut Hand<'_, Task>,
    task: Option<Task>,
) -> Result<(), Stop> {
    work(search, machine, hand, task, Mode::Optimal)
}

/// Explores a task with Source-DPOR.
pub fn work_source<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    hand: &mut Hand<'_, Task>,
    task: Option<Task>,
) -> Result<(), Stop> {
    work(search, machine, hand, task, Mode::Source)
}

/// Explores a task, or everything.
fn work<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    hand: &mut Hand<'_, Task>,
    task: Option<Task>,
    mode: Mode,
) -> Result<(), Stop> {
    let mut stack = SearchStack::default();
    stack.push_root();
    machine.rewind(0);
    let mut blocked_by_sleep = match task {
        None => run_first(search, machine, &mut stack)?,
        Some(task) => {
            if !machine.has_learned() {
                run_first(search, machine, &mut stack)?;
                machine.rewind(0);
                stack = SearchStack::default();
                stack.push_root();
            }
            if !stack.begin(machine, task)? {
                return Ok(());
            }
            run_to_end(search, machine, &mut stack)?
        }
    };
    let mut reversal = Reversal::default();
    let mut shared = 0;
    loop {
        if mode == Mode::Optimal && machine.trace().has_choices() {
            hand.work_alone()?;
        }
        match blocked_by_sleep && mode == Mode::Optimal && stack.top.floor() > 0 {
            true => search.abandoned(),
            false => search.ended(machine, blocked_by_sleep)?,
        }
        plan_reversals(machine, &mut stack, &mut reversal, mode, shared);
        tell_part(search, &stack);
        let share = hand.after_execution(search, machine)?;
        stack.give_away(machine.trace(), share);
        if !stack.top.found.is_empty() {
            hand.give(stack.top.found.drain(..));
        }
        match backtrack(machine, &mut stack) {
            Some(depth) => shared = depth,
            None => return Ok(()),
        }
        blocked_by_sleep = run_to_end(search, machine, &mut stack)?;
    }
}

impl SearchStack {
    /// Goes to the crossing of a task and plans its branch; false if that sleeps.
    fn begin<M: MemoryModel>(
        &mut self,
        machine: &mut Machine<'_, M>,
        task: Task,
    ) -> Result<bool, Stop> {
        let last = task.way.len() - 1;
        for (depth, mut passed) in task.way.into_iter().enumerate() {
            let forgotten = usize::from(mutant::is(Mutant::DroppedSleeper));
            let count = passed.taken.saturating_sub(forgotten);
            for step in passed.crossing.sleepers(count, machine)? {
                self.put_footprint_to_sleep(&step);
            }
            passed.known = passed.taken + 1;
            let label = passed.label;
            self.top.way.push(passed);
            self.learn(depth);
            if depth == last {
                break;
            }
            take(machine, label)?;
            let newest = StepIdx(machine.trace().len() as u32 - 1);
            self.push(None, machine.trace(), newest);
        }
        if self.is_label_asleep(task.twig.label()) {
            return Ok(false);
        }
        let planned = self.planned(last);
        let node = self.tree.graft(&task.twig, planned);
        self.set_planned(last, Some(node));
        Ok(true)
    }

    /// Adds the plans of others for a crossing; false if there is nothing new.
    pub fn learn(&mut self, depth: usize) -> bool {
        let Some(passed) = self.top.way.get_mut(depth) else {
            return false;
        };
        let branches = passed.crossing.branches();
        let new = branches[passed.known..].to_vec();
        passed.known = branches.len();
        drop(branches);
        for branch in &new {
            let node = self.tree.leaf(&branch.step);
            let planned = self.tree.append(self.planned(depth), node);
            self.set_planned(depth, planned);
        }
        !new.is_empty()
    }

    /// Makes the branch that was planned last in a state a branch of the crossing, if it is one. False if others have planned something
    /// there meanwhile: then the branch is gone, and the plan is to be looked at again.
    #[inline]
    pub fn publish(&mut self, depth: usize) -> bool {
        depth >= self.top.floor() || self.publish_newest(depth)
    }
    #[inline(never)]
    fn publish_newest(&mut self, depth: usize) -> bool {
        let planned = self.planned(depth);
        let newest = self.tree.siblings(planned).last().expect("just planned");
        if self.top.way[depth].crossing.outside.get().is_some() {
            return self.publish_outside(depth, newest);
        }
        let passed = &mut self.top.way[depth];
        let mut branches = passed.crossing.branches();
        if branches.len() != passed.known {
            drop(branches);
            let planned = self.tree.remove_last(planned);
            self.set_planned(depth, planned);
            return false;
        }
        let taken = branches.len();
        branches.push(Branch::planned(self.tree.step(newest)));
        drop(branches);
        passed.known += 1;
        let passed = Passed {
            taken,
            label: self.tree.label(newest),
            ..passed.clone()
        };
        let twice = mutant::is(Mutant::UpwardTwice);
        for _ in 0..usize::from(!mutant::is(Mutant::UpwardDropped)) + usize::from(twice) {
            let task = self.task(depth, passed.clone(), newest);
            self.top.found.push(task);
        }
        self.tree.prune(newest);
        true
    }

    /// The same for a crossing that other processes know: the branch and its task go there together.
    fn publish_outside(&mut self, depth: usize, newest: NodeId) -> bool {
        let crossing = Arc::clone(&self.top.way[depth].crossing);
        let known = self.top.way[depth].known;
        let branch = Branch::planned(self.tree.step(newest));
        // Whoever takes the task finds the branch at the end of the list.
        let mut branches = crossing.branches().clone();
        branches.truncate(known);
        branches.push(branch.clone());
        let copy = Crossing {
            branches: Mutex::new(branches),
            outside: crossing.outside.clone(),
        };
        let passed = Passed {
            crossing: Arc::new(copy),
            taken: known,
            label: self.tree.label(newest),
            known: known + 1,
        };
        let task = self.task(depth, passed, newest);
        let link = crossing.outside.get().map(|outside| &outside.link);
        let item = Task::pack(&[&task], link);
        if !crossing.add_outside(known, branch, &item) {
            let planned = self.tree.remove_last(self.planned(depth));
            self.set_planned(depth, planned);
            return false;
        }
        self.top.way[depth].known += 1;
        self.tree.prune(newest);
        true
    }

    fn task(&self, depth: usize, passed: Passed, branch: NodeId) -> Task {
        let mut way = self.top.way[..depth].to_vec();
        way.push(passed);
        Task {
            way,
            twig: self.tree.twig(branch),
        }
    }

    /// Plans other options of a choice for a crossing.
    pub fn share_choices(&mut self, depth: usize, others: &[Label], newest: &Step) {
        for label in others {
            loop {
                self.learn(depth);
                let planned = self.planned(depth);
                let is_label = |n: NodeId| self.tree.label(n) == *label;
                let known = self.tree.siblings(planned).any(is_label);
                if known || self.explored(depth).any(|explored| explored == *label) {
                    break;
                }
                let (node, step) = self.tree.add(None, false);
                step.set_unknown((*label, newest.nth), newest.thread);
                let planned = self.tree.append(planned, node);
                self.set_planned(depth, planned);
                if self.publish(depth) {
                    break;
                }
            }
        }
    }

    /// Gives away the branches that are planned in the shallowest state that has any, or in all states.
    fn give_away(&mut self, trace: &Trace, share: Share) {
        if share == Share::Nothing {
            return;
        }
        for depth in self.top.floor()..self.depth() {
            if self.planned(depth).is_none() {
                continue;
            }
            while self.top.floor() <= depth {
                self.open_crossing(trace);
            }
            self.give_away_at(depth);
            if share == Share::Shallowest {
                return;
            }
        }
    }

    /// Makes the shallowest state that is the worker's own a crossing.
    fn open_crossing(&mut self, trace: &Trace) {
        let depth = self.top.floor();
        let current = StepIdx(depth as u32);
        let mut branches: Vec<Branch> = self.explored_steps(depth).map(Branch::taken).collect();
        let taken = branches.len();
        let mut step = Footprint::nothing();
        step.set_step(trace, current);
        branches.push(Branch::taken(step));
        self.top.way.push(Passed {
            crossing: Arc::new(Crossing::new(branches)),
            taken,
            label: trace.step(current).label,
            known: taken + 1,
        });
    }

    fn give_away_at(&mut self, depth: usize) {
        let planned: Vec<NodeId> = self.tree.siblings(self.planned(depth)).collect();
        for branch in planned {
            let passed = &mut self.top.way[depth];
            let mut branches = passed.crossing.branches();
            let taken = branches.len();
            branches.push(Branch::planned(self.tree.step(branch)));
            passed.known = taken + 1;
            drop(branches);
            let passed = Passed {
                taken,
                label: self.tree.label(branch),
                ..passed.clone()
            };
            let task = self.task(depth, passed, branch);
            self.top.found.push(task);
            self.tree.prune(branch);
        }
    }
}
