//! Read-modify-writes of several pieces.
//!
//! Such an item reads one write of each piece, and takes all of them. What it reads is decided at once, not piece by piece:
//! with the source of one piece already chosen, there may be nothing left to read for another one until somebody has written
//! it, and the execution would have no neighbour to be found from. For all pieces together there always is: an
//! item that comes last. So the frame of the item has one point, divided by the sources of all pieces; a part is
//! named by the pasts of all of them (`docs/design/weak-memory.md`).
//!
//! If an open item has taken one of the writes that such an item wants, a plan lets this one come first with all its sources
//! given. Writes that are wanted together need not be there together when the item runs, so a later
//! write makes the wishes in which it takes part.

use super::coherence::{ItemIdx, Known, OpenRead, PlaceIdx, WRITES, WriteIdx, knows};
use super::event_graph::{Choice, Choices, Graph, mix};
use super::happens_before::Strength;
use super::plan::{Move, Own, Owner, Plan, Plans, PointKind, past};
use super::want::{Orders, Want};
use crate::clock;
use crate::host::Execution;
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Access, LoadOrder, Op, Response, RmwOrder, ThreadId};

/// A read-modify-write of several pieces that is in the graph.
#[derive(Clone, Debug)]
pub struct WideUpdate {
    pub item: ItemIdx,
    op: Op,
    places: SmallVec<[PlaceIdx; 2]>,
}

/// A write of each piece.
type Sources = SmallVec<[WriteIdx; 2]>;

impl Graph<'_> {
    pub(super) fn modify_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, success, failure): (&[Access], RmwOrder, LoadOrder),
        plans: &mut Plans,
    ) {
        if self.thread(t).sections > 0 {
            return self.refuse_pieces(t);
        }
        let mut places: SmallVec<[PlaceIdx; 2]> = SmallVec::new();
        for &piece in pieces {
            let Some(p) = self.accessed(t, op, piece, true) else {
                return;
            };
            places.push(p);
        }
        // With one memory it is put into order when it is complete.
        self.top().whole = self.witness.is_some();
        let item = self.newest();
        self.wide.push(WideUpdate {
            item,
            op,
            places: places.clone(),
        });
        plans.wish_for_pieces(self, item, None);
        let Some(sources) = self.sources_of_pieces(t, &places, plans) else {
            self.infeasible = true;
            return;
        };
        self.update_pieces(
            t,
            op,
            (pieces, &places, &sources),
            (success, failure),
            plans,
        );
    }

    /// What the newest item reads. `None` if its frame has still to decide, or it is impossible.
    fn sources_of_pieces(
        &mut self,
        t: ThreadId,
        places: &[PlaceIdx],
        plans: &mut Plans,
    ) -> Option<Sources> {
        if plans.given.is_empty() {
            let mut found = self.possible_sources();
            if plans.open {
                plans.divide_by_sources(self, t, &found);
                return None;
            }
            let at = match &mut plans.dice {
                Some(dice) => dice.option(found.len() as u32) as usize,
                None => found.len().checked_sub(1)?,
            };
            let chosen = (at < found.len()).then(|| found.swap_remove(at))?;
            plans.given = self.names_of(&chosen);
            if let Some(others) = &mut plans.others {
                others.extend(found.iter().map(|sources| self.names_of(sources)));
            }
        }
        let given = plans.given.iter();
        let named = given.zip(places).map(|(choice, p)| self.named(*p, *choice));
        let sources: Option<Sources> = named.collect();
        sources.filter(|sources| sources.len() == places.len())
    }

    /// The newest item reads these, and writes.
    fn update_pieces(
        &mut self,
        t: ThreadId,
        op: Op,
        (pieces, places, sources): (&[Access], &[PlaceIdx], &[WriteIdx]),
        (success, failure): (RmwOrder, LoadOrder),
        plans: &mut Plans,
    ) {
        let at = op.access().expect("a read-modify-write is an access");
        let (old, defined) = self.value_of(at, sources.iter().copied());
        let written = op.written(old);
        let read = match written {
            Some(_) => Strength::of_update_read(success),
            None => Strength::of_load(failure),
        };
        let orders = Orders::Decided {
            read,
            write: Strength::of_update_write(success),
        };
        let takes = written.is_some();
        // As for a read-modify-write of one place, under Release-Acquire races are with what it knew before.
        let kind = if takes { WRITES } else { 0 };
        if !self.relaxed {
            let known = self.known();
            let (before, shift) = (known.clock.to_vec(), known.shift);
            for &p in places {
                let plain = self.places[p.0 as usize].has_plain();
                let before = plain.then_some(Known {
                    clock: &before,
                    shift,
                });
                self.note_access(t, p, kind, before);
            }
        }
        for &p in places {
            if self
                .read(t, p, &(Want::Piece { takes }, orders), plans)
                .is_none()
            {
                return;
            }
        }
        self.note_pieces_if_seq_cst(t, read == Strength::SeqCst, places[0]);
        let all = u8::MAX >> (8 - at.size);
        let response = Response {
            value: old,
            defined: if defined & all == all { 0xff } else { 0 },
        };
        if self.lacks_value(at, defined) {
            self.note_read(t, &op, Response::value(old), Some(sources[0]));
            return self.fail_undefined(t);
        }
        if self.relaxed {
            places.iter().for_each(|p| self.look_for_race(t, *p, kind));
        }
        self.note_read(t, &op, response, Some(sources[0]));
        if let Some(new) = written {
            let new = (new, op.defines(response.defined));
            if !self.write_pieces(t, (pieces, places), new, orders.of_write()) {
                return;
            }
        }
        if places.iter().all(|p| self.is_seq_cst_possible(t, *p)) {
            self.host.run.resume(t, response);
        }
    }

    /// The value of an access that reads these, and which of its bytes are defined.
    fn value_of(&self, at: Access, sources: impl Iterator<Item = WriteIdx>) -> (u64, u8) {
        let (mut value, mut defined) = (0, 0);
        for source in sources {
            let write = self.write(source);
            let piece = self.places[write.place.0 as usize].at;
            let offset = piece.address - at.address;
            let bytes = ((1u16 << piece.size) - 1) as u8;
            value |= write.value << (8 * offset);
            defined |= (write.defined & bytes) << offset;
        }
        (value, defined)
    }

    /// What the newest item could read now.
    fn possible_sources(&self) -> Vec<Sources> {
        let newest = self.newest();
        let wide = self.wide(newest);
        let known = self.known_before(newest);
        let readable = |p: &PlaceIdx| {
            let mut found = Vec::new();
            let place = &self.places[p.0 as usize];
            place.readable(known, &self.writes, &mut Default::default(), &mut found);
            found
        };
        let options: Vec<Vec<WriteIdx>> = wide.places.iter().map(readable).collect();
        let mut all = self.combinations(wide, &options);
        let free = |w: &WriteIdx| super::choose::is_free(self.write(*w));
        all.retain(|sources| !self.takes_all(wide, sources) || sources.iter().all(free));
        all
    }

    /// Does a read-modify-write that reads these write?
    fn takes_all(&self, wide: &WideUpdate, sources: &[WriteIdx]) -> bool {
        let at = wide.op.access().expect("a read-modify-write is an access");
        let (value, _) = self.value_of(at, sources.iter().copied());
        wide.op.written(value).is_some()
    }

    /// All ways to choose a write for each piece, without those that contradict each other at once.
    fn combinations(&self, wide: &WideUpdate, options: &[Vec<WriteIdx>]) -> Vec<Sources> {
        let mut all = vec![Sources::new()];
        for here in options {
            let mut longer = Vec::new();
            for sources in &all {
                for &w in here {
                    if sources.iter().all(|other| self.agree(wide, *other, w)) {
                        let mut sources = sources.clone();
                        sources.push(w);
                        longer.push(sources);
                    }
                }
            }
            all = longer;
        }
        all
    }

    /// Can the two be read at once? Not if whoever reads one of them learns of a newer write than the other.
    fn agree(&self, wide: &WideUpdate, a: WriteIdx, b: WriteIdx) -> bool {
        let hidden_by = |w: WriteIdx, hidden: WriteIdx| {
            let place = self.write(hidden).place;
            let known = self.learned_from(wide, w);
            known.is_some_and(|known| self.is_overwritten(place, hidden, known))
        };
        !hidden_by(a, b) && !hidden_by(b, a)
    }

    /// What a read-modify-write knows in any case when it has read a write.
    fn learned_from(&self, wide: &WideUpdate, w: WriteIdx) -> Option<Known<'_>> {
        let write = self.write(w);
        let item = write.item?;
        if !self.is_c11() {
            return Some(self.known_by_item(item));
        }
        let acquires = match wide.op {
            Op::Rmw { order, .. } => order.acquires(),
            Op::CompareExchange {
                success, failure, ..
            } => success.acquires() && matches!(failure, LoadOrder::Acquire | LoadOrder::SeqCst),
            _ => false,
        };
        acquires.then(|| self.known_by(write.message))
    }

    fn wide(&self, item: ItemIdx) -> &WideUpdate {
        let mut all = self.wide.iter().rev();
        let own = all.find(|wide| wide.item == item);
        own.expect("it is a read-modify-write of several pieces")
    }

    /// What happened before an item.
    fn known_before(&self, item: ItemIdx) -> Known<'_> {
        match self.relaxed {
            true => self.known_by(self.item(item).before),
            false => Known {
                clock: self.clock(self.item(item).state.last),
                shift: 0,
            },
        }
    }

    fn names_of(&self, sources: &[WriteIdx]) -> Choices {
        sources.iter().map(|w| self.name_of(*w)).collect()
    }

    /// The name of sources together with their pasts.
    pub fn name_of_sources(&self, sources: &[Choice]) -> u128 {
        let past = |choice: &Choice| match choice {
            Choice::From { thread, nth } => {
                let item = self.of_thread[thread.index()][*nth as usize - 1];
                self.item(item).name
            }
            _ => 0,
        };
        sources
            .iter()
            .fold(0, |name, choice| mix(name, mix(past(choice), 1)))
    }

    /// Adds the past of a write to a clock.
    fn join_past(&self, clock: &mut Vec<u32>, w: WriteIdx) {
        if let Some(item) = self.write(w).item {
            clock::join_wider(clock, self.clock(item));
        }
    }

    /// Is an item the one that made a write, or in its past?
    fn leads_to(&self, item: ItemIdx, w: WriteIdx) -> bool {
        let item = self.item(item);
        let writer = self.write(w).item;
        writer.is_some_and(|writer| knows(self.clock(writer), item.thread, item.nth))
    }

    /// After the first `base` items and those that a clock knows: is a write taken?
    fn is_taken_there(&self, w: WriteIdx, (base, clock): (usize, &[u32])) -> bool {
        self.write(w).taken.is_some_and(|taker| {
            let item = self.item(taker);
            (taker.0 as usize) < base || knows(clock, item.thread, item.nth)
        })
    }
}

impl Plans {
    /// The next item of a thread reads several pieces: it gets a frame with one part for each way to do so.
    fn divide_by_sources(&mut self, graph: &Graph<'_>, thread: ThreadId, found: &[Sources]) {
        let owner = self.add_point(PointKind::Reads, std::iter::empty());
        for sources in found {
            let choices = graph.names_of(sources);
            let name = graph.name_of_sources(&choices);
            self.point(owner).note(name);
            let plan = Plan {
                moves: Vec::new(),
                owners: SmallVec::from_elem(Some(owner), choices.len()),
                last: Move { thread, choices },
                wish: false,
                takes: None,
            };
            self.add(owner, name, plan);
        }
    }

    /// Plans to let an open read-modify-write of several pieces take the newest item's writes.
    pub(super) fn offer_pieces(&mut self, graph: &Graph<'_>, read: &OpenRead, owner: Owner) {
        let newest = graph.newest();
        let reader = graph.item(read.item);
        if knows(graph.clock(newest), reader.thread, reader.nth) {
            return;
        }
        let wide = graph.wide(read.item);
        let known = graph.known_before(read.item);
        let option = |p: &PlaceIdx| {
            let writes = graph.places[p.0 as usize].writes.iter().copied();
            let possible = writes
                .filter(|w| !graph.leads_to(read.item, *w) && !graph.is_overwritten(*p, *w, known));
            possible.collect::<Vec<_>>()
        };
        let options: Vec<Vec<WriteIdx>> = wide.places.iter().map(option).collect();
        let base = self.base(owner);
        for sources in graph.combinations(wide, &options) {
            if sources.iter().all(|w| graph.write(*w).item != Some(newest)) {
                continue;
            }
            let mut clock = Vec::new();
            sources.iter().for_each(|w| graph.join_past(&mut clock, *w));
            let taken = |w: &WriteIdx| graph.is_taken_there(*w, (base, &clock));
            if graph.takes_all(wide, &sources) && sources.iter().any(taken) {
                continue;
            }
            let choices = graph.names_of(&sources);
            let name = graph.name_of_sources(&choices);
            if !self.point(owner).note(name) {
                continue;
            }
            let plan = Plan {
                moves: past(graph, base, &clock),
                last: Move {
                    thread: reader.thread,
                    choices,
                },
                owners: reader.owners.clone(),
                wish: false,
                takes: None,
            };
            self.add(owner, name, plan);
        }
    }

    /// The newest item has written: wishes of read-modify-writes of several pieces to take that together with other writes,
    /// which open items have.
    pub(super) fn wish_with_newest(&mut self, graph: &Graph<'_>) {
        let newest = graph.newest();
        for wide in &graph.wide {
            let item = graph.item(wide.item);
            let written = graph.writes[graph.item(newest).first_write as usize..].iter();
            let mut written = written.filter(|write| write.item == Some(newest));
            if wide.item != newest
                && !knows(graph.clock(newest), item.thread, item.nth)
                && written.any(|write| wide.places.contains(&write.place))
            {
                self.wish_for_pieces(graph, wide.item, Some(newest));
            }
        }
    }

    /// Plans to let a read-modify-write of several pieces come before open reads of what it takes. If `new` is given, only
    /// those in which it takes something from there.
    fn wish_for_pieces(&mut self, graph: &Graph<'_>, item: ItemIdx, new: Option<ItemIdx>) {
        if self.frames.is_empty() || mutant::is(Mutant::NoWishesOfPieces) {
            return;
        }
        let wide = graph.wide(item);
        let before = graph.clock(graph.item(item).state.last);
        for (piece, p) in wide.places.iter().enumerate() {
            for read in &graph.places[p.0 as usize].open_reads {
                let reader = graph.item(read.item);
                let owner = reader.owners[read.choice as usize].expect("it is open");
                let in_base = (item.0 as usize) < self.base(owner);
                if in_base || read.item == item || knows(before, reader.thread, reader.nth) {
                    continue;
                }
                for sources in graph.wanted_sources(item, (piece, read), new) {
                    self.wish_for_sources(graph, item, &sources, (read, owner));
                }
            }
        }
    }

    fn wish_for_sources(
        &mut self,
        graph: &Graph<'_>,
        item: ItemIdx,
        sources: &[WriteIdx],
        (read, owner): (&OpenRead, Owner),
    ) {
        let wide = graph.wide(item);
        let own = graph.item(item);
        let last = graph.item(own.state.last);
        let mut clock = graph.clock(own.state.last).to_vec();
        sources.iter().for_each(|w| graph.join_past(&mut clock, *w));
        let base = self.base(owner);
        let taken = |w: &WriteIdx| graph.is_taken_there(*w, (base, &clock));
        if !graph.takes_all(wide, sources) || sources.iter().any(taken) {
            return;
        }
        let choices = graph.names_of(sources);
        let named = mix(last.name, u128::from(own.thread.0) + 1);
        let name = mix(mix(named, graph.name_of_sources(&choices)), u128::MAX);
        let pieces = self.point(owner).kind == PointKind::Reads;
        if !pieces && !self.point(owner).note(name) {
            return;
        }
        let place = graph.item(read.item).sources[read.choice as usize];
        let place = place.map(|w| graph.write(w).place);
        let piece = wide.places.iter().position(|p| Some(*p) == place);
        let own = Own {
            thread: own.thread,
            nth: own.nth,
            choices,
            takes: piece.expect("the two meet there") as u32,
            takes_from: sources,
            writes: &wide.places,
        };
        let at = (read.item, read.choice as usize);
        self.put_before(graph, (owner, name), at, &clock, own);
    }

    /// As [`Plans::put_before`] for an open read-modify-write of several pieces.
    pub(super) fn put_before_pieces(
        &mut self,
        graph: &Graph<'_>,
        (owner, name): (Owner, u128),
        (reader, choice): (ItemIdx, usize),
        clock: &[u32],
        own: Own<'_>,
    ) {
        let wide = graph.wide(reader);
        let base = self.base(owner);
        let first = Choice::From {
            thread: own.thread,
            nth: own.nth,
        };
        let item = graph.item(reader);
        for taken in graph.sources_behind(reader, choice, &own) {
            let mut clock = clock.to_vec();
            let others = || taken.iter().flatten().copied();
            others().for_each(|w| graph.join_past(&mut clock, w));
            let lost = |w: WriteIdx| {
                own.takes_from.contains(&w) || graph.is_taken_there(w, (base, &clock))
            };
            if matches!(wide.op, Op::Rmw { .. }) && others().any(lost) {
                continue;
            }
            let choices: Choices = taken
                .iter()
                .map(|w| w.map_or(first, |w| graph.name_of(w)))
                .collect();
            let pasts: Choices = others().map(|w| graph.name_of(w)).collect();
            let which = taken
                .iter()
                .fold(1, |bits, w| bits << 1 | u128::from(w.is_none()));
            let name = mix(mix(name, graph.name_of_sources(&pasts)), which);
            if !self.point(owner).note(name) {
                continue;
            }
            let mut moves = past(graph, base, &clock);
            moves.push(Move {
                thread: own.thread,
                choices: own.choices.clone(),
            });
            let plan = Plan {
                moves,
                last: Move {
                    thread: item.thread,
                    choices,
                },
                owners: item.owners.clone(),
                wish: true,
                takes: None,
            };
            self.add(owner, name, plan);
        }
    }
}

impl Graph<'_> {
    /// What a read-modify-write of several pieces could want to read, so that it would have to come before an open read of
    /// one of them.
    fn wanted_sources(
        &self,
        item: ItemIdx,
        (piece, read): (usize, &OpenRead),
        new: Option<ItemIdx>,
    ) -> Vec<Sources> {
        let wide = self.wide(item);
        let known = self.known_before(item);
        let reader = self.item(read.item);
        let seen = reader.sources[read.choice as usize];
        let conflicts = |w: WriteIdx| match &self.witness {
            // An await need not have seen what the item takes: that may not let it pass.
            Some(_) => seen == Some(w) || reader.guard.is_some(),
            None => seen == Some(w) && self.write(w).taken == Some(read.item),
        };
        let option = |(at, p): (usize, &PlaceIdx)| {
            let writes = self.places[p.0 as usize].writes.iter().copied();
            let possible = writes.filter(|w| {
                !self.leads_to(read.item, *w)
                    && !self.leads_to(item, *w)
                    && !self.is_overwritten(*p, *w, known)
                    && (at != piece || conflicts(*w))
            });
            possible.collect::<Vec<_>>()
        };
        let options: Vec<Vec<WriteIdx>> = wide.places.iter().enumerate().map(option).collect();
        let mut all = self.combinations(wide, &options);
        if let Some(new) = new {
            all.retain(|sources| sources.iter().any(|w| self.write(*w).item == Some(new)));
        }
        all
    }

    /// What an open read-modify-write of several pieces could read if `own` came before it, and it read that at `choice`;
    /// `None` stands for what `own` writes.
    fn sources_behind(
        &self,
        reader: ItemIdx,
        choice: usize,
        own: &Own<'_>,
    ) -> Vec<SmallVec<[Option<WriteIdx>; 2]>> {
        let wide = self.wide(reader);
        let known = self.known_before(reader);
        let follows = |w: WriteIdx| {
            let writer = self.write(w).item;
            writer.is_some_and(|writer| knows(self.clock(writer), own.thread, own.nth))
        };
        let mut all = vec![SmallVec::new()];
        for (at, p) in wide.places.iter().enumerate() {
            let mut options: Vec<Option<WriteIdx>> = Vec::new();
            options.extend((at == choice || own.writes.contains(p)).then_some(None));
            if at != choice {
                let writes = self.places[p.0 as usize].writes.iter().copied();
                let possible = writes.filter(|w| {
                    !self.leads_to(reader, *w)
                        && !follows(*w)
                        && !self.is_overwritten(*p, *w, known)
                });
                options.extend(possible.map(Some));
            }
            let longer = |sources: &SmallVec<[Option<WriteIdx>; 2]>| {
                let sources = sources.clone();
                let with = move |w| {
                    let mut longer = sources.clone();
                    longer.push(w);
                    longer
                };
                options.iter().copied().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}
