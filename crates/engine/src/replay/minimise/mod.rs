//! A smaller counterexample: the same error with as few context switches as possible, and without steps
//! that it does not need.
//!
//! First the execution that was found is rearranged, so that each thread runs for longer. Then all
//! executions with few switches are looked at, from none upwards, each state once (equal prefixes up to
//! the order of independent steps are equal states), until one shows the error: that one has the fewest.
//! Last, steps are left out. All of it is bounded by a number of steps, so the result does not depend on the
//! machine that it is computed on; a bound on the time is there for programs whose steps are very long.
//!
//! [`steps`] has the executions of a machine, [`items`] those of a graph.

pub mod items;
pub mod steps;

use crate::host::{Execution, Failure};
use crate::options::Options;
use rustc_hash::FxHashMap;
use std::time::Instant;
use threadproof_program::{ErrorKind, LocationId, ThreadId};

/// Steps that may be taken for one error.
const BUDGET: u64 = 200_000;
/// Longer executions have less of it: nobody reads them to the end, and the answer should not wait.
const LONG: u64 = 1_000;

/// An execution that can be rewound, and run in other orders.
trait Runnable<'p>: Execution<'p> {
    /// Names a step, or an item with its choices.
    type Move: Clone;

    /// The number of steps so far.
    fn len(&self) -> usize;
    fn rewind(&mut self, len: usize);
    /// All steps so far.
    fn moves(&self) -> Vec<Self::Move>;
    fn thread_of(&self, of: &Self::Move) -> ThreadId;
    /// Whose step was the last; main's before the first.
    fn running(&self) -> ThreadId;
    /// Can nobody take a step?
    fn is_over(&mut self) -> bool;
    /// Takes a step if that is possible.
    fn take(&mut self, step: &Self::Move) -> bool;
    /// Takes it, and names the other ways to take it. False if it turns out to be impossible.
    fn try_all(&mut self, step: &Self::Move) -> (bool, Vec<Self::Move>);
    /// The steps that can be taken now, those of the running thread last.
    fn possible(&mut self) -> Vec<Self::Move>;
    /// A number for the newest step with its past; different ones differ in practice.
    fn newest_class(&self) -> u128;
    /// The bugs that show only when nobody can move.
    fn bugs_at_end(&self, options: &Options) -> Vec<Failure>;
    /// The step to go on with once all wanted steps are taken; `None` if there is none, or if an order of
    /// steps has to be whole.
    fn next_of_rest(&self) -> Option<Self::Move> {
        None
    }
    /// Must the order of steps be possible as it is? Else the impossible ones are passed over.
    const STRICT: bool;
    /// Has it turned out that this execution cannot be compared with the one to be shown?
    fn is_spoilt(&self) -> bool {
        false
    }
}

/// The property that makes another error the same one.
#[derive(Clone, Copy)]
enum Target {
    /// A failure of this kind at this place.
    Place(ErrorKind, Option<LocationId>),
    /// A data race of these threads at this address, found from the whole trace of a machine.
    Race(u64, [ThreadId; 2]),
    /// A whole execution that is not sequentially consistent.
    Violation,
}

impl Target {
    fn place(failure: &Failure) -> Target {
        Target::Place(failure.kind, failure.locations.first().copied())
    }

    fn accepts(self, failure: &Failure) -> bool {
        match self {
            Target::Place(kind, place) => {
                (kind, place) == (failure.kind, failure.locations.first().copied())
            }
            Target::Race(..) | Target::Violation => false,
        }
    }

    /// Does the error show only when nobody can move?
    fn is_at_the_end(self) -> bool {
        use ErrorKind::{Deadlock, Leak, Livelock};
        matches!(
            self,
            Target::Violation | Target::Place(Deadlock | Leak | Livelock, _)
        )
    }
}

struct Minimiser<'a, 'p, E: Runnable<'p>> {
    execution: E,
    options: &'a Options,
    target: Target,
    /// Answers for errors that are not among the failures of an execution.
    is_special: fn(&E, Target) -> bool,
    /// Steps that may still be taken, and at the beginning.
    budget: u64,
    whole: u64,
    deadline: Instant,
    /// The length of an execution in which nothing has been decided.
    start: usize,
    best: Vec<E::Move>,
    program: std::marker::PhantomData<&'p ()>,
}

/// A state of the search with the steps that are still to be tried from it.
struct Level<M> {
    /// Last first, each with the switches that are left after it.
    tries: Vec<(M, usize)>,
    /// The sum of the classes of the steps so far: it does not depend on the order of independent ones.
    class: u128,
}

impl<'a, 'p, E: Runnable<'p>> Minimiser<'a, 'p, E> {
    fn new(
        execution: E,
        options: &'a Options,
        target: Target,
        (best, start): (Vec<E::Move>, usize),
        deadline: Instant,
    ) -> Self {
        let budget = BUDGET * LONG / LONG.max(best.len() as u64);
        Minimiser {
            execution,
            options,
            target,
            is_special: |_, _| false,
            budget,
            whole: budget,
            deadline,
            start,
            best,
            program: std::marker::PhantomData,
        }
    }

    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        if self.budget.is_multiple_of(256) && self.deadline <= Instant::now() {
            self.budget = 0;
        }
        self.budget > 0
    }

    fn has_failed(&self) -> bool {
        !self.execution.host().findings.failures.is_empty()
    }

    /// The error, if the current state shows it.
    fn hit(&mut self) -> Option<Failure> {
        let accepts = |failure: &&Failure| self.target.accepts(failure);
        if !self.target.is_at_the_end() {
            let failures = &self.execution.host().findings.failures;
            return failures.iter().find(accepts).cloned();
        }
        if !self.execution.is_over() {
            return None;
        }
        let bugs = self.execution.bugs_at_end(self.options);
        bugs.iter().find(accepts).cloned()
    }

    fn is_hit(&mut self) -> bool {
        match self.target {
            Target::Place(..) => self.hit().is_some(),
            Target::Violation if !self.execution.is_over() => false,
            target => (self.is_special)(&self.execution, target),
        }
    }

    /// Takes these steps in this order; true if the error shows.
    fn attempt(&mut self, moves: &[E::Move]) -> bool {
        self.execution.rewind(self.start);
        for step in moves {
            if self.budget == 0 {
                return false;
            }
            if !self.execution.take(step) {
                match E::STRICT {
                    true => return false,
                    false => continue,
                }
            }
            self.spend();
            if !self.target.is_at_the_end() && self.is_hit() {
                return true;
            }
            if self.has_failed() {
                return false;
            }
        }
        self.target.is_at_the_end() && self.run_on()
    }

    /// Runs to the end, each thread as far as it gets; true if the error shows.
    fn run_on(&mut self) -> bool {
        loop {
            let Some(next) = self.execution.next_of_rest() else {
                return self.is_hit();
            };
            if !self.spend() || self.is_long() {
                return false;
            }
            self.execution.take(&next);
            if self.has_failed() {
                return false;
            }
        }
    }

    fn is_long(&self) -> bool {
        self.options.limits.max_steps as usize <= self.execution.len()
    }

    fn switches(&self, moves: &[E::Move]) -> usize {
        let thread = |at: usize| self.execution.thread_of(&moves[at]);
        (1..moves.len())
            .filter(|at| thread(*at) != thread(at - 1))
            .count()
    }

    /// Tries another order; keeps it if it shows the error with fewer switches, or with fewer steps.
    fn improve(&mut self, moves: &[E::Move]) -> bool {
        if !self.attempt(moves) {
            return false;
        }
        let new = self.execution.moves();
        let size = |moves: &[E::Move]| (self.switches(moves), moves.len());
        let better = size(&new) < size(&self.best);
        if better {
            self.best = new;
        }
        better
    }

    /// Looks at all executions with no switch, with one, and so on.
    fn search_upwards(&mut self) {
        for switches in 0..self.switches(&self.best) {
            if self.search(switches) {
                self.best = self.execution.moves();
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
        self.execution.rewind(self.start);
        let tries = self.tries(switches);
        let mut levels = vec![Level { tries, class: 0 }];
        while let Some(level) = levels.last_mut() {
            let Some((next, left)) = level.tries.pop() else {
                levels.pop();
                continue;
            };
            let class = level.class;
            self.execution.rewind(self.start + levels.len() - 1);
            if !self.spend() {
                return false;
            }
            let (possible, others) = self.execution.try_all(&next);
            let others = others.into_iter().rev().map(|other| (other, left));
            let level = levels.last_mut().expect("it is there");
            level.tries.extend(others);
            if self.execution.is_spoilt() {
                self.budget = 0;
                return false;
            }
            if !possible {
                continue;
            }
            if self.is_hit() {
                return true;
            }
            let class = class.wrapping_add(self.execution.newest_class());
            let thread = self.execution.thread_of(&next);
            let known = met.entry((class, thread)).or_insert(0);
            if left < *known || self.has_failed() || self.is_long() {
                continue;
            }
            *known = left + 1;
            let tries = self.tries(left);
            levels.push(Level { tries, class });
        }
        false
    }

    /// The steps that can be taken with so many switches left, each with those that are left after it.
    fn tries(&mut self, left: usize) -> Vec<(E::Move, usize)> {
        let running = self.execution.running();
        let possible = self.execution.possible().into_iter();
        let costs = possible.map(|step| {
            let switches = self.execution.thread_of(&step) != running;
            (step, left.checked_sub(usize::from(switches)))
        });
        costs
            .filter_map(|(step, left)| Some((step, left?)))
            .collect()
    }

    /// Leaves out steps that the error does not need, from the end.
    fn drop_steps(&mut self) {
        self.budget = self.budget.max(self.whole / 4);
        let mut at = self.best.len();
        while at > 0 && self.budget > 0 {
            at -= 1;
            if at < self.best.len() {
                let mut fewer = self.best.clone();
                fewer.remove(at);
                self.improve(&fewer);
            }
        }
    }

    /// Runs the best execution; `None` if the program does not repeat it.
    fn run_best(&mut self) -> Option<()> {
        self.execution.rewind(self.start);
        let mut best = self.best.iter();
        best.all(|step| self.execution.take(step)).then_some(())
    }
}
