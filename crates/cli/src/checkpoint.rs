//! Searches that are kept in a file while they go on, and continued from it.
//!
//! The file has two lines that people can read, a title and a header as JSON; then the search as the engine writes it; then the
//! SHA-256 sum of all before. It is written under another name, synced and renamed, so that there is always a whole one.

use crate::watch::Watched;
use crate::{arguments, frontend, outputs, system};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use threadproof_engine::{
    Frontier, Keeping, Options, Outcome, TaskTime, check, check_kept, check_timed, kept_choice,
};
use threadproof_program::{ErrorKind, Program};

const TITLE: &str = "threadproof checkpoint\n";
/// Changes whenever files of before cannot be read.
const FORMAT: u32 = 2;
const SUM: usize = 32;
/// How often a search is kept unless the user says otherwise.
const EVERY: Duration = Duration::from_secs(60);
/// A search of this length is worth a word on how to keep it.
const LONG: Duration = Duration::from_secs(2);

/// A program as text. It is empty unless the search is kept or shared.
#[derive(Default)]
pub struct Source {
    pub text: String,
    /// The form in which it goes to other machines.
    #[cfg(feature = "cluster")]
    pub parcel: Value,
}

/// Explores a program, and keeps or shares the search if the user wants that.
pub fn explore(
    program: &dyn Program,
    arguments: &arguments::Check,
    options: &Options,
    watched: &Watched,
    source: Source,
) -> Result<Outcome, String> {
    #[cfg(feature = "cluster")]
    if arguments.is_for_cluster() {
        return crate::cluster::explore(program, arguments, options, watched, &source.parcel);
    }
    let tell = &mut |progress: &_| watched.tell(progress);
    let outcome = match (is_wanted(arguments), &arguments.task_times) {
        (false, None) => check(program, options, tell),
        (false, Some(file)) => return time_tasks(program, arguments, options, watched, file),
        (true, _) => {
            let header = header(arguments, options, &fingerprint(source.text.as_bytes()));
            let mut keeping = keeping(arguments, header)?;
            check_kept(program, options, tell, &mut keeping)
        }
    };
    outcome.map_err(|unsupported| unsupported.to_string())
}

/// Explores in small tasks, and writes down for each the task that it came out of and its seconds.
fn time_tasks(
    program: &dyn Program,
    arguments: &arguments::Check,
    options: &Options,
    watched: &Watched,
    file: &Path,
) -> Result<Outcome, String> {
    let mut options = *options;
    options.jobs.budget = arguments.task_size;
    let mut times: Vec<TaskTime> = Vec::new();
    let tell = &mut |progress: &_| watched.tell(progress);
    let outcome = check_timed(program, &options, tell, &mut times);
    let rows = times
        .iter()
        .map(|task| json!([task.parent, task.time.as_secs_f64()]));
    let rows: Vec<Value> = rows.collect();
    outputs::put(file, &json!(rows).to_string())?;
    outcome.map_err(|unsupported| unsupported.to_string())
}

/// Is the search to be kept?
pub fn is_wanted(arguments: &arguments::Check) -> bool {
    file(arguments).is_some()
}

/// Where the search is kept: where it was kept before, unless the user names another file.
pub fn file(arguments: &arguments::Check) -> Option<&PathBuf> {
    arguments.checkpoint.as_ref().or(arguments.resume.as_ref())
}

/// Are the options good for a search that is to be kept?
pub fn accept(arguments: &arguments::Check) -> Result<(), String> {
    #[cfg(feature = "cluster")]
    crate::cluster::accept(arguments)?;
    if !is_wanted(arguments) {
        return match arguments.checkpoint_every {
            Some(_) => Err("--checkpoint-every: there is no --checkpoint FILE".into()),
            None => Ok(()),
        };
    }
    match obstacle(arguments) {
        Some(obstacle) => Err(format!("--checkpoint: {obstacle}")),
        None => Ok(()),
    }
}

/// Why the search cannot be kept.
fn obstacle(arguments: &arguments::Check) -> Option<String> {
    let instead = [
        ("--preemptions", arguments.preemptions.is_some()),
        ("--sample", arguments.sample.is_some()),
        ("--replay", arguments.replay.is_some()),
    ];
    if let Some((other, _)) = instead.iter().find(|(_, given)| *given) {
        return Some(format!("{other} has no search that could be kept"));
    }
    let (algorithm, model) = (arguments.algorithm, arguments.model);
    kept_choice(algorithm, model).err().map(|_| {
        let (algorithm, model) = (algorithm.name(), model.name());
        format!("--algorithm {algorithm} under --model {model} cannot be kept")
    })
}

/// What is to be said of a search that was interrupted.
pub fn hint(arguments: &arguments::Check, elapsed: Duration) -> Option<String> {
    #[cfg(feature = "cluster")]
    if arguments.is_for_cluster() {
        return crate::cluster::hint(arguments);
    }
    match file(arguments) {
        Some(file) if file.exists() => Some(format!(
            "the search is kept: the same command with --resume {} goes on with it",
            file.display()
        )),
        Some(file) => Some(format!(
            "nothing was kept in {}: this search is one for a single thread, or was over too soon",
            file.display()
        )),
        None if elapsed < LONG || obstacle(arguments).is_some() => None,
        None => Some(
            "--checkpoint FILE keeps a search that is interrupted, and --resume FILE goes on with it"
                .into(),
        ),
    }
}

/// What a checkpoint has to agree with.
fn header(arguments: &arguments::Check, options: &Options, fingerprint: &str) -> Value {
    let kinds = ErrorKind::ALL.into_iter();
    let kinds = kinds.filter(|kind| options.checks.has(*kind));
    let checks: Vec<&str> = kinds.map(ErrorKind::name).collect();
    let front_end = frontend::options(arguments, options.checks);
    let rows = [
        ("--model", json!(options.model.name())),
        ("--algorithm", json!(options.algorithm.name())),
        ("--unroll", json!(arguments.unroll)),
        ("--keep-going", json!(options.keep_going)),
        ("--robustness", json!(options.robustness)),
        ("--no-commute", json!(!options.commute)),
        ("--no-purity", json!(arguments.no_purity)),
        ("--no-await", json!(arguments.no_await)),
        ("--check", json!(checks)),
        (
            "--uninitialized",
            json!(format!("{:?}", front_end.uninitialized)),
        ),
    ];
    let rows = rows.into_iter();
    let options: Map<String, Value> = rows.map(|(name, value)| (name.into(), value)).collect();
    json!({
        "version": version(),
        "program": fingerprint,
        "options": options,
    })
}

fn version() -> String {
    format!("{}, format {FORMAT}", env!("CARGO_PKG_VERSION"))
}

fn keeping(arguments: &arguments::Check, header: Value) -> Result<Keeping, String> {
    let resume = match &arguments.resume {
        Some(file) => Some(read(file, &header)?),
        None => None,
    };
    let target = file(arguments).expect("the caller has asked").clone();
    let mut failed = false;
    Ok(Keeping {
        resume,
        every: arguments.checkpoint_every.unwrap_or(EVERY),
        keep: Box::new(move |frontier| {
            let written = write(&target, &header, frontier);
            if let (Err(problem), false) = (&written, failed) {
                system::say(&format!(
                    "warning: the search cannot be kept in {}: {problem}",
                    target.display()
                ));
            }
            failed = written.is_err();
            ControlFlow::Continue(())
        }),
        linked: None,
    })
}

fn write(file: &Path, header: &Value, frontier: &Frontier) -> std::io::Result<()> {
    let mut bytes = TITLE.as_bytes().to_vec();
    bytes.extend(format!("{header}\n").into_bytes());
    bytes.extend(frontier.to_bytes());
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".{}.tmp", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    let put = || {
        let mut out = File::create(&unfinished)?;
        out.write_all(&bytes)?;
        out.sync_all()?;
        std::fs::rename(&unfinished, file)?;
        // The name has to be on the disk, too.
        let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    put().inspect_err(|_| drop(std::fs::remove_file(&unfinished)))
}

/// The search of a file, if it is one of this program with these options.
fn read(file: &Path, expected: &Value) -> Result<Frontier, String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
    let refuse = |why: &str| format!("--resume {shown}: {why}");
    let damaged = || refuse("it is damaged: its checksum does not fit");
    if !bytes.starts_with(TITLE.as_bytes()) {
        return Err(refuse(
            "it is no checkpoint of threadproof, or it is damaged",
        ));
    }
    let (content, sum) = bytes.split_at(bytes.len().saturating_sub(SUM));
    if Sha256::digest(content).as_slice() != sum || content.len() < TITLE.len() {
        return Err(damaged());
    }
    let rest = &content[TITLE.len()..];
    let end = rest.iter().position(|byte| *byte == b'\n');
    let (header, search) = rest.split_at(end.ok_or_else(damaged)?);
    let header: Value = serde_json::from_slice(header).map_err(|_| damaged())?;
    if header["version"] != expected["version"] {
        let other = header["version"].as_str().unwrap_or("another version");
        return Err(refuse(&format!(
            "it was written by version {other}; this is version {}",
            version()
        )));
    }
    if header["program"] != expected["program"] {
        return Err(refuse(
            "it is of another program, or the program has changed since",
        ));
    }
    let options = expected["options"].as_object().into_iter().flatten();
    for (name, value) in options {
        let other = &header["options"][name];
        if other != value {
            return Err(refuse(&format!(
                "it was begun with {name} {other}, and now {name} is {value}"
            )));
        }
    }
    Frontier::from_bytes(&search[1..]).ok_or_else(damaged)
}

/// Stands for a program.
pub fn fingerprint(text: &[u8]) -> String {
    let sum = Sha256::digest(text);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
