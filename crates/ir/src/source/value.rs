//! Values as their type shows them.

use super::Names;
use crate::debug::{DebugType, TypeId};
use threadproof_program::Source;

/// `size` bytes of the given type, or of an unknown one.
pub fn show(names: &Names, ty: Option<TypeId>, size: u8, value: u64) -> String {
    let bits = 8 * u32::from(size.clamp(1, 8));
    let value = value & (u64::MAX >> (64 - bits));
    let signed = ((value << (64 - bits)) as i64) >> (64 - bits);
    let ty = ty.and_then(|ty| names.debug.types.get(ty.0 as usize));
    match ty.filter(|ty| fits(ty, size)) {
        Some(DebugType::Unsigned(_)) => value.to_string(),
        Some(DebugType::Bool) if value < 2 => (value == 1).to_string(),
        Some(DebugType::Char) => character(value as u8),
        Some(DebugType::Float(4)) => f32::from_bits(value as u32).to_string(),
        Some(DebugType::Float(_)) => f64::from_bits(value).to_string(),
        Some(DebugType::Pointer) => match value {
            0 => "NULL".into(),
            _ => names
                .function(value)
                .unwrap_or_else(|| format!("{value:#x}")),
        },
        Some(DebugType::Enum { names, .. }) => {
            let found = names.iter().find(|(number, _)| {
                *number == signed || u64::try_from(*number).is_ok_and(|n| n == value)
            });
            found.map_or_else(|| signed.to_string(), |(_, name)| name.clone())
        }
        _ => signed.to_string(),
    }
}

/// An access to a part of a scalar is a number without type.
fn fits(ty: &DebugType, size: u8) -> bool {
    match ty {
        DebugType::Signed(wanted) | DebugType::Unsigned(wanted) | DebugType::Float(wanted) => {
            *wanted == size
        }
        DebugType::Enum { size: wanted, .. } => *wanted == size,
        DebugType::Bool | DebugType::Char => size == 1,
        DebugType::Pointer => size == 8,
        DebugType::Struct { .. } | DebugType::Array { .. } | DebugType::Other => false,
    }
}

fn character(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".into(),
        b'\\' => "'\\\\'".into(),
        b'\n' => "'\\n'".into(),
        0 => "'\\0'".into(),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        _ => i64::from(byte as i8).to_string(),
    }
}
