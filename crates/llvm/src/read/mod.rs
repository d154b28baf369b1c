//! Everything that is asked of LLVM's C API: no other module calls it.
//!
//! The wrapper is thin. References live as long as the [`Module`] that their lifetime names.
//! LLVM itself does not check what kind of value it is asked about, so the doc of a method
//! says of which values it may be asked; the callers choose by kind and opcode first.

mod constant;
mod define;
mod demangle;
mod extract;
mod instruction;
mod linking;
mod metadata;
mod module;
mod session;
mod symbol;
mod types;
mod value;

pub use demangle::demangle;
pub use extract::Fate;
pub use llvm_sys::LLVMAtomicOrdering as Ordering;
pub use llvm_sys::LLVMAtomicRMWBinOp as AtomicOp;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as RealPredicate;
pub use llvm_sys::LLVMTypeKind as TypeKind;
pub use llvm_sys::LLVMValueKind as ValueKind;
pub use llvm_sys::debuginfo::LLVMMetadataKind as MetadataKind;
pub use metadata::{DebugRecord, Metadata};
pub use module::Module;
pub use session::{Context, guarded, version};
pub use types::Type;
pub use value::{Block, Value};

/// One question to LLVM.
macro_rules! llvm {
    ($call:expr) => {{
        // SAFETY: references come from LLVM and live as long as the module of their lifetime,
        // which nothing changes after it was linked; the method's doc names the values that it
        // may be asked of.
        #[allow(unsafe_code)]
        unsafe {
            $call
        }
    }};
}
use llvm;

/// A string that LLVM owns.
fn text(start: *const libc_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    let bytes = llvm!(std::slice::from_raw_parts(start.cast::<u8>(), length));
    String::from_utf8_lossy(bytes).into_owned()
}

/// A string that LLVM gave to us.
fn message(start: *mut libc_char) -> String {
    if start.is_null() {
        return String::new();
    }
    let words = llvm!(std::ffi::CStr::from_ptr(start));
    let words = words.to_string_lossy().into_owned();
    llvm!(llvm_sys::core::LLVMDisposeMessage(start));
    words
}

#[allow(non_camel_case_types)]
type libc_char = std::ffi::c_char;
