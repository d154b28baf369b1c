//! The uses of an input in a program.

use super::callers::Callers;
use super::range::Range;
use super::{Inputs, mask};
use crate::module::{
    BinaryOp, BlockId, Callee, Cast, Function, FunctionId, Inst, InstKind, Operand, Terminator,
    ValueId,
};
use threadproof_program::Predicate;

/// Remainders of more values than these are too many.
pub const LONGEST_PERIOD: u64 = 256;

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

/// A question of the program about an input.
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
        (1..=LONGEST_PERIOD).contains(&constant).then_some(question)
    }
}

pub fn sign_extend(value: u64, width: u8) -> u64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    (((value << unused) as i64) >> unused) as u64
}

/// A place: before the instruction with this index, or before the terminator.
pub type Place = (BlockId, usize);

/// All questions about an input.
#[derive(Default)]
pub struct Uses {
    /// Comparisons with constants.
    pub questions: Vec<Question>,
    /// Operations that have few results, and where.
    pub remainders: Vec<(Question, Other)>,
    pub others: Vec<Other>,
    pub names: Vec<Name>,
}

/// A use of a value that is no question.
#[derive(Clone, Copy)]
pub struct Other {
    pub name: Name,
    pub place: Place,
}

/// The input under another name: a copy, extended, or the value that a block, a function or a call received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub function: FunctionId,
    pub value: ValueId,
    /// The same number at the same time: the input itself, or the value that was received.
    pub root: ValueId,
    /// The values that the root can have.
    pub given: Range,
    pub input_width: u8,
    /// Extended by its sign.
    pub signed: bool,
}

impl Uses {
    /// `None` if the value goes too many ways.
    pub fn of(
        inputs: &Inputs,
        callers: &Callers<'_>,
        within: FunctionId,
        input: ValueId,
    ) -> Option<Uses> {
        let mut uses = Uses::default();
        let input_width = callers.function(within).values[input.index()].bits();
        let first = Name {
            function: within,
            value: input,
            root: input,
            given: Range::all(input_width),
            input_width,
            signed: false,
        };
        let around = Around { inputs, callers };
        let mut names = Vec::new();
        around.add(&mut names, first);
        let mut at = 0;
        while let Some(&name) = names.get(at) {
            at += 1;
            let looked_at = uses.questions.len() + uses.remainders.len();
            if names.len() > 64 || looked_at > 32 || uses.others.len() > 64 {
                return None;
            }
            uses.follow(&around, name, &mut names);
        }
        uses.names = names;
        Some(uses)
    }

    fn follow(&mut self, around: &Around<'_>, name: Name, names: &mut Vec<Name>) {
        let function = around.callers.function(name.function);
        for (number, block) in function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            for (index, inst) in block.instructions.iter().enumerate() {
                let mut used = false;
                inst.kind
                    .visit(|operand| used |= *operand == Operand::Value(name.value));
                let place = (id, index);
                if !used || self.understand(inst, name, place) {
                    continue;
                }
                if !around.pass(inst, (name, place), names) {
                    self.others.push(Other { name, place });
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
                    if !around.hand_back(values, (name, end), names) {
                        self.others.push(Other { name, place: end });
                    }
                }
                terminator => terminator.visit(|operand| {
                    if *operand == Operand::Value(name.value) {
                        self.others.push(Other { name, place: end });
                    }
                }),
            }
            block.terminator.targets(|target| {
                let parameters = &function.blocks[target.block.index()].parameters;
                for (argument, parameter) in target.arguments.iter().zip(parameters) {
                    if *argument == Operand::Value(name.value) {
                        around.receive(names, (name, end), (name.function, *parameter));
                    }
                }
            });
        }
    }

    /// Is it a question, or another name for the value?
    fn understand(&mut self, inst: &Inst, name: Name, place: Place) -> bool {
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
                let found = question.map(|question| (question, Other { name, place }));
                self.remainders.extend(found);
                found.is_some()
            }
            InstKind::Cast {
                cast: Cast::Truncate { to },
                ..
            } if to <= 8 => {
                let low = Question {
                    asked: Asked::Bits,
                    width: 64,
                    constant: mask(to),
                    signed: name.signed,
                };
                self.remainders.push((low, Other { name, place }));
                true
            }
            InstKind::Cast { cast, .. } => name.after(cast).is_some(),
            _ => false,
        }
    }
}

impl Name {
    /// Is it extended by its sign afterwards, if it is still the same number?
    fn after(self, cast: Cast) -> Option<bool> {
        match cast {
            Cast::Copy if !self.signed => Some(false),
            Cast::SignExtend { from, .. } if self.signed || from == self.input_width => Some(true),
            _ => None,
        }
    }
}

/// The program around a function.
struct Around<'a> {
    inputs: &'a Inputs,
    callers: &'a Callers<'a>,
}

impl Around<'_> {
    /// Adds a name, and all others for the same value in the same function.
    fn add(&self, names: &mut Vec<Name>, name: Name) {
        if names.contains(&name) {
            return;
        }
        let mut at = names.len();
        names.push(name);
        while let Some(&name) = names.get(at) {
            at += 1;
            if names.len() > 64 {
                return;
            }
            for other in self.others(name) {
                if !names.contains(&other) {
                    names.push(other);
                }
            }
        }
    }

    /// Copies and extensions of the value, and loads from variables that it was stored in.
    fn others(&self, name: Name) -> Vec<Name> {
        let function = self.callers.function(name.function);
        let own = Operand::Value(name.value);
        let bits = |value: ValueId| function.values[value.index()].bits();
        let mut found = Vec::new();
        for (number, block) in function.blocks.iter().enumerate() {
            for (index, inst) in block.instructions.iter().enumerate() {
                match inst.kind {
                    InstKind::Cast { cast, a } if a == own => {
                        let signed = name.after(cast);
                        found.extend(signed.map(|signed| Name {
                            value: inst.results[0],
                            signed,
                            ..name
                        }));
                    }
                    InstKind::Store { value, .. } if value == own => {
                        let place = (BlockId(number as u32), index);
                        let loads = self.inputs.reloads(self.callers, name.function, place);
                        let same = loads
                            .into_iter()
                            .filter(|load| bits(*load) == bits(name.value));
                        found.extend(same.map(|value| Name { value, ..name }));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// The value of a name at some place is received elsewhere, with the knowledge of it.
    fn receive(
        &self,
        names: &mut Vec<Name>,
        (name, place): (Name, Place),
        (function, value): (FunctionId, ValueId),
    ) {
        let given = self
            .inputs
            .range(self.callers, names, &Other { name, place });
        let received = Name {
            function,
            value,
            root: value,
            given,
            ..name
        };
        self.add(names, received);
    }

    /// Follows the value into a function that is called with it.
    fn pass(&self, inst: &Inst, from: (Name, Place), names: &mut Vec<Name>) -> bool {
        let (callers, name) = (self.callers, from.0);
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
            let same =
                width(callee, *parameter) == width(callers.function(name.function), name.value);
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
            self.receive(names, from, (*id, parameter));
        }
        true
    }

    /// Follows the value to where its function was called.
    fn hand_back(&self, values: &[Operand], from: (Name, Place), names: &mut Vec<Name>) -> bool {
        let name = from.0;
        let Some(calls) = self.callers.of(name.function) else {
            return false;
        };
        for (caller, inst) in calls {
            for (at, value) in values.iter().enumerate() {
                match inst.results.get(at) {
                    _ if *value != Operand::Value(name.value) => {}
                    Some(result) => self.receive(names, from, (caller, *result)),
                    None => return false,
                }
            }
        }
        true
    }
}
