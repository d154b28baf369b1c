//! One search on many machines, which meet on a Redis server.
//!
//! `threadproof check PROGRAM --cluster ADDRESS` puts the program and the search there, works on it and prints the verdict;
//! `threadproof worker ADDRESS` works on whatever searches are there. See `docs/design/parallel.md`.

mod address;
mod connection;
mod link;
mod parcel;
mod scripts;
mod server;
mod worker;

pub use address::Address;
pub use parcel::{module, of_litmus, of_module};
pub use worker::run as run_worker;

use crate::watch::{self, Watched};
use crate::{arguments, checkpoint, system};
use clap::Args;
use connection::Value as Answer;
use link::Cluster;
use serde_json::{Value, json};
use server::{Patience, Server};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;
use threadproof_engine::{
    Keeping, Options, Outcome, ReasonKind, Verdict, check_kept, kept_choice, resolve,
};
use threadproof_program::Program;

/// Workers of another version read programs and tasks differently.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", cluster format 2");
const LEASE: Duration = Duration::from_secs(10);

/// The part of a check's arguments that has to do with it.
#[derive(Args, Clone, Debug, Default)]
pub struct Wish {
    /// Share the search with the workers of a Redis server: redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["replay", "checkpoint", "resume"])]
    pub cluster: Option<Address>,
    /// How long a worker may be silent before others take over its work
    #[arg(long, hide = true, value_name = "SECONDS", value_parser = crate::values::seconds)]
    pub lease: Option<Duration>,
}

impl Wish {
    fn lease(&self) -> Duration {
        self.lease.unwrap_or(LEASE)
    }
}

/// The arguments of a worker.
#[derive(Args, Clone, Debug)]
pub struct Worker {
    /// The server: redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]
    #[arg(value_name = "ADDRESS")]
    pub address: Address,
    /// Work with N threads, instead of one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=arguments::MOST_JOBS))]
    pub jobs: Option<u32>,
    #[arg(long, hide = true, value_name = "SECONDS", value_parser = crate::values::seconds)]
    pub lease: Option<Duration>,
}

/// Results are handed in so often, if nobody asks for work before.
fn every(lease: Duration) -> Duration {
    lease / 5
}

/// A name that no other process has, and that is no number of a list.
fn fresh_name() -> String {
    let process = (std::process::id(), std::time::SystemTime::now());
    format!("{:016x}", RandomState::new().hash_one(process) | 1)
}

/// Are the options good for a search that is shared?
pub fn accept(arguments: &arguments::Check) -> Result<(), String> {
    if arguments.cluster.cluster.is_none() {
        return Ok(());
    }
    let instead = [
        ("--preemptions", arguments.preemptions.is_some()),
        ("--sample", arguments.sample.is_some()),
    ];
    if let Some((other, _)) = instead.iter().find(|(_, given)| *given) {
        return Err(format!(
            "--cluster: {other} has no search that could be shared"
        ));
    }
    let (algorithm, model) = (arguments.algorithm, arguments.model);
    kept_choice(algorithm, model).map(drop).map_err(|_| {
        let (algorithm, model) = (algorithm.name(), model.name());
        format!("--cluster: --algorithm {algorithm} under --model {model} cannot be shared")
    })
}

/// Leads a search on a server.
pub fn explore(
    program: &dyn Program,
    arguments: &arguments::Check,
    options: &Options,
    watched: &Watched,
    parcel: &Value,
) -> Result<Outcome, String> {
    let address = arguments.cluster.cluster.as_ref();
    let address = address.expect("the caller has asked");
    let lease = arguments.cluster.lease();
    let patience: Patience = {
        let watched = watched.clone();
        Arc::new(move || watched.stop().is_some())
    };
    let server = Server::open(address, patience).map_err(|why| format!("--cluster {why}"))?;
    let parcel = json!({
        "version": VERSION,
        "program": parcel,
        "options": parcel::of_options(options),
    });
    let parcel = parcel.to_string();
    let name = checkpoint::fingerprint(parcel.as_bytes());
    let search = key(&name);
    let Some(fence) = lead(&server, &search, lease, watched) else {
        return Ok(stopped(options, watched));
    };
    let number = fence.to_string();
    let words = [
        number.as_bytes(),
        parcel.as_bytes(),
        name.as_bytes(),
        VERSION.as_bytes(),
    ];
    if server.run(scripts::BEGIN, &search, &words).is_none() {
        return Ok(stopped(options, watched));
    }
    let cluster = Cluster::new(server, search, (Some(fence), None), lease);
    let mut keeping = Keeping::linked(cluster.clone(), every(lease));
    let tell = &mut |progress: &_| watched.tell(progress);
    let outcome = check_kept(program, options, tell, &mut keeping);
    let problem = cluster.problem();
    let answered =
        |outcome: &Outcome| outcome.verdict != Verdict::Inconclusive || watched.stop().is_none();
    let done = problem.is_none() && outcome.as_ref().is_ok_and(answered);
    cluster.leave(&name, done);
    match problem {
        Some(problem) => Err(format!("--cluster {problem}")),
        None => outcome.map_err(|unsupported| unsupported.to_string()),
    }
}

/// The user's time or patience was over while this process waited for the server, or for its place.
fn stopped(options: &Options, watched: &Watched) -> Outcome {
    let algorithm = resolve(options.algorithm, options.model);
    let algorithm = algorithm.expect("refused before if not supported");
    let why = watched.stop().unwrap_or(ReasonKind::Interrupted);
    Outcome::inconclusive(algorithm, watch::reason(why))
}

/// The key of a search on the server.
fn key(name: &str) -> String {
    format!("threadproof:{{{name}}}")
}

/// Becomes the leader of a search, as soon as nobody else is; its number. `None` if it is time to give up.
fn lead(server: &Server, search: &str, lease: Duration, watched: &Watched) -> Option<u64> {
    let time = lease.as_millis().to_string();
    let mut told = false;
    loop {
        let answer = server.run(scripts::LEAD, search, &[time.as_bytes()])?;
        match answer.number() {
            Some(0) | None => (),
            fence => return fence,
        }
        if watched.stop().is_some() {
            return None;
        }
        if !told {
            system::say(
                "another process leads this search, or has just died; waiting for its place",
            );
        }
        told = true;
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// What is to be said of a search that was interrupted.
pub fn hint(arguments: &arguments::Check) -> Option<String> {
    let address = arguments.cluster.cluster.as_ref()?;
    Some(format!(
        "the search is kept at {address}: the same command goes on with it"
    ))
}

/// The words of a list of answers.
fn texts(answer: Answer) -> Vec<String> {
    let list = answer.into_list().into_iter();
    list.filter_map(|value| value.text().map(str::to_string))
        .collect()
}
