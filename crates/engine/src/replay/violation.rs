//! Describes an execution that is not sequentially consistent: the cycle, and where fences help.

use super::recording::Made;
use super::{
    Schedule, describe, minimise_violation, minimising_ends, recording, start, unrepeatable,
    with_joins,
};
use crate::check::cycle::{self, Cycle, Link};
use crate::check::robustness::{Graph, What};
use crate::host::op_log::OpLog;
use crate::machine::{Machine, MemoryModel, with_model};
use crate::options::Options;
use crate::outcome::{CycleEvent, Detail, Found, Gap, OtherErrors, Violation};
use threadproof_program::{ErrorKind, Program, ThreadId};

/// Replays an execution to its end and says why it is not sequentially consistent; `None` if it is.
/// An execution that broke off at an error is completed: its stores reach memory.
pub fn not_robust(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    others: OtherErrors,
) -> Option<Found> {
    with_model!(schedule.model, M => show::<M>(program, options, schedule, others))
}

fn show<M: MemoryModel>(
    program: &dyn Program,
    options: &Options,
    schedule: &Schedule,
    others: OtherErrors,
) -> Option<Found> {
    let again = &options.for_replay();
    let mut schedule = with_joins(program, again, schedule);
    if options.minimise {
        let deadline = minimising_ends(options);
        schedule = minimise_violation::<M>(program, options, schedule, deadline);
    }
    let mut machine = start::<M>(program, again, &schedule);
    let mut made = Vec::with_capacity(schedule.labels.len());
    for &label in &schedule.labels {
        if !machine.may_step(label.actor) {
            return Some(unrepeatable(
                machine.names(),
                ErrorKind::NotRobust,
                ThreadId::MAIN,
            ));
        }
        made.push(Made::by(&machine, label));
        machine.step(label);
    }
    explain(program, machine, &made, others)
}

/// The same for the execution that a machine has run, with a record.
pub(super) fn explain<M: MemoryModel>(
    program: &dyn Program,
    mut machine: Machine<'_, M>,
    made: &[Made],
    others: OtherErrors,
) -> Option<Found> {
    machine.empty_buffers();
    let mut graph = Graph::default();
    if graph.is_sequential(&machine) {
        return None;
    }
    let cycle = cycle::find(&graph, &machine);
    let cycle = cycle.expect("every cycle has a store that was delayed");
    let record = machine.take_record().expect("a record was begun");
    let (trace, output, shown) = describe::trace(program, machine.names(), &record);
    let step = |link: &Link| step_of(&graph, &record, &shown, link);
    let steps: Option<Vec<usize>> = cycle.events.iter().map(step).collect();
    let steps = steps.expect("what a cycle is made of is recorded");
    let violation = violation(&cycle, &steps);
    let late = violation.gaps.iter().find(|gap| gap.delayed);
    let culprit = late.expect("every cycle has a store that was delayed");
    Some(Found {
        kind: ErrorKind::NotRobust,
        detail: Detail::NotSequential(others),
        thread: trace[culprit.store].thread.clone(),
        locations: trace[culprit.store].location.iter().cloned().collect(),
        waiting: Vec::new(),
        recording: recording::write_down(&machine, made, &trace),
        trace,
        output,
        violation: Some(violation),
    })
}

/// The step of the description that shows an event.
fn step_of(graph: &Graph, record: &OpLog, shown: &[Option<usize>], link: &Link) -> Option<usize> {
    let thread = link.event.thread;
    let own = (record.ops.iter().zip(shown)).filter(|(d, _)| d.thread == thread && !d.flush);
    match link.event.what {
        What::Store(_) => {
            // The n-th store of the thread that was put into the buffer.
            let events = &graph.threads[thread.index()];
            let stores = events.iter().map(|e| graph.event(*e));
            let mut stores = stores.filter(|e| matches!(e.what, What::Store(_)));
            let nth = stores.position(|e| e.what == link.event.what)?;
            *own.filter(|(d, _)| d.buffered).nth(nth)?.1
        }
        What::Step(step) => {
            let parts =
                own.filter(|(d, shown)| d.step == Some(step) && !d.buffered && shown.is_some());
            let touches = |address: u64| Some(address / 8) == link.granule;
            let mut parts = parts.peekable();
            let first = parts.peek().and_then(|(_, shown)| **shown);
            let same = |(d, _): &(&crate::host::op_log::LoggedOp, _)| {
                d.op.access().is_some_and(|at| touches(at.address))
            };
            parts.find(same).map_or(first, |(_, shown)| *shown)
        }
    }
}

fn violation(cycle: &Cycle, steps: &[usize]) -> Violation {
    let events = cycle
        .events
        .iter()
        .zip(steps)
        .map(|(link, step)| CycleEvent {
            step: *step,
            relation: link.relation,
        });
    let gaps = cycle.gaps.iter().map(|gap| Gap {
        store: steps[gap.store],
        next: steps[gap.next],
        delayed: gap.delayed,
        fence: gap.fence,
    });
    Violation {
        cycle: events.collect(),
        gaps: gaps.collect(),
    }
}
