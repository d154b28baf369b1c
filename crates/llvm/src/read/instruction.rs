//! Questions about instructions.

use super::symbol::by_value_kind;
use super::{AtomicOp, Block, DebugRecord, IntPredicate, Metadata, Opcode, Ordering};
use super::{RealPredicate, Type, Value, llvm, text};
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;

/// Instructions. Each question is only for the opcode that its name or doc says.
impl<'m> Value<'m> {
    pub fn opcode(self) -> Opcode {
        llvm!(LLVMGetInstructionOpcode(self.raw))
    }

    /// The block that it is in.
    pub fn block(self) -> Option<Block<'m>> {
        self.block_from(llvm!(LLVMGetInstructionParent(self.raw)))
    }

    pub fn debug_location(self) -> Option<Metadata<'m>> {
        let raw = llvm!(LLVMInstructionGetDebugLoc(self.raw));
        Metadata::from_raw(raw, self.raw, self.layout)
    }

    /// The debug records of variables just before this instruction.
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

    /// Of loads and stores.
    pub fn is_volatile(self) -> bool {
        llvm!(LLVMGetVolatile(self.raw)) != 0
    }

    /// Makes a plain load or store an atomic. The module must not be translated yet.
    pub fn set_ordering(self, ordering: Ordering) {
        llvm!(LLVMSetOrdering(self.raw, ordering));
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

    /// Of the address of a label: the label.
    pub fn label(self) -> Block<'m> {
        self.block_from(llvm!(LLVMGetBlockAddressBasicBlock(self.raw)))
            .expect("the address of a label has one")
    }
    /// Of the address of a label: its function.
    pub fn labelled_function(self) -> Value<'m> {
        self.other(llvm!(LLVMGetBlockAddressFunction(self.raw)))
    }

    /// Where an exception goes on that leaves an invoke.
    pub fn unwind_destination(self) -> Block<'m> {
        self.block_from(llvm!(LLVMGetUnwindDest(self.raw)))
            .expect("an invoke has a destination for exceptions")
    }
    /// Of a landing pad: the kinds of exceptions that stop here, or, as an array, that do not.
    pub fn clauses(self) -> Vec<Value<'m>> {
        let count = llvm!(LLVMGetNumClauses(self.raw));
        (0..count)
            .map(|at| self.other(llvm!(LLVMGetClause(self.raw, at))))
            .collect()
    }

    /// Where an invoke goes on.
    pub fn normal_destination(self) -> Block<'m> {
        self.block_from(llvm!(LLVMGetNormalDest(self.raw)))
            .expect("an invoke has a normal destination")
    }
}
