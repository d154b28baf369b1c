//! The tree of graphs for estimates: it has a leaf for each reads-from class.
//!
//! At a node some thread either adds its next item now, with one of the ways to choose its sources, or all
//! these items are left out for good: then it has to take a write that comes later. An item with its whole past
//! has a name, so the items that were left out are known again. A thread that has nothing but such
//! items in the end is a dead end. Every class either has one of the items or none of them; so it is at one leaf.
//!
//! The search itself has the same classes; it knows of no dead ends, since it plans from writes to reads
//! ([`super::plan`]).

use super::event_graph::{Choice, Choices, Graph};
use super::plan::Plans;
use crate::explore::estimate::{Alternative, Future, Guide, Strict, Tree, key};
use crate::explore::monitor::Explored;
use crate::explore::random::Random;
use crate::host::Config;
use crate::options::{Model, Options};
use rustc_hash::FxHashSet;
use std::time::Instant;
use threadproof_program::{ErrorKind, Op, Program, ThreadId};

/// How likely a read is left for later, relative to each write that it can take, if another one will come or not.
const LATER: f64 = 0.5;
const NEVER: f64 = 0.003;

pub struct Classes<'p> {
    graph: Graph<'p>,
    longest: usize,
    future: Future,
    /// Names of the items that were left out.
    left_out: FxHashSet<u128>,
}

impl<'p> Classes<'p> {
    pub fn new(program: &'p dyn Program, options: &Options) -> Classes<'p> {
        let mut checks = options.checks;
        if options.model == Model::Sc {
            // They are about orders, which are all the same.
            checks.set(ErrorKind::DataRace, false);
            checks.set(ErrorKind::Uninitialized, false);
        }
        let config = Config {
            model: match options.model {
                Model::Ra => Model::Ra,
                _ => Model::C11,
            },
            checks,
            limits: options.limits,
            commute: false,
            fine: false,
            joins: false,
            silent_ends: false,
        };
        let mut graph = Graph::new(program, config, Default::default());
        if options.model == Model::Sc {
            graph.host.run = Box::new(Strict(program.start()));
        }
        graph.together.set_harmless();
        super::begin(&mut graph);
        Classes {
            graph,
            longest: options.limits.max_steps as usize,
            future: Future::default(),
            left_out: FxHashSet::default(),
        }
    }

    /// The ways to choose the sources of a thread's next item, but for those that were left out.
    fn items(&mut self, t: ThreadId) -> Vec<(Choices, u128)> {
        let base = self.graph.len();
        let mut todo = vec![Choices::new()];
        let mut found = Vec::new();
        while let Some(choices) = todo.pop() {
            let mut plans = Plans {
                given: choices,
                others: Some(Vec::new()),
                ..Plans::default()
            };
            let possible = self.graph.step(t, &mut plans);
            todo.extend(plans.others.take().into_iter().flatten());
            let item = self.graph.item(self.graph.newest());
            if possible && !self.left_out.contains(&item.name) {
                found.push((item.choices.clone(), item.name));
            }
            self.graph.truncate(base);
        }
        found
    }

    /// Will somebody write what the thread reads next?
    fn expects(&self, t: ThreadId) -> bool {
        match self.graph.host.run.pending(t).access() {
            Some(at) => self.future.conflicts(t.0, at.address / 8, false),
            // A place in a hidden order.
            None => true,
        }
    }

    /// Adds an item; false if nobody can.
    fn go_on(&mut self, guide: &mut Guide, random: &mut Random) -> bool {
        let mut movers = self.graph.movers();
        if let Some(t) = movers.iter().find(|t| self.graph.decides_nothing(**t)) {
            self.add(*t, &Choices::new());
            return true;
        }
        movers.sort_by_key(|t| self.expects(*t));
        for t in movers {
            let items = self.items(t);
            if items.is_empty() {
                continue;
            }
            let last = self.graph.thread(t).last;
            let place = [u64::from(t.0), u64::from(self.graph.item(last).nth)];
            let alternative = |kind: u64, prior| Alternative {
                key: key(&[place[0], place[1], kind]),
                prior,
            };
            let now = items
                .iter()
                .map(|(choices, _)| alternative(kind(choices), 1.0));
            let mut alternatives: Vec<Alternative> = now.collect();
            if !matches!(self.graph.host.run.pending(t), Op::Choice { .. }) {
                let prior = if self.expects(t) { LATER } else { NEVER };
                alternatives.push(alternative(0, prior));
            }
            let picked = guide.pick(&alternatives, random);
            if let Some((choices, _)) = items.get(picked) {
                let choices = choices.clone();
                self.add(t, &choices);
                return true;
            }
            self.left_out.extend(items.iter().map(|(_, name)| *name));
        }
        false
    }

    fn add(&mut self, t: ThreadId, choices: &Choices) {
        let mut plans = Plans {
            given: choices.clone(),
            ..Plans::default()
        };
        self.graph.step(t, &mut plans);
        let graph = &self.graph;
        let item = graph.item(graph.newest());
        self.future.stepped(u32::from(t.0), item.nth);
        for write in &graph.writes[item.first_write as usize..] {
            let granule = graph.places[write.place.0 as usize].at.address / 8;
            let who = (u32::from(t.0), t.0);
            self.future.note(who, item.nth, granule, true);
        }
    }
}

/// Stands for the sources of an item; not 0.
fn kind(choices: &Choices) -> u64 {
    let number = |choice: &Choice| match choice {
        Choice::Initial => 1,
        Choice::From { thread, nth } => u64::from(thread.0) << 32 | u64::from(*nth) << 2 | 2,
        Choice::Option(option) => u64::from(*option) << 2 | 3,
    };
    let numbers: Vec<u64> = choices.iter().map(number).collect();
    key(&numbers) | 1
}

impl Tree for Classes<'_> {
    fn walk(&mut self, guide: &mut Guide, random: &mut Random, end: Instant) -> Option<bool> {
        self.graph.truncate(1);
        self.future.begin();
        self.left_out.clear();
        while self.graph.len() < self.longest && Instant::now() < end {
            let more = self.go_on(guide, random);
            if self.graph.refined || !self.graph.obstacles().is_empty() {
                return None;
            }
            if !more {
                return Some(self.graph.movers().is_empty());
            }
        }
        None
    }
}

impl Graph<'_> {
    /// Is there one way to add the next item of a thread that can move, at any time?
    fn decides_nothing(&self, t: ThreadId) -> bool {
        if self.thread(t).sections > 0 {
            return false;
        }
        match self.host.run.pending(t) {
            Op::Store { .. } | Op::Spawn { .. } | Op::Free { .. } => true,
            Op::Fence(_) => self.relaxed,
            _ => false,
        }
    }
}
