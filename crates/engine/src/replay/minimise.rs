//! A smaller counterexample: the same error with as few context switches as possible.
//!
//! First the found execution is rearranged: blocks of steps of one thread are joined, and what is not
//! needed is left out. Then all executions with few switches are looked at, from none
//! upwards, each state once (equal prefixes up to the order of independent steps are equal states), until
//! one shows the error: that one has the fewest. All of it is bounded by a number of steps, so the
//! result does not depend on the machine that it is computed on; a bound on the time is there for
//! programs whose steps are very long.
//!
//! A store that leaves a buffer counts as a step of the thread that issued it.

use super::{Schedule, data_race, machine};
use crate::check::robustness::Graph;
use crate::check::{end, races};
use crate::machine::{Failure, Machine};
use crate::options::Options;
use crate::trace::{Label, StepIdx};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::time::Instant;
use threadproof_program::{ErrorKind, LocationId, Program, ThreadId};

/// Steps that may be taken for one error.
const BUDGET: u64 = 200_000;
/// Longer executions have less of it: nobody reads them to the end, and the answer should not wait.
const LONG: u64 = 1_000;

/// An execution with the same error as `schedule`, and with fewer context switches if one was found in
/// time.
pub fn minimise(
    program: &dyn Program,
    options: &Options,
    found: (Schedule, Failure),
    deadline: Instant,
) -> (Schedule, Failure) {
    let (schedule, failure) = &found;
    let Some(machine) = run_again(program, options, schedule) else {
        return found;
    };
    let Some(target) = Target::of(&machine, failure) else {
        return found;
    };
    let minimised = Minimiser::new(machine, options, target, schedule, deadline).minimise();
    minimised.conclude(program).unwrap_or(found)
}

/// The same for an execution that is not sequentially consistent; any other that is not will do.
pub fn minimise_violation(
    program: &dyn Program,
    options: &Options,
    schedule: Schedule,
    deadline: Instant,
) -> Schedule {
    let Some(machine) = run_again(program, options, &schedule) else {
        return schedule;
    };
    let target = Target::Violation;
    let minimiser = Minimiser::new(machine, options, target, &schedule, deadline);
    if !minimiser.is_hit() {
        // It broke off at another error.
        return schedule;
    }
    let mut minimised = minimiser.minimise();
    match minimised.run_best() {
        Some(()) => Schedule::of(&minimised.machine),
        None => schedule,
    }
}

/// A machine at the end of an execution; `None` if the program does not repeat it.
fn run_again<'p>(
    program: &'p dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Option<Machine<'p>> {
    let mut machine = machine(program, options, schedule);
    machine.begin();
    for label in &schedule.labels {
        machine.may_step(label.actor).then_some(())?;
        machine.step(*label);
    }
    Some(machine)
}

/// What makes another error the same one.
#[derive(Clone, Copy)]
enum Target {
    /// A failure of this kind at this place.
    Place(ErrorKind, Option<LocationId>),
    /// A data race of these threads at this address.
    Race(u64, [ThreadId; 2]),
    /// A whole execution that is not sequentially consistent.
    Violation,
}

impl Target {
    fn of(machine: &Machine<'_>, failure: &Failure) -> Option<Target> {
        if failure.kind != ErrorKind::DataRace {
            let place = failure.locations.first().copied();
            return Some(Target::Place(failure.kind, place));
        }
        race(machine)
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

fn race(machine: &Machine<'_>) -> Option<Target> {
    let race = races::find(machine.trace())?;
    let trace = machine.trace();
    let (first, second) = (trace.step(race.first), trace.step(race.second));
    let mut threads = [first.thread, second.thread];
    threads.sort_unstable();
    let address = second.op.access().or(first.op.access())?.address;
    Some(Target::Race(address, threads))
}

struct Minimiser<'a, 'p> {
    machine: Machine<'p>,
    options: &'a Options,
    target: Target,
    /// Steps that may still be taken, and at the beginning.
    budget: u64,
    whole: u64,
    deadline: Instant,
    best: Vec<Label>,
}

/// A state of the search with what is still to be tried from it.
struct Level {
    /// Last first, each with the switches that are left after it.
    labels: Vec<(Label, usize)>,
    /// A hash of the steps so far that does not depend on the order of independent ones.
    class: u64,
}

impl<'a, 'p> Minimiser<'a, 'p> {
    fn new(
        machine: Machine<'p>,
        options: &'a Options,
        target: Target,
        schedule: &Schedule,
        deadline: Instant,
    ) -> Minimiser<'a, 'p> {
        let budget = BUDGET * LONG / LONG.max(schedule.labels.len() as u64);
        Minimiser {
            machine,
            options,
            target,
            budget,
            whole: budget,
            deadline,
            best: schedule.labels.clone(),
        }
    }

    fn minimise(mut self) -> Self {
        self.rearrange();
        self.search_upwards();
        self.drop_steps();
        self
    }

    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        if self.budget.is_multiple_of(256) && self.deadline <= Instant::now() {
            self.budget = 0;
        }
        self.budget > 0
    }

    /// Does the current state show the error?
    fn is_hit(&self) -> bool {
        let machine = &self.machine;
        if let Target::Race(address, threads) = self.target {
            let found = race(machine);
            return matches!(found, Some(Target::Race(a, t)) if (a, t) == (address, threads));
        }
        if !self.target.is_at_the_end() {
            return machine.failures().iter().any(|f| self.target.accepts(f));
        }
        if machine.enabled().next().is_some() {
            return false;
        }
        if matches!(self.target, Target::Violation) {
            let failed = !machine.failures().is_empty();
            let strange = || !Graph::default().is_sequential(machine);
            return !failed && !end::is_assumed_away(machine) && strange();
        }
        let mut bugs = Vec::new();
        end::classify(machine, self.options.checks, &mut bugs);
        bugs.iter().any(|bug| self.target.accepts(bug))
    }

    fn labels(&self) -> Vec<Label> {
        let steps = self.machine.trace().steps();
        steps.iter().map(|step| step.label).collect()
    }

    fn thread(&self, label: Label) -> ThreadId {
        self.machine.thread_of(label.actor)
    }

    fn switches(&self, labels: &[Label]) -> usize {
        let pairs = labels.windows(2);
        pairs
            .filter(|pair| self.thread(pair[0]) != self.thread(pair[1]))
            .count()
    }

    /// Takes the steps that can be taken of these, in this order; true if the error shows.
    fn attempt(&mut self, labels: &[Label]) -> bool {
        self.machine.rewind(0);
        for label in labels {
            if !self.machine.may_step(label.actor) {
                continue;
            }
            if !self.spend() {
                return false;
            }
            self.machine.step(*label);
            if self.is_hit() {
                return true;
            }
            if !self.machine.failures().is_empty() {
                return false;
            }
        }
        self.target.is_at_the_end() && self.run_on()
    }

    /// Runs to the end, each thread as far as it gets; true if the error shows.
    fn run_on(&mut self) -> bool {
        loop {
            let last = self.labels().last().map(|label| self.thread(*label));
            let own = |a: &_| Some(self.machine.thread_of(*a)) == last;
            let next = self.machine.enabled().find(own);
            let Some(actor) = next.or_else(|| self.machine.enabled().next()) else {
                return self.is_hit();
            };
            let longest = self.options.limits.max_steps as usize;
            if !self.spend() || longest <= self.machine.trace().len() {
                return false;
            }
            self.machine.step(Label { actor, choice: 0 });
            if !self.machine.failures().is_empty() {
                return false;
            }
        }
    }

    /// Tries another order; keeps it if it shows the error with fewer switches, or with fewer steps.
    fn improve(&mut self, labels: &[Label]) -> bool {
        if !self.attempt(labels) {
            return false;
        }
        let new = self.labels();
        let size = |labels: &[Label]| (self.switches(labels), labels.len());
        let better = size(&new) < size(&self.best);
        if better {
            self.best = new;
        }
        better
    }

    /// Joins blocks of steps of one thread as long as that helps.
    fn rearrange(&mut self) {
        'again: while self.budget > self.whole / 2 {
            let blocks = self.blocks();
            for later in 0..blocks.len() {
                let thread = self.thread(self.best[blocks[later].start]);
                let before = blocks[..later].iter();
                let same = |b: &&std::ops::Range<usize>| self.thread(self.best[b.start]) == thread;
                let Some(earlier) = before.rev().find(same).cloned() else {
                    continue;
                };
                let later = blocks[later].clone();
                let (between, rest) = (earlier.end..later.start, later.end..self.best.len());
                let part = |range: std::ops::Range<usize>| self.best[range].to_vec();
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
    fn blocks(&self) -> Vec<std::ops::Range<usize>> {
        let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, label) in self.best.iter().enumerate() {
            match blocks.last_mut() {
                Some(last) if self.thread(self.best[last.start]) == self.thread(*label) => {
                    last.end = at + 1;
                }
                _ => blocks.push(at..at + 1),
            }
        }
        blocks
    }

    /// Looks at all executions with no switch, with one, and so on.
    fn search_upwards(&mut self) {
        for switches in 0..self.switches(&self.best) {
            if self.search(switches) {
                self.best = self.labels();
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
        let mut met: FxHashMap<(u64, ThreadId), usize> = FxHashMap::default();
        self.machine.rewind(0);
        let mut levels = vec![Level {
            labels: self.options_with(switches),
            class: 0,
        }];
        while let Some(level) = levels.last_mut() {
            let Some((label, left)) = level.labels.pop() else {
                levels.pop();
                continue;
            };
            let class = level.class;
            self.machine.rewind(levels.len() - 1);
            if !self.spend() {
                return false;
            }
            self.machine.step(label);
            if self.is_hit() {
                return true;
            }
            let others = self.machine.other_choices().into_iter().rev();
            let others: Vec<_> = others.map(|label| (label, left)).collect();
            levels
                .last_mut()
                .expect("it is there")
                .labels
                .extend(others);
            let class = class.wrapping_add(self.hash_of_newest());
            let known = met.entry((class, self.thread(label))).or_insert(0);
            let longest = self.options.limits.max_steps as usize;
            if left < *known
                || !self.machine.failures().is_empty()
                || longest <= self.machine.trace().len()
            {
                continue;
            }
            *known = left + 1;
            let labels = self.options_with(left);
            levels.push(Level { labels, class });
        }
        false
    }

    /// The steps that can be taken with so many switches left: first those that send stores of the
    /// running thread to memory, then its own, then those of others.
    fn options_with(&self, left: usize) -> Vec<(Label, usize)> {
        let last = self.machine.trace().steps().last();
        let running = last.map_or(ThreadId::MAIN, |step| step.thread);
        let actors: Vec<_> = self.machine.enabled().collect();
        let mut labels: Vec<_> = actors
            .into_iter()
            .map(|actor| (Label { actor, choice: 0 }, self.machine.thread_of(actor)))
            .filter(|(_, thread)| *thread == running || left > 0)
            .map(|(label, thread)| match thread == running {
                true => (label, left),
                false => (label, left - 1),
            })
            .collect();
        let is_thread = |label: &Label| self.machine.names().actor(label.actor).queue.is_none();
        // Taken from the end.
        labels.sort_by_key(|(label, then)| (*then, !is_thread(label), std::cmp::Reverse(*label)));
        labels
    }

    /// Of the newest step, with what happened before it.
    fn hash_of_newest(&self) -> u64 {
        let trace = self.machine.trace();
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
        hasher
            .finish()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23)
    }

    /// Leaves out what the error does not need, from the end.
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
        self.machine.rewind(0);
        for label in &self.best {
            self.machine.may_step(label.actor).then_some(())?;
            self.machine.step(*label);
        }
        Some(())
    }

    fn conclude(mut self, program: &dyn Program) -> Option<(Schedule, Failure)> {
        self.run_best()?;
        let machine = &self.machine;
        let failure = match self.target {
            Target::Race(..) => {
                let race = races::find(machine.trace())?;
                data_race(program, self.options, machine, race)
            }
            target => {
                let mut bugs = machine.failures().to_vec();
                end::classify(machine, self.options.checks, &mut bugs);
                bugs.into_iter().find(|bug| target.accepts(bug))?
            }
        };
        Some((Schedule::of(machine), failure))
    }
}
