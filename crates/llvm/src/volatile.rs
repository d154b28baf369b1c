//! How `volatile` accesses are taken.

use crate::read::{self, Opcode, Ordering, TypeKind, Value};

/// The meaning of accesses to volatile objects.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Volatile {
    /// As C and C++ define them: they synchronise nothing, and race as plain ones do.
    #[default]
    Plain,
    /// As the code of kernels means them: relaxed atomics. (`READ_ONCE` and `WRITE_ONCE` of Linux are such accesses.)
    Relaxed,
    /// As x86 and some compilers execute them: stores release, loads acquire. So code that relies on the order of
    /// dependent loads, as readers of RCU do, has that order.
    Ordered,
}

/// Turns the program's volatile loads and stores of numbers and pointers into atomics. To be called before the
/// modelled library comes.
pub fn apply(program: &mut read::Module<'_>, how: Volatile) {
    if how == Volatile::Plain {
        return;
    }
    let functions = program.functions().into_iter();
    let blocks = functions.flat_map(Value::blocks);
    for instruction in blocks.flat_map(read::Block::instructions) {
        if is_volatile(instruction) {
            instruction.set_ordering(match (how, instruction.opcode()) {
                (Volatile::Ordered, Opcode::LLVMLoad) => Ordering::LLVMAtomicOrderingAcquire,
                (Volatile::Ordered, _) => Ordering::LLVMAtomicOrderingRelease,
                _ => Ordering::LLVMAtomicOrderingMonotonic,
            });
        }
    }
}

/// Is this a volatile load or store of a size that an atomic can have?
fn is_volatile(instruction: Value<'_>) -> bool {
    let ty = match instruction.opcode() {
        Opcode::LLVMLoad => instruction.ty(),
        Opcode::LLVMStore => instruction.operand(0).ty(),
        _ => return false,
    };
    let scalar = matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
    );
    let plain = instruction.ordering() == Ordering::LLVMAtomicOrderingNotAtomic;
    scalar && plain && [1, 2, 4, 8].contains(&ty.size()) && instruction.is_volatile()
}
