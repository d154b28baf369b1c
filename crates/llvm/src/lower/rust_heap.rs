//! The types of heap objects of Rust: a `Box<T>`, what an `Arc<T>` or `Rc<T>` shares, the elements of a `Vec<T>`.
//!
//! The functions of the library that allocate are told a size. Those that call them are generic, and the debug
//! information of each has its own `T`.

use super::debug_types::{self, DebugTypes};
use super::function::FunctionLowering;
use crate::read::{Metadata, Value};
use crate::rust::names;
use threadproof_ir::debug::{DebugType, Field, Site, TypeId};
use threadproof_program::LocationId;

/// Functions that are given a size, by a word of their symbols and their paths. What generic code calls.
const ONE: &[(&str, &str)] = &[
    ("box_new_uninit", "alloc::boxed::box_new_uninit"),
    ("exchange_malloc", "alloc::alloc::exchange_malloc"),
];
const MANY: &str = "alloc::raw_vec::RawVecInner::";

/// Positions of operands in the debug information of a function and of a parameter of its template.
const TEMPLATE: usize = 9;
const PARAMETER_NAME: usize = 0;
const PARAMETER_TYPE: usize = 1;

/// The library's structures around a shared value, and the field that has it.
const SHARED: &[&str] = &["ArcInner", "RcInner"];
const VALUE: &[&str] = &["data", "value"];

impl<'m> FunctionLowering<'_, 'm> {
    /// Remembers the type of the objects that this call creates, if it is one of a function that allocates.
    pub fn note_allocation_of_rust(&mut self, call: Value<'m>, symbol: &str) {
        let Some(many) = allocates(symbol) else {
            return;
        };
        if self.location == LocationId(0) {
            return;
        }
        let Some(ty) = self.type_parameter(call) else {
            return;
        };
        let types = &mut self.module.output.debug.types;
        let (name, ty) = match many {
            true => elements(&mut self.module.types, types, ty),
            false => one(&mut self.module.types, types, ty),
        };
        self.module.output.debug.sites.push(Site {
            name,
            ty: Some(ty),
            location: self.location,
            heap: true,
        });
    }

    /// The `T` of the function that the call stands in, which may be inlined.
    fn type_parameter(&self, call: Value<'m>) -> Option<Metadata<'m>> {
        let scope = call.debug_location()?.scope()?;
        let function = super::fast_paths::function_of(scope)?;
        let mut parameters = function.node(TEMPLATE)?.nodes().into_iter();
        let is_t =
            |parameter: &Metadata<'_>| parameter.string(PARAMETER_NAME).as_deref() == Some("T");
        parameters.find(is_t)?.node(PARAMETER_TYPE)
    }
}

/// `Some(true)` for a function that allocates several objects.
fn allocates(symbol: &str) -> Option<bool> {
    let path = || names::path(symbol);
    if let Some((_, known)) = ONE.iter().find(|(word, _)| symbol.contains(word)) {
        return (path().as_deref() == Some(known)).then_some(false);
    }
    let many = symbol.contains("RawVecInner") && path().is_some_and(|path| path.starts_with(MANY));
    many.then_some(true)
}

fn one<'m>(
    known: &mut DebugTypes<'m>,
    types: &mut Vec<DebugType>,
    node: Metadata<'m>,
) -> (String, TypeId) {
    let ty = known.of_node(types, node);
    let name = debug_types::short_name(node).unwrap_or_else(|| "Box".into());
    match SHARED.contains(&name.as_str()) {
        true => shared(types, ty, &name),
        // Of a number its type says little.
        false => match types[ty.0 as usize] {
            DebugType::Struct { .. } => (name, ty),
            _ => ("Box".into(), ty),
        },
    }
}

/// The fields of a value that is shared are shown as if the counts were among them.
fn shared(types: &mut Vec<DebugType>, whole: TypeId, name: &str) -> (String, TypeId) {
    let around = name.trim_end_matches("Inner").to_string();
    let DebugType::Struct { fields, .. } = &types[whole.0 as usize] else {
        return (around, whole);
    };
    let Some(value) = fields.iter().find(|f| VALUE.contains(&f.name.as_str())) else {
        return (around, whole);
    };
    let DebugType::Struct {
        name: own,
        fields: inner,
    } = &types[value.ty.0 as usize]
    else {
        return (around, whole);
    };
    let moved = inner.iter().map(|field| Field {
        offset: value.offset + field.offset,
        ..field.clone()
    });
    let counts = fields.iter().filter(|field| field.name != value.name);
    let plain = own.split('<').next().unwrap_or(own);
    let short = plain.rsplit("::").next().unwrap_or(plain).to_string();
    let flat = DebugType::Struct {
        name: own.clone(),
        fields: counts.cloned().chain(moved).collect(),
    };
    types.push(flat);
    (short, TypeId(types.len() as u32 - 1))
}

fn elements<'m>(
    known: &mut DebugTypes<'m>,
    types: &mut Vec<DebugType>,
    node: Metadata<'m>,
) -> (String, TypeId) {
    let element = known.of_node(types, node);
    let name = match types[element.0 as usize] {
        DebugType::Struct { .. } => debug_types::short_name(node),
        _ => None,
    };
    types.push(DebugType::Array {
        element,
        count: u64::MAX,
        stride: debug_types::size(node),
    });
    let name = name.unwrap_or_else(|| "Vec".into());
    (name, TypeId(types.len() as u32 - 1))
}
