//! Smaller executions of a machine.
//!
//! A store that leaves a buffer counts as a step of the thread that issued it.

use super::super::{Schedule, data_race, machine};
use super::{Minimiser, Runnable, Target};
use crate::check::robustness::Graph;
use crate::check::{end, races};
use crate::host::{Execution, Failure};
use crate::machine::{Machine, MemoryModel, with_model};
use crate::options::Options;
use crate::trace::{ActorId, Label, StepIdx};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::ops::Range;
use std::time::Instant;
use threadproof_program::{ErrorKind, Program, ThreadId};

/// An execution with the same error as `found`, and with fewer context switches if one was found in time.
pub fn minimise(
    program: &dyn Program,
    options: &Options,
    found: (Schedule, Failure),
    deadline: Instant,
) -> (Schedule, Failure) {
    with_model!(found.0.model, M => minimise_on::<M>(program, options, found, deadline))
}

fn minimise_on<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    found: (Schedule, Failure),
    deadline: Instant,
) -> (Schedule, Failure) {
    let (schedule, failure) = &found;
    let Some(machine) = run_again::<M>(program, options, schedule) else {
        return found;
    };
    let target = match failure.kind {
        ErrorKind::DataRace => race(&machine),
        _ => Some(Target::place(failure)),
    };
    let Some(target) = target else {
        return found;
    };
    let minimised = minimiser(machine, options, target, schedule, deadline).minimise();
    minimised.conclude(program).unwrap_or(found)
}

/// The same for an execution that is not sequentially consistent; any other that is not will do.
pub fn minimise_violation<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    schedule: Schedule,
    deadline: Instant,
) -> Schedule {
    let Some(machine) = run_again::<M>(program, options, &schedule) else {
        return schedule;
    };
    let mut minimiser = minimiser(machine, options, Target::Violation, &schedule, deadline);
    if !minimiser.is_hit() {
        // It broke off at another error.
        return schedule;
    }
    let mut minimised = minimiser.minimise();
    match minimised.run_best() {
        Some(()) => Schedule::of(&minimised.execution),
        None => schedule,
    }
}

/// A machine at the end of an execution; `None` if the program does not repeat it.
fn run_again<'p, M: MemoryModel>(
    program: &'p dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Option<Machine<'p, M>> {
    let mut machine = machine(program, options, schedule);
    machine.begin();
    let mut labels = schedule.labels.iter();
    labels
        .all(|label| Runnable::take(&mut machine, label))
        .then_some(machine)
}

fn minimiser<'a, 'p, M: MemoryModel>(
    machine: Machine<'p, M>,
    options: &'a Options,
    target: Target,
    schedule: &Schedule,
    deadline: Instant,
) -> Minimiser<'a, 'p, Machine<'p, M>> {
    let best = (schedule.labels.clone(), 0);
    let mut minimiser = Minimiser::new(machine, options, target, best, deadline);
    minimiser.is_special = |machine, target| match target {
        Target::Race(address, threads) => {
            matches!(race(machine), Some(Target::Race(a, t)) if (a, t) == (address, threads))
        }
        _ => {
            let failed = !machine.failures().is_empty();
            let strange = || !Graph::default().is_sequential(machine);
            !failed && !end::is_assumed_away(machine) && strange()
        }
    };
    minimiser
}

fn race<M: MemoryModel>(machine: &Machine<'_, M>) -> Option<Target> {
    let race = races::find(machine.trace())?;
    let trace = machine.trace();
    let (first, second) = (trace.step(race.first), trace.step(race.second));
    let mut threads = [first.thread, second.thread];
    threads.sort_unstable();
    let address = second.op.access().or(first.op.access())?.address;
    Some(Target::Race(address, threads))
}

impl<'p, M: MemoryModel> Runnable<'p> for Machine<'p, M> {
    type Move = Label;
    const STRICT: bool = false;

    fn len(&self) -> usize {
        self.trace().len()
    }
    fn rewind(&mut self, len: usize) {
        Machine::rewind(self, len);
    }
    fn moves(&self) -> Vec<Label> {
        self.trace().steps().iter().map(|step| step.label).collect()
    }
    fn thread_of(&self, label: &Label) -> ThreadId {
        Machine::thread_of(self, label.actor)
    }
    fn running(&self) -> ThreadId {
        let last = self.trace().steps().last();
        last.map_or(ThreadId::MAIN, |step| step.thread)
    }
    fn is_over(&mut self) -> bool {
        self.enabled().next().is_none()
    }
    fn take(&mut self, label: &Label) -> bool {
        let possible = self.may_step(label.actor);
        if possible {
            self.step(*label);
        }
        possible
    }
    fn try_all(&mut self, label: &Label) -> (bool, Vec<Label>) {
        self.step(*label);
        // Another way to take a step that has failed is found when the search comes to it.
        (true, self.other_choices())
    }

    /// Stores of the running thread's buffer come last of all, behind its own steps.
    fn possible(&mut self) -> Vec<Label> {
        let running = self.running();
        let labels = self.enabled().map(|actor| Label { actor, choice: 0 });
        let mut labels: Vec<Label> = labels.collect();
        let is_thread = |label: &Label| self.names().actor(label.actor).queue.is_none();
        labels.sort_by_key(|label| {
            let own = Machine::thread_of(self, label.actor) == running;
            (own, !is_thread(label), std::cmp::Reverse(*label))
        });
        labels
    }

    fn next_of_rest(&self) -> Option<Label> {
        let running = self.running();
        let own = |a: &ActorId| Machine::thread_of(self, *a) == running;
        let next = self.enabled().find(own);
        let actor = next.or_else(|| self.enabled().next())?;
        Some(Label { actor, choice: 0 })
    }

    fn newest_class(&self) -> u128 {
        let trace = self.trace();
        let newest = StepIdx(trace.len() as u32 - 1);
        let step = trace.step(newest);
        let mut hasher = FxHasher::default();
        hasher.write_u16(step.label.actor.0);
        hasher.write_u32(step.label.choice);
        for (actor, count) in trace.clock(newest).iter().enumerate() {
            if *count > 0 {
                hasher.write_usize(actor);
                hasher.write_u32(*count);
            }
        }
        // The hashes are added up, so they should have nothing in common.
        let mixed = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        u128::from(mixed.rotate_left(23))
    }

    fn bugs_at_end(&self, options: &Options) -> Vec<Failure> {
        let mut bugs = Vec::new();
        end::classify(self, options.checks, &mut bugs);
        bugs
    }
}

impl<'p, M: MemoryModel> Minimiser<'_, 'p, Machine<'p, M>> {
    fn minimise(mut self) -> Self {
        self.rearrange();
        self.search_upwards();
        self.drop_steps();
        self
    }

    /// Joins blocks of steps of one thread as long as that helps.
    fn rearrange(&mut self) {
        'again: while self.budget > self.whole / 2 {
            let blocks = self.blocks();
            for later in 0..blocks.len() {
                let thread = self.thread(blocks[later].start);
                let before = blocks[..later].iter();
                let same = |b: &&Range<usize>| self.thread(b.start) == thread;
                let Some(earlier) = before.rev().find(same).cloned() else {
                    continue;
                };
                let later = blocks[later].clone();
                let (between, rest) = (earlier.end..later.start, later.end..self.best.len());
                let part = |range: Range<usize>| self.best[range].to_vec();
                let head = part(0..earlier.start);
                let (first, middle, second) = (part(earlier), part(between), part(later));
                let rest = part(rest);
                let forwards = [&head[..], &first, &second, &middle, &rest].concat();
                let backwards = [&head[..], &middle, &first, &second, &rest].concat();
                if self.improve(&forwards) || self.improve(&backwards) {
                    continue 'again;
                }
            }
            return;
        }
    }

    /// The runs of steps of one thread.
    fn blocks(&self) -> Vec<Range<usize>> {
        let mut blocks: Vec<Range<usize>> = Vec::new();
        for at in 0..self.best.len() {
            match blocks.last_mut() {
                Some(last) if self.thread(last.start) == self.thread(at) => last.end = at + 1,
                _ => blocks.push(at..at + 1),
            }
        }
        blocks
    }

    fn thread(&self, at: usize) -> ThreadId {
        self.execution.thread_of(self.best[at].actor)
    }

    fn conclude(mut self, program: &dyn Program) -> Option<(Schedule, Failure)> {
        self.run_best()?;
        let machine = &self.execution;
        let failure = match self.target {
            Target::Race(..) => {
                let race = races::find(machine.trace())?;
                data_race(program, self.options, machine, race)
            }
            target => {
                let mut bugs = machine.host().findings.failures.clone();
                bugs.extend(machine.bugs_at_end(self.options));
                bugs.into_iter().find(|bug| target.accepts(bug))?
            }
        };
        Some((Schedule::of(&self.execution), failure))
    }
}
