//! All graphs with at most so many preemptions: `--preemptions` under `ra` and `c11`.
//!
//! A graph has no schedule. It is within the bound if its items have an order, each after the writes that it
//! reads, with at most so many preemptions: switches away from a thread that could go on. A read of an old write is no
//! preemption. A thread waits while no write lets its await pass. This is the bound that users of loom know.
//!
//! The search is that of `explore/preemptions.rs`, with threads in place of actors: every switch that the bound
//! allows is tried, with every source of each read, and beginnings with the same items are merged. The set of items determines
//! the graph, since the name of an item stands for its whole past.

use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::explore::preemptions::{Round, rounds};
use crate::explore::prefix::Prefix;
use crate::graph::Graph;
use crate::graph::plan::{Move, Plans};
use crate::options::Preemptions;
use threadproof_program::ThreadId;

/// Explores all graphs that have an order with few preemptions.
pub fn explore(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    wanted: Preemptions,
) -> Result<(), Stop> {
    let base = graph.len();
    rounds(search, wanted, |search, bound| {
        graph.truncate(base);
        run(&mut Round::new(bound), search, graph)
    })
}

/// A node on the way to the current one.
struct Node {
    /// Items of the graph.
    base: usize,
    /// The moves that are left to try, last first, with the preemptions up to then.
    todo: Vec<(Move, u32)>,
    prefix: Prefix,
}

/// Was something left out because of the bound?
fn run(round: &mut Round, search: &mut Monitor<'_>, graph: &mut Graph<'_>) -> Result<bool, Stop> {
    let mut plans = Plans::default();
    let first = enter(round, search, graph, Prefix::default(), (None, 0))?;
    let mut way = vec![first];
    while let Some(node) = way.last_mut() {
        let Some((step, used)) = node.todo.pop() else {
            way.pop();
            continue;
        };
        graph.truncate(node.base);
        let thread = step.thread;
        plans.given = step.choices;
        plans.others = Some(Vec::new());
        let possible = graph.step(thread, &mut plans);
        if graph.refined {
            return Err(Stop::Refine(Finer::Bytes));
        }
        let others = plans.others.take().unwrap_or_default().into_iter();
        let others = others.map(|choices| (Move { thread, choices }, used));
        node.todo.extend(others);
        if !possible {
            continue;
        }
        search.stepped(graph)?;
        let prefix = node.prefix.with_named(graph.item(graph.newest()).name);
        if round.is_new(prefix, thread, used)? {
            let next = enter(round, search, graph, prefix, (Some(thread), used))?;
            way.push(next);
        }
    }
    Ok(round.has_cut())
}

/// Goes on from the graph as it is, or ends the execution.
fn enter(
    round: &mut Round,
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    prefix: Prefix,
    (last, used): (Option<ThreadId>, u32),
) -> Result<Node, Stop> {
    let movers = graph.movers();
    if movers.is_empty() && round.is_first_end(prefix) {
        search.ended(graph, false)?;
    }
    let able = |t: &ThreadId| movers.contains(t) && !graph.spins(*t);
    let able = last.filter(able);
    let mut todo = Vec::new();
    for &thread in movers.iter().rev() {
        let preempts = able.is_some_and(|last| last != thread);
        let used = used + u32::from(preempts);
        let step = Move {
            thread,
            choices: Default::default(),
        };
        if round.allows(used) {
            todo.push((step, used));
        }
    }
    Ok(Node {
        base: graph.len(),
        todo,
        prefix,
    })
}
