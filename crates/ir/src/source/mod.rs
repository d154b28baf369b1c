//! Names and values for people, from what the module remembers of its source.

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

    fn name_of(&self, object: ObjectName) -> String {
        match object {
            ObjectName::Static(index) => match self.statics.get(index as usize) {
                Some(found) => found.name.clone(),
                None => format!("static#{index}"),
            },
            ObjectName::Created { site, nth } if site.0 == 0 => format!("heap#{nth}"),
            ObjectName::Created { site, nth } => match self.debug.sites.get(site.0 as usize) {
                Some(found) => found.name.clone(),
                None => format!("object#{nth}"),
            },
        }
    }
}

fn static_name(debug: &DebugInfo, layout: &Layout, globals: &[String], object: u32) -> StaticName {
    let Some(global) = layout.global(object) else {
        return StaticName {
            name: "argv".into(),
            ty: None,
            location: None,
        };
    };
    let known = debug.globals.get(global.index());
    let name = known.and_then(|known| known.name.clone());
    StaticName {
        name: name.unwrap_or_else(|| globals[global.index()].clone()),
        ty: known.and_then(|known| known.ty),
        location: known.and_then(|known| known.location),
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
        let ty = self.type_of(object);
        let ty = ty.and_then(|ty| path::leaf(&self.debug, ty, offset, size));
        value::show(self, ty, size, value)
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
