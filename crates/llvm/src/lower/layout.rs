//! How a type is split into scalars.

use super::{Lowered, unsupported, wide};
use crate::read::{self, TypeKind};
use smallvec::SmallVec;
use threadproof_ir::module::{Float, Type};

/// One scalar of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// From the start of the whole, in bytes.
    pub offset: u64,
    pub ty: Type,
}

/// The parts of a value.
pub type Leaves = SmallVec<[Leaf; 2]>;

/// Larger values are no sensible thing to hold in registers.
const MOST: usize = 4096;

/// The scalars of a type, in order; none for `void`.
pub fn leaves(ty: read::Type<'_>) -> Lowered<Leaves> {
    let mut out = Leaves::new();
    add(ty, 0, &mut out)?;
    Ok(out)
}

fn add(ty: read::Type<'_>, offset: u64, out: &mut Leaves) -> Lowered<()> {
    let scalar = match ty.kind() {
        TypeKind::LLVMVoidTypeKind => return Ok(()),
        TypeKind::LLVMIntegerTypeKind if ty.width() <= 64 => Type::Int(ty.width() as u8),
        // The lower half first; `wide` says what is done with them.
        TypeKind::LLVMIntegerTypeKind if wide::is_wide(ty) => {
            let upper = Type::Int(wide::upper_bits(ty));
            out.extend(
                [(offset, Type::Int(64)), (offset + 8, upper)]
                    .map(|(offset, ty)| Leaf { offset, ty }),
            );
            return Ok(());
        }
        TypeKind::LLVMFloatTypeKind => Type::F32,
        TypeKind::LLVMDoubleTypeKind => Type::F64,
        TypeKind::LLVMPointerTypeKind if ty.size() == 8 => Type::Ptr,
        // Operations go through the elements of vectors one by one.
        TypeKind::LLVMVectorTypeKind if wide::is_wide(ty.element(0)) => {
            return unsupported(format!("values of type `{}`", ty.text()));
        }
        TypeKind::LLVMStructTypeKind
        | TypeKind::LLVMArrayTypeKind
        | TypeKind::LLVMVectorTypeKind => return add_elements(ty, offset, out),
        _ => return unsupported(format!("values of type `{}`", ty.text())),
    };
    if out.len() == MOST {
        return unsupported("values of more than 4096 scalars");
    }
    out.push(Leaf { offset, ty: scalar });
    Ok(())
}

fn add_elements(ty: read::Type<'_>, offset: u64, out: &mut Leaves) -> Lowered<()> {
    for at in 0..ty.element_count() {
        let before = out.len();
        add(ty.element(at), offset + ty.element_offset(at), out)?;
        let uniform = ty.kind() != TypeKind::LLVMStructTypeKind;
        if uniform && out.len() == before {
            break;
        }
    }
    Ok(())
}

/// Which scalars of a struct or array the element at the end of `path` has.
pub fn leaf_range(ty: read::Type<'_>, path: &[u64]) -> Lowered<std::ops::Range<usize>> {
    let (mut ty, mut start) = (ty, 0);
    for &step in path {
        if ty.kind() == TypeKind::LLVMStructTypeKind {
            for at in 0..step {
                start += leaves(ty.element(at))?.len();
            }
        } else {
            start += leaves(ty.element(0))?.len() * step as usize;
        }
        ty = ty.element(step);
    }
    Ok(start..start + leaves(ty)?.len())
}

/// The floating-point format of a scalar.
pub fn float(ty: Type) -> Lowered<Float> {
    match ty {
        Type::F32 => Ok(Float::F32),
        Type::F64 => Ok(Float::F64),
        _ => unsupported("a floating-point operation on another type"),
    }
}

/// All bits of a width set.
pub fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}
