//! The axioms of Release-Acquire.

use super::Pieces;
use super::graph::{Event, Last};
use crate::axioms::Relation;
use std::collections::BTreeSet;

/// Is there a total order of the writes of each variable that agrees with everything, and ends with `lasts`?
pub fn is_consistent(events: &[Event], pieces: &Pieces, lasts: &[Last]) -> bool {
    let count = events.len();
    let mut hb = Relation::empty(count);
    for (e, event) in events.iter().enumerate() {
        let read = event.touches.iter().filter_map(|touch| touch.read?);
        for before in event.before.into_iter().chain(read) {
            hb.add(before, e);
        }
    }
    let hb = hb.closure();
    let touched = events.iter().flat_map(|e| &e.touches);
    let groups: BTreeSet<u64> = touched.map(|touch| pieces.group(touch.variable)).collect();
    let groups: Vec<Group> = groups
        .into_iter()
        .map(|g| Group::new(events, pieces, g))
        .collect();
    (0..count).all(|e| !hb.has(e, e)) && have_orders(&groups, (events, &hb, lasts), &mut Vec::new())
}

/// Have these groups orders that agree with the chosen ones about the operations that write several pieces of a
/// variable?
fn have_orders(
    groups: &[Group],
    given: (&[Event], &Relation, &[Last]),
    chosen: &mut Vec<Vec<usize>>,
) -> bool {
    let Some((group, rest)) = groups.split_first() else {
        return true;
    };
    let (events, hb, lasts) = given;
    group.extend(hb, lasts, &mut Vec::new(), &mut |order| {
        let order: Vec<usize> = order.iter().map(|w| group.writes[*w].0).collect();
        let agrees = |other: &Vec<usize>| {
            let both = |e: &&usize| {
                let one = !events[**e].is_section && order.contains(e) && other.contains(e);
                one && writes_pieces(&events[**e])
            };
            order.iter().filter(both).eq(other.iter().filter(both))
        };
        if !chosen.iter().all(agrees) {
            return false;
        }
        chosen.push(order);
        let found = have_orders(rest, given, chosen);
        chosen.pop();
        found
    })
}

/// Does an event write several pieces of a variable?
fn writes_pieces(event: &Event) -> bool {
    let written = event.touches.iter().filter(|touch| touch.written.is_some());
    let variables: BTreeSet<u64> = written.clone().map(|touch| touch.variable & !15).collect();
    variables.len() < written.count()
}

/// The reads of an event: from which event for each variable, and whether it writes, too.
struct Reads {
    event: usize,
    sources: Vec<(u64, Option<usize>)>,
    updates: bool,
}

/// The events that write, and the variables.
type Write = (usize, Vec<u64>);

/// Variables with one order of writes: one, or the pieces of one.
struct Group {
    writes: Vec<Write>,
    reads: Vec<Reads>,
}

impl Group {
    fn new(events: &[Event], pieces: &Pieces, group: u64) -> Group {
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        for (event, e) in events.iter().enumerate() {
            let here = e.touches.iter();
            let here = here.filter(|touch| pieces.group(touch.variable) == group);
            let (mut written, mut sources) = (Vec::new(), Vec::new());
            for touch in here {
                written.extend(touch.written.map(|_| touch.variable));
                sources.extend(touch.read.map(|source| (touch.variable, source)));
            }
            let updates = !written.is_empty();
            if updates {
                writes.push((event, written));
            }
            if !sources.is_empty() {
                reads.push(Reads {
                    event,
                    sources,
                    updates,
                });
            }
        }
        Group { writes, reads }
    }

    /// Do the writes of an order end with `lasts`, as far as these are writes of the group?
    fn ends_with(&self, order: &[usize], lasts: &[Last]) -> bool {
        lasts.iter().all(|(variable, last)| {
            let here = |w: &&usize| self.writes[**w].1.contains(variable);
            let newest = order.iter().rfind(here).map(|w| self.writes[*w].0);
            newest.is_none() || newest == *last
        })
    }

    /// Tries all orders that begin with `order` until one is as wanted; the initial values are before.
    fn extend(
        &self,
        hb: &Relation,
        lasts: &[Last],
        order: &mut Vec<usize>,
        is_wanted: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if order.len() == self.writes.len() {
            return self.reads.iter().all(|reads| self.agrees(hb, order, reads))
                && self.ends_with(order, lasts)
                && is_wanted(order);
        }
        let rest = (0..self.writes.len()).filter(|w| !order.contains(w));
        let rest: Vec<usize> = rest.collect();
        let event = |w: usize| self.writes[w].0;
        rest.iter().any(|&w| {
            if rest.iter().any(|other| hb.has(event(*other), event(w))) {
                return false;
            }
            order.push(w);
            let found = self.extend(hb, lasts, order, is_wanted);
            order.pop();
            found
        })
    }

    /// All that is read was there at one moment, with nothing newer that happened before the read; an
    /// update stands right behind that moment.
    fn agrees(&self, hb: &Relation, order: &[usize], reads: &Reads) -> bool {
        (0..=order.len()).any(|moment| {
            let (past, future) = order.split_at(moment);
            let next = future.first().map(|w| self.writes[*w].0);
            let seen = reads.sources.iter().all(|(variable, source)| {
                let touches = |w: &&usize| self.writes[**w].1.contains(variable);
                let last = past.iter().rfind(touches).map(|w| self.writes[*w].0);
                let mut newer = future.iter().filter(touches);
                last == *source && !newer.any(|w| hb.has(self.writes[*w].0, reads.event))
            });
            seen && (!reads.updates || next == Some(reads.event))
        })
    }
}
