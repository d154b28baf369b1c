//! `threadproof litmus`, and litmus tests for `threadproof check`.

use crate::check::Explored;
use crate::watch::Watched;
use crate::{Exit, arguments, checkpoint, system};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use threadproof_engine::{
    Algorithm, Checks, Detail, Found, Limits, Model, Options, Orders, Outcome, Recording, Verdict,
};
use threadproof_litmus::{FailWhen, Litmus, Quantifier, Test};
use threadproof_program::{ErrorKind, Location};
use threadproof_report::saved::Saved;
use threadproof_report::words;

/// How many tests ended how.
#[derive(Default)]
struct Summary {
    right: u32,
    wrong: u32,
    unexpecting: u32,
    unasked: u32,
    racy: u32,
    undecided: u32,
    unreadable: u32,
}

pub fn run(arguments: &arguments::Litmus) -> Result<Exit, String> {
    crate::check::algorithm(arguments.algorithm, arguments.model)?;
    let mut options = Options::new(arguments.model, arguments.algorithm);
    options.keep_going = true;
    options.checks = checks(options.checks, &[]);
    options.limits = Limits::default().with_timeout(arguments.timeout);
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err("there are no .litmus files there".into());
    }
    let mut summary = Summary::default();
    for file in &files {
        match read(file) {
            Ok(test) => system::print(&line(&test, &options, &mut summary)?),
            Err(problem) => {
                summary.unreadable += 1;
                system::say(&format!("error: {problem}"));
            }
        }
    }
    system::print(&summary.text(arguments.model));
    Ok(summary.exit())
}

/// The files of a folder and those below it, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let shown = |path: &Path, error| format!("{}: {error}", path.display());
    let mut folders = vec![path.to_path_buf()];
    let metadata = std::fs::metadata(path).map_err(|error| shown(path, error))?;
    if !metadata.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| shown(&folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| shown(&folder, error))?;
            let kind = entry.file_type().map_err(|error| shown(&folder, error))?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if has_extension(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    files.extend(found);
    Ok(())
}

pub fn has_extension(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == "litmus")
}

fn read(file: &Path) -> Result<Test, String> {
    let shown = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
    threadproof_litmus::parse(&shown, &bytes).map_err(|error| error.to_string())
}

/// The program of a test, as the algorithm needs it.
fn program(test: &Test, fail_when: FailWhen, algorithm: Algorithm) -> Litmus<'_> {
    let program = Litmus::new(test, fail_when);
    match algorithm {
        Algorithm::Sat => program.with_visible_registers(),
        _ => program,
    }
}

/// Runs a test; its line of the output.
fn line(test: &Test, options: &Options, summary: &mut Summary) -> Result<String, String> {
    let program = program(test, FailWhen::Outcome, options.algorithm);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let outcome = threadproof_engine::check(&program, options, go_on)
        .map_err(|unsupported| unsupported.to_string())?;
    let executions = outcome.counts.complete + outcome.counts.blocked;
    let seen = match outcome.verdict {
        Verdict::Error => true,
        Verdict::Verified => false,
        Verdict::Inconclusive => {
            summary.undecided += 1;
            let reason = outcome
                .reason
                .map_or(String::new(), |reason| words::cause(&reason.cause));
            return Ok(format!("{:24} undecided  {reason}\n", test.name));
        }
    };
    let agrees = match test.expects(options.model.name()) {
        None if test.condition.quantifier == Quantifier::Nothing => {
            summary.unasked += 1;
            "no condition"
        }
        None => {
            summary.unexpecting += 1;
            "no expectation"
        }
        Some(expected) if expected == seen => {
            summary.right += 1;
            "as expected"
        }
        Some(_) => {
            summary.wrong += 1;
            "NOT AS EXPECTED"
        }
    };
    let plural = if executions == 1 { " " } else { "s" };
    let race = match is_racy(test, options)? {
        true => {
            summary.racy += 1;
            ", data race"
        }
        false => "",
    };
    Ok(format!(
        "{:24} {:9}  {executions:>8} execution{plural}  {agrees}{race}\n",
        test.name,
        word(test, seen)
    ))
}

fn word(test: &Test, seen: bool) -> &'static str {
    match (test.condition.quantifier, seen) {
        (Quantifier::Nothing, _) => "-",
        (_, true) => "allowed",
        (_, false) => "forbidden",
    }
}

/// Under the model of the language a data race makes a test undefined, whatever its outcomes are.
fn is_racy(test: &Test, options: &Options) -> Result<bool, String> {
    if options.model.orders() != Orders::Language || !test.has_plain_accesses() {
        return Ok(false);
    }
    let mut options = *options;
    options.keep_going = false;
    for kind in ErrorKind::ALL {
        options.checks.set(kind, kind == ErrorKind::DataRace);
    }
    let program = program(test, FailWhen::Never, options.algorithm);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let outcome = threadproof_engine::check(&program, &options, go_on)
        .map_err(|unsupported| unsupported.to_string())?;
    Ok(outcome.verdict == Verdict::Error)
}

impl Summary {
    fn text(&self, model: Model) -> String {
        let tests = self.right + self.wrong + self.unexpecting + self.unasked + self.undecided;
        let plural = if tests == 1 { "" } else { "s" };
        let mut text = format!(
            "{tests} test{plural} under {}: {} as expected, {} not as expected",
            model.name(),
            self.right,
            self.wrong
        );
        let others = [
            (self.unexpecting, "without expectation"),
            (self.unasked, "without condition"),
            (self.racy, "with a data race"),
            (self.undecided, "undecided"),
            (self.unreadable, "unreadable"),
        ];
        for (count, what) in others {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text + "\n"
    }

    fn exit(&self) -> Exit {
        if self.unreadable > 0 {
            Exit::BadUsage
        } else if self.wrong > 0 {
            Exit::ErrorFound
        } else if self.undecided > 0 {
            Exit::Inconclusive
        } else {
            Exit::Verified
        }
    }
}

/// Checks a test, or runs a saved execution of it again.
pub fn explore(
    arguments: &arguments::Check,
    options: &Options,
    saved: Option<&Saved>,
    watched: &Watched,
) -> Result<Explored, String> {
    let begin = Instant::now();
    let file = &arguments.files[0];
    let outcome = match saved {
        None => check(file, arguments, options, watched)?,
        Some(saved) => replay(file, options, saved)?,
    };
    Ok(Explored {
        outcome,
        shown_under: Vec::new(),
        restless: Vec::new(),
        try_inputs: false,
        compile: Duration::ZERO,
        explore: begin.elapsed(),
    })
}

/// A litmus test is about its condition; other errors are looked for on demand.
pub fn checks(checks: Checks, asked_for: &[String]) -> Checks {
    let mut checks = checks;
    if asked_for.is_empty() {
        for kind in ErrorKind::ALL {
            checks.set(kind, kind == ErrorKind::Assertion);
        }
    }
    checks
}

/// Checks a test against what its file expects of the model.
fn check(
    file: &Path,
    arguments: &arguments::Check,
    options: &Options,
    watched: &Watched,
) -> Result<Outcome, String> {
    let test = read(file)?;
    let expected = test.expects(options.model.name());
    let program = program(&test, fail_when(&test, options.model), options.algorithm);
    let mut options = *options;
    // An outcome that is expected is no reason to stop.
    options.keep_going |= expected == Some(true);
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let source = checkpoint::Source {
        #[cfg(feature = "cluster")]
        parcel: crate::cluster::of_litmus(&file.to_string_lossy(), &text),
        text,
    };
    let mut outcome = checkpoint::explore(&program, arguments, &options, watched, source)?;
    if expected == Some(true) {
        turn_round(&test, options.model, &mut outcome);
    }
    Ok(outcome)
}

/// The program of a test that a search of another process is about.
#[cfg(feature = "cluster")]
pub fn searched<'a>(test: &'a Test, options: &Options) -> Litmus<'a> {
    program(test, fail_when(test, options.model), options.algorithm)
}

/// Only an outcome that the file has an opinion about is worth stopping for.
fn fail_when(test: &Test, model: Model) -> FailWhen {
    match test.expects(model.name()) {
        Some(_) => FailWhen::Outcome,
        None => FailWhen::Never,
    }
}

/// Runs a saved execution of a test again.
fn replay(file: &Path, options: &Options, saved: &Saved) -> Result<Outcome, String> {
    let test = read(file)?;
    let program = program(&test, fail_when(&test, saved.model), saved.algorithm);
    crate::replay::run(&program, options, saved, &[file.to_path_buf()])
}

/// The outcome is expected: it is an error that it is missing, not that it is there.
fn turn_round(test: &Test, model: Model, outcome: &mut Outcome) {
    let seen = |found: &Found| found.kind == ErrorKind::Assertion;
    match outcome.verdict {
        Verdict::Error => {
            let before = outcome.errors.len();
            outcome.errors.retain(|found| !seen(found));
            if outcome.errors.is_empty() && before > 0 {
                outcome.verdict = Verdict::Verified;
            }
        }
        Verdict::Verified => {
            outcome.verdict = Verdict::Error;
            outcome.errors = vec![missing(test, model)];
        }
        Verdict::Inconclusive => (),
    }
}

fn missing(test: &Test, model: Model) -> Found {
    Found {
        kind: ErrorKind::Assertion,
        detail: Detail::Words(format!(
            "no execution under {} ends as expected: {}",
            model.name(),
            test.condition.text
        )),
        thread: "main".into(),
        locations: vec![Location {
            file: test.file.clone(),
            line: test.condition.place.line,
            column: test.condition.place.column,
            function: "condition".into(),
        }],
        trace: Vec::new(),
        waiting: Vec::new(),
        output: String::new(),
        violation: None,
        recording: Recording::default(),
    }
}
