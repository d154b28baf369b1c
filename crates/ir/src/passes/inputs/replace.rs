//! Puts a choice in the place of an input.

use super::uses::Place;
use super::{Values, mask};
use crate::intrinsic::Intrinsic;
use crate::module::{Cast, Function, Inst, InstKind, Operand, Type, ValueId};
use smallvec::smallvec;
use threadproof_program::{LocationId, Predicate};

/// Replaces the call at this place, whose result is the input.
pub fn replace(function: &mut Function, (block, index): Place, input: ValueId, values: Values) {
    let location = function.blocks[block.index()].instructions[index].location;
    let unwritten = is_unwritten(&function.blocks[block.index()].instructions[index]);
    let mut writer = Writer {
        location,
        written: Vec::new(),
        function: &mut *function,
    };
    match values {
        Values::All(values) => writer.choose(&values, input),
        Values::Followed(values) if values.is_empty() => {
            writer.intrinsic(Intrinsic::Input, Vec::new(), input);
        }
        Values::Followed(values) => {
            let chosen = writer.same_type(input);
            writer.choose(&values, chosen);
            writer.intrinsic(Intrinsic::Input, vec![Operand::Value(chosen)], input);
        }
        Values::Cut(used) if !unwritten => {
            let used = Operand::Const(u64::from(used.0));
            let all = mask(writer.function.values[input.index()].bits());
            writer.written.push(Inst {
                kind: InstKind::Intrinsic {
                    intrinsic: Intrinsic::InputCut,
                    arguments: vec![used],
                },
                results: smallvec![],
                location,
            });
            writer.choose(&[0, 1, all, all >> 1], input);
        }
        Values::Cut(_) | Values::Unknown => return,
    }
    let written = writer.written;
    let instructions = &mut function.blocks[block.index()].instructions;
    instructions.splice(index..=index, written);
}

/// A local variable before it is written says itself which values are left out.
fn is_unwritten(inst: &Inst) -> bool {
    matches!(
        inst.kind,
        InstKind::Intrinsic {
            intrinsic: Intrinsic::Unwritten,
            ..
        }
    )
}

struct Writer<'a> {
    location: LocationId,
    written: Vec<Inst>,
    function: &'a mut Function,
}

impl Writer<'_> {
    fn same_type(&mut self, value: ValueId) -> ValueId {
        let ty = self.function.values[value.index()];
        self.function.new_value(ty)
    }

    fn push(&mut self, kind: InstKind, result: ValueId) {
        self.written.push(Inst {
            kind,
            results: smallvec![result],
            location: self.location,
        });
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, arguments: Vec<Operand>, result: ValueId) {
        let kind = InstKind::Intrinsic {
            intrinsic,
            arguments,
        };
        self.push(kind, result);
    }

    /// A choice, and the value that it stands for.
    fn choose(&mut self, values: &[u64], result: ValueId) {
        let [first, others @ ..] = values else {
            return self.intrinsic(Intrinsic::Choice, vec![Operand::Const(1)], result);
        };
        let mut value = Operand::Const(*first);
        if others.is_empty() {
            let cast = Cast::Copy;
            return self.push(InstKind::Cast { cast, a: value }, result);
        }
        let chosen = self.function.new_value(Type::Int(32));
        let options = Operand::Const(values.len() as u64);
        self.intrinsic(Intrinsic::Choice, vec![options], chosen);
        for (number, other) in others.iter().enumerate() {
            let is_it = self.function.new_value(Type::Int(1));
            let compare = InstKind::Compare {
                predicate: Predicate::Eq,
                width: 32,
                a: Operand::Value(chosen),
                b: Operand::Const(number as u64 + 1),
            };
            self.push(compare, is_it);
            let last = number + 1 == others.len();
            let next = if last { result } else { self.same_type(result) };
            let select = InstKind::Select {
                condition: Operand::Value(is_it),
                a: Operand::Const(*other),
                b: value,
            };
            self.push(select, next);
            value = Operand::Value(next);
        }
    }
}
