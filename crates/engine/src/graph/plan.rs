//! The rest of the search: frames, one for each undecided item, with plans for its choices.
//!
//! A frame stands for all executions that contain the first `base` items. It divides them by the source of the
//! item's read: a write that is there already (`untried`), or one that comes later. In the
//! latter case the execution contains the past of that write, and the read: this is a *plan*, the
//! paper's schedule. A plan is determined by the execution, and every execution belongs to
//! exactly one part; so none is visited twice as long as no plan is run twice (`seen`). Within a plan
//! only the planned read stays open (the paper: "swappable"), and only for its own frame.
//!
//! For a lock the parts are different: either this request takes the lock now, or another request
//! does. So its plans are "another one takes the write first", and the request itself stays
//! undecided; no execution is lost in which it waits for ever.

use super::coherence::{ItemIdx, PlaceIdx, WriteIdx, knows};
use super::crossing::{Crossing, Outbound, Task};
use super::dice::Dice;
use super::event_graph::{Choice, Choices, Graph, mix};
use crate::clock;
use crate::mutant::{self, Mutant};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use threadproof_program::ThreadId;

/// A point of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Owner {
    pub frame: u32,
    pub point: u32,
}

/// Who may still change each choice of an item.
pub type Owners = SmallVec<[Option<Owner>; 1]>;

/// How a point divides executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PointKind {
    /// Divided by the write that it reads.
    Read,
    /// Of a read-modify-write of several pieces: divided by all that they read together.
    Reads,
    /// Divided by who reads the one write that it can read.
    Lock,
    Option,
}

/// A decision of a frame, with its parts that are left.
#[derive(Debug)]
pub struct Point {
    pub kind: PointKind,
    /// Tried from the end.
    pub untried: Vec<Choice>,
    pub plans: Vec<Plan>,
    /// Choices and plans that were taken out of these lists.
    pub taken: u32,
    /// Names of the writes that have had a plan.
    pub seen: FxHashSet<u128>,
    /// If other workers know the point: where its names are then, and its plans are tasks.
    pub crossing: Option<Arc<Crossing>>,
}

/// A thread's next item and its first choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Move {
    pub thread: ThreadId,
    pub choices: Choices,
}

/// The way to a later part of a point.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// To be run after the base of the frame.
    pub moves: Vec<Move>,
    /// Then this item, whose further choices are free.
    pub last: Move,
    pub owners: Owners,
    /// The last of `moves` has not been seen to be possible, and its name is not known.
    pub wish: bool,
    /// `last` must be the one that takes the write behind this choice of its own.
    pub takes: Option<u32>,
}

/// An item with undecided choices.
#[derive(Debug)]
pub struct Frame {
    /// Number of items before the one of this frame.
    pub base: usize,
    pub thread: ThreadId,
    /// The choices that are made, the first of them for good.
    pub choices: Choices,
    pub fixed: usize,
    pub owners: Owners,
    pub points: Vec<Point>,
}

/// How the item that is being run decides.
#[derive(Default)]
pub struct Plans {
    pub frames: Vec<Frame>,
    /// The first choices of the item, in this order.
    pub given: Choices,
    pub owners: Owners,
    /// Further choices become points of the last frame, instead of being no choices at all.
    pub open: bool,
    /// A frame is added with the first point: the number of items before the item, and its thread.
    pub next: Option<(usize, ThreadId)>,
    /// If there is no frame: the other ways to decide further choices.
    pub others: Option<Vec<Choices>>,
    /// Decides further choices at random.
    pub dice: Option<Dice>,
    /// For other workers.
    pub found: Vec<Task>,
    /// For other processes.
    pub outbound: Vec<Outbound>,
    /// Points that are done, to be used again: most points are made and dropped with one execution.
    pub spare: Vec<Point>,
    /// The same for the lists of points of frames.
    pub spare_lists: Vec<Vec<Point>>,
}

impl Point {
    /// A point with parts that can be tried at once.
    pub fn new(kind: PointKind, untried: Vec<Choice>) -> Point {
        Point {
            kind,
            untried,
            plans: Vec::new(),
            taken: 0,
            seen: FxHashSet::default(),
            crossing: None,
        }
    }
    /// Notes the write of this name; false if it is known.
    pub fn note(&mut self, name: u128) -> bool {
        match &self.crossing {
            None => self.seen.insert(name),
            Some(crossing) => crossing.note(name),
        }
    }
}

impl Plans {
    /// The next item of `thread` is free to decide. It gets a frame as soon as there is something to decide.
    pub fn begin_item(&mut self, base: usize, thread: ThreadId) {
        self.given.clear();
        self.owners.clear();
        self.open = true;
        self.next = Some((base, thread));
    }
    fn add_frame(&mut self, base: usize, thread: ThreadId) {
        let points = self.spare_lists.pop().unwrap_or_default();
        self.frames.push(Frame {
            base,
            thread,
            choices: Choices::new(),
            fixed: 0,
            owners: Owners::new(),
            points,
        });
    }
    /// The frame of the newest item, if it has one, remembers how that has decided.
    pub fn keep_choices(&mut self, graph: &Graph<'_>) {
        if self.next.is_none()
            && let Some(frame) = self.frames.last_mut()
        {
            let item = graph.item(graph.newest());
            frame.choices.clear();
            frame.choices.extend_from_slice(&item.choices);
        }
    }
    /// Ends the last frame, which has no points.
    pub fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.spare_lists.push(frame.points);
        }
    }
    /// Adds a point to the last frame.
    pub fn add_point(&mut self, kind: PointKind, untried: impl Iterator<Item = Choice>) -> Owner {
        if let Some((base, thread)) = self.next.take() {
            self.add_frame(base, thread);
        }
        let spare = self.spare.pop();
        let mut point = spare.unwrap_or_else(|| Point::new(kind, Vec::new()));
        point.kind = kind;
        point.untried.extend(untried);
        let frame = self.frames.len() - 1;
        let points = &mut self.frames[frame].points;
        points.push(point);
        Owner {
            frame: frame as u32,
            point: points.len() as u32 - 1,
        }
    }
    /// Removes the last point of the last frame, at which nothing is left to be tried.
    pub fn pop_point(&mut self) {
        let frame = self.frames.last_mut();
        if let Some(mut point) = frame.and_then(|frame| frame.points.pop()) {
            debug_assert!(point.untried.is_empty() && point.plans.is_empty());
            point.seen.clear();
            point.taken = 0;
            point.crossing = None;
            self.spare.push(point);
        }
    }
    /// The point of an owner.
    pub fn point(&mut self, owner: Owner) -> &mut Point {
        &mut self.frames[owner.frame as usize].points[owner.point as usize]
    }
    /// Adds a plan to a point that has noted its name.
    pub fn add(&mut self, owner: Owner, name: u128, plan: Plan) {
        let points = &mut self.frames[owner.frame as usize].points;
        let point = &mut points[owner.point as usize];
        point.add_named(name, plan, &mut self.found, &mut self.outbound);
    }
    /// The number of items before the frame of an owner.
    pub(super) fn base(&self, owner: Owner) -> usize {
        self.frames[owner.frame as usize].base
    }

    /// Plans to let open reads take the writes of the newest item.
    pub fn postponed(&mut self, graph: &Graph<'_>) {
        if mutant::is(Mutant::NoPostponedWrites) {
            return;
        }
        let newest = graph.newest();
        let item = graph.item(newest);
        for at in item.first_write..graph.writes.len() as u32 {
            let write = graph.write(WriteIdx(at));
            if write.item != Some(newest) {
                continue;
            }
            let place = &graph.places[write.place.0 as usize];
            for read in &place.open_reads {
                let reader = graph.item(read.item);
                let owner = reader.owners[read.choice as usize].expect("it is open");
                if self.point(owner).kind == PointKind::Reads {
                    self.offer_pieces(graph, read, owner);
                    continue;
                }
                if knows(graph.clock(newest), reader.thread, reader.nth)
                    || self.point(owner).kind != PointKind::Read
                    || !graph.lets_pass(read, write.value)
                    || !self.point(owner).note(item.name)
                {
                    continue;
                }
                let source = Choice::From {
                    thread: item.thread,
                    nth: item.nth,
                };
                let moves = past(graph, self.base(owner), graph.clock(newest));
                let plan = swap(graph, moves, read.item, read.choice as usize, source);
                self.add(owner, item.name, plan);
            }
        }
        self.wish_with_newest(graph);
    }

    /// The next item of `thread`, after the choices it has made, wants to be the read-modify-write
    /// of `source`, but another one is. Plans to let it have its way if that one is open.
    /// False if that one is certain.
    pub fn wish(&mut self, graph: &Graph<'_>, wish: Wish<'_>) -> bool {
        let source = graph.write(wish.source);
        let Some(taker) = source.taken.filter(|_| !mutant::is(Mutant::NoWishes)) else {
            return false;
        };
        let other = graph.item(taker);
        let choice = other.sources.iter().position(|s| *s == Some(wish.source));
        let choice = choice.expect("who takes a write has read it");
        if knows(wish.clock, other.thread, other.nth) {
            return false;
        }
        // Not the name of a write: whether the wish comes true, and with which name, is seen later.
        let name = mix(wish.name, u128::MAX);
        // The other item comes later as a whole. So an earlier read of the same section may have to take a write of this
        // one; that write is not known yet, and a plan for another place turns out to be impossible.
        let mut open = false;
        for choice in 0..=choice {
            let Some(owner) = other.owners[choice] else {
                continue;
            };
            open = true;
            let kind = self.point(owner).kind;
            let takes = other.sources[choice] == Some(wish.source);
            // An item of several pieces has several ways to come after it: they have names of their own.
            let pieces = kind == PointKind::Reads;
            if !takes && kind != PointKind::Read || !pieces && !self.point(owner).note(name) {
                continue;
            }
            self.put_wish_before(graph, &wish, (owner, name), (taker, choice));
        }
        open
    }

    fn put_wish_before(
        &mut self,
        graph: &Graph<'_>,
        wish: &Wish<'_>,
        named: (Owner, u128),
        reader: (ItemIdx, usize),
    ) {
        let source = graph.write(wish.source);
        let mut clock = wish.clock.to_vec();
        if let Some(item) = source.item {
            clock::join_wider(&mut clock, graph.clock(item));
        }
        let mut choices: Choices = wish.choices.into();
        choices.push(graph.name_of(wish.source));
        let own = Own {
            thread: wish.thread,
            nth: wish.nth,
            takes: choices.len() as u32 - 1,
            choices,
            takes_from: &[wish.source],
            writes: &[source.place],
        };
        self.put_before(graph, named, reader, &clock, own);
    }

    /// Plans to let an open read take the write of an item that comes first. `clock`: the past of that item.
    pub(super) fn put_before(
        &mut self,
        graph: &Graph<'_>,
        (owner, name): (Owner, u128),
        (reader, choice): (ItemIdx, usize),
        clock: &[u32],
        own: Own<'_>,
    ) {
        let kind = self.point(owner).kind;
        if kind == PointKind::Reads {
            return self.put_before_pieces(graph, (owner, name), (reader, choice), clock, own);
        }
        let mut moves = past(graph, self.base(owner), clock);
        let source = Choice::From {
            thread: own.thread,
            nth: own.nth,
        };
        let takes = own.takes;
        let own = own.into_move();
        let plan = match kind {
            PointKind::Lock => Plan {
                moves,
                owners: SmallVec::from_elem(None, own.choices.len()),
                last: own,
                wish: false,
                takes: Some(takes),
            },
            _ => {
                moves.push(own);
                let mut plan = swap(graph, moves, reader, choice, source);
                plan.wish = true;
                plan
            }
        };
        self.add(owner, name, plan);
    }
}

impl Plans {
    /// Plans to let the read of an item spin on a write with this past.
    pub fn spin(
        &mut self,
        graph: &Graph<'_>,
        (owner, name): (Owner, u128),
        reader: ItemIdx,
        (clock, source): (&[u32], Choice),
    ) {
        let choices: Choices = SmallVec::from_slice(&[Choice::Spins, source]);
        let plan = Plan {
            moves: past(graph, self.base(owner), clock),
            // Later writes may still let it pass.
            owners: SmallVec::from_slice(&[None, Some(owner)]),
            last: Move {
                thread: graph.item(reader).thread,
                choices,
            },
            wish: false,
            takes: None,
        };
        self.add(owner, name, plan);
    }

    /// The newest item, an atomic section of several variables, is impossible with the writes that it took and the reads
    /// that are there. Plans to let open reads of its places come after it.
    pub fn wish_before_readers(&mut self, graph: &Graph<'_>) {
        if self.frames.is_empty() || mutant::is(Mutant::NoWishesOfSections) {
            return;
        }
        let newest = graph.newest();
        let item = graph.item(newest);
        let name = mix(item.name, u128::MAX - 1);
        for at in item.first_write..graph.writes.len() as u32 {
            let write = graph.write(WriteIdx(at));
            if write.item != Some(newest) {
                continue;
            }
            for read in &graph.places[write.place.0 as usize].open_reads {
                let reader = graph.item(read.item);
                let Some(owner) = reader.owners[read.choice as usize] else {
                    continue;
                };
                if knows(graph.clock(newest), reader.thread, reader.nth)
                    || self.point(owner).kind != PointKind::Read
                    || !self.point(owner).note(name)
                {
                    continue;
                }
                let (thread, nth) = (item.thread, item.nth);
                let mut moves = past(graph, self.base(owner), graph.clock(newest));
                moves.push(Move {
                    thread,
                    choices: Choices::from_slice(&item.choices),
                });
                let source = Choice::From { thread, nth };
                let mut plan = swap(graph, moves, read.item, read.choice as usize, source);
                plan.wish = true;
                self.add(owner, name, plan);
            }
        }
    }
}

/// An item that is to come before one that is there already.
pub(super) struct Own<'a> {
    pub thread: ThreadId,
    pub nth: u32,
    pub choices: Choices,
    /// Which of its choices is the write that the other one has read.
    pub takes: u32,
    /// All writes that it takes.
    pub takes_from: &'a [WriteIdx],
    /// Places that it writes.
    pub writes: &'a [PlaceIdx],
}

impl Own<'_> {
    /// The item as a move of a plan.
    pub fn into_move(self) -> Move {
        Move {
            thread: self.thread,
            choices: self.choices,
        }
    }
}

/// See [`Plans::wish`].
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    pub thread: ThreadId,
    pub nth: u32,
    pub clock: &'a [u32],
    pub choices: &'a [Choice],
    pub source: WriteIdx,
    pub name: u128,
}

/// The items from `base` on that a clock knows, but for the unfinished newest one of a wish, which
/// is never in its own past.
pub(super) fn past(graph: &Graph<'_>, base: usize, clock: &[u32]) -> Vec<Move> {
    let items = graph.items[base..].iter();
    let known = items.filter(|item| item.closed && knows(clock, item.thread, item.nth));
    let mut moves = Vec::with_capacity(known.clone().count());
    moves.extend(known.map(|item| Move {
        thread: item.thread,
        choices: Choices::from_slice(&item.choices),
    }));
    moves
}

/// Afterwards the read at `choice` of an item takes `source`.
fn swap(
    graph: &Graph<'_>,
    moves: Vec<Move>,
    reader: ItemIdx,
    choice: usize,
    source: Choice,
) -> Plan {
    let item = graph.item(reader);
    // A read that spun does so no more.
    let first = usize::from(item.choices.first() == Some(&Choice::Spins));
    let mut choices = Choices::from_slice(&item.choices[first..choice]);
    choices.push(source);
    Plan {
        moves,
        last: Move {
            thread: item.thread,
            choices,
        },
        owners: Owners::from_slice(&item.owners[first..=choice]),
        wish: false,
        takes: None,
    }
}
