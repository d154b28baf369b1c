//! The folder that keeps results and modules of earlier runs, and the programs whose replacement makes them worthless.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use threadproof_llvm::ModuleCache;

/// The folder unless the user says otherwise; none if there is no home.
pub fn usual() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = set("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".cache")))?;
    Some(base.join("threadproof"))
}

/// The modules in it.
pub fn modules(folder: &Path) -> ModuleCache {
    let here = std::env::current_dir().unwrap_or_default();
    ModuleCache {
        folder: folder.join("modules"),
        circumstances: format!("{} {here:?}", identity(clang().as_deref())),
    }
}

/// A program that has been replaced differs in size or time.
pub fn identity(program: Option<&Path>) -> String {
    let Some(program) = program else {
        return "unknown".into();
    };
    let metadata = std::fs::metadata(program).ok();
    let time = metadata.as_ref().and_then(|m| m.modified().ok());
    let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!(
        "{} {:?} {:?}",
        program.display(),
        metadata.map(|m| m.len()),
        time
    )
}

/// The clang that will be run.
pub fn clang() -> Option<PathBuf> {
    let named = std::env::var_os("THREADPROOF_CLANG").filter(|name| !name.is_empty());
    let names: Vec<PathBuf> = match named {
        Some(name) => vec![name.into()],
        None => vec!["clang-22".into(), "clang".into()],
    };
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let candidates = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = candidates.into_iter().find(|file| file.is_file())?;
    Some(std::fs::canonicalize(&found).unwrap_or(found))
}
