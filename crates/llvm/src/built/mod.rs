//! Objects, static libraries and programs that were built with `threadproof cc`: the bitcode that they carry.
//!
//! The compiler puts a record into a section of each object. Linkers put the sections of a name behind each other, so
//! that a program has the records of exactly those objects that it consists of, whatever built it.

mod archive;
mod elf;
mod record;

pub use record::{SECTION, encode, encode_missing};

use crate::error::LoadError;
use record::Record;
use std::path::{Path, PathBuf};

/// A module that a built file carries.
pub struct Carried {
    /// The source file that it was compiled from.
    pub name: String,
    pub bitcode: Vec<u8>,
    pub exceptions: bool,
    /// It is part of a static library, and belongs to the program only if that needs it.
    pub if_needed: bool,
}

/// What a built file says about itself.
#[derive(Default)]
pub struct Built {
    pub modules: Vec<Carried>,
    /// Objects and shared libraries that it consists of and that have no bitcode.
    pub without: Vec<String>,
}

/// Libraries whose functions are modelled, or that have none of the program's own.
const KNOWN: [&str; 14] = [
    "libc.so",
    "libm.so",
    "libpthread.so",
    "libstdc++.so",
    "libgcc_s.so",
    "libatomic.so",
    "librt.so",
    "libdl.so",
    "ld-linux",
    "libc++.so",
    "libc++abi.so",
    "libunwind.so",
    "linux-vdso",
    "libanl.so",
];

/// Is this an object, a library or a program, going by its first bytes?
pub fn is_built(contents: &[u8]) -> bool {
    elf::is_elf(contents) || archive::is_archive(contents)
}

/// Does the object or library carry bitcode for all that it consists of? Names what does not.
pub fn without_bitcode(file: &Path) -> Vec<String> {
    match std::fs::read(file) {
        Ok(contents) if is_built(&contents) => match read(file, &contents) {
            Ok(built) => built.without,
            Err(_) => vec![file.display().to_string()],
        },
        _ => Vec::new(),
    }
}

/// The modules of a file, and of the shared libraries beside it that it needs.
pub fn read(file: &Path, contents: &[u8]) -> Result<Built, LoadError> {
    let mut built = Built::default();
    match archive::is_archive(contents) {
        true => read_archive(file, contents, &mut built)?,
        false => read_object(file, contents, &mut built)?,
    }
    match built.modules.is_empty() {
        true => Err(LoadError::NoBitcode { file: file.into() }),
        false => Ok(built),
    }
}

fn damaged(file: &Path, message: &str) -> LoadError {
    LoadError::Damaged {
        file: file.into(),
        message: message.into(),
    }
}

fn read_archive(file: &Path, contents: &[u8], built: &mut Built) -> Result<(), LoadError> {
    let members = archive::members(file, contents).map_err(|words| damaged(file, &words))?;
    for member in members {
        let name = format!("{}({})", file.display(), member.name);
        let found = records(file, &member.contents)?;
        if found.is_empty() && elf::is_elf(&member.contents) {
            built.without.push(name);
        }
        take(found, true, built);
    }
    Ok(())
}

fn read_object(file: &Path, contents: &[u8], built: &mut Built) -> Result<(), LoadError> {
    let own = records(file, contents)?;
    if own.is_empty() {
        built.without.push(file.display().to_string());
    }
    take(own, false, built);
    let needed = elf::needed(contents).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new(""));
    for library in needed.libraries {
        if KNOWN.iter().any(|known| library.starts_with(known)) {
            continue;
        }
        let beside = needed
            .folders
            .iter()
            .map(|path| path.replace("$ORIGIN", &folder.display().to_string()));
        let folders = beside.map(PathBuf::from).chain([folder.to_path_buf()]);
        let found = folders.filter_map(|folder| {
            let path = folder.join(&library);
            let contents = std::fs::read(&path).ok()?;
            let found = records(&path, &contents).ok()?;
            (!found.is_empty()).then_some(found)
        });
        match found.into_iter().next() {
            Some(found) => take(found, false, built),
            None => built.without.push(library),
        }
    }
    Ok(())
}

fn records(file: &Path, contents: &[u8]) -> Result<Vec<Record>, LoadError> {
    if !elf::is_elf(contents) {
        return Ok(Vec::new());
    }
    let section = elf::section(contents, SECTION).map_err(|words| damaged(file, words))?;
    record::decode(section.unwrap_or_default()).map_err(|words| damaged(file, words))
}

fn take(records: Vec<Record>, if_needed: bool, built: &mut Built) {
    for record in records {
        match record {
            Record::Module {
                name,
                bitcode,
                exceptions,
            } => built.modules.push(Carried {
                name,
                bitcode,
                exceptions,
                if_needed,
            }),
            Record::Missing { name } => built.without.push(name),
        }
    }
}
