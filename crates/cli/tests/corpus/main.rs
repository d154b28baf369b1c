//! Runs every expectation of the corpus through the real program, with every algorithm that
//! applies. A program without expectations fails the run, and so does a case that no algorithm can run.
//!
//! A test is a file of the corpus with all its cases, since most of the time goes into compiling it;
//! what fails in it is named by line and algorithm. `THREADPROOF_TEST_ALGORITHM=rf` runs one algorithm alone.

mod compile_once;
mod expectation;
mod rust_once;

use compile_once::Compiler;
use expectation::compare;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_testkit::corpus::{self, Case, Entry, Expected, Verdict};

/// Seconds for one case.
const LIMIT: &str = "60";

fn main() -> ExitCode {
    if let Some(code) = rust_once::play().or_else(compile_once::play) {
        return code;
    }
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Reports name files relative to the root of the project, wherever the test is run from.
    std::env::set_current_dir(root).expect("the project has a root");
    let entries = match only_file(&arguments) {
        Some(file) => corpus::entry(file).map(|entry| vec![entry]),
        None => corpus::read(Path::new("corpus")),
    };
    let trials = match entries {
        Ok(entries) => entries.into_iter().map(trial).collect(),
        Err(problem) => vec![Trial::test(
            "the corpus can be read",
            || Err(problem.into()),
        )],
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The one file that is to be run. nextest starts a process for each, and to read the whole corpus each
/// time would take longer.
fn only_file(arguments: &Arguments) -> Option<&Path> {
    let name = arguments.filter.as_deref().filter(|_| arguments.exact)?;
    let file = Path::new(name);
    file.is_file().then_some(file)
}

fn trial(entry: Entry) -> Trial {
    let name = entry.file.display().to_string();
    let is_rust = threadproof_llvm::is_rust(&entry.file);
    if is_rust && let Some(problem) = rust_once::problem() {
        eprintln!("{name} is left out: {problem}");
        return Trial::test(name, || Ok(())).with_ignored_flag(true);
    }
    Trial::test(name, move || run_all(&entry))
}

fn run_all(entry: &Entry) -> Result<(), Failed> {
    if entry.cases.is_empty() {
        return Err("has no line `// case: OPTIONS => VERDICT`".into());
    }
    let is_rust = threadproof_llvm::is_rust(&entry.file);
    let compiler = Compiler::new(&mangled(&entry.file))?;
    let mut problems = Vec::new();
    for case in &entry.cases {
        let place = format!("{}:{}", entry.file.display(), case.line);
        let algorithms = algorithms(case, entry.naive, is_rust);
        if algorithms.is_empty() {
            problems.push(format!("{place}: no algorithm can run it"));
        }
        for algorithm in algorithms.into_iter().filter(wanted) {
            if let Err(problem) = run(&entry.file, case, algorithm, &compiler) {
                let how = algorithm.map_or("", Algorithm::name);
                problems.push(format!("{place} {how}: {problem}"));
            }
        }
        if is_rust && let Err(problem) = run_as_written(&entry.file, case, &compiler) {
            problems.push(format!("{place} with locks as they are written: {problem}"));
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n").into()),
    }
}

/// The locks of Rust's library as single steps and as they are written give the same verdict, in other numbers of
/// executions. A case that says `large` takes too long for that.
fn run_as_written(file: &Path, case: &Case, compiler: &Compiler) -> Result<(), String> {
    if case.expected.large {
        return Ok(());
    }
    let mut case = case.clone();
    case.options.push("--locks-as-written".into());
    case.expected.complete = None;
    case.expected.blocked = None;
    let graphs = [Some(Model::Ra.name()), Some(Model::C11.name())];
    let graphs = graphs.contains(&option(&case, "--model"));
    let algorithm = match graphs || option(&case, "--algorithm").is_some() {
        true => None,
        false => Some(Algorithm::Optimal),
    };
    run(file, &case, algorithm, compiler)
}

/// Does the user want to run this algorithm? None is named: all of them.
fn wanted(algorithm: &Option<Algorithm>) -> bool {
    let wish = std::env::var("THREADPROOF_TEST_ALGORITHM").ok();
    wish.is_none_or(|wish| algorithm.is_some_and(|a| a.name() == wish))
}

/// The name of a file as the name of another one.
fn mangled(file: &Path) -> String {
    file.display().to_string().replace(['/', '.'], "-")
}

/// The algorithms to run a case with; `None` leaves the choice to the case's own options.
fn algorithms(case: &Case, naive: bool, is_rust: bool) -> Vec<Option<Algorithm>> {
    let model = option(case, "--model").map_or(Some(Model::Sc), |name| {
        Model::ALL.into_iter().find(|model| model.name() == name)
    });
    // A case about bad usage is run as it stands.
    let Some(model) = model else {
        return vec![None];
    };
    match option(case, "--algorithm") {
        Some(name) => {
            let wish = Algorithm::ALL.into_iter().find(|a| a.name() == name);
            let runs = wish.is_none_or(|wish| resolve(wish, model).is_ok());
            let refused = case.expected.verdict == Verdict::BadInput;
            if runs || refused {
                vec![None]
            } else {
                Vec::new()
            }
        }
        None => Algorithm::ALL
            .into_iter()
            .filter(|&a| a != Algorithm::Auto && (naive || a != Algorithm::Naive))
            .filter(|&a| resolve(a, model).is_ok())
            .filter(|&a| a != Algorithm::Sat || (!is_rust && suits_solver(case)))
            // Reading Rust's library takes longer than the search, and `source` differs from `optimal` in nothing that the
            // language could change.
            .filter(|&a| a != Algorithm::Source || !is_rust)
            .filter(|&a| a != Algorithm::Rf || model == Model::Sc || !asks_for_robustness(case))
            .map(Some)
            .collect(),
    }
}

/// Under `rf` the question is another one: see docs/memory-models.md.
fn asks_for_robustness(case: &Case) -> bool {
    case.options.iter().any(|word| word == "--robustness")
}

/// The solver does not look for races (as is usual in Rust), leaks, uninitialised reads and robustness, and how many runs
/// and how much time it needs is its own affair.
fn suits_solver(case: &Case) -> bool {
    let kind = case.expected.kind.as_deref();
    option(case, "--check").is_none()
        && !asks_for_robustness(case)
        && !matches!(kind, Some("timeout" | "execution-limit"))
}

fn option<'a>(case: &'a Case, name: &str) -> Option<&'a str> {
    let at = case.options.iter().position(|word| word == name)?;
    case.options.get(at + 1).map(String::as_str)
}

fn run(
    file: &Path,
    case: &Case,
    algorithm: Option<Algorithm>,
    compiler: &Compiler,
) -> Result<(), String> {
    let mut command = threadproof(compiler)?;
    if option(case, "--timeout").is_none() {
        command.args(["--timeout", LIMIT]);
    }
    // What other models show is tested elsewhere, and takes time.
    command.arg("--no-compare-models");
    // Most programs are older than the default, and what they expect is about SC.
    if option(case, "--model").is_none() {
        command.args(["--model", Model::Sc.name()]);
    }
    let mut expected = case.expected.clone();
    if let Some(algorithm) = algorithm {
        command.args(["--algorithm", algorithm.name()]);
        // There the classes are those of reads-from anyway.
        let graphs = [Some(Model::Ra.name()), Some(Model::C11.name())];
        if algorithm == Algorithm::Rf && !graphs.contains(&option(case, "--model")) {
            expected = expected_of_rf(expected);
        }
    }
    let saved = saved_file(file, case, algorithm);
    // What `source` and `naive` find is written down in the same way as what `optimal` finds.
    let repeats = !matches!(algorithm, Some(Algorithm::Source | Algorithm::Naive));
    let replays = repeats && expected.verdict == Verdict::Error;
    if replays {
        command.arg("--save").arg(&saved);
    }
    command.args(&case.options).arg(file);
    command.arg("--").args(&case.clang_arguments);
    let output = command.output().map_err(|error| error.to_string())?;
    compare(&expected, &output)
        .and_then(|()| match replays {
            true => replay(&saved, &output, compiler),
            false => Ok(()),
        })
        .map_err(|problem| {
            let words = String::from_utf8_lossy(&output.stderr);
            let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
            let arguments = arguments.join(" ");
            format!("{problem}\nthreadproof {arguments}\n{words}")
        })
}

fn threadproof(compiler: &Compiler) -> Result<Command, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.args(["check", "--format", "json", "--no-cache"]);
    let used = compiler.used_by(&mut command);
    used.map_err(|error| error.to_string())?;
    Ok(command)
}

/// Where the execution of a case is kept, if it has an error.
fn saved_file(file: &Path, case: &Case, algorithm: Option<Algorithm>) -> PathBuf {
    let name = mangled(file);
    let algorithm = algorithm.map_or("any", Algorithm::name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let saved = folder.join(format!("replay-{name}-{}-{algorithm}.json", case.line));
    let _ = std::fs::remove_file(&saved);
    saved
}

/// Runs the first error of a report again: it must be the same, in every step.
fn replay(saved: &Path, checked: &Output, compiler: &Compiler) -> Result<(), String> {
    let report: Value = serde_json::from_slice(&checked.stdout).unwrap_or_default();
    let error = &report["errors"][0];
    if error["trace"].as_array().is_none_or(Vec::is_empty) {
        return Ok(());
    }
    let mut command = threadproof(compiler)?;
    let output = command
        .arg("--replay")
        .arg(saved)
        .output()
        .map_err(|error| error.to_string())?;
    let _ = std::fs::remove_file(saved);
    let replayed: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    if replayed["errors"][0] == *error {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let again = &replayed["errors"][0];
    Err(format!(
        "replaying gives another error: {words}{again}\ninstead of {error}"
    ))
}

fn unsupported() -> Expected {
    Expected {
        verdict: Verdict::Inconclusive,
        kind: Some("unsupported".to_string()),
        ..Expected::default()
    }
}

/// The numbers in the corpus count traces, not reads-from classes; under `ra` they count weak traces.
fn expected_of_rf(expected: Expected) -> Expected {
    if expected.not_rf {
        return unsupported();
    }
    Expected {
        complete: None,
        blocked: None,
        ..expected
    }
}
