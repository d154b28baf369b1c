//! Modules: parsing, linking, and what is at their top level.

use super::session::Context;
use super::{Value, llvm, message};
use llvm_sys::LLVMLinkage;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use llvm_sys::target::{
    LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize, LLVMTargetDataRef,
};
use std::ffi::CString;
use std::ptr;

/// A module of LLVM.
pub struct Module<'c> {
    pub(super) raw: LLVMModuleRef,
    pub(super) context: &'c Context,
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

    /// Reads bitcode of our own, in which every symbol is weak. Of it, [`Module::link`] will only
    /// read and take what the other module needs, and what `always` says by name.
    pub fn library(
        context: &'c Context,
        bitcode: &'static [u8],
        always: impl Fn(&str) -> bool,
    ) -> Result<Module<'c>, String> {
        let mut raw = ptr::null_mut();
        let buffer = llvm!(LLVMCreateMemoryBufferWithMemoryRange(
            bitcode.as_ptr().cast(),
            bitcode.len(),
            c"library".as_ptr(),
            0,
        ));
        if llvm!(LLVMGetBitcodeModuleInContext2(
            context.raw,
            buffer,
            &mut raw
        )) != 0
        {
            return Err(context.take_errors());
        }
        let module = Module { raw, context };
        let functions = successors(llvm!(LLVMGetFirstFunction(raw)), |f| {
            llvm!(LLVMGetNextFunction(f))
        });
        let globals = successors(llvm!(LLVMGetFirstGlobal(raw)), |g| {
            llvm!(LLVMGetNextGlobal(g))
        });
        for symbol in functions.chain(globals) {
            if llvm!(LLVMIsDeclaration(symbol)) != 0 {
                continue;
            }
            let lazy = match llvm!(LLVMGetLinkage(symbol)) {
                // The tables of C++ classes.
                LLVMLinkage::LLVMExternalLinkage => LLVMLinkage::LLVMLinkOnceODRLinkage,
                LLVMLinkage::LLVMWeakAnyLinkage => LLVMLinkage::LLVMLinkOnceAnyLinkage,
                LLVMLinkage::LLVMWeakODRLinkage => LLVMLinkage::LLVMLinkOnceODRLinkage,
                _ => continue,
            };
            if !module
                .value(symbol)
                .is_some_and(|value| always(&value.name()))
            {
                llvm!(LLVMSetLinkage(symbol, lazy));
            }
        }
        Ok(module)
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

    pub fn functions(&self) -> Vec<Value<'_>> {
        let functions = successors(llvm!(LLVMGetFirstFunction(self.raw)), |f| {
            llvm!(LLVMGetNextFunction(f))
        });
        functions.filter_map(|raw| self.value(raw)).collect()
    }

    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        self.value(llvm!(LLVMGetNamedGlobal(self.raw, name.as_ptr())))
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    pub(super) fn value(&self, raw: LLVMValueRef) -> Option<Value<'_>> {
        Value::from_raw(raw, self.layout())
    }

    fn layout(&self) -> LLVMTargetDataRef {
        llvm!(LLVMGetModuleDataLayout(self.raw))
    }
}

pub(super) fn successors(
    first: LLVMValueRef,
    next: impl Fn(LLVMValueRef) -> LLVMValueRef,
) -> impl Iterator<Item = LLVMValueRef> {
    let existing = |value: LLVMValueRef| (!value.is_null()).then_some(value);
    std::iter::successors(existing(first), move |&value| existing(next(value)))
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        llvm!(LLVMDisposeModule(self.raw));
    }
}
