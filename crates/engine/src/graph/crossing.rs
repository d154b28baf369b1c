//! Crossings: the points of frames that several workers know, and the tasks that they give to each other.
//!
//! The names of the writes that have had a plan at a crossing are common to all workers. A plan that a worker finds for a crossing is
//! new if its name is, and becomes a task (`explore/rf/shared.rs`).

use super::event_graph::{Choice, Choices};
use super::plan::{Frame, Owner, Owners, Plan, Point, PointKind};
use crate::link::{Link, Outside};
use crate::mutant::{self, Mutant};
use crate::portable::{Portable, pack, unpack};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use threadproof_program::ThreadId;

/// A point that several workers know.
#[derive(Debug)]
pub struct Crossing {
    /// The point before it on the way from the root.
    pub before: Option<Arc<Crossing>>,
    /// Its place on that way.
    pub owner: Owner,
    /// The items between the frame before and its own one; none unless it is the first point of its frame.
    pub items: Vec<Passed>,
    /// See [`Frame`]; the choices that were made before this point.
    pub base: usize,
    pub thread: ThreadId,
    pub choices: Choices,
    pub fixed: usize,
    pub owners: Owners,
    pub kind: PointKind,
    /// Names of the writes that have had a plan. If other processes know the crossing, those that this one has noted for it.
    seen: Mutex<FxHashSet<u128>>,
    /// If other processes know it. Then the names that they and this one have noted are there.
    outside: OnceLock<Outside>,
}

/// An item on the way to a crossing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Passed {
    pub thread: ThreadId,
    pub choices: Choices,
    pub owners: Owners,
}

/// A part of the executions of a crossing.
#[derive(Debug)]
pub struct Task {
    pub at: Arc<Crossing>,
    pub part: Part,
}

/// A planned task for a crossing that other processes know, on its way to them, and its name.
#[derive(Debug)]
pub struct Outbound {
    pub name: u128,
    pub task: Task,
}

/// The choice of the crossing's item, or the plan, that makes the part.
#[derive(Debug, Serialize, Deserialize)]
pub enum Part {
    Untried(Choice),
    Planned(Plan),
}

impl Crossing {
    fn seen(&self) -> MutexGuard<'_, FxHashSet<u128>> {
        self.seen
            .lock()
            .expect("nobody panics with the names at hand")
    }
    /// Notes the write of this name; false if somebody here has. Whether another process has is seen when the plan is sent.
    pub fn note(&self, name: u128) -> bool {
        self.seen().insert(name)
    }
    /// Do other processes know it?
    pub fn is_outside(&self) -> bool {
        self.outside.get().is_some()
    }
}

/// Makes plans an item for some process, but for those whose names are known there. Each name is noted together with its plan: a process
/// that dies before has noted nothing, and its own items are explored again.
pub fn send(outbound: &mut Vec<Outbound>) {
    let Some(Outside { link, .. }) = outbound.first().and_then(Outbound::outside).cloned() else {
        return;
    };
    let named = |sent: &Outbound| sent.outside().map(|outside| (outside.id, sent.name));
    outbound.retain(|sent| named(sent).is_none_or(|(set, name)| !link.knows(set, name)));
    let names: Vec<(u128, u128)> = outbound.iter().filter_map(named).collect();
    if !names.is_empty() {
        let tasks: Vec<&Task> = outbound.iter().map(|sent| &sent.task).collect();
        link.insert(&names, &Task::pack(&tasks, Some(&link)));
    }
    outbound.clear();
}

impl Outbound {
    fn outside(&self) -> Option<&Outside> {
        self.task.at.outside.get()
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
    /// Takes a plan of a name that it has noted; a crossing makes it a task, for another process if others know the crossing.
    pub fn add_named(
        &mut self,
        name: u128,
        plan: Plan,
        found: &mut Vec<Task>,
        outbound: &mut Vec<Outbound>,
    ) {
        let crossing = self.crossing.as_ref();
        match crossing.filter(|crossing| crossing.is_outside()) {
            Some(crossing) => outbound.push(Outbound {
                name,
                task: Task {
                    at: Arc::clone(crossing),
                    part: Part::Planned(plan),
                },
            }),
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

impl Frame {
    /// Makes a point known to other workers.
    pub fn open_crossing(
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
    /// Nothing if it has a name for other processes.
    seen: Vec<u128>,
    /// Its name for other processes.
    known: Option<u128>,
}

impl SavedCrossing {
    fn of(
        crossing: &Crossing,
        before: Option<usize>,
        link: Option<&Arc<dyn Link>>,
        names: &mut Vec<(u128, u128)>,
    ) -> SavedCrossing {
        let mut seen: Vec<u128> = Vec::new();
        if link.is_none() || !crossing.is_outside() {
            seen.extend(crossing.seen().iter());
        }
        let known = link.map(|link| {
            let outside = crossing.outside.get_or_init(|| Outside {
                link: Arc::clone(link),
                id: link.fresh(),
                born: 0,
            });
            names.extend(seen.drain(..).map(|name| (outside.id, name)));
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
            seen,
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
        let mut names = Vec::new();
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
                crossings.push(SavedCrossing::of(crossing, before, link, &mut names));
            }
            parts.push((places[&Arc::as_ptr(&task.at)], &task.part));
        }
        // Nobody knows these sets before the tasks are handed in.
        if let Some(link) = link.filter(|_| !names.is_empty()) {
            link.preset(&names);
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
