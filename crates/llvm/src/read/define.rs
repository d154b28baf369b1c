//! Definitions of functions that the program only declares.

use super::{Module, TypeKind, Value, demangle, llvm};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMTypeRef, LLVMValueRef};
use std::ffi::CString;

impl Module<'_> {
    /// Gives a function a body that returns a value and does nothing else. It is named as the linker knows it
    /// or as C++ writes it, and must be declared only. An error says why there is no such function, or why
    /// its type has no such value.
    pub fn define(&mut self, name: &str, value: i64) -> Result<(), String> {
        let function = self.function(name).or_else(|| self.written_as(name));
        let function = function.ok_or("the program does not use it")?;
        if !function.is_declaration() {
            return Err("a file of the program defines it".into());
        }
        let ty = function.value_type().return_type();
        let result = constant(ty.raw, ty.kind(), value)
            .ok_or_else(|| format!("it returns `{}`, which {value} is no value of", ty.text()))?;
        let context = llvm!(LLVMGetModuleContext(self.raw()));
        let block = llvm!(LLVMAppendBasicBlockInContext(
            context,
            function.raw,
            c"entry".as_ptr()
        ));
        let builder = llvm!(LLVMCreateBuilderInContext(context));
        llvm!(LLVMPositionBuilderAtEnd(builder, block));
        match result {
            Some(result) => llvm!(LLVMBuildRet(builder, result)),
            None => llvm!(LLVMBuildRetVoid(builder)),
        };
        llvm!(LLVMDisposeBuilder(builder));
        Ok(())
    }

    /// Gives the program another entry: it calls a function with a place for its result as both arguments, and then
    /// another one that looks at the result. `false`: there is no such function.
    pub fn begin_with(&mut self, entry: &str, called: &str, looks: &str) -> bool {
        let Some(called) = self.function(called) else {
            return false;
        };
        let (pointer, word) = (self.pointer(), self.word());
        let two = self.procedure(&mut [pointer, pointer]);
        let one = self.procedure(&mut [pointer]);
        let looks = self.declared(looks, one);
        self.add_entry(entry, |builder| {
            let unnamed = c"".as_ptr();
            let result = llvm!(LLVMArrayType2(word, 3));
            let result = llvm!(LLVMBuildAlloca(builder, result, unnamed));
            for (called, ty, arguments) in [(called.raw, two, 2), (looks, one, 1)] {
                let mut places = [result, result];
                llvm!(LLVMBuildCall2(
                    builder,
                    ty,
                    called,
                    places.as_mut_ptr(),
                    arguments,
                    unnamed
                ));
            }
        });
        true
    }

    /// Gives the program another entry: it calls a function with the address of another one. `false`: there is no such
    /// function.
    pub fn begin_with_caller(&mut self, entry: &str, caller: &str, called: &str) -> bool {
        let Some(called) = self.function(called) else {
            return false;
        };
        let ty = self.procedure(&mut [self.pointer()]);
        let caller = self.declared(caller, ty);
        self.add_entry(entry, |builder| {
            let mut arguments = [called.raw];
            let arguments = arguments.as_mut_ptr();
            llvm!(LLVMBuildCall2(
                builder,
                ty,
                caller,
                arguments,
                1,
                c"".as_ptr()
            ));
        });
        true
    }

    /// Adds a function without parameters and result, whose only block is written by `write`.
    fn add_entry(&self, name: &str, write: impl FnOnce(LLVMBuilderRef)) {
        let function = self.add_function(name, self.procedure(&mut []));
        let context = self.context();
        let builder = llvm!(LLVMCreateBuilderInContext(context));
        let block = llvm!(LLVMAppendBasicBlockInContext(
            context,
            function,
            c"".as_ptr()
        ));
        llvm!(LLVMPositionBuilderAtEnd(builder, block));
        write(builder);
        llvm!(LLVMBuildRetVoid(builder));
        llvm!(LLVMDisposeBuilder(builder));
    }

    fn add_function(&self, name: &str, ty: LLVMTypeRef) -> LLVMValueRef {
        let name = CString::new(name).unwrap_or_default();
        llvm!(LLVMAddFunction(self.raw(), name.as_ptr(), ty))
    }

    /// The function of this name, declared if it is not there.
    fn declared(&self, name: &str, ty: LLVMTypeRef) -> LLVMValueRef {
        let known = self.function(name).map(|known| known.raw);
        known.unwrap_or_else(|| self.add_function(name, ty))
    }

    fn context(&self) -> LLVMContextRef {
        llvm!(LLVMGetModuleContext(self.raw()))
    }
    fn pointer(&self) -> LLVMTypeRef {
        llvm!(LLVMPointerTypeInContext(self.context(), 0))
    }
    fn word(&self) -> LLVMTypeRef {
        llvm!(LLVMInt64TypeInContext(self.context()))
    }
    /// The type of a function with these parameters that returns nothing.
    fn procedure(&self, parameters: &mut [LLVMTypeRef]) -> LLVMTypeRef {
        let count = parameters.len() as u32;
        let nothing = llvm!(LLVMVoidTypeInContext(self.context()));
        llvm!(LLVMFunctionType(nothing, parameters.as_mut_ptr(), count, 0))
    }

    fn written_as(&self, name: &str) -> Option<Value<'_>> {
        let mut functions = self.functions().into_iter();
        functions.find(|function| demangle(&function.name()) == name)
    }
}

/// `Some(None)`: functions of this type return nothing. Zero is a value of every type.
fn constant(ty: LLVMTypeRef, kind: TypeKind, value: i64) -> Option<Option<LLVMValueRef>> {
    let bits = value as u64;
    Some(Some(match kind {
        TypeKind::LLVMVoidTypeKind => return Some(None),
        _ if value == 0 => llvm!(LLVMConstNull(ty)),
        TypeKind::LLVMIntegerTypeKind => {
            let width = llvm!(LLVMGetIntTypeWidth(ty));
            // A number may be written with a sign or without one.
            let fits = width >= 64 || (-(1_i64 << (width - 1))..1_i64 << width).contains(&value);
            let all_bits = bits & (u64::MAX >> 64_u32.saturating_sub(width));
            fits.then(|| llvm!(LLVMConstInt(ty, all_bits, i32::from(value < 0))))?
        }
        TypeKind::LLVMPointerTypeKind => {
            let number = llvm!(LLVMInt64TypeInContext(LLVMGetTypeContext(ty)));
            llvm!(LLVMConstIntToPtr(LLVMConstInt(number, bits, 0), ty))
        }
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind => {
            llvm!(LLVMConstReal(ty, value as f64))
        }
        _ => return None,
    }))
}
