//! Plans for read-modify-writes of several pieces ([`super::wide_updates`]).

use super::coherence::{ItemIdx, OpenRead, PlaceIdx, WriteIdx, knows};
use super::event_graph::{Choice, Choices, Graph, mix};
use super::plan::{Move, Own, Owner, Plan, Plans, PointKind, past};
use super::wide_updates::Sources;
use crate::mutant::{self, Mutant};
use smallvec::SmallVec;
use threadproof_program::{Op, ThreadId};

impl Plans {
    /// The next item of a thread reads several pieces: it gets a frame with one part for each way to do so.
    pub(super) fn divide_by_sources(
        &mut self,
        graph: &Graph<'_>,
        thread: ThreadId,
        found: &[Sources],
    ) {
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

    /// Plans to let a read-modify-write of several pieces come before open reads of the writes that it takes. If `new` is given, only
    /// those in which it takes something from there.
    pub(super) fn wish_for_pieces(
        &mut self,
        graph: &Graph<'_>,
        item: ItemIdx,
        new: Option<ItemIdx>,
    ) {
        if self.frames.is_empty() || mutant::is(Mutant::NoWishesOfPieces) {
            return;
        }
        let wide = graph.wide(item);
        if !wide.op.is_update() {
            return;
        }
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
    /// The sources that a read-modify-write of several pieces could want, so that it would have to come before an open read
    /// of one of them.
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
        let one_order = self.witness.is_some() || !self.seq_cst.is_empty();
        let conflicts = |w: WriteIdx| match one_order {
            // An await need not have seen the write that the item takes: that may not let it pass.
            true => seen == Some(w) || reader.guard.is_some(),
            false => seen == Some(w) && self.write(w).taken == Some(read.item),
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

    /// The sources of an open read-modify-write of several pieces if `own` came before it, and it read that at `choice`;
    /// `None` stands for the write of `own`.
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
