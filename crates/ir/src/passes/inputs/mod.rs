//! Free inputs: as many values as matter.
//!
//! A call of `__VERIFIER_nondet_int` may return anything. Where the program only compares the value
//! with constants, one value for each combination of answers stands for all of them; where it does
//! more with it, but only after tests that leave a few values, these are tried one by one. Then the
//! call becomes a choice between these values, and nothing is left out. Otherwise it stays a call, of
//! a function that tries a few values and says so.
//!
//! A value that is stored, returned or computed with before it is tested is not understood.

mod range;
mod uses;

use crate::flow::{Dominators, Flow};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BlockId, Callee, Function, FunctionId, Inst, InstKind, Module, Operand, Terminator, Type,
    ValueId,
};
use range::Facts;
use smallvec::smallvec;
use std::collections::BTreeSet;
use threadproof_program::Predicate;
use uses::{Question, Uses};

/// More values are too many to try.
const MOST_VALUES: usize = 64;
/// All of a byte are not.
const VALUES_OF_BYTE: usize = 256;

/// What the functions of the module mean for this pass.
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

    /// Replaces calls in a function that has been promoted.
    pub fn replace(&self, function: &mut Function) {
        let mut calls = Vec::new();
        for (at, block) in function.blocks.iter().enumerate() {
            for (index, inst) in block.instructions.iter().enumerate() {
                if self.is_input(inst) {
                    calls.push((BlockId(at as u32), index, inst.results[0]));
                }
            }
        }
        if calls.is_empty() {
            return;
        }
        let flow = Flow::new(function);
        let dominators = Dominators::new(&flow).intervals();
        let known: Vec<_> = calls
            .iter()
            .map(|(_, _, input)| {
                let facts = Facts {
                    function,
                    flow: &flow,
                    dominators: &dominators,
                    assumptions: &self.assumptions,
                };
                values(&facts, *input)
            })
            .collect();
        // From the end, so that places stay what they are.
        for ((block, index, input), values) in calls.into_iter().zip(known).rev() {
            if let Some(values) = values {
                replace(function, (block, index), input, &values);
            }
        }
    }

    fn is_input(&self, inst: &Inst) -> bool {
        let InstKind::Call { callee, .. } = &inst.kind else {
            return false;
        };
        let free = matches!(callee, Callee::Function(id) if self.free.contains(id));
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

/// Does the function nothing but return what the other one does?
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

/// The values to try; `None` if there would be too many.
fn values(facts: &Facts<'_>, input: ValueId) -> Option<Vec<u64>> {
    let Type::Int(width) = facts.function.values[input.index()] else {
        return None;
    };
    let most = match width {
        0..=8 => VALUES_OF_BYTE,
        _ => MOST_VALUES,
    };
    let uses = Uses::of(facts.function, input)?;
    let mut needed: BTreeSet<u64> = BTreeSet::new();
    for (root, place) in &uses.others {
        let range = facts.range(&uses.names, *root, width, *place);
        needed.extend(range.values(width, most)?);
    }
    let mut candidates = vec![0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1];
    for question in &uses.questions {
        let constant = question.constant & mask(width);
        candidates.extend([
            constant,
            constant.wrapping_add(1) & mask(width),
            constant.wrapping_sub(1) & mask(width),
        ]);
    }
    let answers = |value: u64| -> Vec<bool> {
        let answer = |question: &Question| question.answer(value, width);
        uses.questions.iter().map(answer).collect()
    };
    let mut seen: BTreeSet<Vec<bool>> = needed.iter().map(|value| answers(*value)).collect();
    let mut values: Vec<u64> = Vec::new();
    for candidate in candidates {
        if !needed.contains(&candidate) && seen.insert(answers(candidate)) {
            values.push(candidate);
        }
    }
    values.extend(needed);
    (values.len() <= most).then_some(values)
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
