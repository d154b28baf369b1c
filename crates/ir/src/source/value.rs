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
                .or_else(|| names.target(value))
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

/// Several scalars that are accessed together.
pub fn show_all(names: &Names, scalars: &[(u64, TypeId)], value: u64) -> String {
    let each = scalars.iter().map(|&(offset, ty)| {
        let size = names
            .debug
            .types
            .get(ty.0 as usize)
            .and_then(DebugType::size);
        show(names, Some(ty), size.unwrap_or(8), value >> (8 * offset))
    });
    let all: Vec<String> = each.collect();
    format!("{{{}}}", all.join(", "))
}

/// An access to a part of a scalar is a number without type.
fn fits(ty: &DebugType, size: u8) -> bool {
    ty.size() == Some(size)
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
