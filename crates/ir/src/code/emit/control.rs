//! Terminators and the moves on edges.

use super::Emitter;
use crate::code::moves::sequence;
use crate::code::{Arg, Code, Span};
use crate::module::{Block, BlockId, InstKind, Operand, Target, Terminator};
use threadproof_program::{LocationId, Predicate};

/// A comparison that is done by the branch itself.
#[derive(Clone, Copy)]
pub struct Fused {
    predicate: Predicate,
    width: u8,
    a: Operand,
    b: Operand,
}

impl Emitter<'_> {
    /// The last instruction of a block, if it is a comparison that only the branch needs.
    pub fn fused_compare(&self, block: &Block) -> Option<Fused> {
        let Terminator::Branch {
            condition: Operand::Value(condition),
            ..
        } = block.terminator
        else {
            return None;
        };
        let last = block.instructions.last()?;
        let InstKind::Compare {
            predicate,
            width,
            a,
            b,
        } = last.kind
        else {
            return None;
        };
        let only = last.results.first() == Some(&condition) && self.uses[condition.index()] == 1;
        only.then_some(Fused {
            predicate,
            width,
            a,
            b,
        })
    }

    /// `next` is the block that follows in the code.
    pub fn terminator(&mut self, block: &Block, fused: Option<Fused>, next: Option<BlockId>) {
        let location = block.terminator_location;
        let unwritten = match &block.terminator {
            Terminator::Branch { condition, .. } => *condition == Operand::Undefined,
            Terminator::Switch { value, .. } => *value == Operand::Undefined,
            _ => false,
        };
        let fused_unwritten = fused.is_some_and(|f| [f.a, f.b].contains(&Operand::Undefined));
        self.note_unwritten(unwritten || fused_unwritten, location);
        let branches = matches!(
            block.terminator,
            Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        if branches && self.assertions.binary_search(&location).is_ok() {
            self.emit(Code::Asserted, location);
        }
        match &block.terminator {
            Terminator::Jump(target) => self.jump(target, next, location),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let labels = [self.edge_label(then), self.edge_label(otherwise)];
                let code = self.branch(condition, fused, labels);
                self.emit(code, location);
                self.edge(then, labels[0], location);
                self.edge(otherwise, labels[1], location);
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => self.switch(value, cases, default, location),
            Terminator::Return(values) => {
                if self.has_objects {
                    self.emit(Code::Release, location);
                }
                if self.function.atomic {
                    self.emit(Code::AtomicEnd, location);
                }
                let values: Vec<Arg> = values.iter().map(|value| self.arg(value)).collect();
                let values = self.builder.list(values);
                self.emit(Code::Return(values), location);
            }
            Terminator::Unreachable => self.emit(Code::Unreachable, location),
        }
    }

    /// Replaces the labels in the code from `start` on by places in the code.
    pub fn resolve_labels(&mut self, start: usize) {
        let labels = &self.labels;
        let resolve = |label: &mut u32| *label = labels[*label as usize];
        let image = &mut self.builder.image;
        for code in &mut image.code[start..] {
            match code {
                Code::Jump(target) => resolve(target),
                Code::Branch {
                    then, otherwise, ..
                }
                | Code::CompareBranch {
                    then, otherwise, ..
                } => {
                    resolve(then);
                    resolve(otherwise);
                }
                Code::Switch { cases, default, .. } => {
                    resolve(default);
                    for (_, target) in &mut image.cases[cases.range()] {
                        resolve(target);
                    }
                }
                _ => {}
            }
        }
    }

    fn branch(&mut self, condition: &Operand, fused: Option<Fused>, labels: [u32; 2]) -> Code {
        let [then, otherwise] = labels;
        match fused {
            Some(fused) => Code::CompareBranch {
                predicate: fused.predicate,
                width: fused.width,
                a: self.arg(&fused.a),
                b: self.arg(&fused.b),
                then,
                otherwise,
            },
            None => Code::Branch {
                condition: self.arg(condition),
                then,
                otherwise,
            },
        }
    }

    fn switch(
        &mut self,
        value: &Operand,
        cases: &[(u64, Target)],
        default: &Target,
        location: LocationId,
    ) {
        let default_label = self.edge_label(default);
        let labels: Vec<u32> = cases
            .iter()
            .map(|(_, target)| self.edge_label(target))
            .collect();
        let start = self.builder.image.cases.len();
        let table = &mut self.builder.image.cases;
        table.extend(
            cases
                .iter()
                .zip(&labels)
                .map(|((value, _), label)| (*value, *label)),
        );
        table[start..].sort_by_key(|(value, _)| *value);
        let value = self.arg(value);
        let cases_span = Span {
            start: start as u32,
            length: cases.len() as u32,
        };
        self.emit(
            Code::Switch {
                value,
                cases: cases_span,
                default: default_label,
            },
            location,
        );
        for ((_, target), label) in cases.iter().zip(labels) {
            self.edge(target, label, location);
        }
        self.edge(default, default_label, location);
    }

    fn jump(&mut self, target: &Target, next: Option<BlockId>, location: LocationId) {
        self.moves(target, location);
        if next != Some(target.block) {
            self.emit(Code::Jump(target.block.0), location);
        }
    }

    fn needs_moves(&self, target: &Target) -> bool {
        let parameters = &self.function.blocks[target.block.index()].parameters;
        let mut pairs = parameters.iter().zip(&target.arguments);
        pairs.any(|(parameter, argument)| match argument {
            Operand::Value(value) => self.value(*value) != self.value(*parameter),
            _ => true,
        })
    }

    /// Where to jump for an edge: to the block itself or to the moves before it.
    fn edge_label(&mut self, target: &Target) -> u32 {
        if !self.needs_moves(target) {
            return target.block.0;
        }
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    fn edge(&mut self, target: &Target, label: u32, location: LocationId) {
        if label != target.block.0 {
            self.labels[label as usize] = self.builder.here();
            self.jump(target, None, location);
        }
    }

    fn moves(&mut self, target: &Target, location: LocationId) {
        let parameters = &self.function.blocks[target.block.index()].parameters;
        let moves = parameters.iter().zip(&target.arguments);
        let moves = moves
            .map(|(parameter, argument)| (self.value(*parameter), self.arg(argument)))
            .collect();
        let scratch = self.scratch;
        sequence(moves, scratch, |to, from| {
            self.emit(Code::Move { to, from }, location);
        });
    }
}
