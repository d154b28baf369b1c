//! From an offset to a path of fields and indices.

use crate::debug::{DebugInfo, DebugType, Field, TypeId};
use std::fmt::Write;

/// Types that contain themselves cannot be; this stops at broken debug information.
const MAX_DEPTH: usize = 64;

/// `name` with the path to `size` bytes at `offset`; an unknown rest is a number of bytes.
pub fn path(debug: &DebugInfo, name: String, ty: Option<TypeId>, offset: u64, size: u8) -> String {
    let mut path = name;
    match ty {
        Some(ty) => {
            let end = walk(debug, ty, offset, size, |step| match step {
                Step::Field(field) => {
                    path.push('.');
                    path.push_str(&field.name);
                }
                Step::Index(index) => {
                    write!(path, "[{index}]").expect("writing to a string works");
                }
            });
            if !end.is_opaque {
                append_offset(&mut path, end.offset);
            }
        }
        None => append_offset(&mut path, offset),
    }
    path
}

/// The type of `size` bytes at `offset`, if they are one scalar.
pub fn leaf(debug: &DebugInfo, ty: TypeId, offset: u64, size: u8) -> Option<TypeId> {
    let end = walk(debug, ty, offset, size, |_| {});
    (end.offset == 0).then_some(end.ty)
}

fn append_offset(path: &mut String, offset: u64) {
    if offset != 0 {
        write!(path, "+{offset}").expect("writing to a string works");
    }
}

enum Step<'a> {
    Field(&'a Field),
    Index(u64),
}

/// Where a walk ended.
struct End {
    ty: TypeId,
    /// What is left of the offset.
    offset: u64,
    /// It went into the inside of a library's type, which is none of the user's business.
    is_opaque: bool,
}

fn walk<'a>(
    debug: &'a DebugInfo,
    mut ty: TypeId,
    mut offset: u64,
    size: u8,
    mut visit: impl FnMut(Step<'a>),
) -> End {
    let mut is_opaque = false;
    for _ in 0..MAX_DEPTH {
        match debug.types.get(ty.0 as usize) {
            Some(DebugType::Struct { name, fields }) => {
                let Some(field) = field_at(fields, offset, size) else {
                    break;
                };
                is_opaque |= name.starts_with("pthread_") || is_internal(&field.name);
                // Fields without a name (anonymous unions, base classes) are left out.
                if !is_opaque && !field.name.is_empty() {
                    visit(Step::Field(field));
                }
                offset -= field.offset;
                ty = field.ty;
            }
            Some(DebugType::Array {
                element,
                count,
                stride,
            }) if *stride > 0 && offset / stride < (*count).max(1) => {
                if !is_opaque {
                    visit(Step::Index(offset / stride));
                }
                offset %= stride;
                ty = *element;
            }
            _ => break,
        }
    }
    End {
        ty,
        offset,
        is_opaque,
    }
}

/// Names that the C and C++ libraries keep for themselves.
fn is_internal(field: &str) -> bool {
    field.starts_with("__") || field.starts_with("_M_")
}

/// The first field that contains the bytes, or at least the first of them.
fn field_at(fields: &[Field], offset: u64, size: u8) -> Option<&Field> {
    let contains = |field: &&Field, bytes: u64| {
        offset >= field.offset && offset - field.offset + bytes <= field.size
    };
    let whole = fields.iter().find(|field| contains(field, u64::from(size)));
    whole.or_else(|| fields.iter().find(|field| contains(field, 1)))
}
