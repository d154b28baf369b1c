//! Free inputs: as many values as matter.
//!
//! A call of `__VERIFIER_nondet_int` may return any value. If the program only compares the value with constants, or
//! computes its remainder by a small constant, one value for each combination of answers stands for all of them. If the
//! program does more with the value, but only after tests that leave a few values, these are tried one by one. In both
//! cases the call becomes a choice between these values, and nothing is left out. An input that the program only hands
//! on gets one value ([`handed_on`]). Otherwise a few values are tried, and the report names the use that was too much.
//!
//! The value is followed into functions and back to their callers, and through variables as long as there is one
//! thread ([`fixed`]).

mod alone;
mod callers;
mod fixed;
mod handed_on;
mod range;
mod replace;
mod uses;

use crate::flow::{Cfg, Dominators};
use crate::intrinsic::Intrinsic;
use crate::module::{
    BlockId, Callee, Function, FunctionId, Inst, InstKind, Module, Operand, Terminator, Type,
    ValueId,
};
use alone::Alone;
use callers::Callers;
use range::{Facts, Range};
use std::collections::BTreeSet;
use threadproof_program::LocationId;
use uses::{LONGEST_PERIOD, Name, Other, Question, Uses};

/// More values are too many to try.
const MOST_VALUES: usize = 256;

/// The values of an input to try.
enum Values {
    /// All that matter.
    All(Vec<u64>),
    /// One for each combination of answers, or a marker if nothing is asked. The program hands the input on, and the
    /// interpreter sees whether it decides something later.
    Followed(Vec<u64>),
    /// Not all, because of the use there.
    Cut(LocationId),
    /// The modelled function says which, for inputs that are no integers.
    Unknown,
}

/// The meaning of the module's functions for this pass.
pub struct Inputs {
    /// Those that return any value of their type.
    free: Vec<FunctionId>,
    /// Those that end the execution unless their only parameter is true.
    assumptions: Vec<FunctionId>,
    /// Found when there are inputs.
    alone: Alone,
    /// Can the interpreter follow an input on its way through memory?
    follow: bool,
}

impl Inputs {
    pub fn new(module: &Module, follow: bool) -> Inputs {
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
            alone: Alone::default(),
            follow,
        }
    }

    /// Replaces calls in functions that have been promoted. Are there inputs now that are followed?
    pub fn replace(mut self, module: &mut Module, functions: &[FunctionId]) -> bool {
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
            return false;
        }
        let known: Vec<_> = {
            let callers = Callers::new(module);
            self.alone = Alone::new(module, &callers);
            let values = calls
                .iter()
                .map(|(id, _, input)| self.values(&callers, *id, *input));
            values.collect()
        };
        let mut followed = false;
        // From the end, so that places stay what they are.
        for ((id, place, input), values) in calls.into_iter().zip(known).rev() {
            followed |= matches!(values, Values::Followed(_));
            replace::replace(&mut module.functions[id.index()], place, input, values);
        }
        followed
    }

    fn values(&self, callers: &Callers<'_>, within: FunctionId, input: ValueId) -> Values {
        let function = callers.function(within);
        let Type::Int(width) = function.values[input.index()] else {
            return Values::Unknown;
        };
        let Some(uses) = Uses::of(self, callers, within, input) else {
            return Values::Cut(LocationId(0));
        };
        let mut needed: BTreeSet<u64> = BTreeSet::new();
        let mut questions = uses.questions.clone();
        for (question, at) in &uses.remainders {
            let range = self.range(callers, &uses.names, at);
            match range.values(width, MOST_VALUES) {
                Some(values) => needed.extend(values),
                None => questions.push(*question),
            }
        }
        let mut followed = false;
        for other in &uses.others {
            let range = self.range(callers, &uses.names, other);
            match range.values(width, MOST_VALUES) {
                Some(values) => needed.extend(values),
                None if self.follow && handed_on::is(callers, other) => followed = true,
                None => return Values::Cut(location(callers, other)),
            }
        }
        if followed && needed.is_empty() && questions.is_empty() {
            return Values::Followed(Vec::new());
        }
        match representatives(&questions, needed, width) {
            Some(values) if followed => Values::Followed(values),
            Some(values) => Values::All(values),
            None => {
                let first = uses.remainders.first().map(|(_, at)| location(callers, at));
                Values::Cut(first.unwrap_or(LocationId(0)))
            }
        }
    }

    /// The values that matter at a place.
    fn range(&self, callers: &Callers<'_>, names: &[Name], other: &Other) -> Range {
        let name = other.name;
        let function = callers.function(name.function);
        let flow = Cfg::new(function);
        let facts = Facts {
            function,
            flow: &flow,
            dominators: &Dominators::new(&flow).intervals(),
            assumptions: &self.assumptions,
            passed: &|value| callers.constants(name.function, value),
        };
        let here = names.iter().filter(|other| other.function == name.function);
        let names: Vec<Name> = here.copied().collect();
        let range = |place| facts.range(&names, name.root, name.given, place);
        let stops = self.stops(callers, name.function, other.place);
        let later = stops.into_iter().map(range).reduce(Range::hull);
        later.unwrap_or_else(|| range(other.place))
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

/// One value for each combination of answers, and those that are needed anyway; `None` if they are too many.
fn representatives(questions: &[Question], needed: BTreeSet<u64>, width: u8) -> Option<Vec<u64>> {
    let answers = |value: u64| -> Vec<u64> {
        let answer = |question: &Question| question.answer(value, width);
        questions.iter().map(answer).collect()
    };
    let mut seen: BTreeSet<Vec<u64>> = needed.iter().map(|value| answers(*value)).collect();
    let mut values: Vec<u64> = Vec::new();
    for candidate in candidates(questions, width)? {
        if !needed.contains(&candidate) && seen.insert(answers(candidate)) {
            values.push(candidate);
        }
    }
    values.extend(needed);
    (values.len() <= MOST_VALUES).then_some(values)
}

fn location(callers: &Callers<'_>, other: &Other) -> LocationId {
    let (block, index) = other.place;
    let block = &callers.function(other.name.function).blocks[block.index()];
    let inst = block.instructions.get(index);
    inst.map_or(block.terminator_location, |inst| inst.location)
}

fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width.clamp(1, 64)))
}
