//! Debug information: locations, scopes, variables and their types.
//!
//! The C API answers few questions about these nodes; the rest comes from their operands, whose
//! positions are those of LLVM 22, and from their text.

use super::{MetadataKind, Value, llvm, message, text};
use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMMetadataRef, LLVMValueRef};
use llvm_sys::target::LLVMTargetDataRef;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A node of LLVM's debug information.
#[derive(Clone, Copy)]
pub struct Metadata<'m> {
    raw: LLVMMetadataRef,
    context: LLVMContextRef,
    layout: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl PartialEq for Metadata<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl Eq for Metadata<'_> {}
impl Hash for Metadata<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl<'m> Metadata<'m> {
    /// `user` is any value of the same context.
    pub(super) fn from_raw(
        raw: LLVMMetadataRef,
        user: LLVMValueRef,
        layout: LLVMTargetDataRef,
    ) -> Option<Metadata<'m>> {
        (!raw.is_null()).then(|| Metadata {
            raw,
            context: llvm!(LLVMGetValueContext(user)),
            layout,
            module: PhantomData,
        })
    }

    fn other(self, raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        (!raw.is_null()).then_some(Metadata { raw, ..self })
    }

    /// The variable that is attached to a global.
    pub(super) fn of_global(
        global: LLVMValueRef,
        layout: LLVMTargetDataRef,
    ) -> Option<Metadata<'m>> {
        let mut count = 0;
        let entries = llvm!(LLVMGlobalCopyAllMetadata(global, &mut count));
        let found = (0..count as u32)
            .filter_map(|at| {
                let raw = llvm!(LLVMValueMetadataEntriesGetMetadata(entries, at));
                Metadata::from_raw(raw, global, layout)
            })
            .find(|node| {
                matches!(
                    node.kind(),
                    MetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
                )
            })
            .and_then(|node| {
                node.other(llvm!(LLVMDIGlobalVariableExpressionGetVariable(node.raw)))
            });
        llvm!(LLVMDisposeValueMetadataEntries(entries));
        found
    }

    pub fn kind(self) -> MetadataKind {
        llvm!(LLVMGetMetadataKind(self.raw))
    }

    /// As LLVM writes it.
    pub fn text(self) -> String {
        message(llvm!(LLVMPrintValueToString(self.as_value())))
    }

    fn as_value(self) -> LLVMValueRef {
        llvm!(LLVMMetadataAsValue(self.context, self.raw))
    }

    /// The operands of a node.
    fn operands(self) -> Vec<LLVMValueRef> {
        if matches!(
            self.kind(),
            MetadataKind::LLVMMDStringMetadataKind
                | MetadataKind::LLVMConstantAsMetadataMetadataKind
                | MetadataKind::LLVMLocalAsMetadataMetadataKind
                | MetadataKind::LLVMDIArgListMetadataKind
        ) {
            return Vec::new();
        }
        let value = self.as_value();
        let count = llvm!(LLVMGetMDNodeNumOperands(value)) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetMDNodeOperands(value, operands.as_mut_ptr()));
        operands
    }

    /// The operand of a node at this position, if it is a node.
    pub fn node(self, at: usize) -> Option<Metadata<'m>> {
        let value = *self.operands().get(at)?;
        self.as_node(value)
    }

    /// All operands of a node that are nodes.
    pub fn nodes(self) -> Vec<Metadata<'m>> {
        let operands = self.operands();
        operands
            .into_iter()
            .filter_map(|value| self.as_node(value))
            .collect()
    }

    fn as_node(self, value: LLVMValueRef) -> Option<Metadata<'m>> {
        if value.is_null() || llvm!(LLVMIsAMDNode(value)).is_null() {
            return None;
        }
        self.other(llvm!(LLVMValueAsMetadata(value)))
    }

    /// The operand of a node at this position, if it is a string.
    pub fn string(self, at: usize) -> Option<String> {
        let value = *self.operands().get(at)?;
        if value.is_null() || llvm!(LLVMIsAMDString(value)).is_null() {
            return None;
        }
        let mut length = 0;
        let start = llvm!(LLVMGetMDString(value, &mut length));
        Some(text(start, length as usize))
    }

    /// The operand of a node at this position, if it is an integer.
    pub fn integer(self, at: usize) -> Option<i64> {
        let value = *self.operands().get(at)?;
        if value.is_null() || llvm!(LLVMIsAConstantInt(value)).is_null() {
            return None;
        }
        Value::from_raw(value, self.layout)?.as_signed()
    }
}

/// Each question is only for the kind of node that its doc says.
impl<'m> Metadata<'m> {
    /// Line and column of a location.
    pub fn position(self) -> (u32, u32) {
        let line = llvm!(LLVMDILocationGetLine(self.raw));
        (line, llvm!(LLVMDILocationGetColumn(self.raw)))
    }

    /// Of a location.
    pub fn scope(self) -> Option<Metadata<'m>> {
        self.other(llvm!(LLVMDILocationGetScope(self.raw)))
    }

    /// Of a location in a function that was inlined: the call of that function.
    pub fn inlined_at(self) -> Option<Metadata<'m>> {
        self.other(llvm!(LLVMDILocationGetInlinedAt(self.raw)))
    }

    /// Of a scope.
    pub fn scope_file(self) -> Option<Metadata<'m>> {
        self.other(llvm!(LLVMDIScopeGetFile(self.raw)))
    }

    /// Directory and name of a file.
    pub fn path(self) -> (String, String) {
        let (mut length, mut name_length) = (0, 0);
        let directory = llvm!(LLVMDIFileGetDirectory(self.raw, &mut length));
        let name = llvm!(LLVMDIFileGetFilename(self.raw, &mut name_length));
        let directory = text(directory, length as usize);
        (directory, text(name, name_length as usize))
    }

    /// File and line of a variable.
    pub fn declaration(self) -> (Option<Metadata<'m>>, u32) {
        let file = self.other(llvm!(LLVMDIVariableGetFile(self.raw)));
        (file, llvm!(LLVMDIVariableGetLine(self.raw)))
    }

    /// Size and offset in bits of a type.
    pub fn bits(self) -> (u64, u64) {
        let size = llvm!(LLVMDITypeGetSizeInBits(self.raw));
        (size, llvm!(LLVMDITypeGetOffsetInBits(self.raw)))
    }

    /// The DWARF tag of a type.
    pub fn tag(self) -> u16 {
        llvm!(LLVMGetDINodeTag(self.raw))
    }
}

/// "This variable lives in that memory."
pub struct DebugRecord<'m> {
    pub variable: Metadata<'m>,
    pub address: Value<'m>,
    pub location: Option<Metadata<'m>>,
}

impl<'m> DebugRecord<'m> {
    /// The declarations of variables just before an instruction.
    pub(super) fn before(
        instruction: LLVMValueRef,
        layout: LLVMTargetDataRef,
    ) -> Vec<DebugRecord<'m>> {
        let mut records = Vec::new();
        let mut next = llvm!(LLVMGetFirstDbgRecord(instruction));
        while !next.is_null() {
            if llvm!(LLVMDbgRecordGetKind(next)) == LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                let variable = llvm!(LLVMDbgVariableRecordGetVariable(next));
                let address = llvm!(LLVMDbgVariableRecordGetValue(next, 0));
                let location = llvm!(LLVMDbgRecordGetDebugLoc(next));
                let found = Metadata::from_raw(variable, instruction, layout)
                    .zip(Value::from_raw(address, layout));
                records.extend(found.map(|(variable, address)| DebugRecord {
                    variable,
                    address,
                    location: Metadata::from_raw(location, instruction, layout),
                }));
            }
            next = llvm!(LLVMGetNextDbgRecord(next));
        }
        records
    }
}
