//! Local variables, plain loads and stores, and address computations.
//!
//! Structs are loaded and stored scalar by scalar; integers of odd widths in pieces of 1, 2, 4
//! and 8 bytes. Volatile accesses are plain ones.

use super::function::{FunctionLowering, one};
use super::layout::{Leaf, leaves};
use super::{Lowered, Scalars, atomic, unsupported, wide};
use crate::read::{self, Opcode, Ordering, TypeKind, Value};
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{LoadOrder, SiteId, StoreOrder};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn alloca(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let ty = instruction.allocated_type();
        if !ty.is_sized() {
            return unsupported(format!("variables of type `{}`", ty.text()));
        }
        let (count, count_type) = self.typed_scalar(instruction.operand(0))?;
        let count = match count_type {
            Type::Int(64) => count,
            _ => self.zero_extend(count, 64),
        };
        let mut size = self.binary(BinaryOp::Mul, 64, count, Operand::Const(ty.size()));
        let site = self.site(instruction);
        let alignment = instruction.written_alignment();
        if alignment > OBJECT_ALIGNMENT && has_seen_address(instruction) {
            size = self.after_padding(size, alignment, site);
        }
        let address = self.value(InstKind::Alloca { size, site }, Type::Ptr);
        Ok(Scalars::from_elem(address, 1))
    }

    /// Makes the next variable begin at a multiple of `alignment`; returns its size.
    ///
    /// Variables lie one after the other, 16 bytes apart and at multiples of 16. So the first of two that nobody uses
    /// tells where the second one goes, and the second one has the size that is missing.
    fn after_padding(&mut self, size: Operand, alignment: u64, site: SiteId) -> Operand {
        let mut local = |size| self.value(InstKind::Alloca { size, site }, Type::Ptr);
        let first = local(Operand::Const(OBJECT_ALIGNMENT));
        let end = Operand::Const(3 * OBJECT_ALIGNMENT);
        let end = self.binary(BinaryOp::Add, 64, first, end);
        let missing = self.binary(BinaryOp::Sub, 64, Operand::Const(0), end);
        let missing = self.binary(BinaryOp::And, 64, missing, Operand::Const(alignment - 1));
        let second = InstKind::Alloca {
            size: missing,
            site,
        };
        let second = self.value(second, Type::Ptr);
        // The size depends on the second one, so that no pass takes it away.
        let nothing = self.binary(BinaryOp::And, 64, second, Operand::Const(0));
        self.binary(BinaryOp::Add, 64, size, nothing)
    }

    pub fn load(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let pointer = self.scalar(instruction.operand(0))?;
        let ordering = instruction.ordering();
        if ordering != Ordering::LLVMAtomicOrderingNotAtomic && wide::is_wide(instruction.ty()) {
            return Ok(wide::scalars(
                self.wide_load(pointer, atomic::load_order(ordering)),
            ));
        }
        if ordering != Ordering::LLVMAtomicOrderingNotAtomic {
            let leaf = one(&leaves(instruction.ty())?)?;
            let size = atomic::access_size(leaf.ty)?;
            let order = atomic::load_order(ordering);
            let value = self.atomic_load(size, pointer, leaf.ty, order);
            return Ok(Scalars::from_elem(value, 1));
        }
        self.note_volatile(instruction);
        let parts = in_memory(instruction.ty())?;
        Ok(parts
            .iter()
            .map(|leaf| self.load_leaf(pointer, leaf))
            .collect())
    }

    pub fn store(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let value = instruction.operand(0);
        let scalars = self.operand(value)?;
        let pointer = self.scalar(instruction.operand(1))?;
        let ordering = instruction.ordering();
        if ordering != Ordering::LLVMAtomicOrderingNotAtomic && wide::is_wide(value.ty()) {
            let pair = self.pair(value)?;
            self.wide_store(pointer, pair, atomic::store_order(ordering));
            return Ok(Scalars::new());
        }
        if ordering != Ordering::LLVMAtomicOrderingNotAtomic {
            let leaf = one(&leaves(value.ty())?)?;
            self.effect(InstKind::Store {
                size: atomic::access_size(leaf.ty)?,
                pointer,
                value: scalars[0],
                order: atomic::store_order(ordering),
            });
            return Ok(Scalars::new());
        }
        self.note_volatile(instruction);
        for (leaf, scalar) in in_memory(value.ty())?.iter().zip(scalars) {
            self.store_leaf(pointer, leaf, scalar);
        }
        Ok(Scalars::new())
    }

    fn note_volatile(&mut self, access: Value<'m>) {
        if access.is_volatile() {
            self.module.output.debug.volatile.push(self.location);
        }
    }

    /// The next argument of a list, where `va_start` has put all of them: in the area whose address is
    /// the second word of the list.
    pub fn further_argument(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let list = self.scalar(instruction.operand(0))?;
        let leaf = one(&leaves(instruction.ty())?)?;
        let place = self.offset(list, 8);
        let area = self.load_plain(8, place, Type::Ptr);
        let value = self.load_leaf(area, &Leaf { offset: 0, ..leaf });
        let next = self.offset(area, 8);
        let word = Leaf {
            offset: 0,
            ty: Type::Ptr,
        };
        self.store_leaf(place, &word, next);
        Ok(Scalars::from_elem(value, 1))
    }

    /// Loads one scalar of the struct at `base`.
    pub fn load_leaf(&mut self, base: Operand, leaf: &Leaf) -> Operand {
        let pointer = self.offset(base, leaf.offset);
        let bits = leaf.ty.bits();
        let bytes = bits.div_ceil(8);
        let whole = bits.is_multiple_of(8);
        if whole && bytes.is_power_of_two() {
            return self.load_plain(bytes, pointer, leaf.ty);
        }
        let mut value = Operand::Const(0);
        for (at, size) in pieces(bytes) {
            let address = self.offset(pointer, at.into());
            let piece = self.load_plain(size, address, Type::Int(8 * size));
            if at == 0 {
                value = piece;
                continue;
            }
            let wide = self.zero_extend(piece, 64);
            let shift = Operand::Const(8 * u64::from(at));
            let shifted = self.binary(BinaryOp::ShiftLeft, 64, wide, shift);
            let so_far = self.zero_extend(value, 64);
            value = self.binary(BinaryOp::Or, 64, so_far, shifted);
        }
        self.truncate(value, bits)
    }

    fn load_plain(&mut self, size: u8, pointer: Operand, ty: Type) -> Operand {
        let order = LoadOrder::Plain;
        self.value(
            InstKind::Load {
                size,
                pointer,
                order,
            },
            ty,
        )
    }

    /// Stores one scalar of the struct at `base`.
    fn store_leaf(&mut self, base: Operand, leaf: &Leaf, value: Operand) {
        let pointer = self.offset(base, leaf.offset);
        let bits = leaf.ty.bits();
        for (at, size) in pieces(bits.div_ceil(8)) {
            let pointer = self.offset(pointer, at.into());
            let shift = Operand::Const(8 * u64::from(at));
            let mut value = match (at, value) {
                (0, _) | (_, Operand::Undefined) => value,
                _ => self.binary(BinaryOp::ShiftRight, bits, value, shift),
            };
            if bits > 8 * size && value != Operand::Undefined {
                value = self.truncate(value, 8 * size);
            }
            self.effect(InstKind::Store {
                size,
                pointer,
                value,
                order: StoreOrder::Plain,
            });
        }
    }

    /// An address computation; also a constant one.
    pub fn address(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        if value.ty().kind() != TypeKind::LLVMPointerTypeKind {
            return unsupported("vectors of addresses");
        }
        let mut address = self.scalar(value.operand(0))?;
        let mut ty = value.source_element_type();
        if !ty.is_sized() {
            return unsupported(format!("arrays of type `{}`", ty.text()));
        }
        let mut constant = 0_u64;
        for at in 1..value.operand_count() {
            let index = value.operand(at);
            let stride = if at == 1 {
                ty.size()
            } else if ty.kind() == TypeKind::LLVMStructTypeKind {
                let Some(field) = index.as_integer() else {
                    return unsupported("a field that is chosen at run time");
                };
                constant = constant.wrapping_add(ty.element_offset(field));
                ty = ty.element(field);
                continue;
            } else {
                ty = ty.element(0);
                ty.size()
            };
            match index.as_signed() {
                Some(index) => {
                    constant = constant.wrapping_add(stride.wrapping_mul(index as u64));
                }
                None => address = self.indexed(address, index, stride)?,
            }
        }
        Ok(Scalars::from_elem(self.offset(address, constant), 1))
    }

    fn indexed(&mut self, address: Operand, index: Value<'m>, stride: u64) -> Lowered<Operand> {
        let (index, ty) = self.typed_scalar(index)?;
        let wide = self.sign_extend(index, ty.bits(), 64);
        let distance = self.binary(BinaryOp::Mul, 64, wide, Operand::Const(stride));
        Ok(self.binary_of(BinaryOp::Add, Type::Ptr, address, distance))
    }
}

/// The scalars of a type that is read from or written to memory.
fn in_memory(ty: read::Type<'_>) -> Lowered<super::layout::Leaves> {
    if ty.kind() == TypeKind::LLVMVectorTypeKind {
        let element = leaves(ty.element(0))?;
        if element
            .iter()
            .any(|leaf| !leaf.ty.bits().is_power_of_two() || leaf.ty.bits() < 8)
        {
            return unsupported(format!("values of type `{}` in memory", ty.text()));
        }
    }
    leaves(ty)
}

/// Splits a number of bytes into offsets and sizes that are powers of two.
fn pieces(bytes: u8) -> impl Iterator<Item = (u8, u8)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes - at;
        let size = *[8, 4, 2, 1].iter().find(|&&size| size <= rest)?;
        at += size;
        Some((at - size, size))
    })
}

/// Every object begins at a multiple of this.
const OBJECT_ALIGNMENT: u64 = 16;

/// Does more happen to the address of a variable, or of a part of it, than accesses?
fn has_seen_address(variable: Value<'_>) -> bool {
    variable
        .users()
        .into_iter()
        .any(|user| match user.opcode() {
            Opcode::LLVMLoad => false,
            Opcode::LLVMStore => user.operand(0) == variable,
            Opcode::LLVMGetElementPtr => has_seen_address(user),
            Opcode::LLVMCall => !user.callee().is_intrinsic(),
            _ => true,
        })
}
