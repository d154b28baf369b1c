//! The project's own commands: `cargo xtask NAME`.
//!
//! Needs nothing but the Rust toolchain, so that `setup` can run before anything else can be
//! built.

mod bench;
mod bless;
mod ci;
mod demo;
mod dist;
mod fuzz;
mod gallery;
mod process;
mod setup;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Command = fn(&[String]) -> Result<(), String>;

const COMMANDS: &[(&str, &str, Command)] = &[
    ("demo", "set up, build, and check an example", demo::run),
    ("ci", "set up, and run every check and test", ci::run),
    (
        "released",
        "the checks of `ci` that need the release build",
        ci::released,
    ),
    ("setup", "install missing Debian packages", setup::run),
    ("tidy", "look for what nobody wants to read", tidy::run),
    ("bless", "accept the snapshots as they are now", bless::run),
    ("bench", "record benchmark results", bench::run),
    (
        "gallery",
        "check well-known structures and write docs/gallery.md",
        gallery::run,
    ),
    ("fuzz", "compare random programs with references", fuzz::run),
    ("dist", "build a tarball and a Debian package", dist::run),
    (
        "dist-test",
        "install the package into a bare system",
        dist::test,
    ),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some((_, _, command)) = COMMANDS.iter().find(|(known, _, _)| *known == name) else {
        eprintln!("usage: cargo xtask COMMAND");
        for (name, help, _) in COMMANDS {
            eprintln!("  {name:9} {help}");
        }
        return ExitCode::from(2);
    };
    match command(&arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent()
        .expect("xtask is a folder of the workspace")
        .into()
}
