//! Programs of one thread that check themselves. The machine runs them, and so do we: every
//! assertion in them holds on both.

#[allow(dead_code, reason = "each test program uses another part")]
mod support;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::load_with;
use threadproof_engine::{Algorithm, Model, Options, Verdict, check};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meaning");
    let entries = std::fs::read_dir(folder).expect("the folder is part of this crate");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "programs are missing");
    files
}

fn standard(file: &Path) -> &'static [&'static str] {
    match file.extension().and_then(|e| e.to_str()) {
        Some("c") => &["-std=gnu2x"],
        _ => &[],
    }
}

#[test]
fn the_machine_agrees_with_the_programs() {
    for file in programs() {
        let program = support::file("program", "");
        let mut clang = Command::new("clang++-22");
        if file.extension().is_some_and(|e| e == "c") {
            clang = Command::new("clang-22");
        }
        let built = clang
            .args(standard(&file))
            .args(["-w", "-no-pie"])
            .arg(&file)
            .args(["-latomic", "-lm", "-o"])
            .arg(&program)
            .status();
        assert!(
            built.is_ok_and(|status| status.success()),
            "{}",
            file.display()
        );
        let ran = Command::new(&program).status();
        assert!(
            ran.is_ok_and(|status| status.success()),
            "{}",
            file.display()
        );
        drop(std::fs::remove_dir_all(
            program.parent().expect("a folder of its own"),
        ));
    }
}

fn run(file: &Path, level: &str) {
    let arguments = [standard(file), &[level]].concat();
    let module = match load_with(&[file.to_path_buf()], &arguments) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    };
    let program = threadproof_ir::compile(module, &Default::default());
    let program = program.unwrap_or_else(|words| panic!("{words}"));
    let options = Options::new(Model::Sc, Algorithm::Auto);
    let outcome = check(&program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = outcome.unwrap_or_else(|_| panic!("the default is supported"));
    let name = file.display();
    let errors: Vec<_> = outcome.errors.iter().map(|error| &error.detail).collect();
    assert_eq!(
        outcome.verdict,
        Verdict::Verified,
        "{name} {level}: {errors:?} {:?}",
        outcome.reason
    );
    assert_eq!(outcome.counts.complete, 1, "{name} {level}");
}

#[test]
fn we_agree_without_optimisation() {
    programs().iter().for_each(|file| run(file, "-O0"));
}

#[test]
fn we_agree_with_optimisation() {
    programs().iter().for_each(|file| run(file, "-O2"));
}
