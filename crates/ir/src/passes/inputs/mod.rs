//! Free inputs: as many values as matter.
//!
//! A call of `__VERIFIER_nondet_int` may return any value. If the program only compares the value with constants, or
//! computes its remainder by a small constant, one value for each combination of answers stands for all of them. If the
//! program does more with the value, but only after tests that leave a few values, these are tried one by one. In both
//! cases the call becomes a choice between these values, and nothing is left out. Otherwise it stays a call, of a
//! function that tries a few values and says so.
//!
//! The value is followed into functions and back to their callers. A value that is stored, or computed with, before it
//! is tested is not understood.

mod callers;
mod range;
mod uses;

use crate::flow::{Dominators, Flow};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BlockId, Callee, Function, FunctionId, Inst, InstKind, Module, Operand, Terminator, Type,
    ValueId,
};
use callers::Callers;
use range::{Facts, Range};
use smallvec::smallvec;
use std::collections::BTreeSet;
use threadproof_program::Predicate;
use uses::{LONGEST_PERIOD, Name, Other, Question, Uses};

/// More values are too many to try.
const MOST_VALUES: usize = 64;
/// All of a byte are not.
const VALUES_OF_BYTE: usize = 256;

/// The meaning of the module's functions for this pass.
pub struct Inputs {
    /// Those that return any value of their type.
    free: Vec<FunctionId>,
    /// Those that end the execution unless their only parameter is true.
    assumptions: Vec<FunctionId>,
}

impl Inputs {
    pub fn new(module: &Module) -> Inputs {
        let ids = |test: &dyn Fn(&Function) -> bool| -> Vec<FunctionId> {
            let all = module.functions.iter().enumerate();
            let found = all.filter(|(_, function)| test(function));
            found.map(|(at, _)| FunctionId(at as u32)).collect()
        };
        let mut free = ids(&is_free);
        let others = ids(&|function| free.iter().any(|id| is_wrapper(function, *id)));
        free.extend(others);
        Inputs {
            free,
            assumptions: ids(&range::is_assumption),
        }
    }

    /// Replaces calls in functions that have been promoted.
    pub fn replace(&self, module: &mut Module, functions: &[FunctionId]) {
        let mut calls = Vec::new();
        for &id in functions {
            for (at, block) in module.functions[id.index()].blocks.iter().enumerate() {
                for (index, inst) in block.instructions.iter().enumerate() {
                    if self.is_input(inst) {
                        calls.push((id, (BlockId(at as u32), index), inst.results[0]));
                    }
                }
            }
        }
        if calls.is_empty() {
            return;
        }
        let known: Vec<_> = {
            let callers = Callers::new(module);
            let values = calls
                .iter()
                .map(|(id, _, input)| self.values(&callers, *id, *input));
            values.collect()
        };
        // From the end, so that places stay what they are.
        for ((id, place, input), values) in calls.into_iter().zip(known).rev() {
            if let Some(values) = values {
                replace(&mut module.functions[id.index()], place, input, &values);
            }
        }
    }

    /// The values to try; `None` if there would be too many.
    fn values(
        &self,
        callers: &Callers<'_>,
        within: FunctionId,
        input: ValueId,
    ) -> Option<Vec<u64>> {
        let Type::Int(width) = callers.function(within).values[input.index()] else {
            return None;
        };
        let most = match width {
            0..=8 => VALUES_OF_BYTE,
            _ => MOST_VALUES,
        };
        let uses = Uses::of(callers, within, input)?;
        let mut needed: BTreeSet<u64> = BTreeSet::new();
        for other in &uses.others {
            let range = self.range(callers, &uses.names, other, width);
            needed.extend(range.values(width, most)?);
        }
        let answers = |value: u64| -> Vec<u64> {
            let answer = |question: &Question| question.answer(value, width);
            uses.questions.iter().map(answer).collect()
        };
        let mut seen: BTreeSet<Vec<u64>> = needed.iter().map(|value| answers(*value)).collect();
        let mut values: Vec<u64> = Vec::new();
        for candidate in candidates(&uses.questions, width)? {
            if !needed.contains(&candidate) && seen.insert(answers(candidate)) {
                values.push(candidate);
            }
        }
        values.extend(needed);
        (values.len() <= most).then_some(values)
    }

    fn range(&self, callers: &Callers<'_>, names: &[Name], other: &Other, width: u8) -> Range {
        let function = callers.function(other.function);
        let flow = Flow::new(function);
        let facts = Facts {
            function,
            flow: &flow,
            dominators: &Dominators::new(&flow).intervals(),
            assumptions: &self.assumptions,
        };
        let here = names.iter().filter(|name| name.function == other.function);
        let names: Vec<Name> = here.copied().collect();
        facts.range(&names, other.root, width, other.place)
    }

    fn is_input(&self, inst: &Inst) -> bool {
        let free = match &inst.kind {
            InstKind::Call { callee, .. } => {
                matches!(callee, Callee::Function(id) if self.free.contains(id))
            }
            InstKind::Intrinsic { intrinsic, .. } => *intrinsic == Intrinsic::Unwritten,
            _ => false,
        };
        free && inst.results.len() == 1
    }
}

/// The modelled function, not one of the user's with the same name: it says itself that it does not
/// try every value.
fn is_free(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    function.name.starts_with("__VERIFIER_nondet_")
        && instructions.any(|inst| {
            let InstKind::Intrinsic { intrinsic, .. } = &inst.kind else {
                return false;
            };
            *intrinsic == Intrinsic::Incomplete
        })
}

/// Does the function only return the result of the other one?
fn is_wrapper(function: &Function, other: FunctionId) -> bool {
    let [block] = &function.blocks[..] else {
        return false;
    };
    let ([inst], Terminator::Return(values)) = (&block.instructions[..], &block.terminator) else {
        return false;
    };
    let calls =
        matches!(inst.kind, InstKind::Call { callee: Callee::Function(id), .. } if id == other);
    let result = inst.results.first().map(|value| Operand::Value(*value));
    calls && values.len() == 1 && values.first().copied() == result
}

/// Values with all combinations of answers that there are; `None` if they would be too many. Comparisons
/// cut the numbers into intervals. Each begins at one of these values, or at zero, where the sign of remainders changes;
/// from there on, remainders take turns.
fn candidates(questions: &[Question], width: u8) -> Option<Vec<u64>> {
    let period = questions.iter().try_fold(1, |period, question| {
        let together = least_common_multiple(period, question.period());
        (together <= LONGEST_PERIOD).then_some(together)
    })?;
    let mut beginnings = vec![0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1];
    for question in questions {
        let constant = question.constant;
        beginnings.extend([constant, constant.wrapping_add(1), constant.wrapping_sub(1)]);
    }
    let turns = |beginning: u64| (0..period).map(move |n| beginning.wrapping_add(n) & mask(width));
    Some(beginnings.into_iter().flat_map(turns).collect())
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut high, mut low) = (a, b);
    while low != 0 {
        (high, low) = (low, high % low);
    }
    a / high * b
}

/// A choice, and the value that it stands for.
fn replace(function: &mut Function, at: (BlockId, usize), input: ValueId, values: &[u64]) {
    let ty = function.values[input.index()];
    let location = function.blocks[at.0.index()].instructions[at.1].location;
    let inst = |kind, result| Inst {
        kind,
        results: smallvec![result],
        location,
    };
    let chosen = function.new_value(Type::Int(32));
    let options = Operand::Const(values.len() as u64);
    let choice = InstKind::Intrinsic {
        intrinsic: Intrinsic::Choice,
        arguments: vec![options],
    };
    let mut instructions = vec![inst(choice, chosen)];
    let mut value = Operand::Const(values[0]);
    for (number, other) in values.iter().enumerate().skip(1) {
        let is_it = function.new_value(Type::Int(1));
        let compare = InstKind::Compare {
            predicate: Predicate::Eq,
            width: 32,
            a: Operand::Value(chosen),
            b: Operand::Const(number as u64),
        };
        instructions.push(inst(compare, is_it));
        let last = number + 1 == values.len();
        let result = if last { input } else { function.new_value(ty) };
        let select = InstKind::Select {
            condition: Operand::Value(is_it),
            a: Operand::Const(*other),
            b: value,
        };
        instructions.push(inst(select, result));
        value = Operand::Value(result);
    }
    if values.len() == 1 {
        let copy = InstKind::Cast {
            cast: crate::module::Cast::Copy,
            a: value,
        };
        instructions.push(inst(copy, input));
    }
    let block = &mut function.blocks[at.0.index()].instructions;
    block.splice(at.1..=at.1, instructions);
}

fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width.clamp(1, 64)))
}
