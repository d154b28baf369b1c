//! Event graphs: release-acquire and C11, one execution per weak trace.
//!
//! After Abdulla, Atig, Jonsson and Ngo, "Optimal Stateless Model Checking under the Release-Acquire
//! Semantics" (OOPSLA 2018). A weak trace is program order and reads-from. Of coherence only the forced part is kept
//! ([`coherence`]), so an execution is consistent by construction, and every read has a write to take. C11 adds a second
//! clock ([`happens_before`]) and the order of sequentially consistent events ([`psc`]).
//! `docs/design/weak-memory.md` explains it, with the proof ideas.
//!
//! The search adds the next item of some thread. An item that every execution has from there on, such as a write, is
//! just added. A read divides the executions by the write that it takes ([`plan`]). A write
//! that is added later is offered to the open reads that are not in its past.
//!
//! Deviations from the paper:
//!
//! 1. *Read-modify-writes.* Two never read the same write. When one finds the write it wants taken by
//!    an open one, a plan gives it that write and lets the other read its result ([`Plans::wish`]).
//!    So, unlike in the paper, a planned read stays open for the frame that planned it, since the same
//!    may happen again further down the chain. Plans are told apart by the whole past of their write.
//! 2. *Locks* are read-modify-writes that wait. A frame of a lock divides by the next taker, so that
//!    requests that wait for ever are seen too; they make their wishes at the end of an execution.
//! 3. *Atomic sections* are one item: no thread sees a part of one. Those of the modelled library are
//!    ordered by the words that they change. Those of the user are ordered by a hidden lock. A place
//!    that a section reads and then writes is read and written at once.
//! 4. *Sequentially consistent fences* are read-modify-writes of a hidden place under release-acquire. Other fences do
//!    nothing there, since the accesses are as strong.
//! 5. *Awaits* wait for a write that lets them pass ([`spin`]).
//!
//! Rejected: to offer a new write only to the closest read, as the paper's text has it. That loses traces
//! (`bench/history.md`).

mod able;
mod alone;
mod choose;
mod coherence;
mod dice;
mod enabled;
mod ended_objects;
mod estimate;
mod event_graph;
mod execution;
mod happens_before;
mod layout;
mod load_buffering;
mod mixed_size;
mod moments;
mod multi_lock;
mod perform;
mod plan;
mod preemptions;
mod psc;
mod record;
mod sample;
mod schedule;
mod shared;
mod spin;
mod want;
mod witness;

pub use coherence::knows;
pub use estimate::Classes;
pub use event_graph::{Choice, Choices, Graph};
pub use mixed_size::Cuts;
pub use moments::Moment;
pub use plan::{Move, Plans};
pub use schedule::Schedule;
pub use witness::Kind as MomentKind;

use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::options::Options;
use plan::{Frame, Plan};

/// Explores the executions of a graph in which only the main thread has begun: all, or those that are asked for.
pub fn run<'p>(
    search: &mut Monitor<'p>,
    graph: &mut Graph<'p>,
    options: &Options,
) -> Result<(), Stop> {
    match (options.sampling, options.preemptions) {
        (Some(sampling), _) => sample::explore(search, graph, sampling)?,
        (None, Some(wanted)) => preemptions::explore(search, graph, wanted)?,
        (None, None) if search.has_crew() => shared::explore(search, graph)?,
        (None, None) => explore(search, graph)?,
    }
    match graph.refined {
        true => Err(Stop::Refine(Finer::Bytes)),
        false => Ok(()),
    }
}

/// All executions.
fn explore(search: &mut Monitor<'_>, graph: &mut Graph<'_>) -> Result<(), Stop> {
    let mut plans = Plans::default();
    extend(search, graph, &mut plans)?;
    while !graph.refined && advance(search, graph, &mut plans)?.is_some() {}
    Ok(())
}

/// Tries what is to be tried next; `None` if nothing is left, and else whether an execution has ended.
fn advance(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<Option<bool>, Stop> {
    let Some(frame) = plans.frames.last_mut() else {
        return Ok(None);
    };
    let Some(point) = frame.points.last_mut() else {
        plans.pop_frame();
        return Ok(Some(false));
    };
    let begun = if let Some(choice) = point.untried.pop() {
        frame.choices.truncate(frame.fixed + frame.points.len() - 1);
        frame.choices.push(choice);
        graph.truncate(frame.base);
        decide(search, graph, plans)?
    } else if let Some(plan) = point.plans.pop() {
        graph.truncate(frame.base);
        run_plan(search, graph, plans, plan)?
    } else {
        plans.pop_point();
        false
    };
    Ok(Some(begun && extend(search, graph, plans)?))
}

/// Adds items until nobody can move; false if that turns out to be impossible.
fn extend(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<bool, Stop> {
    while let Some(t) = graph.pick() {
        plans.push_frame(graph.len(), t);
        if !decide(search, graph, plans)? {
            return Ok(false);
        }
    }
    graph.wish_in_vain(plans);
    graph.plan_spinning(plans);
    if graph.is_repetition() {
        return Ok(false);
    }
    search.ended(graph, false)?;
    Ok(true)
}

/// Runs the item of the last frame with the choices that are made; further ones become points. False
/// if it turns out to be impossible.
fn decide(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<bool, Stop> {
    let number = plans.frames.len() as u32 - 1;
    let frame = plans.frames.last().expect("the caller added one");
    let t = frame.thread;
    plans.given.clone_from(&frame.choices);
    plans.owners.clone_from(&frame.owners);
    let points = 0..frame.points.len() as u32;
    let owned = points.map(|point| {
        Some(plan::Owner {
            frame: number,
            point,
        })
    });
    plans.owners.extend(owned);
    plans.open = true;
    let possible = graph.step(t, plans);
    let frame = plans.frames.last_mut().expect("the caller added one");
    frame
        .choices
        .clone_from(&graph.item(graph.newest()).choices);
    if frame.points.is_empty() {
        plans.pop_frame();
    }
    if possible {
        plans.postponed(graph);
        search.stepped(graph)?;
    }
    if !possible {
        graph.plan_spinning_together(plans);
    }
    let newest = graph.item(graph.newest());
    let waits = u64::from(newest.guard.is_some() || newest.section);
    search.spend(graph.take_looks() / LOOKS_PER_STEP + waits);
    if let Some(cause) = graph.refusal() {
        return Err(Stop::Limit(cause));
    }
    Ok(possible)
}

/// Runs a plan of the last frame. False if it turns out to be impossible, or to be known.
fn run_plan(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
    plan: Plan,
) -> Result<bool, Stop> {
    let owner = plans.frames.len() - 1;
    for (at, step) in plan.moves.iter().enumerate() {
        plans.given.clone_from(&step.choices);
        plans.owners.clear();
        plans.open = false;
        let last = at + 1 == plan.moves.len();
        plans.others = (plan.wish && last).then(Vec::new);
        let possible = graph.step(step.thread, plans);
        // What else the item that has its way may read makes plans of its own.
        for choices in plans.others.take().unwrap_or_default() {
            let mut other = plan.clone();
            other.moves[at].choices = choices;
            let points = &mut plans.frames[owner].points;
            let point = points.last_mut().expect("the plan was made for it");
            point.add(other, &mut plans.found);
        }
        if !possible {
            graph.plan_spinning_together(plans);
            return Ok(false);
        }
        plans.postponed(graph);
        search.stepped(graph)?;
    }
    let name = graph.item(graph.newest()).name;
    let points = &mut plans.frames[owner].points;
    let point = points.last_mut().expect("the plan was made for it");
    if plan.wish && !point.note(name) {
        return Ok(false);
    }
    // Whoever notes a name for other processes leaves a task to them: this worker may be gone before it has explored it.
    if plan.wish && point.crossing.as_ref().is_some_and(|c| c.is_outside()) {
        let mut known = plan;
        known.wish = false;
        if let Some(last) = known.moves.last_mut() {
            last.choices.clone_from(&graph.item(graph.newest()).choices);
        }
        point.add_named(name, known, &mut plans.found);
        return Ok(false);
    }
    let source = plan.last.choices.len() - 1;
    plans.frames.push(Frame {
        base: graph.len(),
        thread: plan.last.thread,
        fixed: plan.last.choices.len(),
        choices: plan.last.choices,
        owners: plan.owners,
        points: Vec::new(),
    });
    let possible = decide(search, graph, plans)?;
    Ok(possible && (!plan.takes || graph.takes(source)))
}

/// So many moments that a witness looks at cost as much as a step. An item that waits, or is a section, costs two
/// (bench/results/auto.md).
const LOOKS_PER_STEP: u64 = 16;

/// Begins the main thread.
pub fn begin(graph: &mut Graph<'_>) {
    graph.begin(&mut Plans::default());
}
