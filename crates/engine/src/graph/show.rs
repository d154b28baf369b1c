//! Runs an execution again and describes it for people.

use super::event_graph::{Choice, Graph};
use super::mixed_size::Cuts;
use super::plan::{Move, Plans};
use crate::explore::monitor::Explored;
use crate::host::names::Names;
use crate::host::{Config, Failure, Halt};
use crate::options::Options;
use crate::outcome::{self, Found, Recording, Step, Take, Waiting};
use crate::replay::{self, Mismatch, describe};
use threadproof_program::{ErrorKind, Program, ThreadId};

/// An execution item by item, with what each reads: enough to run it again.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub names: Names,
    pub cuts: Cuts,
    pub moves: Vec<Move>,
}

/// How the graph of an execution that is run again is set up.
pub(super) fn config(options: &Options) -> Config {
    Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        commute: false,
        fine: false,
        joins: true,
        silent_ends: false,
    }
}

/// Replays `schedule` and describes the failure that it ends with.
pub fn show(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let mut graph = Graph::new(program, config(options), schedule.names.clone());
    graph.cuts.clone_from(&schedule.cuts);
    graph.start_record();
    let mut plans = Plans::default();
    graph.begin(&mut plans);
    let repeated = schedule.moves.iter().all(|step| {
        plans.given.clone_from(&step.choices);
        graph.can_step(step.thread) && graph.step(step.thread, &mut plans)
    });
    let bugs = bugs(&mut graph, options);
    let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
    match bugs.iter().find(again).filter(|_| repeated) {
        Some(failure) => describe_failure(program, graph, failure),
        None => unrepeatable(&schedule.names, failure),
    }
}

/// Runs a recorded execution again; it must end with an error of this kind.
pub fn replay(
    program: &dyn Program,
    options: &Options,
    recording: &Recording,
    kind: ErrorKind,
) -> Result<Found, Mismatch> {
    let mut graph = Graph::new(
        program,
        config(options),
        replay::recording::names(recording)?,
    );
    graph.cuts.extend(recording.cuts.iter().copied());
    graph.start_record();
    let mut plans = Plans::default();
    graph.begin(&mut plans);
    for (at, one) in recording.moves.iter().enumerate() {
        let wrong = |message: String| Mismatch::Move { at, message };
        let thread = graph.names().find(&one.thread);
        let thread = thread.filter(|t| graph.threads.get(t.index()).is_some_and(Option::is_some));
        let Some(thread) = thread else {
            return Err(wrong(format!("there is no thread {}", one.thread)));
        };
        if let Some(halt) = graph.halt(thread) {
            let why = match halt {
                Halt::Over => "has ended",
                Halt::Block(_) => "stands before an assumption or a bound",
                _ => "waits",
            };
            return Err(wrong(format!("{} {why}", one.thread)));
        }
        let given = one.takes.iter().map(|take| choice(&graph, take));
        plans.given = given.collect::<Option<_>>().ok_or_else(|| {
            let message = "it reads from a thread that is not there".into();
            Mismatch::Move { at, message }
        })?;
        let possible = graph.step(thread, &mut plans);
        if !possible || graph.item(graph.newest()).choices.len() != one.takes.len() {
            let message = format!("{} cannot read what it did", one.thread);
            return Err(Mismatch::Move { at, message });
        }
    }
    let bugs = bugs(&mut graph, options);
    let bug = bugs.iter().find(|bug| bug.kind == kind).or(bugs.first());
    let bug = bug.ok_or(Mismatch::NoError)?;
    Ok(describe_failure(program, graph, bug))
}

/// All bugs of the execution that a graph is at.
fn bugs(graph: &mut Graph<'_>, options: &Options) -> Vec<Failure> {
    let mut bugs = graph.failures().to_vec();
    if graph.pick().is_none() {
        graph.end(options.checks, &mut bugs);
    }
    bugs
}

fn describe_failure(program: &dyn Program, mut graph: Graph<'_>, failure: &Failure) -> Found {
    let record = graph.take_record().expect("a record was begun");
    let (trace, output, _) = describe::trace(program, graph.names(), &record);
    let locations = match failure.kind {
        ErrorKind::Leak => replay::allocation_of_leaked(graph.objects(), &record),
        _ => failure.locations.clone(),
    };
    let locations = locations.iter();
    Found {
        kind: failure.kind,
        message: failure.message.clone(),
        thread: graph.names().name(failure.thread),
        locations: locations.map(|id| program.source().location(*id)).collect(),
        recording: record_of(&graph, &trace),
        trace,
        waiting: waiting(program, &graph, failure.kind),
        output,
        violation: None,
    }
}

/// Writes the items down in names that mean the same in every run.
fn record_of(graph: &Graph<'_>, steps: &[Step]) -> Recording {
    let names = graph.names();
    let take = |choice: &Choice| match *choice {
        Choice::Initial => Take::Initial,
        Choice::From { thread, nth } => Take::From {
            thread: names.name(thread),
            nth,
        },
        Choice::Option(option) => Take::Option(option),
    };
    let items = graph.items[1..].iter();
    let mut moves: Vec<outcome::Move> = items
        .map(|item| outcome::Move {
            thread: names.name(item.thread),
            takes: item.choices.iter().map(take).collect(),
            ..outcome::Move::default()
        })
        .collect();
    replay::recording::describe(&mut moves, steps);
    let mut cuts: Vec<(u64, u8)> = graph.cuts.iter().map(|(at, cut)| (*at, *cut)).collect();
    cuts.sort_unstable();
    let numbers = (0..names.threads() as u16).map(ThreadId);
    Recording {
        model: graph.host.config.model,
        threads: numbers.map(|t| names.name(t)).collect(),
        fine: false,
        cuts,
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

fn unrepeatable(names: &Names, failure: &Failure) -> Found {
    let kind = failure.kind.name();
    Found {
        kind: ErrorKind::Nondeterminism,
        message: format!("the program did not repeat its {kind} error when it was run again"),
        thread: names.name(failure.thread),
        locations: Vec::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
        recording: Recording::default(),
        violation: None,
    }
}

/// Who waits for what, at the end of an execution that is stuck.
fn waiting(program: &dyn Program, graph: &Graph<'_>, kind: ErrorKind) -> Vec<Waiting> {
    if !matches!(kind, ErrorKind::Deadlock | ErrorKind::Livelock) {
        return Vec::new();
    }
    let waits = |t: &ThreadId| graph.halt(*t) == Some(Halt::Waiting);
    let stuck = graph.present().filter(waits);
    stuck
        .filter_map(|t| {
            replay::one_waiting(program, graph.names(), graph.objects(), graph.run(), t)
        })
        .collect()
}
