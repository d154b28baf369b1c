//! `cargo threadproof`: checks the tests of a Rust package, or one of its programs.
//!
//! Cargo builds the package with its usual options; each test function is then the entry of a program of its own, so
//! that the harness is not run. The bitcode of an executable is read once for all its tests.

mod arguments;
mod attributes;
mod build;
mod documentation;
mod harness;
mod list;
mod loom;
mod run;
mod show;

pub use arguments::Cargo;

use crate::arguments::Check;
use crate::{Exit, frontend};
use arguments::{Command, Format, Package, Test};
use build::{Built, What};
use run::{Job, Settings};
use std::time::Instant;
use threadproof_llvm::rust::{Entry, Program, Reader};

pub fn run(cargo: &Cargo) -> Result<Exit, String> {
    match &cargo.command {
        Command::Test(arguments) => {
            let mut arguments = arguments.clone();
            harness::apply(&mut arguments)?;
            // What makes no sense is said before anything is built.
            Settings::new(&arguments.search)?;
            test(arguments, None)
        }
        Command::Run(arguments) => run_program(arguments),
    }
}

/// Is this the manifest of a package? Then its tests are checked.
pub fn is_manifest(check: &Check) -> bool {
    matches!(&check.files[..], [file] if file.file_name().is_some_and(|name| name == "Cargo.toml"))
}

/// `threadproof check Cargo.toml`.
pub fn check_manifest(check: &Check) -> Result<Exit, String> {
    let package = Package {
        manifest_path: check.files.first().cloned(),
        ..Package::default()
    };
    let format = match check.format {
        crate::arguments::Format::Json => Format::Json,
        _ => Format::Text,
    };
    let arguments = Test {
        package,
        format,
        ..Test::default()
    };
    test(arguments, Some(Settings::of(check)?))
}

/// Without settings, those of the arguments and of the variables for loom.
fn test(mut arguments: Test, settings: Option<Settings>) -> Result<Exit, String> {
    if arguments.doc {
        return Err("tests in documentation are not checked".into());
    }
    let targets = targets(&arguments);
    let what = What::Tests(targets.clone());
    let built = build::build(&arguments.package, &what)?;
    if built.executables.is_empty() && built.left_out.is_empty() {
        return Err("the package has no tests".into());
    }
    let settings = match settings {
        Some(settings) => settings,
        None => {
            if built.uses_loom {
                let variable = |name: &str| std::env::var(name).ok();
                for sentence in loom::apply(&mut arguments.search, variable) {
                    eprintln!("note: {sentence}");
                }
            }
            Settings::new(&arguments.search)?
        }
    };
    let mut screen = show::Screen::new(arguments.format, arguments.search.verbose);
    for executable in &built.executables {
        test_executable(executable, &arguments, &settings, &mut screen)?;
    }
    for title in &built.left_out {
        eprintln!("note: {title} is left out: macros for the compiler have no bitcode");
    }
    if targets.is_empty() {
        for title in &built.documented {
            eprintln!("note: the tests in the documentation of {title} are left out");
        }
    }
    Ok(screen.finish())
}

/// The options of cargo that say which of the package's tests to build.
fn targets(arguments: &Test) -> Vec<String> {
    let mut options = Vec::new();
    for (name, wanted) in [
        ("--lib", arguments.lib),
        ("--tests", arguments.tests),
        ("--bins", arguments.bins),
        ("--examples", arguments.examples),
        ("--all-targets", arguments.all_targets),
    ] {
        options.extend(wanted.then(|| name.to_string()));
    }
    for (name, values) in [
        ("--test", &arguments.test),
        ("--bin", &arguments.bin),
        ("--example", &arguments.example),
    ] {
        for value in values {
            options.extend([name.to_string(), value.clone()]);
        }
    }
    options
}

fn test_executable(
    built: &Built,
    arguments: &Test,
    settings: &Settings,
    screen: &mut show::Screen,
) -> Result<(), String> {
    let tests = list::tests(built, arguments)?;
    let begin = Instant::now();
    screen.begin(built, tests.len());
    let program = load(built, settings)?;
    let (ignored, wanted): (Vec<_>, Vec<_>) = tests.into_iter().partition(|test| test.ignored);
    for test in ignored {
        screen.ignored(&test.name);
    }
    let jobs: Vec<Job> = wanted
        .into_iter()
        .map(|test| {
            let path = format!("{}::{}", built.krate, test.name);
            Job {
                entry: match test.should_panic {
                    true => Entry::Panicking(path),
                    false => Entry::Function(path),
                },
                name: test.name,
                should_panic: test.should_panic,
            }
        })
        .collect();
    let workers = arguments.jobs.map_or_else(workers, usize::from);
    let entries = jobs.iter().map(|job| job.entry.clone()).collect();
    let reader = Reader::new(program, entries);
    run::all(&reader, &jobs, settings, workers, |checked| {
        screen.checked(&checked)
    });
    screen.end(begin.elapsed());
    Ok(())
}

fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn load(built: &Built, settings: &Settings) -> Result<Program, String> {
    let shown = built.bitcode.display();
    let bitcode = std::fs::read(&built.bitcode).map_err(|error| format!("{shown}: {error}"))?;
    Ok(Program {
        bitcode: bitcode.into(),
        files: Vec::new(),
        model_functions: Vec::new(),
        how: frontend::treatment(&settings.check),
        volatile: settings.check.volatile,
    })
}

fn run_program(arguments: &arguments::Run) -> Result<Exit, String> {
    let settings = Settings::new(&arguments.search)?;
    let options = match (&arguments.bin, &arguments.example) {
        (Some(bin), _) => vec!["--bin".to_string(), bin.clone()],
        (None, Some(example)) => vec!["--example".to_string(), example.clone()],
        (None, None) => vec!["--bins".to_string()],
    };
    let built = build::build(&arguments.package, &What::Program(options))?.executables;
    let [built] = &built[..] else {
        let names: Vec<&str> = built.iter().map(|built| built.krate.as_str()).collect();
        return Err(match names.is_empty() {
            true => "the package has no program".into(),
            false => format!(
                "the package has several programs, choose one with --bin: {}",
                names.join(", ")
            ),
        });
    };
    let program = load(built, &settings)?;
    let job = Job {
        entry: Entry::Main,
        name: built.krate.clone(),
        should_panic: false,
    };
    let reader = Reader::new(program, vec![job.entry.clone()]);
    let checked = run::one(&reader, &job, &settings);
    Ok(show::program(
        &checked,
        arguments.format,
        arguments.search.verbose,
    ))
}
