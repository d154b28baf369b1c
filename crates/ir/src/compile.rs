//! From a module to a program that the engine can explore.

use crate::code::{Image, build, prepare};
use crate::interp::flow::{Regions, functions};
use crate::interp::{Threads, Traced};
use crate::module::Module;
use crate::source::Names;
use crate::verify::verify;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use threadproof_program::{FunctionId, LocationId, Object, Program, Restless, Run, Source};

/// The wishes that concern the preparation of a module.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many iterations of a loop are run; `None`: all.
    pub unroll: Option<u32>,
    /// Stop iterations of loops that have no effect.
    pub purity: bool,
    /// Let the loops that purity has found wait, where that is possible.
    pub awaits: bool,
    /// Data races are looked for, so a program that goes on has none.
    pub races_are_errors: bool,
    /// The result of a read of memory that was never written.
    pub uninitialized: Uninitialized,
    /// Follow inputs that the program hands on, and with them memory that was never written, as
    /// [`Uninitialized::Followed`] says.
    pub follow_inputs: bool,
    /// The memory that the program is to be run with.
    pub memory: Memory,
    /// More nested calls than this are a stack overflow.
    pub max_call_depth: usize,
}

/// The result of a read of memory that was never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialized {
    /// Zeros, in silence.
    Zero,
    /// Zeros that are followed; where they decide something, the search can no longer end as verified.
    Followed,
    /// The same, at the load itself, for runs that log how values flow. A local variable that is written on some ways to
    /// the load and not on others is not seen.
    NotedAtLoad,
    /// A choice between the values that matter.
    Any,
    /// An error of the program.
    Error,
}

impl Uninitialized {
    /// Does the interpreter follow undefined values through computations?
    pub fn is_followed(self) -> bool {
        matches!(self, Uninitialized::Followed | Uninitialized::Any)
    }
    /// Does it know which bytes of private memory are defined?
    pub fn is_known_privately(self) -> bool {
        self.is_followed() || self == Uninitialized::Error
    }
    /// Does it tell of their use?
    pub fn is_noted(self) -> bool {
        self.is_followed() || self == Uninitialized::NotedAtLoad
    }
}

/// The memory that a program runs with, as far as the modelled library has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    SequentiallyConsistent,
    /// Stores wait in buffers.
    Buffered,
    /// A load may return another value than the newest.
    OldValues,
    /// The same, but sequentially consistent if all atomics of the program are.
    OldValuesOfWeakAtomics,
}

impl Options {
    /// Is the library told that loads may return old values?
    pub(crate) fn has_old_values(&self, module: &Module) -> bool {
        match self.memory {
            Memory::SequentiallyConsistent | Memory::Buffered => false,
            Memory::OldValues => true,
            Memory::OldValuesOfWeakAtomics => module.has_weak_atomics(),
        }
    }

    /// Is the library told that memory is not sequentially consistent?
    pub(crate) fn has_weak_memory(&self, module: &Module) -> bool {
        self.memory == Memory::Buffered || self.has_old_values(module)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            unroll: None,
            purity: true,
            awaits: true,
            races_are_errors: false,
            uninitialized: Uninitialized::Zero,
            follow_inputs: false,
            memory: Memory::SequentiallyConsistent,
            max_call_depth: 50_000,
        }
    }
}

/// A module made ready to run.
pub struct Interpreted {
    image: Image,
    names: Names,
    weak_atomics: Option<Vec<LocationId>>,
    /// It is known where assertions are.
    knows_assertions: bool,
    restless: Vec<Restless>,
    volatile: Vec<LocationId>,
    /// Made when somebody wants to know how values flow.
    regions: OnceLock<Regions>,
}

/// Fails if the module is no program: it has no `main`, or more data than memory has room for.
pub fn compile(mut module: Module, options: &Options) -> Result<Interpreted, String> {
    if cfg!(debug_assertions) {
        verify(&module).map_err(|problem| format!("the module is wrong: {}", problem.message))?;
    }
    let image = build(&mut module, options)?;
    let weak_atomics = module.weak_atomics.take();
    let knows_assertions = module.assertions.is_some();
    let restless = std::mem::take(&mut module.restless);
    let volatile = std::mem::take(&mut module.debug.volatile);
    let globals: Vec<String> = module
        .globals
        .into_iter()
        .map(|global| global.name)
        .collect();
    let names = Names::new(module.debug, &image, &globals);
    Ok(Interpreted {
        image,
        names,
        weak_atomics,
        knows_assertions,
        restless,
        volatile,
        regions: OnceLock::new(),
    })
}

/// The module as it is after the passes, of which only the functions that `main` reaches are left.
pub fn after_passes(mut module: Module, options: &Options) -> Result<Module, String> {
    let reachable = prepare(&mut module, options)?;
    for (at, function) in module.functions.iter_mut().enumerate() {
        if !reachable.iter().any(|id| id.index() == at) {
            function.blocks.clear();
        }
    }
    Ok(module)
}

impl Interpreted {
    /// Are there inputs that are followed, so that reads of memory that was never written are told and no errors?
    pub fn follows_inputs(&self) -> bool {
        !self.image.inputs.is_empty()
    }
}

impl Program for Interpreted {
    fn objects(&self) -> &[Object] {
        &self.image.layout.objects
    }

    fn start(&self) -> Box<dyn Run + '_> {
        Box::new(Threads::new(&self.image, &self.names.debug))
    }

    fn source(&self) -> &dyn Source {
        &self.names
    }

    fn weak_atomics(&self) -> Option<&[LocationId]> {
        self.weak_atomics.as_deref()
    }

    fn volatile_accesses(&self) -> &[LocationId] {
        &self.volatile
    }

    fn restless(&self) -> &[Restless] {
        &self.restless
    }

    fn reached_assertion(&self) -> Option<bool> {
        let reached = || self.image.asserted.load(Ordering::Relaxed);
        self.knows_assertions.then(reached)
    }

    fn locks_along(&self) -> bool {
        self.image.locks_along
    }

    fn start_traced(&self) -> Option<Box<dyn Run + '_>> {
        let regions = self.regions.get_or_init(|| Regions::new(&self.image));
        let traced = Traced::new(&self.image, &self.names.debug, regions);
        Some(Box::new(traced))
    }

    fn evaluate(&self, function: FunctionId, inputs: &[u64]) -> Option<u64> {
        functions::evaluate(&self.image, function, inputs)
    }
}
