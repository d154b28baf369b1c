//! The tests of an executable, as it lists them itself.

use super::arguments::Test as Arguments;
use super::build::Built;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// `module::name`
    pub name: String,
    /// Not to be checked.
    pub ignored: bool,
    pub should_panic: bool,
}

/// The tests that the user wants to see.
pub fn tests(built: &Built, arguments: &Arguments) -> Result<Vec<Test>, String> {
    let all = listed(built, &[])?;
    let ignored = listed(built, &["--ignored"])?;
    let tests = all.into_iter().filter(|name| is_wanted(name, arguments));
    let tests = tests.map(|name| {
        let marked = ignored.contains(&name);
        (name, marked)
    });
    let tests = tests.filter(|(_, marked)| *marked || !arguments.ignored);
    let panicking = panicking(built)?;
    Ok(tests
        .map(|(name, marked)| Test {
            ignored: marked && !arguments.ignored && !arguments.include_ignored,
            should_panic: panicking.contains(&name),
            name,
        })
        .collect())
}

fn listed(built: &Built, options: &[&str]) -> Result<Vec<String>, String> {
    let text = said(built, &[&["--list", "--format", "terse"], options].concat())?;
    let is_known =
        |line: &str| line.is_empty() || line.ends_with(": test") || line.ends_with(": benchmark");
    if let Some(other) = text.lines().find(|line| !is_known(line)) {
        return Err(own_harness(built, other));
    }
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(str::to_string).collect())
}

/// The tests that should panic. A list does not say so; an executable that is to run benchmarks only does, as it names the
/// tests that it leaves out.
fn panicking(built: &Built) -> Result<Vec<String>, String> {
    let text = said(built, &["--bench", "--include-ignored"])?;
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("test ")?.split_once(" - should panic")?;
        Some(name.to_string())
    });
    Ok(names.collect())
}

/// The words of the executable, called with these options.
fn said(built: &Built, options: &[&str]) -> Result<String, String> {
    let shown = built.executable.display();
    let output = Command::new(&built.executable)
        .args(options)
        .env(LIBRARIES, libraries(built))
        .output()
        .map_err(|error| format!("cannot run {shown}: {error}"))?;
    if !output.status.success() {
        return Err(own_harness(
            built,
            String::from_utf8_lossy(&output.stderr).trim(),
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn own_harness(built: &Built, words: &str) -> String {
    let title = &built.title;
    format!(
        "{title} does not list its tests: has it a harness of its own? --lib and --test NAME choose others\n{words}"
    )
}

/// Where the system looks for shared libraries.
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// The folders with the shared libraries of the package, as cargo would name them.
fn libraries(built: &Built) -> OsString {
    let mut folders: Vec<PathBuf> = built
        .executable
        .parent()
        .map(PathBuf::from)
        .into_iter()
        .collect();
    folders.extend(built.libraries.clone());
    let before = std::env::var_os(LIBRARIES).unwrap_or_default();
    folders.extend(std::env::split_paths(&before));
    std::env::join_paths(folders).unwrap_or(before)
}

fn is_wanted(name: &str, arguments: &Arguments) -> bool {
    let fits = |filter: &String| match arguments.exact {
        true => name == filter,
        false => name.contains(filter.as_str()),
    };
    let wanted = arguments.filter.is_empty() || arguments.filter.iter().any(fits);
    wanted && !arguments.skip.iter().any(fits)
}
