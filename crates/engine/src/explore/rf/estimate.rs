//! Random graphs for estimates: each reads-from class is a set of items that are in the past of one another.
//!
//! Items that decide nothing are added at once; every class has its items of these threads as soon as the threads get there. A
//! thread that reads adds its next item with any of the sources that the model allows. Awaits that could pass and spin for ever are
//! left out.

use crate::explore::estimate::{Mover, Movers, Notes, Space, Taken, WEIGHT_ALONE};
use crate::graph::Cuts;
use crate::graph::coherence::{ItemIdx, PlaceIdx};
use crate::graph::plan::Plans;
use crate::graph::{Choices, Graph};
use crate::host::Config;
use crate::options::Model;
use crate::random::Random;
use smallvec::smallvec;
use threadproof_program::{Op, Program, ThreadId};

/// The graphs of a program, one of which is built item by item.
pub struct Classes<'p> {
    program: &'p dyn Program,
    model: Model,
    config: Config,
    graph: Graph<'p>,
    notes: Notes,
}

impl<'p> Classes<'p> {
    /// At the beginning of the program.
    pub fn new(program: &'p dyn Program, model: Model, config: Config) -> Classes<'p> {
        Classes {
            program,
            model,
            config,
            graph: begun(program, model, config, Cuts::default()),
            notes: Notes::default(),
        }
    }

    /// The ways to choose the sources of a thread's next item.
    fn items(&mut self, t: ThreadId) -> Vec<Choices> {
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
            if possible {
                found.push(self.graph.item(self.graph.newest()).choices.clone());
            }
            self.graph.truncate(base);
        }
        found
    }

    /// Tells the future of the newest item, which was added at a place of the program.
    fn note(&mut self, place: u64) {
        let graph = &self.graph;
        let item = graph.item(graph.newest());
        let piece = |at: PlaceIdx| graph.places[at.0 as usize].at.address;
        let who = u32::from(item.thread.0);
        // Another thread's read of a write does not keep it from coming first.
        let sources = item.sources.iter().flatten();
        let read = sources.map(|source| (piece(graph.write(*source).place), false));
        self.notes.future.stepped((who, item.nth), place, read);
        let stands = self.notes.new_place(&*graph.host.run, item.thread);
        self.notes.situation.stepped(who, item.nth, stands);
        for write in &graph.writes[item.first_write as usize..] {
            let piece = piece(write.place);
            self.notes
                .future
                .note((who, item.thread.0), item.nth, piece, true);
            self.notes.situation.wrote(piece, place);
        }
    }

    fn mover(&mut self, t: ThreadId) -> Mover {
        let place = self.notes.places.of(&*self.graph.host.run, t);
        let awaited =
            self.notes.explore || self.notes.future.is_awaited(u32::from(t.0), t.0, place);
        Mover {
            who: u32::from(t.0),
            place,
            weight: if awaited { 1.0 } else { WEIGHT_ALONE },
        }
    }
}

/// The graph at the beginning of a program.
fn begun(program: &dyn Program, model: Model, config: Config, cuts: Cuts) -> Graph<'_> {
    let mut graph = Graph::new(program, model, config, Default::default());
    graph.set_cuts(&cuts);
    graph.several_locks.set_harmless();
    super::begin(&mut graph);
    graph
}

impl Space for Classes<'_> {
    fn begin(&mut self, explore: bool) {
        self.graph.truncate(1);
        self.notes.begin(explore);
    }

    fn rewind(&mut self, steps: usize) {
        self.graph.truncate(steps + 1);
        self.notes.rewind(steps);
    }

    fn numbers(&self) -> [u64; 2] {
        self.notes.situation.numbers()
    }

    fn refine(&mut self) -> bool {
        if !self.graph.refined {
            return false;
        }
        let cuts = self.graph.next_cuts();
        self.graph = begun(self.program, self.model, self.config, cuts);
        self.notes.clear();
        true
    }

    fn movers(&mut self) -> Option<Movers> {
        if self.graph.refined || !self.graph.findings().obstacles.is_empty() {
            return None;
        }
        let movers = self.graph.movers();
        let mut at_once = movers.iter().filter(|t| self.graph.decides_nothing(**t));
        if let Some(t) = at_once.next().copied() {
            return Some(smallvec![self.mover(t)]);
        }
        Some(movers.iter().map(|t| self.mover(*t)).collect())
    }

    fn step(&mut self, mover: u32, random: &mut Random) -> Option<Taken> {
        let t = ThreadId(mover as u16);
        let place = self.notes.places.of(&*self.graph.host.run, t);
        let mut plans = Plans::default();
        let mut ways = 1;
        if !self.graph.decides_nothing(t) {
            let mut items = self.items(t);
            ways = items.len();
            if ways == 0 {
                return None;
            }
            plans.given = items.swap_remove(random.below(ways));
        }
        self.graph.step(t, &mut plans);
        if self.graph.refined {
            return None;
        }
        self.note(place);
        Some(Taken {
            from: self.graph.possible_from(self.graph.newest()) - 1,
            ways: ways as f64,
        })
    }
}

impl Graph<'_> {
    /// How many items there were when all that are in the past of this one had been added.
    fn possible_from(&self, i: ItemIdx) -> usize {
        let own = self.item(i);
        let known = self.clock(i).iter().enumerate();
        let newest = known.filter_map(|(t, nth)| {
            let own = t == own.thread.index();
            let nth = nth.checked_sub(u32::from(own))?.checked_sub(1)?;
            Some(self.of_thread[t][nth as usize].0)
        });
        newest.max().map_or(1, |newest| newest as usize + 1)
    }

    /// Is there one way to add the next item of a thread that can move, at any time?
    fn decides_nothing(&self, t: ThreadId) -> bool {
        if self.thread(t).sections > 0 {
            return false;
        }
        match self.host.run.pending(t) {
            Op::Store { .. } | Op::Spawn { .. } | Op::Free { .. } => true,
            Op::Fence(_) => !self.orders_fences(),
            _ => false,
        }
    }
}
