//! Comparisons of what a block has read, such that the other side is known before the read.
//!
//! A compiler without optimisation computes `ticket + 1` in `while (load(&owner) != ticket + 1);` after the load, and a
//! thread can only wait for a value that it knows.
//!
//! 1. Arithmetic on values that are known at the start of the block moves there.
//! 2. In an equality, an addition or subtraction of such a value goes to the other side:
//!    `tail - load(&head) == size` asks whether `load(&head)` is `tail - size`.
//! 3. Masks, shifts to the right and narrower types become one mask of what was read.

use crate::module::{BinaryOp, Cast, Function, Inst, InstKind, Operand, Type, ValueId};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use threadproof_program::Predicate;

/// Longer expressions are left alone.
const MOST_STEPS: usize = 16;

pub fn early(function: &mut Function) {
    for number in 0..function.blocks.len() {
        let instructions = std::mem::take(&mut function.blocks[number].instructions);
        let mut order = Order {
            function,
            early: Vec::with_capacity(instructions.len()),
            late: Vec::new(),
            late_at: FxHashMap::default(),
        };
        for inst in instructions {
            order.put(inst);
        }
        let Order {
            mut early, late, ..
        } = order;
        early.extend(late);
        function.blocks[number].instructions = early;
    }
}

fn ones(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))
}

struct Order<'a> {
    function: &'a mut Function,
    early: Vec<Inst>,
    /// What is not known at the start of the block, or has an effect.
    late: Vec<Inst>,
    /// The place of a value in `late`.
    late_at: FxHashMap<ValueId, u32>,
}

/// `(a >> shift) & mask`, with `a` of so many bits.
struct Field {
    a: Operand,
    bits: u8,
    shift: u8,
    mask: u64,
}

impl Order<'_> {
    fn put(&mut self, mut inst: Inst) {
        if let InstKind::Compare {
            predicate: predicate @ (Predicate::Eq | Predicate::Ne),
            width,
            a,
            b,
        } = inst.kind
        {
            let (read, known) = match (self.is_late(a), self.is_late(b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return self.place(inst),
            };
            inst.kind = self.compare(predicate, width, read, known, &inst);
        }
        self.place(inst);
    }

    fn place(&mut self, inst: Inst) {
        let moves = match inst.kind {
            InstKind::Binary { op, .. } => !op.divides(),
            InstKind::Compare { .. } | InstKind::Cast { .. } | InstKind::Select { .. } => true,
            _ => false,
        };
        let mut known = moves;
        inst.kind.visit(|operand| known &= !self.is_late(*operand));
        match known {
            true => self.early.push(inst),
            false => self.put_late(inst),
        }
    }

    fn put_late(&mut self, inst: Inst) {
        let at = self.late.len() as u32;
        let results = inst.results.iter();
        self.late_at.extend(results.map(|value| (*value, at)));
        self.late.push(inst);
    }

    fn is_late(&self, operand: Operand) -> bool {
        self.late_kind(operand).is_some()
    }

    fn late_kind(&self, operand: Operand) -> Option<&InstKind> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let at = self.late_at.get(&value)?;
        Some(&self.late[*at as usize].kind)
    }

    fn bits(&self, operand: Operand) -> u8 {
        match operand {
            Operand::Value(value) => self.function.values[value.index()].bits(),
            Operand::Const(value) => 64 - value.leading_zeros() as u8,
            _ => 64,
        }
    }

    /// Variables of several types may share a value, but all are of one size.
    fn most_bits(&self, operand: Operand) -> u8 {
        self.bits(operand).max(8).next_power_of_two()
    }

    /// The same question about what was read.
    fn compare(
        &mut self,
        predicate: Predicate,
        width: u8,
        read: Operand,
        known: Operand,
        inst: &Inst,
    ) -> InstKind {
        let (mut a, mut b) = (read, known);
        for _ in 0..MOST_STEPS {
            let Some(&InstKind::Binary {
                op: op @ (BinaryOp::Add | BinaryOp::Sub),
                width: bits,
                a: left,
                b: right,
            }) = self.late_kind(a)
            else {
                break;
            };
            let is_left = match (self.is_late(left), self.is_late(right)) {
                (true, false) => true,
                (false, true) => false,
                _ => break,
            };
            if bits != width {
                break;
            }
            (a, b) = match (op, is_left) {
                (BinaryOp::Add, true) => (left, self.known(BinaryOp::Sub, width, b, right, inst)),
                (BinaryOp::Add, false) => (right, self.known(BinaryOp::Sub, width, b, left, inst)),
                (_, true) => (left, self.known(BinaryOp::Add, width, b, right, inst)),
                (_, false) => (right, self.known(BinaryOp::Sub, width, left, b, inst)),
            };
        }
        self.masked(predicate, width, a, b, inst)
            .unwrap_or(InstKind::Compare {
                predicate,
                width,
                a,
                b,
            })
    }

    /// Arithmetic on what is known.
    fn known(&mut self, op: BinaryOp, width: u8, a: Operand, b: Operand, inst: &Inst) -> Operand {
        let result = self.function.new_value(Type::Int(width));
        self.early.push(Inst {
            kind: InstKind::Binary { op, width, a, b },
            results: smallvec![result],
            location: inst.location,
        });
        Operand::Value(result)
    }

    /// The comparison of a field with a value that is no constant, as one under a mask.
    fn masked(
        &mut self,
        predicate: Predicate,
        width: u8,
        read: Operand,
        known: Operand,
        inst: &Inst,
    ) -> Option<InstKind> {
        if matches!(known, Operand::Const(_)) {
            return None;
        }
        let field = self.field(read, width)?;
        // No bit of the known value may get lost.
        let is_kept = self.most_bits(known).min(width) + field.shift <= field.bits;
        if !is_kept {
            return None;
        }
        let b = match field.shift {
            0 => known,
            shift => self.known(
                BinaryOp::ShiftLeft,
                field.bits,
                known,
                Operand::Const(u64::from(shift)),
                inst,
            ),
        };
        let under = self.function.new_value(Type::Int(field.bits));
        self.put_late(Inst {
            kind: InstKind::Binary {
                op: BinaryOp::And,
                width: field.bits,
                a: field.a,
                b: Operand::Const(field.mask << field.shift),
            },
            results: smallvec![under],
            location: inst.location,
        });
        Some(InstKind::Compare {
            predicate,
            width: field.bits,
            a: Operand::Value(under),
            b,
        })
    }

    /// A value that was read, and the part of it that an operand is; `None` if it is all of it.
    fn field(&self, operand: Operand, width: u8) -> Option<Field> {
        let mut field = Field {
            a: operand,
            bits: width,
            shift: 0,
            mask: ones(width),
        };
        let mut is_part = false;
        for _ in 0..MOST_STEPS {
            match self.late_kind(field.a) {
                Some(&InstKind::Cast {
                    cast: Cast::Truncate { to },
                    a,
                }) => {
                    field.mask &= ones(to) >> field.shift;
                    field.a = a;
                    is_part = true;
                }
                Some(&InstKind::Cast {
                    cast: Cast::Copy,
                    a,
                }) => field.a = a,
                Some(&InstKind::Binary {
                    op: BinaryOp::And,
                    a,
                    b: Operand::Const(bits),
                    ..
                }) => {
                    field.mask &= bits >> field.shift;
                    field.a = a;
                    is_part = true;
                }
                Some(&InstKind::Binary {
                    op: BinaryOp::ShiftRight,
                    width,
                    a,
                    b: Operand::Const(by),
                }) if by + u64::from(field.shift) < u64::from(width) => {
                    field.shift += by as u8;
                    field.mask &= ones(width) >> field.shift;
                    field.a = a;
                    is_part = true;
                }
                _ => break,
            }
            field.bits = self.bits(field.a);
            field.mask &= ones(field.bits) >> field.shift;
        }
        (is_part && field.mask != 0).then_some(field)
    }
}

#[cfg(test)]
mod tests;
