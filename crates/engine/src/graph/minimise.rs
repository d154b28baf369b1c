//! A smaller counterexample under Release-Acquire: the same error with as few context switches as
//! possible, and without what it does not need.
//!
//! Any order of the items that respects happens-before is the same execution, so first the one that was
//! found is written down with longer runs of each thread. Then all executions with few switches are
//! looked at, from none upwards, each set of items once, until one shows the error. Everything
//! is bounded by a number of items, so the result does not depend on the machine that it is computed
//! on; the bound on the time is for programs whose items are very long.

use super::coherence::knows;
use super::event_graph::{Choices, Graph};
use super::plan::{Move, Plans};
use super::show::{Schedule, config};
use crate::explore::monitor::Explored;
use crate::host::Failure;
use crate::options::Options;
use rustc_hash::FxHashMap;
use std::time::Instant;
use threadproof_program::{ErrorKind, LocationId, Program, ThreadId};

/// Items that may be added for one error.
const BUDGET: u64 = 200_000;

/// An execution with the same error as `found`, smaller if one was found in time.
pub fn minimise(
    program: &dyn Program,
    options: &Options,
    found: (Schedule, Failure),
    deadline: Instant,
) -> (Schedule, Failure) {
    let (schedule, failure) = &found;
    let mut graph = Graph::new(program, config(options), schedule.names.clone());
    graph.cuts.clone_from(&schedule.cuts);
    graph.begin(&mut Plans::default());
    let mut minimiser = Minimiser {
        graph,
        plans: Plans::default(),
        options,
        target: Target(failure.kind, failure.locations.first().copied()),
        budget: BUDGET,
        deadline,
        best: schedule.moves.clone(),
    };
    if !minimiser.shows(&schedule.moves) {
        return found;
    }
    minimiser.best = minimiser.moves();
    minimiser.keep_past();
    minimiser.linearise();
    minimiser.search_upwards();
    minimiser.drop_items();
    minimiser.linearise();
    let best = minimiser.best.clone();
    minimiser.budget = u64::MAX;
    match minimiser.shows(&best) {
        true => {
            let failure = minimiser.hit().expect("it shows the error");
            let schedule = Schedule {
                names: minimiser.graph.names().clone(),
                cuts: schedule.cuts.clone(),
                moves: best,
            };
            (schedule, failure)
        }
        false => found,
    }
}

/// What makes another error the same one: its kind and place.
#[derive(Clone, Copy)]
struct Target(ErrorKind, Option<LocationId>);

impl Target {
    fn accepts(self, failure: &Failure) -> bool {
        (self.0, self.1) == (failure.kind, failure.locations.first().copied())
    }
    /// Does the error show only when nobody can move?
    fn is_at_the_end(self) -> bool {
        use ErrorKind::{Deadlock, Leak, Livelock};
        matches!(self.0, Deadlock | Leak | Livelock)
    }
}

struct Minimiser<'a, 'p> {
    graph: Graph<'p>,
    plans: Plans,
    options: &'a Options,
    target: Target,
    /// Items that may still be added.
    budget: u64,
    deadline: Instant,
    best: Vec<Move>,
}

/// An item to be tried, with its first choices and the switches that are left after it.
struct Try {
    thread: ThreadId,
    given: Choices,
    left: usize,
}

/// A state of the search with what is still to be tried from it, last first.
struct Level {
    tries: Vec<Try>,
    /// A name for the set of the items so far.
    class: u128,
}

impl Minimiser<'_, '_> {
    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        if self.budget.is_multiple_of(256) && self.deadline <= Instant::now() {
            self.budget = 0;
        }
        self.budget > 0
    }

    /// The error, if the current state shows it.
    fn hit(&mut self) -> Option<Failure> {
        if !self.target.is_at_the_end() {
            let mut failures = self.graph.failures().iter();
            return failures.find(|f| self.target.accepts(f)).cloned();
        }
        if self.graph.pick().is_some() {
            return None;
        }
        let mut bugs = Vec::new();
        self.graph.end(self.options.checks, &mut bugs);
        bugs.into_iter().find(|bug| self.target.accepts(bug))
    }

    /// The items of the current state, without the start of main.
    fn moves(&self) -> Vec<Move> {
        let moves = self.graph.items[1..].iter().map(|item| Move {
            thread: item.thread,
            choices: item.choices.clone(),
        });
        moves.collect()
    }

    /// Adds these items until the error shows; false if one of them is impossible.
    fn shows(&mut self, moves: &[Move]) -> bool {
        self.graph.truncate(1);
        for step in moves {
            if !self.spend() || !self.graph.can_step(step.thread) {
                return false;
            }
            self.plans.given.clone_from(&step.choices);
            if !self.graph.step(step.thread, &mut self.plans) {
                return false;
            }
            if !self.target.is_at_the_end() && self.hit().is_some() {
                return true;
            }
            if !self.graph.failures().is_empty() {
                return false;
            }
        }
        self.hit().is_some()
    }

    /// Keeps an order of items, or fewer of them, if it shows the error and is better.
    fn improve(&mut self, moves: &[Move]) -> bool {
        if !self.shows(moves) {
            return false;
        }
        let new = self.moves();
        let size = |moves: &[Move]| (switches(moves), moves.len());
        let better = size(&new) < size(&self.best);
        if better {
            self.best = new;
        }
        better
    }

    /// Leaves out all that the last item does not know.
    fn keep_past(&mut self) {
        if self.target.is_at_the_end() {
            return;
        }
        let clock = self.graph.clock(self.graph.newest());
        let items = self.graph.items[1..].iter();
        let known = items.filter(|item| knows(clock, item.thread, item.nth));
        let past: Vec<Move> = known
            .map(|item| Move {
                thread: item.thread,
                choices: item.choices.clone(),
            })
            .collect();
        if past.len() < self.best.len() && self.shows(&past) {
            self.best = past;
        }
    }

    /// Writes the execution down with long runs of each thread: whoever runs goes on as long as its
    /// items have their pasts, then comes the thread that can go on for longest.
    fn linearise(&mut self) {
        let best = self.best.clone();
        if !self.shows(&best) {
            return;
        }
        let graph = &self.graph;
        let threads = graph.of_thread.len();
        let mut done: Vec<u32> = vec![0; threads];
        done[ThreadId::MAIN.index()] = 1;
        let mut order = Vec::new();
        while let Some((t, run)) = (0..threads)
            .map(|t| (t, run_length(graph, &done, t)))
            .filter(|(_, run)| *run > 0)
            .max_by_key(|(t, run)| (*run, std::cmp::Reverse(*t)))
        {
            for nth in done[t]..done[t] + run {
                let item = graph.item(graph.of_thread[t][nth as usize]);
                order.push(Move {
                    thread: item.thread,
                    choices: item.choices.clone(),
                });
            }
            done[t] += run;
        }
        self.improve(&order);
    }

    /// Looks at all executions with no switch, with one, and so on.
    fn search_upwards(&mut self) {
        for switches in 0..switches(&self.best) {
            if self.search(switches) {
                self.best = self.moves();
                return;
            }
            if self.budget == 0 {
                return;
            }
        }
    }

    /// Looks at all executions with at most so many switches; true if one shows the error.
    fn search(&mut self, switches: usize) -> bool {
        // The switches that were left, plus one, when a state was met, by state and running thread.
        let mut met: FxHashMap<(u128, ThreadId), usize> = FxHashMap::default();
        self.graph.truncate(1);
        let tries = self.tries(switches, ThreadId::MAIN);
        let mut levels = vec![Level { tries, class: 0 }];
        while let Some(level) = levels.last_mut() {
            let Some(next) = level.tries.pop() else {
                levels.pop();
                continue;
            };
            let class = level.class;
            self.graph.truncate(levels.len());
            if !self.spend() {
                return false;
            }
            let (possible, others) = self.step(&next);
            let level = levels.last_mut().expect("it is there");
            level.tries.extend(others);
            if self.graph.refined {
                // Such an execution is cut otherwise than the one to be shown.
                self.budget = 0;
                return false;
            }
            if !possible {
                continue;
            }
            if self.hit().is_some() {
                return true;
            }
            let newest = self.graph.item(self.graph.newest());
            let class = class.wrapping_add(newest.name);
            let known = met.entry((class, next.thread)).or_insert(0);
            let longest = self.options.limits.max_steps as usize;
            if next.left < *known
                || !self.graph.failures().is_empty()
                || longest <= self.graph.len()
            {
                continue;
            }
            *known = next.left + 1;
            let tries = self.tries(next.left, next.thread);
            levels.push(Level { tries, class });
        }
        false
    }

    /// Adds an item; gives whether that is possible, and the other ways to do it.
    fn step(&mut self, next: &Try) -> (bool, Vec<Try>) {
        self.plans.given.clone_from(&next.given);
        self.plans.others = Some(Vec::new());
        let possible = self.graph.step(next.thread, &mut self.plans);
        let others = self.plans.others.take().unwrap_or_default().into_iter();
        let others = others.rev().map(|given| Try {
            thread: next.thread,
            given,
            left: next.left,
        });
        (possible, others.collect())
    }

    /// Who can go on with so many switches left; the running thread is tried first.
    fn tries(&mut self, left: usize, running: ThreadId) -> Vec<Try> {
        let present: Vec<ThreadId> = self.graph.present().collect();
        let mut tries = Vec::new();
        let others = present.iter().rev().filter(|t| **t != running && left > 0);
        for (t, left) in others
            .map(|t| (*t, left.saturating_sub(1)))
            .chain([(running, left)])
        {
            if self.graph.can_step(t) {
                tries.push(Try {
                    thread: t,
                    given: Choices::new(),
                    left,
                });
            }
        }
        tries
    }

    /// Leaves out what the error does not need, from the end.
    fn drop_items(&mut self) {
        self.budget = self.budget.max(BUDGET / 4);
        let mut at = self.best.len();
        while at > 0 && self.budget > 0 && !self.target.is_at_the_end() {
            at -= 1;
            if at < self.best.len() {
                let mut fewer = self.best.clone();
                fewer.remove(at);
                self.improve(&fewer);
            }
        }
    }
}

fn switches(moves: &[Move]) -> usize {
    let pairs = moves.windows(2);
    pairs
        .filter(|pair| pair[0].thread != pair[1].thread)
        .count()
}

/// How many items a thread can add after those that are done.
fn run_length(graph: &Graph<'_>, done: &[u32], t: usize) -> u32 {
    let items = graph.of_thread[t].iter().skip(done[t] as usize);
    let ready = items.take_while(|i| {
        let mut clock = graph.clock(**i).iter().enumerate();
        clock.all(|(other, known)| other == t || *known <= done[other])
    });
    ready.count() as u32
}
