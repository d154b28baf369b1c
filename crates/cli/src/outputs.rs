//! The outputs of a check: the report on standard output, reports in files, saved executions. A format is a row of a
//! table here.

use crate::arguments::{FilesWritten, Format};
use crate::{arguments, bundle, frontend, system};
use rustix::fs::{Access, access};
use std::path::{Path, PathBuf};
use threadproof_engine::{Algorithm, Found, Options, Recording, Step};
use threadproof_ir::Uninitialized;
use threadproof_llvm::Volatile;
use threadproof_program::ErrorKind;
use threadproof_report::saved::{self, Input, Saved, SavedError};
use threadproof_report::witness::Circumstances;
use threadproof_report::{Report, Sources, dot, github, html, json, junit, sarif, text, witness};

/// A report that is to be written, with all that formats need.
struct Shown<'a> {
    arguments: &'a arguments::Check,
    report: &'a Report,
    sources: &'a mut Sources,
}

/// A format of `--format`, on standard output.
type Printed = (Format, fn(&mut Shown<'_>) -> String);

/// The formats of standard output.
const PRINTED: &[Printed] = &[
    (Format::Json, |s| format!("{}\n", json::render(s.report))),
    (Format::Text, |s| {
        text::render(s.report, s.arguments.verbose, s.sources)
    }),
    (Format::Github, |s| github::render(s.report)),
    (Format::Bundle, |s| {
        bundle::render(s.arguments, s.report, s.sources)
    }),
];

/// A report in a file of its own.
struct Written {
    /// The file that the user named for it.
    file: fn(&FilesWritten) -> &Option<PathBuf>,
    render: Render,
}

enum Render {
    /// Of every verdict.
    Report(fn(&mut Shown<'_>) -> String),
    /// Of the first error with an execution; nothing is written if there is none.
    Error(fn(&mut Shown<'_>, &Found) -> String),
}

/// The formats of files.
const WRITTEN: &[Written] = &[
    Written {
        file: |files| &files.sarif,
        render: Render::Report(|s| sarif::render(s.report)),
    },
    Written {
        file: |files| &files.junit,
        render: Render::Report(|s| junit::render(s.report, s.sources)),
    },
    Written {
        file: |files| &files.html,
        render: Render::Error(|s, _| html::render(s.report, s.sources)),
    },
    Written {
        file: |files| &files.dot,
        render: Render::Error(|s, found| dot::render(found, s.report.model, s.arguments.verbose)),
    },
    Written {
        file: |files| &files.witness,
        render: Render::Error(|s, found| {
            witness::render(found, s.report, &circumstances(s.arguments))
        }),
    },
];

/// Refuses what cannot be written, or would be lost, before hours are spent on a search.
pub fn writable(arguments: &arguments::Check) -> Result<(), String> {
    let written = WRITTEN.iter().map(|w| (w.file)(&arguments.files_written));
    let written = written
        .flatten()
        .chain(&arguments.save)
        .chain(&arguments.checkpoint);
    let read = arguments
        .files
        .iter()
        .chain(&arguments.replay)
        .chain(&arguments.compile_commands);
    accept(&written.collect::<Vec<_>>(), &read.collect::<Vec<_>>())
}

/// Can these files be written? Not in a folder that does not exist, not over a file that is `read`, and not twice.
pub fn accept(written: &[&PathBuf], read: &[&PathBuf]) -> Result<(), String> {
    for (index, file) in written.iter().enumerate() {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let is = |other: &&PathBuf| is_same(file, other);
        let problem = match folder {
            Some(folder) if !folder.is_dir() => "its folder does not exist",
            _ if file.is_dir() => "is a folder",
            _ if !may_write(file, folder) => "cannot be written",
            _ if read.iter().any(is) => "is read, and would be written over",
            _ if written[..index].iter().any(is) => "would be written twice",
            _ => continue,
        };
        return Err(format!("{}: {problem}", file.display()));
    }
    Ok(())
}

/// Would the system let us write a file, which may not exist yet, in its folder?
fn may_write(file: &Path, folder: Option<&Path>) -> bool {
    let place = match file.exists() {
        true => file,
        false => folder.unwrap_or(Path::new(".")),
    };
    access(place, Access::WRITE_OK).is_ok()
}

/// Do two paths name one file? Devices take whatever is written to them.
fn is_same(one: &Path, other: &Path) -> bool {
    match (std::fs::canonicalize(one), std::fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        (Err(_), Err(_)) => one == other,
        _ => false,
    }
}

/// Prints the report, and writes the files that were asked for.
pub fn write(
    arguments: &arguments::Check,
    options: &Options,
    report: &Report,
) -> Result<(), String> {
    let sources = &mut Sources::new();
    let shown = &mut Shown {
        arguments,
        report,
        sources,
    };
    let printed = PRINTED.iter().find(|row| row.0 == arguments.format);
    let (_, render) = printed.expect("the table has every format");
    system::print(&render(shown));
    // A program may wait for ever before it has done anything: that is an execution without steps.
    let is_recorded = |found: &&Found| !found.recording.threads.is_empty();
    let errors: Vec<&Found> = report.outcome.errors.iter().filter(is_recorded).collect();
    if let Some(file) = &arguments.save {
        save(file, arguments, options, report.outcome.algorithm, &errors)?;
    }
    for written in WRITTEN {
        let Some(file) = (written.file)(&arguments.files_written) else {
            continue;
        };
        match (&written.render, errors.first()) {
            (Render::Report(render), _) => put(file, &render(shown))?,
            (Render::Error(render), Some(found)) => put(file, &render(shown, found))?,
            (Render::Error(_), None) => nothing(file),
        }
    }
    Ok(())
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
        ("try-inputs", arguments.try_inputs),
        ("volatile-relaxed", arguments.volatile == Volatile::Relaxed),
        ("volatile-ordered", arguments.volatile == Volatile::Ordered),
    ];
    let switches = switches.into_iter().filter(|(_, on)| *on);
    let mut switches: Vec<String> = switches.map(|(name, _)| name.into()).collect();
    // Errors are among the checks.
    let zero = frontend::options(arguments, options.checks).uninitialized;
    switches.extend(match zero {
        Uninitialized::Zero => Some("uninitialized-zero".into()),
        Uninitialized::Any => Some("uninitialized-any".into()),
        _ if arguments.asks_for_uninitialized() => Some("uninitialized-error".into()),
        _ => None,
    });
    let kinds = ErrorKind::ALL.into_iter();
    Saved {
        program: arguments.files.iter().map(input).collect(),
        clang_arguments: arguments.clang_arguments.clone(),
        compile_commands: (arguments.compile_commands.as_ref())
            .map(|list| list.to_string_lossy().into_owned()),
        entry: arguments.entry.clone(),
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
