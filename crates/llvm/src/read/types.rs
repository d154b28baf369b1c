//! Types and their layout in memory.

use super::{TypeKind, llvm, message};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A type of LLVM.
#[derive(Clone, Copy)]
pub struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) layout: LLVMTargetDataRef,
    pub(super) module: PhantomData<&'m ()>,
}

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl Eq for Type<'_> {}
impl Hash for Type<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<'m> Type<'m> {
    pub fn kind(self) -> TypeKind {
        llvm!(LLVMGetTypeKind(self.raw))
    }

    /// As LLVM writes it.
    pub fn text(self) -> String {
        message(llvm!(LLVMPrintTypeToString(self.raw)))
    }

    /// Of an integer type.
    pub fn width(self) -> u32 {
        llvm!(LLVMGetIntTypeWidth(self.raw))
    }

    /// Has values of a size that is known now.
    pub fn is_sized(self) -> bool {
        llvm!(LLVMTypeIsSized(self.raw)) != 0 && !self.contains_scalable()
    }

    fn contains_scalable(self) -> bool {
        match self.kind() {
            TypeKind::LLVMScalableVectorTypeKind | TypeKind::LLVMTargetExtTypeKind => true,
            TypeKind::LLVMStructTypeKind => {
                (0..self.element_count()).any(|at| self.element(at).contains_scalable())
            }
            TypeKind::LLVMArrayTypeKind => self.element(0).contains_scalable(),
            _ => false,
        }
    }

    /// Distance of two neighbours in an array, in bytes; of a sized type.
    pub fn size(self) -> u64 {
        llvm!(LLVMABISizeOfType(self.layout, self.raw))
    }

    /// Of a sized type.
    pub fn alignment(self) -> u64 {
        u64::from(llvm!(LLVMABIAlignmentOfType(self.layout, self.raw)))
    }

    /// How many elements a struct, array or vector has.
    pub fn element_count(self) -> u64 {
        match self.kind() {
            TypeKind::LLVMStructTypeKind => llvm!(LLVMCountStructElementTypes(self.raw)).into(),
            TypeKind::LLVMArrayTypeKind => llvm!(LLVMGetArrayLength2(self.raw)),
            TypeKind::LLVMVectorTypeKind => llvm!(LLVMGetVectorSize(self.raw)).into(),
            _ => 0,
        }
    }

    /// Type of one element of a struct (which must have it), array or vector.
    pub fn element(self, at: u64) -> Type<'m> {
        let raw = if self.kind() == TypeKind::LLVMStructTypeKind {
            llvm!(LLVMStructGetTypeAtIndex(self.raw, at as u32))
        } else {
            llvm!(LLVMGetElementType(self.raw))
        };
        Type { raw, ..self }
    }

    /// Where one element of a sized struct, array or vector begins, in bytes.
    pub fn element_offset(self, at: u64) -> u64 {
        if self.kind() == TypeKind::LLVMStructTypeKind {
            llvm!(LLVMOffsetOfElement(self.layout, self.raw, at as u32))
        } else {
            self.element(at).size().wrapping_mul(at)
        }
    }

    /// Of a function type.
    pub fn return_type(self) -> Type<'m> {
        let raw = llvm!(LLVMGetReturnType(self.raw));
        Type { raw, ..self }
    }

    /// How many parameters a function type names.
    pub fn parameter_count(self) -> usize {
        llvm!(LLVMCountParamTypes(self.raw)) as usize
    }

    /// Of a function type.
    pub fn is_variadic(self) -> bool {
        llvm!(LLVMIsFunctionVarArg(self.raw)) != 0
    }
}
