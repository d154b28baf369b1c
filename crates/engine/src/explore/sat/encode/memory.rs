//! The values that reads return.

use super::Encoding;
use crate::explore::sat::cells::{Combined, combine, part};
use crate::explore::sat::graph::{EventId, Operand};
use crate::explore::sat::solver::Lit;
use threadproof_program::{Access, Op};

impl Encoding<'_> {
    /// Relates the values that reads return with those that events write.
    pub(super) fn relate_memory(&mut self) {
        for e in self.graph.event_ids() {
            let response = self.graph.event(e).response;
            let matters = self.domains.needed[response.index()];
            if self.graph.is_read(e) && matters && self.exec(e) != Lit::FALSE {
                self.read(e);
            }
        }
    }

    fn read(&mut self, e: EventId) {
        for at in self.domains.accesses(e) {
            let address = self.graph.event(e).inputs[0];
            let here = self.is(address, at.address);
            let here = self.formula.and(&[self.exec(e), here]);
            let cells = self.domains.cells.of(at);
            let response = self.graph.event(e).response;
            if let [cell] = cells[..] {
                let values = self.domains.of(response).iter().copied();
                let lits: Vec<(u64, Lit)> =
                    values.zip(self.lits[response.index()].clone()).collect();
                self.find(e, here, cell, &lits);
                continue;
            }
            let mut combined: Combined = vec![(0, Vec::new())];
            for cell in cells {
                let found = self.domains.found(e, cell);
                let lits = self.one_of(found.len());
                let lits: Vec<(u64, Lit)> = found.into_iter().zip(lits).collect();
                self.find(e, here, cell, &lits);
                combined = combine(&combined, &lits, at, cell);
            }
            for (value, mut clause) in combined {
                clause.push(!here);
                clause.push(self.is(Operand::Value(response), value));
                self.formula.add(&clause);
            }
        }
    }

    /// If the event reads the cell, one of `lits` is the value that it reads.
    fn find(&mut self, read: EventId, here: Lit, cell: Access, lits: &[(u64, Lit)]) {
        if self.find_in_lane(read, here, cell, lits) {
            return;
        }
        let sources = self.domains.sources(read, cell);
        let found = |value: u64| {
            let at = lits.binary_search_by_key(&value, |(v, _)| *v);
            at.map_or(Lit::FALSE, |at| lits[at].1)
        };
        let writes = &sources.writes;
        let mut from: Vec<Lit> = Vec::new();
        let as_before = self.newest_in_last_run(read, writes);
        if sources.initial {
            let initial = if writes.is_empty() {
                Lit::TRUE
            } else {
                self.source(as_before.is_none())
            };
            let value = self.domains.objects.initial(cell);
            self.formula.add(&[!here, !initial, found(value)]);
            for &x in writes {
                let (writes, visible) = (self.writes(x, cell), self.visible(x, read));
                self.formula.add(&[!here, !initial, !writes, !visible]);
            }
            from.push(initial);
        }
        for &w in writes {
            let source = if writes.len() == 1 && !sources.initial {
                Lit::TRUE
            } else {
                self.source(as_before == Some(w))
            };
            let (writing, visible) = (self.writes(w, cell), self.visible(w, read));
            self.formula.add(&[!here, !source, writing]);
            self.formula.add(&[!here, !source, visible]);
            for (value, lit) in self.leaves(w, cell) {
                self.formula.add(&[!here, !source, !lit, found(value)]);
            }
            for &x in writes {
                if x == w {
                    continue;
                }
                let between = [
                    !here,
                    !source,
                    !self.writes(x, cell),
                    !self.visible(x, read),
                    self.before(x, w),
                ];
                self.formula.add(&between);
            }
            from.push(source);
        }
        from.push(!here);
        self.formula.add(&from);
    }

    fn source(&mut self, as_before: bool) -> Lit {
        match self.matrix.is_crowd {
            true => self.formula.preferring(as_before),
            false => self.formula.variable(),
        }
    }

    /// The newest of these writes, as far as the last run shows. A solver that begins with the order and the sources of that
    /// run is near an execution: 40 threads that try to take a lock took more than a minute without this, and a third of a
    /// second with it.
    fn newest_in_last_run(&self, read: EventId, writes: &[EventId]) -> Option<EventId> {
        let turn = |e: EventId| self.graph.turn(self.graph.event(e).slot);
        let before = writes.iter().copied().filter(|w| turn(*w) < turn(read));
        before.max_by_key(|w| turn(*w))
    }

    /// Does the read see this write or a newer one? A thread sees its own stores at once.
    fn visible(&self, write: EventId, read: EventId) -> Lit {
        let same = self.graph.event(write).thread == self.graph.event(read).thread;
        if same {
            Lit::TRUE
        } else {
            self.before(write, read)
        }
    }

    /// Is the event performed, and does it write the cell?
    pub(super) fn writes(&mut self, e: EventId, cell: Access) -> Lit {
        if let Some(&known) = self.writes.get(&(e, cell)) {
            return known;
        }
        let event = self.graph.event(e);
        let mut addresses = Vec::new();
        for at in self.domains.accesses(e) {
            if self.domains.cells.of(at).contains(&cell) {
                addresses.push(self.is(event.inputs[0], at.address));
            }
        }
        let there = self.formula.or(&addresses);
        let success = match event.op {
            Op::CompareExchange { .. } => self.success(e),
            _ => Lit::TRUE,
        };
        let writes = self.formula.and(&[self.exec(e), there, success]);
        self.writes.insert((e, cell), writes);
        writes
    }

    /// Does a compare-exchange find the expected value?
    fn success(&mut self, e: EventId) -> Lit {
        let event = self.graph.event(e);
        let (old, expected) = (Operand::Value(event.response), event.inputs[1]);
        if let Operand::Constant(expected) = expected {
            return self.is(old, expected);
        }
        let success = self.formula.variable();
        self.equal(success, old, expected);
        success
    }

    /// The values that a write leaves in a cell if it takes place.
    pub(super) fn leaves(&mut self, e: EventId, cell: Access) -> Vec<(u64, Lit)> {
        if let Some(known) = self.parts.get(&(e, cell)) {
            return known.clone();
        }
        let event = self.graph.event(e);
        let operand = event.written.expect("it is a write");
        let size = event.size.expect("it is an access");
        let values = self.domains.written(e, cell);
        let lits: Vec<(u64, Lit)> = if size == cell.size {
            values.iter().map(|v| (*v, self.is(operand, *v))).collect()
        } else {
            let lits = self.one_of(values.len());
            let lits: Vec<(u64, Lit)> = values.into_iter().zip(lits).collect();
            for at in self.domains.accesses(e) {
                if !self.domains.cells.of(at).contains(&cell) {
                    continue;
                }
                let there = self.is(event.inputs[0], at.address);
                for value in self.domains.operand(operand) {
                    let piece = part(value, at, cell);
                    let at = lits.binary_search_by_key(&piece, |(v, _)| *v);
                    let left = lits[at.expect("it is in the domain")].1;
                    self.formula.add(&[!there, !self.is(operand, value), left]);
                }
            }
            lits
        };
        self.parts.insert((e, cell), lits.clone());
        lits
    }
}
