//! Which loads may read bytes that were never written, when such reads are looked for.
//!
//! Clang loads a small structure as one number to pass or return it, or to store it atomically, padding and
//! fields without a value included; the number is only handed on, as it is where the program keeps a field aside and
//! puts it back. And it loads the whole unit of a bit-field
//! to change a part of it. Neither is a read of the program's own. A value that nothing looks at, as in
//! `(void)unused`, is none either.
//!
//! A bit-field that gets a value makes its whole unit defined: undefined bits are not told apart.

use crate::compile::Uninitialized;
use crate::module::{BinaryOp, Function, InstKind, Operand, Terminator, ValueId};
use threadproof_program::{LoadOrder, RmwOp};

/// The fate of undefined bytes that a load reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// They are an error, or zeros if nobody looks for that.
    Error,
    /// Somebody is told.
    Noted,
    /// They get values.
    Chosen,
    /// They stay undefined, and are an error where they are used.
    Carried,
    /// The same, if other bytes of the value are defined.
    PartlyCarried,
    /// They are replaced.
    Overwritten,
}

/// By value of the function; of interest for the results of loads.
pub fn treatments(function: &Function, uninitialized: Uninitialized) -> Vec<Undefined> {
    if uninitialized == Uninitialized::Zero {
        return Vec::new();
    }
    let mut treatments = treatments_as_errors(function);
    for treatment in &mut treatments {
        *treatment = match (uninitialized, *treatment) {
            (Uninitialized::Followed, Undefined::Error | Undefined::PartlyCarried)
            | (Uninitialized::Any, Undefined::PartlyCarried) => Undefined::Carried,
            (Uninitialized::Any, Undefined::Error) => Undefined::Chosen,
            (Uninitialized::NotedAtLoad, Undefined::Error) => Undefined::Noted,
            (Uninitialized::NotedAtLoad, _) => Undefined::Overwritten,
            (_, treatment) => treatment,
        };
    }
    treatments
}

fn treatments_as_errors(function: &Function) -> Vec<Undefined> {
    let mut treatments = vec![Undefined::Error; function.values.len()];
    let uses = Uses::of(function);
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    for inst in instructions() {
        let (InstKind::Load { order, .. }, [result]) = (&inst.kind, &inst.results[..]) else {
            continue;
        };
        let of = &uses.by_value[result.index()];
        let is_plain = *order == LoadOrder::Plain;
        if of.handed_on == of.all && (is_plain || of.all > 0) {
            treatments[result.index()] = Undefined::Carried;
        } else if !is_plain {
            treatments[result.index()] = Undefined::PartlyCarried;
        }
    }
    for inst in instructions() {
        if let InstKind::Store { pointer, value, .. } = &inst.kind
            && let Some(unit) = uses.updated_unit(function, *pointer, *value)
        {
            treatments[unit.index()] = Undefined::Overwritten;
        }
    }
    treatments
}

#[derive(Clone, Copy, Default)]
struct Count {
    all: u32,
    handed_on: u32,
    /// Block and number of the instruction whose result it is.
    defined_by: Option<(usize, usize)>,
}

struct Uses {
    by_value: Vec<Count>,
}

impl Uses {
    fn of(function: &Function) -> Uses {
        let mut by_value = vec![Count::default(); function.values.len()];
        let value = |operand: &Operand| match operand {
            Operand::Value(value) => Some(value.index()),
            _ => None,
        };
        function.visit(|operand| {
            if let Some(at) = value(operand) {
                by_value[at].all += 1;
            }
        });
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.instructions.iter().enumerate() {
                for result in &inst.results {
                    by_value[result.index()].defined_by = Some((b, i));
                }
                for operand in handed_on(&inst.kind) {
                    if let Some(at) = value(operand) {
                        by_value[at].handed_on += 1;
                    }
                }
            }
            if let Terminator::Return(values) = &block.terminator {
                for at in values.iter().filter_map(value) {
                    by_value[at].handed_on += 1;
                }
            }
        }
        Uses { by_value }
    }

    /// The instruction that computes a value that nothing else reads.
    fn only_for<'f>(&self, function: &'f Function, operand: Operand) -> Option<&'f InstKind> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let of = self.by_value[value.index()];
        let (block, inst) = of.defined_by.filter(|_| of.all == 1)?;
        Some(&function.blocks[block].instructions[inst].kind)
    }

    /// The load of `(*pointer & mask) | bits`, if that value is stored there.
    fn updated_unit(
        &self,
        function: &Function,
        pointer: Operand,
        stored: Operand,
    ) -> Option<ValueId> {
        let binary = |kind: &InstKind, wanted: BinaryOp| match *kind {
            InstKind::Binary { op, a, b, .. } if op == wanted => Some((a, b)),
            _ => None,
        };
        let (kept, _) = binary(self.only_for(function, stored)?, BinaryOp::Or)?;
        let (unit, mask) = binary(self.only_for(function, kept)?, BinaryOp::And)?;
        let (Operand::Value(value), Operand::Const(_)) = (unit, mask) else {
            return None;
        };
        let load = self.only_for(function, unit)?;
        let same = matches!(load, InstKind::Load { pointer: from, .. } if *from == pointer);
        same.then_some(value)
    }
}

/// The operands that an instruction takes as they are, undefined bytes or not.
fn handed_on(kind: &InstKind) -> &[Operand] {
    match kind {
        InstKind::Call { arguments, .. } => arguments,
        InstKind::Store { value, .. } => std::slice::from_ref(value),
        InstKind::Rmw {
            op: RmwOp::Exchange,
            operand,
            ..
        } => std::slice::from_ref(operand),
        InstKind::CompareExchange { new, .. } => std::slice::from_ref(new),
        _ => &[],
    }
}
