//! Lowers a module to an image.

use super::image::{CallSite, Callable, Image, Start, Target, function_address};
use super::{Arg, Code, Layout, Reg, Span, emit, reach};
use crate::compile::{Options, Uninitialized};
use crate::debug::{DebugInfo, GlobalDebug, Site};
use crate::module::{FunctionId, Module, Operand};
use crate::passes;
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicBool;
use threadproof_program::{LocationId, SiteId};

/// An image under construction.
pub struct Builder {
    pub image: Image,
    constants: FxHashMap<u64, Arg>,
    /// By global: the site of its copies, if it is thread-local.
    pub thread_local_sites: Vec<SiteId>,
}

const NO_MAIN: &str = "the program has no function `main`";
const THREAD_END: &str = "__tp_thread_end";
/// The modelled library's function for an exception that leaves a thread. Only programs that may throw have
/// it; a called function may then return an exception, after one result of its own.
const UNCAUGHT: &str = "__tp_lib_uncaught";

/// The modelled library's functions around the bodies of threads.
#[derive(Clone, Copy)]
struct Frame {
    end: Option<FunctionId>,
    uncaught: Option<FunctionId>,
}

impl Frame {
    fn of(module: &Module) -> Frame {
        Frame {
            end: defined(module, THREAD_END),
            uncaught: defined(module, UNCAUGHT),
        }
    }

    fn functions(self) -> impl Iterator<Item = FunctionId> {
        self.end.into_iter().chain(self.uncaught)
    }
}

/// Lowers all functions that `main` can reach, with the passes applied to them.
pub fn build(module: &mut Module, options: &Options) -> Result<Image, String> {
    let main = defined(module, "main").ok_or(NO_MAIN)?;
    let main_parameters = module.functions[main.index()].parameters.len();
    let layout = Layout::new(module, main_parameters >= 2);
    if !layout.fits() {
        return Err("the static variables of the program are too large".into());
    }
    let mut builder = Builder::new(module, layout, options);
    builder.name_created_objects(module);
    let reachable = prepare(module, options)?;
    if module.follows_inputs {
        builder.image.uninitialized = Uninitialized::Followed;
    }
    let mut names = reachable
        .iter()
        .map(|id| &module.functions[id.index()].name);
    builder.image.looks_at_locks = names.any(|name| looks_at_lock(name));
    for id in reachable {
        emit::function(&mut builder, module, id);
    }
    let frame = Frame::of(module);
    builder.start_main(module, main, frame);
    builder.start_thread(frame);
    Ok(builder.image)
}

/// Runs the passes over all functions that `main` can reach, which it returns.
pub fn prepare(module: &mut Module, options: &Options) -> Result<Vec<FunctionId>, String> {
    let main = defined(module, "main").ok_or(NO_MAIN)?;
    let reachable = reach::reachable(module, main, Frame::of(module).functions());
    passes::run(module, &reachable, options);
    Ok(reachable)
}

/// Can a function with this name tell that somebody has a lock without waiting for it? The library of Rust tries to get
/// the lock of its standard output in the end.
fn looks_at_lock(name: &str) -> bool {
    const LOOKS: [&str; 16] = [
        "try_lock",
        "trylock",
        "try_read",
        "try_write",
        "tryrd",
        "trywr",
        "timedlock",
        "timedrd",
        "timedwr",
        "clocklock",
        "clockrd",
        "clockwr",
        "is_locked",
        "sem_try",
        "sem_timed",
        "sem_getvalue",
    ];
    LOOKS.iter().any(|part| name.contains(part)) && !name.contains("std::io::stdio")
}

fn defined(module: &Module, name: &str) -> Option<FunctionId> {
    let found = module.function(name);
    found.filter(|id| module.functions[id.index()].is_defined())
}

impl Builder {
    fn new(module: &Module, layout: Layout, options: &Options) -> Builder {
        let functions = module.functions.iter().map(|function| Callable {
            name: function.name.clone(),
            entry: None,
            registers: 0,
            parameters: function.parameters.len() as u32,
            private: 0,
            results: function.results as u32,
            variadic: function.variadic,
        });
        let nowhere = Start {
            entry: 0,
            registers: 0,
        };
        let image = Image {
            code: Vec::new(),
            locations: Vec::new(),
            constants: Vec::new(),
            functions: functions.collect(),
            in_code: Vec::new(),
            calls: Vec::new(),
            exchanges: Vec::new(),
            awaits: Vec::new(),
            copies: Vec::new(),
            fills: Vec::new(),
            arguments: Vec::new(),
            cases: Vec::new(),
            texts: Vec::new(),
            choices: FxHashMap::default(),
            private_objects: Vec::new(),
            layout,
            heap_sites: heap_sites(&module.debug),
            places_of_rust: module.debug.places_of_rust(),
            wrappers: module.debug.wrappers.clone(),
            varargs_site: SiteId(0),
            main: nowhere,
            thread: nowhere,
            release_acquire: options.has_old_values(module),
            weak_memory: options.has_weak_memory(module),
            locks_along: false,
            asserted: AtomicBool::new(false),
            looks_at_locks: false,
            has_marked_loops: false,
            races_are_errors: options.races_are_errors,
            weak_atomics: module.has_weak_atomics(),
            uninitialized: options.uninitialized,
            inputs: Vec::new(),
            max_call_depth: options.max_call_depth,
        };
        Builder {
            image,
            constants: FxHashMap::default(),
            thread_local_sites: Vec::new(),
        }
    }

    /// Objects that the source does not create itself get sites too, to have names.
    fn name_created_objects(&mut self, module: &mut Module) {
        let sites = &mut module.debug.sites;
        let mut add = |name: &str, known: Option<&GlobalDebug>| {
            sites.push(Site {
                name: name.into(),
                ty: known.and_then(|known| known.ty),
                location: known
                    .and_then(|known| known.location)
                    .unwrap_or(LocationId(0)),
                heap: false,
            });
            SiteId(sites.len() as u32 - 1)
        };
        self.image.varargs_site = add("further arguments", None);
        for (at, global) in module.globals.iter().enumerate() {
            let known = module.debug.globals.get(at);
            let name = known.and_then(|known| known.name.as_ref());
            let site = match global.thread_local {
                true => add(name.unwrap_or(&global.name), known),
                false => SiteId(0),
            };
            self.thread_local_sites.push(site);
        }
    }

    pub fn here(&self) -> u32 {
        self.image.code.len() as u32
    }

    pub fn emit(&mut self, code: Code, location: LocationId) {
        self.image.code.push(code);
        self.image.locations.push(location);
    }

    pub fn constant(&mut self, value: u64) -> Arg {
        let constants = &mut self.image.constants;
        *self.constants.entry(value).or_insert_with(|| {
            constants.push(value);
            Arg::constant(constants.len() - 1)
        })
    }

    /// An operand that is not a value of a function.
    pub fn fixed(&mut self, operand: &Operand) -> Arg {
        let value = match operand {
            Operand::Const(value) => *value,
            Operand::Global(global, offset) => self.image.layout.address(*global, *offset),
            Operand::Function(function) => function_address(function.0),
            Operand::Undefined | Operand::Value(_) => 0,
        };
        self.constant(value)
    }

    pub fn list(&mut self, items: impl IntoIterator<Item = Arg>) -> Span {
        let start = self.image.arguments.len() as u32;
        self.image.arguments.extend(items);
        Span {
            start,
            length: self.image.arguments.len() as u32 - start,
        }
    }

    pub fn call(&mut self, target: Target, arguments: Span, results: Span) -> Code {
        self.image.calls.push(CallSite {
            target,
            arguments,
            results,
        });
        Code::Call(self.image.calls.len() as u32 - 1)
    }

    pub fn unsupported(&mut self, text: String) -> Code {
        self.image.texts.push(text);
        Code::Unsupported(self.image.texts.len() as u32 - 1)
    }

    fn start_main(&mut self, module: &Module, main: FunctionId, frame: Frame) {
        self.image.main = Start {
            entry: self.here(),
            registers: 2,
        };
        for constructor in &module.constructors {
            self.call_known(constructor.0, [], frame);
        }
        let arguments = [1, self.image.layout.argv, self.image.layout.envp];
        let arguments = arguments.map(|value| self.constant(value));
        self.call_known(main.0, arguments, frame);
        self.end_thread(frame);
    }

    fn end_thread(&mut self, frame: Frame) {
        if let Some(end) = frame.end {
            self.call_known(end.0, [], frame);
        }
        self.emit(Code::Exit, LocationId(0));
    }

    fn call_known(
        &mut self,
        function: u32,
        arguments: impl IntoIterator<Item = Arg>,
        frame: Frame,
    ) {
        let arguments = self.list(arguments);
        let function = Target::Function(function);
        match frame.uncaught {
            None => self.call_simply(function, arguments, &[]),
            Some(uncaught) => self.call_throwing(function, arguments, Reg(0), uncaught),
        }
    }

    fn call_simply(&mut self, body: Target, arguments: Span, results: &[Arg]) {
        let results = self.list(results.iter().copied());
        let call = self.call(body, arguments, results);
        self.emit(call, LocationId(0));
    }

    /// Calls a function that may return an exception; its result is left in `result`, and the next register is
    /// for the exception.
    fn call_throwing(&mut self, body: Target, arguments: Span, result: Reg, uncaught: FunctionId) {
        let thrown = Arg::register(Reg(result.0 + 1));
        self.call_simply(body, arguments, &[Arg::register(result), thrown]);
        let here = self.here();
        let branch = Code::Branch {
            condition: thrown,
            then: here + 1,
            otherwise: here + 2,
        };
        self.emit(branch, LocationId(0));
        let arguments = self.list([thrown]);
        self.call_simply(Target::Function(uncaught.0), arguments, &[]);
    }

    fn start_thread(&mut self, frame: Frame) {
        self.image.thread = Start {
            entry: self.here(),
            registers: 4,
        };
        let arguments = self.list([Arg::register(Reg(1))]);
        let body = Target::Pointer(Arg::register(Reg(0)));
        let result = Reg(2);
        match frame.uncaught {
            None => self.call_simply(body, arguments, &[Arg::register(result)]),
            Some(uncaught) => self.call_throwing(body, arguments, result, uncaught),
        }
        self.emit(Code::FinishThread, LocationId(0));
        self.end_thread(frame);
    }
}

/// By the location of the call; the first if there are several.
fn heap_sites(debug: &DebugInfo) -> FxHashMap<LocationId, SiteId> {
    let mut sites = FxHashMap::default();
    for (at, site) in debug.sites.iter().enumerate().skip(1) {
        if site.heap {
            sites.entry(site.location).or_insert(SiteId(at as u32));
        }
    }
    sites
}
