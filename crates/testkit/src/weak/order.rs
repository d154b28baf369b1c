//! The axioms of Release-Acquire.

use super::graph::Event;
use crate::axioms::Relation;
use std::collections::BTreeSet;

/// Is there a total order of the writes of each variable that agrees with everything?
pub fn is_consistent(events: &[Event]) -> bool {
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
    let variables: BTreeSet<u64> = touched.map(|touch| touch.variable).collect();
    (0..count).all(|e| !hb.has(e, e))
        && variables
            .into_iter()
            .all(|v| Variable::new(events, v).has_order(&hb))
}

/// A read: the event, what it reads, whether it writes too.
struct Read {
    event: usize,
    source: Option<usize>,
    updates: bool,
}

struct Variable {
    writes: Vec<usize>,
    reads: Vec<Read>,
}

impl Variable {
    fn new(events: &[Event], variable: u64) -> Variable {
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        for (event, e) in events.iter().enumerate() {
            for touch in e.touches.iter().filter(|t| t.variable == variable) {
                if touch.written.is_some() {
                    writes.push(event);
                }
                if let Some(source) = touch.read {
                    let updates = touch.written.is_some();
                    reads.push(Read {
                        event,
                        source,
                        updates,
                    });
                }
            }
        }
        Variable { writes, reads }
    }

    fn has_order(&self, hb: &Relation) -> bool {
        self.extend(hb, &mut Vec::new())
    }

    /// Tries all orders that begin with `order`; the initial value is before.
    fn extend(&self, hb: &Relation, order: &mut Vec<usize>) -> bool {
        if order.len() == self.writes.len() {
            return self.reads.iter().all(|read| self.agrees(hb, order, read));
        }
        let rest = self.writes.iter().filter(|w| !order.contains(w));
        let rest: Vec<usize> = rest.copied().collect();
        rest.iter().any(|&w| {
            if rest.iter().any(|other| hb.has(*other, w)) {
                return false;
            }
            order.push(w);
            let found = self.extend(hb, order);
            order.pop();
            found
        })
    }

    /// A read sees nothing older than what happened before it, and an update stands right behind
    /// what it reads.
    fn agrees(&self, hb: &Relation, order: &[usize], read: &Read) -> bool {
        let position = |w: usize| 1 + order.iter().position(|o| *o == w).expect("all are there");
        let seen = read.source.map_or(0, position);
        let newer = order[seen..].iter();
        let hidden = newer.into_iter().any(|w| hb.has(*w, read.event));
        !hidden && (!read.updates || position(read.event) == seen + 1)
    }
}
