//! Terminators, and the arguments of blocks in place of phi instructions.

use super::function::FunctionLowering;
use super::throwing::Throwing;
use super::wide::is_wide;
use super::{Lowered, Scalars, unsupported};
use crate::read::{Block, Opcode, Value};
use threadproof_ir::module::{Operand, Target, Terminator};
use threadproof_program::{ErrorKind, Predicate};

/// Where control can go from a block. From a call that throws nothing it only goes on.
pub fn successors<'m>(block: Block<'m>, throwing: &Throwing<'m>) -> Vec<Block<'m>> {
    let Some(terminator) = block.terminator() else {
        return Vec::new();
    };
    match terminator.opcode() {
        Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr => terminator.successors(),
        Opcode::LLVMInvoke if throwing.at(terminator) => vec![
            terminator.normal_destination(),
            terminator.unwind_destination(),
        ],
        Opcode::LLVMInvoke => vec![terminator.normal_destination()],
        _ => Vec::new(),
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Translates the last instruction of a block.
    pub fn terminator(&mut self, block: Block<'m>, instruction: Value<'m>) {
        let terminator = self
            .try_terminator(block, instruction)
            .unwrap_or_else(|why| {
                self.stop(why);
                Terminator::Unreachable
            });
        self.terminate(terminator);
    }

    fn try_terminator(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        match instruction.opcode() {
            Opcode::LLVMRet if self.reports_error => {
                self.fail(ErrorKind::Assertion, "reach_error was called");
                Ok(Terminator::Unreachable)
            }
            Opcode::LLVMRet if instruction.operand_count() == 0 => {
                self.leave_channel();
                Ok(self.return_values(Scalars::new()))
            }
            Opcode::LLVMRet => {
                let values = self.operand(instruction.operand(0))?;
                self.leave_channel();
                Ok(self.return_values(values))
            }
            Opcode::LLVMBr => self.branch(from, instruction),
            Opcode::LLVMSwitch => self.switch(from, instruction),
            Opcode::LLVMInvoke => match self.fast_path(instruction) {
                Some(scalars) => {
                    self.values.insert(instruction, scalars);
                    let normal = self.target(from, instruction.normal_destination())?;
                    Ok(Terminator::Jump(normal))
                }
                None => self.invoke(from, instruction),
            },
            Opcode::LLVMUnreachable => Ok(Terminator::Unreachable),
            Opcode::LLVMIndirectBr => self.computed_jump(from, instruction),
            Opcode::LLVMCallBr => unsupported("inline assembly that jumps (`asm goto`)"),
            Opcode::LLVMResume => self.resume(instruction),
            _ => unsupported(format!(
                "the LLVM instruction `{}`",
                instruction.text().trim()
            )),
        }
    }

    fn branch(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        let successors = instruction.successors();
        match (instruction.condition(), &successors[..]) {
            (None, &[to]) => Ok(Terminator::Jump(self.target(from, to)?)),
            (Some(condition), &[then, otherwise]) => Ok(Terminator::Branch {
                condition: self.scalar(condition)?,
                then: self.target(from, then)?,
                otherwise: self.target(from, otherwise)?,
            }),
            _ => unsupported("a branch with an unexpected number of targets"),
        }
    }

    fn switch(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        if is_wide(instruction.operand(0).ty()) {
            return self.wide_switch(from, instruction);
        }
        let value = self.scalar(instruction.operand(0))?;
        let successors = instruction.successors();
        let mut cases = Vec::new();
        for (at, &to) in successors.iter().enumerate().skip(1) {
            let Some(case) = instruction.switch_case(at).as_integer() else {
                return unsupported("a switch on an integer of more than 64 bits");
            };
            cases.push((case, self.target(from, to)?));
        }
        let Some(&default) = successors.first() else {
            return unsupported("a switch without a default");
        };
        let default = self.target(from, default)?;
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }

    /// A switch on an integer of more than 64 bits, all cases of which have at most 64. Rust looks so at the number of an
    /// enum that it is about to make.
    fn wide_switch(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        let (value, high) = self.pair(instruction.operand(0))?;
        let successors = instruction.successors();
        let mut cases = Vec::new();
        for (at, &to) in successors.iter().enumerate().skip(1) {
            let (Operand::Const(case), Operand::Const(0)) =
                self.pair(instruction.switch_case(at))?
            else {
                return unsupported("a switch with cases of more than 64 bits");
            };
            cases.push((case, self.target(from, to)?));
        }
        let Some(&default) = successors.first() else {
            return unsupported("a switch without a default");
        };
        let default = self.target(from, default)?;
        if high != Operand::Const(0) {
            let low = self.new_block();
            let condition = self.compare(Predicate::Eq, 64, high, Operand::Const(0));
            self.terminate(Terminator::Branch {
                condition,
                then: Target {
                    block: low,
                    arguments: Vec::new(),
                },
                otherwise: default.clone(),
            });
            self.at = low;
        }
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }

    /// `goto *p` among the labels whose addresses the function takes; another value of `p` is
    /// undefined, and reported as unreachable code that was reached.
    fn computed_jump(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        let value = self.scalar(instruction.operand(0))?;
        let mut labels: Vec<Block<'m>> = Vec::new();
        let mut cases = Vec::new();
        for to in instruction.successors() {
            if !labels.contains(&to) {
                labels.push(to);
                cases.push((label_address(to.function(), to)?, self.target(from, to)?));
            }
        }
        // An empty block is an unreachable one.
        let block = self.new_block();
        self.function.blocks[block.index()].terminator_location = self.location;
        let nowhere = Target {
            block,
            arguments: Vec::new(),
        };
        Ok(Terminator::Switch {
            value,
            cases,
            default: nowhere,
        })
    }

    /// The edge between two blocks, with what the phi instructions of `to` take along it.
    pub fn target(&mut self, from: Block<'m>, to: Block<'m>) -> Lowered<Target> {
        let mut arguments = Vec::new();
        for phi in to.instructions() {
            if phi.opcode() != Opcode::LLVMPHI {
                break;
            }
            let incoming = phi.incoming();
            let Some((value, _)) = incoming.into_iter().find(|(_, block)| *block == from) else {
                return unsupported("a phi without a value for an edge");
            };
            arguments.extend(self.operand(value)?);
        }
        Ok(Target {
            block: self.blocks[&to],
            arguments,
        })
    }
}

/// The address of a label: a number that no memory and no other label of the function has.
pub fn label_address<'m>(function: Value<'m>, label: Block<'m>) -> Lowered<u64> {
    let blocks = function.blocks();
    match blocks.iter().position(|block| *block == label) {
        Some(at) => Ok(LABEL_DISTANCE * (at as u64 + 1)),
        None => unsupported("the address of a label that is gone"),
    }
}

const LABEL_DISTANCE: u64 = 16;
