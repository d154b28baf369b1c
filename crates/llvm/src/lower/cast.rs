//! Conversions between scalars, and between vectors and scalars of the same size.

use super::function::FunctionLowering;
use super::layout::{Leaf, float, leaves};
use super::{Lowered, Scalars, unsupported, wide};
use crate::read::{Opcode, Value};
use threadproof_ir::module::{BinaryOp, Cast, Operand, Type};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn cast_value(&mut self, opcode: Opcode, value: Value<'m>) -> Lowered<Scalars> {
        let source = value.operand(0);
        let (from, to) = (leaves(source.ty())?, leaves(value.ty())?);
        let scalars = self.operand(source)?;
        if opcode == Opcode::LLVMBitCast {
            return self.reinterpret(&from, &to, &scalars);
        }
        if wide::is_wide(source.ty()) || wide::is_wide(value.ty()) {
            return self.wide_cast(opcode, value);
        }
        let pairs = from.iter().zip(&to).zip(scalars);
        pairs
            .map(|((from, to), scalar)| self.cast_scalar(opcode, from.ty, to.ty, scalar))
            .collect()
    }

    fn cast_scalar(
        &mut self,
        opcode: Opcode,
        from: Type,
        to: Type,
        a: Operand,
    ) -> Lowered<Operand> {
        let (old, new) = (from.bits(), to.bits());
        Ok(match opcode {
            Opcode::LLVMTrunc => self.truncate(a, new),
            Opcode::LLVMZExt => self.zero_extend(a, new),
            Opcode::LLVMSExt => self.sign_extend(a, old, new),
            Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr if new < 64 => self.truncate(a, new),
            Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMAddrSpaceCast => a,
            Opcode::LLVMFPToUI => {
                let float = float(from)?;
                self.cast(Cast::FloatToUnsigned { float, to: new }, a, to)
            }
            Opcode::LLVMFPToSI => {
                let float = float(from)?;
                self.cast(Cast::FloatToSigned { float, to: new }, a, to)
            }
            Opcode::LLVMUIToFP => {
                let float = float(to)?;
                self.cast(Cast::UnsignedToFloat { float }, a, to)
            }
            Opcode::LLVMSIToFP => {
                let float = float(to)?;
                self.cast(Cast::SignedToFloat { from: old, float }, a, to)
            }
            Opcode::LLVMFPTrunc => self.cast(Cast::FloatTruncate, a, to),
            Opcode::LLVMFPExt => self.cast(Cast::FloatExtend, a, to),
            _ => return unsupported(format!("the conversion {opcode:?}")),
        })
    }

    /// The same bits as other scalars, by way of pieces of 64 bits.
    fn reinterpret(&mut self, from: &[Leaf], to: &[Leaf], scalars: &[Operand]) -> Lowered<Scalars> {
        let widths = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.ty.bits()).collect();
        let (old, new): (Vec<u8>, Vec<u8>) = (widths(from), widths(to));
        if old == new {
            return Ok(scalars.iter().copied().collect());
        }
        let mut pieces = self.pack(&old, scalars)?.into_iter();
        let mut result = Scalars::new();
        let (mut piece, mut shift) = (Operand::Const(0), 64);
        for leaf in to {
            let width = leaf.ty.bits();
            if shift == 64 {
                let next = pieces.next();
                (piece, shift) = (next.unwrap_or(Operand::Const(0)), 0);
            }
            if shift + width > 64 {
                return unsupported("a conversion between vectors of these types");
            }
            let shifted = self.binary(
                BinaryOp::ShiftRight,
                64,
                piece,
                Operand::Const(shift.into()),
            );
            result.push(match width {
                64 => shifted,
                _ => self.cast(Cast::Truncate { to: width }, shifted, leaf.ty),
            });
            shift += width;
        }
        Ok(result)
    }

    /// Packs scalars into pieces of 64 bits, the first one lowest.
    pub fn pack(&mut self, widths: &[u8], scalars: &[Operand]) -> Lowered<Vec<Operand>> {
        let mut pieces = Vec::new();
        let (mut piece, mut shift) = (Operand::Const(0), 0);
        for (&width, &scalar) in widths.iter().zip(scalars) {
            if shift + width > 64 {
                return unsupported("a conversion between vectors of these types");
            }
            let wide = self.zero_extend(scalar, 64);
            let shifted = self.binary(BinaryOp::ShiftLeft, 64, wide, Operand::Const(shift.into()));
            piece = match piece {
                Operand::Const(0) => shifted,
                _ => self.binary(BinaryOp::Or, 64, piece, shifted),
            };
            shift += width;
            if shift == 64 {
                pieces.push(piece);
                (piece, shift) = (Operand::Const(0), 0);
            }
        }
        if shift > 0 {
            pieces.push(piece);
        }
        Ok(pieces)
    }
}
