//! Who can move, how an execution ends, and its names.

use super::coherence::{ItemIdx, Marks, PlaceIdx, WriteIdx};
use super::event_graph::{Choice, Graph, Thread, mix};
use super::perform::ended_only;
use super::plan::Plans;
use super::want::Want;
use crate::check::end::{self, End, Standing};
use crate::host::names::{Names, Status};
use crate::host::{Failure, Findings, Halt};
use crate::mutant::{self, Mutant};
use crate::options::Checks;
use crate::outcome::Treatment;
use smallvec::SmallVec;
use threadproof_program::{Access, Block, LocationId, Op, ThreadId, Wait};

impl Thread {
    /// A thread that an item has created.
    pub fn new(last: ItemIdx) -> Thread {
        Thread {
            status: Status::Running,
            ended: false,
            spawned: 0,
            sections: 0,
            last,
            stuck: None,
            knowledge: 0,
        }
    }
}

impl Graph<'_> {
    /// The thread to move next: one that has nothing to decide, else a quiet one, else one that reads, else one whose
    /// guard can pass. A join comes as soon as it can, so that later decisions do not repeat it.
    pub fn pick(&mut self) -> Option<ThreadId> {
        let mut waiters: SmallVec<[ThreadId; 8]> = SmallVec::new();
        let mut reader = None;
        let mut quiet = None;
        for t in self.left.iter() {
            let thread = self.thread(t);
            let gone = thread.status != Status::Running || thread.stuck.is_some();
            if gone || self.is_hindered(t) {
                continue;
            }
            let op = self.host.run.pending(t);
            match op {
                Op::Block(_) => (),
                Op::Load {
                    guard: Some(guard),
                    at,
                    ..
                } if !self.reads_anything(t, at, guard) => match self.joined(t, at, guard) {
                    Some(other) if self.thread(other).ended => return Some(t),
                    Some(_) => (),
                    None => waiters.push(t),
                },
                _ if quiet.is_none() && self.is_quiet(t, &op) => quiet = Some(t),
                Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                    reader = reader.or(Some(t));
                }
                Op::Fence(_) if self.orders_fences() => {
                    reader = reader.or(Some(t));
                }
                _ if thread.sections > 0 => reader = reader.or(Some(t)),
                _ => return Some(t),
            }
        }
        if quiet.is_some() {
            return quiet;
        }
        self.held.clear();
        if self.contention.is_used()
            && let Some(t) = self.quiet_lock(&waiters)
        {
            return Some(t);
        }
        if reader.is_some() {
            return reader;
        }
        let mut waiters = waiters.into_iter();
        waiters.find(|t| self.can_step(*t) && self.passes_really(*t))
    }

    /// Can the thread add an item?
    pub fn can_step(&self, t: ThreadId) -> bool {
        if self.threads.get(t.index()).is_none_or(Option::is_none) {
            return false;
        }
        self.halt(t).is_none()
    }

    fn can_pass(&self, t: ThreadId, at: Access, want: Want) -> bool {
        let at = ended_only(at);
        let Ok(granule) = self.host.objects.resolve(at, false) else {
            // It can go on to its failure.
            return true;
        };
        if self.hides_end(at) {
            // It can go on to begin the search again.
            return true;
        }
        if self.pieces(at).len() > 1 {
            // It can go on to say that this is unsupported.
            return true;
        }
        match self.known_place(at) {
            // If others used the bytes as other places, it can go on to cut them into pieces.
            Some(p) if !self.is_laid_out(t, p) => true,
            Some(p) => {
                let marks = &mut Marks::default();
                let found = self.candidates(p, self.known_to(t), want, marks);
                found.into_iter().any(|w| self.could_read(t, w))
            }
            None => match want {
                // If its bytes may have several values, it can go on to cut them into pieces.
                Want::Pass(guard) | Want::Lock(guard) => self
                    .value_of_new_place(t, at, granule)
                    .is_none_or(|value| guard.passes(value, at.size)),
                _ => true,
            },
        }
    }

    /// Does a thread know all that used the bytes of a place as other places?
    pub(super) fn is_laid_out(&self, t: ThreadId, p: PlaceIdx) -> bool {
        let mut since = self.places[p.0 as usize].since.iter();
        let known = self.known_to(t);
        since.all(|(thread, nth)| known.has(*thread, *nth))
    }

    /// The place of exactly these bytes, if there is one.
    pub(super) fn known_place(&self, at: Access) -> Option<PlaceIdx> {
        let at = ended_only(at);
        let places = self.layout.get(&(at.address / 8))?;
        let known = |p: &&PlaceIdx| self.places[p.0 as usize].at == at;
        places.iter().find(known).copied()
    }

    /// Why a thread adds no item.
    pub fn halt(&self, t: ThreadId) -> Option<Halt> {
        let thread = self.thread(t);
        if thread.status != Status::Running {
            return Some(Halt::Over);
        }
        if thread.stuck.is_some() || self.held.contains(&t) {
            return Some(Halt::Waiting);
        }
        match self.host.run.pending(t) {
            Op::Block(block) => Some(Halt::Block(block)),
            Op::Load {
                at,
                guard: Some(guard),
                ..
            } if !self.reads_anything(t, at, guard) => {
                let passes = match self.joined(t, at, guard) {
                    Some(other) => self.thread(other).ended,
                    None => self.can_pass(t, at, self.want(t, at, Some(guard))),
                };
                (!passes).then_some(Halt::Waiting)
            }
            _ => None,
        }
    }

    /// The wishes of those who wait at the end of an execution.
    pub fn wish_in_vain(&mut self, plans: &mut Plans) {
        if mutant::is(Mutant::NoWishesOfWaiting) {
            return;
        }
        for t in self.left.iter() {
            if self.halt(t) != Some(Halt::Waiting) || self.thread(t).stuck.is_some() {
                continue;
            }
            let Op::Load { at, guard, .. } = self.host.run.pending(t) else {
                continue;
            };
            let want = self.want(t, at, guard);
            let Some(p) = self.known_place(at) else {
                continue;
            };
            let last = self.thread(t).last;
            let done = self.of_thread.get(t.index()).map_or(0, Vec::len);
            let name = mix(self.item(last).name, u128::from(t.0) + 1);
            let next = (t, done as u32 + 1, name);
            let past = (self.clock(last), self.known_to(t), &[][..]);
            self.wish_all(next, past, (p, &want), plans);
        }
    }

    /// Is the newest item the one that took the write behind this choice of its own?
    pub fn takes(&self, choice: usize) -> bool {
        let newest = self.newest();
        let source = self.item(newest).sources.get(choice).copied().flatten();
        source.is_some_and(|s| self.write(s).taken == Some(newest))
    }

    /// Has a thread looked once at the value that it waits for, in vain?
    pub fn has_given_up(&self, t: ThreadId) -> bool {
        self.thread(t).stuck.is_some() && !self.waits_in_vain(t)
    }

    /// Was it decided that the await of a thread spins for ever?
    fn waits_in_vain(&self, t: ThreadId) -> bool {
        let newest = self.of_thread[t.index()].last();
        newest.is_some_and(|i| self.item(*i).choices.first() == Some(&Choice::Spins))
    }

    /// Do all awaiting threads see a write that can be the last of all? Otherwise one of them sees
    /// another in the end, and goes on.
    pub(super) fn spins_for_ever(&self) -> bool {
        let stuck = self.stuck_items().into_iter();
        let seen: Vec<WriteIdx> = stuck.map(|(_, w)| w).collect();
        seen.iter().all(|w| {
            let place = self.write(*w).place;
            let same = |other: &&WriteIdx| self.write(**other).place == place;
            let agree = seen.iter().filter(same).all(|other| other == w);
            agree
                && self.places[place.0 as usize].can_be_last(*w, &self.writes)
                && self.do_whole_writes_agree(place, &seen)
        })
    }
}

impl Graph<'_> {
    /// The bugs of the current execution, and the obstacles of the whole search.
    pub fn findings(&self) -> &Findings {
        &self.host.findings
    }
    /// The names of threads.
    pub fn names(&self) -> &Names {
        &self.host.names
    }
    /// Is there one order of all events, which a machine can follow?
    pub fn has_witness(&self) -> bool {
        self.witness.is_some()
    }

    /// Every item by its thread, with the sources of its reads: names the class of an execution that has ended.
    pub fn class(&self) -> Vec<u32> {
        let mut threads: Vec<(Vec<u32>, ThreadId)> = self
            .present()
            .map(|t| (self.host.names.path(self.host.names.of_thread(t)), t))
            .collect();
        threads.sort();
        let mut class = Vec::new();
        for (path, t) in threads {
            class.extend(path);
            class.push(u32::MAX);
            for &i in self.of_thread.get(t.index()).into_iter().flatten() {
                // A thread that spins does not tell which write it sees.
                let newest = self.item(i).nth as usize == self.of_thread[t.index()].len();
                if newest && self.thread(t).stuck.is_some() && !self.looks_once {
                    continue;
                }
                let item = self.item(i);
                // A join has no choice, whether it is a read or not.
                let joins = item.guard.is_some_and(|guard| guard.why == Wait::Join);
                for choice in item.choices.iter().filter(|_| !joins) {
                    match choice {
                        Choice::Initial => class.push(0),
                        Choice::From { thread, nth } => {
                            class.extend(self.host.names.path(self.host.names.of_thread(*thread)));
                            class.extend([u32::MAX - 1, *nth]);
                        }
                        Choice::Option(option) => class.extend([u32::MAX - 2, *option]),
                        Choice::Spins => class.push(u32::MAX - 4),
                    }
                }
                class.push(u32::MAX - 3);
            }
        }
        class
    }

    /// How the execution ended, when nobody can move; adds the bugs that only show then.
    pub fn end(&self, checks: Checks, bugs: &mut Vec<Failure>) -> End {
        let mut standing = Standing::default();
        let can_spin = self.witness.is_some() || self.spins_for_ever();
        let spins = |t: ThreadId| can_spin && (self.witness.is_none() || self.waits_in_vain(t));
        for t in self.left.iter() {
            let failed = self.thread(t).status == Status::Failed;
            match self.halt(t) {
                Some(Halt::Over) => {
                    standing.abandoned |=
                        failed && !self.host.findings.failures.iter().any(|f| f.thread == t);
                }
                Some(Halt::Waiting) if self.thread(t).stuck.is_some() && !spins(t) => {
                    standing.given_up = true;
                }
                Some(Halt::Waiting) => {
                    let guard = self.host.run.pending(t).guard();
                    match guard.expect("a waiting thread has a guard").why {
                        why if why.may_give_up() => standing.given_up = true,
                        why => standing.waiting.push((t, why)),
                    }
                }
                Some(Halt::Block(Block::Round)) if end::circles(self, t) => {
                    standing.circling.push(t);
                }
                Some(Halt::Block(_) | Halt::Draining | Halt::Joining) => standing.given_up = true,
                None => (),
            }
        }
        standing.exited = self.host.exited;
        standing.failed = !self.host.findings.failures.is_empty();
        let leaks = || end::sizes(self, checks);
        let parts = (&self.host.names, &*self.host.run);
        standing.classify(parts, &leaks, checks, bugs)
    }

    /// Places where the whole search took orderings for others.
    pub fn treated(&self) -> Vec<(LocationId, Treatment)> {
        let found = self.treated.iter();
        let mut found: Vec<_> = found.filter_map(|(id, t)| Some((*id, (*t)?))).collect();
        found.sort();
        found
    }
    /// Places of accesses that could show load buffering, in the whole search.
    pub fn load_buffering(&self) -> Vec<LocationId> {
        self.load_buffering.candidates()
    }
}
