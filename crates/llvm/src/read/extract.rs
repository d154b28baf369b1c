//! Takes out of a large module what some functions need.
//!
//! Rust's compiler gives one module with the program and all of its standard library. Most of it is never reached,
//! and reading it takes seconds. Here the module is opened without its functions, and LLVM's linker reads those
//! that it moves: those to keep, and what these need.

use super::module::successors;
use super::session::Context;
use super::{Module, llvm, text};
use llvm_sys::LLVMLinkage;
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;
use std::ffi::CString;
use std::ptr;

/// The treatment of a function.
pub enum Fate {
    /// It is there if something reaches it.
    IfNeeded,
    /// Calls of it are calls of this function of ours, which has the same type. A star in its name is the number of
    /// parameters.
    Instead(&'static str),
    /// It is there in any case.
    Kept,
}

/// Lists that name functions only so that nobody throws them away.
const KEEPERS: &[&std::ffi::CStr] = &[c"llvm.used", c"llvm.compiler.used"];

impl<'c> Module<'c> {
    /// Reads the functions of this bitcode that are kept, and those that they reach. `fate` is asked once for each function, by its symbol.
    pub fn extract(
        context: &'c Context,
        bitcode: &[u8],
        mut fate: impl FnMut(&str) -> Fate,
    ) -> Result<Module<'c>, String> {
        let all = open(context, bitcode)?;
        for list in KEEPERS {
            let list = llvm!(LLVMGetNamedGlobal(all.raw, list.as_ptr()));
            if !list.is_null() {
                llvm!(LLVMDeleteGlobal(list));
            }
        }
        let globals = successors(llvm!(LLVMGetFirstGlobal(all.raw)), |g| {
            llvm!(LLVMGetNextGlobal(g))
        });
        globals.for_each(only_if_needed);
        let functions = successors(llvm!(LLVMGetFirstFunction(all.raw)), |f| {
            llvm!(LLVMGetNextFunction(f))
        });
        for function in functions.collect::<Vec<_>>() {
            match fate(&name(function)) {
                Fate::IfNeeded => only_if_needed(function),
                Fate::Instead(ours) => all.redirect(function, ours),
                Fate::Kept => {
                    llvm!(LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage));
                }
            }
        }
        let raw = llvm!(LLVMModuleCreateWithNameInContext(
            c"program".as_ptr(),
            context.raw
        ));
        let mut needed = Module { raw, context };
        needed.link(all)?;
        Ok(needed)
    }

    /// Replaces all uses of a function by another one, which is declared if it is not known.
    fn redirect(&self, function: LLVMValueRef, ours: &str) {
        let parameters = llvm!(LLVMCountParams(function)).to_string();
        let ours = CString::new(ours.replace('*', &parameters)).unwrap_or_default();
        let mut other = llvm!(LLVMGetNamedFunction(self.raw, ours.as_ptr()));
        if other.is_null() {
            let ty = llvm!(LLVMGlobalGetValueType(function));
            other = llvm!(LLVMAddFunction(self.raw, ours.as_ptr(), ty));
        }
        llvm!(LLVMReplaceAllUsesWith(function, other));
        only_if_needed(function);
    }
}

/// A module whose functions are read when they are asked for. It must not live longer than `bitcode`.
fn open<'c>(context: &'c Context, bitcode: &[u8]) -> Result<Module<'c>, String> {
    let mut raw = ptr::null_mut();
    let buffer = llvm!(LLVMCreateMemoryBufferWithMemoryRange(
        bitcode.as_ptr().cast(),
        bitcode.len(),
        c"program".as_ptr(),
        0,
    ));
    match llvm!(LLVMGetBitcodeModuleInContext2(
        context.raw,
        buffer,
        &mut raw
    )) {
        0 => Ok(Module { raw, context }),
        _ => Err(context.take_errors()),
    }
}

/// The linker takes it along only for somebody who uses it.
fn only_if_needed(symbol: LLVMValueRef) {
    let defined = llvm!(LLVMIsDeclaration(symbol)) == 0;
    let linkage = llvm!(LLVMGetLinkage(symbol));
    if defined && !matches!(linkage, LLVMLinkage::LLVMAppendingLinkage) {
        llvm!(LLVMSetLinkage(symbol, LLVMLinkage::LLVMInternalLinkage));
        llvm!(LLVMSetVisibility(
            symbol,
            llvm_sys::LLVMVisibility::LLVMDefaultVisibility
        ));
    }
}

fn name(symbol: LLVMValueRef) -> String {
    let mut length = 0;
    let start = llvm!(LLVMGetValueName2(symbol, &mut length));
    text(start, length)
}
