//! A program with its options, as it goes to other machines.

use crate::{frontend, litmus};
use serde_json::{Value, json};
use threadproof_engine::{Algorithm, Checks, Limits, Model, Options};
use threadproof_ir::module::Module;
use threadproof_ir::{Interpreted, Memory, Uninitialized, text};
use threadproof_litmus::Test;
use threadproof_program::{ErrorKind, LocationId, Program};

/// A program that a worker has unpacked.
pub enum Unpacked {
    Module(Box<Interpreted>),
    Litmus(Box<Test>),
}

const UNINITIALIZED: [(&str, Uninitialized); 5] = [
    ("zero", Uninitialized::Zero),
    ("followed", Uninitialized::Followed),
    ("noted-at-load", Uninitialized::NotedAtLoad),
    ("any", Uninitialized::Any),
    ("error", Uninitialized::Error),
];
const MEMORIES: [(&str, Memory); 4] = [
    ("sequentially-consistent", Memory::SequentiallyConsistent),
    ("buffered", Memory::Buffered),
    ("old-values", Memory::OldValues),
    ("old-values-of-weak-atomics", Memory::OldValuesOfWeakAtomics),
];

fn name_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> Option<&'static str> {
    let row = table.iter().find(|(_, other)| *other == value);
    row.map(|(name, _)| *name)
}
fn named<T: Copy>(table: &[(&'static str, T)], name: &Value) -> Option<T> {
    let row = table.iter().find(|(other, _)| name == other);
    row.map(|(_, value)| *value)
}

/// A module before all passes.
pub fn of_module(module: &Module, options: &threadproof_ir::Options) -> Value {
    let weak = module.weak_atomics.as_ref();
    let weak: Option<Vec<u32>> = weak.map(|weak| weak.iter().map(|at| at.0).collect());
    json!({
        "module": text::print(module),
        "weak-atomics": weak,
        "unroll": options.unroll,
        "purity": options.purity,
        "awaits": options.awaits,
        "races-are-errors": options.races_are_errors,
        "uninitialized": name_of(&UNINITIALIZED, options.uninitialized),
        "follow-inputs": options.follow_inputs,
        "memory": name_of(&MEMORIES, options.memory),
        "max-call-depth": options.max_call_depth,
    })
}

pub fn of_litmus(file: &str, text: &str) -> Value {
    json!({ "litmus": text, "file": file })
}

/// The module of a parcel, as all workers get it.
pub fn module(parcel: &Value) -> Result<Module, String> {
    let text = parcel["module"].as_str().unwrap_or_default();
    let mut module = text::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let weak = parcel["weak-atomics"].as_array();
    let number = |value: &Value| Some(LocationId(u32::try_from(value.as_u64()?).ok()?));
    module.weak_atomics = weak.map(|weak| weak.iter().filter_map(number).collect());
    Ok(module)
}

pub fn ir_options(parcel: &Value) -> Option<threadproof_ir::Options> {
    let number = |name: &str| parcel[name].as_u64();
    Some(threadproof_ir::Options {
        unroll: number("unroll").and_then(|n| u32::try_from(n).ok()),
        purity: parcel["purity"].as_bool()?,
        awaits: parcel["awaits"].as_bool()?,
        races_are_errors: parcel["races-are-errors"].as_bool()?,
        uninitialized: named(&UNINITIALIZED, &parcel["uninitialized"])?,
        follow_inputs: parcel["follow-inputs"].as_bool()?,
        memory: named(&MEMORIES, &parcel["memory"])?,
        max_call_depth: usize::try_from(number("max-call-depth")?).ok()?,
    })
}

/// The options of a search, as far as workers have to know them.
pub fn of_options(options: &Options) -> Value {
    let kinds = ErrorKind::ALL.into_iter();
    let kinds = kinds.filter(|kind| options.checks.has(*kind));
    let kinds: Vec<&str> = kinds.map(ErrorKind::name).collect();
    json!({
        "model": options.model.name(),
        "algorithm": options.algorithm.name(),
        "checks": kinds,
        "forgives-kept": options.checks.forgives_kept(),
        "max-steps": options.limits.max_steps,
        "max-memory": options.limits.max_memory,
        "max-guesses": options.limits.max_guesses,
        "keep-going": options.keep_going,
        "commute": options.commute,
        "robustness": options.robustness,
    })
}

pub fn options(parcel: &Value) -> Option<Options> {
    let model = Model::ALL.into_iter().find(|m| parcel["model"] == m.name());
    let mut algorithms = Algorithm::ALL.into_iter();
    let algorithm = algorithms.find(|a| parcel["algorithm"] == a.name());
    let (model, algorithm) = model.zip(algorithm)?;
    let mut checks = Checks::default_for(model);
    let kinds = parcel["checks"].as_array()?;
    for kind in ErrorKind::ALL {
        checks.set(kind, kinds.iter().any(|name| name == kind.name()));
    }
    if parcel["forgives-kept"].as_bool()? {
        checks.forgive_kept();
    }
    Some(Options {
        checks,
        limits: Limits {
            max_steps: u32::try_from(parcel["max-steps"].as_u64()?).ok()?,
            max_memory: parcel["max-memory"].as_u64()?,
            max_guesses: parcel["max-guesses"].as_u64()?,
            ..Limits::default()
        },
        keep_going: parcel["keep-going"].as_bool()?,
        commute: parcel["commute"].as_bool()?,
        robustness: parcel["robustness"].as_bool()?,
        ..Options::new(model, algorithm)
    })
}

/// The program of a parcel; an error is for the user to read.
pub fn unpack(parcel: &Value) -> Result<Unpacked, String> {
    if let Some(text) = parcel["litmus"].as_str() {
        let file = parcel["file"].as_str().unwrap_or_default();
        let test = threadproof_litmus::parse(file, text.as_bytes());
        let test = test.map_err(|error| error.to_string())?;
        return Ok(Unpacked::Litmus(Box::new(test)));
    }
    let options = ir_options(parcel).ok_or("its options cannot be read")?;
    let program = threadproof_ir::compile(module(parcel)?, &options)?;
    Ok(Unpacked::Module(Box::new(program)))
}

impl Unpacked {
    /// Calls `work` with the program and the options for it.
    pub fn with<T>(&self, options: &Options, work: impl FnOnce(&dyn Program, &Options) -> T) -> T {
        match self {
            Unpacked::Module(program) => {
                let checks = frontend::remaining(program, options.checks);
                work(&**program, &Options { checks, ..*options })
            }
            Unpacked::Litmus(test) => work(&litmus::searched(test, options), options),
        }
    }
}
