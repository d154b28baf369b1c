//! Runs every expectation of the corpus through the real program, with every algorithm that
//! applies. A program without expectations fails the run.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use threadproof_engine::{Algorithm, Model, resolve};
use threadproof_testkit::corpus::{self, Case, Entry, Expected, Verdict};

/// Seconds for one case.
const LIMIT: &str = "60";

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Reports name files relative to the root of the project, wherever the test is run from.
    std::env::set_current_dir(root).expect("the project has a root");
    let entries = match only_file(&arguments) {
        Some(file) => corpus::entry(file).map(|entry| vec![entry]),
        None => corpus::read(Path::new("corpus")),
    };
    let trials = match entries {
        Ok(entries) => entries.into_iter().flat_map(trials).collect(),
        Err(problem) => vec![Trial::test(
            "the corpus can be read",
            || Err(problem.into()),
        )],
    };
    libtest_mimic::run(&arguments, trials).exit();
}

/// The file of the one case that is to be run. nextest starts a process for each case, and to read the
/// whole corpus each time would take longer than the case.
fn only_file(arguments: &Arguments) -> Option<&Path> {
    let name = arguments.filter.as_deref().filter(|_| arguments.exact)?;
    let (file, _) = name.rsplit_once(':')?;
    Some(Path::new(file))
}

fn trials(entry: Entry) -> Vec<Trial> {
    let name = entry.file.display().to_string();
    if entry.cases.is_empty() {
        let problem = "has no line `// case: OPTIONS => VERDICT`";
        return vec![Trial::test(name, move || Err(problem.into()))];
    }
    let mut trials = Vec::new();
    for case in &entry.cases {
        for algorithm in algorithms(case, entry.naive) {
            let how = algorithm.map_or(String::new(), |a| format!(" {}", a.name()));
            let (file, case) = (entry.file.clone(), case.clone());
            let name = format!("{name}:{}{how}", case.line);
            trials.push(Trial::test(name, move || run(&file, &case, algorithm)));
        }
    }
    trials
}

/// The algorithms to run a case with; `None` leaves the choice to the case's own options.
fn algorithms(case: &Case, naive: bool) -> Vec<Option<Algorithm>> {
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
            .filter(|&a| a != Algorithm::Sat || suits_solver(case))
            .map(Some)
            .collect(),
    }
}

/// The solver does not look for races, leaks, uninitialised reads and robustness, and how many runs
/// and how much time it needs is its own affair.
fn suits_solver(case: &Case) -> bool {
    let kind = case.expected.kind.as_deref();
    let robustness = case.options.iter().any(|word| word == "--robustness");
    option(case, "--check").is_none()
        && !robustness
        && !matches!(kind, Some("timeout" | "execution-limit"))
}

fn option<'a>(case: &'a Case, name: &str) -> Option<&'a str> {
    let at = case.options.iter().position(|word| word == name)?;
    case.options.get(at + 1).map(String::as_str)
}

fn run(file: &Path, case: &Case, algorithm: Option<Algorithm>) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.args(["check", "--format", "json"]);
    if option(case, "--timeout").is_none() {
        command.args(["--timeout", LIMIT]);
    }
    let mut expected = case.expected.clone();
    if let Some(algorithm) = algorithm {
        command.args(["--algorithm", algorithm.name()]);
        let under_ra = option(case, "--model") == Some(Model::Ra.name());
        if algorithm == Algorithm::Rf && !under_ra {
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
    let output = command.output()?;
    compare(&expected, &output)
        .and_then(|()| match replays {
            true => replay(&saved, &output),
            false => Ok(()),
        })
        .map_err(|problem| {
            let words = String::from_utf8_lossy(&output.stderr);
            Failed::from(format!("{problem}\n{command:?}\n{words}"))
        })
}

/// Where the execution of a case is kept, if it has an error.
fn saved_file(file: &Path, case: &Case, algorithm: Option<Algorithm>) -> PathBuf {
    let name = file.display().to_string().replace(['/', '.'], "-");
    let algorithm = algorithm.map_or("any", Algorithm::name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let saved = folder.join(format!("replay-{name}-{}-{algorithm}.json", case.line));
    let _ = std::fs::remove_file(&saved);
    saved
}

/// Runs the first error of a report again: it must be the same, in every step.
fn replay(saved: &Path, checked: &Output) -> Result<(), String> {
    let report: Value = serde_json::from_slice(&checked.stdout).unwrap_or_default();
    let error = &report["errors"][0];
    if error["trace"].as_array().is_none_or(Vec::is_empty) {
        return Ok(());
    }
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args(["check", "--format", "json", "--replay"])
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

fn compare(expected: &Expected, output: &Output) -> Result<(), String> {
    let code = match expected.verdict {
        Verdict::Verified => 0,
        Verdict::Error => 1,
        Verdict::BadInput => 2,
        Verdict::Inconclusive => 3,
    };
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let summary = || {
        let errors = report["errors"].as_array().into_iter().flatten();
        let errors: Vec<String> = errors
            .map(|e| format!("{} {} at {}", e["kind"], e["message"], e["location"]))
            .collect();
        let (verdict, reason) = (&report["verdict"], &report["reason"]);
        format!("{verdict} {reason} {} {errors:?}", report["executions"])
    };
    if output.status.code() != Some(code) {
        return Err(format!("{}, expected {code}: {}", output.status, summary()));
    }
    if expected.verdict == Verdict::BadInput {
        let silent = output.stdout.is_empty() && !output.stderr.is_empty();
        return silent
            .then_some(())
            .ok_or("bad input must be explained on stderr".into());
    }
    matches(expected, &report).map_err(|what| format!("{what} differs: {}", summary()))
}

/// Compares a report with the expectation; names what differs.
fn matches(expected: &Expected, report: &Value) -> Result<(), &'static str> {
    let executions = &report["executions"];
    let same = |wanted: Option<u64>, found: &Value| {
        wanted.is_none_or(|wanted| found.as_u64() == Some(wanted))
    };
    let kinds: Vec<&Value> = match expected.verdict {
        Verdict::Error => {
            let errors = report["errors"].as_array().into_iter().flatten();
            errors
                .filter(|error| same(expected.source_line, &error["location"]["line"]))
                .map(|error| &error["kind"])
                .collect()
        }
        _ => vec![&report["reason"]["kind"]],
    };
    if kinds.is_empty() {
        return Err("line of the error");
    }
    if let Some(kind) = &expected.kind
        && !kinds.iter().any(|found| found.as_str() == Some(kind))
    {
        return Err("kind");
    }
    // The runs of a solver's choice are no classes, and how many there are is its own affair.
    let counted = report["algorithm"] != "sat";
    if counted && !same(expected.complete, &executions["complete"]) {
        return Err("number of complete executions");
    }
    if expected.robust.is_some() && report["robust"].as_bool() != expected.robust {
        return Err("robustness");
    }
    if counted && !same(expected.blocked, &executions["blocked"]) {
        return Err("number of blocked executions");
    }
    for error in report["errors"].as_array().into_iter().flatten() {
        if !reads_what_was_written(&error["trace"]) {
            return Err("value of a read and of the write that it reads from");
        }
    }
    let unsupported = report["reason"]["kind"] == "unsupported";
    if report["algorithm"] == "rf" && unsupported && report["reason"]["location"]["line"].is_null()
    {
        return Err("place of what is not supported");
    }
    let optimal = report["algorithm"] == "optimal" || report["algorithm"] == "rf";
    if optimal && executions["redundant"] != 0 {
        return Err("number of redundant executions");
    }
    Ok(())
}

/// Does every plain load of a trace have the value of the plain store that it reads from?
fn reads_what_was_written(trace: &Value) -> bool {
    trace.as_array().into_iter().flatten().all(|load| {
        let from = load["reads_from"].as_u64().unwrap_or(u64::MAX);
        let store = usize::try_from(from).ok().and_then(|from| trace.get(from));
        store.is_none_or(|store| {
            let both_plain = load["operation"] == "load" && store["operation"] == "store";
            let same = load["variable"] == store["variable"];
            !both_plain || !same || load["value"] == store["value"]
        })
    })
}
