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
                Step::Fields(first, last) => {
                    write!(path, ".{}..{}", first.name, last.name)
                        .expect("writing to a string works");
                }
                Step::Indices(first, last) => {
                    write!(path, "[{first}..{last}]").expect("writing to a string works");
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

/// The scalars in `size` bytes at `offset`: where each begins, counted from there, and its type. Empty unless all of
/// them lie wholly in these bytes, and none is shared between fields.
pub fn scalars(debug: &DebugInfo, ty: TypeId, offset: u64, size: u8) -> Vec<(u64, TypeId)> {
    let mut found = Vec::new();
    let range = (offset, offset + u64::from(size));
    match collect(debug, ty, 0, range, MAX_DEPTH, &mut found) {
        Some(()) => found,
        None => Vec::new(),
    }
}

fn collect(
    debug: &DebugInfo,
    ty: TypeId,
    base: u64,
    (begin, end): (u64, u64),
    depth: usize,
    found: &mut Vec<(u64, TypeId)>,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match debug.types.get(ty.0 as usize)? {
        DebugType::Struct { name, fields } => {
            if name.starts_with("pthread_") {
                return None;
            }
            let mut last = 0;
            for field in fields {
                if field.offset < last || is_internal(&field.name) {
                    return None;
                }
                last = field.offset + field.size;
                if base + field.offset < end && begin < base + last {
                    collect(
                        debug,
                        field.ty,
                        base + field.offset,
                        (begin, end),
                        depth,
                        found,
                    )?;
                }
            }
            Some(())
        }
        DebugType::Array {
            element,
            count,
            stride,
        } => {
            let first = begin.saturating_sub(base).checked_div(*stride)?;
            let behind = end.saturating_sub(base).div_ceil(*stride).min(*count);
            for at in first..behind {
                collect(
                    debug,
                    *element,
                    base + at * stride,
                    (begin, end),
                    depth,
                    found,
                )?;
            }
            Some(())
        }
        scalar => {
            let inside = begin <= base && base + u64::from(scalar.size()?) <= end;
            inside.then(|| found.push((base - begin, ty)))
        }
    }
}

/// The outermost variable or part of one that begins at `offset`; elements of arrays before the whole.
pub fn place(debug: &DebugInfo, name: &str, ty: Option<TypeId>, offset: u64) -> String {
    let mut path = name.to_string();
    let (mut ty, mut offset) = (ty, offset);
    for _ in 0..MAX_DEPTH {
        match ty.and_then(|ty| debug.types.get(ty.0 as usize)) {
            Some(DebugType::Struct { fields, .. }) if offset > 0 => {
                let Some(field) = field_at(fields, offset, 1) else {
                    break;
                };
                if is_internal(&field.name) {
                    return path;
                }
                if !field.name.is_empty() {
                    path.push('.');
                    path.push_str(&field.name);
                }
                offset -= field.offset;
                ty = Some(field.ty);
            }
            Some(DebugType::Array {
                element,
                count,
                stride,
            }) if *stride > 0 && offset / stride < *count => {
                write!(path, "[{}]", offset / stride).expect("writing to a string works");
                offset %= stride;
                ty = Some(*element);
            }
            _ => break,
        }
    }
    append_offset(&mut path, offset);
    path
}

fn append_offset(path: &mut String, offset: u64) {
    if offset != 0 {
        write!(path, "+{offset}").expect("writing to a string works");
    }
}

enum Step<'a> {
    Field(&'a Field),
    Index(u64),
    /// From the first to the last.
    Fields(&'a Field, &'a Field),
    Indices(u64, u64),
}

/// The last field that an access reaches which begins with `first` and goes beyond it.
fn last_field<'a>(fields: &'a [Field], first: &Field, offset: u64, size: u8) -> Option<&'a Field> {
    let end = offset + u64::from(size);
    let last = fields.iter().rfind(|field| field.offset < end)?;
    let are_named = !first.name.is_empty() && !last.name.is_empty() && !is_internal(&last.name);
    let goes_beyond = first.offset == offset && first.offset + first.size <= last.offset;
    (are_named && goes_beyond).then_some(last)
}

/// Where a walk ended.
struct End {
    ty: TypeId,
    /// The rest of the offset.
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
                // All of it, and more than one field.
                let whole = fields.last().map_or(0, |last| last.offset + last.size);
                let several = fields.iter().all(|field| field.size < u64::from(size));
                if offset == 0 && whole == u64::from(size) && several && !is_opaque {
                    break;
                }
                let Some(field) = field_at(fields, offset, size) else {
                    break;
                };
                is_opaque |= name.starts_with("pthread_") || is_internal(&field.name);
                let last = last_field(fields, field, offset, size).filter(|_| !is_opaque);
                if let Some(last) = last {
                    visit(Step::Fields(field, last));
                    return End {
                        ty,
                        offset: 0,
                        is_opaque,
                    };
                }
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
                let (first, last) = (
                    offset / stride,
                    (offset + u64::from(size.max(1)) - 1) / stride,
                );
                if !is_opaque && first < last && last < *count && offset.is_multiple_of(*stride) {
                    visit(Step::Indices(first, last));
                    return End {
                        ty,
                        offset: 0,
                        is_opaque,
                    };
                }
                if !is_opaque {
                    visit(Step::Index(first));
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
