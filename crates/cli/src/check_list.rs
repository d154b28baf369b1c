//! The lists of `--check` and `--no-check`: names of errors and of groups of errors.

use crate::arguments::{Check, Uninitialized};
use threadproof_engine::{Checks, Model};
use threadproof_program::ErrorKind;

/// Names that stand for several kinds, or for a kind with a longer name.
const GROUPS: &[(&str, &[ErrorKind])] = &[
    ("race", &[ErrorKind::DataRace]),
    ("memory-leak", &[ErrorKind::Leak]),
    ("mutex", &[ErrorKind::MutexMisuse]),
    ("lock", &[ErrorKind::MutexMisuse]),
    ("division", &[ErrorKind::DivisionByZero]),
    ("bound", &[ErrorKind::OutOfBounds]),
    ("null", &[ErrorKind::NullDeref]),
    ("uninitialised", &[ErrorKind::Uninitialized]),
    (
        "memory",
        &[
            ErrorKind::NullDeref,
            ErrorKind::OutOfBounds,
            ErrorKind::UseAfterFree,
            ErrorKind::DoubleFree,
            ErrorKind::InvalidFree,
        ],
    ),
    ("all", &ErrorKind::ALL),
];

/// All but the last: robustness is a question of its own.
fn named() -> &'static [ErrorKind] {
    const ALL: &[ErrorKind] = &ErrorKind::ALL;
    let (last, named) = ALL.split_last().expect("there are kinds");
    debug_assert_eq!(*last, ErrorKind::NotRobust);
    named
}

/// What the command line wants to have looked for.
pub fn wanted(arguments: &Check) -> Result<Checks, String> {
    let (on, off) = (&arguments.check, &arguments.no_check);
    let mut checks = resolve(arguments.model, arguments.is_rust(), on, off)?;
    if let Some(how) = arguments.uninitialized {
        let error = how == Uninitialized::Error;
        let other = if error { off } else { on };
        if names(other, ErrorKind::Uninitialized) {
            let list = if error { "--no-check" } else { "--check" };
            let how = how.name();
            return Err(format!(
                "--uninitialized {how} and {list} uninitialized contradict each other"
            ));
        }
        checks.set(ErrorKind::Uninitialized, error);
    }
    Ok(checks)
}

/// The checks to make under `model`, with the user's wishes; an unknown name is an error.
/// Programs in Rust have more races that are looked for, copy memory that was never written, and have statics that keep
/// their objects.
pub fn resolve(model: Model, rust: bool, on: &[String], off: &[String]) -> Result<Checks, String> {
    let mut checks = Checks::default_for(model);
    if rust {
        checks.set(ErrorKind::DataRace, true);
        checks.set(ErrorKind::Uninitialized, false);
        checks.forgive_kept();
    }
    for (list, wanted) in [(on, true), (off, false)] {
        for name in list {
            for &kind in kinds(name)? {
                checks.set(kind, wanted);
            }
        }
    }
    Ok(checks)
}

/// Is this kind one of those that a list names?
pub fn names(list: &[String], kind: ErrorKind) -> bool {
    let names = |name: &String| kinds(name).is_ok_and(|kinds| kinds.contains(&kind));
    list.iter().any(names)
}

/// Upper case, underscores and a plural do not matter.
fn kinds(name: &str) -> Result<&'static [ErrorKind], String> {
    let lower = name.trim().to_lowercase().replace(['_', ' '], "-");
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let mutexes = singular.strip_suffix("xe").map(|stem| format!("{stem}x"));
    let matches = |known: &str| {
        let known = known.strip_suffix('s').unwrap_or(known);
        known == singular || Some(known) == mutexes.as_deref()
    };
    if let Some((_, kinds)) = GROUPS.iter().find(|(known, _)| matches(known)) {
        return Ok(kinds);
    }
    let all = named();
    match all.iter().position(|kind| matches(kind.name())) {
        Some(at) => Ok(&all[at..=at]),
        None => Err(format!(
            "unknown check `{name}`; known are:\n{}",
            all_names()
        )),
    }
}

/// All names, on lines of their own.
pub fn all_names() -> String {
    let names: Vec<&str> = named().iter().map(|kind| kind.name()).collect();
    let mut shown: String = names
        .chunks(6)
        .map(|line| format!("  {}\n", line.join(", ")))
        .collect();
    shown += "  groups: races, leaks, memory (null-deref to invalid-free), mutexes, all\n";
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn every_kind_has_its_name() {
        for kind in named() {
            assert_eq!(kinds(kind.name()), Ok(&[*kind][..]));
        }
        assert!(kinds("not-robust").is_err());
    }

    #[test]
    fn names_are_taken_liberally() {
        for (name, kind) in [
            ("races", ErrorKind::DataRace),
            ("Data_Races", ErrorKind::DataRace),
            ("leaks", ErrorKind::Leak),
            ("assertions", ErrorKind::Assertion),
            ("mutexes", ErrorKind::MutexMisuse),
            ("out-of-bounds", ErrorKind::OutOfBounds),
            ("deadlocks", ErrorKind::Deadlock),
        ] {
            assert_eq!(kinds(name), Ok(&[kind][..]), "{name}");
        }
        assert_eq!(kinds("memory").map(<[_]>::len), Ok(5));
        assert!(kinds("rces").is_err());
        assert!(kinds("").is_err());
    }

    #[test]
    fn switching_off_wins() {
        let both = list(&["races"]);
        let checks = resolve(Model::Sc, false, &both, &[]).expect("a known name");
        assert!(checks.has(ErrorKind::DataRace));
        let checks = resolve(Model::Sc, false, &both, &both).expect("a known name");
        assert!(!checks.has(ErrorKind::DataRace));
        assert!(checks.has(ErrorKind::Assertion));
    }
}
