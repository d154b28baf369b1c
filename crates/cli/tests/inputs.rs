//! Broken inputs of every kind, with fixed seeds: each ends with words or a verdict, never with a panic,
//! a signal or silence. `cargo xtask fuzz --inputs` goes on where these stop.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use threadproof_engine::{Algorithm, Limits, Model, Options, check};
use threadproof_ir::{compile, text, verify::verify};
use threadproof_litmus::{FailWhen, Litmus};
use threadproof_program::Program;
use threadproof_report::words;
use threadproof_testkit::mangle::mangle;
use threadproof_testkit::random::Rng;

/// Small programs with much in them.
const PROGRAMS: [&str; 5] = [
    "examples/lost-update.c",
    "corpus/language/bit-fields-packed.c",
    "corpus/language/function-pointers-table.c",
    "corpus/library/cond_timedwait.c",
    "corpus/spin/ttas.c",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The programs as clang compiles them: `-S` for text, `-c` for bitcode.
fn compiled(form: &str) -> Vec<Vec<u8>> {
    let compile = |file: &str| {
        let mut clang = Command::new("clang-22");
        clang.args(["-O0", "-g", "-emit-llvm", form, "-o", "-"]);
        let output = clang.current_dir(root()).arg(file).output();
        let output = output.expect("clang-22 is installed");
        assert!(output.status.success(), "{file} compiles");
        output.stdout
    };
    PROGRAMS.iter().map(|file| compile(file)).collect()
}

/// The programs in our own representation, with what they need of the library.
fn modules() -> Vec<Vec<u8>> {
    let print = |file: &&str| {
        let module = threadproof_llvm::load(&threadproof_llvm::Input {
            files: vec![root().join(file)],
            ..threadproof_llvm::Input::default()
        });
        text::print(&module.expect("it can be loaded")).into_bytes()
    };
    PROGRAMS.iter().map(print).collect()
}

fn litmus_tests() -> Vec<Vec<u8>> {
    let folder = root().join("corpus/litmus");
    let entries = std::fs::read_dir(folder).expect("part of the project");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("can be listed").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "litmus"));
    files.sort();
    let read = |file: &PathBuf| std::fs::read(file).expect("can be read");
    files.iter().map(read).collect()
}

/// Takes a few steps with the program.
fn explore(program: &dyn Program, model: Model) {
    let mut options = Options::new(model, Algorithm::Optimal);
    options.keep_going = true;
    options.limits = Limits {
        max_executions: Some(30),
        max_steps: 500,
        max_memory: 1 << 20,
        ..Limits::default()
    }
    .with_timeout(Some(Duration::from_millis(50)));
    let outcome = check(program, &options, &mut |_| ControlFlow::Continue(()));
    let outcome = outcome.expect("optimal supports these models");
    assert_eq!(outcome.counts.redundant, 0);
    let reason = outcome
        .reason
        .map_or(String::new(), |reason| words::cause(&reason.cause));
    assert!(!reason.contains("internal error"), "{reason}");
}

fn try_module(bytes: &[u8]) {
    let Ok(module) = text::parse(bytes) else {
        return;
    };
    if verify(&module).is_err() {
        return;
    }
    let options = threadproof_ir::Options {
        max_call_depth: 200,
        ..threadproof_ir::Options::default()
    };
    if let Ok(program) = compile(module, &options) {
        explore(&program, Model::Sc);
    }
}

fn try_litmus(bytes: &[u8]) {
    if let Ok(test) = threadproof_litmus::parse("t", bytes) {
        explore(&Litmus::new(&test, FailWhen::Outcome), Model::Tso);
    }
}

fn threadproof(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadproof"));
    command.current_dir(root()).args(arguments);
    command.stdin(Stdio::null());
    command
}

/// The real program must end with one of its exit codes, and say why if it refuses.
fn must_end_well(arguments: &[&str]) {
    let output = threadproof(arguments).output().expect("threadproof runs");
    let code = output.status.code();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        matches!(code, Some(0..=3)) && !words.contains("please report it"),
        "{arguments:?}: {} {words}",
        output.status
    );
    assert!(
        code != Some(2) || !words.is_empty(),
        "{arguments:?} was refused without a word"
    );
}

/// Runs the real program on a broken file.
fn try_file(bytes: &[u8], name: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    std::fs::create_dir_all(&folder).expect("cargo's folder for tests can be written");
    let file = folder.join(name);
    std::fs::write(&file, bytes).expect("the folder was just made");
    let file = file.to_str().expect("our own path");
    must_end_well(&[
        "check",
        file,
        "--max-executions",
        "20",
        "--timeout",
        "5",
        "--format",
        "json",
    ]);
}

fn arguments(rng: &mut Rng) -> Vec<String> {
    const WORDS: [&str; 36] = [
        "check",
        "litmus",
        "bench",
        "show",
        "help",
        "--model",
        "sc",
        "tso",
        "ra",
        "--algorithm",
        "naive",
        "auto",
        "--unroll",
        "0",
        "3",
        "-1",
        "--check",
        "races,leaks",
        "--no-check",
        "all",
        "--timeout",
        "1e99",
        "0.01",
        "nan",
        "--max-executions",
        "--format",
        "json",
        "--jobs",
        "--replay",
        "--",
        "-DX",
        "examples/lost-update.c",
        "corpus/litmus",
        "README.md",
        "",
        "\u{1F980}\n",
    ];
    let word = |rng: &mut Rng| {
        let word = WORDS[rng.below(WORDS.len() as u32) as usize];
        match rng.below(8) {
            0 => format!("{word}="),
            1 => format!("--{word}"),
            2 => word.chars().rev().collect(),
            _ => word.to_string(),
        }
    };
    let begin = ["check", "litmus", "show"][rng.below(3) as usize];
    let rest = (0..rng.below(6)).map(|_| word(rng));
    std::iter::once(begin.to_string()).chain(rest).collect()
}

fn try_arguments(rng: &mut Rng) {
    let arguments = arguments(rng);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if !arguments.contains(&"--timeout") {
        arguments.splice(1..1, ["--timeout", "5"]);
    }
    must_end_well(&arguments);
}

/// Seeds of the test suite; those of long runs are behind them.
fn seeds(count: u64) -> impl Iterator<Item = Rng> {
    (0..count).map(Rng::new)
}

#[test]
fn our_own_representation() {
    let samples = modules();
    seeds(2_500).for_each(|mut rng| try_module(&mangle(&mut rng, &samples)));
}

#[test]
fn litmus_in_both_dialects() {
    let samples = litmus_tests();
    seeds(10_000).for_each(|mut rng| try_litmus(&mangle(&mut rng, &samples)));
}

#[test]
fn llvm_text() {
    let samples = compiled("-S");
    seeds(60).for_each(|mut rng| try_file(&mangle(&mut rng, &samples), "broken.ll"));
}

#[test]
fn llvm_bitcode() {
    let samples = compiled("-c");
    seeds(60).for_each(|mut rng| try_file(&mangle(&mut rng, &samples), "broken.bc"));
}

#[test]
fn command_lines() {
    seeds(150).for_each(|mut rng| try_arguments(&mut rng));
}

/// For `cargo xtask fuzz --inputs`, which says for how long and where to begin.
#[test]
#[ignore = "runs for as long as one likes"]
fn for_as_long_as_one_likes() {
    let number = |name: &str, otherwise: f64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let length = Duration::from_secs_f64(60.0 * number("FUZZ_MINUTES", 1.0));
    let mut seed = number("FUZZ_SEED", 1_000_000.0) as u64;
    let (ir, litmus) = (modules(), litmus_tests());
    let (llvm, bitcode) = (compiled("-S"), compiled("-c"));
    let (first, begin) = (seed, Instant::now());
    while begin.elapsed() < length {
        // A process costs as much as many files.
        for _ in 0..50 {
            try_module(&mangle(&mut Rng::new(seed), &ir));
            try_litmus(&mangle(&mut Rng::new(seed), &litmus));
            seed += 1;
        }
        try_file(&mangle(&mut Rng::new(seed), &llvm), "long.ll");
        try_file(&mangle(&mut Rng::new(seed), &bitcode), "long.bc");
        try_arguments(&mut Rng::new(seed));
    }
    println!("seeds {first} to {seed}: every broken input was answered");
}
