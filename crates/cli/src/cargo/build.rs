//! Lets cargo build what is to be checked, so that each executable has the bitcode of its whole program beside it.

use super::arguments::Package;
use super::documentation;
use crate::frontend;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An executable that cargo has built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The name of the crate in paths: `my_queue`.
    pub krate: String,
    /// Its name as cargo prints it, `unittests src/lib.rs`, with the package if there are several.
    pub title: String,
    pub package: String,
    /// The place of its kind in cargo's order: the library, programs, tests, others.
    rank: usize,
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

/// What cargo has built.
#[derive(Default)]
pub struct Build {
    /// In cargo's order: by packages, and in each first the library.
    pub executables: Vec<Built>,
    /// Titles of executables with tests that have no bitcode: those of macros.
    pub left_out: Vec<String>,
    /// Crates with tests in their documentation.
    pub documented: Vec<String>,
    /// Our crate in loom's place is among the dependencies.
    pub uses_loom: bool,
}

/// Builds with cargo, whose words the user sees.
pub fn build(package: &Package, what: &What) -> Result<Build, String> {
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
    let mut built = Build::default();
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        built.add(&message, what);
    }
    built.arrange(libraries(&rustc));
    match child.wait() {
        Ok(status) if status.success() => Ok(built),
        Ok(_) => Err("cargo cannot build the package".into()),
        Err(error) => Err(format!("cannot wait for cargo: {error}")),
    }
}

impl Build {
    /// Notes a message of cargo's.
    fn add(&mut self, message: &Value, what: &What) {
        let target = &message["target"];
        self.uses_loom |= target["name"] == "threadproof_loom";
        let Some(executable) = message["executable"].as_str() else {
            return;
        };
        if (message["profile"]["test"] == true) != matches!(what, What::Tests(_)) {
            return;
        }
        let built = artifact(message, PathBuf::from(executable));
        if target["doctest"] == true
            && let Some(source) = target["src_path"].as_str()
            && documentation::has_tests(Path::new(source))
        {
            self.documented.push(built.krate.clone());
        }
        match built.bitcode.as_os_str().is_empty() {
            true => {
                let title = format!("{} ({})", built.title, built.package);
                self.left_out.push(title);
            }
            false => self.executables.push(built),
        }
    }

    fn arrange(&mut self, libraries: Option<PathBuf>) {
        let place = |built: &Built| (built.package.clone(), built.rank, built.title.clone());
        self.executables.sort_by_key(place);
        self.documented.sort();
        let packages = self.executables.iter().map(|built| &built.package);
        let several = packages.collect::<std::collections::BTreeSet<_>>().len() > 1;
        for built in &mut self.executables {
            built.libraries.clone_from(&libraries);
            if several {
                built.title += &format!(" ({})", built.package);
            }
        }
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

/// The executable that a message of cargo's is about. Without bitcode its place is empty.
fn artifact(message: &Value, executable: PathBuf) -> Built {
    let target = &message["target"];
    let name = target["name"].as_str().unwrap_or_default();
    let source = target["src_path"].as_str().unwrap_or(name);
    let source = Path::new(source);
    let manifest = message["manifest_path"].as_str();
    let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
    let source = folder
        .and_then(|folder| source.strip_prefix(folder).ok())
        .unwrap_or(source);
    let kinds: Vec<&str> = target["kind"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let rank = match &kinds[..] {
        ["bin"] => 1,
        ["test"] => 2,
        ["example" | "bench"] => 3,
        _ => 0,
    };
    let title = match rank {
        2 => source.display().to_string(),
        _ => format!("unittests {}", source.display()),
    };
    // Macros are made for the compiler, with other settings.
    let bitcode = match kinds[..] {
        ["proc-macro"] => None,
        _ => bitcode_of(&executable, name),
    };
    Built {
        krate: name.replace('-', "_"),
        package: package_name(message["package_id"].as_str().unwrap_or_default()).into(),
        title,
        rank,
        bitcode: bitcode.unwrap_or_default(),
        executable,
        libraries: None,
    }
}

/// The name in `path+file:///home/me/queue#0.1.0` or `path+file:///home/me/dir#queue@0.1.0`.
fn package_name(id: &str) -> &str {
    let (path, version) = id.split_once('#').unwrap_or((id, ""));
    match version.split_once('@') {
        Some((name, _)) => name,
        None => path.rsplit('/').next().unwrap_or_default(),
    }
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
    // The tests of a crate and older builds of the program have such names, too. The two names of the program are
    // one file, unless its disk has no links.
    let file = |path: &Path| path.metadata().map(|data| (data.dev(), data.ino())).ok();
    let own = file(executable);
    let linked = |path: &&PathBuf| own.is_some() && file(&path.with_extension("")) == own;
    if let Some(same) = found.iter().find(linked) {
        return Some(same.clone());
    }
    found.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    found.pop()
}
