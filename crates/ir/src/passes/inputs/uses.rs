//! The uses of an input in a program.

use super::callers::Callers;
use super::mask;
use crate::module::{
    BinaryOp, BlockId, Callee, Cast, Function, FunctionId, Inst, InstKind, Operand, Terminator,
    ValueId,
};
use threadproof_program::Predicate;

/// Remainders of more values than these are too many.
pub const LONGEST_PERIOD: u64 = 64;

/// Something that has few answers, whatever the input is.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub asked: Asked,
    /// Of the operation; the input may be narrower.
    pub width: u8,
    pub constant: u64,
    /// The input was extended by its sign to that width.
    pub signed: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Asked {
    /// How it compares with the constant.
    Comparison(Predicate),
    /// Its remainder by the constant, signed or not.
    SignedRemainder,
    UnsignedRemainder,
    /// Its bits where the constant has some.
    Bits,
}

impl Question {
    /// The result of the operation for a value of the input.
    pub fn answer(&self, value: u64, width: u8) -> u64 {
        let extended = if self.signed {
            sign_extend(value, width) & mask(self.width)
        } else {
            value
        };
        match self.asked {
            Asked::Comparison(predicate) => {
                u64::from(predicate.holds(extended, self.constant, self.width))
            }
            Asked::SignedRemainder => {
                let number = sign_extend(extended, self.width) as i64;
                number.wrapping_rem(self.constant as i64) as u64
            }
            Asked::UnsignedRemainder => extended % self.constant,
            Asked::Bits => extended & self.constant,
        }
    }

    /// Neighbours at this distance get the same answer, unless a comparison or their sign tells them apart.
    pub fn period(&self) -> u64 {
        match self.asked {
            Asked::Comparison(_) => 1,
            Asked::SignedRemainder | Asked::UnsignedRemainder => self.constant,
            Asked::Bits => (self.constant + 1).next_power_of_two(),
        }
    }

    /// The question that an instruction asks of a value, if its result, computed with a constant, has few values.
    fn of_remainder(op: BinaryOp, width: u8, constant: u64, signed: bool) -> Option<Question> {
        let asked = match op {
            BinaryOp::SignedRem => Asked::SignedRemainder,
            BinaryOp::UnsignedRem => Asked::UnsignedRemainder,
            BinaryOp::And => Asked::Bits,
            _ => return None,
        };
        let question = Question {
            asked,
            width,
            constant,
            signed,
        };
        (1..LONGEST_PERIOD).contains(&constant).then_some(question)
    }
}

pub fn sign_extend(value: u64, width: u8) -> u64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    (((value << unused) as i64) >> unused) as u64
}

/// A place: before the instruction with this index, or before the terminator.
pub type Place = (BlockId, usize);

#[derive(Default)]
pub struct Uses {
    pub questions: Vec<Question>,
    pub others: Vec<Other>,
    pub names: Vec<Name>,
}

/// What is not a question: the root of the value that is used, and where.
pub struct Other {
    pub function: FunctionId,
    pub root: ValueId,
    pub place: Place,
}

/// The input under another name: a copy, extended, or what a block, a function or a call received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub function: FunctionId,
    pub value: ValueId,
    /// The same number at the same time: the input itself, or what was received.
    pub root: ValueId,
    pub input_width: u8,
    /// Extended by its sign.
    pub signed: bool,
}

impl Uses {
    /// `None` if the value goes too many ways.
    pub fn of(callers: &Callers<'_>, within: FunctionId, input: ValueId) -> Option<Uses> {
        let mut uses = Uses::default();
        let first = Name {
            function: within,
            value: input,
            root: input,
            input_width: callers.function(within).values[input.index()].bits(),
            signed: false,
        };
        let mut names = vec![first];
        let mut at = 0;
        while let Some(&name) = names.get(at) {
            at += 1;
            if names.len() > 64 || uses.questions.len() > 32 || uses.others.len() > 64 {
                return None;
            }
            uses.follow(callers, name, &mut names);
        }
        uses.names = names;
        Some(uses)
    }

    fn follow(&mut self, callers: &Callers<'_>, name: Name, names: &mut Vec<Name>) {
        let function = callers.function(name.function);
        for (number, block) in function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            for (index, inst) in block.instructions.iter().enumerate() {
                let mut used = false;
                inst.kind
                    .visit(|operand| used |= *operand == Operand::Value(name.value));
                if !used || self.understand(inst, name, names) {
                    continue;
                }
                if !pass(callers, inst, name, names) {
                    self.add_other(name, (id, index));
                }
            }
            let end = (id, block.instructions.len());
            match &block.terminator {
                Terminator::Switch { value, cases, .. } if *value == Operand::Value(name.value) => {
                    let question = |case: &u64| Question {
                        asked: Asked::Comparison(Predicate::Eq),
                        width: function.values[name.value.index()].bits(),
                        constant: *case,
                        signed: name.signed,
                    };
                    self.questions
                        .extend(cases.iter().map(|(case, _)| question(case)));
                }
                Terminator::Return(values) if values.contains(&Operand::Value(name.value)) => {
                    if !hand_back(callers, values, name, names) {
                        self.add_other(name, end);
                    }
                }
                terminator => terminator.visit(|operand| {
                    if *operand == Operand::Value(name.value) {
                        self.add_other(name, end);
                    }
                }),
            }
            block.terminator.targets(|target| {
                let parameters = &function.blocks[target.block.index()].parameters;
                for (argument, parameter) in target.arguments.iter().zip(parameters) {
                    if *argument == Operand::Value(name.value) {
                        add(names, name.received(name.function, *parameter));
                    }
                }
            });
        }
    }

    fn add_other(&mut self, name: Name, place: Place) {
        self.others.push(Other {
            function: name.function,
            root: name.root,
            place,
        });
    }

    /// Is it a question, or another name for the value?
    fn understand(&mut self, inst: &Inst, name: Name, names: &mut Vec<Name>) -> bool {
        let own = Operand::Value(name.value);
        match inst.kind {
            InstKind::Compare {
                predicate,
                width,
                a,
                b,
            } => {
                let (predicate, constant) = match (a, b) {
                    (a, Operand::Const(constant)) if a == own => (predicate, constant),
                    (Operand::Const(constant), b) if b == own => (predicate.mirrored(), constant),
                    _ => return false,
                };
                self.questions.push(Question {
                    asked: Asked::Comparison(predicate),
                    width,
                    constant,
                    signed: name.signed,
                });
                true
            }
            InstKind::Binary {
                op,
                width,
                a,
                b: Operand::Const(constant),
            } if a == own => {
                let question = Question::of_remainder(op, width, constant, name.signed);
                self.questions.extend(question);
                question.is_some()
            }
            InstKind::Cast { cast, .. } => {
                let signed = match cast {
                    Cast::Copy if !name.signed => false,
                    Cast::SignExtend { from, .. } if name.signed || from == name.input_width => {
                        true
                    }
                    _ => return false,
                };
                let value = inst.results[0];
                add(
                    names,
                    Name {
                        value,
                        signed,
                        ..name
                    },
                );
                true
            }
            _ => false,
        }
    }
}

impl Name {
    fn received(self, function: FunctionId, value: ValueId) -> Name {
        Name {
            function,
            value,
            root: value,
            ..self
        }
    }
}

/// Follows the value into a function that is called with it.
fn pass(callers: &Callers<'_>, inst: &Inst, name: Name, names: &mut Vec<Name>) -> bool {
    let InstKind::Call {
        callee: Callee::Function(id),
        arguments,
    } = &inst.kind
    else {
        return false;
    };
    let callee = callers.function(*id);
    let own = |argument: &Operand| *argument == Operand::Value(name.value);
    let fits = |at: usize| {
        let parameter = callee.parameters.get(at)?;
        let width = |function: &Function, value: ValueId| function.values[value.index()].bits();
        let same = width(callee, *parameter) == width(callers.function(name.function), name.value);
        same.then_some(*parameter)
    };
    let places: Vec<usize> = (0..arguments.len())
        .filter(|at| own(&arguments[*at]))
        .collect();
    let parameters: Option<Vec<ValueId>> = places.into_iter().map(fits).collect();
    let Some(parameters) = parameters.filter(|_| !callee.blocks.is_empty()) else {
        return false;
    };
    for parameter in parameters {
        add(names, name.received(*id, parameter));
    }
    true
}

/// Follows the value to where its function was called.
fn hand_back(callers: &Callers<'_>, values: &[Operand], name: Name, names: &mut Vec<Name>) -> bool {
    let Some(calls) = callers.of(name.function) else {
        return false;
    };
    for (caller, inst) in calls {
        for (at, value) in values.iter().enumerate() {
            match inst.results.get(at) {
                _ if *value != Operand::Value(name.value) => {}
                Some(result) => add(names, name.received(caller, *result)),
                None => return false,
            }
        }
    }
    true
}

fn add(names: &mut Vec<Name>, name: Name) {
    if !names.contains(&name) {
        names.push(name);
    }
}
