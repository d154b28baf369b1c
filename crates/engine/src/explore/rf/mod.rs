//! Reads-from classes: one execution for each, over event graphs ([`crate::graph`]), under every model.
//!
//! The search adds the next item of some thread. An item that every execution has from there on, such as a write, is
//! just added. A read divides the executions by the write that it takes ([`crate::graph::plan`]). A write
//! that is added later is offered to the open reads that are not in its past.

mod estimate;
mod preemptions;
mod sample;
mod shared;

pub use estimate::Classes;

use crate::explore::estimate::part_done;
use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::graph::Graph;
use crate::graph::plan::{Frame, Owner, Plan, Plans, Point, PointKind};
use crate::options::Options;

/// Explores the executions of a graph in which only the main thread has begun: all, or those that are asked for.
pub fn run<'p>(
    search: &mut Monitor<'p>,
    graph: &mut Graph<'p>,
    options: &Options,
) -> Result<(), Stop> {
    let some = options.sampling.is_some() || options.preemptions.is_some();
    if some {
        graph.several_locks.set_harmless();
        graph.looks_once = true;
    }
    let result = match (options.sampling, options.preemptions) {
        (Some(sampling), _) => sample::explore(search, graph, sampling),
        (None, Some(wanted)) => preemptions::explore(search, graph, wanted),
        (None, None) if search.has_crew() => shared::explore(search, graph),
        (None, None) => explore(search, graph),
    };
    match graph.refined {
        // The bounds were reached with items that are too coarse.
        true if some => Err(Stop::Refine(Finer::Bytes)),
        true => result.and(Err(Stop::Refine(graph.finer()))),
        false => result,
    }
}

impl Graph<'_> {
    /// Where the search has to look more closely, as it has to begin again.
    fn finer(&self) -> Finer {
        match self.host.privacy.is_outdated() {
            true => Finer::Objects,
            false => Finer::Bytes,
        }
    }
}

/// All executions.
fn explore(search: &mut Monitor<'_>, graph: &mut Graph<'_>) -> Result<(), Stop> {
    let mut plans = Plans::default();
    if add_first_items(search, graph, &mut plans)? {
        end(search, graph, &mut plans)?;
    }
    while !graph.refined && advance(search, graph, &mut plans)?.is_some() {}
    Ok(())
}

/// The first execution is tried so many times at most.
const TRIES: u32 = 8;

/// Adds the items of the first execution; false if that turns out to be impossible. As long as it shows more reads that
/// divide executions, the search begins again with all others in front of those: see [`crate::host::contention`].
fn add_first_items(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<bool, Stop> {
    for _ in 1..TRIES {
        let possible = add_items(search, graph, plans)?;
        if possible && !graph.refined && graph.host.privacy.decide() {
            return Err(Stop::Refine(Finer::Objects));
        }
        if !possible || graph.refined || !graph.learn_from_first(plans) {
            return Ok(possible);
        }
        graph.truncate(1);
        *plans = Plans::default();
    }
    add_items(search, graph, plans)
}

/// Tries the next choice or plan; `None` if nothing is left, and else whether an execution has ended.
fn advance(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<Option<bool>, Stop> {
    graph.release_hindered(plans.frames.len());
    let Some(frame) = plans.frames.last_mut() else {
        return Ok(None);
    };
    let Some(point) = frame.points.last_mut() else {
        plans.pop_frame();
        return Ok(Some(false));
    };
    let begun = if let Some(choice) = point.untried.pop() {
        point.taken += 1;
        frame.choices.truncate(frame.fixed + frame.points.len() - 1);
        frame.choices.push(choice);
        graph.truncate(frame.base);
        decide(search, graph, plans)?
    } else if let Some(plan) = point.plans.pop() {
        point.taken += 1;
        graph.truncate(frame.base);
        run_plan(search, graph, plans, plan)?
    } else {
        plans.pop_point();
        false
    };
    Ok(Some(begun && extend(search, graph, plans)?))
}

/// Adds items until nobody can move; false if that turns out to be impossible.
fn add_items(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<bool, Stop> {
    while let Some(t) = graph.pick() {
        plans.begin_item(graph.len(), t);
        let possible = graph.step(t, plans);
        plans.keep_choices(graph);
        let possible = offer_writes(search, graph, plans, possible)?;
        if !possible && !graph.hinder(plans.frames.len()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Adds items until nobody can move, and ends the execution; false if that turns out to be impossible.
fn extend(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
) -> Result<bool, Stop> {
    Ok(add_items(search, graph, plans)? && end(search, graph, plans)?)
}

/// Ends an execution; false if it was there before.
fn end(search: &mut Monitor<'_>, graph: &mut Graph<'_>, plans: &mut Plans) -> Result<bool, Stop> {
    graph.wish_in_vain(plans);
    graph.plan_spinning(plans);
    if graph.is_anyone_hindered() || graph.is_repetition() {
        return Ok(false);
    }
    search.ended(graph, false)?;
    if search.wants_part() {
        search.set_part(plans.part_done());
    }
    Ok(true)
}

impl Plans {
    /// The part of the search that is done, if all of it is this worker's.
    fn part_done(&self) -> Option<f64> {
        let points = self.frames.iter().flat_map(|frame| &frame.points);
        let is_shared = points.clone().any(|point| point.crossing.is_some());
        let branches = |point: &Point| {
            let left = point.untried.len() + point.plans.len();
            (point.taken as usize, left)
        };
        (!is_shared).then(|| part_done(points.map(branches)))
    }
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
    plans.given.clear();
    plans.given.extend_from_slice(&frame.choices);
    plans.owners.clear();
    plans.owners.extend_from_slice(&frame.owners);
    let points = 0..frame.points.len() as u32;
    let owned = points.map(|point| {
        Some(Owner {
            frame: number,
            point,
        })
    });
    plans.owners.extend(owned);
    (plans.open, plans.next) = (true, None);
    let possible = graph.step(t, plans);
    plans.keep_choices(graph);
    if plans.frames[number as usize].points.is_empty() {
        plans.pop_frame();
    }
    offer_writes(search, graph, plans, possible)
}

/// Offers the writes of the newest item to open reads, and adds its cost.
fn offer_writes(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
    possible: bool,
) -> Result<bool, Stop> {
    if possible {
        plans.postponed(graph);
        search.stepped(graph)?;
    } else {
        graph.plan_spinning_together(plans);
    }
    charge(search, graph);
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
        plans.given.clear();
        plans.given.extend_from_slice(&step.choices);
        plans.owners.clear();
        plans.open = false;
        let last = at + 1 == plan.moves.len();
        plans.others = (plan.wish && last).then(Vec::new);
        let possible = graph.step(step.thread, plans);
        // Other sources of the item that has its way make plans of their own.
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
        charge(search, graph);
        search.stepped(graph)?;
    }
    let name = plan_name(graph, plans, &plan);
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
        point.add_named(name, known, &mut plans.found, &mut plans.outbound);
        return Ok(false);
    }
    let takes = plan.takes;
    plans.frames.push(Frame {
        base: graph.len(),
        thread: plan.last.thread,
        fixed: plan.last.choices.len(),
        choices: plan.last.choices,
        owners: plan.owners,
        points: Vec::new(),
    });
    let possible = decide(search, graph, plans)?;
    Ok(possible && takes.is_none_or(|choice| graph.takes(choice as usize)))
}

/// The name of the source of the planned read, when all before it is there.
fn plan_name(graph: &Graph<'_>, plans: &Plans, plan: &Plan) -> u128 {
    let point = plans.frames.last().and_then(|frame| frame.points.last());
    match point.map(|point| point.kind) {
        Some(PointKind::Reads) => graph.name_of_sources(&plan.last.choices),
        _ => graph.item(graph.newest()).name,
    }
}

/// Adds the cost of the newest item beyond that of a step.
fn charge(search: &mut Monitor<'_>, graph: &mut Graph<'_>) {
    let newest = graph.item(graph.newest());
    let waits = newest.guard.is_some() || newest.section;
    let more = if waits {
        STEPS_PER_WAIT
    } else {
        STEPS_PER_ITEM
    } - 1;
    search.spend(graph.take_looks() / LOOKS_PER_STEP + more);
}

/// An item takes as much time as so many steps of `optimal` (bench/results/auto.md).
const STEPS_PER_ITEM: u64 = 3;
/// The same for one that waits, or is a section.
const STEPS_PER_WAIT: u64 = 5;
/// So many moments that a witness looks at take as much time as a step.
const LOOKS_PER_STEP: u64 = 6;

/// Begins the main thread.
pub fn begin(graph: &mut Graph<'_>) {
    graph.begin(&mut Plans::default());
}
