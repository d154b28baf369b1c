//! The tests of an executable, as it lists them itself.

use super::arguments::Test as Arguments;
use super::build::Built;
use std::process::Command;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// `module::name`
    pub name: String,
    /// Not to be checked.
    pub ignored: bool,
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
    Ok(tests
        .map(|(name, marked)| Test {
            ignored: marked && !arguments.ignored && !arguments.include_ignored,
            name,
        })
        .collect())
}

fn listed(built: &Built, options: &[&str]) -> Result<Vec<String>, String> {
    let shown = built.executable.display();
    let output = Command::new(&built.executable)
        .args(["--list", "--format", "terse"])
        .args(options)
        .output()
        .map_err(|error| format!("cannot run {shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{shown} does not list its tests: has it a harness of its own?"
        ));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(str::to_string).collect())
}

fn is_wanted(name: &str, arguments: &Arguments) -> bool {
    let fits = |filter: &String| match arguments.exact {
        true => name == filter,
        false => name.contains(filter.as_str()),
    };
    let wanted = arguments.filter.is_empty() || arguments.filter.iter().any(fits);
    wanted && !arguments.skip.iter().any(fits)
}
