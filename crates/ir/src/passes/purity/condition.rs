//! Purity conditions: disjunctions of conjunctions of atoms.
//!
//! Too large conditions are cut to fewer cases, which only means that fewer iterations are seen
//! to be pure.

use super::atom::{Atom, EQUAL, GREATER, LESS, Literal, Values};
use crate::flow::Cfg;
use crate::module::{BlockId, Operand, ValueId};

const MAX_CASES: usize = 16;
const MAX_ATOMS: usize = 12;
/// More comparisons are not tried in all ways.
const MAX_QUESTIONS: usize = 5;

/// A place before the instruction with this index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub block: BlockId,
    pub index: u32,
}

impl Point {
    /// Increases along every path that takes no back edge.
    pub fn key(self, flow: &Cfg) -> (usize, u32) {
        (flow.number(self.block), self.index)
    }
}

/// One way to a pure end of the iteration.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Case {
    pub atoms: Vec<Atom>,
    /// Something before this place may fail or wait, so nothing may be cut off earlier.
    pub barrier: Option<Point>,
}

/// Holds if one of its cases does.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    pub cases: Vec<Case>,
    /// Cases were left out because they were too many or too large.
    pub cut: bool,
}

impl Case {
    /// Adds a literal; false if the case has become impossible.
    pub fn and(&mut self, literal: Literal) -> bool {
        let mut atom = match literal {
            Literal::Always => return true,
            Literal::Never => return false,
            Literal::Atom(atom) => atom,
        };
        while let Some(at) = self.atoms.iter().position(|other| other.is_like(&atom)) {
            let other = self.atoms.remove(at);
            match other.combined(&atom, other.relation & atom.relation) {
                Literal::Atom(both) => atom = both,
                Literal::Always => return true,
                Literal::Never => return false,
            }
        }
        self.atoms.push(atom);
        self.atoms.len() <= MAX_ATOMS && self.apply_equalities()
    }

    fn is_too_large(&self) -> bool {
        self.atoms.len() > MAX_ATOMS
    }

    /// A value that is known decides all that is asked about it.
    fn apply_equalities(&mut self) -> bool {
        let known: Vec<(Operand, u64)> = self.atoms.iter().filter_map(known_value).collect();
        let mut possible = true;
        self.atoms.retain(|atom| {
            let value = known.iter().find(|(operand, _)| *operand == atom.a);
            let result = value.and_then(|(_, value)| atom.evaluate(*value));
            possible &= result != Some(false);
            result.is_none() || known_value(atom).is_some()
        });
        possible
    }

    /// The union of this case, in which a value is known, with one that excludes this value and says nothing else that it
    /// does not fulfil.
    fn filled(&self, other: &Case) -> Option<Case> {
        let (one, operand, value) = self
            .atoms
            .iter()
            .find_map(|atom| known_value(atom).map(|(operand, value)| (atom, operand, value)))?;
        let excluded = one.negated();
        let at = other.atoms.iter().position(|atom| *atom == excluded)?;
        let mut rest = other.clone();
        rest.atoms.remove(at);
        let decided = |atom: &Atom| atom.a == operand && atom.evaluate(value) == Some(true);
        let holds_here = |atom: &Atom| self.atoms.contains(atom) || decided(atom);
        let holds_there = |atom: &Atom| atom == one || rest.atoms.contains(atom);
        (rest.atoms.iter().all(holds_here) && self.atoms.iter().all(holds_there)).then_some(rest)
    }

    /// The case as it is before a jump that gives a block's parameters these values; but for atoms that are `settled`.
    fn substituted(
        &self,
        values: &Values<'_>,
        (parameters, arguments): (&[ValueId], &[Operand]),
        settled: &dyn Fn(&Atom) -> bool,
    ) -> Result<Case, Case> {
        let replace = |operand: Operand| {
            let at = parameters
                .iter()
                .position(|p| operand == Operand::Value(*p));
            at.map_or(operand, |at| arguments[at])
        };
        let mut case = Case {
            atoms: Vec::new(),
            barrier: self.barrier,
        };
        for atom in &self.atoms {
            let replaced = match settled(atom) {
                true => *atom,
                false => Atom {
                    a: replace(atom.a),
                    b: replace(atom.b),
                    ..*atom
                },
            };
            if !case.and(values.normal(replaced)) {
                return Err(case);
            }
        }
        Ok(case)
    }
}

/// Is it impossible that both hold?
pub fn contradict(values: &Values<'_>, atom: Atom, (condition, bit): (Operand, bool)) -> bool {
    let literal = values.bit(condition, bit);
    let excludes = |atom: Atom| {
        let mut case = Case::default();
        !(case.and(Literal::Atom(atom)) && case.and(literal))
    };
    excludes(atom) || !atom.is_masked() && excludes(atom.mirrored())
}

fn known_value(atom: &Atom) -> Option<(Operand, u64)> {
    match atom.b {
        Operand::Const(value) if atom.relation == EQUAL && !atom.is_masked() => {
            Some((atom.a, value))
        }
        _ => None,
    }
}

impl Condition {
    pub fn always() -> Condition {
        Condition {
            cases: vec![Case::default()],
            cut: false,
        }
    }

    pub fn and(&mut self, literal: Literal) {
        let cases = std::mem::take(&mut self.cases);
        for mut case in cases {
            match case.and(literal) {
                true => self.or(case),
                false => self.cut |= case.is_too_large(),
            }
        }
    }

    pub fn substitute(
        &self,
        values: &Values<'_>,
        given: (&[ValueId], &[Operand]),
        settled: &dyn Fn(&Atom) -> bool,
    ) -> Condition {
        let mut result = Condition {
            cut: self.cut,
            ..Condition::default()
        };
        for case in &self.cases {
            let substituted = case.substituted(values, given, settled);
            match substituted {
                Ok(case) => result.or(case),
                Err(case) => result.cut |= case.is_too_large(),
            }
        }
        result
    }

    /// Does the condition hold whenever the atom does, whatever its other comparisons say?
    pub fn follows(&self, atom: &Atom) -> bool {
        let mut questions: Vec<&Atom> = vec![atom];
        for other in self.cases.iter().flat_map(|case| &case.atoms) {
            if !questions.iter().any(|known| known.is_like(other)) {
                questions.push(other);
            }
        }
        if questions.len() > MAX_QUESTIONS {
            return false;
        }
        // An answer is one of the three relations; those of a number are its digits.
        let answers = 3usize.pow(questions.len() as u32);
        (0..answers).all(|number| {
            let mut digits = number;
            let answers: Vec<u8> = questions
                .iter()
                .map(|_| {
                    let digit = digits % 3;
                    digits /= 3;
                    [LESS, EQUAL, GREATER][digit]
                })
                .collect();
            let holds = |asked: &Atom| {
                let at = questions.iter().position(|known| known.is_like(asked));
                at.is_some_and(|at| answers[at] & asked.relation != 0)
            };
            let in_vain = self.cases.iter().any(|case| case.atoms.iter().all(holds));
            !holds(atom) || in_vain
        })
    }

    pub fn or_all(&mut self, other: Condition) {
        self.cut |= other.cut;
        for case in other.cases {
            self.or(case);
        }
    }

    /// Do both have the same cases, wherever something may fail, and are these all?
    pub fn is_same(&self, other: &Condition) -> bool {
        let holds = |a: &Condition, b: &Condition| {
            let same = |x: &Case, y: &Case| {
                let within = |x: &Case, y: &Case| x.atoms.iter().all(|a| y.atoms.contains(a));
                within(x, y) && within(y, x)
            };
            a.cases.iter().all(|x| b.cases.iter().any(|y| same(x, y)))
        };
        !self.cut && !other.cut && holds(self, other) && holds(other, self)
    }

    /// Going backwards, the first barrier that is met is the last one of the path.
    pub fn add_barrier(&mut self, point: Point) {
        for case in &mut self.cases {
            case.barrier.get_or_insert(point);
        }
    }

    pub fn or(&mut self, mut case: Case) {
        let implied = |known: &Case| {
            known.barrier == case.barrier && known.atoms.iter().all(|a| case.atoms.contains(a))
        };
        if self.cases.iter().any(implied) {
            return;
        }
        while let Some((at, merged)) = self.merge(&case).or_else(|| self.fill(&case)) {
            self.cases.remove(at);
            case = merged;
        }
        match self.cases.len() < MAX_CASES {
            true => self.cases.push(case),
            false => self.cut = true,
        }
    }

    /// A known case with which this one says the same for a single value as for all others, and what both say:
    /// `x == 0` and `x != 0 && x <= 1` are `x <= 1`.
    fn fill(&self, case: &Case) -> Option<(usize, Case)> {
        let same_place = |known: &Case| known.barrier == case.barrier;
        let mut cases = self.cases.iter().enumerate();
        cases.find_map(|(at, known)| {
            let both = same_place(known).then(|| known.filled(case).or_else(|| case.filled(known)));
            Some((at, both??))
        })
    }

    /// A known case that differs in one comparison only, and the union of the two.
    fn merge(&self, case: &Case) -> Option<(usize, Case)> {
        self.cases.iter().enumerate().find_map(|(at, known)| {
            if known.barrier != case.barrier || known.atoms.len() != case.atoms.len() {
                return None;
            }
            let differs = |atom: &&Atom| !known.atoms.contains(atom);
            let mut own = case.atoms.iter().filter(differs);
            let (own, None) = (own.next()?, own.next()) else {
                return None;
            };
            let other = known.atoms.iter().find(|a| !case.atoms.contains(a))?;
            if !own.is_like(other) {
                return None;
            }
            let union = own.combined(other, own.relation | other.relation);
            let mut atoms = case.atoms.clone();
            atoms.retain(|atom| atom != own);
            if let Literal::Atom(union) = union {
                atoms.push(union);
            }
            let barrier = case.barrier;
            Some((at, Case { atoms, barrier }))
        })
    }
}
