//! The search over event graphs by several workers.
//!
//! A frame divides executions into parts that have nothing in common: one for each write that its item takes. So a part
//! is a task as it is. The points above a worker's task are *crossings*: the names of the writes that have had a plan there are
//! common to all. A plan that a worker finds for a crossing is new if its name is, and becomes a task. All points
//! below are the worker's own. Which worker finds a plan first depends on timing; the set of all plans does not.
//!
//! A worker goes to its task by adding the items before it again, with the choices that they have and with the points that
//! own these choices, so that later writes are offered to them.

use super::event_graph::{Choice, Choices, Graph};
use super::load_buffering::LoadBuffering;
use super::multi_lock::Together;
use super::plan::{Frame, Owner, Owners, Plan, Plans, Point, PointKind};
use super::psc::Psc;
use super::{advance, begin, extend};
use crate::explore::frontier::{Portable, pack, unpack};
use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::explore::parallel::{self, Crewed, Hand, Share};
use crate::host::Findings;
use crate::host::names::Names;
use crate::link::{Link, Outside};
use crate::mutant::{self, Mutant};
use crate::outcome::Treatment;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use threadproof_program::{LocationId, ThreadId};

/// A point that several workers know.
#[derive(Debug)]
pub struct Crossing {
    /// The point before it on the way from the root.
    before: Option<Arc<Crossing>>,
    /// Its place on that way.
    owner: Owner,
    /// The items between the frame before and its own one; none unless it is the first point of its frame.
    items: Vec<Passed>,
    /// See [`Frame`]; the choices that were made before this point.
    base: usize,
    thread: ThreadId,
    choices: Choices,
    fixed: usize,
    owners: Owners,
    kind: PointKind,
    /// Names of the writes that have had a plan.
    seen: Mutex<FxHashSet<u128>>,
    /// If other processes know it. Then they know more names.
    outside: OnceLock<Outside>,
}

/// An item on the way to a crossing.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Passed {
    thread: ThreadId,
    choices: Choices,
    owners: Owners,
}

/// A part of the executions of a crossing.
#[derive(Debug)]
pub struct Task {
    at: Arc<Crossing>,
    part: Part,
}

#[derive(Debug, Serialize, Deserialize)]
enum Part {
    Untried(Choice),
    Planned(Plan),
}

impl Crossing {
    fn seen(&self) -> MutexGuard<'_, FxHashSet<u128>> {
        self.seen
            .lock()
            .expect("nobody panics with the names at hand")
    }
    /// Notes the write of this name; false if somebody has. What other processes know is noted together with the plan.
    pub fn note(&self, name: u128) -> bool {
        match self.outside.get() {
            None => self.seen().insert(name),
            Some(_) => !self.seen().contains(&name),
        }
    }
    pub fn is_outside(&self) -> bool {
        self.outside.get().is_some()
    }

    /// Makes a plan a task for some process, unless its name is known.
    fn publish(self: &Arc<Crossing>, outside: &Outside, name: u128, plan: Plan) {
        let task = Task {
            at: Arc::clone(self),
            part: Part::Planned(plan),
        };
        let item = Task::pack(&[&task], Some(&outside.link));
        outside.link.insert(outside.id, name, &item);
        self.seen().insert(name);
    }
}

/// Without recursion, since ways are long.
impl Drop for Crossing {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut crossing) = before.and_then(Arc::into_inner) {
            before = crossing.before.take();
        }
    }
}

impl Point {
    /// Takes a plan of a name that it has noted; a crossing makes it a task.
    pub fn add_named(&mut self, name: u128, plan: Plan, found: &mut Vec<Task>) {
        let crossing = self.crossing.as_ref();
        let outside = crossing.and_then(|c| Some((c, c.outside.get()?)));
        match outside {
            Some((crossing, outside)) => crossing.publish(outside, name, plan),
            None => self.add(plan, found),
        }
    }

    /// Takes a plan that was found for it; a crossing makes it a task.
    pub fn add(&mut self, plan: Plan, found: &mut Vec<Task>) {
        let Some(crossing) = &self.crossing else {
            return self.plans.push(plan);
        };
        let twice = usize::from(mutant::is(Mutant::UpwardTwice));
        for _ in 0..usize::from(!mutant::is(Mutant::UpwardDropped)) + twice {
            found.push(Task {
                at: Arc::clone(crossing),
                part: Part::Planned(plan.clone()),
            });
        }
    }
}

/// Explores all executions with the workers that the options ask for.
pub fn explore<'p>(search: &mut Monitor<'p>, graph: &mut Graph<'p>) -> Result<(), Stop> {
    let (program, model, config) = (search.program(), graph.model, graph.host.config);
    let cuts = graph.cuts.clone();
    let make = |names| {
        let mut graph = Graph::new(program, model, config, names);
        graph.cuts.clone_from(&cuts);
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
        None => extend(search, graph, &mut plans)?,
        Some(task) => {
            go_to(graph, &mut plans, task);
            false
        }
    };
    loop {
        if graph.refined {
            return Err(Stop::Refine(Finer::Bytes));
        }
        if ended {
            let share = hand.after_execution(search, graph)?;
            plans.give_away(graph, share);
        }
        if !plans.found.is_empty() {
            hand.give(plans.found.drain(..));
        }
        match advance(search, graph, &mut plans)? {
            Some(more) => ended = more,
            None => return Ok(()),
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

impl Frame {
    fn open_crossing(
        &mut self,
        owner: Owner,
        before: Option<Arc<Crossing>>,
        items: Vec<Passed>,
    ) -> Crossing {
        let at = owner.point as usize;
        let point = &mut self.points[at];
        let seen = match mutant::is(Mutant::DroppedSleeper) {
            true => FxHashSet::default(),
            false => std::mem::take(&mut point.seen),
        };
        Crossing {
            before,
            owner,
            items,
            base: self.base,
            thread: self.thread,
            choices: self.choices[..self.fixed + at].into(),
            fixed: self.fixed,
            owners: self.owners.clone(),
            kind: point.kind,
            seen: Mutex::new(seen),
            outside: OnceLock::new(),
        }
    }
}

/// A crossing as data; the one before it by its place in a list.
#[derive(Serialize, Deserialize)]
struct SavedCrossing {
    before: Option<usize>,
    owner: Owner,
    items: Vec<Passed>,
    base: usize,
    thread: ThreadId,
    choices: Choices,
    fixed: usize,
    owners: Owners,
    kind: PointKind,
    seen: Vec<u128>,
    /// Its name for other processes.
    known: Option<u128>,
}

impl SavedCrossing {
    fn of(
        crossing: &Crossing,
        before: Option<usize>,
        link: Option<&Arc<dyn Link>>,
    ) -> SavedCrossing {
        let known = link.map(|link| {
            let outside = crossing.outside.get_or_init(|| Outside {
                link: Arc::clone(link),
                id: link.fresh(),
                born: 0,
            });
            outside.id
        });
        SavedCrossing {
            before,
            owner: crossing.owner,
            items: crossing.items.clone(),
            base: crossing.base,
            thread: crossing.thread,
            choices: crossing.choices.clone(),
            fixed: crossing.fixed,
            owners: crossing.owners.clone(),
            kind: crossing.kind,
            seen: crossing.seen().iter().copied().collect(),
            known,
        }
    }
    fn restore(self, before: Option<Arc<Crossing>>, link: Option<&Arc<dyn Link>>) -> Crossing {
        let outside = self.known.zip(link).map(|(id, link)| Outside {
            link: Arc::clone(link),
            id,
            born: 0,
        });
        Crossing {
            before,
            owner: self.owner,
            items: self.items,
            base: self.base,
            thread: self.thread,
            choices: self.choices,
            fixed: self.fixed,
            owners: self.owners,
            kind: self.kind,
            seen: Mutex::new(self.seen.into_iter().collect()),
            outside: outside.map_or_else(OnceLock::new, OnceLock::from),
        }
    }
}

/// Crossings come after those before them; then the parts, each with the place of its crossing.
impl Portable for Task {
    fn pack(tasks: &[&Task], link: Option<&Arc<dyn Link>>) -> Vec<u8> {
        let mut places: FxHashMap<*const Crossing, usize> = FxHashMap::default();
        let mut crossings = Vec::new();
        let mut parts: Vec<(usize, &Part)> = Vec::new();
        for task in tasks {
            let mut missing = Vec::new();
            let mut next = Some(&task.at);
            while let Some(crossing) = next.filter(|c| !places.contains_key(&Arc::as_ptr(c))) {
                missing.push(crossing);
                next = crossing.before.as_ref();
            }
            for crossing in missing.into_iter().rev() {
                let before = crossing.before.as_ref().map(|b| places[&Arc::as_ptr(b)]);
                places.insert(Arc::as_ptr(crossing), crossings.len());
                crossings.push(SavedCrossing::of(crossing, before, link));
            }
            parts.push((places[&Arc::as_ptr(&task.at)], &task.part));
        }
        pack(&(crossings, parts))
    }

    fn unpack(bytes: &[u8], link: Option<&Arc<dyn Link>>) -> Option<Vec<Task>> {
        let (saved, parts): (Vec<SavedCrossing>, Vec<(usize, Part)>) = unpack(bytes)?;
        let mut crossings: Vec<Arc<Crossing>> = Vec::with_capacity(saved.len());
        for crossing in saved {
            let before = match crossing.before {
                Some(at) => Some(Arc::clone(crossings.get(at)?)),
                None => None,
            };
            crossings.push(Arc::new(crossing.restore(before, link)));
        }
        let task = |(at, part): (usize, Part)| {
            let at = Arc::clone(crossings.get(at)?);
            Some(Task { at, part })
        };
        parts.into_iter().map(task).collect()
    }
}

/// What a graph has seen in a whole search, as far as a report tells of it.
#[derive(Serialize, Deserialize)]
pub struct Seen {
    findings: Findings,
    treated: FxHashMap<LocationId, Option<Treatment>>,
    load_buffering: LoadBuffering,
    psc: Psc,
    together: Together,
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
            together: self.together.clone(),
        }
    }
    fn hear(&mut self, seen: Seen) -> bool {
        self.host.merge(seen.findings);
        self.treated.extend(seen.treated);
        self.load_buffering.merge(seen.load_buffering);
        self.psc.merge(seen.psc);
        self.together.merge(seen.together)
    }
}
