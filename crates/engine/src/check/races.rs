//! Data races as C11 defines them: two accesses of different threads to a common byte, at least
//! one of them a write and one of them not atomic, that happen in no order.
//!
//! Happens-before here is that of C11 (program order, release to acquire, fences, creation and end
//! of threads), not the relation that the exploration reduces by. It is the same for all
//! executions of a class, so one look at the end of each explored execution finds every race.
//!
//! A store that came through a store buffer happened when it was issued.
//!
//! Atomic sections (the modelled library, `__VERIFIER_atomic`) synchronise as locks do.

use crate::clock;
use crate::trace::{ACQUIRE, Foot, Issue, RELEASE, Step, StepIdx, StoreName, Trace};
use rustc_hash::FxHashMap;
use threadproof_program::{LoadOrder, Op, StoreOrder, ThreadId, address};

/// The last moment of each thread that is known, by thread.
type Clock = Vec<u32>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataRace {
    pub first: StepIdx,
    pub second: StepIdx,
}

#[derive(Clone, Copy)]
struct Past {
    step: StepIdx,
    thread: ThreadId,
    moment: u32,
    mask: u8,
    write: bool,
    atomic: bool,
}

#[derive(Default)]
struct Cell {
    accesses: Vec<Past>,
    /// The clock that an acquiring read of these bytes learns.
    messages: Vec<(u8, Clock)>,
}

#[derive(Default, Clone)]
struct ThreadClocks {
    now: Clock,
    /// At the last release fence.
    released: Clock,
    /// Learned by relaxed reads; an acquire fence makes it known.
    learned: Clock,
}

#[derive(Clone, Copy)]
struct Kind {
    atomic: bool,
    acquires: bool,
    releases: bool,
    reads: bool,
}

/// The first race of the execution, if it has one.
pub fn find(trace: &Trace) -> Option<DataRace> {
    if !has_candidates(trace) {
        return None;
    }
    let mut past = History::default();
    let mut cells: FxHashMap<u64, Cell> = FxHashMap::default();
    past.issue(trace.first_issues());
    for s in (0..trace.len() as u32).map(StepIdx) {
        let step = trace.step(s);
        if step.update.is_some() {
            let store = StoreName {
                queue: step.label.actor,
                nth: step.nth,
            };
            let (mut clocks, time) = past.issued.remove(&store).unwrap_or_default();
            let race = visit_all(trace, &mut cells, &mut clocks, s, time);
            if race.is_some() {
                return race;
            }
            // The operations of the thread after it had waited for this.
            past.issue(trace.issues(s));
            fence(past.of(step.thread), step.fences);
            leave_end(trace, &mut cells, past.of(step.thread), s);
            continue;
        }
        let time = past.next_moment(step.thread);
        let mut clocks = std::mem::take(past.of(step.thread));
        let race = visit_all(trace, &mut cells, &mut clocks, s, time);
        if race.is_some() {
            return race;
        }
        if let Some(child) = step.spawned {
            *past.of(child) = ThreadClocks {
                now: clocks.now.clone(),
                ..ThreadClocks::default()
            };
        }
        *past.of(step.thread) = clocks;
        past.issue(trace.issues(s));
        fence(past.of(step.thread), step.fences);
        if let Some(child) = step.spawned {
            fence(past.of(child), step.child_fences);
        }
    }
    None
}

/// Of executions with more plain accesses, all are looked at.
const FEW: usize = 32;

/// Has the execution a plain access that conflicts with an access of another thread, ordered or not? Many
/// executions have none, and computing clocks costs far more than this look.
fn has_candidates(trace: &Trace) -> bool {
    let mut plain = 0;
    (0..trace.len() as u32).map(StepIdx).any(|s| {
        let step = trace.step(s);
        let feet = trace.feet(s).iter();
        let mut feet = feet.filter(|foot| foot.mask() != 0 && !kind(step, foot).atomic);
        feet.any(|foot| {
            plain += 1;
            plain > FEW || concerns_another(trace, step.thread, foot)
        })
    })
}

/// Does a thread other than `t` access these bytes, and one of the two write them?
fn concerns_another(trace: &Trace, t: ThreadId, foot: &Foot) -> bool {
    let others = (0..trace.len() as u32).map(StepIdx);
    let mut others = others.filter(|s| trace.step(*s).thread != t);
    others.any(|s| {
        trace.feet(s).iter().any(|other| {
            other.granule == foot.granule
                && (foot.writes & other.mask() | foot.mask() & other.writes) != 0
        })
    })
}

/// The clocks of the threads, now and when they issued stores.
#[derive(Default)]
struct History {
    threads: Vec<ThreadClocks>,
    /// Steps and buffered stores of each thread: each has a moment of its own.
    moments: Vec<u32>,
    issued: FxHashMap<StoreName, (ThreadClocks, u32)>,
}

impl History {
    fn of(&mut self, t: ThreadId) -> &mut ThreadClocks {
        if self.threads.len() <= t.index() {
            self.threads.resize(t.index() + 1, ThreadClocks::default());
            self.moments.resize(t.index() + 1, 0);
        }
        &mut self.threads[t.index()]
    }

    fn next_moment(&mut self, t: ThreadId) -> u32 {
        self.of(t);
        let moment = self.moments[t.index()] + 1;
        self.moments[t.index()] = moment;
        set(&mut self.of(t).now, t.index(), moment);
        moment
    }

    /// Stores go into buffers, and fences are passed between them, in program order; those of a new thread
    /// before its first step.
    fn issue(&mut self, issues: &[Issue]) {
        for issue in issues {
            let t = issue.thread;
            fence(self.of(t), issue.fences);
            let moment = self.next_moment(t);
            let clocks = self.of(t).clone();
            self.issued.insert(issue.store, (clocks, moment));
        }
    }
}

/// If a store that reaches memory was the last that a thread had to wait for to end: who joins the
/// thread comes after all that it did.
fn leave_end(trace: &Trace, cells: &mut FxHashMap<u64, Cell>, clocks: &ThreadClocks, s: StepIdx) {
    for foot in trace.feet(s) {
        if address::block_owner(8 * foot.granule) == Some(trace.step(s).thread) {
            let cell = cells.entry(foot.granule).or_default();
            cell.messages.push((foot.writes, clocks.now.clone()));
        }
    }
}

fn visit_all(
    trace: &Trace,
    cells: &mut FxHashMap<u64, Cell>,
    clocks: &mut ThreadClocks,
    s: StepIdx,
    moment: u32,
) -> Option<DataRace> {
    let feet = trace.feet(s).iter().filter(|f| f.mask() != 0);
    feet.into_iter().find_map(|foot| {
        let cell = cells.entry(foot.granule).or_default();
        visit(cell, clocks, (s, trace.step(s), moment), foot)
    })
}

fn visit(
    cell: &mut Cell,
    clocks: &mut ThreadClocks,
    (s, step, moment): (StepIdx, &Step, u32),
    foot: &Foot,
) -> Option<DataRace> {
    let kind = kind(step, foot);
    // An acquiring access sees what it reads from before it is compared with anything.
    if kind.reads && kind.atomic {
        for (_, message) in cell.messages.iter().filter(|m| m.0 & foot.mask() != 0) {
            let into = if kind.acquires {
                &mut clocks.now
            } else {
                &mut clocks.learned
            };
            clock::join_wider(into, message);
        }
    }
    let races = |past: &&Past| {
        past.mask & foot.mask() != 0
            && past.thread != step.thread
            && (past.write || foot.writes != 0)
            && !(past.atomic && kind.atomic)
            && clock::count(&clocks.now, past.thread.index()) < past.moment
    };
    if let Some(past) = cell.accesses.iter().find(races) {
        return Some(DataRace {
            first: past.step,
            second: s,
        });
    }
    let same = |past: &Past| {
        (past.thread, past.mask, past.write, past.atomic)
            == (step.thread, foot.mask(), foot.writes != 0, kind.atomic)
    };
    cell.accesses.retain(|past| !same(past));
    cell.accesses.push(Past {
        step: s,
        thread: step.thread,
        moment,
        mask: foot.mask(),
        write: foot.writes != 0,
        atomic: kind.atomic,
    });
    if foot.writes != 0 {
        send(cell, clocks, kind, foot.mask());
    }
    None
}

/// A write leaves a message for those who read it; a read-modify-write passes the one before on.
fn send(cell: &mut Cell, clocks: &ThreadClocks, kind: Kind, mask: u8) {
    let mut message = match kind {
        Kind { atomic: false, .. } => Clock::new(),
        Kind { releases: true, .. } => clocks.now.clone(),
        _ => clocks.released.clone(),
    };
    if kind.reads && kind.atomic {
        let before = cell.messages.iter().filter(|m| m.0 & mask != 0);
        before.for_each(|m| clock::join_wider(&mut message, &m.1));
    }
    for m in &mut cell.messages {
        m.0 &= !mask;
    }
    cell.messages.retain(|m| m.0 != 0);
    cell.messages.push((mask, message));
}

/// How a step accesses memory: as its operation says, except that the end of a thread, which is a
/// write to its block, synchronises, and that the end of an object is a plain write.
fn kind(step: &Step, foot: &Foot) -> Kind {
    let synchronises = Kind {
        atomic: true,
        acquires: true,
        releases: true,
        reads: true,
    };
    if step.section || address::block_owner(foot.granule * 8).is_some() {
        return synchronises;
    }
    let plain_write = Kind {
        atomic: false,
        acquires: false,
        releases: false,
        reads: false,
    };
    let own = step.op.access().map(|at| at.address / 8);
    if own.is_some_and(|granule| granule != foot.granule) {
        return plain_write;
    }
    match step.op {
        Op::Load { order, .. } => Kind {
            atomic: order != LoadOrder::Plain,
            acquires: order.acquires(),
            releases: false,
            reads: true,
        },
        Op::Store { order, .. } => Kind {
            atomic: order != StoreOrder::Plain,
            acquires: false,
            releases: order.releases(),
            reads: false,
        },
        Op::CompareExchange { failure, .. } if foot.writes == 0 => Kind {
            atomic: true,
            acquires: failure.acquires(),
            releases: false,
            reads: true,
        },
        Op::Rmw { order, .. } | Op::CompareExchange { success: order, .. } => Kind {
            atomic: true,
            acquires: order.acquires(),
            releases: order.releases(),
            reads: true,
        },
        _ => plain_write,
    }
}

fn fence(clocks: &mut ThreadClocks, fences: u8) {
    if fences & ACQUIRE != 0 {
        let learned = std::mem::take(&mut clocks.learned);
        clock::join_wider(&mut clocks.now, &learned);
        clocks.learned = learned;
    }
    if fences & RELEASE != 0 {
        clocks.released.clone_from(&clocks.now);
    }
}

fn set(clock: &mut Clock, t: usize, value: u32) {
    if clock.len() <= t {
        clock.resize(t + 1, 0);
    }
    clock[t] = value;
}
