//! Runs an execution again and describes it for people.

use super::graph::Graph;
use super::plan::{Move, Plans};
use crate::execution::threads::Names;
use crate::machine::{Config, Failure, Halt};
use crate::options::Options;
use crate::replay::{Recording, describe};
use crate::search::Explored;
use crate::verdict::{Found, Waiting};
use threadproof_program::{ErrorKind, Op, Program, ThreadId, address};

/// An execution item by item, with what each reads: enough to run it again.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub names: Names,
    pub moves: Vec<Move>,
}

/// Replays `schedule` and describes the failure that it ends with.
pub fn show(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let config = Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        fine: false,
        joins: true,
    };
    let mut graph = Graph::new(program, config, schedule.names.clone());
    graph.start_record();
    let repeated = replay(&mut graph, &schedule.moves);
    let mut bugs = graph.failures().to_vec();
    if graph.pick().is_none() {
        graph.end(options.checks, &mut bugs);
    }
    let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
    let Some(failure) = bugs.iter().find(again).filter(|_| repeated) else {
        return unrepeatable(&schedule.names, failure);
    };
    let record = graph.take_record().expect("a record was begun");
    let (trace, output, _) = describe::trace(program, graph.names(), &record);
    let locations = failure.locations.iter();
    Found {
        kind: failure.kind,
        message: failure.message.clone(),
        thread: graph.names().name(failure.thread),
        locations: locations.map(|id| program.source().location(*id)).collect(),
        trace,
        waiting: waiting(program, &graph, failure.kind),
        output,
        recording: Recording::default(),
        violation: None,
    }
}

/// Runs the items again; false if the program does something else.
fn replay(graph: &mut Graph<'_>, moves: &[Move]) -> bool {
    let mut plans = Plans::default();
    graph.begin(&mut plans);
    moves.iter().all(|step| {
        plans.given.clone_from(&step.choices);
        graph.can_step(step.thread) && graph.step(step.thread, &mut plans)
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
        .filter_map(|t| one_waiting(program, graph, t))
        .collect()
}

fn one_waiting(program: &dyn Program, graph: &Graph<'_>, t: ThreadId) -> Option<Waiting> {
    let Op::Load {
        at,
        guard: Some(guard),
        ..
    } = graph.run().pending(t)
    else {
        return None;
    };
    let object = match address::block_owner(at.address) {
        Some(other) => graph.names().name(other),
        None => {
            let object = graph.objects().get(graph.objects().find(at.address)?);
            let offset = at.address - object.base;
            program.source().variable(object.name, offset, at.size)
        }
    };
    let location = graph.run().locations(t).first().copied();
    Some(Waiting {
        thread: graph.names().name(t),
        what: guard.why.describe(),
        object,
        location: location.map(|id| program.source().location(id)),
    })
}
