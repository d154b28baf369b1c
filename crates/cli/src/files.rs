//! The files that a check writes beside its report: saved executions and reports for other programs.

use crate::{arguments, frontend, system};
use std::path::{Path, PathBuf};
use threadproof_engine::{Algorithm, Found, Options, Recording, Step};
use threadproof_ir::Uninitialized;
use threadproof_llvm::Volatile;
use threadproof_program::ErrorKind;
use threadproof_report::saved::{self, Input, Saved, SavedError};
use threadproof_report::witness::Circumstances;
use threadproof_report::{Report, Sources, dot, html, junit, sarif, witness};

/// Refuses files in folders that do not exist before hours are spent on a search.
pub fn writable(arguments: &arguments::Check) -> Result<(), String> {
    let written = &arguments.files_written;
    let files = [
        &arguments.save,
        &written.html,
        &written.dot,
        &written.sarif,
        &written.junit,
        &written.witness,
    ];
    for file in files.into_iter().flatten() {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let problem = match folder {
            Some(folder) if !folder.is_dir() => "its folder does not exist",
            _ if file.is_dir() => "is a folder",
            _ => continue,
        };
        return Err(format!("{}: {problem}", file.display()));
    }
    Ok(())
}

/// Writes what was asked for.
pub fn write(
    arguments: &arguments::Check,
    options: &Options,
    report: &Report,
    sources: &mut Sources,
) -> Result<(), String> {
    let shown = report.outcome.errors.iter();
    // A program may wait for ever before it has done anything: that is an execution without steps.
    let is_recorded = |found: &&Found| !found.recording.threads.is_empty();
    let shown: Vec<&Found> = shown.filter(is_recorded).collect();
    if let Some(file) = &arguments.save {
        save(file, arguments, options, report.outcome.algorithm, &shown)?;
    }
    let written = &arguments.files_written;
    if let Some(file) = &written.sarif {
        put(file, &sarif::render(report))?;
    }
    if let Some(file) = &written.junit {
        put(file, &junit::render(report, sources))?;
    }
    let first = shown.first().copied();
    if let Some(file) = &written.html {
        of_error(file, first, |_| html::render(report, sources))?;
    }
    if let Some(file) = &written.dot {
        of_error(file, first, |found| {
            dot::render(found, report.model, arguments.verbose)
        })?;
    }
    if let Some(file) = &written.witness {
        of_error(file, first, |found| {
            witness::render(found, report, &circumstances(arguments))
        })?;
    }
    Ok(())
}

/// Writes what shows an execution, if there is one.
fn of_error(
    file: &Path,
    found: Option<&Found>,
    render: impl FnOnce(&Found) -> String,
) -> Result<(), String> {
    match found {
        Some(found) => put(file, &render(found)),
        None => {
            nothing(file);
            Ok(())
        }
    }
}

fn circumstances(arguments: &arguments::Check) -> Circumstances {
    use sha2::{Digest, Sha256};
    let hash = |file: &PathBuf| {
        let bytes = std::fs::read(file).unwrap_or_default();
        let digits = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        (file.to_string_lossy().into_owned(), digits)
    };
    Circumstances {
        creation_time: system::time_of_day(),
        hashes: arguments.files.iter().map(hash).collect(),
    }
}

/// The first execution in the file, further ones in files with numbers.
fn save(
    file: &Path,
    arguments: &arguments::Check,
    options: &Options,
    algorithm: Algorithm,
    errors: &[&Found],
) -> Result<(), String> {
    if errors.is_empty() {
        nothing(file);
    }
    for (index, found) in errors.iter().enumerate() {
        let mut numbered = file.as_os_str().to_owned();
        if index > 0 {
            numbered.push(format!(".{}", index + 1));
        }
        let mut saved = record(arguments, options, (&found.recording, &found.trace));
        saved.error = Some(SavedError::of(found));
        saved.algorithm = algorithm;
        put(Path::new(&numbered), &saved::write(&saved))?;
    }
    Ok(())
}

/// All that is needed to run an execution again.
pub fn record(
    arguments: &arguments::Check,
    options: &Options,
    (recording, trace): (&Recording, &[Step]),
) -> Saved {
    let input = |file: &PathBuf| Input {
        file: file.to_string_lossy().into_owned(),
        fingerprint: saved::fingerprint(&std::fs::read(file).unwrap_or_default()),
    };
    let switches = [
        ("no-purity", arguments.no_purity),
        ("no-await", arguments.no_await),
        ("locks-as-written", arguments.locks_as_written),
        ("no-commute", arguments.no_commute),
        ("volatile-relaxed", arguments.volatile == Volatile::Relaxed),
    ];
    let switches = switches.into_iter().filter(|(_, on)| *on);
    let mut switches: Vec<String> = switches.map(|(name, _)| name.into()).collect();
    // Errors are among the checks.
    let zero = frontend::options(arguments, options.checks).uninitialized;
    switches.extend(match zero {
        Uninitialized::Zero => Some("uninitialized-zero".into()),
        Uninitialized::Any => Some("uninitialized-any".into()),
        _ => None,
    });
    let kinds = ErrorKind::ALL.into_iter();
    Saved {
        program: arguments.files.iter().map(input).collect(),
        clang_arguments: arguments.clang_arguments.clone(),
        model_functions: (arguments.model_functions.iter())
            .map(ToString::to_string)
            .collect(),
        model: options.model,
        algorithm: options.algorithm,
        unroll: arguments.unroll,
        switches,
        checks: kinds.filter(|kind| options.checks.has(*kind)).collect(),
        error: None,
        what: saved::what(recording, trace),
        recording: recording.clone(),
    }
}

fn nothing(file: &Path) {
    system::say(&format!(
        "note: there is no execution with an error, so {} was not written",
        file.display()
    ));
}

pub fn put(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
