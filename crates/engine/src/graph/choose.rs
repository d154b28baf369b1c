//! The sources of a read: the writes that it may take, and the one that it takes.

use super::coherence::{Known, Marks, OpenRead, PlaceIdx, Write, WriteIdx, knows};
use super::event_graph::{Choice, Graph, Undo, mix};
use super::happens_before::known_to_newest;
use super::plan::{Owner, Plans, PointKind, Wish};
use super::want::{Orders, Want};
use crate::clock;
use crate::mutant::{self, Mutant};
use crate::outcome::{Detail, GraphFeature};
use smallvec::SmallVec;
use threadproof_program::{ErrorKind, LoadOrder, ThreadId, Wait, address};

impl Graph<'_> {
    /// The writes that a read with this past could take now.
    pub(super) fn candidates(
        &self,
        p: PlaceIdx,
        known: Known<'_>,
        want: Want,
        marks: &mut Marks,
    ) -> Vec<WriteIdx> {
        let mut found = Vec::new();
        let place = &self.places[p.0 as usize];
        place.readable(known, &self.writes, marks, &mut found);
        retain_wanted(&mut found, &want, (&self.writes, place.at.size));
        found
    }

    /// Could the newest item take this one now?
    fn is_candidate(&mut self, p: PlaceIdx, want: &Want, w: WriteIdx) -> bool {
        let place = &self.places[p.0 as usize];
        let write = self.write(w);
        let size = place.at.size;
        let known = known_to_newest(self.relaxed, &self.items, &self.clocks, &self.happened);
        want.accepts(write.value, size)
            && (is_free(write) || !want.takes(write.value, size))
            && place.is_readable(known, w, &self.writes, &mut self.marks)
    }

    /// Lets the newest item read a place. `None` if that stops the thread or the item.
    pub(super) fn read(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        wish: &(Want, Orders),
        plans: &mut Plans,
    ) -> Option<WriteIdx> {
        let (want, orders) = wish;
        if let Some(known) = self.read_before(p) {
            self.read_again(t, known, orders);
            return Some(known);
        }
        if self.wishes(t, p, want, plans) && !self.is_hidden(p) {
            self.top().wished = true;
            if self.top().own_section {
                self.wished_at = self.host.run.location(t);
            }
        }
        let (source, owner) = match plans.given.get(self.top().choices.len()) {
            Some(&choice) => {
                let source = self.resolve(p, choice)?;
                if !self.is_candidate(p, want, source)
                    || !self.keeps_earlier(source, orders)
                    || !self.read_moment(t, source)
                {
                    self.infeasible = true;
                    return None;
                }
                let index = self.top().choices.len();
                (source, plans.owners.get(index).copied().flatten())
            }
            None => {
                let (source, owner) = self.choose(t, p, wish, plans)?;
                let possible = self.read_moment(t, source);
                debug_assert!(possible, "the witness allows it");
                (source, owner)
            }
        };
        if want.is_loop() && !self.follows_all(source) {
            self.refuse_exchange(t);
            return None;
        }
        // A write that was there before the lock is as bad as one that comes later (`refuse_writes_into_lock`): the lock may come
        // behind it, and then takes neither this write nor the result of whoever takes this write.
        if matches!(want, Want::Lock(_)) && owner.is_some() && !self.follows_all(source) {
            self.host.obstruct(t, GraphFeature::StoreIntoLock);
        }
        self.take(t, (p, source), wish, owner);
        Some(source)
    }

    /// A loop that waits with a read-modify-write looks at the value first, relaxed. Then it takes the value with
    /// the order of the read-modify-write.
    fn read_again(&mut self, t: ThreadId, source: WriteIdx, orders: &Orders) {
        let own = self.write(source).item == Some(self.newest());
        if self.relaxed && !own && self.write(source).item.is_some() {
            let strength = orders.of_read(self.write(source).value);
            self.synchronise(t, source, strength);
            self.force_earlier();
        }
    }

    /// The newest item takes a write.
    fn take(
        &mut self,
        t: ThreadId,
        (p, source): (PlaceIdx, WriteIdx),
        wish: &(Want, Orders),
        owner: Option<Owner>,
    ) {
        let want = &wish.0;
        let name = self.name_of(source);
        let past = match self.write(source).item {
            Some(item) => self.item(item).name,
            None => 0,
        };
        let top = self.top();
        let choice = top.choices.len() as u32;
        top.choices.push(name);
        top.sources.push(Some(source));
        top.owners.push(owner);
        top.name = mix(top.name, mix(past, 1));
        if owner.is_some() {
            let read = OpenRead {
                item: self.newest(),
                choice,
                lock: want.kind() == PointKind::Lock,
                exchange: want.is_loop(),
            };
            self.places[p.0 as usize].open_reads.push(read);
            self.host.journal.push(Undo::OpenRead(p));
        }
        // A read that spins sees the last write of all: that is asked for as a whole.
        if !self.spins_on(p, want, source) {
            self.force(p, source);
        }
        if let Some(item) = self.write(source).item {
            self.learn(item);
            if self.relaxed {
                self.synchronise_read(t, p, wish, source);
            }
            if !matches!(want, Want::InVain) {
                self.force_earlier();
            }
        }
    }

    /// Puts all that the newest item knows of a place before a write that it has taken or made.
    fn force(&mut self, p: PlaceIdx, w: WriteIdx) {
        let journal = &mut self.host.journal;
        let known = known_to_newest(self.relaxed, &self.items, &self.clocks, &self.happened);
        let mut forced = false;
        self.places[p.0 as usize].force(known, w, &self.writes, |chain| {
            journal.push(Undo::Force(p, chain));
            forced = true;
        });
        self.top().forced |= forced;
    }

    /// Does a read take only writes that happen before it? A plain one does under C11 if data races are looked
    /// for: any other write that it could take races with it.
    fn takes_known(&self, want: &Want, orders: &Orders) -> bool {
        let plain = matches!(orders, Orders::Load(LoadOrder::Plain));
        let races = self.host.config.checks.has(ErrorKind::DataRace);
        self.relaxed && plain && races && matches!(want, Want::Any { section: false })
    }

    /// Keeps only the writes that happen before, if there is one. There is none where the thread has
    /// read a newer write without synchronising: the race with that write is the error.
    fn retain_known(&self, p: PlaceIdx, found: &mut Vec<WriteIdx>) {
        let known = self.known();
        if mutant::is(Mutant::PlainReadsAreOld) {
            found.clear();
            found.push(self.places[p.0 as usize].writes[0]);
        }
        let happened = |w: &WriteIdx| {
            let item = self.write(*w).item.map(|item| self.item(item));
            item.is_none_or(|item| known.has(item.thread, item.nth))
        };
        if found.iter().any(happened) {
            found.retain(happened);
        }
    }

    /// Under C11, after the newest item has taken `source`: the item learns its message, and others will know
    /// of the read. Whether that contradicts sequential consistency is asked last.
    fn synchronise_read(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        (want, orders): &(Want, Orders),
        source: WriteIdx,
    ) {
        let size = self.places[p.0 as usize].at.size;
        let value = self.write(source).value;
        self.synchronise(t, source, orders.of_read(value));
        let newest = self.item(self.newest());
        let me = (newest.thread, newest.nth);
        let knows_source = self.write(source).item.is_none_or(|item| {
            let item = self.item(item);
            self.known().has(item.thread, item.nth)
        });
        if !knows_source && !want.takes(value, size) && !mutant::is(Mutant::ReadsNotLogged) {
            self.places[p.0 as usize].note_read(me, source);
            self.host.journal.push(Undo::NoteRead(p, me.0));
        }
    }

    /// Decides freely.
    fn choose(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        wish: &(Want, Orders),
        plans: &mut Plans,
    ) -> Option<(WriteIdx, Option<Owner>)> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let place = &self.places[p.0 as usize];
        let known = known_to_newest(self.relaxed, &self.items, &self.clocks, &self.happened);
        place.readable(known, &self.writes, &mut self.marks, &mut found);
        retain_wanted(&mut found, &wish.0, (&self.writes, place.at.size));
        let chosen = self.choose_among(t, p, wish, &mut found, plans);
        self.found = found;
        chosen
    }

    /// Takes one of the candidates; the others become choices of the frame.
    fn choose_among(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        (want, orders): &(Want, Orders),
        found: &mut Vec<WriteIdx>,
        plans: &mut Plans,
    ) -> Option<(WriteIdx, Option<Owner>)> {
        found.retain(|w| self.keeps_earlier(*w, orders) && self.allows(t, *w));
        let only_known = self.takes_known(want, orders);
        if only_known {
            self.retain_known(p, found);
        }
        if let Some(dice) = &mut plans.dice {
            let source = self.take_any(found, (p, *want), dice);
            self.infeasible |= source.is_none();
            return source.map(|source| (source, None));
        }
        let Some(source) = found.pop() else {
            self.infeasible = true;
            return None;
        };
        if let Some(others) = &mut plans.others {
            for &other in found.iter() {
                let mut choices = self.item(self.newest()).choices.clone();
                choices.push(self.name_of(other));
                others.push(choices);
            }
            return Some((source, None));
        }
        if !plans.open || want.kind() == PointKind::Lock {
            if !found.is_empty() && want.is_loop() {
                self.refuse_exchange(t);
                return None;
            }
            if !found.is_empty() {
                self.host
                    .obstruct(t, GraphFeature::SectionOfUnorderedWrites);
            }
            found.clear();
        }
        let certain = only_known || self.is_certain(p, want);
        if !plans.open || certain && found.is_empty() {
            return Some((source, None));
        }
        // The oldest write is tried next: it differs most from the one just taken, so errors are found early.
        let untried = found.iter().rev().map(|w| self.name_of(*w));
        Some((source, Some(plans.add_point(want.kind(), untried))))
    }

    /// Is the write that a read takes the only one that it can ever take? A thread ends once, so that holds for joins.
    fn is_certain(&self, p: PlaceIdx, want: &Want) -> bool {
        let join = matches!(want, Want::Pass(guard) if guard.why == Wait::Join);
        let at = self.places[p.0 as usize].at;
        join && address::block_owner(at.address).is_some()
    }

    /// Takes one of the options of the program.
    pub(super) fn option(&mut self, options: u32, plans: &mut Plans) -> u32 {
        let index = self.top().choices.len();
        let taken = match (plans.given.get(index), &mut plans.dice) {
            (Some(Choice::Option(option)), _) => (*option).min(options.saturating_sub(1)),
            (_, Some(dice)) => dice.option(options),
            _ => 0,
        };
        if let Some(others) = &mut plans.others
            && plans.given.len() <= index
        {
            others.extend((1..options).map(|option| {
                let mut choices = self.item(self.newest()).choices.clone();
                choices.push(Choice::Option(option));
                choices
            }));
        }
        let top = self.top();
        top.choices.push(Choice::Option(taken));
        top.sources.push(None);
        top.owners.push(None);
        top.name = mix(top.name, u128::from(taken) << 64 | 2);
        if plans.open && plans.given.len() <= index {
            let untried = (1..options).rev().map(Choice::Option);
            plans.add_point(PointKind::Option, untried);
        }
        taken
    }

    /// Plans for the writes that the item wants to take and cannot. Are there any?
    fn wishes(&self, t: ThreadId, p: PlaceIdx, want: &Want, plans: &mut Plans) -> bool {
        // A read-modify-write of several pieces has made its wishes before it reads.
        if matches!(
            want,
            Want::Any { section: false } | Want::Pass(_) | Want::InVain | Want::Piece { .. }
        ) {
            return false;
        }
        let newest = self.item(self.newest());
        let past = (self.clock(self.newest()), self.known(), &newest.choices[..]);
        self.wish_all((t, newest.nth, newest.name), past, (p, want), plans)
    }

    /// Makes a wish for every write of a place that an item wants and that an open item has taken.
    pub(super) fn wish_all(
        &self,
        (thread, nth, name): (ThreadId, u32, u128),
        (clock, known, choices): (&[u32], Known<'_>, &[Choice]),
        (p, want): (PlaceIdx, &Want),
        plans: &mut Plans,
    ) -> bool {
        if plans.frames.is_empty() {
            return false;
        }
        let mut any = false;
        let place = &self.places[p.0 as usize];
        // Who knows the taker of a write knows those of all older ones in its chain.
        let knows_taker = |w: &&WriteIdx| {
            let taker = self.write(**w).taken.map(|item| self.item(item));
            taker.is_some_and(|taker| knows(clock, taker.thread, taker.nth))
        };
        let unknown = place.chains().flat_map(|(members, _)| {
            let newest = members.iter().rev();
            newest.take_while(|w| !knows_taker(w))
        });
        let mut sources: SmallVec<[WriteIdx; 8]> = unknown.copied().collect();
        sources.sort_unstable();
        for source in sources {
            let write = self.write(source);
            let Some(taker) = write.taken.map(|item| self.item(item)) else {
                continue;
            };
            if taker.owners.iter().all(Option::is_none)
                || !want.may_take(write.value, place.at.size)
                || self.is_overwritten(p, source, known)
            {
                continue;
            }
            let past = write.item.map_or(0, |item| self.item(item).name);
            let wish = Wish {
                thread,
                nth,
                clock,
                choices,
                source,
                name: mix(name, mix(past, 1)),
            };
            any |= plans.wish(self, wish);
        }
        any
    }

    /// Does something that happened before hide the write, whatever is taken back?
    pub(super) fn is_overwritten(&self, p: PlaceIdx, source: WriteIdx, known: Known<'_>) -> bool {
        let place = &self.places[p.0 as usize];
        let hidden = self.write(source);
        place.visible(known).any(|v| {
            let write = self.write(v);
            let in_chain = write.chain == hidden.chain && write.position > hidden.position;
            let before = || match (hidden.item.map(|i| self.item(i)), write.item) {
                (Some(first), Some(second)) => {
                    self.known_by_item(second).has(first.thread, first.nth)
                }
                (None, _) => true,
                _ => false,
            };
            v != source && (in_chain || before())
        })
    }

    /// The write that the newest item has at a place, by its own store or an earlier read.
    pub(super) fn read_before(&self, p: PlaceIdx) -> Option<WriteIdx> {
        if let Some(own) = self.own_write(p) {
            return Some(own);
        }
        let item = &self.items[self.items.len() - 1];
        let sources = item.sources.iter().flatten().copied();
        sources.into_iter().find(|s| self.write(*s).place == p)
    }

    /// The write of the newest item to a place.
    pub(super) fn own_write(&self, p: PlaceIdx) -> Option<WriteIdx> {
        let newest = self.newest();
        let first = self.item(newest).first_write;
        if first as usize == self.writes.len() {
            return None;
        }
        let writes = (first..self.writes.len() as u32).map(WriteIdx);
        let mut own = writes.filter(|w| {
            let write = self.write(*w);
            write.item == Some(newest) && write.place == p
        });
        own.next()
    }

    /// Would the earlier accesses of the item still be possible if it learned the past of `source`?
    fn keeps_earlier(&mut self, source: WriteIdx, orders: &Orders) -> bool {
        let newest = self.newest();
        let Some(item) = self.write(source).item else {
            return true;
        };
        if self.item(newest).sources.is_empty() {
            return true;
        }
        let known = self.known();
        let (mut clock, shift) = (known.clock.to_vec(), known.shift);
        let learned = match self.relaxed {
            false => self.clock(item),
            true => {
                let strength = orders.of_read(self.write(source).value);
                self.happened.get(self.learned(source, strength))
            }
        };
        clock::join_wider(&mut clock, learned);
        let sources = self.item(newest).sources.clone();
        let mut marks = std::mem::take(&mut self.marks);
        let keeps = sources.into_iter().flatten().all(|earlier| {
            let p = self.write(earlier).place;
            let place = &self.places[p.0 as usize];
            self.own_write(p).is_some()
                || place.is_readable(
                    Known {
                        clock: &clock,
                        shift,
                    },
                    earlier,
                    &self.writes,
                    &mut marks,
                )
        });
        self.marks = marks;
        keeps
    }

    /// Adds the edges that the newest knowledge forces at the places that the item touched before.
    fn force_earlier(&mut self) {
        let newest = self.newest();
        let item = self.item(newest);
        let before = item.sources.len() - 1;
        let first = item.first_write;
        if before == 0 && first as usize == self.writes.len() {
            return;
        }
        let read = item.sources[..before].iter().flatten().copied();
        let mut touched: SmallVec<[WriteIdx; 8]> = read.collect();
        let own = (first..self.writes.len() as u32).map(WriteIdx);
        touched.extend(own.filter(|w| self.write(*w).item == Some(newest)));
        for w in touched {
            self.force(self.write(w).place, w);
        }
    }

    /// The name of a write as the source of a read.
    pub(super) fn name_of(&self, w: WriteIdx) -> Choice {
        match self.write(w).item {
            None => Choice::Initial,
            Some(item) => {
                let item = self.item(item);
                Choice::From {
                    thread: item.thread,
                    nth: item.nth,
                }
            }
        }
    }

    /// The same; without one the newest item is impossible.
    fn resolve(&mut self, p: PlaceIdx, choice: Choice) -> Option<WriteIdx> {
        let found = self.named(p, choice);
        self.infeasible |= found.is_none();
        found
    }

    /// The write of a name, at a place.
    pub(super) fn named(&self, p: PlaceIdx, choice: Choice) -> Option<WriteIdx> {
        let place = &self.places[p.0 as usize];
        match choice {
            Choice::Initial => Some(place.writes[0]),
            Choice::From { thread, nth } => {
                let items = self.of_thread.get(thread.index());
                let item = items.and_then(|items| items.get(nth as usize - 1).copied());
                let of_item = |w: &&WriteIdx| self.write(**w).item == item;
                item.and_then(|_| place.writes.iter().rev().find(of_item).copied())
            }
            Choice::Option(_) | Choice::Spins => None,
        }
    }

    /// Would an open read pass its guard with this value?
    pub(super) fn lets_pass(&self, read: &OpenRead, value: u64) -> bool {
        let item = self.item(read.item);
        let first = u32::from(item.choices.first() == Some(&Choice::Spins));
        let guard = item.guard.filter(|_| read.choice == first);
        let source = item.sources[read.choice as usize];
        let place = source.map(|s| self.write(s).place);
        let size = place.map_or(8, |p| self.places[p.0 as usize].at.size);
        guard.is_none_or(|guard| guard.passes(value, size))
    }

    /// Notes an access of the newest item, before it reads anything, and looks for others that it
    /// races with.
    pub(super) fn find_race(&mut self, t: ThreadId, p: PlaceIdx, kind: u8) {
        if mutant::is(Mutant::RacesByPast) {
            let past = self.clock(self.newest()).to_vec();
            let known = Known {
                clock: &past,
                shift: 0,
            };
            return self.note_access(t, p, kind, Some(known));
        }
        let race = match self.host.config.checks.has(ErrorKind::DataRace) {
            true => {
                let me = self.item(self.newest()).thread;
                self.places[p.0 as usize].race(self.known(), me, kind)
            }
            false => None,
        };
        self.log_access(p, kind);
        self.report_race(t, p, race);
    }

    /// The same with the knowledge before the access; `None` if all accesses of the place are atomic.
    pub(super) fn note_access(
        &mut self,
        t: ThreadId,
        p: PlaceIdx,
        kind: u8,
        before: Option<Known<'_>>,
    ) {
        let me = self.item(self.newest()).thread;
        let wanted = self.host.config.checks.has(ErrorKind::DataRace);
        let place = &self.places[p.0 as usize];
        let race = before
            .filter(|_| wanted)
            .and_then(|before| place.race(before, me, kind));
        self.log_access(p, kind);
        self.report_race(t, p, race);
    }

    fn log_access(&mut self, p: PlaceIdx, kind: u8) {
        let item = &self.items[self.items.len() - 1];
        let at = self.places[p.0 as usize].log((item.thread, item.nth), kind);
        self.host.journal.push(Undo::Log(p, at));
    }

    fn report_race(&mut self, t: ThreadId, p: PlaceIdx, race: Option<(ThreadId, u32)>) {
        if let Some((other, nth)) = race {
            let other = self.other_access(other, nth, p);
            self.report_at(t, ErrorKind::DataRace, Detail::Race { other });
        }
    }
}

/// Keeps the writes whose values an item wants.
fn retain_wanted(found: &mut Vec<WriteIdx>, want: &Want, (writes, size): (&[Write], u8)) {
    if matches!(want, Want::Any { .. }) {
        return;
    }
    found.retain(|w| {
        let write = &writes[w.0 as usize];
        want.accepts(write.value, size) && (is_free(write) || !want.takes(write.value, size))
    });
}

/// May a read-modify-write still take the write?
pub(super) fn is_free(write: &Write) -> bool {
    write.taken.is_none() || mutant::is(Mutant::NoAtomicity)
}
