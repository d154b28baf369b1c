//! `threadproof worker`: works on the searches of a server until it is told to stop.

use super::connection::Value;
use super::link::Cluster;
use super::server::{Patience, Server};
use super::{LEASE, VERSION, Worker, every, key, parcel, scripts, texts};
use crate::{Exit, arguments, system};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use threadproof_engine::{Jobs, Keeping, Options, assist};

/// How long to wait before the server is asked for searches again.
const PAUSE: Duration = Duration::from_millis(100);
/// A search that nobody has led for so long is forgotten, in seconds: four weeks.
const FORGOTTEN: &str = "2419200";
/// How often a worker looks for such searches.
const CLEANING: Duration = Duration::from_secs(600);
/// Readers of programs recurse.
const STACK: usize = 256 << 20;

pub fn run(arguments: &Worker) -> Result<Exit, String> {
    let arguments = arguments.clone();
    let interrupted = system::interruption();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let worker = thread.spawn(move || serve(&arguments, &interrupted));
    let worker = worker.expect("the system has room for a second thread");
    match worker.join() {
        Ok(result) => result.map(|()| Exit::Verified),
        // The hook has spoken already.
        Err(_) => Ok(Exit::Inconclusive),
    }
}

/// A search that this worker knows.
struct Known {
    program: parcel::Unpacked,
    options: Options,
}

fn serve(arguments: &Worker, interrupted: &Arc<AtomicBool>) -> Result<(), String> {
    let patience: Patience = {
        let interrupted = Arc::clone(interrupted);
        Arc::new(move || interrupted.load(Ordering::Relaxed))
    };
    let server = Server::open(&arguments.address, patience)?;
    system::say(&format!("works for {}", arguments.address));
    // What was read, and what cannot be.
    let mut known: HashMap<String, Option<Known>> = HashMap::new();
    let mut cleaned: Option<Instant> = None;
    while !interrupted.load(Ordering::Relaxed) {
        let names = server.ask(&[b"SMEMBERS", b"threadproof:searches"]);
        let names = names.map(texts).unwrap_or_default();
        known.retain(|name, _| names.contains(name));
        if cleaned.is_none_or(|cleaned| cleaned.elapsed() > CLEANING) {
            names.iter().for_each(|name| forget(&server, name));
            cleaned = Some(Instant::now());
        }
        let mut worked = false;
        for name in names {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            worked |= work_on(&server, &name, &mut known, arguments, interrupted);
        }
        if !worked {
            std::thread::sleep(PAUSE);
        }
    }
    Ok(())
}

/// Removes a search that nobody goes on with.
fn forget(server: &Server, name: &str) {
    let search = key(name);
    let words = [name.as_bytes(), FORGOTTEN.as_bytes()];
    let forgotten = server.run(scripts::FORGET, &search, &words);
    if forgotten.and_then(|forgotten| forgotten.number()) == Some(1) {
        server.remove_epochs(&search);
        system::say(&format!(
            "removed the search {name}, which nobody has led for four weeks"
        ));
    }
}

/// Works on a search while there is something to do; false if there was nothing.
fn work_on(
    server: &Server,
    name: &str,
    known: &mut HashMap<String, Option<Known>>,
    arguments: &Worker,
    interrupted: &Arc<AtomicBool>,
) -> bool {
    let search = key(name);
    let Some((epoch, identity)) = current(server, &search) else {
        return false;
    };
    let searched =
        known
            .entry(name.to_string())
            .or_insert_with(|| match read(server, &search, arguments) {
                Ok(read) => Some(read),
                Err(problem) => {
                    system::say(&format!("warning: search {name}: {problem}"));
                    None
                }
            });
    let Some(Known { program, options }) = searched else {
        return false;
    };
    let lease = arguments.lease.unwrap_or(LEASE);
    let cluster = Cluster::new(server.beside(), search, (None, Some(epoch)), lease);
    let mut keeping = Keeping::linked(cluster.clone(), every(lease));
    let go_on = &mut |_: &_| match interrupted.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let worked = program.with(options, |program, options| {
        assist(program, options, go_on, &mut keeping, &identity)
    });
    cluster.close();
    worked
}

/// The epoch of a search that somebody is to work on, and its identity.
fn current(server: &Server, search: &str) -> Option<(String, Vec<u8>)> {
    let key = search.as_bytes();
    let state = server.ask(&[b"HMGET", key, b"state", b"epoch"])?;
    let state = texts(state);
    let [running, epoch] = &state[..] else {
        return None;
    };
    if running != "running" {
        return None;
    }
    let epoch_key = format!("{search}:{epoch}");
    let question: [&[u8]; 5] = [
        b"HMGET",
        epoch_key.as_bytes(),
        b"open",
        b"ending",
        b"identity",
    ];
    let mut list = server.ask(&question)?.into_list();
    let identity = list.pop()?.into_bytes()?;
    let ended = list.pop()? != Value::Nil;
    let open = list.pop()?.number()?;
    (open > 0 && !ended).then(|| (epoch.clone(), identity))
}

/// Reads the program of a search; an error is for the user to read.
fn read(server: &Server, search: &str, arguments: &Worker) -> Result<Known, String> {
    let question: [&[u8]; 4] = [b"HMGET", search.as_bytes(), b"version", b"program"];
    let answer = server.ask(&question).ok_or("the server is gone")?;
    let answer = texts(answer);
    let [version, text] = &answer[..] else {
        return Err("it has no program".into());
    };
    if version != VERSION {
        return Err(format!(
            "it is one of version {version}; this is version {VERSION}"
        ));
    }
    let parcel: serde_json::Value =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let options = parcel::options(&parcel["options"]).ok_or("its options cannot be read")?;
    let program = parcel::unpack(&parcel["program"])?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let workers = arguments
        .jobs
        .unwrap_or(cores.min(arguments::MOST_JOBS as u32));
    let options = Options {
        jobs: Jobs::exactly(workers),
        ..options
    };
    Ok(Known { program, options })
}
