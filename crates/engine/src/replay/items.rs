//! Runs an execution of a graph again and describes it.

use super::{described, recording, unrepeatable};
use crate::graph::{Choice, Graph, Plans, Schedule};
use crate::host::Failure;
use crate::options::Options;
use crate::outcome::{self, Found, Impossible, Mismatch, Recording, Step, Take};
use threadproof_program::{ErrorKind, Program, ThreadId};

/// Replays `schedule` and describes the failure that it ends with.
pub fn show(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let mut graph = Graph::for_replay(program, options, schedule.names.clone());
    graph.set_cuts(&schedule.cuts);
    graph.start_record();
    let mut plans = Plans::default();
    graph.begin(&mut plans);
    let repeated = schedule.moves.iter().all(|step| {
        plans.given.clone_from(&step.choices);
        graph.can_repeat(step.thread) && graph.step(step.thread, &mut plans)
    });
    let bugs = bugs(&mut graph, options);
    let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
    match bugs.iter().find(again).filter(|_| repeated) {
        Some(failure) => described(program, graph, failure, record_of),
        None => unrepeatable(&schedule.names, failure.kind, failure.thread),
    }
}

/// Runs a recorded execution again; it must end with an error of this kind.
pub fn replay(
    program: &dyn Program,
    options: &Options,
    recording: &Recording,
    kind: ErrorKind,
) -> Result<Found, Mismatch> {
    let mut graph = Graph::for_replay(program, options, recording::names(recording)?);
    graph.set_cuts(&recording.cuts.iter().copied().collect());
    graph.start_record();
    let mut plans = Plans::default();
    graph.begin(&mut plans);
    for (at, one) in recording.moves.iter().enumerate() {
        let wrong = |why: Impossible| Mismatch::Move { at, why };
        let thread = graph.names().find(&one.thread);
        let thread = thread.filter(|t| graph.exists(*t));
        let Some(thread) = thread else {
            return Err(wrong(Impossible::NoThread));
        };
        if let Some(halt) = graph.halt(thread).filter(|_| !graph.can_repeat(thread)) {
            return Err(wrong(recording::impossible(halt)));
        }
        let given = one.takes.iter().map(|take| choice(&graph, take));
        let given = given.collect::<Option<_>>();
        plans.given = given.ok_or_else(|| wrong(Impossible::NoSource))?;
        let possible = graph.step(thread, &mut plans);
        if !possible || graph.item(graph.newest()).choices.len() != one.takes.len() {
            return Err(wrong(Impossible::OtherSource));
        }
    }
    let bugs = bugs(&mut graph, options);
    let bug = bugs.iter().find(|bug| bug.kind == kind).or(bugs.first());
    let bug = bug.ok_or(Mismatch::NoError)?;
    Ok(described(program, graph, bug, record_of))
}

/// All bugs of the execution that a graph is at.
fn bugs(graph: &mut Graph<'_>, options: &Options) -> Vec<Failure> {
    let mut bugs = graph.findings().failures.clone();
    if graph.pick().is_none() {
        graph.end(options.checks, &mut bugs);
    }
    bugs
}

/// Writes the items down in names that mean the same in every run.
fn record_of(graph: &Graph<'_>, steps: &[Step]) -> Recording {
    let names = graph.names();
    let take = |choice: &Choice| match *choice {
        Choice::Initial => Some(Take::Initial),
        Choice::From { thread, nth } => Some(Take::From {
            thread: names.name(thread),
            nth,
        }),
        Choice::Option(option) => Some(Take::Option(option)),
        // A loop that looks at a value with which it does not pass spins.
        Choice::Spins => None,
    };
    let items = graph.items().iter();
    let mut moves: Vec<outcome::Move> = items
        .map(|item| outcome::Move {
            thread: names.name(item.thread),
            takes: item.choices.iter().filter_map(take).collect(),
            ..outcome::Move::default()
        })
        .collect();
    recording::describe(&mut moves, steps);
    let numbers = (0..names.threads() as u16).map(ThreadId);
    Recording {
        model: graph.model(),
        threads: numbers.map(|t| names.name(t)).collect(),
        fine: false,
        cuts: graph.next_cuts().pairs(),
        moves,
    }
}

fn choice(graph: &Graph<'_>, take: &Take) -> Option<Choice> {
    Some(match take {
        Take::Initial => Choice::Initial,
        // Items are numbered from 1.
        Take::From { thread, nth } => Choice::From {
            thread: graph.names().find(thread)?,
            nth: (*nth).max(1),
        },
        Take::Option(option) => Choice::Option(*option),
    })
}
