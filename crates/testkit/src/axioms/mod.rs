//! A reference for memory models, kept simple for ever: all candidate executions of a litmus test,
//! filtered by the axioms of each model, written as predicates over relations.
//!
//! A candidate is a path of each thread, a write for every read (rf) and an order of the writes of
//! each variable (co). Only executions in which every thread ends are candidates. Knows nothing of
//! the engine but the names of the models. Made for tests with a dozen accesses.

mod candidate;
mod models;
mod paths;
mod relation;

pub use candidate::{Candidate, Event, EventKind};
pub use models::consistent;
pub use relation::Relation;

use candidate::Choices;
use std::collections::BTreeSet;
use threadproof_engine::Model;
use threadproof_litmus::{Slot, Test};

/// What the axioms of a model say of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decision {
    /// Consistent executions.
    pub executions: u64,
    /// Those that end as the test asks.
    pub outcomes: u64,
    /// Under RA: how many differ in more than their coherence order, the last writes of the variables
    /// that the outcome looks at excepted.
    pub weak_traces: u64,
}

/// The decision of each model, in the order of `models`.
pub fn decide(test: &Test, models: &[Model]) -> Vec<Decision> {
    let mut decisions = vec![Decision::default(); models.len()];
    let paths = paths::all(test);
    let sizes: Vec<usize> = paths.iter().map(Vec::len).collect();
    if sizes.contains(&0) {
        // Some thread never ends.
        return decisions;
    }
    let mut chosen = vec![0; paths.len()];
    let mut weak = BTreeSet::new();
    loop {
        let picked = chosen.iter().zip(&paths);
        let picked: Vec<&paths::Path> = picked.map(|(c, paths)| &paths[*c]).collect();
        each_candidate(test, &picked, &mut |candidate| {
            let outcome = is_outcome(test, &picked, candidate);
            for (model, decision) in models.iter().zip(&mut decisions) {
                if consistent(*model, candidate) {
                    decision.executions += 1;
                    decision.outcomes += u64::from(outcome);
                }
                if *model == Model::Ra {
                    let orders = models::fence_orders(candidate).into_iter();
                    let last = last_writes(test, candidate);
                    let trace = (chosen.clone(), candidate.rf.clone(), last);
                    weak.extend(orders.map(|order| (trace.clone(), order)));
                }
            }
        });
        if !advance(&mut chosen, &sizes) {
            break;
        }
    }
    let with_weak = models.iter().position(|model| *model == Model::Ra);
    if let Some(at) = with_weak {
        decisions[at].weak_traces = weak.len() as u64;
    }
    decisions
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
