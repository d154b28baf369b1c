//! Runs one execution again and describes it for people.
//!
//! Every counterexample is replayed before it is shown: what is shown is what the replay did.

mod describe;

use crate::check::end;
use crate::check::races::{self, DataRace};
use crate::execution::objects::Objects;
use crate::execution::threads::Names;
use crate::execution::trace::Label;
use crate::explore::ra;
use crate::machine::{Config, Failure, Halt, Machine, Record};
use crate::options::Options;
use crate::search::Explored;
use crate::verdict::{Found, Waiting};
use threadproof_program::{ErrorKind, LocationId, Op, Program, Run, ThreadId, address};

/// An execution, enough to run it again.
#[derive(Clone, Debug)]
pub enum Schedule {
    Steps(Steps),
    Items(Items),
}

/// Step by step.
#[derive(Clone, Debug)]
pub struct Steps {
    names: Names,
    labels: Vec<Label>,
    /// See [`Config::fine`].
    fine: bool,
}

/// Item by item, with what each reads.
#[derive(Clone, Debug)]
pub struct Items {
    pub names: Names,
    pub moves: Vec<ra::Move>,
}

impl Steps {
    pub fn of(machine: &Machine<'_>) -> Steps {
        let labels = machine.trace().steps().iter().map(|s| s.label);
        Steps {
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
    let schedule = Steps::of(machine);
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

fn config(options: &Options) -> Config {
    Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        fine: false,
    }
}

fn start<'p>(program: &'p dyn Program, options: &Options, schedule: &Steps) -> Machine<'p> {
    let config = Config {
        fine: schedule.fine,
        ..config(options)
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
    match schedule {
        Schedule::Steps(steps) => show_steps(program, options, steps, failure),
        Schedule::Items(items) => show_items(program, options, items, failure),
    }
}

fn show_steps(
    program: &dyn Program,
    options: &Options,
    schedule: &Steps,
    failure: &Failure,
) -> Found {
    let mut machine = start(program, options, schedule);
    for &label in &schedule.labels {
        if !machine.prepare(label.actor) {
            return unrepeatable(machine.names(), failure);
        }
        machine.step(label);
    }
    machine.catch_up();
    let mut bugs = machine.failures().to_vec();
    end::classify(&machine, options.checks, &mut bugs);
    if failure.kind == ErrorKind::DataRace && races::find(machine.trace()).is_some() {
        bugs.push(failure.clone());
    }
    let record = machine.take_record().expect("a record was begun");
    let threads = machine.threads().present();
    let waits = threads.filter(|t| machine.halt(*t) == Some(Halt::Waiting));
    let stage = Stage {
        program,
        names: machine.names(),
        run: machine.run(),
        objects: machine.objects(),
        waits: waits.collect(),
    };
    stage.found(&bugs, &record, failure)
}

fn show_items(
    program: &dyn Program,
    options: &Options,
    schedule: &Items,
    failure: &Failure,
) -> Found {
    let mut graph = ra::Graph::new(program, config(options), schedule.names.clone());
    graph.start_record();
    if !ra::replay(&mut graph, &schedule.moves) {
        return unrepeatable(&schedule.names, failure);
    }
    let mut bugs = graph.failures().to_vec();
    graph.end(options.checks, &mut bugs);
    let record = graph.take_record().expect("a record was begun");
    let threads = graph.present();
    let stage = Stage {
        program,
        names: graph.names(),
        run: graph.run(),
        objects: graph.objects(),
        waits: threads
            .filter(|t| graph.halt(*t) == Some(Halt::Waiting))
            .collect(),
    };
    stage.found(&bugs, &record, failure)
}

/// Where an execution that was run again has ended.
struct Stage<'a> {
    program: &'a dyn Program,
    names: &'a Names,
    run: &'a dyn Run,
    objects: &'a Objects,
    /// Threads that wait.
    waits: Vec<ThreadId>,
}

impl Stage<'_> {
    /// Describes the failure among `bugs` that is the one to be shown.
    fn found(&self, bugs: &[Failure], record: &Record, failure: &Failure) -> Found {
        let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
        let Some(failure) = bugs.iter().find(again) else {
            return unrepeatable(self.names, failure);
        };
        let places = |ids: &[LocationId]| {
            let locations = ids.iter().map(|id| self.program.source().location(*id));
            locations.collect()
        };
        let (trace, output) = describe::trace(self.program, self.names, record);
        Found {
            kind: failure.kind,
            message: failure.message.clone(),
            thread: self.names.name(failure.thread),
            locations: places(&failure.locations),
            trace,
            waiting: self.waiting(failure.kind),
            output,
        }
    }

    /// Who waits for what, at the end of an execution that is stuck.
    fn waiting(&self, kind: ErrorKind) -> Vec<Waiting> {
        if !matches!(kind, ErrorKind::Deadlock | ErrorKind::Livelock) {
            return Vec::new();
        }
        let waits = self.waits.iter();
        waits.filter_map(|t| self.one_waiting(*t)).collect()
    }

    fn one_waiting(&self, t: ThreadId) -> Option<Waiting> {
        let Op::Load {
            at,
            guard: Some(guard),
            ..
        } = self.run.pending(t)
        else {
            return None;
        };
        let object = match address::block_owner(at.address) {
            Some(other) => self.names.name(other),
            None => {
                let object = self.objects.get(self.objects.find(at.address)?);
                let offset = at.address - object.base;
                let source = self.program.source();
                source.variable(object.name, offset, at.size)
            }
        };
        let location = self.run.locations(t).first().copied();
        Some(Waiting {
            thread: self.names.name(t),
            what: guard.why.describe(),
            object,
            location: location.map(|id| self.program.source().location(id)),
        })
    }
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
    }
}
