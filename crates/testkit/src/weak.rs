//! A reference for Release-Acquire: all weak traces of a small program by brute force.
//!
//! Every consistent graph is built in every order, from scratch each time, and judged by the plain
//! axioms: is there, for each variable, a total order of its writes that contradicts neither
//! happens-before nor what is read? Knows of the engine only how classes are written down. For
//! programs whose accesses to one variable all have the same size.

mod graph;
mod order;

use graph::{Choice, Graph, Move, Stepped};
use std::collections::BTreeSet;
use threadproof_engine::Class;
use threadproof_program::{Program, ThreadId};

/// The classes of all executions that nobody can extend; `None` if there are more than `limit`
/// graphs on the way.
pub fn classes(program: &dyn Program, limit: usize) -> Option<BTreeSet<Class>> {
    let mut names = graph::Names::default();
    let mut seen: BTreeSet<Class> = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut todo: Vec<Vec<Move>> = vec![Vec::new()];
    while let Some(moves) = todo.pop() {
        let graph = Graph::run(program, &mut names, &moves);
        let class = graph.class(&names);
        if !seen.insert(class.clone()) {
            continue;
        }
        if seen.len() > limit {
            return None;
        }
        let mut maximal = true;
        for t in graph.runnable() {
            for longer in extensions(program, &mut names, &moves, t) {
                maximal = false;
                todo.push(longer);
            }
        }
        if maximal {
            found.insert(class);
        }
    }
    Some(found)
}

/// All consistent ways to let `t` move once.
fn extensions(
    program: &dyn Program,
    names: &mut graph::Names,
    moves: &[Move],
    t: ThreadId,
) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    let mut todo: Vec<Vec<Choice>> = vec![Vec::new()];
    while let Some(choices) = todo.pop() {
        let mut graph = Graph::run(program, names, moves);
        match graph.step(names, t, &choices) {
            Stepped::Needs(options) => {
                for option in options {
                    let mut longer = choices.clone();
                    longer.push(option);
                    todo.push(longer);
                }
            }
            Stepped::Done if graph.is_consistent() => {
                let mut longer = moves.to_vec();
                longer.push(Move { thread: t, choices });
                found.push(longer);
            }
            Stepped::Done => (),
        }
    }
    found
}
