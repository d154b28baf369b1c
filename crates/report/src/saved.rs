//! Replay files: an execution and all that is needed to run it again, as JSON.
//!
//! The program itself is not in the file, only its names and fingerprints, so a file says whether the
//! program has changed. Headers are not fingerprinted: a change there shows when a step cannot be
//! repeated.

use crate::words;
use serde_json::{Value, json};
use threadproof_engine::{Algorithm, Found, Model, Move, Origin, Recording, Replayed, Step, Take};
use threadproof_program::ErrorKind;

/// Raised by a change that older versions cannot read.
const VERSION: u64 = 1;

/// The contents of a replay file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    pub program: Vec<Input>,
    pub clang_arguments: Vec<String>,
    /// The `compile_commands.json` that the files have further arguments from.
    pub compile_commands: Option<String>,
    /// The function that it begins with, if that is not `main`.
    pub entry: Option<String>,
    /// Results of functions that no file defines, as `name=number`.
    pub model_functions: Vec<String>,
    pub model: Model,
    pub algorithm: Algorithm,
    pub unroll: Option<u32>,
    /// The switches of the command line that change the program: `--no-purity`, `--no-await`,
    /// `--no-commute`, without their dashes; `volatile-relaxed` for `--volatile relaxed`, `volatile-ordered` for `--volatile ordered`.
    pub switches: Vec<String>,
    /// The checks that were made.
    pub checks: Vec<ErrorKind>,
    /// `None`: it ended without one.
    pub error: Option<SavedError>,
    pub recording: Recording,
    /// Each move in words; a program that does something else there has changed.
    pub what: Vec<String>,
}

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub file: String,
    pub fingerprint: String,
}

/// The error that the execution ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedError {
    pub kind: ErrorKind,
    pub message: String,
    pub thread: String,
}

impl SavedError {
    pub fn of(found: &Found) -> SavedError {
        SavedError {
            kind: found.kind,
            message: words::bug(found),
            thread: found.thread.clone(),
        }
    }
}

/// Each move of a recording in words: `load flag[1]`. Values are left out, since they follow from the order.
pub fn what(recording: &Recording, trace: &[Step]) -> Vec<String> {
    let mut what = vec![String::new(); recording.moves.len()];
    for step in trace {
        let words = step.moved.and_then(|moved| what.get_mut(moved));
        if let Some(words) = words.filter(|words| words.is_empty()) {
            *words = words::operation(step);
            if let Some(variable) = &step.variable {
                *words += &format!(" {variable}");
            }
        }
    }
    what
}

/// The first move that does something else than was saved, and the difference.
pub fn difference(saved: &Saved, again: &Replayed) -> Option<(usize, String)> {
    let what = what(again.recording(), again.trace());
    let moves = saved.recording.moves.iter().zip(&again.recording().moves);
    let mut pairs = moves.zip(saved.what.iter().zip(&what)).enumerate();
    pairs.find_map(|(at, ((old, new), (was, is)))| {
        let thread = &old.thread;
        match (was == is, old.reads_from == new.reads_from) {
            (true, true) => None,
            (true, false) => Some((at, format!("the `{is}` of {thread} reads another write"))),
            (false, _) => Some((at, format!("{thread} did `{was}`, and does `{is}` now"))),
        }
    })
}

/// A short name for the content of a file (FNV-1a). It finds changes, not forgeries.
pub fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The file's text. One move stands on a line, so that people can read and compare files.
pub fn write(saved: &Saved) -> String {
    let program: Vec<Value> = saved.program.iter().map(input).collect();
    let checks: Vec<&str> = saved.checks.iter().map(|kind| kind.name()).collect();
    let mut head = json!({
        "threadproof": "execution",
        "version": VERSION,
        "tool": concat!("threadproof ", env!("CARGO_PKG_VERSION")),
        "program": program,
        "clang_arguments": saved.clang_arguments,
        "model": saved.model.name(),
        "algorithm": saved.algorithm.name(),
        "unroll": saved.unroll,
        "switches": saved.switches,
        "checks": checks,
        "error": saved.error.as_ref().map(|error| json!({
            "kind": error.kind.name(),
            "message": error.message,
            "thread": error.thread,
        })),
        "threads": saved.recording.threads,
        "fine": saved.recording.fine,
    });
    if saved.recording.model != saved.model {
        head["searched"] = json!(saved.recording.model.name());
    }
    if !saved.model_functions.is_empty() {
        head["model_functions"] = json!(saved.model_functions);
    }
    for (key, value) in [
        ("compile_commands", &saved.compile_commands),
        ("entry", &saved.entry),
    ] {
        if let Some(value) = value {
            head[key] = json!(value);
        }
    }
    if !saved.recording.cuts.is_empty() {
        head["cuts"] = json!(saved.recording.cuts);
    }
    let mut text = String::from("{\n");
    for (key, value) in head.as_object().expect("it is an object") {
        text += &format!("  {}: {value},\n", Value::from(key.as_str()));
    }
    let moves: Vec<String> = (saved.recording.moves.iter().zip(&saved.what))
        .map(|(one, what)| one_move(one, what))
        .collect();
    text += &format!("  \"moves\": [\n    {}\n  ]\n}}\n", moves.join(",\n    "));
    text
}

fn input(input: &Input) -> Value {
    json!({ "file": input.file, "fingerprint": input.fingerprint })
}

fn one_move(one: &Move, what: &str) -> String {
    let mut value = json!({ "thread": one.thread, "what": what });
    if let Some(buffer) = &one.buffer {
        value["buffer"] = json!(buffer);
    }
    if one.choice != 0 {
        value["choice"] = json!(one.choice);
    }
    match one.reads_from {
        None => (),
        Some(Origin::Initial) => value["reads_from"] = json!("initial"),
        Some(Origin::Move(from)) => value["reads_from"] = json!(from),
    }
    if !one.takes.is_empty() {
        let takes = one.takes.iter().map(|take| match take {
            Take::Initial => json!("initial"),
            Take::From { thread, nth } => json!(format!("{thread}#{nth}")),
            Take::Option(option) => json!(option),
        });
        value["takes"] = takes.collect();
    }
    value.to_string()
}

/// Reads a file's text; an error is for the user.
pub fn read(text: &str) -> Result<Saved, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value["threadproof"] != "execution" {
        return Err("it is no execution that threadproof has saved".into());
    }
    if value["version"] != VERSION {
        return Err("it was written by another version of threadproof".into());
    }
    let named = |key: &str| field(&value, key)?.as_str().ok_or_else(|| wrong(key));
    let optional = |key: &str| match value.get(key) {
        None => Ok(None),
        Some(_) => named(key).map(|text| Some(text.to_owned())),
    };
    let find_model = |key: &str| {
        let mut models = Model::ALL.into_iter();
        let found = models.find(|m| Ok(m.name()) == named(key));
        found.ok_or_else(|| wrong(key))
    };
    let model = find_model("model")?;
    let mut algorithms = Algorithm::ALL.into_iter();
    let algorithm = algorithms.find(|a| Ok(a.name()) == named("algorithm"));
    let unroll = match field(&value, "unroll")? {
        Value::Null => None,
        number => {
            let number = number.as_u64().and_then(|n| u32::try_from(n).ok());
            Some(number.filter(|n| *n > 0).ok_or_else(|| wrong("unroll"))?)
        }
    };
    Ok(Saved {
        program: list(&value, "program", |one| {
            Some(Input {
                file: one["file"].as_str()?.into(),
                fingerprint: one["fingerprint"].as_str()?.into(),
            })
        })?,
        clang_arguments: list(&value, "clang_arguments", string)?,
        compile_commands: optional("compile_commands")?,
        entry: optional("entry")?,
        model_functions: match value.get("model_functions") {
            None => Vec::new(),
            Some(_) => list(&value, "model_functions", string)?,
        },
        model,
        algorithm: algorithm.ok_or_else(|| wrong("algorithm"))?,
        unroll,
        switches: list(&value, "switches", string)?,
        checks: list(&value, "checks", |one| ErrorKind::from_name(one.as_str()?))?,
        error: match field(&value, "error")? {
            Value::Null => None,
            error => Some(saved_error(error).ok_or_else(|| wrong("error"))?),
        },
        recording: Recording {
            model: match value.get("searched") {
                None => model,
                Some(_) => find_model("searched")?,
            },
            threads: list(&value, "threads", string)?,
            fine: field(&value, "fine")?
                .as_bool()
                .ok_or_else(|| wrong("fine"))?,
            cuts: match value.get("cuts") {
                None => Vec::new(),
                Some(_) => list(&value, "cuts", |cut| {
                    let mask = u8::try_from(cut[1].as_u64()?).ok()?;
                    Some((cut[0].as_u64()?, mask))
                })?,
            },
            moves: list(&value, "moves", read_move)?,
        },
        what: list(&value, "moves", |one| string(&one["what"]))?,
    })
}

fn saved_error(value: &Value) -> Option<SavedError> {
    Some(SavedError {
        kind: ErrorKind::from_name(value["kind"].as_str()?)?,
        message: value["message"].as_str()?.into(),
        thread: value["thread"].as_str()?.into(),
    })
}

fn read_move(value: &Value) -> Option<Move> {
    let choice = value.get("choice").map_or(Some(0), Value::as_u64)?;
    let reads_from = match value.get("reads_from") {
        None => None,
        Some(Value::String(word)) if word == "initial" => Some(Origin::Initial),
        Some(number) => Some(Origin::Move(usize::try_from(number.as_u64()?).ok()?)),
    };
    let buffer = match value.get("buffer") {
        None => None,
        Some(place) => Some(place.as_str()?.into()),
    };
    Some(Move {
        thread: value["thread"].as_str()?.into(),
        buffer,
        choice: u32::try_from(choice).ok()?,
        reads_from,
        takes: match value.get("takes") {
            None => Vec::new(),
            Some(takes) => takes.as_array()?.iter().map(take).collect::<Option<_>>()?,
        },
    })
}

fn take(value: &Value) -> Option<Take> {
    let Some(word) = value.as_str() else {
        return Some(Take::Option(u32::try_from(value.as_u64()?).ok()?));
    };
    if word == "initial" {
        return Some(Take::Initial);
    }
    let (thread, nth) = word.rsplit_once('#')?;
    Some(Take::From {
        thread: thread.into(),
        nth: nth.parse().ok()?,
    })
}

fn field<'a>(value: &'a Value, key: &str) -> Result<&'a Value, String> {
    value.get(key).ok_or_else(|| wrong(key))
}

fn list<T>(value: &Value, key: &str, one: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>, String> {
    let items = field(value, key)?.as_array().ok_or_else(|| wrong(key))?;
    let items: Option<Vec<T>> = items.iter().map(one).collect();
    items.ok_or_else(|| wrong(key))
}

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn wrong(key: &str) -> String {
    format!("`{key}` is missing or makes no sense")
}
