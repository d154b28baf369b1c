//! From LLVM's instructions to ours.
//!
//! Starting at `main` and the constructors, only what can be reached is translated; the rest of
//! the modelled library costs nothing. First-class structs, arrays and vectors are split into
//! scalars; phi instructions become block parameters.

mod arithmetic;
mod assembly;
mod assembly_slot;
mod atomic;
mod atomic_library;
mod bits;
mod call;
mod cast;
mod channels;
mod constant;
mod control;
mod debug_types;
mod emit;
mod exceptions;
mod fast_paths;
mod float;
mod function;
mod heap_site;
mod initializer;
mod intrinsic;
mod jumps;
mod layout;
mod location;
mod machine_code;
mod machine_jumps;
mod machine_operand;
mod memory;
mod named_fence;
mod overflow;
mod primitive;
mod print;
mod rust_heap;
mod spinning;
mod throwing;
mod vector;
mod wide;
mod wide_atomic;
mod wide_intrinsic;
mod x86;
mod x86_vector;

use crate::read::{self, Value};
use crate::rust::{self, Treatment};
use debug_types::DebugTypes;
use fast_paths::Rust;
use function::FunctionLowering;
use location::Locations;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use threadproof_ir::debug::GlobalDebug;
use threadproof_ir::module::{Function, FunctionId, Global, GlobalId, Module, Operand};
use threadproof_ir::passes::lock_twins::TWINS;
use throwing::Throwing;

/// The scalars that one LLVM value was split into.
type Scalars = SmallVec<[Operand; 2]>;

/// A construct that we cannot express, as told to the user when it is reached.
struct Unsupported(String);

type Lowered<T> = Result<T, Unsupported>;

fn unsupported<T>(words: impl Into<String>) -> Lowered<T> {
    Err(Unsupported(words.into()))
}

/// Is this a function of the runtime that only the translation itself calls?
pub fn is_helper(name: &str) -> bool {
    name.starts_with("__tp_lib_") || name.starts_with(INSTEAD)
}

/// The runtime's word for a function that takes the place of the user's; the name follows.
const INSTEAD: &str = "__tp_instead_";

/// The personality that functions which can catch exceptions name.
const PERSONALITY: &str = "__gxx_personality_v0";
/// The runtime's word for a function that takes the place of another in a program with exceptions.
pub const THROWING: &str = "__tp_throwing_";
/// The same in programs that call the functions named.
const WHERE_CALLED: &[(&str, &str)] = &[
    ("__tp_robust_", "pthread_mutexattr_setrobust"),
    (CANCEL, "pthread_cancel"),
];
const CANCEL: &str = "__tp_cancel_";
/// The runtime's word for a function that is to run at the end of the program.
const AT_EXIT: &str = "__tp_lib_at_exit";
/// Called at the end of a thread that an exception ends.
const UNCAUGHT: &str = "__tp_lib_uncaught";

/// Where the program begins: some checkers have a `main` of their own and call `user_main`, which in
/// C++ has its types in its name.
pub fn entry<'m>(source: &'m read::Module<'_>) -> Option<Value<'m>> {
    let names = ["main", "user_main", "_Z9user_mainiPPc", "_Z9user_mainv"];
    let defined = |name| source.function(name).filter(|f| !f.is_declaration());
    names.into_iter().find_map(defined)
}

/// Is this a function of the runtime that takes the place of another in this program, because of what it calls?
pub fn replaces(program: &read::Module<'_>, name: &str) -> bool {
    let mut reasons = WHERE_CALLED.iter();
    reasons.any(|(prefix, called)| name.starts_with(prefix) && program.function(called).is_some())
}

/// How functions of a program may be left but by returning.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Unwinding {
    /// The program is compiled with exceptions.
    pub catches: bool,
    /// It calls `longjmp`, or ends threads with handlers.
    pub jumps: bool,
}

impl Unwinding {
    /// Of the user's files.
    pub fn of(program: &read::Module<'_>) -> Unwinding {
        Unwinding {
            catches: [PERSONALITY, rust::PERSONALITY]
                .iter()
                .any(|name| program.function(name).is_some()),
            jumps: jumps::may_jump(program),
        }
    }
}

/// A program that can be translated from several entries.
pub struct Lowering<'m> {
    pub source: &'m read::Module<'m>,
    unwinding: Unwinding,
    throwing: Rc<Throwing<'m>>,
}

impl<'m> Lowering<'m> {
    pub fn new(source: &'m read::Module<'m>, unwinding: Unwinding) -> Lowering<'m> {
        let Unwinding { catches, jumps } = unwinding;
        let throwing = match catches || jumps {
            true => Throwing::new(source, |function| body_of(source, function, catches)),
            false => Throwing::default(),
        };
        Lowering {
            source,
            unwinding,
            throwing: Rc::new(throwing),
        }
    }

    /// `files` are the user's files, as the user named them. `rust`: the program is in Rust, to be treated so.
    pub fn lower(&self, main: Value<'m>, files: &[PathBuf], rust: Option<Treatment>) -> Module {
        let mut lowering = ModuleLowering::new(self, files);
        lowering.rust = rust.map(Rust::new);
        let id = lowering.function_id(main);
        lowering.register_destructors();
        for constructor in listed(self.source, "llvm.global_ctors") {
            let id = lowering.function_id(constructor);
            lowering.output.constructors.push(id);
        }
        if lowering.rust.is_some() {
            lowering.run_before_threads();
        }
        if self.unwinding != Unwinding::default() {
            lowering.function_named(UNCAUGHT);
        }
        lowering.work_off();
        lowering.output.functions[id.index()].name = "main".into();
        lowering.output
    }
}

/// The function whose body is taken for that of another: that of the runtime for idioms and, in programs with
/// exceptions, robust mutexes or cancellation, for functions that know of these.
fn body_of<'m>(source: &'m read::Module<'_>, function: Value<'m>, catches: bool) -> Value<'m> {
    let name = function.name();
    let named = |prefix| source.function(&format!("{prefix}{name}"));
    let throwing = catches.then(|| named(THROWING)).flatten();
    let special = || WHERE_CALLED.iter().find_map(|(prefix, _)| named(prefix));
    let special = throwing.or_else(special);
    special.or_else(|| named(INSTEAD)).unwrap_or(function)
}

/// The functions of a list of constructors or destructors, those with the lowest numbers first.
fn listed<'m>(source: &'m read::Module<'_>, name: &str) -> Vec<Value<'m>> {
    let list = source.global(name);
    let Some(list) = list.and_then(|global| global.initializer()) else {
        return Vec::new();
    };
    let entry = |at| {
        let entry = list.element(at)?;
        let priority = entry.element(0)?.as_integer()?;
        let function = entry.element(1)?;
        let is_function = function.kind() == read::ValueKind::LLVMFunctionValueKind;
        is_function.then_some((priority, function))
    };
    let mut entries: Vec<_> = (0..list.ty().element_count()).filter_map(entry).collect();
    entries.sort_by_key(|(priority, _)| *priority);
    entries.into_iter().map(|(_, function)| function).collect()
}

/// The translation of one program.
struct ModuleLowering<'m> {
    source: &'m read::Module<'m>,
    /// The program is compiled with exceptions.
    catches: bool,
    /// Calls of `setjmp` may return again.
    jumps: bool,
    output: Module,
    functions: FxHashMap<Value<'m>, FunctionId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    /// Functions that nobody declares, by name.
    undeclared: FxHashMap<String, FunctionId>,
    /// Our own constant strings.
    strings: FxHashMap<String, GlobalId>,
    /// Functions that were named but not translated yet.
    waiting: VecDeque<Work<'m>>,
    throwing: Rc<Throwing<'m>>,
    /// The types of exceptions that landing pads tell apart; their numbers begin with 1.
    exception_types: Vec<Value<'m>>,
    /// What each landing pad catches, as the runtime reads it.
    handlers: FxHashMap<Value<'m>, GlobalId>,
    locations: Locations<'m>,
    types: DebugTypes<'m>,
    /// Of a program in Rust.
    rust: Option<Rust<'m>>,
}

enum Work<'m> {
    Function(Value<'m>, FunctionId),
    Global(Value<'m>, GlobalId),
}

impl<'m> ModuleLowering<'m> {
    fn has_definition(&self, function: &str) -> bool {
        let found = self.source.function(function);
        found.is_some_and(|f| !f.is_declaration())
    }

    fn new(lowering: &Lowering<'m>, files: &[PathBuf]) -> ModuleLowering<'m> {
        let Unwinding { catches, jumps } = lowering.unwinding;
        ModuleLowering {
            source: lowering.source,
            catches,
            jumps,
            output: Module::default(),
            functions: FxHashMap::default(),
            globals: FxHashMap::default(),
            undeclared: FxHashMap::default(),
            strings: FxHashMap::default(),
            waiting: VecDeque::new(),
            throwing: Rc::clone(&lowering.throwing),
            exception_types: Vec::new(),
            handlers: FxHashMap::default(),
            locations: Locations::new(files),
            types: DebugTypes::default(),
            rust: None,
        }
    }

    /// Destructors run after all exit handlers, those of the constructors that ran last first: they are the
    /// handlers that are registered before anything else.
    fn register_destructors(&mut self) {
        let destructors = listed(self.source, "llvm.global_dtors");
        if destructors.is_empty() {
            return;
        }
        let function = Function {
            name: "(destructors)".into(),
            blocks: vec![emit::empty_block()],
            ..Function::default()
        };
        let mut code = FunctionLowering::new(self, function);
        for destructor in destructors {
            let destructor = Operand::Function(code.module.function_id(destructor));
            code.call_for_effect(AT_EXIT, vec![destructor]);
        }
        let function = code.finish();
        let id = FunctionId(self.output.functions.len() as u32);
        self.output.functions.push(function);
        self.output.constructors.push(id);
    }

    /// Translates until nothing waits any more.
    fn work_off(&mut self) {
        let mut setup = Function {
            name: "(initial values)".into(),
            ..Function::default()
        };
        while let Some(work) = self.waiting.pop_front() {
            match work {
                Work::Function(value, id) => {
                    let function = FunctionLowering::lower(self, value);
                    self.output.functions[id.index()] = function;
                }
                Work::Global(value, id) => setup = initializer::lower(self, value, id, setup),
            }
        }
        if !setup.blocks.is_empty() {
            let id = FunctionId(self.output.functions.len() as u32);
            self.output.functions.push(setup);
            self.output.constructors.insert(0, id);
        }
    }

    fn function_id(&mut self, value: Value<'m>) -> FunctionId {
        if let Some(&id) = self.functions.get(&value) {
            return id;
        }
        let name = value.name();
        let body = body_of(self.source, value, self.catches);
        let body_name = body.name();
        // The engine has to know those with cancellation.
        let known = match body_name.starts_with(CANCEL) {
            true => body_name,
            false => match rust::instead::shown(&name) {
                Some(shown) => shown.to_string(),
                None => read::demangle(&name),
            },
        };
        let id = self.declare(known);
        self.functions.insert(value, id);
        self.waiting.push_back(Work::Function(body, id));
        if let Some((_, waits)) = TWINS.iter().find(|(tries, _)| *tries == name) {
            // A loop that only tries will call the other one.
            self.function_named(waits);
        }
        id
    }

    /// The function of the user or of the runtime that has this name; one without a body if
    /// there is none.
    fn function_named(&mut self, name: &str) -> FunctionId {
        if let Some(value) = self.source.function(name) {
            return self.function_id(value);
        }
        if let Some(&id) = self.undeclared.get(name) {
            return id;
        }
        let id = self.declare(name.to_string());
        self.undeclared.insert(name.to_string(), id);
        id
    }

    /// The number by which landing pads know a type of exceptions.
    fn exception_type(&mut self, ty: Value<'m>) -> u64 {
        let known = self.exception_types.iter().position(|known| *known == ty);
        let at = known.unwrap_or_else(|| {
            self.exception_types.push(ty);
            self.exception_types.len() - 1
        });
        at as u64 + 1
    }

    /// A table with the number of these types and then themselves.
    fn handlers(&mut self, pad: Value<'m>, types: Vec<Operand>) -> Operand {
        if let Some(&id) = self.handlers.get(&pad) {
            return Operand::Global(id, 0);
        }
        let count = types.len() as u64;
        let places = types.into_iter().enumerate();
        let known = places.filter(|(_, ty)| *ty != Operand::Const(0));
        let global = Global {
            name: "(handlers)".into(),
            size: 8 * (count + 1),
            align: 8,
            bytes: count.to_le_bytes().to_vec(),
            relocations: known.map(|(at, ty)| (8 * (at as u64 + 1), ty)).collect(),
            constant: true,
            thread_local: false,
            external: false,
        };
        let id = self.add_global(global, GlobalDebug::default());
        self.handlers.insert(pad, id);
        Operand::Global(id, 0)
    }

    fn declare(&mut self, name: String) -> FunctionId {
        let function = Function {
            name,
            ..Function::default()
        };
        self.output.functions.push(function);
        FunctionId(self.output.functions.len() as u32 - 1)
    }

    fn global_id(&mut self, value: Value<'m>) -> GlobalId {
        if let Some(&id) = self.globals.get(&value) {
            return id;
        }
        let global = Global {
            name: read::demangle(&value.name()),
            size: 0,
            align: 1,
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: value.is_constant(),
            thread_local: value.is_thread_local(),
            external: value.is_declaration(),
        };
        let debug = self.global_debug(value);
        let id = self.add_global(global, debug);
        self.globals.insert(value, id);
        self.waiting.push_back(Work::Global(value, id));
        id
    }

    fn add_global(&mut self, global: Global, debug: GlobalDebug) -> GlobalId {
        self.output.globals.push(global);
        self.output.debug.globals.push(debug);
        GlobalId(self.output.globals.len() as u32 - 1)
    }

    fn global_debug(&mut self, value: Value<'m>) -> GlobalDebug {
        let Some(variable) = value.global_debug() else {
            return GlobalDebug::default();
        };
        let debug = &mut self.output.debug;
        GlobalDebug {
            name: location::variable_name(variable),
            ty: self.types.of_variable(&mut debug.types, variable),
            location: self.locations.of_variable(&mut debug.locations, variable),
        }
    }

    /// A constant string with its end.
    fn string(&mut self, text: &str) -> Operand {
        if let Some(&id) = self.strings.get(text) {
            return Operand::Global(id, 0);
        }
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let global = Global {
            name: "(message)".into(),
            size: bytes.len() as u64,
            align: 1,
            bytes,
            relocations: Vec::new(),
            constant: true,
            thread_local: false,
            external: false,
        };
        let id = self.add_global(global, GlobalDebug::default());
        self.strings.insert(text.to_string(), id);
        Operand::Global(id, 0)
    }
}
