//! The search over event graphs by several workers.
//!
//! A frame divides executions into parts that have nothing in common: one for each write that its item takes. So a part
//! is a task as it is. The points above a worker's task are *crossings* ([`Crossing`]): the names of the writes that have had a plan
//! there are common to all. All points below are the worker's own. Which worker finds a plan first depends on timing; the set of all
//! plans does not.
//!
//! A worker goes to its task by adding the items before it again, with the choices that they have and with the points that
//! own these choices, so that later writes are offered to them.

use super::{add_first_items, advance, begin, end};
use crate::explore::monitor::{Monitor, Stop};
use crate::explore::parallel::{self, Crewed, Hand, Share};
use crate::graph::crossing::{self, Crossing, Part, Passed, Task};
use crate::graph::load_buffering::LoadBuffering;
use crate::graph::multi_lock::SeveralLocks;
use crate::graph::plan::{Frame, Owner, Plans, Point};
use crate::graph::psc::Psc;
use crate::graph::{Choices, Graph};
use crate::host::Findings;
use crate::host::names::Names;
use crate::host::privacy::SharedObjects;
use crate::outcome::Treatment;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use threadproof_program::LocationId;

/// So many plans go to other processes at a time. Each has its name looked up there, and a question for each alone would take longer
/// than most executions.
const PARCEL: usize = 2048;

/// Explores all executions with the workers that the options ask for.
pub fn explore<'p>(search: &mut Monitor<'p>, graph: &mut Graph<'p>) -> Result<(), Stop> {
    let (program, model, config) = (search.program(), graph.model, graph.host.config);
    let cuts = graph.next_cuts();
    let make = |names| {
        let mut graph = Graph::new(program, model, config, names);
        graph.set_cuts(&cuts);
        begin(&mut graph);
        graph
    };
    parallel::explore(search, graph, make, work)
}

/// Explores a task, or everything.
fn work(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    hand: &mut Hand<'_, Task>,
    task: Option<Task>,
) -> Result<(), Stop> {
    graph.truncate(1);
    let mut plans = Plans::default();
    let mut ended = match task {
        None => add_first_items(search, graph, &mut plans)? && end(search, graph, &mut plans)?,
        Some(task) => {
            if !graph.has_learned() {
                add_first_items(search, graph, &mut plans)?;
                graph.truncate(1);
                plans = Plans::default();
            }
            go_to(graph, &mut plans, task);
            false
        }
    };
    loop {
        if graph.refined {
            return Err(Stop::Refine(graph.finer()));
        }
        if ended {
            let share = hand.after_execution(search, graph)?;
            plans.give_away(graph, share);
        }
        if !plans.found.is_empty() {
            hand.give(plans.found.drain(..));
        }
        if plans.outbound.len() >= PARCEL {
            crossing::send(&mut plans.outbound);
        }
        match advance(search, graph, &mut plans)? {
            Some(more) => ended = more,
            None => {
                // Before the task counts as done.
                crossing::send(&mut plans.outbound);
                return Ok(());
            }
        }
    }
}

/// Goes to the crossing of a task, and leaves its part to be explored there.
fn go_to(graph: &mut Graph<'_>, plans: &mut Plans, task: Task) {
    let mut way = vec![Arc::clone(&task.at)];
    while let Some(before) = &way[way.len() - 1].before {
        let before = Arc::clone(before);
        way.push(before);
    }
    for crossing in way.into_iter().rev() {
        for item in &crossing.items {
            plans.given.clone_from(&item.choices);
            plans.owners.clone_from(&item.owners);
            let possible = graph.step(item.thread, plans);
            assert!(possible, "an item on the way to a task was there before");
        }
        if crossing.owner.point == 0 {
            plans.frames.push(Frame {
                base: crossing.base,
                thread: crossing.thread,
                choices: Choices::new(),
                fixed: crossing.fixed,
                owners: crossing.owners.clone(),
                points: Vec::new(),
            });
        }
        let frame = plans.frames.last_mut().expect("the first point adds it");
        frame.choices.clone_from(&crossing.choices);
        let mut point = Point::new(crossing.kind, Vec::new());
        point.crossing = Some(crossing);
        frame.points.push(point);
    }
    debug_assert!(plans.found.is_empty(), "all on the way was found before");
    let frame = plans.frames.last_mut().expect("that of the task");
    let point = frame.points.last_mut().expect("that of the task");
    match task.part {
        Part::Untried(choice) => point.untried.push(choice),
        Part::Planned(plan) => point.plans.push(plan),
    }
}

impl Plans {
    /// Gives away all that is to be tried at the shallowest point that has anything, or at all points.
    fn give_away(&mut self, graph: &Graph<'_>, share: Share) {
        if share == Share::Nothing {
            return;
        }
        for frame in 0..self.frames.len() {
            for point in 0..self.frames[frame].points.len() {
                let here = &self.frames[frame].points[point];
                if here.untried.is_empty() && here.plans.is_empty() {
                    continue;
                }
                self.open_crossings(graph, frame, point);
                self.give_away_at(frame, point);
                if share == Share::Shallowest {
                    return;
                }
            }
        }
    }

    fn give_away_at(&mut self, frame: usize, point: usize) {
        let point = &mut self.frames[frame].points[point];
        let crossing = point.crossing.as_ref().expect("the caller opened it");
        // Plans come after choices, and both from the end, as one worker tries them.
        let untried = point.untried.drain(..).rev().map(Part::Untried);
        let planned = point.plans.drain(..).rev().map(Part::Planned);
        let task = |part| Task {
            at: Arc::clone(crossing),
            part,
        };
        self.found.extend(untried.chain(planned).map(task));
    }

    /// Makes crossings of a point and all before it.
    fn open_crossings(&mut self, graph: &Graph<'_>, frame: usize, point: usize) {
        let mut before: Option<Arc<Crossing>> = None;
        // Main's first item is always there.
        let mut done = 1;
        for (number, frame_here) in self.frames[..=frame].iter_mut().enumerate() {
            let last = if number == frame { point } else { usize::MAX };
            for at in 0..frame_here.points.len().min(last.saturating_add(1)) {
                if frame_here.points[at].crossing.is_none() {
                    let owner = Owner {
                        frame: number as u32,
                        point: at as u32,
                    };
                    let items = graph.items[done..frame_here.base].iter();
                    let items = items.map(|item| Passed {
                        thread: item.thread,
                        choices: item.choices.clone(),
                        owners: item.owners.clone(),
                    });
                    let opened = frame_here.open_crossing(owner, before.take(), items.collect());
                    frame_here.points[at].crossing = Some(Arc::new(opened));
                }
                done = frame_here.base;
                before.clone_from(&frame_here.points[at].crossing);
            }
        }
    }
}

/// The observations of a graph in a whole search that a report tells of.
#[derive(Serialize, Deserialize)]
pub struct Seen {
    findings: Findings,
    treated: FxHashMap<LocationId, Option<Treatment>>,
    load_buffering: LoadBuffering,
    psc: Psc,
    several_locks: SeveralLocks,
    shared: Option<SharedObjects>,
}

impl Crewed for Graph<'_> {
    type Seen = Seen;

    fn share_names(&mut self) -> Names {
        self.host.share_names()
    }
    fn set_names(&mut self, names: Names) {
        self.host.set_names(names);
    }
    fn seen(&self) -> Seen {
        Seen {
            findings: self.host.findings.of_search(),
            treated: self.treated.clone(),
            load_buffering: self.load_buffering.clone(),
            psc: self.psc,
            several_locks: self.several_locks.clone(),
            shared: self.host.privacy.shared().cloned(),
        }
    }
    fn hear(&mut self, seen: Seen) -> bool {
        self.host.merge(seen.findings);
        self.treated.extend(seen.treated);
        self.load_buffering.merge(seen.load_buffering);
        self.psc.merge(seen.psc);
        self.host.privacy.learn(seen.shared.unwrap_or_default());
        self.several_locks.merge(seen.several_locks)
    }
}
