//! Values: constants, globals, functions, their blocks and instructions.

use super::metadata::{DebugRecord, Metadata};
use super::{AtomicOp, IntPredicate, Opcode, Ordering, RealPredicate, Type, ValueKind};
use super::{llvm, message, text};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use llvm_sys::prelude::{LLVMAttributeRef, LLVMBasicBlockRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::LLVMTargetDataRef;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

#[derive(Clone, Copy)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    layout: LLVMTargetDataRef,
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

/// What every value has.
impl<'m> Value<'m> {
    pub(super) fn from_raw(raw: LLVMValueRef, layout: LLVMTargetDataRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value {
            raw,
            layout,
            module: PhantomData,
        })
    }

    fn other(self, raw: LLVMValueRef) -> Value<'m> {
        Value::from_raw(raw, self.layout).expect("LLVM has this value")
    }

    fn type_from(self, raw: LLVMTypeRef) -> Type<'m> {
        Type {
            raw,
            layout: self.layout,
            module: PhantomData,
        }
    }

    fn block_from(self, raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
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

    /// Of instructions and constants.
    pub fn operand_count(self) -> u32 {
        llvm!(LLVMGetNumOperands(self.raw)) as u32
    }

    /// Of instructions and constants that have it.
    pub fn operand(self, at: u32) -> Value<'m> {
        self.other(llvm!(LLVMGetOperand(self.raw, at)))
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The integer, if it is one of at most 64 bits; zero-extended.
    pub fn as_integer(self) -> Option<u64> {
        let fits = self.kind() == ValueKind::LLVMConstantIntValueKind && self.ty().width() <= 64;
        fits.then(|| llvm!(LLVMConstIntGetZExtValue(self.raw)))
    }

    /// The integer, if it is one of at most 64 bits; sign-extended.
    pub fn as_signed(self) -> Option<i64> {
        self.as_integer()?;
        Some(llvm!(LLVMConstIntGetSExtValue(self.raw)))
    }

    /// The bit pattern of a `float` or `double` constant.
    pub fn float_bits(self, double: bool) -> Option<u64> {
        let context = llvm!(LLVMGetTypeContext(self.ty().raw));
        let width = if double { 64 } else { 32 };
        let integer = llvm!(LLVMIntTypeInContext(context, width));
        self.other(llvm!(LLVMConstBitCast(self.raw, integer)))
            .as_integer()
    }

    /// One element of a constant struct, array or vector.
    pub fn element(self, at: u64) -> Option<Value<'m>> {
        let at = u32::try_from(at).ok()?;
        Value::from_raw(llvm!(LLVMGetAggregateElement(self.raw, at)), self.layout)
    }

    /// The bytes of a constant array or vector of plain numbers.
    pub fn raw_data(self) -> &'m [u8] {
        let mut length = 0_usize;
        let address = &raw mut length;
        // The binding takes the address of the length as a number.
        let start = llvm!(LLVMGetRawDataValues(self.raw, address as usize));
        llvm!(std::slice::from_raw_parts(start.cast(), length))
    }

    /// Of a constant expression.
    pub fn constant_opcode(self) -> Opcode {
        llvm!(LLVMGetConstOpcode(self.raw))
    }
}

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

    fn attribute_type(self, attribute: LLVMAttributeRef) -> Option<Type<'m>> {
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

fn by_value_kind() -> u32 {
    let name = "byval";
    llvm!(LLVMGetEnumAttributeKindForName(
        name.as_ptr().cast(),
        name.len()
    ))
}

/// Instructions. Each question is only for the opcode that its name or doc says.
impl<'m> Value<'m> {
    pub fn opcode(self) -> Opcode {
        llvm!(LLVMGetInstructionOpcode(self.raw))
    }

    pub fn debug_location(self) -> Option<Metadata<'m>> {
        let raw = llvm!(LLVMInstructionGetDebugLoc(self.raw));
        Metadata::from_raw(raw, self.raw, self.layout)
    }

    /// What is said of variables just before this instruction.
    pub fn debug_records(self) -> Vec<DebugRecord<'m>> {
        DebugRecord::before(self.raw, self.layout)
    }

    pub fn int_predicate(self) -> IntPredicate {
        llvm!(LLVMGetICmpPredicate(self.raw))
    }

    pub fn real_predicate(self) -> RealPredicate {
        llvm!(LLVMGetFCmpPredicate(self.raw))
    }

    /// Of loads, stores, fences and read-modify-writes.
    pub fn ordering(self) -> Ordering {
        llvm!(LLVMGetOrdering(self.raw))
    }

    /// Of atomic instructions: seen by signal handlers only.
    pub fn is_single_thread(self) -> bool {
        llvm!(LLVMIsAtomicSingleThread(self.raw)) != 0
    }

    pub fn atomic_op(self) -> AtomicOp {
        llvm!(LLVMGetAtomicRMWBinOp(self.raw))
    }

    /// Of a compare-exchange: on success, on failure.
    pub fn exchange_orderings(self) -> (Ordering, Ordering) {
        let success = llvm!(LLVMGetCmpXchgSuccessOrdering(self.raw));
        let failure = llvm!(LLVMGetCmpXchgFailureOrdering(self.raw));
        (success, failure)
    }

    pub fn allocated_type(self) -> Type<'m> {
        self.type_from(llvm!(LLVMGetAllocatedType(self.raw)))
    }

    /// Of an address computation, also a constant one.
    pub fn source_element_type(self) -> Type<'m> {
        self.type_from(llvm!(LLVMGetGEPSourceElementType(self.raw)))
    }

    /// Of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u64> {
        let count = llvm!(LLVMGetNumIndices(self.raw)) as usize;
        let start = llvm!(LLVMGetIndices(self.raw));
        let indices = llvm!(std::slice::from_raw_parts(start, count));
        indices.iter().map(|&at| at.into()).collect()
    }

    /// Of a shuffle, also a constant one: the element to take; `None`: any value will do.
    pub fn shuffle_mask(self) -> Vec<Option<usize>> {
        let count = llvm!(LLVMGetNumMaskElements(self.raw));
        (0..count)
            .map(|at| usize::try_from(llvm!(LLVMGetMaskValue(self.raw, at))).ok())
            .collect()
    }

    /// Of a phi: the values and the blocks that they come from.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        let count = llvm!(LLVMCountIncoming(self.raw));
        let one = |at| {
            let value = self.other(llvm!(LLVMGetIncomingValue(self.raw, at)));
            let block = self.block_from(llvm!(LLVMGetIncomingBlock(self.raw, at)));
            (value, block.expect("a phi has a block for each value"))
        };
        (0..count).map(one).collect()
    }

    /// The function or pointer that a call or invoke calls.
    pub fn callee(self) -> Value<'m> {
        self.other(llvm!(LLVMGetCalledValue(self.raw)))
    }

    /// The function type that a call or invoke assumes.
    pub fn called_type(self) -> Type<'m> {
        self.type_from(llvm!(LLVMGetCalledFunctionType(self.raw)))
    }

    /// Of a call or invoke.
    pub fn arguments(self) -> Vec<Value<'m>> {
        let count = llvm!(LLVMGetNumArgOperands(self.raw));
        (0..count).map(|at| self.operand(at)).collect()
    }

    /// Of a call or invoke: the type that is passed by value at this argument (from 0).
    pub fn by_value_argument(self, at: usize) -> Option<Type<'m>> {
        let index = at as u32 + 1;
        let kind = by_value_kind();
        self.attribute_type(llvm!(LLVMGetCallSiteEnumAttribute(self.raw, index, kind)))
    }

    /// Template and constraints of inline assembly.
    pub fn assembly(self) -> (String, String) {
        let (mut length, mut constraint_length) = (0, 0);
        let template = llvm!(LLVMGetInlineAsmAsmString(self.raw, &mut length));
        let constraints = llvm!(LLVMGetInlineAsmConstraintString(
            self.raw,
            &mut constraint_length
        ));
        (text(template, length), text(constraints, constraint_length))
    }

    /// Of a terminator.
    pub fn successors(self) -> Vec<Block<'m>> {
        let count = llvm!(LLVMGetNumSuccessors(self.raw));
        (0..count)
            .filter_map(|at| self.block_from(llvm!(LLVMGetSuccessor(self.raw, at))))
            .collect()
    }

    /// Of a branch.
    pub fn condition(self) -> Option<Value<'m>> {
        let conditional = llvm!(LLVMIsConditional(self.raw)) != 0;
        conditional.then(|| self.other(llvm!(LLVMGetCondition(self.raw))))
    }

    /// Of a switch: the value that leads to each successor but the first, the default.
    pub fn switch_case(self, successor: usize) -> Value<'m> {
        self.other(llvm!(LLVMGetSwitchCaseValue(self.raw, successor as u32)))
    }

    /// Where an invoke goes on.
    pub fn normal_destination(self) -> Block<'m> {
        self.block_from(llvm!(LLVMGetNormalDest(self.raw)))
            .expect("an invoke has a normal destination")
    }
}

#[derive(Clone, Copy)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    layout: LLVMTargetDataRef,
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
