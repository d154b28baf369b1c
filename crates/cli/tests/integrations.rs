//! What other tools are told to run exists: the options in docs/ci.md, in the action and in the hook.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .args([command, "--help"])
        .output()
        .expect("threadproof runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The commands of a line: `threadproof COMMAND` and the options after it.
fn used(line: &str) -> Option<(&str, Vec<&str>)> {
    let (_, rest) = line.split_once("threadproof ")?;
    let mut words = rest.split_whitespace();
    let command = words
        .next()
        .filter(|word| ["test", "check", "init"].contains(word))?;
    let options = words.filter_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        word.starts_with("--")
            .then(|| word.split('=').next().unwrap_or(word))
    });
    Some((command, options.collect()))
}

#[test]
fn commands_for_other_tools() {
    let mut seen = 0;
    for file in [
        "docs/ci.md",
        "docs/suites.md",
        "action.yml",
        ".pre-commit-hooks.yaml",
    ] {
        let text = std::fs::read_to_string(root().join(file)).expect("it is there");
        for (command, options) in text.lines().filter_map(used) {
            seen += 1;
            let help = help(command);
            for option in options {
                assert!(help.contains(option), "{file}: {command} has no {option}");
            }
        }
    }
    assert!(seen >= 6, "{seen} commands");
}

/// Both have the form that their readers ask for, as far as that can be told here.
#[test]
fn the_action_and_the_hook_can_be_read() {
    let read = |file: &str| {
        let text = std::fs::read_to_string(root().join(file)).expect("it is there");
        serde_yaml_ng::from_str::<serde_json::Value>(&text).expect("YAML")
    };
    let action = read("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_array().expect("a list");
    assert!(
        steps.iter().all(|step| step["shell"] == "bash"),
        "each run has its shell"
    );
    let hooks = read(".pre-commit-hooks.yaml");
    assert_eq!(hooks[0]["id"], "threadproof");
    assert_eq!(hooks[0]["entry"], "threadproof test");
}
