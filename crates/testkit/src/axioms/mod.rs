//! A reference for memory models, kept simple for ever: all candidate executions of a litmus test,
//! filtered by the axioms of each model, written as predicates over relations.
//!
//! A candidate is a path of each thread, a write for every read (rf) and an order of the writes of
//! each variable (co). Only executions in which every thread ends are candidates. Knows nothing of
//! the engine but the names of the models. Made for tests with a dozen accesses.

mod c11;
mod candidate;
mod models;
mod paths;
mod relation;

pub use candidate::{Candidate, Event, EventKind, Order};
pub use relation::Relation;

use candidate::Choices;
use std::collections::BTreeSet;
use threadproof_engine::Model;
use threadproof_litmus::{Slot, Test};

/// The answer of a model's axioms for a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decision {
    /// Consistent executions.
    pub executions: u64,
    /// Those that end as the test asks.
    pub outcomes: u64,
    /// How many differ in more than their coherence order ([`Class`]).
    pub classes: u64,
    /// Under C11: those with a data race.
    pub races: u64,
}

/// What an execution is but for its coherence order: the path of each thread, what is read from where, and
/// the last writes of the variables that the outcome looks at, as if the test read them in the end. Under RA
/// also the order of the sequentially consistent fences.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class {
    paths: Vec<usize>,
    rf: Relation,
    last: Vec<usize>,
    fences: Vec<usize>,
}

impl Class {
    /// The class if the order of fences does not count.
    pub fn without_fences(mut self) -> Class {
        self.fences.clear();
        self
    }
}

/// The decision of each model, in the order of `models`.
pub fn decide(test: &Test, models: &[Model]) -> Vec<Decision> {
    let found = explore(test, models).into_iter();
    found.map(|(decision, _)| decision).collect()
}

/// The classes of each model, in the order of `models`. Two tests that differ in memory orders alone have
/// the same names for them.
pub fn classes(test: &Test, models: &[Model]) -> Vec<BTreeSet<Class>> {
    let found = explore(test, models).into_iter();
    found.map(|(_, classes)| classes).collect()
}

fn explore(test: &Test, models: &[Model]) -> Vec<(Decision, BTreeSet<Class>)> {
    let mut found = vec![(Decision::default(), BTreeSet::new()); models.len()];
    let paths = paths::all(test);
    let sizes: Vec<usize> = paths.iter().map(Vec::len).collect();
    if sizes.contains(&0) {
        // Some thread never ends.
        return found;
    }
    let mut chosen = vec![0; paths.len()];
    loop {
        let picked = chosen.iter().zip(&paths);
        let picked: Vec<&paths::Path> = picked.map(|(c, paths)| &paths[*c]).collect();
        each_candidate(test, &picked, &mut |candidate| {
            if !models::is_coherent(candidate) {
                return;
            }
            for (model, (decision, classes)) in models.iter().zip(&mut found) {
                if !models::consistent(*model, candidate) {
                    continue;
                }
                decision.executions += 1;
                decision.outcomes += u64::from(is_outcome(test, &picked, candidate));
                let racy = *model == Model::C11 && c11::has_race(candidate);
                decision.races += u64::from(racy);
                let class = |fences| Class {
                    paths: chosen.clone(),
                    rf: candidate.rf.clone(),
                    last: last_writes(test, candidate),
                    fences,
                };
                match model {
                    Model::Ra => {
                        classes.extend(models::fence_orders(candidate).into_iter().map(class))
                    }
                    _ => classes.extend([class(Vec::new())]),
                }
            }
        });
        if !advance(&mut chosen, &sizes) {
            break;
        }
    }
    for (decision, classes) in &mut found {
        decision.classes = classes.len() as u64;
    }
    found
}

/// The last write of each variable that the outcome looks at: a test reads these in the end.
fn last_writes(test: &Test, candidate: &Candidate) -> Vec<usize> {
    let slots = test.condition.slots.iter();
    let last = slots.filter_map(|slot| match *slot {
        Slot::Variable(var) => Some(candidate.last_write(var)),
        Slot::Register(..) => None,
    });
    last.collect()
}

fn each_candidate(test: &Test, paths: &[&paths::Path], visit: &mut dyn FnMut(&Candidate)) {
    let Some(choices) = Choices::new(test, paths) else {
        return;
    };
    let sizes = choices.sizes();
    let mut chosen = vec![0; sizes.len()];
    loop {
        visit(&choices.candidate(&chosen));
        if !advance(&mut chosen, &sizes) {
            return;
        }
    }
}

/// The next combination, as an odometer counts; false after the last.
fn advance(chosen: &mut [usize], sizes: &[usize]) -> bool {
    for (digit, size) in chosen.iter_mut().zip(sizes) {
        *digit += 1;
        if *digit < *size {
            return true;
        }
        *digit = 0;
    }
    false
}

fn is_outcome(test: &Test, paths: &[&paths::Path], candidate: &Candidate) -> bool {
    let values: Vec<i32> = test
        .condition
        .slots
        .iter()
        .map(|slot| match *slot {
            Slot::Register(thread, reg) => paths[thread].registers[usize::from(reg.0)],
            Slot::Variable(var) => candidate.last_value(var),
        })
        .collect();
    test.condition.is_outcome(&values)
}
