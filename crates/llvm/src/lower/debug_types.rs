//! Types of variables, for reports.

use super::location::qualified_name;
use crate::read::{Metadata, MetadataKind};
use rustc_hash::FxHashMap;
use threadproof_ir::debug::{DebugType, Field, TypeId};

/// Numbers of the DWARF standard.
mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const CLASS: u16 = 0x02;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
    pub const POINTER: u16 = 0x0f;
    pub const REFERENCE: u16 = 0x10;
    pub const STRUCTURE: u16 = 0x13;
    pub const TYPEDEF: u16 = 0x16;
    pub const UNION: u16 = 0x17;
    pub const INHERITANCE: u16 = 0x1c;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const RVALUE_REFERENCE: u16 = 0x42;
    pub const ATOMIC: u16 = 0x47;
}

/// Positions of operands in the debug information of LLVM 22.
mod operand {
    pub const VARIABLE_TYPE: usize = 3;
    pub const SCOPE: usize = 1;
    pub const NAME: usize = 2;
    pub const BASE: usize = 5;
    pub const ELEMENTS: usize = 6;
    pub const TEMPLATE_OF_CLASS: usize = 8;
    pub const PARAMETER_TYPE: usize = 1;
    pub const RANGE_COUNT: usize = 0;
    pub const ENUMERATOR_NAME: usize = 0;
    pub const FUNCTION_TYPE: usize = 4;
    pub const SIGNATURE: usize = 5;
}

/// So many classes are around the bytes of an object that the C++ library keeps.
const DEEPEST_KEEPER: usize = 5;

/// Chains of typedefs beyond this are cut off; only a damaged file has them.
const DEEPEST: usize = 1000;

/// Finds types in the table of types.
#[derive(Default)]
pub struct DebugTypes<'m> {
    /// `None`: in work; a type that contains itself comes from a damaged file.
    known: FxHashMap<Metadata<'m>, Option<TypeId>>,
}

impl<'m> DebugTypes<'m> {
    /// The type of a global or local variable.
    pub fn of_variable(
        &mut self,
        table: &mut Vec<DebugType>,
        variable: Metadata<'m>,
    ) -> Option<TypeId> {
        let node = variable.node(operand::VARIABLE_TYPE)?;
        Some(self.of_node(table, node))
    }

    pub fn of_node(&mut self, table: &mut Vec<DebugType>, node: Metadata<'m>) -> TypeId {
        let node = strip(node);
        match self.known.get(&node) {
            Some(&Some(id)) => return id,
            Some(None) => return add(table, DebugType::Other),
            None => {}
        }
        self.known.insert(node, None);
        let ty = self.convert(table, node);
        let id = match as_plain_atomic(&ty) {
            Some(inner) => inner,
            None => add(table, ty),
        };
        self.known.insert(node, Some(id));
        id
    }

    fn convert(&mut self, table: &mut Vec<DebugType>, node: Metadata<'m>) -> DebugType {
        match node.kind() {
            MetadataKind::LLVMDIBasicTypeMetadataKind => basic(node),
            MetadataKind::LLVMDIDerivedTypeMetadataKind => match node.tag() {
                tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => DebugType::Pointer,
                _ => DebugType::Other,
            },
            MetadataKind::LLVMDICompositeTypeMetadataKind => match node.tag() {
                tag::STRUCTURE | tag::CLASS | tag::UNION => DebugType::Struct {
                    name: qualified_name(node, operand::SCOPE, operand::NAME).unwrap_or_default(),
                    fields: self.fields(table, node),
                },
                tag::ARRAY => self.array(table, node),
                tag::ENUMERATION => enumeration(node),
                _ => DebugType::Other,
            },
            _ => DebugType::Other,
        }
    }

    /// Fields of base classes and of unnamed members count as the struct's own.
    fn fields(&mut self, table: &mut Vec<DebugType>, node: Metadata<'m>) -> Vec<Field> {
        let mut fields = Vec::new();
        for member in elements(node) {
            if !is_derived(member) {
                continue;
            }
            let (bits, bit_offset) = member.bits();
            let Some(base) = member.node(operand::BASE) else {
                continue;
            };
            let name = match member.tag() {
                tag::MEMBER if is_static(member) => continue,
                tag::MEMBER => field_name(member.string(operand::NAME).unwrap_or_default()),
                tag::INHERITANCE => String::new(),
                _ => continue,
            };
            // The edge to a base class has no size of its own.
            let bits = if bits == 0 {
                strip(base).bits().0
            } else {
                bits
            };
            let field = Field {
                name,
                offset: bit_offset / 8,
                size: (bit_offset % 8 + bits).div_ceil(8),
                ty: self.of_node(table, base),
            };
            match &table[field.ty.0 as usize] {
                DebugType::Struct { fields: inner, .. } if field.name.is_empty() => {
                    fields.extend(inner.iter().map(|inner| Field {
                        offset: field.offset + inner.offset,
                        ..inner.clone()
                    }));
                }
                _ => fields.push(field),
            }
        }
        fields
    }

    /// `int a[2][3]` is one node with two ranges: an array of arrays.
    fn array(&mut self, table: &mut Vec<DebugType>, node: Metadata<'m>) -> DebugType {
        let Some(base) = node.node(operand::BASE) else {
            return DebugType::Other;
        };
        let mut stride = strip(base).bits().0 / 8;
        let mut element = self.of_node(table, base);
        let counts: Vec<u64> = elements(node).into_iter().map(count).collect();
        let Some((&outer, inner)) = counts.split_first() else {
            return DebugType::Other;
        };
        for &count in inner.iter().rev() {
            let array = DebugType::Array {
                element,
                count,
                stride,
            };
            element = add(table, array);
            stride = stride.saturating_mul(count);
        }
        DebugType::Array {
            element,
            count: outer,
            stride,
        }
    }
}

/// The type of a variable as it is written.
pub fn of_variable(variable: Metadata<'_>) -> Option<Metadata<'_>> {
    variable.node(operand::VARIABLE_TYPE)
}

/// The target type of a pointer or reference, as it is written.
pub fn pointee(node: Metadata<'_>) -> Option<Metadata<'_>> {
    let node = strip(node);
    let points = is_derived(node)
        && matches!(
            node.tag(),
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE
        );
    node.node(operand::BASE).filter(|_| points)
}

/// `void *`, which says nothing about the object.
pub fn is_untyped_pointer(node: Metadata<'_>) -> bool {
    let node = strip(node);
    is_derived(node) && node.tag() == tag::POINTER && node.node(operand::BASE).is_none()
}

/// The type that a function returns.
pub fn result(function: Metadata<'_>) -> Option<Metadata<'_>> {
    signature(function)?.node(0)
}

/// The type of a parameter of a function that is called with so many arguments; that of a member function's first one is a
/// pointer to its object. A result that is returned through memory is an argument before all others.
pub fn parameter(function: Metadata<'_>, at: usize, arguments: usize) -> Option<Metadata<'_>> {
    let types = signature(function)?;
    // `void` is no type.
    let results = usize::from(types.node(0).is_some());
    let hidden = arguments.checked_sub(types.nodes().len() - results)?;
    match hidden {
        0 | 1 => types.node(at.checked_sub(hidden)? + 1),
        _ => None,
    }
}

/// Is it a class without a name, such as that of a lambda?
pub fn is_unnamed_class(node: Metadata<'_>) -> bool {
    let node = strip(node);
    is_composite(node) && node.tag() == tag::CLASS && node.string(operand::NAME).is_none()
}

fn signature(function: Metadata<'_>) -> Option<Metadata<'_>> {
    let ty = function.node(operand::FUNCTION_TYPE)?;
    ty.node(operand::SIGNATURE)
}

pub fn is_composite(node: Metadata<'_>) -> bool {
    let node = strip(node);
    matches!(node.kind(), MetadataKind::LLVMDICompositeTypeMetadataKind)
        && matches!(node.tag(), tag::STRUCTURE | tag::CLASS | tag::UNION)
}

/// In bytes.
pub fn size(node: Metadata<'_>) -> u64 {
    strip(node).bits().0 / 8
}

/// Structures of the C++ library that keep an object of the user beside links or counts.
const KEEPERS: &[&str] = &[
    "_Sp_counted_ptr_inplace<",
    "_Rb_tree_node<",
    "_List_node<",
    "_Hash_node<",
    "_Fwd_list_node<",
];

/// The name of what such a structure keeps: `Account` of `_Sp_counted_ptr_inplace<Account, …>`, `pair` of the node of a map.
pub fn kept_by_library(node: Metadata<'_>) -> Option<String> {
    let name = strip(node).string(operand::NAME)?;
    let mut keepers = KEEPERS.iter();
    let arguments = keepers.find_map(|keeper| name.strip_prefix(keeper))?;
    let first = arguments.split([',', '<', '>']).next()?;
    let short = first.rsplit("::").next()?;
    let is_name = short.chars().all(|c| c.is_alphanumeric() || c == '_');
    Some(if is_name { short } else { "node" }.to_string())
}

/// The type of the object that such a keeper keeps, and where in the keeper it begins, in bytes.
pub fn place_kept_by_library(keeper: Metadata<'_>) -> Option<(Metadata<'_>, u64)> {
    kept_by_library(keeper)?;
    let parameters = strip(keeper).node(operand::TEMPLATE_OF_CLASS)?.nodes();
    let kept = parameters.first()?.node(operand::PARAMETER_TYPE)?;
    Some((kept, storage(keeper, DEEPEST_KEEPER)? / 8))
}

/// Where the bytes of the object begin in its keeper: in a member, or in one of a base class.
fn storage(keeper: Metadata<'_>, depth: usize) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    elements(strip(keeper)).into_iter().find_map(|member| {
        if !is_derived(member) {
            return None;
        }
        let offset = member.bits().1;
        let name = member.string(operand::NAME);
        match (member.tag(), name.as_deref()) {
            (tag::MEMBER, Some("_M_storage")) => Some(offset),
            (tag::MEMBER, Some("_M_impl")) | (tag::INHERITANCE, _) => {
                Some(offset + storage(member.node(operand::BASE)?, depth)?)
            }
            _ => None,
        }
    })
}

/// The name of the member of a structure that begins at this offset.
pub fn name_at(node: Metadata<'_>, offset: u64) -> Option<String> {
    let mut members = elements(strip(node)).into_iter();
    let begins = |member: &Metadata<'_>| {
        is_derived(*member) && member.tag() == tag::MEMBER && member.bits().1 == 8 * offset
    };
    members.find(begins)?.string(operand::NAME)
}

/// The type of the elements of an array of one dimension, as it is written.
pub fn element(node: Metadata<'_>) -> Option<Metadata<'_>> {
    let node = strip(node);
    let is_composite = matches!(node.kind(), MetadataKind::LLVMDICompositeTypeMetadataKind);
    if !is_composite || node.tag() != tag::ARRAY || elements(node).len() != 1 {
        return None;
    }
    node.node(operand::BASE)
}

/// The name of a type without the arguments of its template; of a structure without a name, that of its `typedef`.
pub fn short_name(node: Metadata<'_>) -> Option<String> {
    let own = strip(node).string(operand::NAME);
    let name = own.or_else(|| node.string(operand::NAME))?;
    let short = name.split('<').next().unwrap_or_default();
    (!short.is_empty()).then(|| short.to_string())
}

/// The type of the member of a structure at an offset, or of a member of that and so on, as it is written.
pub fn member_at(node: Metadata<'_>, offset: u64) -> Option<Metadata<'_>> {
    let (mut node, mut offset) = (node, offset);
    for _ in 0..DEEPEST {
        let holds = |member: &Metadata<'_>| {
            let (bits, at) = member.bits();
            is_derived(*member) && at / 8 <= offset && offset < (at + bits.max(8)) / 8
        };
        let member = elements(strip(node)).into_iter().find(holds)?;
        offset -= member.bits().1 / 8;
        node = member.node(operand::BASE)?;
        if offset == 0 {
            return Some(node);
        }
    }
    None
}

fn add(table: &mut Vec<DebugType>, ty: DebugType) -> TypeId {
    table.push(ty);
    TypeId(table.len() as u32 - 1)
}

/// Looks through names, qualifiers and `_Atomic`.
fn strip(node: Metadata<'_>) -> Metadata<'_> {
    let mut node = node;
    for _ in 0..DEEPEST {
        let through = is_derived(node)
            && matches!(
                node.tag(),
                tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC
            );
        match node.node(operand::BASE) {
            Some(base) if through => node = base,
            _ => break,
        }
    }
    node
}

fn is_derived(node: Metadata<'_>) -> bool {
    matches!(node.kind(), MetadataKind::LLVMDIDerivedTypeMetadataKind)
}

fn elements(node: Metadata<'_>) -> Vec<Metadata<'_>> {
    node.node(operand::ELEMENTS)
        .map_or_else(Vec::new, |list| list.nodes())
}

fn is_static(member: Metadata<'_>) -> bool {
    member.text().contains("DIFlagStaticMember")
}

fn count(range: Metadata<'_>) -> u64 {
    let count = range.integer(operand::RANGE_COUNT);
    count
        .and_then(|count| u64::try_from(count).ok())
        .unwrap_or(0)
}

/// `std::atomic<int>` is shown as the `int` in it, which is a member or that of a base class; so is `AtomicI32`.
fn as_plain_atomic(ty: &DebugType) -> Option<TypeId> {
    let DebugType::Struct { name, fields } = ty else {
        return None;
    };
    let in_rust = RUST_CELLS.iter().any(|cell| name.starts_with(cell));
    // Markers have no size.
    let mut sized = fields.iter().filter(|field| field.size > 0 || !in_rust);
    let (Some(field), None) = (sized.next(), sized.next()) else {
        return None;
    };
    let in_cpp = matches!(&field.name[..], "" | "_M_i" | "_M_p" | "_M_b");
    (in_cpp || in_rust).then_some(field.ty)
}

/// The fields of tuples have numbers: `__0` is what Rust writes as `0`.
fn field_name(name: String) -> String {
    match name.strip_prefix("__") {
        Some(number) if number.parse::<u16>().is_ok() => number.into(),
        _ => name,
    }
}

/// Types of Rust that only say how what they hold may be accessed, or who owns it.
const RUST_CELLS: &[&str] = &[
    "core::sync::atomic::Atomic",
    "core::cell::UnsafeCell<",
    "core::cell::Cell<",
    "core::mem::manually_drop::ManuallyDrop<",
    "core::mem::maybe_dangling::MaybeDangling<",
    "core::ptr::non_null::NonNull<",
    "core::ptr::unique::Unique<",
    "alloc::sync::Arc<",
    "alloc::sync::Weak<",
    "alloc::rc::Rc<",
    "std::sys::sync::mutex::futex::Mutex",
    "std::sys::sync::condvar::futex::Condvar",
    "std::sys::sync::once::futex::Once",
    "std::sync::poison::condvar::Condvar",
    "std::sync::poison::once::Once",
    "std::sync::poison::Flag",
];

fn basic(node: Metadata<'_>) -> DebugType {
    let size = u8::try_from(node.bits().0 / 8).unwrap_or(0);
    let text = node.text();
    let encoding = text.split("encoding: DW_ATE_").nth(1).unwrap_or("");
    let encoding: String = encoding
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    match &encoding[..] {
        "boolean" => DebugType::Bool,
        "signed_char" | "unsigned_char" if is_plain_char(node) => DebugType::Char,
        "signed" | "signed_char" if size <= 8 => DebugType::Signed(size),
        "unsigned" | "unsigned_char" | "UTF" if size <= 8 => DebugType::Unsigned(size),
        "float" if size == 4 || size == 8 => DebugType::Float(size),
        _ => DebugType::Other,
    }
}

/// `signed char` and `unsigned char` hold numbers, `char` holds letters.
fn is_plain_char(node: Metadata<'_>) -> bool {
    node.string(operand::NAME).as_deref() == Some("char")
}

fn enumeration(node: Metadata<'_>) -> DebugType {
    let size = u8::try_from(node.bits().0 / 8).unwrap_or(0);
    let name = |enumerator: Metadata<'_>| {
        let name = enumerator.string(operand::ENUMERATOR_NAME)?;
        let text = enumerator.text();
        let value = text.rsplit("value: ").next()?;
        let digits: String = value
            .chars()
            .take_while(|c| *c == '-' || c.is_ascii_digit())
            .collect();
        let value = digits.parse::<i128>().ok()? as i64;
        Some((value, name))
    };
    DebugType::Enum {
        size,
        names: elements(node).into_iter().filter_map(name).collect(),
    }
}
