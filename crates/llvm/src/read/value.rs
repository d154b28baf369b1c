//! Values in general, and blocks. Constants, symbols and instructions have files of their own.

use super::{Type, ValueKind, llvm, message, text};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::LLVMTargetDataRef;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A value of LLVM.
#[derive(Clone, Copy)]
pub struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    pub(super) layout: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl Eq for Value<'_> {}
impl Hash for Value<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

/// The properties of every value.
impl<'m> Value<'m> {
    pub(super) fn from_raw(raw: LLVMValueRef, layout: LLVMTargetDataRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value {
            raw,
            layout,
            module: PhantomData,
        })
    }

    pub(super) fn other(self, raw: LLVMValueRef) -> Value<'m> {
        Value::from_raw(raw, self.layout).expect("LLVM has this value")
    }

    pub(super) fn type_from(self, raw: LLVMTypeRef) -> Type<'m> {
        Type {
            raw,
            layout: self.layout,
            module: PhantomData,
        }
    }

    pub(super) fn block_from(self, raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
        (!raw.is_null()).then_some(Block {
            raw,
            layout: self.layout,
            module: PhantomData,
        })
    }

    pub fn kind(self) -> ValueKind {
        llvm!(LLVMGetValueKind(self.raw))
    }

    pub fn ty(self) -> Type<'m> {
        self.type_from(llvm!(LLVMTypeOf(self.raw)))
    }

    pub fn name(self) -> String {
        let mut length = 0;
        let start = llvm!(LLVMGetValueName2(self.raw, &mut length));
        text(start, length)
    }

    /// As LLVM writes it.
    pub fn text(self) -> String {
        message(llvm!(LLVMPrintValueToString(self.raw)))
    }

    /// The instructions and constants that it is an operand of.
    pub fn users(self) -> Vec<Value<'m>> {
        let mut users = Vec::new();
        let mut next = llvm!(LLVMGetFirstUse(self.raw));
        while !next.is_null() {
            users.push(self.other(llvm!(LLVMGetUser(next))));
            next = llvm!(LLVMGetNextUse(next));
        }
        // LLVM has the newest first.
        users.reverse();
        users
    }

    /// Of instructions and constants.
    pub fn operand_count(self) -> u32 {
        llvm!(LLVMGetNumOperands(self.raw)) as u32
    }

    /// Of instructions and constants that have it.
    pub fn operand(self, at: u32) -> Value<'m> {
        self.other(llvm!(LLVMGetOperand(self.raw, at)))
    }
}

/// A basic block of LLVM.
#[derive(Clone, Copy)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    pub(super) layout: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl PartialEq for Block<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl Eq for Block<'_> {}
impl Hash for Block<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<'m> Block<'m> {
    /// The function that it is part of.
    pub fn function(self) -> Value<'m> {
        Value::from_raw(llvm!(LLVMGetBasicBlockParent(self.raw)), self.layout)
            .expect("a block is part of a function")
    }

    pub fn instructions(self) -> Vec<Value<'m>> {
        let mut instructions = Vec::new();
        let mut next = llvm!(LLVMGetFirstInstruction(self.raw));
        while let Some(instruction) = Value::from_raw(next, self.layout) {
            instructions.push(instruction);
            next = llvm!(LLVMGetNextInstruction(next));
        }
        instructions
    }

    pub fn terminator(self) -> Option<Value<'m>> {
        Value::from_raw(llvm!(LLVMGetBasicBlockTerminator(self.raw)), self.layout)
    }
}
