//! C++ exceptions: a function that may throw returns, after its own result, the exception or null.
//!
//! So unwinding is a chain of ordinary returns, and nobody after this translation knows of exceptions. A
//! function without a result returns a zero before it, so that a pointer to a function may be called
//! with a result or without. What is thrown is a record of the runtime (`cxx_exception.c`), which also
//! compares types. A landing pad is entered for every exception, and says 0 if no clause fits: the code behind it
//! cleans up then, and resumes.

use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::{Block, Opcode, TypeKind, Value};
use threadproof_ir::module::{Callee, InstKind, Operand, Target, Terminator, Type};
use threadproof_program::Predicate;

const MATCH: &str = "__tp_lib_match";
/// What a landing pad says of an exception that a filter does not let pass.
const FILTERED: u64 = 0xffff_ffff;

impl<'m> FunctionLowering<'_, 'm> {
    /// Makes room for what the function throws.
    pub fn declare_throwing(&mut self) {
        let room = self.function.results.max(1);
        self.function.results = room + 1;
        self.throws = true;
    }

    /// The end of the function without an exception.
    pub fn return_values(&mut self, values: Scalars) -> Terminator {
        self.return_or_throw(values.to_vec(), Operand::Const(0))
    }

    fn return_or_throw(&mut self, mut values: Vec<Operand>, thrown: Operand) -> Terminator {
        if self.throws {
            values.resize(self.function.results - 1, Operand::Const(0));
            values.push(thrown);
        }
        Terminator::Return(values)
    }

    /// A call whose exceptions leave the function.
    pub fn plain_call(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let scalars = self.call(instruction)?;
        if let Some(thrown) = self.thrown.take() {
            self.leave_with(thrown);
        }
        Ok(scalars)
    }

    fn leave_with(&mut self, thrown: Operand) {
        let leave = self.leaving_block();
        let after = self.new_block();
        let condition = self.compare(Predicate::Ne, 64, thrown, Operand::Const(0));
        let leave = Target {
            block: leave,
            arguments: vec![thrown],
        };
        let then = self.unwound(thrown, leave);
        self.terminate(Terminator::Branch {
            condition,
            then,
            otherwise: Target {
                block: after,
                arguments: Vec::new(),
            },
        });
        self.at = after;
    }

    /// One block hands on all exceptions of a function.
    fn leaving_block(&mut self) -> threadproof_ir::module::BlockId {
        if let Some(block) = self.leave {
            return block;
        }
        let block = self.new_block();
        let thrown = self.function.new_value(Type::Ptr);
        let end = self.return_or_throw(Vec::new(), Operand::Value(thrown));
        let leave = &mut self.function.blocks[block.index()];
        leave.parameters.push(thrown);
        leave.terminator = end;
        leave.terminator_location = self.location;
        self.leave = Some(block);
        block
    }

    /// A call with a place for its exceptions. The runtime knows what the calls catch that are not over, so
    /// that a throw that nobody catches ends the program there and then.
    pub fn invoke(&mut self, from: Block<'m>, instruction: Value<'m>) -> Lowered<Terminator> {
        let begun = match self.module.throwing.at(instruction) {
            true => self.begin_try(instruction.unwind_destination())?,
            false => None,
        };
        let scalars = self.call(instruction)?;
        self.values.insert(instruction, scalars);
        if let Some(end) = begun {
            self.call_for_effect(end, Vec::new());
        }
        let normal = self.target(from, instruction.normal_destination())?;
        let Some(thrown) = self.thrown.take() else {
            return Ok(Terminator::Jump(normal));
        };
        let mut pad = self.target(from, instruction.unwind_destination())?;
        pad.arguments.push(thrown);
        let condition = self.compare(Predicate::Ne, 64, thrown, Operand::Const(0));
        Ok(Terminator::Branch {
            condition,
            then: self.unwound(thrown, pad),
            otherwise: normal,
        })
    }

    /// Tells the runtime of a call that catches; returns the function to call after it.
    fn begin_try(&mut self, destination: Block<'m>) -> Lowered<Option<&'static str>> {
        let Some(pad) = catching_pad(destination) else {
            return Ok(None);
        };
        if self.module.rust.is_none() {
            let handlers = self.handlers(pad)?;
            self.call_for_effect("__tp_lib_try_begin", vec![handlers]);
            return Ok(Some("__tp_lib_try_end"));
        }
        if !catches_panics(pad) {
            return Ok(None);
        }
        self.call_for_effect("__tp_lib_rust_try_begin", Vec::new());
        Ok(Some("__tp_lib_rust_try_end"))
    }

    /// A table for the runtime: how many types the landing pad catches, and these; null for all.
    fn handlers(&mut self, pad: Value<'m>) -> Lowered<Operand> {
        let mut types = Vec::new();
        for clause in pad.clauses() {
            types.push(match clause.ty().kind() {
                // What a filter does with it, the landing pad will say.
                TypeKind::LLVMArrayTypeKind => Operand::Const(0),
                _ => self.scalar(clause)?,
            });
        }
        Ok(self.module.handlers(pad, types))
    }

    /// The exception is the block's last parameter.
    pub fn landing_pad(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let thrown = self.function.new_value(Type::Ptr);
        self.function.blocks[self.at.index()]
            .parameters
            .push(thrown);
        let thrown = Operand::Value(thrown);
        if self.module.rust.is_some() {
            // Rust knows one type of panics, and never looks at the selector.
            return Ok([thrown, Operand::Const(1)].into_iter().collect());
        }
        let mut selector = Operand::Const(0);
        for clause in instruction.clauses() {
            selector = match clause.ty().kind() {
                TypeKind::LLVMArrayTypeKind => self.filter(thrown, clause, selector)?,
                _ => {
                    let kind = Operand::Const(self.module.exception_type(clause));
                    self.matched(thrown, clause, kind, selector)?
                }
            };
        }
        Ok([thrown, selector].into_iter().collect())
    }

    /// `kind` if the exception is of this type, unless an earlier clause fitted.
    fn matched(
        &mut self,
        thrown: Operand,
        ty: Value<'m>,
        kind: Operand,
        before: Operand,
    ) -> Lowered<Operand> {
        let ty = self.scalar(ty)?;
        Ok(self.call_named(MATCH, &[thrown, ty, kind, before], Type::Int(32)))
    }

    fn filter(&mut self, thrown: Operand, types: Value<'m>, before: Operand) -> Lowered<Operand> {
        let mut passes = Operand::Const(0);
        for at in 0..types.ty().element_count() {
            let Some(ty) = types.element(at) else {
                return unsupported("an unusual list of exceptions");
            };
            passes = self.matched(thrown, ty, Operand::Const(1), passes)?;
        }
        let passes = self.compare(Predicate::Ne, 32, passes, Operand::Const(0));
        let filtered = Operand::Const(FILTERED);
        let kind = self.select(Type::Int(32), passes, Operand::Const(0), filtered);
        let earlier = self.compare(Predicate::Ne, 32, before, Operand::Const(0));
        Ok(self.select(Type::Int(32), earlier, before, kind))
    }

    /// The exception goes on to the caller.
    pub fn resume(&mut self, instruction: Value<'m>) -> Lowered<Terminator> {
        let thrown = self.operand(instruction.operand(0))?[0];
        Ok(self.return_or_throw(Vec::new(), thrown))
    }

    /// `void __tp_throw(void *)`: leaves the function with an exception.
    pub fn throw(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        if !self.throws {
            return unsupported("C++ exceptions");
        }
        let thrown = self.scalar(arguments[0])?;
        let end = self.return_or_throw(Vec::new(), thrown);
        self.terminate(end);
        self.at = self.new_block();
        Ok(Scalars::new())
    }

    /// `void *__tp_call(void (*f)(void *), void *argument)`: calls `f`, and returns what it throws or null.
    pub fn call_and_catch(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let callee = Callee::Pointer(self.scalar(arguments[0])?);
        let arguments = vec![self.scalar(arguments[1])?];
        let call = InstKind::Call { callee, arguments };
        let thrown = match self.module.throwing.anything() {
            true => self.push(call, &[Type::Int(64), Type::Ptr])[1],
            false => {
                self.effect(call);
                Operand::Const(0)
            }
        };
        Ok([thrown].into_iter().collect())
    }
}

/// Does a panic of Rust stop here? Other places with clauses only end the program.
fn catches_panics(pad: Value<'_>) -> bool {
    let is_filter = |clause: &Value<'_>| clause.ty().kind() == TypeKind::LLVMArrayTypeKind;
    !pad.clauses().iter().any(is_filter)
}

/// The landing pad, if an exception that comes here can stop. One that only ends the program does not.
fn catching_pad(destination: Block<'_>) -> Option<Value<'_>> {
    let instructions = destination.instructions();
    let ends = |i: &Value<'_>| {
        i.opcode() == Opcode::LLVMCall && i.callee().name() == "__clang_call_terminate"
    };
    if instructions.iter().any(ends) {
        return None;
    }
    let pad = |i: &Value<'_>| i.opcode() == Opcode::LLVMLandingPad;
    let pad = instructions.into_iter().find(pad)?;
    (!pad.clauses().is_empty()).then_some(pad)
}
