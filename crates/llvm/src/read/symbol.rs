//! Questions about what has a name in the whole program: globals, functions and aliases.

use super::{Block, Metadata, Type, Value, ValueKind, llvm};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMDISubprogramGetLine, LLVMGetSubprogram};
use llvm_sys::prelude::LLVMAttributeRef;

/// Globals, functions and aliases.
impl<'m> Value<'m> {
    /// Declared but not defined; of globals and functions.
    pub fn is_declaration(self) -> bool {
        llvm!(LLVMIsDeclaration(self.raw)) != 0
    }

    /// Null if nobody defines it.
    pub fn is_weak_reference(self) -> bool {
        matches!(
            llvm!(LLVMGetLinkage(self.raw)),
            LLVMLinkage::LLVMExternalWeakLinkage
        ) && self.is_declaration()
    }

    /// Type of the contents of a global; the function type of a function.
    pub fn value_type(self) -> Type<'m> {
        self.type_from(llvm!(LLVMGlobalGetValueType(self.raw)))
    }

    /// Of a global.
    pub fn initializer(self) -> Option<Value<'m>> {
        Value::from_raw(llvm!(LLVMGetInitializer(self.raw)), self.layout)
    }

    /// Of a global.
    pub fn is_thread_local(self) -> bool {
        llvm!(LLVMIsThreadLocal(self.raw)) != 0
    }

    /// Of a global.
    pub fn is_constant(self) -> bool {
        llvm!(LLVMIsGlobalConstant(self.raw)) != 0
    }

    /// As written at a global; 0 if nothing is.
    pub fn written_alignment(self) -> u64 {
        llvm!(LLVMGetAlignment(self.raw)).into()
    }

    /// Of an alias.
    pub fn aliasee(self) -> Value<'m> {
        self.other(llvm!(LLVMAliasGetAliasee(self.raw)))
    }

    /// The debug information of a global variable.
    pub fn global_debug(self) -> Option<Metadata<'m>> {
        Metadata::of_global(self.raw, self.layout)
    }

    /// Of a function: its file (folder and name) and line.
    pub fn function_place(self) -> Option<((String, String), u32)> {
        let raw = llvm!(LLVMGetSubprogram(self.raw));
        if raw.is_null() {
            return None;
        }
        let line = llvm!(LLVMDISubprogramGetLine(raw));
        let subprogram = Metadata::from_raw(raw, self.raw, self.layout)?;
        Some((subprogram.scope_file()?.path(), line))
    }

    /// The debug information of a function.
    pub fn subprogram(self) -> Option<Metadata<'m>> {
        let raw = llvm!(LLVMGetSubprogram(self.raw));
        Metadata::from_raw(raw, self.raw, self.layout)
    }

    /// Does LLVM itself define what the function does?
    pub fn is_intrinsic(self) -> bool {
        self.kind() == ValueKind::LLVMFunctionValueKind && llvm!(LLVMGetIntrinsicID(self.raw)) != 0
    }

    /// Of a function.
    pub fn parameters(self) -> Vec<Value<'m>> {
        let count = llvm!(LLVMCountParams(self.raw));
        (0..count)
            .map(|at| self.other(llvm!(LLVMGetParam(self.raw, at))))
            .collect()
    }

    /// Of a function: the type that is passed by value at this parameter (from 0).
    pub fn by_value_parameter(self, at: usize) -> Option<Type<'m>> {
        let index = at as u32 + 1;
        let kind = by_value_kind();
        self.attribute_type(llvm!(LLVMGetEnumAttributeAtIndex(self.raw, index, kind)))
    }

    pub(super) fn attribute_type(self, attribute: LLVMAttributeRef) -> Option<Type<'m>> {
        (!attribute.is_null()).then(|| self.type_from(llvm!(LLVMGetTypeAttributeValue(attribute))))
    }

    /// Of a function; the first is the entry.
    pub fn blocks(self) -> Vec<Block<'m>> {
        let mut blocks = Vec::new();
        let mut next = llvm!(LLVMGetFirstBasicBlock(self.raw));
        while let Some(block) = self.block_from(next) {
            blocks.push(block);
            next = llvm!(LLVMGetNextBasicBlock(next));
        }
        blocks
    }
}

pub(super) fn by_value_kind() -> u32 {
    let name = "byval";
    llvm!(LLVMGetEnumAttributeKindForName(
        name.as_ptr().cast(),
        name.len()
    ))
}
