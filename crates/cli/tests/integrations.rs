//! What other tools are told to run exists and works: the commands in docs/ci.md, the steps of the action, and the hook.

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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

/// A file of the project that other tools read as YAML.
fn yaml(file: &str) -> Value {
    let text = std::fs::read_to_string(root().join(file)).expect("it is there");
    serde_yaml_ng::from_str(&text).expect("YAML")
}

/// A project with the suite of `threadproof init`, and an empty folder `bin` for programs.
fn project(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("integrations-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("bin")).expect("cargo's folder for tests can be written");
    let init = Command::new(env!("CARGO_BIN_EXE_threadproof"))
        .arg("init")
        .current_dir(&folder)
        .output();
    assert!(init.expect("threadproof runs").status.success());
    folder
}

/// Breaks the first test of the project: two threads count without the lock, and nobody expects that.
fn break_test(project: &Path) {
    let file = project.join("threadproof-tests/counter.c");
    let text = std::fs::read_to_string(&file).expect("`init` wrote it");
    std::fs::write(file, format!("#define WITHOUT_LOCK\n{text}")).expect("it can be written");
}

/// Adds a program to the folder `bin` of a project.
fn add_program(project: &Path, name: &str, script: &str) {
    let file = project.join("bin").join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{script}")).expect("the folder was just made");
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(file, rights).expect("it is our file");
}

/// A shell in a project that finds the programs in `bin` first.
fn shell(project: &Path, script: &str) -> Command {
    let mut command = Command::new("bash");
    let path = std::env::var("PATH").expect("there is a PATH");
    command
        // As GitHub runs steps with `shell: bash`.
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(project)
        .env("PATH", format!("{}/bin:{path}", project.display()))
        .env("XDG_CACHE_HOME", project.join("cache"))
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .stdin(Stdio::null());
    command
}

fn words(output: &Output) -> String {
    let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{error}")
}

/// The variables that steps have on GitHub. The expression `github.action_path` is left out: in a container it is a folder
/// of the machine outside.
fn as_on_github(command: &mut Command, project: &Path) {
    let file = project.join("github-path");
    let added = std::fs::read_to_string(&file).unwrap_or_default();
    let path = std::env::var("PATH").expect("there is a PATH");
    let mut folders: Vec<String> = added.lines().rev().map(String::from).collect();
    folders.extend([project.join("bin").display().to_string(), path]);
    command
        .env("PATH", folders.join(":"))
        .env("GITHUB_PATH", file)
        .env("GITHUB_ACTION_PATH", root())
        .env("RUNNER_TEMP", project.join("temporary"));
}

/// The action with these inputs; the others have their defaults.
struct Action<'a> {
    action: Value,
    inputs: &'a [(&'a str, &'a str)],
}

impl Action<'_> {
    fn input(&self, name: &str) -> String {
        let known = &self.action["inputs"][name];
        assert!(!known.is_null(), "the action has no input {name}");
        let given = self.inputs.iter().find(|(input, _)| *input == name);
        given.map_or_else(
            || known["default"].as_str().expect("a text").to_owned(),
            |(_, value)| (*value).to_owned(),
        )
    }

    /// The value of an expression of GitHub.
    fn value(&self, expression: &str) -> String {
        match expression.strip_prefix("inputs.") {
            Some(name) => self.input(name),
            None => panic!("the test does not know {expression}"),
        }
    }

    /// A text with the values of its expressions.
    fn expand(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (expression, rest) = part.split_once("}}").expect("an expression has an end");
            whole += &self.value(expression.trim());
            whole += rest;
        }
        whole
    }

    /// Does a condition hold? Those of the action compare an input with nothing.
    fn holds(&self, condition: &str) -> bool {
        let words: Vec<&str> = condition.split_whitespace().collect();
        match words[..] {
            [expression, "==", "''"] => self.value(expression).is_empty(),
            [expression, "!=", "''"] => !self.value(expression).is_empty(),
            _ => panic!("the test does not know {condition}"),
        }
    }

    /// Runs the steps until one fails: all that they said, and whether all succeeded.
    fn run(&self, project: &Path) -> (String, bool) {
        let mut said = String::new();
        for step in self.action["runs"]["steps"].as_array().expect("a list") {
            if step["if"].as_str().is_some_and(|when| !self.holds(when)) {
                continue;
            }
            assert_eq!(step["shell"], "bash", "each run has its shell");
            let script = self.expand(step["run"].as_str().expect("a step runs something"));
            let mut command = shell(project, &script);
            as_on_github(&mut command, project);
            for (name, value) in step["env"].as_object().into_iter().flatten() {
                command.env(name, self.expand(value.as_str().expect("a text")));
            }
            let output = command.output().expect("there is a bash");
            said += &words(&output);
            if !output.status.success() {
                return (said, false);
            }
        }
        (said, true)
    }
}

fn action<'a>(inputs: &'a [(&'a str, &'a str)]) -> Action<'a> {
    let action = yaml("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    Action { action, inputs }
}

/// `cargo install` takes minutes, and `cargo xtask ci` runs the real one; here it links the built program to where it is told.
#[test]
fn the_action_builds_and_tests() {
    let project = project("action-source");
    let built = env!("CARGO_BIN_EXE_threadproof");
    let install = format!(
        "echo \"cargo $*\" in \"$PWD\"\n[ \"$1\" != install ] && exit\nshift $(($# - 1))\n\
         mkdir -p \"$1/bin\"\nln -sf {built} \"$1/bin/\""
    );
    add_program(&project, "cargo", &install);
    let (said, succeeded) = action(&[]).run(&project);
    assert!(succeeded, "{said}");
    let root = std::fs::canonicalize(root()).expect("the project has a root");
    for command in [
        "cargo run --quiet --package xtask -- setup",
        "cargo install --locked --path crates/cli --root",
    ] {
        let is_line = |line: &&str| {
            line.starts_with(command) && line.ends_with(&format!(" in {}", root.display()))
        };
        assert!(said.lines().any(|line| is_line(&line)), "{command}\n{said}");
    }
    assert!(said.contains("::add-matcher::"), "{said}");
    let sarif = std::fs::read_to_string(project.join("threadproof.sarif")).expect("SARIF");
    let sarif: Value = serde_json::from_str(&sarif).expect("SARIF is JSON");
    assert_eq!(
        sarif["runs"][0]["results"].as_array().map(Vec::len),
        Some(0)
    );

    break_test(&project);
    let inputs = [
        ("arguments", "--timeout 30 --no-cache"),
        ("paths", "threadproof-tests"),
        ("sarif", "other.sarif"),
    ];
    let (said, succeeded) = action(&inputs).run(&project);
    assert!(!succeeded, "{said}");
    let annotation = "::error file=threadproof-tests/counter.c,line=";
    assert!(said.contains(annotation), "{said}");
    assert!(project.join("other.sarif").exists());
}

#[test]
fn the_action_installs_a_package() {
    let project = project("action-package");
    let built = env!("CARGO_BIN_EXE_threadproof");
    let install = format!(
        "echo \"apt-get $*\"\n[ \"$1\" != install ] || ln -s {built} {}/bin/",
        project.display()
    );
    add_program(&project, "apt-get", &install);
    // As in a container of root, and as for others.
    add_program(&project, "sudo", "exec \"$@\"");
    std::fs::write(project.join("tool.deb"), "").expect("the folder was just made");
    let (said, succeeded) = action(&[("package", "tool.deb")]).run(&project);
    assert!(succeeded, "{said}");
    assert!(said.contains("apt-get update"), "{said}");
    let whole = std::fs::canonicalize(project.join("tool.deb")).expect("it was just written");
    let command = format!("apt-get install --yes {}", whole.display());
    assert!(said.contains(&command), "{said}");
}

/// `git commit` runs the hook's entry, as pre-commit does for hooks of the system.
#[test]
fn the_hook_stops_a_commit() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hook = &hooks[0];
    assert_eq!(
        (&hook["id"], &hook["language"], &hook["pass_filenames"]),
        (&"threadproof".into(), &"system".into(), &false.into())
    );
    let entry = hook["entry"].as_str().expect("a command");
    let project = project("hook");
    let built = env!("CARGO_BIN_EXE_threadproof");
    add_program(&project, "threadproof", &format!("exec {built} \"$@\""));
    let setup = "git init --quiet\ngit config user.name Somebody\ngit config user.email some@body\n\
                 cp bin/hook .git/hooks/pre-commit\nprintf 'bin\\ncache\\n' > .gitignore";
    add_program(&project, "hook", &format!("exec {entry}"));
    let run = |script: &str| shell(&project, script).output().expect("there is a bash");
    let made = run(setup);
    assert!(made.status.success(), "{}", words(&made));
    let first = run("git add --all\ngit commit -m 'A test'");
    assert!(first.status.success(), "{}", words(&first));
    assert!(words(&first).contains("all 2 tests ended as expected"));
    break_test(&project);
    let second = run("git commit --all -m 'A broken test'");
    assert!(!second.status.success(), "{}", words(&second));
    assert!(words(&second).contains("FAILED"), "{}", words(&second));
    let commits = run("git rev-list --count HEAD");
    assert_eq!(words(&commits).trim(), "1");
}

/// pre-commit itself runs the hook from a copy of the project's description of it, where it is installed.
#[test]
fn pre_commit_runs_the_hook() {
    let installed = Command::new("pre-commit").arg("--version").output();
    if !installed.is_ok_and(|output| output.status.success()) {
        eprintln!("left out: pre-commit is not installed");
        return;
    }
    let project = project("pre-commit");
    let built = env!("CARGO_BIN_EXE_threadproof");
    add_program(&project, "threadproof", &format!("exec {built} \"$@\""));
    let hooks = std::fs::read(root().join(".pre-commit-hooks.yaml")).expect("it is there");
    std::fs::create_dir(project.join("tool")).expect("the folder is ours");
    std::fs::write(project.join("tool/.pre-commit-hooks.yaml"), hooks).expect("the same");
    let run = |script: &str| {
        let mut command = shell(&project, script);
        command.env("PRE_COMMIT_HOME", project.join("cache/pre-commit"));
        command.output().expect("there is a bash")
    };
    let setup = "author='-c user.name=Somebody -c user.email=some@body'\n\
                 git init --quiet tool\ngit -C tool add --all\n\
                 git -C tool $author commit --quiet -m 'A hook'\n\
                 printf 'bin\\ncache\\ntool\\n' > .gitignore\n\
                 git init --quiet\ngit config user.name Somebody\ngit config user.email some@body\n\
                 printf 'repos:\\n  - repo: file://%s/tool\\n    rev: %s\\n    hooks: [{id: threadproof}]\\n' \
                 \"$PWD\" \"$(git -C tool rev-parse HEAD)\" > .pre-commit-config.yaml\n\
                 pre-commit install\ngit add --all";
    let made = run(setup);
    assert!(made.status.success(), "{}", words(&made));
    let first = run("git commit -m 'A test'");
    assert!(first.status.success(), "{}", words(&first));
    assert!(words(&first).contains("Passed"), "{}", words(&first));
    // A commit of other files runs nothing; one of any file that can have a test does.
    for (file, expected) in [("notes.txt", "Skipped"), ("mp.litmus", "Passed")] {
        let commit = format!("touch {file}\ngit add {file}\ngit commit -m 'Add {file}'");
        let said = words(&run(&commit));
        assert!(said.contains(expected), "{file}: {said}");
    }
    break_test(&project);
    let broken = run("git commit --all -m 'A broken test'");
    assert!(!broken.status.success(), "{}", words(&broken));
    assert!(words(&broken).contains("FAILED"), "{}", words(&broken));
}

/// The first block in a language after a headline of docs/ci.md.
fn block(headline: &str, language: &str) -> String {
    let text = std::fs::read_to_string(root().join("docs/ci.md")).expect("it is there");
    let (_, part) = text
        .split_once(&format!("\n## {headline}\n"))
        .expect("a headline");
    let (_, block) = part
        .split_once(&format!("```{language}\n"))
        .expect("a block");
    block.split("```").next().unwrap_or_default().to_owned()
}

/// The job for GitLab and the rule for make do what they promise, as they stand in docs/ci.md.
#[test]
fn the_examples_for_gitlab_and_make() {
    let project = project("examples");
    let built = env!("CARGO_BIN_EXE_threadproof");
    add_program(&project, "threadproof", &format!("exec {built} \"$@\""));
    add_program(&project, "apt-get", "echo \"apt-get $*\"");
    let job: Value = serde_yaml_ng::from_str(&block("GitLab", "yaml")).expect("YAML");
    let job = &job["threadproof"];
    for line in job["script"].as_array().expect("a list") {
        let line = line.as_str().expect("a command");
        let output = shell(&project, line).output().expect("there is a bash");
        assert!(output.status.success(), "{line}: {}", words(&output));
    }
    let kept = |name: &Value| project.join(name.as_str().expect("a path"));
    let junit = std::fs::read_to_string(kept(&job["artifacts"]["reports"]["junit"]));
    assert!(junit.expect("the results").contains("tests=\"2\""));
    assert!(
        kept(&job["artifacts"]["paths"][0])
            .join("index.html")
            .exists()
    );
    assert!(kept(&job["cache"]["paths"][0]).is_dir());

    std::fs::write(project.join("Makefile"), block("make", "make")).expect("the folder is ours");
    let run = || {
        let output = shell(&project, "make threadproof").output();
        output.expect("there is a bash")
    };
    let first = run();
    assert!(first.status.success(), "{}", words(&first));
    let second = words(&run());
    assert!(second.contains("recorded"), "{second}");
    break_test(&project);
    assert!(!run().status.success());
}
