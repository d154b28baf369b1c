//! The small rows of every benchmark suite come out exactly.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    let suites = suites(&folder);
    let trials = suites.into_iter().map(|suite| {
        let folder = folder.clone();
        Trial::test(format!("bench {suite}"), move || run(&folder, &suite))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn suites(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let tables = files.filter(|file| file.extension().is_some_and(|e| e == "tsv"));
    let name = |file: PathBuf| Some(file.file_stem()?.to_str()?.to_owned());
    let mut suites: Vec<String> = tables.filter_map(name).collect();
    suites.sort();
    suites
}

fn run(folder: &Path, suite: &str) -> Result<(), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args([
            "bench",
            suite,
            "--size",
            "small",
            "--timeout",
            "60",
            "--dir",
        ])
        .arg(folder)
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    let table = String::from_utf8_lossy(&output.stdout);
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}\n{words}{table}", output.status).into())
}
