//! One comparison of a purity condition, in a normal form.
//!
//! Branch conditions are traced back through the casts, negations and masks that a compiler
//! without optimisation puts between a load and a branch, so that the same question asked in two
//! ways is the same atom.

use crate::module::{BinaryOp, BlockId, Cast, Function, InstKind, Operand, ValueId};
use threadproof_program::Predicate;

pub const LESS: u8 = 1;
pub const EQUAL: u8 = 2;
pub const GREATER: u8 = 4;
const ALL: u8 = 7;
const UNEQUAL: u8 = LESS | GREATER;

/// `(a & mask) R b`, where R is a set of `LESS`, `EQUAL` and `GREATER`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atom {
    pub a: Operand,
    /// Has no bits above `width`. All bits below are set unless the relation is (in)equality.
    pub mask: u64,
    pub b: Operand,
    pub width: u8,
    pub relation: u8,
    /// Never for (in)equality.
    pub signed: bool,
}

/// A condition that may be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    Always,
    Never,
    Atom(Atom),
}

pub fn ones(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))
}

impl Atom {
    pub fn new(predicate: Predicate, width: u8, a: Operand, b: Operand) -> Atom {
        let (relation, signed) = match predicate {
            Predicate::Eq => (EQUAL, false),
            Predicate::Ne => (UNEQUAL, false),
            Predicate::Ult => (LESS, false),
            Predicate::Ule => (LESS | EQUAL, false),
            Predicate::Ugt => (GREATER, false),
            Predicate::Uge => (GREATER | EQUAL, false),
            Predicate::Slt => (LESS, true),
            Predicate::Sle => (LESS | EQUAL, true),
            Predicate::Sgt => (GREATER, true),
            Predicate::Sge => (GREATER | EQUAL, true),
        };
        Atom {
            a,
            mask: ones(width),
            b,
            width,
            relation,
            signed,
        }
    }

    pub fn predicate(&self) -> Predicate {
        match (self.relation, self.signed) {
            (EQUAL, _) => Predicate::Eq,
            (LESS, false) => Predicate::Ult,
            (LESS, true) => Predicate::Slt,
            (GREATER, false) => Predicate::Ugt,
            (GREATER, true) => Predicate::Sgt,
            (3, false) => Predicate::Ule,
            (3, true) => Predicate::Sle,
            (6, false) => Predicate::Uge,
            (6, true) => Predicate::Sge,
            _ => Predicate::Ne,
        }
    }

    pub fn negated(mut self) -> Atom {
        self.relation ^= ALL;
        self
    }

    /// The same with `a` and `b` exchanged; only for atoms without a mask.
    pub fn mirrored(mut self) -> Atom {
        std::mem::swap(&mut self.a, &mut self.b);
        let (less, greater) = (self.relation & LESS, self.relation & GREATER);
        self.relation = (self.relation & EQUAL) | (less << 2) | (greater >> 2);
        self
    }

    pub fn is_masked(&self) -> bool {
        self.mask != ones(self.width)
    }

    pub fn is_equality(&self) -> bool {
        self.relation == EQUAL || self.relation == UNEQUAL
    }

    /// Both compare the same things in the same way, so that their relations can be combined.
    pub fn is_like(&self, other: &Atom) -> bool {
        let same =
            (self.a, self.mask, self.b, self.width) == (other.a, other.mask, other.b, other.width);
        same && (self.signed == other.signed || self.is_equality() || other.is_equality())
    }

    /// Two atoms that are alike, with the relations combined.
    pub fn combined(&self, other: &Atom, relation: u8) -> Literal {
        let signed = self.signed || other.signed;
        match relation {
            0 => Literal::Never,
            ALL => Literal::Always,
            _ => Literal::Atom(Atom {
                relation,
                signed: signed && relation != EQUAL && relation != UNEQUAL,
                ..*self
            }),
        }
    }

    /// The atom if `a` has this value.
    pub fn evaluate(&self, a: u64) -> Option<bool> {
        let Operand::Const(b) = self.b else {
            return None;
        };
        Some(self.predicate().holds(a & self.mask, b, self.width))
    }

    fn constant(self, b: u64) -> Atom {
        Atom {
            b: Operand::Const(b),
            ..self
        }
    }
}

impl Literal {
    pub fn from(known: bool) -> Literal {
        match known {
            true => Literal::Always,
            false => Literal::Never,
        }
    }
}

/// Where the values of a function come from.
pub struct Values<'a> {
    pub function: &'a Function,
    definitions: Vec<Option<Definition>>,
}

/// The origin of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    Parameter(BlockId),
    Instruction(BlockId, u32),
}

impl<'a> Values<'a> {
    pub fn new(function: &'a Function) -> Values<'a> {
        let mut definitions = vec![None; function.values.len()];
        for (number, block) in function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            for parameter in &block.parameters {
                definitions[parameter.index()] = Some(Definition::Parameter(id));
            }
            for (at, inst) in block.instructions.iter().enumerate() {
                for result in &inst.results {
                    definitions[result.index()] = Some(Definition::Instruction(id, at as u32));
                }
            }
        }
        Values {
            function,
            definitions,
        }
    }

    /// `None`: a parameter of the function.
    pub fn definition(&self, value: ValueId) -> Option<Definition> {
        self.definitions[value.index()]
    }

    fn kind(&self, operand: Operand) -> Option<&'a InstKind> {
        match self.place(operand)? {
            Definition::Instruction(block, at) => {
                let block = &self.function.blocks[block.index()];
                Some(&block.instructions[at as usize].kind)
            }
            Definition::Parameter(_) => None,
        }
    }

    fn place(&self, operand: Operand) -> Option<Definition> {
        match operand {
            Operand::Value(value) => self.definition(value),
            _ => None,
        }
    }

    fn bits(&self, operand: Operand) -> u8 {
        match operand {
            Operand::Value(value) => self.function.values[value.index()].bits(),
            _ => 64,
        }
    }

    /// The condition that a bit is `wanted`.
    pub fn bit(&self, mut operand: Operand, mut wanted: bool) -> Literal {
        loop {
            if let Operand::Const(bit) = operand {
                return Literal::from((bit & 1 == 1) == wanted);
            }
            let last = Atom::new(Predicate::Ne, 1, operand, Operand::Const(0));
            let atom = match self.kind(operand) {
                Some(&InstKind::Compare {
                    predicate,
                    width,
                    a,
                    b,
                }) => self.normal(Atom::new(predicate, width, a, b)),
                Some(&InstKind::Binary {
                    op: BinaryOp::Xor,
                    width: 1,
                    a,
                    b: Operand::Const(1),
                }) => {
                    (operand, wanted) = (a, !wanted);
                    continue;
                }
                Some(&InstKind::Cast {
                    cast: Cast::Truncate { to: 1 },
                    a,
                }) if self.bits(a) > 1 => {
                    let width = self.bits(a);
                    let mut odd = Atom::new(Predicate::Ne, width, a, Operand::Const(0));
                    odd.mask = 1;
                    self.normal(odd)
                }
                Some(&InstKind::Cast {
                    cast: Cast::Copy | Cast::Truncate { to: 1 },
                    a,
                }) if self.bits(a) == 1 => {
                    operand = a;
                    continue;
                }
                Some(InstKind::CompareExchange { .. }) => self.exchanged(operand, last),
                _ => Literal::Atom(last),
            };
            return match atom {
                Literal::Atom(atom) if !wanted => Literal::Atom(atom.negated()),
                Literal::Always | Literal::Never if !wanted => {
                    Literal::from(atom == Literal::Never)
                }
                known => known,
            };
        }
    }

    /// A compare-exchange succeeds exactly if it saw the expected value.
    fn exchanged(&self, bit: Operand, otherwise: Atom) -> Literal {
        let Some(Definition::Instruction(block, at)) = self.place(bit) else {
            return Literal::Atom(otherwise);
        };
        let inst = &self.function.blocks[block.index()].instructions[at as usize];
        let InstKind::CompareExchange { size, expected, .. } = inst.kind else {
            return Literal::Atom(otherwise);
        };
        match inst.results.as_slice() {
            &[old, success] if bit == Operand::Value(success) => {
                let old = Operand::Value(old);
                self.normal(Atom::new(Predicate::Eq, 8 * size, old, expected))
            }
            _ => Literal::Atom(otherwise),
        }
    }

    /// The normal form of a comparison.
    pub fn normal(&self, mut atom: Atom) -> Literal {
        loop {
            if !atom.is_masked() && atom.a == atom.b && atom.a != Operand::Undefined {
                return Literal::from(atom.relation & EQUAL != 0);
            }
            if let (Operand::Const(_), false) = (atom.a, atom.is_masked())
                && !matches!(atom.b, Operand::Const(_))
            {
                atom = atom.mirrored();
            }
            let Operand::Const(b) = atom.b else {
                return Literal::Atom(
                    self.narrowed(atom)
                        .or_else(|| self.under_mask(atom))
                        .unwrap_or(atom),
                );
            };
            if let Operand::Const(a) = atom.a {
                return Literal::from(atom.predicate().holds(a & atom.mask, b, atom.width));
            }
            if atom.width > 1 && atom.is_equality() && self.kind(atom.a).is_some_and(gives_bit) {
                // The bits above are zeros.
                atom.mask &= 1;
                if atom.mask == 1 && b <= 1 {
                    atom.width = 1;
                }
            }
            if b & !atom.mask != 0 && atom.is_equality() {
                return Literal::from(atom.relation == UNEQUAL);
            }
            if let Some(chosen) = self.chosen(atom) {
                return chosen;
            }
            // A bit that was made wider on its way is asked for under a mask.
            let is_lowest = self.bits(atom.a) == 1 && atom.mask & 1 == 1 && b <= 1;
            if is_lowest && atom.is_equality() && self.kind(atom.a).is_some_and(is_bit) {
                return self.bit(atom.a, (atom.relation == EQUAL) == (b == 1));
            }
            match self.kind(atom.a).and_then(|kind| self.step(atom, b, kind)) {
                Some(next) => atom = next,
                None => return Literal::Atom(atom),
            }
        }
    }

    /// A choice between two constants: the question which of them it was.
    fn chosen(&self, atom: Atom) -> Option<Literal> {
        let &InstKind::Select {
            condition,
            a: Operand::Const(yes),
            b: Operand::Const(no),
            ..
        } = self.kind(atom.a)?
        else {
            return None;
        };
        Some(match (atom.evaluate(yes)?, atom.evaluate(no)?) {
            (true, true) => Literal::Always,
            (false, false) => Literal::Never,
            (yes, _) => self.bit(condition, yes),
        })
    }

    /// C compares what is narrower than `int` after extending both sides; the same question about the
    /// sides themselves.
    fn narrowed(&self, atom: Atom) -> Option<Atom> {
        if atom.is_masked() {
            return None;
        }
        if let (
            Some(&InstKind::Cast {
                cast: Cast::SignExtend { from, to },
                a,
            }),
            Some(&InstKind::Cast { cast: other, a: b }),
        ) = (self.kind(atom.a), self.kind(atom.b))
            && other == (Cast::SignExtend { from, to })
            && to == atom.width
            && (self.bits(a), self.bits(b)) == (from, from)
            && (atom.signed || atom.is_equality())
        {
            let (mask, width) = (ones(from), from);
            return Some(Atom {
                a,
                b,
                mask,
                width,
                ..atom
            });
        }
        let (a, b) = (self.uncopied(atom.a), self.uncopied(atom.b));
        let width = self.bits(a).max(self.bits(b));
        // Neither side is negative.
        (width < atom.width).then_some(Atom {
            a,
            b,
            mask: ones(width),
            width,
            signed: false,
            ..atom
        })
    }

    /// `(x & c) == b` with a `b` that is no constant.
    fn under_mask(&self, atom: Atom) -> Option<Atom> {
        match self.kind(atom.a)? {
            &InstKind::Binary {
                op: BinaryOp::And,
                width,
                a,
                b: Operand::Const(c),
            } if width == atom.width && atom.is_equality() => Some(Atom {
                a,
                mask: atom.mask & c,
                ..atom
            }),
            _ => None,
        }
    }

    /// The value before it was extended with zeros.
    fn uncopied(&self, operand: Operand) -> Operand {
        match self.kind(operand) {
            Some(&InstKind::Cast {
                cast: Cast::Copy,
                a: a @ Operand::Value(_),
            }) => a,
            _ => operand,
        }
    }

    /// The same question about an operand of the instruction that gives `a`.
    fn step(&self, atom: Atom, b: u64, kind: &InstKind) -> Option<Atom> {
        match *kind {
            InstKind::Cast { cast, a } => self.step_cast(atom, b, cast, a),
            InstKind::Binary {
                op,
                width,
                a,
                b: Operand::Const(c),
            } if width == atom.width && atom.is_equality() => match op {
                BinaryOp::And => Some(Atom {
                    a,
                    mask: atom.mask & c,
                    ..atom
                }),
                BinaryOp::UnsignedRem | BinaryOp::SignedRem
                    if b == 0 && c.is_power_of_two() && !atom.is_masked() =>
                {
                    Some(Atom {
                        a,
                        mask: c - 1,
                        ..atom
                    })
                }
                BinaryOp::Add if !atom.is_masked() => {
                    Some(Atom { a, ..atom }.constant(b.wrapping_sub(c) & atom.mask))
                }
                BinaryOp::Sub if !atom.is_masked() => {
                    Some(Atom { a, ..atom }.constant(b.wrapping_add(c) & atom.mask))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn step_cast(&self, atom: Atom, b: u64, cast: Cast, a: Operand) -> Option<Atom> {
        let bits = self.bits(a);
        match cast {
            Cast::Copy if bits == atom.width => Some(Atom { a, ..atom }),
            Cast::Copy if bits < atom.width && b <= ones(bits) => {
                // The value is not negative, and so is the constant unless its top bit is set.
                (!atom.signed || b >> (atom.width - 1) == 0).then_some(Atom {
                    a,
                    mask: atom.mask & ones(bits),
                    width: bits,
                    signed: false,
                    ..atom
                })
            }
            Cast::Truncate { to } if atom.is_equality() && bits > to && atom.width == to => {
                Some(Atom {
                    a,
                    width: bits,
                    ..atom
                })
            }
            Cast::Truncate { to } if bits == to && atom.width == to => Some(Atom { a, ..atom }),
            // The mask looks at none of the copies of the sign.
            Cast::SignExtend { from, to }
                if to == atom.width
                    && bits == from
                    && atom.is_masked()
                    && atom.mask & !ones(from) == 0 =>
            {
                Some(Atom {
                    a,
                    width: from,
                    ..atom
                })
            }
            Cast::SignExtend { from, to }
                if to == atom.width
                    && bits == from
                    && !atom.is_masked()
                    && (atom.signed || atom.is_equality()) =>
            {
                let low = b & ones(from);
                let extended = ((low << (64 - from)) as i64 >> (64 - from)) as u64 & ones(to);
                (extended == b).then_some(
                    Atom {
                        a,
                        mask: ones(from),
                        width: from,
                        ..atom
                    }
                    .constant(low),
                )
            }
            _ => None,
        }
    }
}

/// Is the result 0 or 1? A parameter of a block may be wider than its type, since variables of several types share it.
fn gives_bit(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Compare { .. }
            | InstKind::Binary {
                op: BinaryOp::Xor,
                width: 1,
                ..
            }
            | InstKind::Cast {
                cast: Cast::Truncate { to: 1 },
                ..
            }
    )
}

/// Can [`Values::bit`] say more about the result than that it is a bit?
fn is_bit(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Compare { .. }
            | InstKind::CompareExchange { .. }
            | InstKind::Binary {
                op: BinaryOp::Xor,
                width: 1,
                b: Operand::Const(1),
                ..
            }
            | InstKind::Cast {
                cast: Cast::Copy | Cast::Truncate { to: 1 },
                ..
            }
    )
}
