//! Values as choices from their domains, and how they depend on each other.

use super::{Encoding, News};
use crate::explore::sat::graph::{Operand, ValueId, ValueKind};
use crate::explore::sat::solver::Lit;
use threadproof_program::FunctionId;

/// Up to so many literals, every pair is forbidden by a clause of its own.
const PAIRWISE: usize = 5;

impl Encoding<'_> {
    /// Makes the literals of all values.
    pub(super) fn make_literals(&mut self) {
        for v in self.graph.value_ids() {
            let count = if self.domains.needed[v.index()] {
                self.domains.of(v).len()
            } else {
                0
            };
            let lits = self.one_of(count);
            self.lits.push(lits);
        }
    }

    /// Literals of which exactly one holds.
    pub(super) fn one_of(&mut self, count: usize) -> Vec<Lit> {
        match count {
            0 => Vec::new(),
            1 => vec![Lit::TRUE],
            2 => {
                let first = self.formula.variable();
                vec![first, !first]
            }
            _ => {
                let lits: Vec<Lit> = (0..count).map(|_| self.formula.variable()).collect();
                self.formula.add(&lits);
                self.at_most_one(&lits);
                lits
            }
        }
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() <= PAIRWISE {
            for (at, a) in lits.iter().enumerate() {
                for b in &lits[at + 1..] {
                    self.formula.add(&[!*a, !*b]);
                }
            }
            return;
        }
        // A ladder: whether one of those so far holds.
        let mut before = lits[0];
        for &lit in &lits[1..] {
            self.formula.add(&[!before, !lit]);
            let so_far = self.formula.variable();
            self.formula.add(&[!before, so_far]);
            self.formula.add(&[!lit, so_far]);
            before = so_far;
        }
    }

    /// Relates computed values with their arguments.
    pub(super) fn relate_values(&mut self) {
        for v in self.graph.value_ids() {
            if !self.domains.needed[v.index()] || self.computed[v.index()] == Lit::FALSE {
                continue;
            }
            match self.graph.value(v) {
                ValueKind::Response(_) => (),
                ValueKind::Modified(e) => {
                    let event = self.graph.event(*e);
                    let inputs = [Operand::Value(event.response), event.inputs[1]];
                    let here = self.exec(*e);
                    let domains = self.domains;
                    let apply = |i: &[u64]| domains.modify(*e, i[0], i[1]);
                    self.function(v, &inputs, here, News::Modified(*e), &apply);
                }
                ValueKind::Function {
                    function,
                    inputs,
                    grows,
                } => {
                    let here = self.computed[v.index()];
                    let domains = self.domains;
                    let apply = |i: &[u64]| domains.apply(*function, *grows, i);
                    if !*grows && self.equality(v, *function, inputs) {
                        continue;
                    }
                    self.function(v, inputs, here, News::Result(v), &apply);
                }
                ValueKind::Phi { branch, incoming } => {
                    for (direction, operand) in incoming {
                        let level = self.graph.branch(*branch).directions[direction];
                        let enters = self.entered[level.index()];
                        self.copy(&[!enters], *operand, Operand::Value(v));
                    }
                }
            }
        }
    }

    /// `to` has the value of `from` unless one of the literals holds.
    pub(super) fn copy(&mut self, unless: &[Lit], from: Operand, to: Operand) {
        let mut clause = unless.to_vec();
        for value in self.domains.operand(from) {
            clause.truncate(unless.len());
            clause.push(!self.is(from, value));
            clause.push(self.is(to, value));
            self.formula.add(&clause);
        }
    }

    /// The value of a function; inputs that no run has shown are news.
    fn function(
        &mut self,
        v: ValueId,
        inputs: &[Operand],
        here: Lit,
        news: News,
        apply: &dyn Fn(&[u64]) -> Option<u64>,
    ) {
        let mut known = Vec::new();
        let mut complete = true;
        self.domains
            .combinations(inputs, &mut |values| match apply(values) {
                Some(result) => known.push((values.to_vec(), result)),
                None => complete = false,
            });
        let new = if complete || here == Lit::FALSE {
            Lit::FALSE
        } else {
            let new = self.formula.preferring(true);
            self.formula.add(&[!new, here]);
            self.goals.push(super::Goal {
                news,
                literal: new,
                condition: here,
                place: self.place(news),
            });
            new
        };
        for (values, result) in known {
            let mut clause: Vec<Lit> = inputs
                .iter()
                .zip(&values)
                .map(|(input, value)| !self.is(*input, *value))
                .collect();
            if new != Lit::FALSE {
                clause.push(!new);
                self.formula.add(&clause);
                clause.pop();
            }
            clause.push(self.is(Operand::Value(v), result));
            self.formula.add(&clause);
        }
    }

    /// Encodes a test for equality (or the opposite) of two inputs with many values, if it is one.
    fn equality(&mut self, v: ValueId, function: FunctionId, inputs: &[Operand]) -> bool {
        let &[a, b] = inputs else {
            return false;
        };
        let (left, right) = (self.domains.operand(a), self.domains.operand(b));
        if left.len() * right.len() <= 16 || self.domains.of(v) != [0, 1] {
            return false;
        }
        let mut positive = None;
        let mut is_test = true;
        self.domains.combinations(inputs, &mut |values| {
            let result = self.domains.apply(function, false, values) == Some(1);
            let sign = result == (values[0] == values[1]);
            is_test &= *positive.get_or_insert(sign) == sign;
        });
        if !is_test {
            return false;
        }
        let equal = match positive {
            Some(true) => self.is(Operand::Value(v), 1),
            _ => self.is(Operand::Value(v), 0),
        };
        self.equal(equal, a, b);
        true
    }

    /// `equal` holds exactly if the operands have the same value.
    pub(super) fn equal(&mut self, equal: Lit, a: Operand, b: Operand) {
        for value in self.domains.operand(a) {
            let (here, there) = (self.is(a, value), self.is(b, value));
            self.formula.add(&[!equal, !here, there]);
            self.formula.add(&[equal, !here, !there]);
        }
    }
}
