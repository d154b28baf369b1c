//! How many preemptions a graph needs at least, over all orders of its events.

use super::graph::{Graph, Move, Names};
use super::{Given, Pieces, extensions};
use std::collections::{BTreeMap, VecDeque};
use threadproof_engine::{Class, Model};
use threadproof_program::{Program, ThreadId};

/// Every class with the fewest preemptions that an order of its events has; `None` if there are more than `limit`
/// beginnings. A preemption is a switch away from a thread that could go on; one whose await nothing lets pass
/// cannot.
pub fn fewest_preemptions(
    program: &dyn Program,
    model: Model,
    limit: usize,
) -> Option<BTreeMap<Class, u32>> {
    let pieces = Pieces::default();
    let given = Given {
        program,
        pieces: &pieces,
        model,
    };
    let mut names = Names::default();
    let mut fewest: BTreeMap<Class, u32> = BTreeMap::new();
    let mut done: BTreeMap<(Class, Option<ThreadId>), u32> = BTreeMap::new();
    // In the order of preemptions: those that cost one more are put behind all others.
    let mut todo: VecDeque<(Vec<Move>, u32)> = VecDeque::from([(Vec::new(), 0)]);
    while let Some((moves, used)) = todo.pop_front() {
        let graph = Graph::run(given, &mut names, &moves);
        let class = graph.class(&names);
        let last = moves.last().map(|step| step.thread);
        if done.contains_key(&(class.clone(), last)) {
            continue;
        }
        done.insert((class.clone(), last), used);
        if done.len() > limit || graph.is_too_large() {
            return None;
        }
        let mut longer = Vec::new();
        for t in graph.runnable() {
            longer.extend(extensions(given, &mut names, &moves, t));
        }
        if longer.is_empty() {
            fewest.entry(class).or_insert(used);
        }
        let mut goes_on = |step: &Vec<Move>| {
            let thread = step.last().expect("it is longer").thread;
            let after = Graph::run(given, &mut names, step);
            Some(thread) == last && !after.spins(thread)
        };
        let able = longer.iter().any(&mut goes_on);
        for step in longer {
            let stays = step.last().map(|step| step.thread) == last;
            match able && !stays {
                true => todo.push_back((step, used + 1)),
                false => todo.push_front((step, used)),
            }
        }
    }
    Some(fewest)
}
