//! Calls: of functions and pointers, and of what is no function at all.

use super::function::FunctionLowering;
use super::jumps::returns_again;
use super::layout::{Leaf, leaves};
use super::{Lowered, Scalars, unsupported, wide};
use crate::read::{TypeKind, Value, ValueKind};
use crate::rust::instead::FULL_FENCE;
use threadproof_ir::module::{Callee, InstKind, Operand, Type};
use threadproof_program::{FenceOrder, StoreOrder};

/// The modelled `pthread_create` without the store of the handle; see `runtime/pthread_thread.c`.
const THREAD_START: &str = "tp_thread_start";

impl<'m> FunctionLowering<'_, 'm> {
    /// A call or the call in an invoke.
    pub fn call(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let callee = resolve_alias(instruction.callee());
        if callee.kind() == ValueKind::LLVMInlineAsmValueKind {
            return self.assembly(instruction, callee);
        }
        if callee.kind() != ValueKind::LLVMFunctionValueKind {
            let pointer = self.scalar(callee)?;
            if self.module.rust.is_none() {
                self.note_indirect_allocation(instruction);
            }
            return self.ordinary_call(instruction, Callee::Pointer(pointer));
        }
        let name = callee.name();
        if callee.is_intrinsic() {
            return self.llvm_intrinsic(instruction, &name);
        }
        if callee.is_declaration()
            && let Some(done) = self.known_function(instruction, &name)
        {
            return done;
        }
        if name == "pthread_create" && self.module.has_definition(THREAD_START) {
            return self.create_thread(instruction);
        }
        match self.module.rust.is_some() {
            true => self.note_allocation_of_rust(instruction, &name),
            false => self.note_allocation(instruction, &name),
        }
        if self.module.jumps && returns_again(&name) {
            return self.set_jump(instruction);
        }
        if self.is_left_out(&name, instruction) {
            return Ok(Scalars::new());
        }
        let callee = Callee::Function(self.module.function_id(callee));
        let part = self.part_of_operation(&name);
        self.begin_part(part, instruction)?;
        let results = self.ordinary_call(instruction, callee)?;
        self.end_part(part, &results);
        self.notice_error_of_main(&name);
        Ok(results)
    }

    /// A call of the modelled `pthread_create`: the new thread's handle is stored here and not
    /// there, so that the variable's address does not leave the function.
    fn create_thread(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let arguments = self.arguments(instruction)?;
        let [handle, rest @ ..] = &arguments[..] else {
            return unsupported("a call of `pthread_create` without arguments");
        };
        let value = self.call_named(THREAD_START, rest, Type::Int(64));
        self.effect(InstKind::Store {
            size: 8,
            pointer: *handle,
            value,
            order: StoreOrder::Plain,
        });
        if self.module.rust.is_some() {
            self.call_for_effect("__tp_lib_rust_created", vec![value]);
        }
        Ok([Operand::Const(0)].into_iter().collect())
    }

    /// Functions that nobody defines because their calls are instructions of ours.
    fn known_function(&mut self, instruction: Value<'m>, name: &str) -> Option<Lowered<Scalars>> {
        if name == "printf" {
            return Some(self.printf(instruction));
        }
        if name == "__CPROVER_fence" {
            return Some(self.named_fence(&instruction.arguments()));
        }
        if is_end_of_rust(name) {
            return Some(self.abort("panic"));
        }
        if name == FULL_FENCE {
            self.effect(InstKind::Fence(FenceOrder::SeqCst));
            return Some(Ok(Scalars::new()));
        }
        if name.starts_with("__tp_") {
            return self.primitive(instruction, name);
        }
        self.atomic_library(name, &instruction.arguments())
    }

    pub fn ordinary_call(&mut self, instruction: Value<'m>, callee: Callee) -> Lowered<Scalars> {
        let arguments = self.arguments(instruction)?;
        let mut types = result_types(instruction)?;
        let results = types.len();
        if self.module.throwing.at(instruction) {
            types.resize(results.max(1), Type::Int(64));
            types.push(Type::Ptr);
        }
        let mut scalars = self.push(InstKind::Call { callee, arguments }, &types);
        if types.len() > results {
            self.thrown = scalars.pop();
            scalars.truncate(results);
        }
        Ok(scalars)
    }

    /// The scalars of all arguments. A further argument of a variadic function takes slots of 8
    /// bytes, as `va_arg` expects them in memory.
    pub fn arguments(&mut self, instruction: Value<'m>) -> Lowered<Vec<Operand>> {
        let named = instruction.called_type().parameter_count();
        let mut scalars = Vec::new();
        for (at, argument) in instruction.arguments().into_iter().enumerate() {
            if at < named {
                scalars.extend(self.operand(argument)?);
            } else if let Some(ty) = instruction.by_value_argument(at) {
                let pointer = self.scalar(argument)?;
                self.load_words(pointer, ty.size(), &mut scalars)?;
            } else if argument.ty().kind() == TypeKind::LLVMVectorTypeKind {
                let leaves = leaves(argument.ty())?;
                let widths: Vec<u8> = leaves.iter().map(|leaf| leaf.ty.bits()).collect();
                let parts = self.operand(argument)?;
                scalars.extend(self.pack(&widths, &parts)?);
            } else if wide::is_wide(argument.ty()) {
                return unsupported("a further argument of 128 bits");
            } else {
                scalars.extend(self.operand(argument)?);
            }
        }
        Ok(scalars)
    }

    /// The contents of a struct as words of 8 bytes.
    fn load_words(&mut self, pointer: Operand, size: u64, out: &mut Vec<Operand>) -> Lowered<()> {
        if size > 4096 {
            return unsupported("a variadic argument of more than 4096 bytes");
        }
        for offset in (0..size).step_by(8) {
            let bytes = (size - offset).min(8) as u8;
            let ty = Type::Int(8 * bytes);
            out.push(self.load_leaf(pointer, &Leaf { offset, ty }));
        }
        Ok(())
    }
}

pub fn result_types(instruction: Value<'_>) -> Lowered<Vec<Type>> {
    let leaves = leaves(instruction.ty())?;
    Ok(leaves.iter().map(|leaf| leaf.ty).collect())
}

/// Does Rust give up here? Its names are mangled in two ways, which both have lengths and words.
fn is_end_of_rust(name: &str) -> bool {
    let rust = name.starts_with("_R") || name.starts_with("_ZN");
    let ends = [
        "4core9panicking",
        "7process5abort",
        "6option13unwrap_failed",
        "6result13unwrap_failed",
    ];
    rust && ends.iter().any(|end| name.contains(end))
}

pub fn resolve_alias(callee: Value<'_>) -> Value<'_> {
    let mut callee = callee;
    while callee.kind() == ValueKind::LLVMGlobalAliasValueKind {
        callee = callee.aliasee();
    }
    callee
}
