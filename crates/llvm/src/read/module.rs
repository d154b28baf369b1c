//! Modules: parsing, linking, and what is at their top level.

use super::session::Context;
use super::{Value, llvm, message};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::LLVMModuleRef;
use llvm_sys::target::{
    LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize, LLVMTargetDataRef,
};
use std::ffi::CString;
use std::ptr;

pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

impl<'c> Module<'c> {
    /// Reads bitcode or text, whichever it is. `name` stands in LLVM's messages.
    pub fn parse(context: &'c Context, name: &str, contents: &[u8]) -> Result<Module<'c>, String> {
        let name = CString::new(name).unwrap_or_default();
        let (mut raw, mut words) = (ptr::null_mut(), ptr::null_mut());
        let buffer = llvm!(LLVMCreateMemoryBufferWithMemoryRangeCopy(
            contents.as_ptr().cast(),
            contents.len(),
            name.as_ptr(),
        ));
        let failed = llvm!(LLVMParseIRInContext2(
            context.raw,
            buffer,
            &mut raw,
            &mut words
        ));
        llvm!(LLVMDisposeMemoryBuffer(buffer));
        if failed == 0 {
            return Ok(Module { raw, context });
        }
        let words = message(words);
        match (words.is_empty(), context.take_errors()) {
            (true, errors) => Err(errors),
            (false, _) => Err(words),
        }
    }

    /// Is the module well-formed? Files may hold anything; the rest of this crate trusts it.
    pub fn verify(&self) -> Result<(), String> {
        let mut words = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = llvm!(LLVMVerifyModule(self.raw, action, &mut words));
        let words = message(words);
        if broken == 0 { Ok(()) } else { Err(words) }
    }

    /// Adds all that `other` has.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), String> {
        let source = other.raw;
        // LLVM destroys the other module in any case.
        std::mem::forget(other);
        match llvm!(LLVMLinkModules2(self.raw, source)) {
            0 => Ok(()),
            _ => Err(self.context.take_errors()),
        }
    }

    /// Do pointers have 64 bits and numbers their lowest byte first?
    pub fn is_64_bit_little_endian(&self) -> bool {
        let layout = self.layout();
        llvm!(LLVMPointerSize(layout)) == 8
            && matches!(
                llvm!(LLVMByteOrder(layout)),
                LLVMByteOrdering::LLVMLittleEndian
            )
    }

    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        self.value(llvm!(LLVMGetNamedFunction(self.raw, name.as_ptr())))
    }

    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        self.value(llvm!(LLVMGetNamedGlobal(self.raw, name.as_ptr())))
    }

    fn value(&self, raw: llvm_sys::prelude::LLVMValueRef) -> Option<Value<'_>> {
        Value::from_raw(raw, self.layout())
    }

    fn layout(&self) -> LLVMTargetDataRef {
        llvm!(LLVMGetModuleDataLayout(self.raw))
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        llvm!(LLVMDisposeModule(self.raw));
    }
}
