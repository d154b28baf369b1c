//! The small rows of every benchmark suite come out exactly.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Several threads count what one counts, also if there are more of them than cores.
const JOBS: [&str; 4] = ["1", "2", "3", "8"];

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    let suites = suites(&folder);
    let mut trials = Vec::new();
    for suite in suites {
        for jobs in JOBS {
            let (folder, suite) = (folder.clone(), suite.clone());
            let name = format!("bench {suite}, jobs {jobs}");
            trials.push(Trial::test(name, move || run(&folder, &suite, jobs)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
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

fn run(folder: &Path, suite: &str, jobs: &str) -> Result<(), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args([
            "bench",
            suite,
            "--size",
            "small",
            "--timeout",
            "60",
            "--jobs",
            jobs,
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
