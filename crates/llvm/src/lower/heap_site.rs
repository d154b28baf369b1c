//! What a call of `malloc` or `new` is for: the type of the object and a name for it, so that reports can say
//! `node#3.next` instead of a number of bytes. Nothing says so directly; the debug information of the place that the
//! pointer goes to does.

use super::call::resolve_alias;
use super::debug_types;
use super::function::FunctionLowering;
use super::layout::leaves;
use crate::read::{Metadata, Opcode, Value, ValueKind};
use threadproof_ir::debug::{DebugType, Field, Site, TypeId};
use threadproof_ir::module::Type;
use threadproof_program::LocationId;

/// Pointers that are loaded through more pointers than this are not followed.
const DEEPEST: usize = 8;

/// How a function that allocates is told how much.
#[derive(Clone, Copy)]
enum Asked {
    /// By an argument with the number of bytes.
    Bytes(usize),
    /// By a number of objects and their size.
    Product,
    /// By the number of bytes of an array.
    Array,
    /// In a way of its own: a function of the program.
    Somehow,
}

fn asked(function: &str) -> Option<Asked> {
    Some(match function {
        "malloc" | "valloc" => Asked::Bytes(0),
        "realloc" | "aligned_alloc" | "memalign" => Asked::Bytes(1),
        "calloc" => Asked::Product,
        "_Znwm" | "_ZnwmRKSt9nothrow_t" | "_ZnwmSt11align_val_t" => Asked::Bytes(0),
        "_Znam" | "_ZnamRKSt9nothrow_t" | "_ZnamSt11align_val_t" => Asked::Array,
        _ => return None,
    })
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Remembers what this call creates, if it is one of a function that allocates.
    pub fn note_allocation(&mut self, call: Value<'m>, function: &str) {
        match asked(function) {
            Some(asked) => self.note_objects(call, asked),
            None => {
                let of_program = resolve_alias(call.callee()).subprogram();
                let result = of_program.and_then(debug_types::result);
                if result.is_some_and(debug_types::is_untyped_pointer) {
                    self.note_objects(call, Asked::Somehow);
                }
            }
        }
    }

    /// The same for a call through a pointer to a function: allocators are often members of a structure.
    pub fn note_indirect_allocation(&mut self, call: Value<'m>) {
        if matches!(leaves(call.ty()).as_deref(), Ok([leaf]) if leaf.ty == Type::Ptr) {
            self.note_objects(call, Asked::Somehow);
        }
    }

    fn note_objects(&mut self, call: Value<'m>, asked: Asked) {
        if self.location == LocationId(0) {
            return;
        }
        let purpose = call
            .users()
            .into_iter()
            .find_map(|user| self.purpose(call, user));
        let Some(Purpose { ty, name }) = purpose else {
            self.note_wrapper(call);
            return;
        };
        let size = debug_types::size(ty);
        // Of a structure its type says most; of numbers the variable that keeps the pointer.
        let named = debug_types::short_name(ty);
        let name = match debug_types::is_composite(ty) {
            true => named.or(name),
            false => name.or(named),
        };
        let lambda = || debug_types::is_unnamed_class(ty).then(|| "lambda".to_string());
        let name = name.or_else(lambda);
        let Some(name) = name else {
            return;
        };
        let site = match debug_types::is_composite(ty) && name.starts_with('_') {
            // Fields of the library's own structures mean nothing to users: places in them are numbers of bytes.
            true => Site {
                name: debug_types::kept_by_library(ty).unwrap_or(name),
                ty: self.type_kept_by_library(ty),
                location: self.location,
                heap: true,
            },
            false => Site {
                name,
                ty: Some(self.type_of_objects(ty, count(asked, call, size))),
                location: self.location,
                heap: true,
            },
        };
        self.module.output.debug.sites.push(site);
    }

    /// A function that allocates and returns a `void *` says nothing about the object: its caller does.
    fn note_wrapper(&mut self, call: Value<'m>) {
        let function = call.block().and_then(|block| block.function().subprogram());
        let result = function.and_then(debug_types::result);
        if result.is_some_and(debug_types::is_untyped_pointer) {
            self.module.output.debug.wrappers.insert(self.location);
        }
    }

    /// One object of this type, or an array of so many.
    fn type_of_objects(&mut self, ty: Metadata<'m>, count: Option<u64>) -> TypeId {
        let types = &mut self.module.output.debug.types;
        let element = self.module.types.of_node(types, ty);
        let Some(count) = count else {
            return element;
        };
        types.push(DebugType::Array {
            element,
            count,
            stride: debug_types::size(ty),
        });
        TypeId(types.len() as u32 - 1)
    }

    /// Of a counted object of the library, only the members of the user's object that it keeps.
    fn type_kept_by_library(&mut self, counted: Metadata<'m>) -> Option<TypeId> {
        let (kept, offset) = debug_types::place_kept_by_library(counted)?;
        let size = debug_types::size(kept);
        let types = &mut self.module.output.debug.types;
        let kept = self.module.types.of_node(types, kept);
        let shared = match &types[kept.0 as usize] {
            DebugType::Struct { name, fields } => DebugType::Struct {
                name: name.clone(),
                fields: moved(fields, offset),
            },
            _ => DebugType::Struct {
                name: String::new(),
                fields: vec![Field {
                    name: String::new(),
                    offset,
                    size,
                    ty: kept,
                }],
            },
        };
        types.push(shared);
        Some(TypeId(types.len() as u32 - 1))
    }

    /// The type and name that one use of the new pointer gives it.
    fn purpose(&self, pointer: Value<'m>, user: Value<'m>) -> Option<Purpose<'m>> {
        match user.opcode() {
            Opcode::LLVMStore if user.operand(0) == pointer => {
                let place = user.operand(1);
                let ty = debug_types::pointee(self.type_at(place, DEEPEST)?)?;
                let name = match place.kind() {
                    ValueKind::LLVMGlobalVariableValueKind => Some(place.name()),
                    _ => match self.variables.get(&place) {
                        Some(record) => record.variable.string(1),
                        None => self.member_named(place),
                    },
                };
                Some(Purpose { ty, name })
            }
            Opcode::LLVMRet => {
                let ty = debug_types::result(user.block()?.function().subprogram()?)?;
                let ty = debug_types::pointee(ty)?;
                Some(Purpose { ty, name: None })
            }
            // A constructor is given the object first, and one of a pointer class behind its own.
            Opcode::LLVMCall | Opcode::LLVMInvoke => {
                let callee = resolve_alias(user.callee());
                if callee.kind() != ValueKind::LLVMFunctionValueKind || callee.is_intrinsic() {
                    return None;
                }
                let arguments = user.arguments();
                let at = arguments.iter().position(|argument| *argument == pointer)?;
                let ty = debug_types::parameter(callee.subprogram()?, at, arguments.len())?;
                let ty = debug_types::pointee(ty)?;
                let says_it = at > 0 || debug_types::is_composite(ty);
                says_it.then_some(Purpose { ty, name: None })
            }
            _ => None,
        }
    }

    /// The name of the member of a structure at an address.
    fn member_named(&self, address: Value<'m>) -> Option<String> {
        let is_instruction = address.kind() == ValueKind::LLVMInstructionValueKind;
        if !is_instruction || address.opcode() != Opcode::LLVMGetElementPtr {
            return None;
        }
        let whole = self.type_at(address.operand(0), DEEPEST)?;
        debug_types::name_at(whole, constant_offset(address)?)
    }

    /// The type of the variable or field at an address, as the source has it.
    fn type_at(&self, address: Value<'m>, depth: usize) -> Option<Metadata<'m>> {
        let depth = depth.checked_sub(1)?;
        if let Some(record) = self.variables.get(&address) {
            return debug_types::of_variable(record.variable);
        }
        match address.kind() {
            ValueKind::LLVMGlobalVariableValueKind => {
                debug_types::of_variable(address.global_debug()?)
            }
            ValueKind::LLVMInstructionValueKind => match address.opcode() {
                Opcode::LLVMGetElementPtr => {
                    let whole = self.type_at(address.operand(0), depth)?;
                    match element(address, whole) {
                        Some(element) => Some(element),
                        None => debug_types::member_at(whole, constant_offset(address)?),
                    }
                }
                Opcode::LLVMLoad => debug_types::pointee(self.type_at(address.operand(0), depth)?),
                // A function that returns a reference.
                Opcode::LLVMCall | Opcode::LLVMInvoke => {
                    let callee = resolve_alias(address.callee());
                    let is_function = callee.kind() == ValueKind::LLVMFunctionValueKind;
                    let function = is_function.then(|| callee.subprogram())??;
                    debug_types::pointee(debug_types::result(function)?)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The same members further behind.
fn moved(fields: &[Field], offset: u64) -> Vec<Field> {
    let moved = fields.iter().map(|field| Field {
        offset: offset + field.offset,
        ..field.clone()
    });
    moved.collect()
}

struct Purpose<'m> {
    ty: Metadata<'m>,
    /// The variable that keeps the pointer.
    name: Option<String>,
}

/// How many objects of this size the call asks for; `None` for a single one. What is not known before the program runs
/// is an array.
fn count(asked: Asked, call: Value<'_>, size: u64) -> Option<u64> {
    const UNKNOWN: u64 = u64::MAX;
    let arguments = call.arguments();
    let constant = |at: usize| arguments.get(at).and_then(|a| a.as_integer());
    if size == 0 {
        return None;
    }
    let count = match asked {
        Asked::Bytes(at) => constant(at).map_or(UNKNOWN, |bytes| (bytes / size).max(1)),
        Asked::Product => match (constant(0), constant(1)) {
            (Some(a), Some(b)) => (a.saturating_mul(b) / size).max(1),
            _ => UNKNOWN,
        },
        Asked::Array => return Some(UNKNOWN),
        Asked::Somehow => {
            let numbers: Vec<u64> = (0..arguments.len()).filter_map(constant).collect();
            match numbers[..] {
                [bytes] if bytes >= size => bytes / size,
                _ => UNKNOWN,
            }
        }
    };
    (count != 1).then_some(count)
}

/// The type of `array[i]`, if the address is that of an element of a `whole` array, or of several `whole` objects that a
/// pointer points to.
fn element<'m>(address: Value<'m>, whole: Metadata<'m>) -> Option<Metadata<'m>> {
    match address.operand_count() {
        2 => (address.source_element_type().size() == debug_types::size(whole)).then_some(whole),
        3 => debug_types::element(whole).filter(|_| address.operand(1).as_integer() == Some(0)),
        _ => None,
    }
}

/// Of an address computation whose indices are all known.
fn constant_offset(address: Value<'_>) -> Option<u64> {
    let mut ty = address.source_element_type();
    let mut offset = 0_u64;
    for at in 1..address.operand_count() {
        let index = address.operand(at).as_integer()?;
        if at == 1 {
            offset = offset.wrapping_add(ty.size().wrapping_mul(index));
            continue;
        }
        if index >= ty.element_count() && ty.element_count() != 0 {
            return None;
        }
        offset = offset.wrapping_add(ty.element_offset(index));
        ty = ty.element(index);
    }
    Some(offset)
}
