//! Runs one execution again and describes it for people.
//!
//! Every counterexample is replayed before it is shown: what is shown is what the replay did.

pub mod describe;
pub mod items;
pub mod minimise;
pub mod recording;
mod violation;

pub use minimise::steps::{minimise, minimise_violation};
pub use recording::Mismatch;
pub use violation::{Others, not_robust};

use crate::check::end::{self, End};
use crate::check::races::{self, DataRace};
use crate::host::names::Names;
use crate::host::objects::Objects;
use crate::host::record::{Deed, Record};
use crate::host::{self, Config, Failure};
use crate::machine::Machine;
use crate::options::{Model, Options};
use crate::outcome::{self, Execution, Found, Move, Recording, Step, Waiting};
use crate::trace::{ActorId, Label};
use recording::Made;
use std::time::{Duration, Instant};
use threadproof_program::{ErrorKind, Guard, LocationId, Op, Program, ThreadId, Wait, address};

/// Time for making all errors of a search smaller, and again for an execution that is not robust.
const MINIMISING: Duration = Duration::from_millis(1500);

/// When making errors smaller has to end that begins now. The time limit of the search is one for this, too.
pub fn minimising_ends(options: &Options) -> Instant {
    let ends = Instant::now() + MINIMISING;
    let limit = options.limits.deadline;
    limit.map_or(ends, |limit| limit.min(ends))
}

/// The steps of an execution, enough to run it again.
#[derive(Clone, Debug)]
pub struct Schedule {
    names: Names,
    labels: Vec<Label>,
    /// See [`Config`].
    fine: bool,
    joins: bool,
    /// See [`Machine::step_alone`].
    steps_alone: bool,
}

impl Schedule {
    pub fn of(machine: &Machine<'_>) -> Schedule {
        let labels = machine.trace().steps().iter().map(|s| s.label);
        Schedule {
            names: machine.names().clone(),
            labels: labels.collect(),
            fine: machine.config().fine,
            joins: machine.config().joins,
            steps_alone: machine.steps_alone(),
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
        replay.prepare(label.actor);
        if at == race.first.index() {
            let place = places(&replay, label.actor).first().copied();
            let place = place.map(|id| program.source().location(id));
            let place = place.map_or(String::new(), |l| format!(" at {}:{}", l.file, l.line));
            let t = replay.thread_of(label.actor);
            first = format!("{}{place}", replay.names().name(t));
        }
        if at == race.second.index() {
            second = places(&replay, label.actor);
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

/// Where the next step of an actor stands in the source; for a store that leaves its buffer, where it
/// was issued.
fn places(machine: &Machine<'_>, actor: ActorId) -> Vec<LocationId> {
    let t = machine.thread_of(actor);
    let sent = machine.names().actor(actor).queue.and_then(|_| {
        let entry = machine.buffers().next(actor)?;
        let deeds = &machine.record()?.deeds;
        let same = |d: &&Deed| d.thread == t && d.op.access() == Some(entry.at);
        let earlier = deeds.iter().filter(same).filter(|d| d.flush).count();
        let mut issued = deeds.iter().filter(same).filter(|d| d.buffered);
        Some(issued.nth(earlier)?.locations.clone())
    });
    sent.unwrap_or_else(|| machine.run().locations(t))
}

fn machine<'p>(program: &'p dyn Program, options: &Options, schedule: &Schedule) -> Machine<'p> {
    let config = Config {
        model: options.model,
        checks: options.checks,
        limits: options.limits,
        commute: options.commutes(),
        fine: schedule.fine,
        joins: schedule.joins,
        silent_ends: false,
    };
    let mut machine = Machine::new(program, config, schedule.names.clone());
    if schedule.steps_alone {
        machine.step_alone();
    }
    machine
}

fn start<'p>(program: &'p dyn Program, options: &Options, schedule: &Schedule) -> Machine<'p> {
    let mut machine = machine(program, options, schedule);
    machine.start_record();
    machine.begin();
    machine
}

/// The same execution with a step for each join, fence and end of a thread that the search did in
/// passing, and without steps of the time in which there is only one thread.
pub fn with_joins(program: &dyn Program, options: &Options, schedule: &Schedule) -> Schedule {
    let mut coarse = machine(program, options, schedule);
    let wanted = Schedule {
        joins: true,
        steps_alone: false,
        ..schedule.clone()
    };
    let mut fine = machine(program, options, &wanted);
    coarse.begin();
    fine.begin();
    // Else joins are among its steps already, and have their place there.
    let joins = options.model == Model::Sc && !schedule.joins;
    for &label in &schedule.labels {
        let t = coarse.thread_of(label.actor);
        if !coarse.prepare(label.actor) {
            // The replay will tell.
            return schedule.clone();
        }
        if joins {
            join_all(&mut fine, t);
        }
        // What others cannot see was done together with the join or the fence.
        let is_thread = coarse.names().of_thread(t) == label.actor;
        let op = coarse.pending(t);
        let done = is_thread && (coarse.is_local(t, &op) || fine.goes_alone(t, &op));
        coarse.step(label);
        if !done && fine.may_step(label.actor) {
            fine.step(label);
        }
        end_all(&mut fine, !schedule.joins);
    }
    loop {
        let threads: Vec<ThreadId> = fine.threads().present().collect();
        let joined = threads
            .into_iter()
            .filter(|t| joins && join_all(&mut fine, *t));
        if joined.count() == 0 {
            return Schedule::of(&fine);
        }
    }
}

/// Ends all threads that can do so now, and lets them pass `fences`. With fine steps the search has
/// done that itself.
fn end_all(machine: &mut Machine<'_>, fences: bool) {
    if machine.config().fine {
        return;
    }
    for t in machine.threads().ids() {
        while machine.threads().exists(t)
            && machine.halt(t).is_none()
            && (machine.pending(t) == Op::Exit || fences && machine.stands_before_fence(t))
        {
            let actor = machine.names().of_thread(t);
            machine.step(Label { actor, choice: 0 });
        }
    }
}

/// Does all joins that a thread stands before; true if there were any.
fn join_all(machine: &mut Machine<'_>, t: ThreadId) -> bool {
    let mut any = false;
    let joins = |guard: Guard| guard.why == Wait::Join;
    while machine.threads().exists(t)
        && machine.halt(t).is_none()
        && machine.pending(t).guard().is_some_and(joins)
    {
        let actor = machine.names().of_thread(t);
        machine.step(Label { actor, choice: 0 });
        any = true;
    }
    any
}

/// Replays `schedule` and describes the failure that it ends with.
pub fn show(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let mut machine = start(program, options, schedule);
    let mut made = Vec::with_capacity(schedule.labels.len());
    for &label in &schedule.labels {
        if !machine.may_step(label.actor) {
            return unrepeatable(machine.names(), failure.kind, failure.thread);
        }
        made.push(Made::by(&machine, label));
        machine.step(label);
    }
    let bugs = bugs(program, options, &machine);
    let again = |bug: &&Failure| bug.kind == failure.kind && bug.thread == failure.thread;
    match bugs.iter().find(again) {
        Some(failure) => describe(program, machine, failure, &made),
        None => unrepeatable(machine.names(), failure.kind, failure.thread),
    }
}

/// Runs `schedule` again and writes it down, with the error that it ends with.
pub fn record(program: &dyn Program, options: &Options, schedule: &Schedule) -> outcome::Schedule {
    let schedule = &with_joins(program, options, schedule);
    let mut machine = start(program, options, schedule);
    let mut made = Vec::with_capacity(schedule.labels.len());
    for &label in &schedule.labels {
        if !machine.may_step(label.actor) {
            // The last step that could be repeated tells as much as there is.
            break;
        }
        made.push(Made::by(&machine, label));
        machine.step(label);
    }
    let bugs = bugs(program, options, &machine);
    if let Some(bug) = bugs.first() {
        let found = describe(program, machine, bug, &made);
        return outcome::Schedule {
            recording: found.recording.clone(),
            error: Some(found),
        };
    }
    let (_, recording) = without_error(program, machine, &made);
    outcome::Schedule {
        recording,
        error: None,
    }
}

/// Describes an execution that has no bug.
fn without_error(
    program: &dyn Program,
    mut machine: Machine<'_>,
    made: &[Made],
) -> (Execution, Recording) {
    let record = machine.take_record().expect("a record was begun");
    let (trace, output, _) = describe::trace(program, machine.names(), &record);
    let recording = recording::write_down(&machine, made, &trace);
    let end = end::classify(&machine, machine.config().checks, &mut Vec::new());
    let execution = Execution {
        trace,
        output,
        blocked: end != End::Complete,
    };
    (execution, recording)
}

/// What running a recorded execution again has shown.
#[derive(Clone, Debug)]
pub enum Replayed {
    Error(Box<Found>),
    NoError(Execution),
}

/// Runs a recorded execution again; it must end with an error of this kind, if there is one.
pub fn replay(
    program: &dyn Program,
    options: &Options,
    recording: &Recording,
    kind: Option<ErrorKind>,
) -> Result<Replayed, Mismatch> {
    let options = &Options {
        model: recording.model,
        ..*options
    };
    if options.model.is_graph() {
        let Some(kind) = kind else {
            let message = "it has no error, and those of ra and c11 always have one";
            return Err(Mismatch::Damaged(message.into()));
        };
        let found = items::replay(program, options, recording, kind)?;
        return repeated_error(recording, found);
    }
    let schedule = Schedule {
        names: recording::names(recording)?,
        labels: Vec::new(),
        fine: recording.fine,
        joins: true,
        steps_alone: false,
    };
    let mut machine = start(program, options, &schedule);
    let made = recording::perform(&mut machine, recording)?;
    if kind == Some(ErrorKind::NotRobust) {
        let found = violation::explain(program, options, machine, &made, Others::Some);
        return repeated_error(recording, found.ok_or(Mismatch::NoError)?);
    }
    let bugs = bugs(program, options, &machine);
    let wanted = |bug: &&Failure| Some(bug.kind) == kind;
    match (bugs.iter().find(wanted).or(bugs.first()), kind) {
        (Some(bug), _) => repeated_error(recording, describe(program, machine, bug, &made)),
        (None, Some(_)) => Err(Mismatch::NoError),
        (None, None) => {
            let (execution, again) = without_error(program, machine, &made);
            repeated(recording, &again)?;
            Ok(Replayed::NoError(execution))
        }
    }
}

fn repeated_error(recording: &Recording, found: Found) -> Result<Replayed, Mismatch> {
    repeated(recording, &found.recording)?;
    Ok(Replayed::Error(Box::new(found)))
}

/// Has every move done what is recorded?
fn repeated(recording: &Recording, again: &Recording) -> Result<(), Mismatch> {
    let moves = recording.moves.iter().zip(&again.moves);
    let same = |(a, b): &(&Move, &Move)| (&a.what, a.reads_from) == (&b.what, b.reads_from);
    let Some((at, (old, new))) = moves.enumerate().find(|(_, pair)| !same(pair)) else {
        return Ok(());
    };
    let (thread, was, is) = (&old.thread, &old.what, &new.what);
    let message = match was == is {
        true => format!("the `{is}` of {thread} reads another write"),
        false => format!("{thread} did `{was}`, and does `{is}` now"),
    };
    Err(Mismatch::Move { at, message })
}

/// All bugs of the execution that a machine has run.
fn bugs(program: &dyn Program, options: &Options, machine: &Machine<'_>) -> Vec<Failure> {
    let mut bugs = machine.failures().to_vec();
    if machine.enabled().next().is_none() {
        end::classify(machine, options.checks, &mut bugs);
    }
    if options.checks.has(ErrorKind::DataRace)
        && let Some(race) = races::find(machine.trace())
    {
        bugs.push(data_race(program, options, machine, race));
    }
    bugs
}

fn describe(
    program: &dyn Program,
    machine: Machine<'_>,
    failure: &Failure,
    made: &[Made],
) -> Found {
    let record =
        |machine: &Machine<'_>, steps: &[Step]| recording::write_down(machine, made, steps);
    described(program, machine, failure, record)
}

/// Describes a failure of the execution that has just been run again, with a record.
fn described<'p, E: host::Execution<'p>>(
    program: &dyn Program,
    mut execution: E,
    failure: &Failure,
    write_down: impl FnOnce(&E, &[Step]) -> Recording,
) -> Found {
    let waiting = waiting(program, &execution, failure.kind);
    let record = execution.host_mut().record.take();
    let record = record.expect("a record was begun");
    let host = execution.host();
    let locations = match failure.kind {
        ErrorKind::Leak => allocation_of_leaked(&host.objects, &record),
        _ => failure.locations.clone(),
    };
    let locations = locations.iter();
    let (trace, output, _) = describe::trace(program, &host.names, &record);
    Found {
        kind: failure.kind,
        message: failure.message.clone(),
        thread: host.names.name(failure.thread),
        locations: locations.map(|id| program.source().location(*id)).collect(),
        recording: write_down(&execution, &trace),
        trace,
        waiting,
        output,
        violation: None,
    }
}

/// Where the first object was allocated that was never freed.
fn allocation_of_leaked(objects: &Objects, record: &Record) -> Vec<LocationId> {
    let leaked: Vec<u64> = objects.leaked().map(|o| o.base).collect();
    let mut deeds = record.deeds.iter();
    let deed = deeds.find(|deed| {
        matches!(deed.op, Op::Allocate { .. }) && leaked.contains(&deed.response.value)
    });
    deed.map_or(Vec::new(), |deed| deed.locations.clone())
}

fn unrepeatable(names: &Names, kind: ErrorKind, thread: ThreadId) -> Found {
    let kind = kind.name();
    Found {
        kind: ErrorKind::Nondeterminism,
        message: format!("the program did not repeat its {kind} error when it was run again"),
        thread: names.name(thread),
        locations: Vec::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    }
}

/// Who waits for what, at the end of an execution that is stuck.
fn waiting<'p>(
    program: &dyn Program,
    execution: &impl host::Execution<'p>,
    kind: ErrorKind,
) -> Vec<Waiting> {
    if !matches!(kind, ErrorKind::Deadlock | ErrorKind::Livelock) {
        return Vec::new();
    }
    let waiting = execution.waiting().into_iter();
    waiting
        .filter_map(|t| one_waiting(program, execution, t))
        .collect()
}

/// What a thread that cannot go on waits for.
fn one_waiting<'p>(
    program: &dyn Program,
    execution: &impl host::Execution<'p>,
    t: ThreadId,
) -> Option<Waiting> {
    let host = execution.host();
    let (names, objects, run) = (&host.names, &host.objects, &host.run);
    let Op::Load {
        at,
        guard: Some(guard),
        ..
    } = run.pending(t)
    else {
        return None;
    };
    let object = match address::block_owner(at.address) {
        // A wild pointer can name a thread that never was.
        Some(other) if other.index() < names.threads() => names.name(other),
        _ => {
            let object = objects.get(objects.find(at.address)?);
            let offset = at.address - object.base;
            program.source().variable(object.name, offset, at.size)
        }
    };
    let location = run.locations(t).first().copied();
    Some(Waiting {
        thread: names.name(t),
        what: guard.why.describe(),
        object,
        location: location.map(|id| program.source().location(id)),
    })
}
