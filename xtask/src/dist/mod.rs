//! `cargo xtask dist`: a tarball and a Debian package with all that users need; they work on a machine with
//! clang alone. `cargo xtask dist-test` installs the package into a bare root file system and uses it there.

mod package;
mod trial;

pub use trial::run as test;

use crate::process::{cargo, command, read, run as execute};
use crate::root;
use std::fs;
use std::path::{Path, PathBuf};

const PROGRAMS: [&str; 2] = ["threadproof", "cargo-threadproof"];
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
/// Shells, and where their completions are looked for.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/threadproof"),
    ("zsh", "share/zsh/vendor-completions/_threadproof"),
    ("fish", "share/fish/vendor_completions.d/threadproof.fish"),
];

pub fn run(_arguments: &[String]) -> Result<(), String> {
    let (tarball, package) = build()?;
    eprintln!("\n{}\n{}", tarball.display(), package.display());
    Ok(())
}

/// Builds both, and says where they are.
fn build() -> Result<(PathBuf, PathBuf), String> {
    execute(cargo().args(["build", "--release", "--locked", "--package", "threadproof"]))?;
    let version = version()?;
    let folder = folder();
    let _ = fs::remove_dir_all(&folder);
    let name = format!("threadproof-{version}-{}-linux", std::env::consts::ARCH);
    let tree = folder.join(&name);
    fill(&tree)?;
    let tarball = folder.join(format!("{name}.tar.gz"));
    // The same input gives the same bytes, whoever packs it and when.
    execute(
        command("tar")
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .args(["--mtime=@0", "--use-compress-program=gzip -n", "-cf"])
            .arg(&tarball)
            .arg("-C")
            .args([&folder, Path::new(&name)]),
    )?;
    let package = package::build(&folder, &tree, &version)?;
    Ok((tarball, package))
}

fn folder() -> PathBuf {
    root().join("target/dist")
}

/// Programs, manual page, completions, documentation and licences, as below `/usr`.
fn fill(tree: &Path) -> Result<(), String> {
    let release = root().join("target/release");
    for program in PROGRAMS {
        let from = release.join(program);
        copy(&from, &tree.join("bin").join(program))?;
    }
    let threadproof = release.join("threadproof");
    let said = |arguments: &[&str]| read(command(&threadproof).args(arguments));
    let manual = tree.join("share/man/man1");
    put(&manual.join("threadproof.1"), &said(&["man"])?)?;
    // The same page by the other name.
    put(
        &manual.join("cargo-threadproof.1"),
        ".so man1/threadproof.1\n",
    )?;
    for (shell, file) in COMPLETIONS {
        put(&tree.join(file), &said(&["completions", shell])?)?;
    }
    let documents = tree.join("share/doc/threadproof");
    for file in LICENCES.into_iter().chain(["README.md", "CHANGELOG.md"]) {
        copy(&root().join(file), &documents.join(file))?;
    }
    copy_folder(&root().join("docs"), &documents.join("docs"))?;
    copy_folder(&root().join("examples"), &documents.join("examples"))?;
    put(&documents.join("THIRD-PARTY.txt"), &third_party()?)
}

/// The crates that are linked into the programs, with their licences.
fn third_party() -> Result<String, String> {
    let tree = read(cargo().args([
        "tree",
        "--locked",
        "--package",
        "threadproof",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}: {l}",
    ]))?;
    let mut lines: Vec<&str> = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .filter(|line| !line.is_empty() && !line.starts_with("threadproof"))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(format!(
        "The programs contain LLVM 22 (Apache-2.0 WITH LLVM-exception) and these packages:\n\n{}\n",
        lines.join("\n")
    ))
}

/// The version that all crates have.
fn version() -> Result<String, String> {
    let manifest = root().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|e| format!("{}: {e}", manifest.display()))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|rest| rest.strip_suffix('"'));
    Ok(version.ok_or("Cargo.toml has no version")?.to_owned())
}

fn put(file: &Path, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err(format!("{} would be empty", file.display()));
    }
    let shown = |error| format!("{}: {error}", file.display());
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(shown)?;
    fs::write(file, text).map_err(shown)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let shown = |error| format!("{}: {error}", from.display());
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(shown)?;
    fs::copy(from, to).map(drop).map_err(shown)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let shown = |error| format!("{}: {error}", from.display());
    for entry in fs::read_dir(from).map_err(shown)? {
        let path = entry.map_err(shown)?.path();
        let Some(name) = path.file_name() else {
            continue;
        };
        match path.is_dir() {
            true if name == "target" => (),
            true => copy_folder(&path, &to.join(name))?,
            false => copy(&path, &to.join(name))?,
        }
    }
    Ok(())
}
