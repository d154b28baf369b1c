//! The steps of one execution, who accessed what, and the happens-before relation.
//!
//! A step is what one actor does without interruption: one visible operation, or a whole atomic
//! section. Trace order is [`StepIdx`]; happens-before is kept as one vector clock per step, and the
//! two are never mixed up. Accesses to a granule form a chain, newest first, so a new access finds
//! the steps that it conflicts with without looking at the rest of the trace.

use super::memory::{GranuleIdx, Memory, extract};
use threadproof_program::{Access, Guard, Op, SavedId, ThreadId};

/// Position of a step in the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepIdx(pub u32);

impl StepIdx {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who takes a step: a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActorId(pub u16);

impl ActorId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Names a step in its state: which actor, and which option if it makes a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label {
    pub actor: ActorId,
    pub choice: u32,
}

/// The bytes of one granule that a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foot {
    /// Address divided by eight: the same in all equivalent executions.
    pub granule: u64,
    pub mask: u8,
    pub write: bool,
}

impl Foot {
    pub fn conflicts(&self, other: &Foot) -> bool {
        self.granule == other.granule && self.mask & other.mask != 0 && (self.write || other.write)
    }
}

/// Place of an access in the chain of its granule.
#[derive(Clone, Copy, Debug)]
struct Link {
    granule: GranuleIdx,
    step: StepIdx,
    /// 1 + index of the next older access and of the next older write; 0 for none.
    older: u32,
    older_write: u32,
    /// Value of the granule before this step wrote it.
    before: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub label: Label,
    pub thread: ThreadId,
    /// How many-th step of its actor, from 1.
    pub nth: u32,
    /// The actor's step before.
    pub previous: Option<StepIdx>,
    /// The first visible operation.
    pub op: Op,
    /// More than one visible operation.
    pub section: bool,
    /// A guarded read at its beginning.
    pub guard: Option<(Guard, Access)>,
    pub spawned: Option<ThreadId>,
    /// Fences that the thread, and a thread that it created, passed after it: bits of
    /// [`crate::check`].
    pub fences: u8,
    pub child_fences: u8,
    /// Options of the choice that it made; 0 for none.
    pub options: u32,
    pub saved: SavedId,
    /// Length of the undo journal before.
    pub journal: u32,
    first_access: u32,
    first_race: u32,
}

/// Two steps that could have come in the other order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    pub first: StepIdx,
    pub second: StepIdx,
}

/// A step that the newest one conflicts with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Predecessor {
    step: StepIdx,
    /// It is what made the newest step possible, so their order cannot be changed.
    enabling: bool,
}

#[derive(Default)]
pub struct Trace {
    steps: Vec<Step>,
    feet: Vec<Foot>,
    links: Vec<Link>,
    races: Vec<Race>,
    /// `stride` numbers per step: how many steps of each actor happened before it or are it.
    clocks: Vec<u32>,
    stride: usize,
    predecessors: Vec<Predecessor>,
    guard_race: Option<StepIdx>,
}

impl Trace {
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    pub fn step(&self, s: StepIdx) -> &Step {
        &self.steps[s.index()]
    }
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
    pub fn newest_mut(&mut self) -> &mut Step {
        self.steps.last_mut().expect("a step was begun")
    }
    /// The accesses of a step, each granule once.
    pub fn feet(&self, s: StepIdx) -> &[Foot] {
        let end = match self.steps.get(s.index() + 1) {
            Some(next) => next.first_access as usize,
            None => self.feet.len(),
        };
        &self.feet[self.step(s).first_access as usize..end]
    }
    /// The reversible races whose second step stands at `from` or later.
    pub fn races_from(&self, from: usize) -> &[Race] {
        match self.steps.get(from) {
            Some(step) => &self.races[step.first_race as usize..],
            None => &[],
        }
    }

    pub fn clock(&self, s: StepIdx) -> &[u32] {
        &self.clocks[s.index() * self.stride..][..self.stride]
    }
    /// Does `a` happen before `b`, or are they the same?
    pub fn happens_before(&self, a: StepIdx, b: StepIdx) -> bool {
        self.step(a).nth <= self.clock(b)[self.step(a).label.actor.index()]
    }
    fn is_in(&self, a: StepIdx, clock: &[u32]) -> bool {
        self.step(a).nth <= clock[self.step(a).label.actor.index()]
    }

    /// Begins a step; its accesses follow, then [`Trace::close`].
    pub fn open(
        &mut self,
        label: Label,
        thread: ThreadId,
        previous: Option<StepIdx>,
        op: Op,
        (saved, journal): (SavedId, usize),
    ) {
        let nth = previous.map_or(0, |p| self.step(p).nth) + 1;
        self.steps.push(Step {
            label,
            thread,
            nth,
            previous,
            op,
            section: false,
            guard: None,
            spawned: None,
            fences: 0,
            child_fences: 0,
            options: 0,
            saved,
            journal: journal as u32,
            first_access: self.feet.len() as u32,
            first_race: self.races.len() as u32,
        });
        self.predecessors.clear();
        self.guard_race = None;
    }

    /// Notes that the newest step accesses bytes of a granule; before a write takes effect.
    pub fn access(&mut self, memory: &mut Memory, granule: GranuleIdx, foot: Foot) {
        let guarded = self.is_guarded(foot.granule);
        self.collect(memory, granule, foot, guarded);
        let newest = StepIdx(self.steps.len() as u32 - 1);
        let first = self.steps[newest.index()].first_access as usize;
        let known = self.feet[first..]
            .iter()
            .position(|f| f.granule == foot.granule);
        match known {
            Some(at) => self.widen(memory, first + at, foot),
            None => self.link(memory, granule, foot, newest),
        }
    }

    fn link(&mut self, memory: &mut Memory, granule: GranuleIdx, foot: Foot, step: StepIdx) {
        let g = memory.get_mut(granule);
        self.feet.push(foot);
        self.links.push(Link {
            granule,
            step,
            older: g.last_access,
            older_write: g.last_write,
            before: g.value,
        });
        g.last_access = self.links.len() as u32;
        if foot.write {
            g.last_write = self.links.len() as u32;
        }
    }

    /// The newest step has accessed this granule before.
    fn widen(&mut self, memory: &mut Memory, at: usize, foot: Foot) {
        let known = &mut self.feet[at];
        known.mask |= foot.mask;
        if foot.write && !known.write {
            known.write = true;
            let granule = self.links[at].granule;
            self.links[at].before = memory.get(granule).value;
            memory.get_mut(granule).last_write = at as u32 + 1;
        }
    }

    fn is_guarded(&self, granule: u64) -> bool {
        let step = self.steps.last().expect("a step was begun");
        step.guard.is_some_and(|(_, at)| at.address / 8 == granule)
    }

    /// Finds the steps that an access of the newest step conflicts with.
    fn collect(&mut self, memory: &Memory, granule: GranuleIdx, foot: Foot, guarded: bool) {
        let newest = StepIdx(self.steps.len() as u32 - 1);
        let g = memory.get(granule);
        let mut rest = foot.mask;
        let mut next = if foot.write {
            g.last_access
        } else {
            g.last_write
        };
        while next != 0 && rest != 0 {
            let (link, other) = (self.links[next as usize - 1], self.feet[next as usize - 1]);
            if other.mask & rest != 0 && link.step != newest {
                self.predecessors.push(Predecessor {
                    step: link.step,
                    enabling: guarded && other.write,
                });
            }
            if other.write && link.step != newest {
                rest &= !other.mask;
            }
            next = if foot.write {
                link.older
            } else {
                link.older_write
            };
        }
    }

    /// Notes that the newest step begins with a guarded read that passes, and finds the newest
    /// write before which it would have passed as well: that order can be reversed, while the
    /// writes after it (an unlock) only made the read possible again.
    pub fn guarded(&mut self, memory: &Memory, granule: GranuleIdx, guard: Guard, at: Access) {
        self.guard_race = self.write_in_the_way(memory, granule, guard, at);
        self.newest_mut().guard = Some((guard, at));
    }

    /// The newest write to `granule` such that the guard passes in front of it.
    pub fn write_in_the_way(
        &self,
        memory: &Memory,
        granule: GranuleIdx,
        guard: Guard,
        at: Access,
    ) -> Option<StepIdx> {
        let mask = super::memory::byte_mask(at);
        let mut next = memory.get(granule).last_write;
        while next != 0 {
            let link = self.links[next as usize - 1];
            let touches = self.feet[next as usize - 1].mask & mask != 0;
            if touches && guard.passes(extract(link.before, at), at.size) {
                return Some(link.step);
            }
            next = link.older_write;
        }
        None
    }

    /// Ends the newest step: computes its clock and its races. `created_by` is the step that
    /// created its thread, if this is the thread's first step.
    pub fn close(&mut self, created_by: Option<StepIdx>, actors: usize) {
        self.widen_clocks(actors);
        let newest = StepIdx(self.steps.len() as u32 - 1);
        let step = self.steps[newest.index()];
        let (done, own) = self.new_clock(newest);
        if let Some(before) = step.previous.or(created_by) {
            own.copy_from_slice(&done[before.index() * own.len()..][..own.len()]);
        }
        own[step.label.actor.index()] = step.nth;
        if let Some(write) = self.guard_race
            && !self.is_in(write, self.clock(newest))
        {
            self.races.push(Race {
                first: write,
                second: newest,
            });
        }
        let mut predecessors = std::mem::take(&mut self.predecessors);
        // Newest first; among equals, what enables stands first and stays.
        predecessors.sort_unstable_by(|a, b| b.cmp(a));
        predecessors.dedup_by_key(|p| p.step);
        for p in &predecessors {
            if self.is_in(p.step, self.clock(newest)) {
                continue;
            }
            if !p.enabling {
                self.races.push(Race {
                    first: p.step,
                    second: newest,
                });
            }
            let (done, own) = self.new_clock(newest);
            let other = &done[p.step.index() * own.len()..][..own.len()];
            own.iter_mut()
                .zip(other)
                .for_each(|(a, b)| *a = (*a).max(*b));
        }
        self.predecessors = predecessors;
    }

    fn new_clock(&mut self, newest: StepIdx) -> (&[u32], &mut [u32]) {
        let start = newest.index() * self.stride;
        self.clocks.resize(start + self.stride, 0);
        let (done, own) = self.clocks.split_at_mut(start);
        (done, own)
    }

    fn widen_clocks(&mut self, actors: usize) {
        if actors <= self.stride {
            return;
        }
        let wider = actors.next_power_of_two().max(8);
        let mut clocks = vec![0; self.steps.len() * wider];
        for (s, old) in self.clocks.chunks_exact(self.stride.max(1)).enumerate() {
            clocks[s * wider..][..old.len()].copy_from_slice(old);
        }
        clocks.truncate((self.steps.len() - 1) * wider);
        self.clocks = clocks;
        self.stride = wider;
    }

    /// Removes the newest step, and its accesses from their chains.
    pub fn pop(&mut self, memory: &mut Memory) -> Step {
        let step = self.steps.pop().expect("there is a step");
        while self.links.len() > step.first_access as usize {
            let link = self.links.pop().expect("checked by the loop");
            self.feet.pop();
            let g = memory.get_mut(link.granule);
            g.last_access = link.older;
            g.last_write = link.older_write;
        }
        self.races.truncate(step.first_race as usize);
        self.clocks.truncate(self.steps.len() * self.stride);
        step
    }

    /// The clock that the next step of an actor would have at least: that of the actor's last
    /// step, or of the step that created its thread.
    pub fn is_before_next(&self, a: StepIdx, last: Option<StepIdx>) -> bool {
        last.is_some_and(|last| self.happens_before(a, last))
    }

    /// The value of a granule before a step that accessed it.
    pub fn value_before(&self, s: StepIdx, granule: u64) -> Option<(u64, u8)> {
        let first = self.step(s).first_access as usize;
        let at = self.feet(s).iter().position(|f| f.granule == granule)?;
        Some((self.links[first + at].before, self.feet[first + at].mask))
    }

    /// A name for the class of the execution, the same for all equivalent ones: every step by its
    /// actor and place there, with what happened before it.
    pub fn class(&self) -> Vec<u32> {
        let mut order: Vec<StepIdx> = (0..self.len() as u32).map(StepIdx).collect();
        order.sort_by_key(|s| (self.step(*s).label.actor, self.step(*s).nth));
        let mut class = Vec::new();
        for s in order {
            let step = self.step(s);
            class.extend([u32::from(step.label.actor.0), step.label.choice]);
            let clock = self.clock(s);
            let end = clock.iter().rposition(|c| *c != 0).map_or(0, |at| at + 1);
            class.push(end as u32);
            class.extend(&clock[..end]);
        }
        class
    }
}
