//! Runs rustc on the user's file.

use crate::error::{LLVM_VERSION, LoadError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// One module with the standard library in it, with lines and names, and the user's code as it is written.
const ALWAYS: &[&str] = &[
    "--crate-type=bin",
    "-g",
    "-Copt-level=0",
    "-Clto=fat",
    "-Ccodegen-units=1",
    // Nobody wants the executable, but without one there is no such module.
    "-Clinker=true",
    "--color=never",
];
const EDITION: &str = "--edition=2024";

/// Compiles one file to bitcode. `rustc`: the compiler to use instead of the usual one; `list`: where to write which files
/// went into it.
pub fn compile(
    file: &Path,
    arguments: &[String],
    rustc: Option<&Path>,
    list: Option<&Path>,
) -> Result<Vec<u8>, LoadError> {
    let rustc = rustc.unwrap_or(Path::new("rustc"));
    check_version(rustc)?;
    let folder = Folder::new().map_err(|error| LoadError::RustcFailed {
        file: file.into(),
        message: format!("cannot make a temporary folder: {error}"),
    })?;
    let mut command = Command::new(rustc);
    command.args(ALWAYS);
    if !arguments.iter().any(|a| a.starts_with("--edition")) {
        command.arg(EDITION);
    }
    command.args(arguments);
    // All that rustc writes goes to a folder of its own: several may compile the same file.
    let mut into = std::ffi::OsString::from("--out-dir=");
    into.push(&folder.0);
    command.arg("--emit=llvm-bc,link").arg(into).arg(file);
    if let Some(list) = list {
        let mut emit = std::ffi::OsString::from("--emit=dep-info=");
        emit.push(list);
        command.arg(emit);
    }
    let failed = |message| LoadError::RustcFailed {
        file: file.into(),
        message,
    };
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(words(&output)));
    }
    folder
        .bitcode()
        .map_err(|error| failed(format!("rustc has written no bitcode: {error}")))
}

/// Is there a rustc, and does it have the LLVM that we are linked with?
pub fn check_version(rustc: &Path) -> Result<(), LoadError> {
    let output = Command::new(rustc)
        .arg("-vV")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| LoadError::RustcNotFound {
            rustc: rustc.into(),
            message: match error.kind() {
                ErrorKind::NotFound => "there is no such program".into(),
                _ => error.to_string(),
            },
        })?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |name: &str| said.lines().find_map(|line| line.strip_prefix(name));
    let llvm = line("LLVM version: ").unwrap_or("unknown").to_string();
    let major = llvm.split('.').next().and_then(|n| n.parse().ok());
    if major == Some(LLVM_VERSION) {
        return Ok(());
    }
    Err(LoadError::WrongRustc {
        rustc: said.lines().next().unwrap_or("rustc").to_string(),
        llvm,
    })
}

fn words(output: &Output) -> String {
    let words = String::from_utf8_lossy(&output.stderr);
    match words.trim_end() {
        "" => format!("rustc ended with {}", output.status),
        words => words.to_string(),
    }
}

/// A folder that is gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("threadproof-rust-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    /// The contents of the one file of bitcode in it.
    fn bitcode(&self) -> std::io::Result<Vec<u8>> {
        for entry in std::fs::read_dir(&self.0)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "bc") {
                return std::fs::read(path);
            }
        }
        Err(ErrorKind::NotFound.into())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
