//! What a program does with an input.

use super::mask;
use crate::module::{BlockId, Cast, Function, Inst, InstKind, Operand, Terminator, ValueId};
use threadproof_program::Predicate;

/// A comparison with a constant.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub predicate: Predicate,
    /// Of the comparison; the input may be narrower.
    pub width: u8,
    pub constant: u64,
    /// The input was extended by its sign to that width.
    pub signed: bool,
}

impl Question {
    pub fn answer(&self, value: u64, width: u8) -> bool {
        let extended = if self.signed {
            sign_extend(value, width) & mask(self.width)
        } else {
            value
        };
        self.predicate.holds(extended, self.constant, self.width)
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
    /// What is not a question: the root of the value that is used, and where.
    pub others: Vec<(ValueId, Place)>,
    pub names: Vec<Name>,
}

/// The input under another name: a copy, extended, or what a block received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub value: ValueId,
    /// The same number at the same time: the input itself, or the parameter of a block.
    pub root: ValueId,
    pub input_width: u8,
    /// Extended by its sign.
    pub signed: bool,
}

impl Uses {
    /// `None` if the value goes too many ways.
    pub fn of(function: &Function, input: ValueId) -> Option<Uses> {
        let mut uses = Uses::default();
        let first = Name {
            value: input,
            root: input,
            input_width: function.values[input.index()].bits(),
            signed: false,
        };
        let mut names = vec![first];
        let mut at = 0;
        while let Some(&name) = names.get(at) {
            at += 1;
            if names.len() > 64 || uses.questions.len() > 32 || uses.others.len() > 64 {
                return None;
            }
            uses.follow(function, name, &mut names);
        }
        uses.names = names;
        Some(uses)
    }

    fn follow(&mut self, function: &Function, name: Name, names: &mut Vec<Name>) {
        for (number, block) in function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            for (index, inst) in block.instructions.iter().enumerate() {
                let mut used = false;
                inst.kind
                    .visit(|operand| used |= *operand == Operand::Value(name.value));
                if used && !self.understand(inst, name, names) {
                    self.others.push((name.root, (id, index)));
                }
            }
            let end = (id, block.instructions.len());
            match &block.terminator {
                Terminator::Switch { value, cases, .. } if *value == Operand::Value(name.value) => {
                    let question = |case: &u64| Question {
                        predicate: Predicate::Eq,
                        width: function.values[name.value.index()].bits(),
                        constant: *case,
                        signed: name.signed,
                    };
                    self.questions
                        .extend(cases.iter().map(|(case, _)| question(case)));
                }
                terminator => terminator.visit(|operand| {
                    if *operand == Operand::Value(name.value) {
                        self.others.push((name.root, end));
                    }
                }),
            }
            block.terminator.targets(|target| {
                let parameters = &function.blocks[target.block.index()].parameters;
                for (argument, parameter) in target.arguments.iter().zip(parameters) {
                    if *argument == Operand::Value(name.value) {
                        let (value, root) = (*parameter, *parameter);
                        add(
                            names,
                            Name {
                                value,
                                root,
                                ..name
                            },
                        );
                    }
                }
            });
        }
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
                    predicate,
                    width,
                    constant,
                    signed: name.signed,
                });
                true
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

fn add(names: &mut Vec<Name>, name: Name) {
    if !names.contains(&name) {
        names.push(name);
    }
}
