//! The steps of one execution, their accesses, and the happens-before relation.
//!
//! A step is one uninterrupted piece of work of an actor: one visible operation, or a whole atomic
//! section. Trace order is [`StepIdx`]; happens-before is kept as one vector clock per step, and the
//! two are never mixed up. Accesses to a granule form a chain, newest first, so a new access finds
//! the steps that it conflicts with without looking at the rest of the trace.

pub mod access;
pub mod clocks;
mod conflicts;
pub mod guard_races;
mod ids;
mod ordinary;
mod races;
mod step;
mod steps;
pub mod summary;
#[cfg(test)]
mod tests;
mod values;
mod walk;

pub use conflicts::Conflict;
pub use ids::{ACQUIRE, ActorId, ChainId, Issue, Label, RELEASE, StepIdx, StoreName, Update};
pub use ordinary::Ordinary;
use races::Races;
pub use races::{Coverage, Race, ValidWhile};
pub use step::{Before, Forward, Popped, Step};
use steps::Steps;

use crate::clock;
use crate::host::memory::{Granule, GranuleIdx, Memory};
use crate::mutant::{self, Mutant};
pub use access::CellAccess;
use clocks::Clocks;
use guard_races::{GuardReversal, Guarded};
use threadproof_program::{Access, NextOp, Op, RmwOp};
use walk::Walk;

/// Place of an access in the chain of its granule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    granule: GranuleIdx,
    pub(super) step: StepIdx,
    reads: u8,
    pub(super) writes: u8,
    pub(super) blind: Option<RmwOp>,
    /// 1 + index of the next older access and of the next older write; 0 for none.
    older: u32,
    older_write: u32,
    /// The value of the granule before this step wrote it, and its defined bytes then.
    pub(super) before: u64,
    defined: u8,
}

/// Tells which steps do not happen after a given one.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    chain: ChainId,
    nth: u32,
}

impl Default for Cut {
    fn default() -> Cut {
        Cut {
            chain: ChainId(0),
            nth: 0,
        }
    }
}

/// A step that the newest one conflicts with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Predecessor {
    step: StepIdx,
    /// It made the newest step possible, so their order cannot be changed.
    enabling: bool,
}

/// The steps of the current execution.
#[derive(Default)]
pub struct Trace {
    steps: Steps,
    /// The steps of each actor.
    places: Vec<Vec<StepIdx>>,
    accesses: Vec<CellAccess>,
    links: Vec<Link>,
    /// Stores that the steps put into buffers.
    issues: Vec<Issue>,
    races: Races,
    clocks: Clocks,
    predecessors: Vec<Predecessor>,
    /// Scratch space of the newest step: the earlier places of its guarded read, and the clock of
    /// the steps that it comes after in any case.
    ways: Vec<GuardReversal>,
    past: Vec<u32>,
    /// How many steps read a store of their own thread early.
    early_loads: u32,
    /// How many steps chose among several options.
    choices: u32,
}

impl Trace {
    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    /// The step with this number.
    #[inline]
    pub fn step(&self, s: StepIdx) -> &Step {
        &self.steps[s.index()]
    }
    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
    /// The newest step, to be changed.
    pub fn newest_mut(&mut self) -> &mut Step {
        let step = self.steps.last_mut().expect("a step was begun");
        step.untouched = false;
        step
    }
    /// The accesses of a step, each granule once.
    pub fn accesses(&self, s: StepIdx) -> &[CellAccess] {
        let end = match self.steps.get(s.index() + 1) {
            Some(next) => next.first_access as usize,
            None => self.accesses.len(),
        };
        &self.accesses[self.step(s).first_access as usize..end]
    }
    /// Does a link of the newest step keep the value that this granule had before the step?
    #[inline]
    pub fn keeps(&self, granule: &Granule) -> bool {
        let newest_write = self
            .links
            .get((granule.last_write as usize).wrapping_sub(1));
        newest_write.is_some_and(|link| link.step.index() + 1 == self.steps.len())
    }
    /// The granules of these accesses.
    #[cfg(debug_assertions)]
    pub fn granules(&self, s: StepIdx) -> impl Iterator<Item = GranuleIdx> + '_ {
        let first = self.step(s).first_access as usize;
        let links = &self.links[first..first + self.accesses(s).len()];
        links.iter().map(|link| link.granule)
    }
    /// The stores that a step put into buffers.
    pub fn issues(&self, s: StepIdx) -> &[Issue] {
        let end = match self.steps.get(s.index() + 1) {
            Some(next) => next.first_issue as usize,
            None => self.issues.len(),
        };
        &self.issues[self.step(s).first_issue as usize..end]
    }
    /// The stores of the main thread that it put into its buffer before the first step.
    pub fn first_issues(&self) -> &[Issue] {
        let end = self.steps.first().map(|s| s.first_issue as usize);
        &self.issues[..end.unwrap_or(self.issues.len())]
    }
    /// How many steps of each chain happened before a step or are it.
    pub fn clock(&self, s: StepIdx) -> &[u32] {
        self.clocks.of(s)
    }
    /// Does `a` happen before `b`, or are they the same?
    #[inline]
    pub fn happens_before(&self, a: StepIdx, b: StepIdx) -> bool {
        let step = self.step(a);
        step.chain_nth <= self.clocks.get(b, step.chain.index())
    }
    /// Is a step among those that a clock knows?
    pub fn is_in(&self, a: StepIdx, clock: &[u32]) -> bool {
        let step = self.step(a);
        step.chain_nth <= clock[step.chain.index()]
    }

    /// The newest step that happens before `s`.
    #[inline]
    pub fn newest_before(&self, s: StepIdx) -> Option<StepIdx> {
        self.step(s).newest_before.checked_sub(1).map(StepIdx)
    }

    /// Leaves out all steps that happen after a step.
    #[inline]
    pub fn cut(&self, first: StepIdx) -> Cut {
        let step = self.step(first);
        Cut {
            chain: step.chain,
            nth: step.chain_nth,
        }
    }
    /// Does such a step not happen after the one of the cut, and is not that?
    #[inline]
    pub fn is_left_by(&self, cut: Cut, s: StepIdx) -> bool {
        self.clocks.get(s, cut.chain.index()) < cut.nth
    }

    /// Is there a step that chose among several options?
    #[inline]
    pub fn has_choices(&self) -> bool {
        self.choices > 0
    }
    /// Is there a step that read a store of its own thread early?
    #[inline]
    pub fn has_early_loads(&self) -> bool {
        self.early_loads > 0
    }

    /// The steps before `s`, a single access, that conflict with it, newest first.
    #[inline]
    pub fn conflicts_before(&self, s: StepIdx) -> impl Iterator<Item = StepIdx> {
        let at = self.step(s).first_access as usize;
        let access = &self.accesses[at];
        let all = access.writes != 0;
        let older = move |link: &Link| if all { link.older } else { link.older_write };
        let mut next = older(&self.links[at]);
        std::iter::from_fn(move || {
            while next != 0 {
                let link = &self.links[next as usize - 1];
                next = older(link);
                let conflicts = access.overlap(link.reads, link.writes) != 0
                    && !access.commutes(link.writes, link.blind);
                if conflicts {
                    return Some(link.step);
                }
            }
            None
        })
    }

    /// The `nth` step (from 1) of an actor.
    #[inline]
    pub fn find(&self, actor: ActorId, nth: u32) -> Option<StepIdx> {
        let steps = self.places.get(actor.index())?;
        steps.get(nth.wrapping_sub(1) as usize).copied()
    }
    /// Notes that the next step is one of this actor; says how many-th.
    #[inline(always)]
    fn note_place(&mut self, actor: ActorId, s: StepIdx) -> u32 {
        if self.places.len() <= actor.index() {
            self.places.resize(actor.index() + 1, Vec::new());
        }
        let places = &mut self.places[actor.index()];
        places.push(s);
        places.len() as u32
    }

    /// Begins a step; its accesses follow, then [`Trace::close`].
    #[inline]
    pub fn open(&mut self, label: Label, chain: ChainId, op: &Op, before: Before) {
        let newest = StepIdx(self.steps.len() as u32);
        let nth = self.note_place(label.actor, newest);
        *self.steps.add() = Step {
            first_access: self.accesses.len() as u32,
            first_issue: self.issues.len() as u32,
            ..Step::new(label, chain, nth, op, before)
        };
        self.predecessors.clear();
        self.ways.clear();
    }

    /// Notes that the newest step accesses bytes of a granule; before a write takes effect.
    pub fn access(&mut self, memory: &mut Memory, granule: GranuleIdx, access: CellAccess) {
        let g = memory.get(granule);
        if g.last_access != 0 {
            self.collect(access, (g.last_access, g.last_write));
        }
        let newest = StepIdx(self.steps.len() as u32 - 1);
        // The newest access to a granule is by the newest step, or that has none. (An update attaches loads to
        // its write, but has no further access.)
        let last = (memory.get(granule).last_access as usize).checked_sub(1);
        match last.filter(|at| self.links[*at].step == newest) {
            Some(at) => self.widen(memory, at, access),
            None => self.link(memory, granule, access, newest),
        }
    }

    /// Notes that the newest step, which has accessed nothing yet, read that a thread has ended. Who
    /// wrote that is known.
    pub fn join(&mut self, memory: &mut Memory, granule: GranuleIdx, access: CellAccess) {
        let newest = StepIdx(self.steps.len() as u32 - 1);
        self.link(memory, granule, access, newest);
    }

    /// Notes that the newest step, an update, reveals an earlier load of the same thread, which has read its store: from
    /// now on an update by another thread comes after that load.
    pub fn attach(
        &mut self,
        memory: &mut Memory,
        granule: GranuleIdx,
        access: CellAccess,
        load: StepIdx,
    ) {
        self.link(memory, granule, access, load);
        // It is no access of the newest step.
        let access = self.accesses.last_mut().expect("just linked");
        (access.reads, access.writes) = (0, 0);
        debug_assert!(access.blind.is_none(), "a load is no read-modify-write");
    }

    /// Notes that the newest step puts a store into a buffer; that stores were issued before the
    /// first step.
    pub fn issue(&mut self, issue: Issue) {
        self.issues.push(issue);
    }
    /// Notes that a step put a store into a buffer, as it turned out later.
    pub fn note_issue(&mut self, s: StepIdx) {
        let step = &mut self.steps[s.index()];
        step.touch_buffer();
    }

    #[inline(always)]
    fn link(
        &mut self,
        memory: &mut Memory,
        granule: GranuleIdx,
        access: CellAccess,
        step: StepIdx,
    ) {
        let g = memory.get_mut(granule);
        self.accesses.push(access);
        self.links.push(Link {
            granule,
            step,
            reads: access.reads,
            writes: access.writes,
            blind: access.blind,
            older: g.last_access,
            older_write: g.last_write,
            before: g.value,
            defined: g.defined,
        });
        g.last_access = self.links.len() as u32;
        if access.writes != 0 {
            g.last_write = self.links.len() as u32;
        }
    }

    /// The newest step has accessed this granule before.
    #[inline(never)]
    fn widen(&mut self, memory: &mut Memory, at: usize, access: CellAccess) {
        let known = &mut self.accesses[at];
        let first_write = access.writes != 0 && known.writes == 0;
        known.seen |= access.seen & !known.writes;
        known.ends |= access.ends;
        known.writes |= access.writes;
        known.reads = (known.reads | access.reads) & !known.writes;
        known.blind = None;
        let link = &mut self.links[at];
        (link.reads, link.writes, link.blind) = (known.reads, known.writes, None);
        if first_write {
            let g = memory.get_mut(link.granule);
            (link.before, link.defined) = (g.value, g.defined);
            g.last_write = at as u32 + 1;
        }
    }

    fn is_guarded(&self, granule: u64) -> bool {
        let step = self.steps.last().expect("a step was begun");
        let is_it = |at: Access| at.address / 8 == granule;
        step.guarded && step.op.access().is_some_and(is_it)
    }

    /// Finds the steps that an access of the newest step conflicts with: among those from an access and from a write on,
    /// as in [`Link`].
    fn collect(&mut self, access: CellAccess, (older, older_write): (u32, u32)) {
        let guarded = self.is_guarded(access.granule);
        let step = self.steps.last().expect("a step was begun");
        let (thread, actor) = (step.thread, step.label.actor);
        let newest = StepIdx(self.steps.len() as u32 - 1);
        let mut walk = Walk::new(access, older, older_write);
        let is_own = |s: StepIdx| s != newest && self.steps[s.index()].label.actor == actor;
        while let Some(link) = walk.next(&self.links, newest, is_own) {
            // Program order says all about steps of the same thread, and a load is never ordered
            // against the store buffer of its own thread.
            if self.steps[link.step.index()].thread != thread {
                self.predecessors.push(Predecessor {
                    step: link.step,
                    enabling: guarded && link.writes != 0,
                });
            }
        }
    }

    /// Notes that the newest step begins with a guarded read that passes, and finds the writes before
    /// which it could have passed as well: that order can be reversed, while the writes after it
    /// (an unlock) only made the read possible again. `enabled_by` as for [`Trace::close`].
    pub fn guarded(&mut self, memory: &Memory, read: Guarded, enabled_by: &[StepIdx]) {
        self.newest_mut().guarded = true;
        let before = self.steps.last().and_then(Step::previous);
        let mut past = std::mem::take(&mut self.past);
        self.clock_after(enabled_by.iter().copied().chain(before), &mut past);
        self.ways = self.ways_to_pass(memory, read, &past);
        self.past = past;
    }

    /// The clock of a step that comes right after these.
    pub fn clock_after(&self, steps: impl Iterator<Item = StepIdx>, clock: &mut Vec<u32>) {
        clock.clear();
        clock.resize(self.clocks.width(), 0);
        steps.for_each(|s| self.add_to_clock(s, clock));
    }
    /// Adds a step, and all that happens before it, to a clock.
    pub fn add_to_clock(&self, s: StepIdx, clock: &mut [u32]) {
        clock::join(clock, self.clock(s));
    }

    /// The accesses that wrote to a granule, newest first.
    pub(super) fn writes(
        &self,
        memory: &Memory,
        granule: GranuleIdx,
    ) -> impl Iterator<Item = &Link> {
        let link = |number: u32| self.links.get((number as usize).wrapping_sub(1));
        let newest = link(memory.get(granule).last_write);
        std::iter::successors(newest, move |l| link(l.older_write))
    }

    /// Ends the newest step: computes its clock and its races. It comes after the steps in
    /// `enabled_by` in any case: the one that created its thread, issued its store, drained the buffer.
    pub fn close(&mut self, enabled_by: &[StepIdx], chains: usize) {
        self.clocks.widen(chains);
        let newest = StepIdx(self.steps.len() as u32 - 1);
        self.close_summary();
        let step = &self.steps[newest.index()];
        self.clocks.begin(newest, step.previous());
        let mut newest_before = step.previous;
        for s in enabled_by {
            newest_before = newest_before.max(s.0 + 1);
            if !self.happens_before(*s, newest) {
                self.clocks.newest(newest).join(*s);
            }
        }
        // All earlier steps of the chain are known by now.
        let step = &mut self.steps[newest.index()];
        step.newest_before = newest_before;
        let chain = step.chain.index();
        step.chain_nth = self.clocks.newest(newest).count(chain);
        if !self.ways.is_empty() {
            self.add_races_of_guard(newest);
        }
        self.come_after_predecessors(newest);
    }

    #[inline(never)]
    fn add_races_of_guard(&mut self, newest: StepIdx) {
        let mut ways = std::mem::take(&mut self.ways);
        for way in ways.drain(..) {
            if !mutant::is(Mutant::NoRacesOfGuards) {
                self.races.add(way.first, newest, &way.without);
            }
        }
        self.ways = ways;
    }

    #[inline(never)]
    fn come_after_predecessors(&mut self, newest: StepIdx) {
        if self.predecessors.is_empty() {
            return;
        }
        if !self.predecessors.is_sorted_by(|a, b| a.step > b.step) {
            // Newest first; of two entries for one step, the enabling one stands first and stays.
            self.predecessors.sort_unstable_by(|a, b| b.cmp(a));
            self.predecessors.dedup_by_key(|p| p.step);
        }
        let step = &mut self.steps[newest.index()];
        step.newest_before = step.newest_before.max(self.predecessors[0].step.0 + 1);
        for at in 0..self.predecessors.len() {
            let p = self.predecessors[at];
            if self.happens_before(p.step, newest) {
                continue;
            }
            if !p.enabling || mutant::is(Mutant::EnablingRaces) {
                self.races.add(p.step, newest, &[]);
            }
            self.clocks.newest(newest).join(p.step);
        }
    }

    fn close_summary(&mut self) {
        let step = self.steps.last_mut().expect("a step was begun");
        let summary = &mut step.summary;
        summary.spawned = step.spawned;
        let issues = self.issues.len() > step.first_issue as usize;
        summary.shown = step.forward.is_none();
        self.early_loads += u32::from(!summary.shown);
        summary.unbuffered = summary.shown && !issues && step.drains == 0 && step.update.is_none();
        let accesses = &self.accesses[step.first_access as usize..];
        let is_fixed = matches!(
            step.op,
            Op::Load { guard: None, .. } | Op::Store { .. } | Op::Rmw { .. }
        );
        let is_access = is_fixed || matches!(step.op, Op::CompareExchange { .. });
        summary.lone = is_access
            && summary.shown
            && accesses.len() == 1
            && step.spawned.is_none()
            && !step.section
            && step.depth == 0
            && step.joins == 0;
        summary.simple = is_fixed && summary.lone && summary.unbuffered;
        self.choices += u32::from(step.options > 1);
        let forward = step.forward.as_ref().map(|f| &f.access);
        summary.set_accesses(accesses, forward);
    }

    /// Removes the newest step, and its accesses from their chains. Then comes [`Trace::forget_races`].
    #[inline(always)]
    pub fn pop(&mut self, memory: &mut Memory) -> Popped {
        let step = self.steps.last().expect("there is a step");
        self.places[step.label.actor.index()].pop();
        let before = Before {
            thread: step.thread,
            previous: step.previous(),
            saved: step.saved(),
            version: step.version,
            journal: step.journal,
        };
        let popped = Popped {
            before,
            next: match step.ordinary {
                true => None,
                false => Some(NextOp::of(&step.op)),
            },
            ends: step.ends,
        };
        match step.ordinary {
            true => self.unlink_ordinary(memory),
            false => self.unlink(memory),
        }
        self.steps.remove();
        popped
    }
    /// Forgets the races of steps that have been taken back.
    pub fn forget_races(&mut self) {
        self.races.forget_from(StepIdx(self.steps.len() as u32));
    }

    /// Takes back the newest step, but for its races.
    #[inline(never)]
    fn unlink(&mut self, memory: &mut Memory) {
        let step = self.steps.last().expect("there is a step");
        self.early_loads -= u32::from(!step.summary.shown);
        self.choices -= u32::from(step.options > 1);
        self.issues.truncate(step.first_issue as usize);
        for _ in step.first_access as usize..self.links.len() {
            self.unlink_access(memory);
        }
    }

    /// Takes back the newest access, with its write.
    #[inline(always)]
    fn unlink_access(&mut self, memory: &mut Memory) {
        let link = self.links.pop().expect("the step has an access");
        self.accesses.pop();
        let g = memory.get_mut(link.granule);
        g.last_access = link.older;
        g.last_write = link.older_write;
        if link.writes != 0 {
            (g.value, g.defined) = (link.before, link.defined);
        }
    }
}
