//! Lets cargo build what is to be checked, so that each executable has the bitcode of its whole program beside it.

use super::arguments::Package;
use crate::frontend;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An executable that cargo has built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The name of the crate in paths: `my_queue`.
    pub krate: String,
    /// Its name as cargo prints it: `unittests src/lib.rs`.
    pub title: String,
    pub executable: PathBuf,
    pub bitcode: PathBuf,
    /// The folder of Rust's own shared libraries.
    pub libraries: Option<PathBuf>,
}

/// What kind of executables.
pub enum What {
    Tests(Vec<String>),
    Program(Vec<String>),
}

/// Builds with cargo, whose words the user sees.
pub fn build(package: &Package, what: &What) -> Result<Vec<Built>, String> {
    let rustc = frontend::rustc().unwrap_or_else(|| "rustc".into());
    threadproof_llvm::rust::check_version(&rustc).map_err(|error| error.to_string())?;
    let target_folder = metadata(package)?;
    let host = host(&rustc)?;
    let mut command = cargo();
    match what {
        What::Tests(options) => command.args(["test", "--no-run"]).args(options),
        What::Program(options) => command.arg("build").args(options),
    };
    command.args(package_options(package));
    command
        .args(["--message-format=json-render-diagnostics", "--target"])
        .arg(&host)
        .arg("--target-dir")
        .arg(target_folder.join("threadproof"));
    prepare(&mut command, package, &host);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let stdout = child.stdout.take().ok_or("cargo says nothing")?;
    let mut built = Vec::new();
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        built.extend(artifact(&message, what));
    }
    let libraries = libraries(&rustc);
    for built in &mut built {
        built.libraries.clone_from(&libraries);
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(built),
        Ok(_) => Err("cargo cannot build the package".into()),
        Err(error) => Err(format!("cannot wait for cargo: {error}")),
    }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// One module with all crates and the standard library, lines, and the user's code as it is written. A target that
/// is named keeps these settings from build scripts and macros.
fn prepare(command: &mut Command, package: &Package, host: &str) {
    let profile = match (&package.profile, package.release) {
        (Some(name), _) => name.as_str(),
        (None, true) => "release",
        (None, false) => "dev",
    };
    for profile in [profile, "test"] {
        let profile = profile.to_uppercase().replace('-', "_");
        for (name, value) in [
            ("LTO", "fat"),
            ("CODEGEN_UNITS", "1"),
            ("OPT_LEVEL", "0"),
            ("DEBUG", "2"),
        ] {
            command.env(format!("CARGO_PROFILE_{profile}_{name}"), value);
        }
    }
    let profile = profile.to_uppercase().replace('-', "_");
    command.env(format!("CARGO_PROFILE_{profile}_PANIC"), "unwind");
    command.env("CARGO_INCREMENTAL", "0");
    let mut flags = flags(host);
    flags.push("--emit=llvm-bc".into());
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
}

/// The user's arguments for rustc. Cargo takes them from one place only, so ours have to stand beside them.
fn flags(host: &str) -> Vec<String> {
    if let Ok(flags) = std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        return flags.split('\x1f').map(str::to_string).collect();
    }
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        return flags.split_whitespace().map(str::to_string).collect();
    }
    let keys = [format!("target.{host}.rustflags"), "build.rustflags".into()];
    let configured = keys.iter().find_map(|key| configured(key));
    configured.unwrap_or_default()
}

/// A list of words, or a text of words, in cargo's configuration.
fn configured(key: &str) -> Option<Vec<String>> {
    let mut command = cargo();
    // To ask cargo for its configuration is not stable yet.
    command.env("RUSTC_BOOTSTRAP", "1");
    command.args(["-Zunstable-options", "config", "get"]);
    command.args(["--format", "json-value", key]);
    let output = command.output().ok()?;
    let value: Value = serde_json::from_slice(&output.stdout).ok()?;
    match value {
        Value::String(words) => Some(words.split_whitespace().map(str::to_string).collect()),
        Value::Array(words) => {
            let words = words
                .iter()
                .filter_map(|word| word.as_str().map(str::to_string));
            Some(words.collect())
        }
        _ => None,
    }
}

fn package_options(package: &Package) -> Vec<String> {
    let mut options = Vec::new();
    let mut flag = |set: bool, name: &str| options.extend(set.then(|| name.to_string()));
    flag(package.workspace, "--workspace");
    flag(package.all_features, "--all-features");
    flag(package.no_default_features, "--no-default-features");
    flag(package.offline, "--offline");
    flag(package.locked, "--locked");
    flag(package.frozen, "--frozen");
    flag(package.release, "--release");
    for (name, values) in [
        ("--package", &package.package),
        ("--exclude", &package.exclude),
        ("--features", &package.features),
    ] {
        for value in values {
            options.extend([name.to_string(), value.clone()]);
        }
    }
    if let Some(name) = &package.profile {
        options.extend(["--profile".into(), name.clone()]);
    }
    if let Some(path) = &package.manifest_path {
        options.extend(["--manifest-path".into(), path.display().to_string()]);
    }
    options
}

/// The folder that cargo builds in.
fn metadata(package: &Package) -> Result<PathBuf, String> {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    if let Some(path) = &package.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let output = command
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        let words = words.trim();
        return Err(words.strip_prefix("error: ").unwrap_or(words).to_string());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let folder = metadata["target_directory"].as_str();
    folder
        .map(PathBuf::from)
        .ok_or("cargo does not say where it builds".into())
}

/// The folder with the shared libraries of the compiler, for executables that use one.
fn libraries(rustc: &Path) -> Option<PathBuf> {
    let output = Command::new(rustc)
        .args(["--print", "target-libdir"])
        .output();
    let said = String::from_utf8(output.ok()?.stdout).ok()?;
    Some(PathBuf::from(said.trim()))
}

/// The machine that rustc compiles for.
fn host(rustc: &Path) -> Result<String, String> {
    let output = Command::new(rustc).arg("-vV").output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string)
        .ok_or("rustc does not name its host".into())
}

/// The executable of a message of cargo's, if it is one of those wanted.
fn artifact(message: &Value, what: &What) -> Option<Built> {
    let executable = PathBuf::from(message["executable"].as_str()?);
    let is_test = message["profile"]["test"] == true;
    if is_test != matches!(what, What::Tests(_)) {
        return None;
    }
    let target = &message["target"];
    let name = target["name"].as_str()?;
    let source = target["src_path"].as_str().unwrap_or(name);
    let source = Path::new(source);
    let manifest = message["manifest_path"]
        .as_str()
        .and_then(|m| Path::new(m).parent());
    let source = manifest
        .and_then(|folder| source.strip_prefix(folder).ok())
        .unwrap_or(source);
    let kinds = target["kind"].as_array();
    let in_tests = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "test"));
    let title = match in_tests {
        true => source.display().to_string(),
        false => format!("unittests {}", source.display()),
    };
    Some(Built {
        krate: name.replace('-', "_"),
        title,
        bitcode: bitcode_of(&executable, name)?,
        executable,
        libraries: None,
    })
}

/// Programs are linked under a second name without a hash; the bitcode is where they were built.
fn bitcode_of(executable: &Path, name: &str) -> Option<PathBuf> {
    let beside = executable.with_extension("bc");
    if beside.exists() {
        return Some(beside);
    }
    let krate = name.replace('-', "_");
    let folders = [
        executable.parent()?.join("deps"),
        executable.parent()?.into(),
    ];
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
    {
        for entry in folder.flatten() {
            let path = entry.path();
            let stem = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or("");
            let fits = stem
                .rsplit_once('-')
                .is_some_and(|(begin, _)| begin == krate);
            if fits && path.extension().is_some_and(|extension| extension == "bc") {
                found.push(path);
            }
        }
    }
    // Older builds of the same program may lie there, too.
    found.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    found.pop()
}
