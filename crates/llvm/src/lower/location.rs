//! Places in the source, and names with their namespaces.

use crate::cprover_async;
use crate::read::{Metadata, MetadataKind};
use rustc_hash::FxHashMap;
use std::path::{Component, Path, PathBuf};
use threadproof_program::{Location, LocationId};

/// Nested scopes beyond this are cut off; only a damaged file has them.
const DEEPEST: usize = 1000;

/// Finds the place of an instruction or variable in the table of places.
pub struct Locations<'m> {
    /// The directory that relative names are from.
    here: PathBuf,
    /// The user's files: full path and the name that the user gave.
    given: Vec<(PathBuf, String)>,
    files: FxHashMap<Metadata<'m>, String>,
    nodes: FxHashMap<Metadata<'m>, LocationId>,
    known: FxHashMap<Location, LocationId>,
}

impl<'m> Locations<'m> {
    pub fn new(files: &[PathBuf]) -> Locations<'m> {
        let here = std::env::current_dir().unwrap_or_default();
        let given = files
            .iter()
            .map(|file| (here.join(file), file.display().to_string()));
        Locations {
            given: given.collect(),
            here,
            files: FxHashMap::default(),
            nodes: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// Of an instruction.
    pub fn of_location(&mut self, table: &mut Vec<Location>, node: Metadata<'m>) -> LocationId {
        if let Some(&id) = self.nodes.get(&node) {
            return id;
        }
        let location = {
            let node = self.users_own(node);
            self.convert(node)
        };
        let id = self.intern(table, location);
        self.nodes.insert(node, id);
        id
    }

    /// Small functions of system headers are always inlined: the call of them is shown, unless
    /// even that stands in a system header. So are functions that only the compiler knows, without lines.
    fn users_own(&mut self, node: Metadata<'m>) -> Metadata<'m> {
        let mut next = Some(node);
        for _ in 0..DEEPEST {
            let Some(candidate) = next else { break };
            let place = self.convert(candidate);
            if place.line != 0 && !is_system(&place.file) {
                return candidate;
            }
            next = candidate.inlined_at();
        }
        node
    }

    fn convert(&mut self, node: Metadata<'m>) -> Location {
        let (line, column) = node.position();
        let scope = node.scope();
        let file = scope.and_then(|scope| scope.scope_file());
        Location {
            file: file.map_or_else(String::new, |file| self.file(file)),
            line,
            column,
            function: scope.and_then(function_name).unwrap_or_default(),
        }
    }

    /// Where a variable is declared.
    pub fn of_variable(
        &mut self,
        table: &mut Vec<Location>,
        variable: Metadata<'m>,
    ) -> Option<LocationId> {
        let (file, line) = variable.declaration();
        let location = Location {
            file: self.file(file?),
            line,
            column: 0,
            function: String::new(),
        };
        Some(self.intern(table, location))
    }

    fn intern(&mut self, table: &mut Vec<Location>, location: Location) -> LocationId {
        if location.line == 0 {
            return LocationId(0);
        }
        let next = LocationId(table.len() as u32);
        let id = *self.known.entry(location.clone()).or_insert(next);
        if id == next {
            table.push(location);
        }
        id
    }

    fn file(&mut self, node: Metadata<'m>) -> String {
        if let Some(name) = self.files.get(&node) {
            return name.clone();
        }
        let (directory, name) = node.path();
        let name = self.shown(&directory, name);
        self.files.insert(node, name.clone());
        name
    }

    /// Clang splits the paths of files as it likes. Put together again they are the user's own
    /// names, or relative to here if they are below.
    fn shown(&self, directory: &str, name: String) -> String {
        let full = Path::new(directory).join(&name);
        if let Some((_, given)) = self.given.iter().find(|(path, _)| *path == full) {
            return given.clone();
        }
        // The crates that Rust's library is made of are part of it, although they are compiled beside it.
        if let Ok(part) = full.strip_prefix("/rust/deps") {
            return Path::new("/rustc/deps").join(part).display().to_string();
        }
        match full.strip_prefix(&self.here) {
            Ok(relative) if !directory.is_empty() => relative.display().to_string(),
            _ => simplified(&full).display().to_string(),
        }
    }
}

/// Is this a header of the system or of Rust's library?
fn is_system(file: &str) -> bool {
    let file = Path::new(file);
    file.starts_with("/usr") || file.starts_with("/rustc")
}

/// The path without `..` where it leads back out of a folder that is named.
fn simplified(path: &Path) -> PathBuf {
    let mut simple = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if simple.file_name().is_some() => {
                simple.pop();
            }
            part => simple.push(part),
        }
    }
    simple
}

/// The function that a scope is in.
fn function_name(scope: Metadata<'_>) -> Option<String> {
    let mut scope = scope;
    for _ in 0..DEEPEST {
        match scope.kind() {
            MetadataKind::LLVMDISubprogramMetadataKind => {
                let name = qualified_name(scope, 1, 2)?;
                return Some(cprover_async::shown(name));
            }
            MetadataKind::LLVMDILexicalBlockMetadataKind
            | MetadataKind::LLVMDILexicalBlockFileMetadataKind => scope = scope.node(1)?,
            _ => return None,
        }
    }
    None
}

/// The name of a global variable. A static member of a class is in the scope of its declaration.
pub fn variable_name(variable: Metadata<'_>) -> Option<String> {
    const DECLARATION: usize = 6;
    match variable.node(DECLARATION) {
        Some(member) => qualified_name(member, 1, 2),
        None => qualified_name(variable, 0, 1),
    }
}

/// The name of a node with the namespaces and classes that it is in. `scope_at` and `name_at`
/// are the positions of these two among the node's operands.
pub fn qualified_name(node: Metadata<'_>, scope_at: usize, name_at: usize) -> Option<String> {
    let mut name = node.string(name_at)?;
    let mut scope = node.node(scope_at);
    for _ in 0..DEEPEST {
        let Some(outer) = scope else { break };
        let prefix = match outer.kind() {
            MetadataKind::LLVMDINamespaceMetadataKind => match outer.string(2) {
                Some(prefix) if !prefix.is_empty() => prefix,
                _ => "(anonymous namespace)".into(),
            },
            MetadataKind::LLVMDICompositeTypeMetadataKind => match outer.string(2) {
                Some(prefix) if !prefix.is_empty() => prefix,
                _ if is_function(node) => "(lambda)".into(),
                _ => "(unnamed)".into(),
            },
            // A variable of a function is known by its own name.
            MetadataKind::LLVMDISubprogramMetadataKind if is_function(node) => {
                outer.string(2).unwrap_or_default()
            }
            _ => break,
        };
        name = format!("{prefix}::{name}");
        scope = outer.node(1);
    }
    Some(name)
}

fn is_function(node: Metadata<'_>) -> bool {
    matches!(node.kind(), MetadataKind::LLVMDISubprogramMetadataKind)
}
