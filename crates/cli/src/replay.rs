//! `--replay`: runs an execution that `--save` or `--emit-schedules` wrote down.
//!
//! The options are those of the file. A program that has changed is run all the same, as far as its steps
//! are those of the file: the error may still be there, and the user is told of both.

use crate::arguments;
use std::path::{Path, PathBuf};
use threadproof_engine::{
    Checks, Detail, Mismatch, Options, Outcome, Reason, ReasonKind, Replayed,
};
use threadproof_llvm::Volatile;
use threadproof_program::{ErrorKind, Program};
use threadproof_report::saved::{self, Saved, SavedError};
use threadproof_report::words;

pub fn read(file: &Path) -> Result<Saved, String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    saved::read(&text).map_err(|problem| format!("{shown}: {problem}"))
}

/// The command line as it was when the execution was saved; the files, the arguments for clang and the entry may
/// be given anew.
pub fn arguments(arguments: &arguments::Check, saved: &Saved) -> Result<arguments::Check, String> {
    let mut old = arguments.clone();
    if old.files.is_empty() {
        old.files = saved
            .program
            .iter()
            .map(|input| (&input.file).into())
            .collect();
    }
    if old.files.is_empty() {
        return Err("the execution to replay names no program".into());
    }
    if old.clang_arguments.is_empty() {
        old.clang_arguments = saved.clang_arguments.clone();
    }
    if old.compile_commands.is_none() {
        old.compile_commands = saved.compile_commands.as_ref().map(PathBuf::from);
    }
    if old.entry.is_none() {
        old.entry.clone_from(&saved.entry);
    }
    if old.model_functions.is_empty() {
        let saved = saved.model_functions.iter();
        old.model_functions = saved.map(|f| f.parse()).collect::<Result<_, _>>()?;
    }
    old.model = saved.model;
    old.algorithm = saved.algorithm;
    old.unroll = saved.unroll;
    let is_set = |name: &str| saved.switches.iter().any(|switch| switch == name);
    old.no_purity = is_set("no-purity");
    old.no_await = is_set("no-await");
    old.locks_as_written = is_set("locks-as-written");
    old.no_commute = is_set("no-commute");
    old.try_inputs = is_set("try-inputs");
    old.volatile = match () {
        () if is_set("volatile-relaxed") => Volatile::Relaxed,
        () if is_set("volatile-ordered") => Volatile::Ordered,
        () => Volatile::Plain,
    };
    old.uninitialized = match checks(saved).has(ErrorKind::Uninitialized) {
        true if is_set("uninitialized-error") => Some(arguments::Uninitialized::Error),
        true => None,
        false if is_set("uninitialized-zero") => Some(arguments::Uninitialized::Zero),
        false if is_set("uninitialized-any") => Some(arguments::Uninitialized::Any),
        false => Some(arguments::Uninitialized::Note),
    };
    if checks(saved).has(threadproof_program::ErrorKind::Leak) {
        // A program in Rust is translated otherwise where leaks are looked for.
        old.check.push("leaks".into());
    }
    old.resolved()
}

pub fn checks(saved: &Saved) -> Checks {
    let mut checks = Checks::default_for(saved.model);
    for kind in ErrorKind::ALL {
        checks.set(kind, saved.checks.contains(&kind));
    }
    if saved
        .program
        .iter()
        .any(|input| input.file.ends_with(".rs"))
    {
        checks.forgive_kept();
    }
    checks
}

/// Runs the execution; an error says why that is impossible.
pub fn run(
    program: &dyn Program,
    options: &Options,
    saved: &Saved,
    files: &[PathBuf],
) -> Result<Outcome, String> {
    let kind = saved.error.as_ref().map(|error| error.kind);
    let replayed = threadproof_engine::replay(program, options, &saved.recording, kind);
    let replayed = match replayed {
        Ok(replayed) => match saved::difference(saved, &replayed) {
            Some((at, message)) => return Err(unfit(saved, files, at, &message)),
            None => replayed,
        },
        Err(Mismatch::NoError) => {
            let message = no_error(saved.error.as_ref());
            let reason = Reason::in_words(ReasonKind::Unsupported, message);
            return Ok(Outcome::inconclusive(options.algorithm, reason));
        }
        Err(Mismatch::Move { at, why }) => {
            let message = words::impossible(&saved.recording.moves[at], why);
            return Err(unfit(saved, files, at, &message));
        }
        Err(damaged) => {
            let problem = words::damage(damaged).unwrap_or_default();
            return Err(format!("the saved execution is damaged: {problem}"));
        }
    };
    Ok(match replayed {
        Replayed::NoError(execution) => {
            Outcome::replayed_without_error(options.algorithm, execution)
        }
        Replayed::Error(mut found) => {
            // Notes about other executions, from when it was saved.
            if let Some(error) = &saved.error
                && error.message.starts_with(&words::bug(&found))
            {
                found.detail = Detail::Words(error.message.clone());
            }
            Outcome::replayed(options.algorithm, *found)
        }
    })
}

/// The execution could be run up to move `at`.
fn unfit(saved: &Saved, files: &[PathBuf], at: usize, message: &str) -> String {
    let why = match changed(saved, files) {
        Some(changed) => changed,
        None => "the program is not the one that was saved".into(),
    };
    format!(
        "the saved execution cannot be run: {why}\nIt fits up to step {at} of {}; then {message}.\n\
         Check the program again to see whether the error is still there.",
        saved.recording.moves.len(),
    )
}

fn no_error(error: Option<&SavedError>) -> String {
    let which = error.map_or(String::new(), |error| {
        format!(" ({}: {})", error.kind.name(), error.message)
    });
    format!("the saved execution ran to its end without the error that it was saved for{which}")
}

/// Notes for the user beside the result.
pub fn notes(saved: &Saved, files: &[PathBuf]) -> Vec<String> {
    changed(saved, files).into_iter().collect()
}

/// The files that are not what they were.
fn changed(saved: &Saved, files: &[PathBuf]) -> Option<String> {
    let now = files.iter().map(|file| {
        let bytes = std::fs::read(file).unwrap_or_default();
        (file, saved::fingerprint(&bytes))
    });
    let mut old = saved.program.iter();
    let changed: Vec<String> = now
        .filter(|(_, now)| old.next().is_none_or(|old| old.fingerprint != *now))
        .map(|(file, _)| file.display().to_string())
        .collect();
    let verb = if changed.len() == 1 { "has" } else { "have" };
    (!changed.is_empty()).then(|| {
        format!(
            "{} {verb} changed since the execution was saved",
            changed.join(", ")
        )
    })
}
