//! Questions about constants.

use super::{Opcode, Value, ValueKind, llvm};
use llvm_sys::core::*;

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
