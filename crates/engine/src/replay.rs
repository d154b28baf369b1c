//! Runs one execution again and describes it for people.
//!
//! Every counterexample is replayed before it is shown: what is shown is what the replay did.

mod describe;

use crate::check::end;
use crate::check::races::{self, DataRace};
use crate::execution::threads::Names;
use crate::execution::trace::Label;
use crate::machine::{Config, Failure, Halt, Machine};
use crate::options::Options;
use crate::verdict::{Found, Waiting};
use threadproof_program::{ErrorKind, LocationId, Op, Program, ThreadId, address};

/// The steps of an execution, enough to run it again.
#[derive(Clone, Debug)]
pub struct Schedule {
    names: Names,
    labels: Vec<Label>,
    /// See [`Config::fine`].
    fine: bool,
}

impl Schedule {
    pub fn of(machine: &Machine<'_>) -> Schedule {
        let labels = machine.trace().steps().iter().map(|s| s.label);
        Schedule {
            names: machine.names().clone(),
            labels: labels.collect(),
            fine: machine.config().fine,
        }
    }
}

/// Describes a data race: the execution is run again to learn where its two accesses stand.
pub fn data_race(
    program: &dyn Program,
    options: &Options,
    machine: &Machine<'_>,
    race: DataRace,
) -> Failure {
    let schedule = Schedule::of(machine);
    let mut replay = start(program, options, &schedule);
    let (mut first, mut second) = (String::new(), Vec::new());
    for (at, &label) in schedule.labels.iter().enumerate() {
        let t = replay.thread_of(label.actor);
        replay.prepare(label.actor);
        if at == race.first.index() {
            let place = replay.run().locations(t).first().copied();
            let place = place.map(|id| program.source().location(id));
            let place = place.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line));
            first = format!("{}{place}", replay.names().name(t));
        }
        if at == race.second.index() {
            second = replay.run().locations(t);
            break;
        }
        replay.step(label);
    }
    let thread = machine.trace().step(race.second).thread;
    Failure {
        kind: ErrorKind::DataRace,
        message: format!("this access and one by {first} are not ordered"),
        thread,
        locations: second,
    }
}

fn start<'p>(program: &'p dyn Program, options: &Options, schedule: &Schedule) -> Machine<'p> {
    let config = Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        commute: options.commutes(),
        fine: schedule.fine,
    };
    let mut machine = Machine::new(program, config, schedule.names.clone());
    machine.start_record();
    machine.begin();
    machine
}

/// Replays `schedule` and describes the failure that it ends with.
pub fn show(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let mut machine = start(program, options, schedule);
    for &label in &schedule.labels {
        if !machine.prepare(label.actor) {
            return unrepeatable(&machine, failure);
        }
        machine.step(label);
    }
    machine.catch_up();
    let mut bugs = machine.failures().to_vec();
    end::classify(&machine, options.checks, &mut bugs);
    if failure.kind == ErrorKind::DataRace && races::find(machine.trace()).is_some() {
        bugs.push(failure.clone());
    }
    let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
    let Some(failure) = bugs.iter().find(again) else {
        return unrepeatable(&machine, failure);
    };
    let places = |ids: &[LocationId]| {
        let locations = ids.iter().map(|id| program.source().location(*id));
        locations.collect()
    };
    let waiting = waiting(program, &machine, failure.kind);
    let record = machine.take_record().expect("a record was begun");
    let (trace, output) = describe::trace(program, machine.names(), &record);
    Found {
        kind: failure.kind,
        message: failure.message.clone(),
        thread: machine.names().name(failure.thread),
        locations: places(&failure.locations),
        trace,
        waiting,
        output,
    }
}

fn unrepeatable(machine: &Machine<'_>, failure: &Failure) -> Found {
    let kind = failure.kind.name();
    Found {
        kind: ErrorKind::Nondeterminism,
        message: format!("the program did not repeat its {kind} error when it was run again"),
        thread: machine.names().name(failure.thread),
        locations: Vec::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
    }
}

/// Who waits for what, at the end of an execution that is stuck.
fn waiting(program: &dyn Program, machine: &Machine<'_>, kind: ErrorKind) -> Vec<Waiting> {
    if !matches!(kind, ErrorKind::Deadlock | ErrorKind::Livelock) {
        return Vec::new();
    }
    let threads = machine.threads().present();
    let stuck = threads.filter(|t| machine.halt(*t) == Some(Halt::Waiting));
    stuck
        .filter_map(|t| one_waiting(program, machine, t))
        .collect()
}

fn one_waiting(program: &dyn Program, machine: &Machine<'_>, t: ThreadId) -> Option<Waiting> {
    let Op::Load {
        at,
        guard: Some(guard),
        ..
    } = machine.pending(t)
    else {
        return None;
    };
    let object = match address::block_owner(at.address) {
        Some(other) => machine.names().name(other),
        None => {
            let o = machine.objects().find(at.address)?;
            let object = machine.objects().get(o);
            let offset = at.address - object.base;
            program.source().variable(object.name, offset, at.size)
        }
    };
    let location = machine.run().locations(t).first().copied();
    Some(Waiting {
        thread: machine.names().name(t),
        what: guard.why.describe(),
        object,
        location: location.map(|id| program.source().location(id)),
    })
}
