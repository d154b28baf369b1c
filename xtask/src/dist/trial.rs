//! `cargo xtask dist-test [MIRROR]`: installs the package into a bare root file system and uses it there. Needs root and some
//! minutes, so `ci` does not run it.

use super::{build, folder};
use crate::process::{command, run as execute};
use crate::setup;
use std::fs;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "int x; int main(void) { return x; }\n";

/// What the package has beside its programs.
const INSTALLED: [&str; 8] = [
    "man/man1/threadproof.1.gz",
    "man/man1/cargo-threadproof.1",
    "bash-completion/completions/threadproof",
    "zsh/vendor-completions/_threadproof",
    "fish/vendor_completions.d/threadproof.fish",
    "doc/threadproof/docs/suites.md",
    "doc/threadproof/copyright",
    "doc/threadproof/THIRD-PARTY.txt",
];

pub fn run(arguments: &[String]) -> Result<(), String> {
    setup::for_dist_test()?;
    let (tarball, package) = build()?;
    let bare = folder().join("bare");
    let mut bootstrap = command("debootstrap");
    bootstrap.args(["--variant=minbase", "bookworm"]).arg(&bare);
    execute(bootstrap.args(arguments))?;
    copy_sources(&bare)?;
    let inside = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(&bare).args(words);
        command
    };
    let name = |file: &Path| {
        let name = file.file_name().unwrap_or_default();
        format!("/{}", name.to_string_lossy())
    };
    for file in [&tarball, &package] {
        let to = bare.join(name(file).trim_start_matches('/'));
        fs::copy(file, to).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    if let Err(problem) = execute(&mut inside(&["apt-get", "update"])) {
        // One broken source of packages need not be the one that has ours.
        eprintln!("warning: {problem}");
    }
    execute(&mut inside(&[
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        &name(&package),
    ]))?;
    for file in INSTALLED {
        execute(&mut inside(&["test", "-s", &format!("/usr/share/{file}")]))?;
    }
    fs::write(bare.join("program.c"), PROGRAM).map_err(|error| error.to_string())?;
    execute(&mut inside(&["threadproof", "check", "/program.c"]))?;
    let example = "/usr/share/doc/threadproof/examples/lost-update.c";
    fails_with(&mut inside(&["threadproof", "check", example]), 1)?;
    execute(&mut inside(&["threadproof", "init", "/project"]))?;
    execute(&mut inside(&["threadproof", "test", "/project"]))?;
    execute(&mut inside(&["cargo-threadproof", "threadproof", "--help"]))?;
    // The same from the tarball.
    execute(&mut inside(&["tar", "-xf", &name(&tarball), "-C", "/opt"]))?;
    let unpacked = name(&tarball).replace(".tar.gz", "");
    let unpacked = format!("/opt{unpacked}/bin/threadproof");
    execute(&mut inside(&[&unpacked, "check", "/program.c"]))
}

/// The packages come from where those of this machine come from.
fn copy_sources(bare: &Path) -> Result<(), String> {
    for file in ["etc/apt/sources.list", "etc/resolv.conf"] {
        let _ = fs::copy(Path::new("/").join(file), bare.join(file));
    }
    for folder in [
        "etc/apt/sources.list.d",
        "etc/apt/apt.conf.d",
        "usr/share/keyrings",
    ] {
        let from = Path::new("/").join(folder);
        if from.is_dir() {
            super::copy_folder(&from, &bare.join(folder))?;
        }
    }
    Ok(())
}

fn fails_with(command: &mut Command, code: i32) -> Result<(), String> {
    let status = command.status().map_err(|error| error.to_string())?;
    match status.code() == Some(code) {
        true => Ok(()),
        false => Err(format!("{command:?} ended with {status}, not with {code}")),
    }
}
