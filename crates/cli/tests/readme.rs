//! The commands of README.md do what it says.
//!
//! In blocks marked `console`, a line `$ threadproof …` is run and the lines after it are its
//! output; a line `...` stands for any lines, and times and sizes for any others. The exit code
//! must fit the verdict that is shown, or the `$ echo $?` that follows. With `THREADPROOF_BLESS`
//! set the shown outputs are replaced by the real ones.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of the README and what it shows after it.
#[derive(Debug, Default, PartialEq)]
struct Shown {
    command: String,
    output: Vec<String>,
    /// Line numbers of the output in the file, from 0.
    lines: std::ops::Range<usize>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn commands_of_the_readme() {
    let file = root().join("README.md");
    let text = std::fs::read_to_string(&file).expect("there is a README");
    let commands = commands(&text);
    let mut blessed: Vec<String> = text.lines().map(str::to_owned).collect();
    let bless = std::env::var_os("THREADPROOF_BLESS").is_some();
    // In the order of the page, since later commands use what earlier ones write.
    let ours = |shown: &&Shown| shown.command.starts_with("threadproof ");
    let results: Vec<(Vec<String>, i32)> = commands
        .iter()
        .filter(ours)
        .map(|shown| run(&shown.command))
        .collect();
    let ran = results.len();
    let mut results = results.into_iter().rev();
    for (index, shown) in commands.iter().enumerate().rev() {
        if !ours(&shown) {
            continue;
        }
        let (output, code) = results.next().expect("each command was run");
        if bless && !shown.output.is_empty() && !shown.output.contains(&"...".into()) {
            blessed.splice(shown.lines.clone(), output.clone());
            continue;
        }
        if !shown.output.is_empty() {
            assert!(
                fits(&normal(&shown.output), &normal(&output)),
                "`{}` prints\n{}",
                shown.command,
                output.join("\n")
            );
        }
        let asked = commands
            .get(index + 1)
            .filter(|next| next.command == "echo $?");
        let expected = match asked {
            Some(next) => next.output.join("").parse().ok(),
            None => verdict_code(&shown.output),
        };
        assert_eq!(Some(code), expected, "exit code of `{}`", shown.command);
    }
    assert!(ran > 0, "the README shows how to use threadproof");
    if bless {
        std::fs::write(&file, blessed.join("\n") + "\n").expect("the README can be written");
    }
}

#[test]
fn project_commands_of_the_readme_exist() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let tasks = std::fs::read_to_string(root().join("xtask/src/main.rs")).expect("xtask is there");
    let mut found = 0;
    for shown in commands(&text) {
        if let Some(name) = shown.command.strip_prefix("cargo xtask ") {
            let name = name.split_whitespace().next().unwrap_or("");
            assert!(
                tasks.contains(&format!("(\"{name}\",")),
                "cargo xtask {name}"
            );
            found += 1;
        }
    }
    assert!(found >= 2, "the README says how to set up and to test");
}

fn commands(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = matches!(line, "```console" | "```sh") && !inside;
            continue;
        }
        if !inside {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(Shown {
                command: command.into(),
                output: Vec::new(),
                lines: number + 1..number + 1,
            });
        } else if let Some(last) = commands.last_mut() {
            last.output.push(line.into());
            last.lines.end = number + 1;
        }
    }
    commands
}

/// Standard output and exit code of a command line, run in the root of the project.
fn run(command: &str) -> (Vec<String>, i32) {
    let binary = Path::new(env!("CARGO_BIN_EXE_threadproof"));
    let folder = binary.parent().expect("the binary is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(root())
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().map(str::to_owned).collect();
    (lines, output.status.code().unwrap_or(-1))
}

/// The exit code that belongs to a shown report; without one the command must succeed.
fn verdict_code(output: &[String]) -> Option<i32> {
    let first = output.first().map_or("", String::as_str);
    Some(match first {
        _ if first.starts_with("error[") => 1,
        _ if first.starts_with("inconclusive") => 3,
        _ => 0,
    })
}

/// The lines without what differs from run to run.
fn normal(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| {
        let words = line.split(' ').map(|word| {
            let number = word.parse::<f64>().is_ok();
            if number && (word.contains('.') || line.starts_with("compiled in")) {
                "N"
            } else {
                word
            }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}

/// Does the real output fit the shown one?
fn fits(shown: &[String], real: &[String]) -> bool {
    match shown {
        [] => real.is_empty(),
        [dots, rest @ ..] if dots == "..." => (0..=real.len()).any(|n| fits(rest, &real[n..])),
        [line, rest @ ..] => real.first() == Some(line) && fits(rest, &real[1..]),
    }
}
