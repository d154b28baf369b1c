//! The folder that keeps results and modules of earlier runs, and the programs whose replacement makes them worthless.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
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
    let variables = variables();
    ModuleCache {
        folder: folder.join("modules"),
        circumstances: format!("{} {here:?} {variables:?}", identity(clang().as_deref())),
    }
}

/// Variables that change what clang does: where it looks for headers and for its own programs, arguments that it adds, and the date
/// that `__DATE__` and `__TIME__` are.
const OF_CLANG: [&str; 8] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "CLANG_NO_DEFAULT_CONFIG",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "SOURCE_DATE_EPOCH",
];

/// Their values.
pub fn variables() -> [OsString; 8] {
    OF_CLANG.map(|name| std::env::var_os(name).unwrap_or_default())
}

/// Has a file, or its name, been changed since then? If nobody knows, it has.
pub fn is_newer(file: &Path, then: SystemTime) -> bool {
    let Ok(metadata) = std::fs::metadata(file) else {
        return true;
    };
    let moved = Duration::new(
        u64::try_from(metadata.ctime()).unwrap_or(u64::MAX),
        u32::try_from(metadata.ctime_nsec()).unwrap_or(0),
    );
    let since = then.duration_since(UNIX_EPOCH).unwrap_or_default();
    metadata.modified().is_ok_and(|written| written > then) || moved > since
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
    // A name with a folder is not looked for in those of the path.
    let candidates = names
        .iter()
        .flat_map(|name| match name.components().count() {
            1 => folders.iter().map(|folder| folder.join(name)).collect(),
            _ => vec![name.clone()],
        });
    let found = candidates.into_iter().find(|file| file.is_file())?;
    Some(std::fs::canonicalize(&found).unwrap_or(found))
}
