//! Runs one execution again and describes it for people.
//!
//! Every counterexample is replayed before it is shown: the report shows the replay.

mod counted;
pub mod describe;
mod evidence;
mod items;
mod minimise;
mod reached;
pub mod reads_from;
pub mod recording;
mod violation;
pub mod witness;

pub use evidence::Evidence;

use counted::{Counts, counted};
use minimise::steps::minimise_violation;
use violation::not_robust;

use crate::check::end::{self, End};
use crate::check::leaks::leaks;
use crate::check::races::{self, DataRace};
use crate::host::names::Names;
use crate::host::op_log::{LoggedOp, OpLog};
use crate::host::privacy::{Privacy, SharedObjects};
use crate::host::{self, Config, Execution as _, Failure};
use crate::machine::{Machine, MemoryModel, with_model};
use crate::options::{MachineModel, Options};
use crate::outcome::{
    Detail, Execution, Found, Mismatch, Other, OtherErrors, Recording, Replayed, Step, Waiting,
};
use crate::trace::{ActorId, Label};
use recording::Made;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use threadproof_program::{
    ErrorKind, Guard, LocationId, Op, Program, Run, ThreadId, Wait, address,
};

/// Time for making all errors of a search smaller, and again for an execution that is not robust.
const MINIMISING: Duration = Duration::from_millis(1500);

/// When making errors smaller has to end that begins now. The time limit of the search is one for this, too.
pub fn minimising_ends(options: &Options) -> Instant {
    let ends = Instant::now() + MINIMISING;
    let limit = options.limits.deadline;
    limit.map_or(ends, |limit| limit.min(ends))
}

/// The steps of an execution, enough to run it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Schedule {
    model: MachineModel,
    names: Names,
    labels: Vec<Label>,
    /// See [`Config`].
    fine: bool,
    joins: bool,
    /// See [`Machine::step_alone`].
    steps_alone: bool,
    /// If accesses to private objects are no steps: the objects that are not private.
    shared: Option<SharedObjects>,
}

impl Schedule {
    /// The steps of the current execution of a machine.
    pub fn of<M: MemoryModel>(machine: &Machine<'_, M>) -> Schedule {
        let labels = machine.trace().steps().iter().map(|s| s.label);
        Schedule {
            model: M::MODEL,
            names: machine.names().clone(),
            labels: labels.collect(),
            fine: machine.config().fine,
            joins: machine.config().joins,
            steps_alone: machine.steps_alone(),
            shared: machine.privacy().shared().cloned(),
        }
    }
}

/// The reads-from class of the execution that a machine with store buffers is at.
pub fn class_of<M: MemoryModel>(machine: &Machine<'_, M>) -> Vec<u32> {
    let host = machine.host();
    let config = host.config.for_replay();
    let mut again = Machine::<M>::new(host.program, config, host.names.clone());
    again.start_record();
    if machine.steps_after_joins() {
        again.step_after_joins();
    }
    again.begin();
    for step in machine.trace().steps() {
        again.prepare(step.label.actor);
        again.step(step.label);
    }
    let record = again.record().expect("it was started");
    reads_from::class(record, &again.host().names)
}

/// Describes a data race: the execution is run again to learn where its two accesses stand.
pub fn data_race<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    machine: &Machine<'_, M>,
    race: DataRace,
) -> Failure {
    let schedule = Schedule::of(machine);
    let mut replay = start::<M>(program, &options.for_replay(), &schedule);
    let (mut first, mut second) = (None, Vec::new());
    for (at, &label) in schedule.labels.iter().enumerate() {
        replay.prepare(label.actor);
        if at == race.first.index() {
            let place = places(&replay, label.actor).first().copied();
            first = place.map(|id| program.source().location(id));
        }
        if at == race.second.index() {
            second = places(&replay, label.actor);
            break;
        }
        replay.step(label);
    }
    let trace = machine.trace();
    let other = Other {
        thread: machine.names().name(trace.step(race.first).thread),
        location: first,
    };
    let thread = trace.step(race.second).thread;
    Failure {
        kind: ErrorKind::DataRace,
        detail: Detail::Race { other },
        thread,
        locations: second,
    }
}

/// Where the next step of an actor stands in the source; for a store that leaves its buffer, where it
/// was issued.
fn places<M: MemoryModel>(machine: &Machine<'_, M>, actor: ActorId) -> Vec<LocationId> {
    let t = machine.thread_of(actor);
    let sent = machine.names().actor(actor).queue.and_then(|_| {
        let entry = machine.buffers().next(actor)?;
        let ops = &machine.record()?.ops;
        let same = |d: &&LoggedOp| d.thread == t && d.op.access() == Some(entry.at);
        let earlier = ops.iter().filter(same).filter(|d| d.flush).count();
        let mut issued = ops.iter().filter(same).filter(|d| d.buffered);
        Some(issued.nth(earlier)?.locations.clone())
    });
    sent.unwrap_or_else(|| machine.run().locations(t))
}

fn machine<'p, M: MemoryModel>(
    program: &'p dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Machine<'p, M> {
    machine_with_run(program, program.start(), options, schedule)
}

fn machine_with_run<'p, M: MemoryModel>(
    program: &'p dyn Program,
    run: Box<dyn Run + 'p>,
    options: &Options,
    schedule: &Schedule,
) -> Machine<'p, M> {
    let config = Config {
        checks: options.checks,
        limits: options.limits,
        commute: options.commutes(),
        fine: schedule.fine,
        joins: schedule.joins,
        silent_ends: false,
    };
    let mut machine = Machine::with_run(program, run, config, schedule.names.clone());
    if schedule.steps_alone {
        machine.step_alone();
    }
    if let Some(shared) = &schedule.shared {
        *machine.privacy_mut() = Privacy::without(shared.clone());
    }
    machine
}

fn start<'p, M: MemoryModel>(
    program: &'p dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Machine<'p, M> {
    let mut machine = machine(program, options, schedule);
    machine.start_record();
    machine.begin();
    machine
}

/// The same execution with steps for joins, fences and ends of threads, which the search did without any, and without steps of
/// the time in which there is only one thread.
fn with_joins(program: &dyn Program, options: &Options, schedule: &Schedule) -> Schedule {
    with_model!(schedule.model, M => machine_with_joins::<M>(program, options, schedule))
}

fn machine_with_joins<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Schedule {
    let performed = [Counts::default(), Counts::default()];
    let [coarse_run, fine_run] = performed
        .each_ref()
        .map(|counts| counted(program.start(), counts.clone()));
    let mut coarse = machine_with_run::<M>(program, coarse_run, options, schedule);
    let wanted = Schedule {
        joins: true,
        steps_alone: false,
        shared: None,
        ..schedule.clone()
    };
    let mut fine = machine_with_run::<M>(program, fine_run, options, &wanted);
    coarse.begin();
    fine.begin();
    // Else joins are among its steps already, and have their place there.
    let joins = !M::BUFFERS && !schedule.joins;
    for &label in &schedule.labels {
        let t = coarse.thread_of(label.actor);
        if !coarse.prepare(label.actor) {
            // The replay will tell.
            return schedule.clone();
        }
        if joins {
            join_all(&mut fine, t);
        }
        // Invisible operations were done together with the join or the fence.
        let is_thread = coarse.names().of_thread(t) == label.actor;
        let op = coarse.pending(t);
        let done = is_thread && (coarse.is_local(t, &op) || fine.goes_alone(t, &op));
        coarse.step(label);
        if !done && fine.may_step(label.actor) {
            fine.step(label);
        }
        if schedule.shared.is_some() {
            access_all(&mut fine, &performed);
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

/// Lets the threads of a machine access the private objects that those of a coarse one have accessed, which is a bit ahead.
fn access_all<M: MemoryModel>(fine: &mut Machine<'_, M>, [coarse, done]: &[Counts; 2]) {
    for t in fine.threads().ids() {
        let actor = fine.names().of_thread(t);
        while done.of(t) < coarse.of(t) && fine.may_step(actor) {
            fine.step(Label { actor, choice: 0 });
        }
    }
}

/// Ends all threads that can do so now, and lets them pass `fences`. With fine steps the search has
/// done that itself.
fn end_all<M: MemoryModel>(machine: &mut Machine<'_, M>, fences: bool) {
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
fn join_all<M: MemoryModel>(machine: &mut Machine<'_, M>, t: ThreadId) -> bool {
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
fn show(program: &dyn Program, options: &Options, schedule: &Schedule, failure: &Failure) -> Found {
    with_model!(schedule.model, M => show_machine::<M>(program, options, schedule, failure))
}

fn show_machine<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    failure: &Failure,
) -> Found {
    let mut machine = start::<M>(program, options, schedule);
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
    // Of two accesses that nothing orders either may come second.
    let race = |bug: &&Failure| bug.kind == failure.kind && bug.kind == ErrorKind::DataRace;
    match bugs.iter().find(again).or(bugs.iter().find(race)) {
        Some(failure) => describe(program, machine, failure, &made),
        None => unrepeatable(machine.names(), failure.kind, failure.thread),
    }
}

/// Runs `schedule` again and writes it down, with the error that it ends with.
pub fn record(program: &dyn Program, options: &Options, schedule: &Schedule) -> Replayed {
    let schedule = &with_joins(program, options, schedule);
    with_model!(schedule.model, M => record_machine::<M>(program, options, schedule))
}

fn record_machine<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
) -> Replayed {
    let mut machine = start::<M>(program, options, schedule);
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
        return error(describe(program, machine, bug, &made));
    }
    Replayed::NoError(without_error(program, machine, &made))
}

/// Describes an execution that has no bug.
fn without_error<M: MemoryModel>(
    program: &dyn Program,
    mut machine: Machine<'_, M>,
    made: &[Made],
) -> Execution {
    let record = machine.take_record().expect("a record was begun");
    let (trace, output, _) = describe::trace(program, machine.names(), &record);
    let recording = recording::write_down(&machine, made, &trace);
    let end = end::classify(&machine, machine.config().checks, &mut Vec::new());
    Execution {
        trace,
        output,
        blocked: end != End::Complete,
        recording,
    }
}

fn error(found: Found) -> Replayed {
    Replayed::Error(Box::new(found))
}

/// Runs a recorded execution again; it must end with an error of this kind, if there is one. Whether its moves do the same as they
/// did is for the caller to compare.
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
    match recording.model.machine() {
        Some(model) => {
            with_model!(model, M => replay_machine::<M>(program, options, recording, kind))
        }
        None => {
            let kind = kind.ok_or(Mismatch::WithoutError)?;
            Ok(error(items::replay(program, options, recording, kind)?))
        }
    }
}

fn replay_machine<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    recording: &Recording,
    kind: Option<ErrorKind>,
) -> Result<Replayed, Mismatch> {
    let schedule = Schedule {
        model: M::MODEL,
        names: recording::names(recording)?,
        labels: Vec::new(),
        fine: recording.fine,
        joins: true,
        steps_alone: false,
        shared: None,
    };
    let mut machine = start::<M>(program, options, &schedule);
    let made = recording::perform(&mut machine, recording)?;
    if kind == Some(ErrorKind::NotRobust) {
        let found = violation::explain(program, machine, &made, OtherErrors::Some);
        return Ok(error(found.ok_or(Mismatch::NoError)?));
    }
    let bugs = bugs(program, options, &machine);
    let wanted = |bug: &&Failure| Some(bug.kind) == kind;
    match (bugs.iter().find(wanted).or(bugs.first()), kind) {
        (Some(bug), _) => Ok(error(describe(program, machine, bug, &made))),
        (None, Some(_)) => Err(Mismatch::NoError),
        (None, None) => Ok(Replayed::NoError(without_error(program, machine, &made))),
    }
}

/// All bugs of the execution that a machine has run.
fn bugs<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    machine: &Machine<'_, M>,
) -> Vec<Failure> {
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

fn describe<M: MemoryModel>(
    program: &dyn Program,
    machine: Machine<'_, M>,
    failure: &Failure,
    made: &[Made],
) -> Found {
    let record =
        |machine: &Machine<'_, M>, steps: &[Step]| recording::write_down(machine, made, steps);
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
        ErrorKind::Leak => allocation_of_leaked(&execution, &record),
        _ => failure.locations.clone(),
    };
    let locations = locations.iter();
    let (trace, output, _) = describe::trace(program, &host.names, &record);
    Found {
        kind: failure.kind,
        detail: failure.detail.clone(),
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
fn allocation_of_leaked<'p, E: host::Execution<'p>>(
    execution: &E,
    record: &OpLog,
) -> Vec<LocationId> {
    let leaked = leaks(execution, execution.host().config.checks).into_iter();
    let leaked: Vec<u64> = leaked.map(|object| object.base).collect();
    let mut ops = record.ops.iter();
    let logged = ops.find(|logged| {
        matches!(logged.op, Op::Allocate { .. }) && leaked.contains(&logged.response.value)
    });
    logged.map_or(Vec::new(), |logged| logged.locations.clone())
}

fn unrepeatable(names: &Names, kind: ErrorKind, thread: ThreadId) -> Found {
    Found {
        kind: ErrorKind::Nondeterminism,
        detail: Detail::NotRepeated(kind),
        thread: names.name(thread),
        locations: Vec::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    }
}

/// The waits of the threads at the end of an execution that is stuck.
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

/// The wait of a thread that cannot go on.
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
        why: guard.why,
        object,
        location: location.map(|id| program.source().location(id)),
    })
}
