//! `threadproof check`: prepares the program, explores it, reports.

use crate::arguments::{self, Format, MOST_JOBS};
use crate::watch::{self, Watched};
use crate::{
    Exit, check_list, checkpoint, frontend, help, outputs, progress, replay, schedules, system,
};
use std::path::Path;
use std::time::{Duration, Instant};
use threadproof_engine::{
    Algorithm, Jobs, Limits, Model, Note, NoteKind, Options, Outcome, Reason, ReasonKind, Sampling,
    Unsupported, Verdict, resolve,
};
use threadproof_ir::Interpreted;
use threadproof_program::Program;
use threadproof_report::Report;
use threadproof_report::saved::Saved;

pub fn run(arguments: &arguments::Check) -> Result<Exit, String> {
    let (mut arguments, saved) = match &arguments.replay {
        None => (arguments.resolved()?, None),
        Some(file) => {
            let saved = replay::read(file)?;
            (replay::arguments(arguments, &saved)?, Some(saved))
        }
    };
    let searched = saved
        .as_ref()
        .map_or(arguments.model, |saved| saved.recording.model);
    let mut options = options(&arguments, searched)?;
    refuse_what_is_missing(&arguments)?;
    checkpoint::accept(&arguments)?;
    outputs::writable(&arguments)?;
    schedules::prepare(&arguments)?;
    for file in &arguments.files {
        readable(file)?;
    }
    let front_end = frontend::of(&arguments.files)?;
    match &saved {
        Some(saved) => options.checks = replay::checks(saved),
        None => options.checks = (front_end.checks)(&arguments, options.checks),
    }
    let mut line = progress::Line::new(arguments.progress, arguments.format == Format::Text);
    let job = {
        let (arguments, saved) = (arguments.clone(), saved.clone());
        move |watched| (front_end.explore)(&arguments, &options, saved.as_ref(), &watched)
    };
    let ended = watch::run(options.limits.deadline, |p| line.show(p), job);
    line.clear();
    let explored = match ended {
        Ok(explored) => explored?,
        Err(stopped) => Explored::stopped(&options, stopped.reason, stopped.counts),
    };
    arguments.try_inputs |= explored.try_inputs;
    show(&arguments, &options, saved.as_ref(), explored)
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

/// `searched` is the model that the executions are of.
pub fn options(arguments: &arguments::Check, searched: Model) -> Result<Options, String> {
    // `auto` stays what it is: it may go on with its second choice.
    algorithm(arguments.algorithm, searched)?;
    let defaults = Limits::default();
    let limits = Limits {
        max_executions: arguments.max_executions,
        max_steps: arguments.max_steps.unwrap_or(defaults.max_steps),
        ..defaults
    };
    let checks = check_list::wanted(arguments)?;
    Ok(Options {
        checks,
        limits: limits.with_timeout(arguments.timeout),
        keep_going: arguments.keep_going,
        commute: !arguments.no_commute,
        robustness: arguments.robustness,
        minimise: true,
        // Programs that read reports do not wait for them, and benchmarks want all the time.
        estimate: arguments.format == Format::Text
            || arguments.progress == arguments::Progress::Json,
        keep_schedules: arguments.emit_schedules.is_some(),
        sampling: arguments.sample.map(|count| Sampling {
            count,
            seed: arguments.seed,
            strategy: arguments.strategy,
        }),
        preemptions: arguments.preemptions,
        jobs: jobs(arguments),
        ..Options::new(arguments.model, arguments.algorithm)
    })
}

/// So long one thread searches alone unless the user says otherwise: most searches are over by then.
const ALONE: Duration = Duration::from_secs(1);
/// The same if the user wants several. Branches that are given away very early know little of what the first of them will plan, and take
/// more steps for it (bench/results/parallel.md).
const ALONE_AT_FIRST: Duration = Duration::from_millis(100);

fn jobs(arguments: &arguments::Check) -> Jobs {
    match arguments.jobs {
        Some(workers) => Jobs {
            after: arguments.alone.unwrap_or(ALONE_AT_FIRST),
            ..Jobs::exactly(workers)
        },
        // A suite has a process for each core.
        None if arguments.format == Format::Bundle => Jobs::ONE,
        None => {
            let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
            Jobs {
                after: ALONE,
                ..Jobs::exactly(cores.min(MOST_JOBS as u32))
            }
        }
    }
}

/// Are the options of a check good, as far as that can be told without its files?
pub fn accept(arguments: &arguments::Check) -> Result<(), String> {
    options(arguments, arguments.model)?;
    refuse_what_is_missing(arguments)
}

/// Options that are part of the fixed command line before what they ask for exists.
fn refuse_what_is_missing(arguments: &arguments::Check) -> Result<(), String> {
    if arguments.robustness && arguments.model.is_graph() {
        return Err("--robustness: --model ra and c11 cannot be asked; sc, tso and pso can".into());
    }
    if arguments.algorithm == Algorithm::Sat
        && arguments.uninitialized == Some(arguments::Uninitialized::Any)
    {
        return Err(
            "--uninitialized any: --algorithm sat cannot choose values of memory; the other algorithms can"
                .into(),
        );
    }
    let instead = match (arguments.preemptions, arguments.sample) {
        (Some(_), _) => Some("--preemptions"),
        (None, Some(_)) => Some("--sample"),
        (None, None) => None,
    };
    if let Some(option) = instead
        && arguments.algorithm != Algorithm::Auto
    {
        return Err(format!(
            "{option}: has a search of its own, and leaves no choice of --algorithm"
        ));
    }
    if arguments.emit_schedules.is_some() && arguments.algorithm != Algorithm::Sat {
        return Err(
            "--emit-schedules: only --algorithm sat runs a schedule because it shows something new; \
             --save keeps executions with errors"
                .into(),
        );
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
pub struct Explored {
    pub outcome: Outcome,
    /// Which models show the first error; see [`Report::shown_under`].
    pub shown_under: Vec<(Model, Option<bool>)>,
    /// Loops that may have kept the search from its end.
    pub restless: Vec<String>,
    /// A few values of every input were tried.
    pub try_inputs: bool,
    pub compile: Duration,
    pub explore: Duration,
}

impl Explored {
    pub fn stopped(
        options: &Options,
        reason: Reason,
        counts: threadproof_engine::Counts,
    ) -> Explored {
        let algorithm = resolve(options.algorithm, options.model);
        let algorithm = algorithm.expect("refused before if not supported");
        Explored {
            outcome: Outcome {
                counts,
                // Under sc every behaviour is sequentially consistent.
                robust: (options.robustness && options.model == Model::Sc).then_some(true),
                ..Outcome::inconclusive(algorithm, reason)
            },
            shown_under: Vec::new(),
            restless: Vec::new(),
            try_inputs: false,
            compile: Duration::ZERO,
            explore: Duration::ZERO,
        }
    }
}

/// Compiles a program and checks it, or runs a saved execution of it again.
pub fn compile_and_explore(
    arguments: &arguments::Check,
    options: &Options,
    saved: Option<&Saved>,
    watched: &Watched,
) -> Result<Explored, String> {
    let begin = Instant::now();
    let program = frontend::prepare_with_text(arguments, options.checks);
    let compile = begin.elapsed();
    if let Some(kind) = watched.stop() {
        // A compiler that was ended has no say in what is wrong.
        let mut stopped = Explored::stopped(options, watch::reason(kind), Default::default());
        stopped.compile = compile;
        return Ok(stopped);
    }
    let (program, source) = program?;
    let asked = options;
    let options = &Options {
        checks: frontend::remaining(&program, options.checks),
        ..*options
    };
    let begin = Instant::now();
    let outcome = match saved {
        Some(saved) => replay::run(&program, options, saved, &arguments.files)?,
        None => checkpoint::explore(&program, arguments, options, watched, source)?,
    };
    let explore = begin.elapsed();
    let again = match saved {
        None => try_inputs(arguments, asked, &program, &outcome, watched)?,
        Some(_) => None,
    };
    if let Some(explored) = again {
        return Ok(explored);
    }
    let compares = saved.is_none() && !arguments.no_compare_models;
    let shown_under = match outcome.errors.first().filter(|_| compares) {
        Some(found) => threadproof_engine::models_that_show(&program, options, found),
        None => Vec::new(),
    };
    let mut restless = restless(&program, &outcome, arguments.unroll);
    restless.extend(unfinished(&outcome, arguments, explore));
    Ok(Explored {
        outcome,
        shown_under,
        restless,
        try_inputs: arguments.try_inputs,
        compile,
        explore,
    })
}

/// Words on how to go on with a search that was interrupted.
fn unfinished(
    outcome: &Outcome,
    arguments: &arguments::Check,
    elapsed: Duration,
) -> Option<String> {
    let reason = outcome.reason.as_ref()?;
    let interrupted = matches!(reason.kind(), ReasonKind::Interrupted | ReasonKind::Timeout);
    interrupted.then(|| checkpoint::hint(arguments, elapsed))?
}

/// An input that was followed with one value has decided something: a few values may show an error.
fn try_inputs(
    arguments: &arguments::Check,
    options: &Options,
    program: &Interpreted,
    outcome: &Outcome,
    watched: &Watched,
) -> Result<Option<Explored>, String> {
    let kept = checkpoint::is_wanted(arguments) || arguments.is_for_cluster();
    let followed = program.follows_inputs() && !kept;
    if !followed || outcome.verdict != Verdict::Inconclusive {
        return Ok(None);
    }
    let mut arguments = arguments.clone();
    arguments.try_inputs = true;
    let explored = compile_and_explore(&arguments, options, None, watched)?;
    Ok(Some(explored).filter(|explored| explored.outcome.verdict == Verdict::Error))
}

/// Words on the loops that may be why there is no answer.
pub fn restless(program: &dyn Program, outcome: &Outcome, unroll: Option<u32>) -> Vec<String> {
    let reason = outcome.reason.as_ref().map(|reason| reason.kind());
    let other = matches!(reason, Some(ReasonKind::Unsupported | ReasonKind::Sampled));
    match (outcome.verdict, unroll) {
        (Verdict::Inconclusive, None) if !other => threadproof_report::restless::notes(program),
        _ => Vec::new(),
    }
}

/// A verdict holds for the values that the user gave to functions.
fn model_functions(arguments: &arguments::Check) -> Option<Note> {
    let values = arguments.model_functions.iter();
    let values: Vec<String> = values
        .map(|f| format!("{} returns {}", f.name, f.value))
        .collect();
    (!values.is_empty()).then(|| Note {
        kind: NoteKind::Assumed(format!("taken for granted: {}", values.join(", "))),
        locations: Vec::new(),
    })
}

fn show(
    arguments: &arguments::Check,
    options: &Options,
    saved: Option<&Saved>,
    mut explored: Explored,
) -> Result<Exit, String> {
    if explored.outcome.verdict == Verdict::Verified {
        let notes = &mut explored.outcome.notes;
        notes.extend(model_functions(arguments));
    }
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
        outcome: explored.outcome,
        shown_under: explored.shown_under,
        compile: explored.compile,
        explore: explored.explore,
        peak_memory_bytes: system::peak_memory_bytes(),
        notes: match saved {
            Some(saved) => replay::notes(saved, &arguments.files),
            None => explored.restless,
        },
        replayed: saved.is_some(),
    };
    outputs::write(arguments, options, &report)?;
    schedules::write(arguments, options, &report.outcome.schedules)?;
    Ok(exit)
}
