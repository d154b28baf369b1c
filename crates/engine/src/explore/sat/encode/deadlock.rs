//! Executions in which threads wait for ever.

use super::Encoding;
use crate::explore::sat::cells::{Combined, combine};
use crate::explore::sat::graph::EventId;
use crate::explore::sat::solver::Lit;
use crate::options::Model;
use rustc_hash::FxHashMap;
use threadproof_program::{Access, Op};

/// The question for a deadlock, and which threads may take part.
pub struct Stuck {
    /// Assume it to ask.
    pub question: Lit,
    /// For each guarded event: whether its thread waits there for ever.
    pub waits: Vec<(EventId, Lit)>,
}

impl Encoding<'_> {
    /// Adds the question whether all threads can stop with one of them waiting. `None` if none ever
    /// waits.
    pub fn ask_for_stuck(&mut self) -> Option<Stuck> {
        let (mut waits, mut retries) = (Vec::new(), Vec::new());
        for e in self.graph.event_ids() {
            let Some(guard) = self.graph.event(e).op.guard() else {
                continue;
            };
            if self.reached[e.index()] != Lit::FALSE {
                let wait = self.formula.and(&[self.reached[e.index()], !self.exec(e)]);
                match guard.why {
                    why if why.may_give_up() => retries.push(wait),
                    _ => waits.push((e, wait)),
                }
            }
        }
        if waits.is_empty() {
            return None;
        }
        let question = self.formula.variable();
        let mut clause: Vec<Lit> = waits.iter().map(|(_, wait)| *wait).collect();
        clause.push(!question);
        self.formula.add(&clause);
        // A thread that goes round a loop once more has given up. A thread that has given up, failed or ended the
        // program excuses the others.
        for retry in retries {
            self.formula.add(&[!question, !retry]);
        }
        for e in self.graph.event_ids() {
            let op = self.graph.event(e).op;
            if matches!(op, Op::Block(_) | Op::Fail(_) | Op::ExitProgram) {
                self.formula.add(&[!question, !self.exec(e)]);
            }
        }
        let mut finals = FxHashMap::default();
        for &(e, wait) in &waits {
            self.keep_waiting(e, [!question, !wait], &mut finals);
            self.look_once(e, [!question, !wait]);
        }
        Some(Stuck { question, waits })
    }

    /// A load that spins does not wait if a store of its own thread to the same bytes may still be in
    /// the buffer: one that drains the buffer must lie in between.
    fn look_once(&mut self, e: EventId, unless: [Lit; 2]) {
        if self.model == Model::Sc || !self.overtakes(e) {
            return;
        }
        let position = self.order.position[e.index()] as usize;
        let thread = self.graph.event(e).thread.index();
        let earlier = &self.order.threads[thread][..position];
        let mut drains: Vec<Lit> = Vec::new();
        let mut clauses = Vec::new();
        for &other in earlier.iter().rev() {
            if self.drains_always(other) {
                drains.push(self.exec(other));
            } else if self.is_buffered_event(other) && self.may_touch(other, e) {
                clauses.push([&unless[..], &[!self.exec(other)], &drains].concat());
            }
        }
        for clause in clauses {
            self.formula.add(&clause);
        }
    }

    fn may_touch(&self, a: EventId, b: EventId) -> bool {
        let cells = |e| {
            let accesses = self.domains.accesses(e);
            accesses
                .into_iter()
                .flat_map(|at| self.domains.cells.of(at))
        };
        cells(a).any(|cell| cells(b).any(|other| cell == other))
    }

    /// In the end the guard does not pass.
    fn keep_waiting(
        &mut self,
        e: EventId,
        unless: [Lit; 2],
        finals: &mut FxHashMap<Access, Vec<(u64, Lit)>>,
    ) {
        let event = self.graph.event(e);
        let guard = event.op.guard().expect("the event is guarded");
        for at in self.domains.accesses(e) {
            let there = self.is(event.inputs[0], at.address);
            let mut combined: Combined = vec![(0, vec![unless[0], unless[1], !there])];
            for cell in self.domains.cells.of(at) {
                let lits = &*finals
                    .entry(cell)
                    .or_insert_with(|| self.final_values(cell, unless[0]));
                combined = combine(&combined, lits, at, cell);
            }
            for (value, clause) in combined {
                if guard.passes(value, at.size) {
                    self.formula.add(&clause);
                }
            }
        }
    }

    /// The value of a cell in the end.
    fn final_values(&mut self, cell: Access, unless: Lit) -> Vec<(u64, Lit)> {
        let writers = self.domains.writers(cell).to_vec();
        let initial = self.domains.objects.initial(cell);
        let mut values = vec![initial];
        for &w in &writers {
            values.extend(self.domains.written(w, cell));
        }
        values.sort_unstable();
        values.dedup();
        let lits = self.one_of(values.len());
        let lits: Vec<(u64, Lit)> = values.into_iter().zip(lits).collect();
        let found = |value: u64| {
            let at = lits.binary_search_by_key(&value, |(v, _)| *v);
            lits[at.expect("all values are there")].1
        };
        let never = self.formula.variable();
        self.formula.add(&[unless, !never, found(initial)]);
        let mut last = vec![unless, never];
        for &w in &writers {
            let writes = self.writes(w, cell);
            self.formula.add(&[unless, !never, !writes]);
            let newest = self.formula.variable();
            self.formula.add(&[unless, !newest, writes]);
            for (value, lit) in self.leaves(w, cell) {
                self.formula.add(&[unless, !newest, !lit, found(value)]);
            }
            for &x in &writers {
                if x != w {
                    let (writes, before) = (self.writes(x, cell), self.before(x, w));
                    self.formula.add(&[unless, !newest, !writes, before]);
                }
            }
            last.push(newest);
        }
        self.formula.add(&last);
        lits
    }
}
