//! `threadproof check`: prepares the program, explores it, reports.

use crate::arguments::{self, Format};
use crate::watch::{self, Stopped, Watched};
use crate::{Exit, check_list, frontend, help, litmus, progress, system};
use std::path::Path;
use std::time::{Duration, Instant};
use threadproof_engine::{
    Algorithm, Limits, Model, Options, Outcome, Reason, Unsupported, Verdict, resolve,
};
use threadproof_report::{Report, Sources, json, text};

pub fn run(arguments: &arguments::Check) -> Result<Exit, String> {
    let mut options = options(arguments)?;
    refuse_what_is_missing(arguments)?;
    for file in &arguments.files {
        readable(file)?;
    }
    if litmus::is_test(arguments)? {
        options.checks = litmus::checks(options.checks, &arguments.check);
    }
    let mut line = progress::Line::new(arguments.format == Format::Text);
    let job = {
        let arguments = arguments.clone();
        move |watched| explore(&arguments, &options, &watched)
    };
    let ended = watch::run(options.limits.deadline, |p| line.show(p), job);
    line.clear();
    let explored = match ended {
        Ok(explored) => explored?,
        Err(Stopped { reason, counts }) => Explored::stopped(&options, reason, counts),
    };
    Ok(show(arguments, explored))
}

/// The algorithm to run.
pub fn algorithm(algorithm: Algorithm, model: Model) -> Result<Algorithm, String> {
    resolve(algorithm, model).map_err(|unsupported| {
        let table = help::support_table();
        let problem = match unsupported {
            Unsupported(Algorithm::Auto, model) => {
                format!("--model {} is not supported yet", model.name())
            }
            pair => pair.to_string(),
        };
        format!("{problem}; these work together:\n{table}")
    })
}

fn options(arguments: &arguments::Check) -> Result<Options, String> {
    let algorithm = algorithm(arguments.algorithm, arguments.model)?;
    let limits = Limits {
        max_executions: arguments.max_executions,
        ..Limits::default()
    };
    let checks = check_list::resolve(arguments.model, &arguments.check, &arguments.no_check)?;
    Ok(Options {
        checks,
        limits: limits.with_timeout(arguments.timeout),
        keep_going: arguments.keep_going,
        ..Options::new(arguments.model, algorithm)
    })
}

/// Options that are part of the fixed command line before what they ask for exists.
fn refuse_what_is_missing(arguments: &arguments::Check) -> Result<(), String> {
    if arguments.jobs > 1 {
        return Err("--jobs: parallel search does not exist yet; only 1 works".into());
    }
    if arguments.replay.is_some() {
        return Err("--replay: recorded executions cannot be run again yet".into());
    }
    if arguments.robustness && arguments.model != Model::Sc {
        let model = arguments.model.name();
        return Err(format!(
            "--robustness cannot be decided for --model {model} yet"
        ));
    }
    Ok(())
}

/// What the compiler would explain less well.
fn readable(file: &Path) -> Result<(), String> {
    let shown = file.display();
    let metadata = std::fs::metadata(file).map_err(|error| format!("{shown}: {error}"))?;
    if metadata.is_dir() {
        return Err(format!("{shown}: is a folder"));
    }
    Ok(())
}

/// An outcome and the time that it took.
struct Explored {
    outcome: Outcome,
    compile: Duration,
    explore: Duration,
}

impl Explored {
    fn stopped(options: &Options, reason: Reason, counts: threadproof_engine::Counts) -> Explored {
        Explored {
            outcome: Outcome {
                verdict: Verdict::Inconclusive,
                algorithm: options.algorithm,
                counts,
                errors: Vec::new(),
                reason: Some(reason),
                bound_hit: false,
                sat: None,
            },
            compile: Duration::ZERO,
            explore: Duration::ZERO,
        }
    }
}

fn explore(
    arguments: &arguments::Check,
    options: &Options,
    watched: &Watched,
) -> Result<Explored, String> {
    if litmus::is_test(arguments)? {
        let begin = Instant::now();
        let outcome = litmus::check(&arguments.files[0], options, watched)?;
        return Ok(Explored {
            outcome,
            compile: Duration::ZERO,
            explore: begin.elapsed(),
        });
    }
    let begin = Instant::now();
    let program = frontend::prepare(arguments, options.checks);
    let compile = begin.elapsed();
    if let Some(kind) = watched.stop() {
        // A compiler that was ended has no say in what is wrong.
        let mut stopped = Explored::stopped(options, watch::reason(kind), Default::default());
        stopped.compile = compile;
        return Ok(stopped);
    }
    let program = program?;
    let begin = Instant::now();
    let outcome =
        threadproof_engine::check(&program, options, &mut |progress| watched.tell(progress))
            .map_err(|unsupported| unsupported.to_string())?;
    Ok(Explored {
        outcome,
        compile,
        explore: begin.elapsed(),
    })
}

fn show(arguments: &arguments::Check, explored: Explored) -> Exit {
    let exit = match explored.outcome.verdict {
        Verdict::Verified => Exit::Verified,
        Verdict::Error => Exit::ErrorFound,
        Verdict::Inconclusive => Exit::Inconclusive,
    };
    debug_assert!(explored.outcome.algorithm != Algorithm::Auto);
    let report = Report {
        program: arguments
            .files
            .iter()
            .map(|file| file.to_string_lossy().into_owned())
            .collect(),
        model: arguments.model,
        unroll: arguments.unroll,
        // Under sc every behaviour is sequentially consistent.
        robust: arguments.robustness.then_some(true),
        outcome: explored.outcome,
        compile: explored.compile,
        explore: explored.explore,
        peak_memory_bytes: system::peak_memory_bytes(),
    };
    match arguments.format {
        Format::Json => system::print(&format!("{}\n", json::render(&report))),
        Format::Text => {
            let mut sources = Sources::new();
            system::print(&text::render(&report, arguments.verbose, &mut sources));
        }
    }
    exit
}
