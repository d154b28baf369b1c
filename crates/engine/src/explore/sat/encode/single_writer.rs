//! A cheaper encoding for the reads of a cell that at most one other thread writes.
//!
//! Along the thread, the cell has a value before and after each of the thread's own accesses. The value changes between
//! two of them exactly if the other thread writes there, and then it becomes the last value that this thread wrote. So
//! no source has to be named, and the size is the product of the two threads' accesses. Rejected: a literal for each
//! source of each read, as in the paper; its size is a cube, and the solver proves less with it.

use super::Encoding;
use crate::explore::sat::graph::EventId;
use crate::explore::sat::solver::Lit;
use crate::options::Model;
use threadproof_program::Access;

/// Possible values, with a literal for each.
type Choices = Vec<(u64, Lit)>;

/// The values of a cell along a thread, if at most one other thread writes it.
#[derive(Clone)]
pub struct Timeline {
    cell: Access,
    /// The other thread's writes, in its order.
    others: Vec<EventId>,
    /// The cell before the thread's first own write.
    base: Choices,
    /// The write that has left it there.
    earlier: Option<EventId>,
    /// Everything that the cell may have.
    values: Vec<u64>,
    /// The thread's own writes so far, in order, and the cell after each.
    own: Vec<(EventId, Choices)>,
}

impl Encoding<'_> {
    /// Encodes a read by the timeline of its thread, if there is one. `lits` say which value was read.
    pub(super) fn find_in_lane(
        &mut self,
        read: EventId,
        here: Lit,
        cell: Access,
        lits: &[(u64, Lit)],
    ) -> bool {
        let key = (self.graph.event(read).thread.index(), cell);
        if !self.timelines.contains_key(&key) {
            let timeline = self.make_timeline(read, cell);
            self.timelines.insert(key, timeline);
        }
        let Some(timeline) = self.timelines[&key].clone() else {
            return false;
        };
        let before = timeline
            .own
            .iter()
            .take_while(|(w, _)| self.order.before(self.graph, *w, read))
            .count();
        if let Some(w) = timeline.earlier {
            // A passed join means that the joined thread has come to its end.
            let writes = self.writes(w, cell);
            self.formula.add(&[!here, writes]);
        }
        let found = self.before_point(&timeline, before, read);
        for (value, lit) in found {
            let at = lits.binary_search_by_key(&value, |(v, _)| *v);
            let read = at.map_or(Lit::FALSE, |at| lits[at].1);
            self.formula.add(&[!here, !lit, read]);
        }
        true
    }

    fn make_timeline(&mut self, read: EventId, cell: Access) -> Option<Timeline> {
        let thread = self.graph.event(read).thread;
        let accesses = |e: &EventId| {
            let cells = self.domains.accesses(*e);
            cells
                .iter()
                .any(|at| self.domains.cells.of(*at).contains(&cell))
        };
        let own: Vec<EventId> = self.order.threads[thread.index()]
            .iter()
            .copied()
            .filter(accesses)
            .collect();
        let writers = self.domains.writers(cell).to_vec();
        let own_writes: Vec<EventId> = writers
            .iter()
            .copied()
            .filter(|w| self.graph.event(*w).thread == thread)
            .collect();
        let overtakes = |e: &EventId| self.overtakes(*e);
        if self.model != Model::Sc && !own_writes.is_empty() && own.iter().any(overtakes) {
            return None;
        }
        // An access that would drain the buffer, but does not take place, has no place behind the buffered stores.
        let uncertain = |e: &EventId| !self.is_buffered_event(*e) && self.exec(*e) != Lit::TRUE;
        if own_writes.iter().any(|w| self.is_buffered_event(*w)) && own.iter().any(uncertain) {
            return None;
        }
        let before = |a: EventId, b: EventId| self.order.before(self.graph, a, b);
        let (mut earlier, mut others) = (Vec::new(), Vec::new());
        for &w in writers
            .iter()
            .filter(|w| self.graph.event(**w).thread != thread)
        {
            if own.iter().all(|p| before(w, *p)) {
                earlier.push(w);
            } else if !own.iter().all(|p| before(*p, w)) {
                others.push(w);
            }
        }
        let one_thread = others
            .windows(2)
            .all(|pair| self.graph.event(pair[0]).thread == self.graph.event(pair[1]).thread);
        let first = earlier
            .iter()
            .all(|w| others.iter().all(|x| before(*w, *x)));
        if !one_thread || !first {
            return None;
        }
        let (base, earlier) = self.base(&own, &earlier, cell)?;
        let mut values: Vec<u64> = base.iter().map(|(value, _)| *value).collect();
        for &w in own_writes.iter().chain(&others) {
            values.extend(self.domains.written(w, cell));
        }
        values.sort_unstable();
        values.dedup();
        let mut timeline = Timeline {
            cell,
            others,
            base,
            earlier,
            values,
            own: Vec::new(),
        };
        for w in own_writes {
            let after = self.after_write(&timeline, w);
            timeline.own.push((w, after));
        }
        Some(timeline)
    }

    /// The values that the writes before all others leave in the cell, if it is plain.
    fn base(
        &mut self,
        own: &[EventId],
        earlier: &[EventId],
        cell: Access,
    ) -> Option<(Choices, Option<EventId>)> {
        let first = *own.first()?;
        let sources = self.domains.sources(first, cell);
        let mut last = sources.writes.iter().filter(|w| earlier.contains(w));
        match (last.next(), last.next(), sources.initial) {
            (None, _, true) => {
                let initial = self.domains.objects.initial(cell);
                Some((vec![(initial, Lit::TRUE)], None))
            }
            (Some(&w), None, false)
                if own.iter().all(|p| self.order.implied(self.graph, w, *p)) =>
            {
                Some((self.leaves(w, cell), Some(w)))
            }
            _ => None,
        }
    }

    fn after_write(&mut self, timeline: &Timeline, w: EventId) -> Choices {
        let writes = self.writes(w, timeline.cell);
        let left = self.leaves(w, timeline.cell);
        if writes == Lit::TRUE {
            return left;
        }
        let after = self.choices(&timeline.values);
        for (value, lit) in left {
            self.formula.add(&[!writes, !lit, choice(&after, value)]);
        }
        for (value, lit) in self.before_point(timeline, timeline.own.len(), w) {
            self.formula.add(&[writes, !lit, choice(&after, value)]);
        }
        after
    }

    fn choices(&mut self, values: &[u64]) -> Choices {
        let lits = self.one_of(values.len());
        values.iter().copied().zip(lits).collect()
    }

    /// The cell when the thread comes to `point`, after `count` own writes.
    fn before_point(&mut self, timeline: &Timeline, count: usize, point: EventId) -> Choices {
        let previous = count.checked_sub(1).map(|at| timeline.own[at].clone());
        let unchanged = previous.as_ref().map_or(&timeline.base, |(_, after)| after);
        if timeline.others.is_empty() {
            return unchanged.clone();
        }
        let found = self.choices(&timeline.values);
        let none = self.no_later_write(timeline, point);
        // The other thread's write that is the last one before the point, and after the own one.
        for (at, &x) in timeline.others.iter().enumerate() {
            let since = match &previous {
                Some((w, _)) => self.before(*w, x),
                None => Lit::TRUE,
            };
            for (value, lit) in self.leaves(x, timeline.cell) {
                let clause = [!none[at + 1], none[at], !since, !lit, choice(&found, value)];
                self.formula.add(&clause);
            }
        }
        // No write of the other thread in between.
        for (at, none) in none.into_iter().enumerate() {
            let before = match (&previous, at.checked_sub(1)) {
                (Some((w, _)), Some(at)) => self.before(timeline.others[at], *w),
                (None, Some(_)) => break,
                (_, None) => Lit::TRUE,
            };
            for &(value, lit) in unchanged {
                self.formula
                    .add(&[!none, !before, !lit, choice(&found, value)]);
            }
        }
        found
    }

    /// For each of the other thread's writes, and for the end: whether neither it nor a later one takes
    /// place before the point.
    fn no_later_write(&mut self, timeline: &Timeline, point: EventId) -> Vec<Lit> {
        let mut none = vec![Lit::TRUE; timeline.others.len() + 1];
        for at in (0..timeline.others.len()).rev() {
            let x = timeline.others[at];
            let (writes, before) = (self.writes(x, timeline.cell), self.before(x, point));
            none[at] = if writes == Lit::FALSE || before == Lit::FALSE {
                none[at + 1]
            } else {
                let here = self.formula.variable();
                self.formula.add(&[!here, none[at + 1]]);
                self.formula.add(&[!here, !writes, !before]);
                self.formula.add(&[here, !none[at + 1], writes]);
                self.formula.add(&[here, !none[at + 1], before]);
                here
            };
        }
        none
    }
}

fn choice(choices: &Choices, value: u64) -> Lit {
    let at = choices.binary_search_by_key(&value, |(v, _)| *v);
    at.map_or(Lit::FALSE, |at| choices[at].1)
}
