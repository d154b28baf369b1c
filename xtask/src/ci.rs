//! `cargo xtask ci`: everything that must pass before a change is accepted.

use crate::process::{cargo, command, run as execute, works};
use crate::{bench, root, setup, tidy};
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};

pub fn run(_arguments: &[String]) -> Result<(), String> {
    setup::run(&[])?;
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    tidy::run(&[])?;
    // Building for release and counting instructions use one core for minutes. What is built there is built for nobody
    // else, and the numbers do not depend on the load, so the other checks go on meanwhile.
    let released = Beside::start(&["released"])?;
    let checked = others();
    let released = released.end();
    checked.and(released)
}

/// All that is built for development.
fn others() -> Result<(), String> {
    execute(
        cargo()
            .args(["clippy", "--workspace", "--all-targets", "--locked"])
            .args(["--", "-D", "warnings"]),
    )?;
    if works("cargo", &["nextest", "--version"]) {
        execute(
            cargo()
                .args(["nextest", "run", "--workspace", "--locked"])
                .args(["--no-fail-fast", "--test-threads", &at_once()]),
        )?;
        // Examples in documentation are tests that nextest does not run.
        execute(cargo().args(["test", "--workspace", "--locked", "--doc", "--quiet"]))?;
    } else {
        execute(cargo().args(["test", "--workspace", "--locked", "--no-fail-fast"]))?;
    }
    editors()
}

/// How many tests run at once: one more than there are cores, since some wait for a clock.
fn at_once() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores + 1).to_string()
}

/// `cargo xtask released`: the checks of the program that users get.
pub fn released(_arguments: &[String]) -> Result<(), String> {
    bench::check()?;
    installed()
}

/// `cargo install` works after `setup`, as docs/ci.md and the action for GitHub say it.
fn installed() -> Result<(), String> {
    let folder = root().join("target/installed");
    let mut install = cargo();
    install.args(["install", "--locked", "--path", "crates/cli", "--force"]);
    execute(install.arg("--root").arg(&folder))?;
    execute(command(folder.join("bin/threadproof")).args(["check", "examples/bounded-queue.c"]))?;
    execute(command(folder.join("bin/cargo-threadproof")).args(["threadproof", "--help"]))
}

/// One of our own commands that runs beside the others, with its words in a file.
struct Beside {
    child: Child,
    said: PathBuf,
}

impl Beside {
    fn start(arguments: &[&str]) -> Result<Beside, String> {
        let said = root().join("target/released.log");
        let failed = |error: std::io::Error| format!("{}: {error}", said.display());
        fs::create_dir_all(root().join("target")).map_err(failed)?;
        let file = File::create(&said).map_err(failed)?;
        let again = file.try_clone().map_err(failed)?;
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let started = command(this)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(again)
            .spawn();
        let child = started.map_err(|error| error.to_string())?;
        Ok(Beside { child, said })
    }

    /// Waits for its end, and shows its words.
    fn end(mut self) -> Result<(), String> {
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let said = fs::read(&self.said).unwrap_or_default();
        eprint!("{}", String::from_utf8_lossy(&said));
        match status.success() {
            true => Ok(()),
            false => Err(format!("`cargo xtask released` failed: {status}")),
        }
    }
}

/// The tests of the extension for VS Code, with the program that the tests before have built.
fn editors() -> Result<(), String> {
    let threadproof = root().join("target/debug/threadproof");
    let mut node = command("node");
    node.args(["--test", "editors/vscode/test/"]);
    execute(node.env("THREADPROOF", threadproof))
}
