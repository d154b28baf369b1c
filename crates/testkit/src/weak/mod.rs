//! A reference for Release-Acquire and C11: all reads-from classes of a small program by brute force.
//!
//! Every consistent graph is built in every order, from scratch each time, and judged by the plain
//! axioms: is there, for each variable, a total order of its writes that contradicts neither
//! happens-before nor what is read (nor, under C11, the order of what is sequentially consistent)? Knows of the engine only how classes are written down. That does
//! not hold for programs that access a variable in several sizes: these are known by their outcomes.
//!
//! A loop that waits may read any value here. One that does not pass is what its thread sees for ever, so it has to be the
//! last write of its variable; which write that is belongs to no class.

mod c11;
mod graph;
mod node;
mod order;
mod pieces;
mod preemptions;

use crate::builder::{Built, REGISTERS, Watched};
use graph::{Choice, Graph, Move, Names, Stepped};
use std::collections::{BTreeMap, BTreeSet};
use threadproof_engine::{Class, Model};
use threadproof_program::{Program, ThreadId};

pub use pieces::Pieces;
pub use preemptions::fewest_preemptions;

/// The classes of all executions that nobody can extend; `None` if there are more than `limit`
/// graphs on the way.
pub fn classes(program: &dyn Program, model: Model, limit: usize) -> Option<BTreeSet<Class>> {
    let mut found = BTreeSet::new();
    let pieces = Pieces::default();
    let given = Given {
        program,
        pieces: &pieces,
        model,
    };
    explore(given, limit, &mut |class| {
        found.insert(class);
    })?;
    Some(found)
}

/// The registers of all threads at the end, with the number of classes that have them.
pub type Outcomes = BTreeMap<Vec<[u32; REGISTERS]>, usize>;

/// The parts that all graphs share.
#[derive(Clone, Copy)]
struct Given<'a> {
    program: &'a dyn Program,
    pieces: &'a Pieces,
    model: Model,
}

/// The same for programs whose variables are cut into pieces.
pub fn outcomes(program: &Built, pieces: &Pieces, model: Model, limit: usize) -> Option<Outcomes> {
    let watched = Watched::new(program);
    let mut found = Outcomes::new();
    let given = Given {
        program: &watched,
        pieces,
        model,
    };
    explore(given, limit, &mut |_| {
        *found.entry(watched.registers()).or_default() += 1;
    })?;
    Some(found)
}

/// Tells the class of each execution that nobody can extend, right after it was run.
fn explore(given: Given<'_>, limit: usize, found: &mut dyn FnMut(Class)) -> Option<()> {
    let mut names = Names::default();
    let mut seen: BTreeSet<Class> = BTreeSet::new();
    let mut told: BTreeSet<Class> = BTreeSet::new();
    let mut todo: Vec<Vec<Move>> = vec![Vec::new()];
    while let Some(moves) = todo.pop() {
        let graph = Graph::run(given, &mut names, &moves);
        let class = graph.class(&names);
        if !seen.insert(class.clone()) {
            continue;
        }
        if seen.len() > limit || graph.is_too_large() {
            return None;
        }
        let mut maximal = true;
        for t in graph.runnable() {
            for longer in extensions(given, &mut names, &moves, t) {
                maximal = false;
                todo.push(longer);
            }
        }
        if maximal {
            let graph = Graph::run(given, &mut names, &moves);
            let class = graph.observed_class(&names);
            if graph.can_end() && told.insert(class.clone()) {
                found(class);
            }
        }
    }
    Some(())
}

/// All consistent ways to let `t` move once.
fn extensions(given: Given<'_>, names: &mut Names, moves: &[Move], t: ThreadId) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    let mut todo: Vec<Vec<Choice>> = vec![Vec::new()];
    while let Some(choices) = todo.pop() {
        let mut graph = Graph::run(given, names, moves);
        match graph.step(names, t, &choices) {
            Stepped::Needs(options) => {
                for option in options {
                    let mut longer = choices.clone();
                    longer.push(option);
                    todo.push(longer);
                }
            }
            Stepped::Done if graph.is_consistent(&[]) => {
                let mut longer = moves.to_vec();
                longer.push(Move { thread: t, choices });
                found.push(longer);
            }
            Stepped::Done => (),
        }
    }
    found
}
