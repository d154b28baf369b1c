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
use crate::trace::{ACQUIRE, CellAccess, Issue, RELEASE, Step, StepIdx, StoreName, Trace};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use threadproof_program::{LoadOrder, Op, RmwOrder, StoreOrder, ThreadId, address};

/// The last moment of each thread that is known, by thread; missing ones are 0.
type Clock = SmallVec<[u32; 6]>;

/// Two accesses of which one writes and one is not atomic, with no happens-before between them.
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

/// Eight bytes.
#[derive(Default)]
struct Cell {
    /// The first thread that accesses them, and whether another one does.
    thread: Option<ThreadId>,
    is_shared: bool,
    is_written: bool,
    has_plain: bool,
    accesses: SmallVec<[Past; 4]>,
    /// The clock that an acquiring read of these bytes learns.
    messages: SmallVec<[(u8, Clock); 1]>,
}

impl Cell {
    fn note(&mut self, thread: ThreadId, access: &CellAccess, kind: Kind) {
        self.is_shared |= *self.thread.get_or_insert(thread) != thread;
        self.is_written |= access.writes != 0;
        self.has_plain |= !kind.atomic;
    }

    fn may_race(&self) -> bool {
        self.is_shared && self.is_written && self.has_plain
    }
}

#[derive(Clone, Default)]
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
    let mut memory = Touched::of(trace)?;
    let mut past = History::new(memory.threads);
    past.issue(trace.first_issues());
    for s in (0..trace.len() as u32).map(StepIdx) {
        let step = trace.step(s);
        if step.update.is_some() {
            let store = StoreName {
                queue: step.label.actor,
                nth: step.nth,
            };
            let (mut clocks, time) = past.issued.remove(&store).unwrap_or_default();
            let race = memory.visit_all(trace, &mut clocks, s, time);
            if race.is_some() {
                return race;
            }
            // The operations of the thread after it had waited for this.
            past.issue(trace.issues(s));
            fence(past.of(step.thread), step.fences);
            memory.leave_end(trace, past.of(step.thread), s);
            continue;
        }
        let time = past.next_moment(step.thread);
        let race = memory.visit_all(trace, past.of(step.thread), s, time);
        if race.is_some() {
            return race;
        }
        if let Some(child) = step.spawned {
            *past.of(child) = ThreadClocks {
                now: past.of(step.thread).now.clone(),
                ..ThreadClocks::default()
            };
        }
        past.issue(trace.issues(s));
        fence(past.of(step.thread), step.fences);
        if let Some(child) = step.spawned {
            fence(past.of(child), step.child_fences);
        }
    }
    None
}

/// The clocks of the threads, now and when they issued stores.
struct History {
    threads: Vec<ThreadClocks>,
    /// Steps and buffered stores of each thread: each has a moment of its own.
    moments: Vec<u32>,
    issued: FxHashMap<StoreName, (ThreadClocks, u32)>,
}

impl History {
    fn new(threads: usize) -> History {
        History {
            threads: vec![ThreadClocks::default(); threads],
            moments: vec![0; threads],
            issued: FxHashMap::default(),
        }
    }

    fn of(&mut self, t: ThreadId) -> &mut ThreadClocks {
        &mut self.threads[t.index()]
    }

    fn next_moment(&mut self, t: ThreadId) -> u32 {
        let moment = self.moments[t.index()] + 1;
        self.moments[t.index()] = moment;
        let now = &mut self.threads[t.index()].now;
        if now.len() <= t.index() {
            now.resize(t.index() + 1, 0);
        }
        now[t.index()] = moment;
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

/// The memory that an execution touches.
struct Touched {
    cells: Vec<Cell>,
    /// The cell and the kind of each access, in the order of the trace.
    accesses: Vec<(u32, Kind)>,
    /// How many of them were visited.
    visited: usize,
    threads: usize,
}

impl Touched {
    /// `None` if no plain access conflicts with one of another thread, ordered or not: clocks cost far more than this look.
    fn of(trace: &Trace) -> Option<Touched> {
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut touched = Touched {
            cells: Vec::new(),
            accesses: Vec::with_capacity(2 * trace.len()),
            visited: 0,
            threads: 1,
        };
        touched.add_issuers(trace.first_issues());
        for s in (0..trace.len() as u32).map(StepIdx) {
            let step = trace.step(s);
            let newest = step.spawned.map_or(0, ThreadId::index);
            touched.threads = touched.threads.max(1 + newest.max(step.thread.index()));
            touched.add_issuers(trace.issues(s));
            for access in accesses(trace, s) {
                let next = touched.cells.len() as u32;
                let number = *numbers.entry(access.granule).or_insert(next);
                if number == next {
                    touched.cells.push(Cell::default());
                }
                let kind = kind(step, access);
                touched.cells[number as usize].note(step.thread, access, kind);
                touched.accesses.push((number, kind));
            }
        }
        touched.cells.iter().any(Cell::may_race).then_some(touched)
    }

    fn add_issuers(&mut self, issues: &[Issue]) {
        for issue in issues {
            self.threads = self.threads.max(1 + issue.thread.index());
        }
    }

    fn visit_all(
        &mut self,
        trace: &Trace,
        clocks: &mut ThreadClocks,
        s: StepIdx,
        moment: u32,
    ) -> Option<DataRace> {
        for access in accesses(trace, s) {
            let (cell, kind) = self.accesses[self.visited];
            self.visited += 1;
            let cell = &mut self.cells[cell as usize];
            // Nobody races with a thread that is alone, or learns from it.
            if cell.is_shared {
                let race = cell.visit(clocks, (s, trace.step(s).thread, moment), access, kind);
                if race.is_some() {
                    return race;
                }
            }
        }
        None
    }

    /// If a store that reaches memory was the last that a thread had to wait for to end: who joins the
    /// thread comes after all that it did.
    fn leave_end(&mut self, trace: &Trace, clocks: &ThreadClocks, s: StepIdx) {
        let first = self.visited - accesses(trace, s).count();
        for (access, (cell, _)) in accesses(trace, s).zip(&self.accesses[first..]) {
            if address::block_owner(8 * access.granule) == Some(trace.step(s).thread) {
                let messages = &mut self.cells[*cell as usize].messages;
                messages.push((access.writes, clocks.now.clone()));
            }
        }
    }
}

fn accesses(trace: &Trace, s: StepIdx) -> impl Iterator<Item = &CellAccess> {
    trace.accesses(s).iter().filter(|access| access.mask() != 0)
}

impl Cell {
    fn visit(
        &mut self,
        clocks: &mut ThreadClocks,
        (s, thread, moment): (StepIdx, ThreadId, u32),
        access: &CellAccess,
        kind: Kind,
    ) -> Option<DataRace> {
        // An acquiring access learns the clock of the write that it reads before it is compared with anything.
        if kind.reads && kind.atomic {
            let into = match kind.acquires {
                true => &mut clocks.now,
                false => &mut clocks.learned,
            };
            for (_, message) in self.messages.iter().filter(|m| m.0 & access.mask() != 0) {
                join(into, message);
            }
        }
        let past = Past {
            step: s,
            thread,
            moment,
            mask: access.mask(),
            write: access.writes != 0,
            atomic: kind.atomic,
        };
        if self.may_race() {
            if let Some(first) = self.racing(&past, clocks) {
                return Some(DataRace { first, second: s });
            }
            self.remember(past);
        }
        if past.write {
            self.send(clocks, kind, past.mask);
        }
        None
    }

    /// An earlier access that races with this one.
    fn racing(&self, new: &Past, clocks: &ThreadClocks) -> Option<StepIdx> {
        let races = |past: &&Past| {
            past.mask & new.mask != 0
                && past.thread != new.thread
                && (past.write || new.write)
                && !(past.atomic && new.atomic)
                && clock::count(&clocks.now, past.thread.index()) < past.moment
        };
        self.accesses.iter().find(races).map(|past| past.step)
    }

    /// Of the accesses of one kind by one thread, the newest is enough.
    fn remember(&mut self, new: Past) {
        let same = |past: &Past| {
            (past.thread, past.mask, past.write, past.atomic)
                == (new.thread, new.mask, new.write, new.atomic)
        };
        if let Some(at) = self.accesses.iter().position(same) {
            self.accesses.remove(at);
        }
        self.accesses.push(new);
    }

    /// A write leaves a message for those who read it; a read-modify-write passes the one before on.
    fn send(&mut self, clocks: &ThreadClocks, kind: Kind, mask: u8) {
        if !kind.atomic && self.messages.is_empty() {
            return;
        }
        let sent = match kind.releases {
            true => &clocks.now,
            false => &clocks.released,
        };
        let passes_on = kind.reads && kind.atomic;
        // Most writes replace all of the one before.
        if let [(bytes, message)] = &mut self.messages[..]
            && *bytes & !mask == 0
            && kind.atomic
        {
            match passes_on {
                true => join(message, sent),
                false => replace(message, sent),
            }
            *bytes = mask;
            return;
        }
        let mut message = sent.clone();
        if passes_on {
            let before = self.messages.iter().filter(|m| m.0 & mask != 0);
            before.for_each(|m| join(&mut message, &m.1));
        }
        for m in &mut self.messages {
            m.0 &= !mask;
        }
        self.messages.retain(|m| m.0 != 0);
        if kind.atomic {
            self.messages.push((mask, message));
        }
    }
}

/// How a step accesses memory: as its operation says, except that the end of a thread, which is a
/// write to its block, synchronises, and that the end of an object is a plain write.
fn kind(step: &Step, access: &CellAccess) -> Kind {
    let synchronises = Kind {
        atomic: true,
        acquires: true,
        releases: true,
        reads: true,
    };
    let own = step.op.access().map(|at| at.address / 8);
    let is_own = own == Some(access.granule);
    if let Some(order) = step.exchange.filter(|_| is_own) {
        return update(order);
    }
    // A section of the program may have a single access. One of the library that has, as a try-lock that fails, orders nothing.
    if step.section || step.own_section || address::block_owner(access.granule * 8).is_some() {
        return synchronises;
    }
    let plain_write = Kind {
        atomic: false,
        acquires: false,
        releases: false,
        reads: false,
    };
    if own.is_some() && !is_own {
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
        Op::CompareExchange { failure, .. } if access.writes == 0 => Kind {
            atomic: true,
            acquires: failure.acquires(),
            releases: false,
            reads: true,
        },
        Op::Rmw { order, .. } | Op::CompareExchange { success: order, .. } => update(order),
        _ => plain_write,
    }
}

fn update(order: RmwOrder) -> Kind {
    Kind {
        atomic: true,
        acquires: order.acquires(),
        releases: order.releases(),
        reads: true,
    }
}

fn fence(clocks: &mut ThreadClocks, fences: u8) {
    if fences & ACQUIRE != 0 {
        join(&mut clocks.now, &clocks.learned);
    }
    if fences & RELEASE != 0 {
        replace(&mut clocks.released, &clocks.now);
    }
}

/// Adds all that `theirs` knows.
fn join(mine: &mut Clock, theirs: &[u32]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    clock::join(mine, theirs);
}

fn replace(mine: &mut Clock, theirs: &[u32]) {
    mine.clear();
    mine.extend_from_slice(theirs);
}
