//! Smaller executions of a graph.
//!
//! Any order of the items that respects their pasts is the same execution, so first the one that was
//! found is written down with longer runs of each thread.

use super::{Minimiser, Runnable, Target};
use crate::graph::{Choices, Graph, Move, Plans, Schedule, knows};
use crate::host::Failure;
use crate::options::Options;
use std::time::Instant;
use threadproof_program::{Program, ThreadId};

/// An execution with the same error as `found`, smaller if one was found in time.
pub fn minimise(
    program: &dyn Program,
    options: &Options,
    found: (Schedule, Failure),
    deadline: Instant,
) -> (Schedule, Failure) {
    let (schedule, failure) = &found;
    let mut graph = Graph::for_replay(program, options, schedule.names.clone());
    graph.set_cuts(&schedule.cuts);
    graph.begin(&mut Plans::default());
    let start = graph.len();
    let best = (schedule.moves.clone(), start);
    let target = Target::place(failure);
    let mut minimiser = Minimiser::new(graph, options, target, best, deadline);
    if !minimiser.attempt(&schedule.moves) {
        return found;
    }
    minimiser.best = minimiser.execution.moves();
    minimiser.minimise();
    match minimiser.conclude() {
        Some((moves, names, failure)) => {
            let cuts = schedule.cuts.clone();
            (Schedule { names, cuts, moves }, failure)
        }
        None => found,
    }
}

impl<'p> Runnable<'p> for Graph<'p> {
    type Move = Move;
    const STRICT: bool = true;

    fn len(&self) -> usize {
        Graph::len(self)
    }
    fn rewind(&mut self, len: usize) {
        self.truncate(len);
    }
    fn moves(&self) -> Vec<Move> {
        self.decisions().collect()
    }
    fn thread_of(&self, item: &Move) -> ThreadId {
        item.thread
    }
    fn running(&self) -> ThreadId {
        self.item(self.newest()).thread
    }
    fn is_over(&mut self) -> bool {
        self.pick().is_none()
    }
    fn take(&mut self, item: &Move) -> bool {
        let mut plans = Plans::default();
        plans.given.clone_from(&item.choices);
        self.can_repeat(item.thread) && self.step(item.thread, &mut plans)
    }

    fn try_all(&mut self, item: &Move) -> (bool, Vec<Move>) {
        let mut plans = Plans::default();
        plans.given.clone_from(&item.choices);
        plans.others = Some(Vec::new());
        let possible = self.step(item.thread, &mut plans);
        let others = plans.others.take().unwrap_or_default().into_iter();
        let others = others.map(|choices| Move {
            thread: item.thread,
            choices,
        });
        (possible, others.collect())
    }

    fn possible(&mut self) -> Vec<Move> {
        let running = self.running();
        let mut threads: Vec<ThreadId> = self.present().collect();
        threads.sort_by_key(|t| (*t == running, std::cmp::Reverse(*t)));
        threads.retain(|t| self.can_step(*t));
        let choices = Choices::new();
        let item = |thread| Move {
            thread,
            choices: choices.clone(),
        };
        threads.into_iter().map(item).collect()
    }

    /// Its bytes are cut otherwise than those of the execution to be shown.
    fn is_spoilt(&self) -> bool {
        self.refined
    }

    fn newest_class(&self) -> u128 {
        self.item(self.newest()).name
    }

    fn bugs_at_end(&self, options: &Options) -> Vec<Failure> {
        let mut bugs = Vec::new();
        self.end(options.checks, &mut bugs);
        bugs
    }
}

impl<'p> Minimiser<'_, 'p, Graph<'p>> {
    fn minimise(&mut self) {
        self.keep_past();
        self.linearise();
        self.search_upwards();
        if !self.target.is_at_the_end() {
            self.drop_steps();
        }
        self.linearise();
    }

    /// Leaves out all items that are not in the past of the last one.
    fn keep_past(&mut self) {
        if self.target.is_at_the_end() {
            return;
        }
        let graph = &self.execution;
        let clock = graph.clock(graph.newest());
        let items = graph.items().iter();
        let known = items.zip(graph.decisions());
        let known = known.filter(|(item, _)| knows(clock, item.thread, item.nth));
        let past: Vec<Move> = known.map(|(_, decision)| decision).collect();
        if past.len() < self.best.len() && self.attempt(&past) {
            self.best = past;
        }
    }

    /// Writes the execution down with long runs of each thread: the running thread goes on as long as its
    /// items have their pasts, then comes the thread that can go on for longest.
    fn linearise(&mut self) {
        let best = self.best.clone();
        if !self.attempt(&best) {
            return;
        }
        let order = self.execution.with_long_runs();
        self.improve(&order);
    }

    fn conclude(mut self) -> Option<(Vec<Move>, crate::host::names::Names, Failure)> {
        self.budget = u64::MAX;
        let best = self.best.clone();
        if !self.attempt(&best) {
            return None;
        }
        let failure = self.hit().expect("it shows the error");
        Some((best, self.execution.names().clone(), failure))
    }
}
