//! The source of a module, for people: locations, names and types of variables.

use rustc_hash::FxHashSet;
use threadproof_program::{Location, LocationId};

/// Names, types and places of the source.
#[derive(Clone, Debug)]
pub struct DebugInfo {
    /// By [`LocationId`]; entry 0 means "unknown".
    pub locations: Vec<Location>,
    /// By [`threadproof_program::SiteId`]; entry 0 is the heap in general.
    pub sites: Vec<Site>,
    pub types: Vec<DebugType>,
    /// By `GlobalId`: type and declaration of each global, if known.
    pub globals: Vec<GlobalDebug>,
    /// Calls that create objects of whose type only the caller of their function knows.
    pub wrappers: FxHashSet<LocationId>,
    /// Volatile accesses that are taken for plain ones.
    pub volatile: Vec<LocationId>,
    /// Objects and libraries of the program whose code is not here.
    pub without_code: Vec<String>,
}

/// A type of the source, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// The source's knowledge of a global variable.
#[derive(Clone, Debug, Default)]
pub struct GlobalDebug {
    /// The name in the source (`counter`, `ns::counter`), if it is the user's.
    pub name: Option<String>,
    pub ty: Option<TypeId>,
    pub location: Option<LocationId>,
}

/// A place that creates objects.
#[derive(Clone, Debug)]
pub struct Site {
    /// Name of the local variable, or of the purpose of a heap object.
    pub name: String,
    pub ty: Option<TypeId>,
    pub location: LocationId,
    /// Objects of the heap that a call at this location creates. Names of these have numbers.
    pub heap: bool,
}

/// A type of the source.
#[derive(Clone, Debug)]
pub enum DebugType {
    /// Size in bytes.
    Signed(u8),
    Unsigned(u8),
    Bool,
    Char,
    Float(u8),
    Pointer,
    /// Also unions, whose fields overlap, and C++ classes.
    Struct {
        name: String,
        fields: Vec<Field>,
    },
    Array {
        element: TypeId,
        count: u64,
        stride: u64,
    },
    Enum {
        size: u8,
        names: Vec<(i64, String)>,
    },
    Other,
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    /// In bytes.
    pub offset: u64,
    pub size: u64,
    pub ty: TypeId,
}

impl DebugInfo {
    /// The places in the standard library of Rust.
    pub fn places_of_rust(&self) -> FxHashSet<LocationId> {
        let places = self.locations.iter().enumerate();
        let places = places.filter(|(_, place)| place.file.starts_with("/rustc/"));
        places.map(|(at, _)| LocationId(at as u32)).collect()
    }
}

impl DebugType {
    /// Bytes of a scalar.
    pub fn size(&self) -> Option<u8> {
        match self {
            DebugType::Signed(size) | DebugType::Unsigned(size) | DebugType::Float(size) => {
                Some(*size)
            }
            DebugType::Enum { size, .. } => Some(*size),
            DebugType::Bool | DebugType::Char => Some(1),
            DebugType::Pointer => Some(8),
            DebugType::Struct { .. } | DebugType::Array { .. } | DebugType::Other => None,
        }
    }
}

impl Default for DebugInfo {
    fn default() -> DebugInfo {
        DebugInfo {
            locations: vec![Location::default()],
            sites: vec![Site {
                name: "heap".into(),
                ty: None,
                location: LocationId(0),
                heap: true,
            }],
            types: Vec::new(),
            globals: Vec::new(),
            wrappers: FxHashSet::default(),
            volatile: Vec::new(),
            without_code: Vec::new(),
        }
    }
}
