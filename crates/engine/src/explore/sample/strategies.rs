//! How the next actor of a random execution is chosen.

use super::Drawn;
use crate::machine::{AccessSet, Footprint, Machine, MemoryModel, dependent};
use crate::options::Strategy;
use crate::random::Random;
use crate::trace::{ActorId, Label, StepIdx};
use rustc_hash::FxHashMap;

/// Bugs of this depth are looked for at most.
const DEEPEST: usize = 4;
/// Steps in a row after which a thread falls behind: it may be waiting.
const PATIENCE: u32 = 100;

/// Any actor, each with the same probability.
pub fn walk(enabled: &[ActorId], random: &mut Random) -> ActorId {
    enabled[random.below(enabled.len())]
}

/// A strategy with its state. `P`: the priorities of operations.
pub enum Scheduler<P> {
    Walk,
    Pct(Pct),
    Pos(P),
}

impl<P: Default> Scheduler<P> {
    /// The strategy of an execution.
    pub fn new(drawn: &mut Drawn) -> Scheduler<P> {
        match drawn.strategy {
            Strategy::Pct => Scheduler::Pct(Pct::new(drawn.longest, &mut drawn.random)),
            Strategy::Pos => Scheduler::Pos(P::default()),
            Strategy::Walk | Strategy::Turns => Scheduler::Walk,
        }
    }
}

/// Priorities of actors, with steps at which the running one falls behind.
pub struct Pct {
    /// High ones first: drawn when an actor is met.
    priorities: FxHashMap<ActorId, u64>,
    changes: Vec<usize>,
    /// The next priority below all others.
    lowest: u64,
    last: Option<ActorId>,
    /// Steps of the last actor in a row.
    row: u32,
}

impl Pct {
    /// Draws when priorities change; executions have up to `longest` steps.
    pub fn new(longest: usize, random: &mut Random) -> Pct {
        let depth = 1 + random.below(DEEPEST);
        Pct {
            priorities: FxHashMap::default(),
            changes: (1..depth).map(|_| random.below(longest)).collect(),
            lowest: u64::from(u32::MAX),
            last: None,
            row: 0,
        }
    }

    /// The enabled actor with the highest priority.
    pub fn pick(&mut self, depth: usize, enabled: &[ActorId], random: &mut Random) -> ActorId {
        for actor in enabled {
            let priorities = self.priorities.entry(*actor);
            priorities.or_insert_with(|| random.number() | 1 << 63);
        }
        if self.changes.contains(&depth) || self.row >= PATIENCE {
            let best = self.best(enabled);
            self.lowest -= 1;
            self.priorities.insert(best, self.lowest);
            self.row = 0;
        }
        let best = self.best(enabled);
        self.row = match self.last == Some(best) {
            true => self.row + 1,
            false => 0,
        };
        self.last = Some(best);
        best
    }

    fn best(&self, enabled: &[ActorId]) -> ActorId {
        let best = enabled.iter().max_by_key(|actor| self.priorities[actor]);
        *best.expect("somebody can move")
    }
}

/// Priorities of operations.
#[derive(Default)]
pub struct Pos {
    pending: FxHashMap<ActorId, Pending>,
}

struct Pending {
    priority: u64,
    /// The accesses of the operation.
    footprint: Footprint,
}

impl Pos {
    /// The enabled actor whose operation has the highest priority.
    pub fn pick<M: MemoryModel>(
        &mut self,
        machine: &mut Machine<'_, M>,
        enabled: &[ActorId],
        random: &mut Random,
    ) -> ActorId {
        for actor in enabled {
            self.pending.entry(*actor).or_insert_with(|| Pending {
                priority: random.number(),
                footprint: footprint(machine, *actor),
            });
        }
        let best = enabled.iter().max_by_key(|a| self.pending[a].priority);
        *best.expect("somebody can move")
    }

    /// Forgets the operations that depend on the newest step, and that of its actor.
    pub fn stepped<M: MemoryModel>(&mut self, machine: &Machine<'_, M>) {
        let newest = StepIdx(machine.trace().len() as u32 - 1);
        let step = AccessSet::of(machine.trace(), newest);
        let actor = machine.trace().step(newest).label.actor;
        self.pending.retain(|other, pending| {
            let hidden = pending.footprint.hidden();
            *other != actor && !dependent(pending.footprint.view(hidden), step)
        });
    }
}

/// The next step of an actor.
fn footprint<M: MemoryModel>(machine: &mut Machine<'_, M>, actor: ActorId) -> Footprint {
    let depth = machine.trace().len();
    machine.step(Label { actor, choice: 0 });
    let mut footprint = Footprint::nothing();
    footprint.set(AccessSet::of(machine.trace(), StepIdx(depth as u32)));
    machine.rewind(depth);
    footprint
}
