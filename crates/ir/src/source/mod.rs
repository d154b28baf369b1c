//! Names and values for people, from the debug information of the module.

mod path;
mod value;

use crate::code::{Image, Layout};
use crate::debug::{DebugInfo, TypeId};
use threadproof_program::{Location, LocationId, ObjectName, Source};

/// Names of a compiled module.
pub struct Names {
    pub debug: DebugInfo,
    /// By function number.
    functions: Vec<String>,
    /// By index in the program's objects.
    statics: Vec<StaticName>,
}

struct StaticName {
    name: String,
    ty: Option<TypeId>,
    location: Option<LocationId>,
    /// First byte and the one behind the last.
    addresses: (u64, u64),
}

impl Names {
    /// `globals` are the names that the linker sees.
    pub fn new(debug: DebugInfo, image: &Image, globals: &[String]) -> Names {
        let objects = 0..image.layout.objects.len() as u32;
        Names {
            functions: image.functions.iter().map(|f| f.name.clone()).collect(),
            statics: objects
                .map(|object| static_name(&debug, &image.layout, globals, object))
                .collect(),
            debug,
        }
    }

    fn type_of(&self, object: ObjectName) -> Option<TypeId> {
        match object {
            ObjectName::Static(index) => self.statics.get(index as usize)?.ty,
            ObjectName::Created { site, .. } => self.debug.sites.get(site.0 as usize)?.ty,
        }
    }

    /// The target of a pointer, if it is a static object.
    fn target(&self, address: u64) -> Option<String> {
        let at = self
            .statics
            .partition_point(|found| found.addresses.0 <= address);
        let found = &self.statics[at.checked_sub(1)?];
        let (begin, end) = found.addresses;
        (address < end).then(|| {
            let place = path::place(&self.debug, &found.name, found.ty, address - begin);
            format!("&{place}")
        })
    }

    fn name_of(&self, object: ObjectName) -> String {
        match object {
            ObjectName::Static(index) => match self.statics.get(index as usize) {
                Some(found) => found.name.clone(),
                None => format!("static#{index}"),
            },
            ObjectName::Created { site, nth } => match self.debug.sites.get(site.0 as usize) {
                Some(found) if found.heap => format!("{}#{nth}", found.name),
                Some(found) => found.name.clone(),
                None => format!("object#{nth}"),
            },
        }
    }
}

fn static_name(debug: &DebugInfo, layout: &Layout, globals: &[String], object: u32) -> StaticName {
    let placed = &layout.objects[object as usize];
    let addresses = (placed.address, placed.address + placed.size);
    let Some(global) = layout.global(object) else {
        return StaticName {
            name: "argv".into(),
            ty: None,
            location: None,
            addresses,
        };
    };
    let known = debug.globals.get(global.index());
    let name = known.and_then(|known| known.name.clone());
    StaticName {
        name: name.unwrap_or_else(|| globals[global.index()].clone()),
        ty: known.and_then(|known| known.ty),
        location: known.and_then(|known| known.location),
        addresses,
    }
}

impl Source for Names {
    fn location(&self, id: LocationId) -> Location {
        let found = self.debug.locations.get(id.0 as usize);
        found.cloned().unwrap_or_default()
    }

    fn variable(&self, object: ObjectName, offset: u64, size: u8) -> String {
        let name = self.name_of(object);
        path::path(&self.debug, name, self.type_of(object), offset, size)
    }

    fn value(&self, object: ObjectName, offset: u64, size: u8, value: u64) -> String {
        let whole = self.type_of(object);
        let scalars = whole.map(|ty| path::scalars(&self.debug, ty, offset, size));
        if let Some(scalars @ [_, _, ..]) = scalars.as_deref() {
            return value::show_all(self, scalars, value);
        }
        let ty = whole.and_then(|ty| path::leaf(&self.debug, ty, offset, size));
        value::show(self, ty, size, value)
    }

    fn place(&self, object: ObjectName, offset: u64) -> String {
        let name = self.name_of(object);
        match offset {
            0 => name,
            _ => path::place(&self.debug, &name, self.type_of(object), offset),
        }
    }

    fn declared(&self, object: ObjectName) -> Option<Location> {
        let id = match object {
            ObjectName::Static(index) => self.statics.get(index as usize)?.location?,
            ObjectName::Created { site, .. } => self.debug.sites.get(site.0 as usize)?.location,
        };
        (id != LocationId(0)).then(|| self.location(id))
    }

    fn function(&self, address: u64) -> Option<String> {
        use threadproof_program::address::{FUNCTION_SIZE, FUNCTIONS};
        let offset = address.checked_sub(FUNCTIONS)?;
        if !offset.is_multiple_of(FUNCTION_SIZE) {
            return None;
        }
        let number = usize::try_from(offset / FUNCTION_SIZE).ok()?;
        self.functions.get(number).cloned()
    }
}

#[cfg(test)]
mod tests;
