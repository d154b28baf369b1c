//! Random executions of a graph: `--sample` under `ra` and `c11`.
//!
//! A step adds the next item of a random thread, and each of its reads takes any write that is there and that it may take
//! ([`crate::graph::dice`]). Every execution of the model has an order in which each read comes after the write that it
//! takes, so each of them can come out.
//!
//! The strategies are those of `explore/sample`, with threads in place of actors: there are no store buffers. Their
//! rules for schedules are rules for the order of the items here. Two operations depend on each other, for POS, if they
//! access the same eight bytes and one of them may write.

use crate::explore::monitor::{Finer, Monitor, Stop};
use crate::explore::prefix::Prefix;
use crate::explore::sample::strategies::{Scheduler, walk};
use crate::explore::sample::{Ran, take};
use crate::graph::Graph;
use crate::graph::coherence::{ItemIdx, PlaceIdx};
use crate::graph::dice::Dice;
use crate::graph::plan::Plans;
use crate::options::{Sampling, Strategy};
use crate::random::Random;
use crate::trace::ActorId;
use rustc_hash::FxHashMap;
use threadproof_program::{Op, ThreadId};

/// How often a thread tries other writes when those it took turn out to be impossible.
const TRIES: u32 = 8;

/// Builds random graphs.
pub fn explore(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    sampling: Sampling,
) -> Result<(), Stop> {
    let base = graph.len();
    take(search, sampling, |search, mut drawn| {
        graph.truncate(base);
        let dice = Random::new(drawn.random.number());
        let mut plans = Plans {
            dice: Some(Dice::new(dice, drawn.strategy != Strategy::Walk)),
            ..Plans::default()
        };
        let mut scheduler = Scheduler::new(&mut drawn);
        let class = run(
            search,
            graph,
            &mut plans,
            (&mut scheduler, &mut drawn.random),
        )?;
        Ok(Ran {
            class,
            steps: graph.len(),
        })
    })
}

/// Priorities of the operations that threads stand before.
type Pos = FxHashMap<ThreadId, u64>;

impl Scheduler<Pos> {
    fn pick(&mut self, graph: &Graph<'_>, movers: &[ThreadId], random: &mut Random) -> ThreadId {
        let actors: Vec<ActorId> = movers
            .iter()
            .map(|t| graph.host.names.of_thread(*t))
            .collect();
        let picked = match self {
            Scheduler::Walk => walk(&actors, random),
            Scheduler::Pct(pct) => pct.pick(graph.len(), &actors, random),
            Scheduler::Pos(priorities) => {
                let mut priority = |t: ThreadId| {
                    let known = priorities.entry(t);
                    *known.or_insert_with(|| random.number())
                };
                let best = movers.iter().max_by_key(|t| priority(**t));
                return *best.expect("somebody can move");
            }
        };
        let at = actors.iter().position(|actor| *actor == picked);
        movers[at.expect("one of these was picked")]
    }

    /// Draws anew for the operations that depend on the newest item, and for the next of its thread.
    fn stepped(&mut self, graph: &Graph<'_>) {
        if let Scheduler::Pos(priorities) = self {
            let newest = graph.newest();
            priorities
                .retain(|t, _| *t != graph.item(newest).thread && !graph.concerns(newest, *t));
        }
    }
}

/// One execution, from its beginning to its end; its class, or `None` if it cannot be completed.
fn run(
    search: &mut Monitor<'_>,
    graph: &mut Graph<'_>,
    plans: &mut Plans,
    (scheduler, random): (&mut Scheduler<Pos>, &mut Random),
) -> Result<Option<Prefix>, Stop> {
    let mut class = Prefix::default();
    loop {
        let mut movers = graph.movers();
        if movers.is_empty() {
            break;
        }
        if !movers.iter().all(|t| graph.spins(*t)) {
            movers.retain(|t| !graph.spins(*t));
        }
        // An await may read in vain only when nobody is left who does anything else.
        let waits = |t: &ThreadId| graph.awaits(*t);
        let dice = plans.dice.as_mut().expect("the caller has put it there");
        dice.patient = !movers.iter().all(waits);
        if !step(graph, plans, movers, (scheduler, random)) {
            if graph.refined {
                return Err(Stop::Refine(Finer::Bytes));
            }
            search.ended(graph, true)?;
            return Ok(None);
        }
        class = class.with_named(graph.item(graph.newest()).name);
        scheduler.stepped(graph);
        search.stepped(graph)?;
    }
    search.ended(graph, false)?;
    Ok(Some(class))
}

/// Adds an item of some thread; false if nobody can.
fn step(
    graph: &mut Graph<'_>,
    plans: &mut Plans,
    mut movers: Vec<ThreadId>,
    (scheduler, random): (&mut Scheduler<Pos>, &mut Random),
) -> bool {
    let base = graph.len();
    while !movers.is_empty() {
        let t = scheduler.pick(graph, &movers, random);
        for _ in 0..TRIES {
            if graph.step(t, plans) && !graph.refined {
                return true;
            }
            if graph.refined {
                return false;
            }
            graph.truncate(base);
        }
        movers.retain(|other| *other != t);
    }
    false
}

impl Graph<'_> {
    /// Does an item access the bytes that a thread is about to access, and may one of the two write?
    fn concerns(&self, i: ItemIdx, t: ThreadId) -> bool {
        if self.threads.get(t.index()).is_none_or(Option::is_none) {
            return true;
        }
        let op = self.host.run.pending(t);
        let Some(at) = op.access() else {
            return false;
        };
        let changes = !matches!(op, Op::Load { .. }) || self.thread(t).sections > 0;
        let here = |p: PlaceIdx| self.places[p.0 as usize].at.address / 8 == at.address / 8;
        let item = self.item(i);
        let mut written = self.writes[item.first_write as usize..].iter();
        let mut read = item.sources.iter().flatten();
        written.any(|write| here(write.place))
            || changes && read.any(|source| here(self.write(*source).place))
    }
}
