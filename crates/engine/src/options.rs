//! The questions that the user can ask of the engine.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use threadproof_program::ErrorKind;

/// The memory model to check under.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Model {
    #[default]
    Sc,
    Tso,
    Pso,
    Ra,
    C11,
}

/// The algorithm of a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Algorithm {
    Auto,
    Source,
    Optimal,
    Rf,
    Sat,
    Naive,
}

/// The form of the executions of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A sequence of steps over one memory, perhaps with store buffers.
    Machine(MachineModel),
    /// An event graph, without a single memory.
    Graph,
}

/// A model whose executions are sequences of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MachineModel {
    Sc,
    Tso,
    Pso,
}

impl MachineModel {
    /// It among all models.
    pub const fn model(self) -> Model {
        match self {
            MachineModel::Sc => Model::Sc,
            MachineModel::Tso => Model::Tso,
            MachineModel::Pso => Model::Pso,
        }
    }
}

/// The meaning of the memory orders of the program's atomics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orders {
    /// All have the one meaning of the model; a verdict names those that mean less in the language.
    Hardware,
    /// All are release and acquire; a verdict names those that were strengthened or weakened.
    ReleaseAcquire,
    /// They have the meaning of the language.
    Language,
}

/// The table of the models, in the order of [`Model::ALL`]. Which one of the family it is concerns only the rules: those of
/// the machine's buffers, of the graph and of `sat`. All others ask the table, or whether the model is SC, with which
/// the rest are compared.
const MODELS: [(&str, Family, Orders); 5] = [
    ("sc", Family::Machine(MachineModel::Sc), Orders::Hardware),
    ("tso", Family::Machine(MachineModel::Tso), Orders::Hardware),
    ("pso", Family::Machine(MachineModel::Pso), Orders::Hardware),
    ("ra", Family::Graph, Orders::ReleaseAcquire),
    ("c11", Family::Graph, Orders::Language),
];

impl Model {
    pub const ALL: [Model; 5] = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::C11];
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        MODELS[self as usize].0
    }
    /// The form of its executions.
    pub fn family(self) -> Family {
        MODELS[self as usize].1
    }
    /// The meaning of memory orders.
    pub fn orders(self) -> Orders {
        MODELS[self as usize].2
    }
    /// Is an execution an event graph rather than a sequence of steps over one memory?
    pub fn is_graph(self) -> bool {
        self.family() == Family::Graph
    }
    /// The model of a machine; `None` if an execution is an event graph alone.
    pub fn machine(self) -> Option<MachineModel> {
        match self.family() {
            Family::Machine(model) => Some(model),
            Family::Graph => None,
        }
    }
    /// Do stores reach memory by way of a buffer?
    pub const fn delays_stores(self) -> bool {
        matches!(self, Model::Tso | Model::Pso)
    }
    /// Is undefined behaviour of the language, which hardware knows nothing of, an error?
    fn is_of_language(self) -> bool {
        self.orders() != Orders::Hardware
    }
}

impl Algorithm {
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Auto,
        Algorithm::Source,
        Algorithm::Optimal,
        Algorithm::Rf,
        Algorithm::Sat,
        Algorithm::Naive,
    ];
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Source => "source",
            Algorithm::Optimal => "optimal",
            Algorithm::Rf => "rf",
            Algorithm::Sat => "sat",
            Algorithm::Naive => "naive",
        }
    }
}

/// The set of error kinds that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks(u32);

/// A bit that no kind of error has.
const COUNTS_KEPT: u32 = 1 << 31;

impl Checks {
    /// The checks that are made unless the user says otherwise.
    pub fn default_for(model: Model) -> Checks {
        let mut checks = Checks(u32::MAX);
        checks.set(ErrorKind::Leak, false);
        checks.set(ErrorKind::DataRace, model.is_of_language());
        checks.set(ErrorKind::Uninitialized, model.is_of_language());
        checks
    }
    /// Objects that statics and thread-local variables still lead to in the end are no leaks.
    pub fn forgive_kept(&mut self) {
        self.0 &= !COUNTS_KEPT;
    }
    /// Are objects that a static variable still points to no leaks?
    pub fn forgives_kept(self) -> bool {
        self.0 & COUNTS_KEPT == 0
    }
    /// Turns a check on or off.
    pub fn set(&mut self, kind: ErrorKind, on: bool) {
        let bit = 1 << kind as u32;
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }
    /// Is this kind of error looked for?
    pub fn has(self, kind: ErrorKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }
}

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When to give up.
    pub deadline: Option<Instant>,
    pub max_executions: Option<u64>,
    /// Steps of one thread in one execution; a longer one is taken for endless. All threads together may have ten times
    /// as many.
    pub max_steps: u32,
    /// Bytes of memory that the checked program may have at a time.
    pub max_memory: u64,
    /// Under C11: guesses about the order of sequentially consistent events of one execution.
    pub max_guesses: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            deadline: None,
            max_executions: None,
            max_steps: 100_000,
            max_memory: 256 << 20,
            max_guesses: 20_000,
        }
    }
}

impl Limits {
    /// The same limits with an end after this time.
    pub fn with_timeout(mut self, timeout: Option<Duration>) -> Limits {
        self.deadline = timeout.and_then(|t| Instant::now().checked_add(t));
        self
    }
    /// The same limits for an execution that is run again: it has an end, however late it is.
    pub fn without_deadline(self) -> Limits {
        Limits {
            deadline: None,
            ..self
        }
    }
    /// Has the user's time run out?
    pub fn is_late(&self) -> bool {
        let deadline = self.deadline;
        deadline.is_some_and(|deadline| deadline <= Instant::now())
    }
}

/// All wishes of the user.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub model: Model,
    pub algorithm: Algorithm,
    pub checks: Checks,
    pub limits: Limits,
    /// Go on after an error.
    pub keep_going: bool,
    /// Read-modify-writes of one kind whose results nobody uses commute (under SC only).
    pub commute: bool,
    /// Is every behaviour also a sequentially consistent one?
    pub robustness: bool,
    /// Look for an execution with fewer context switches that shows the same error.
    pub minimise: bool,
    /// Estimate the number of executions while searching; it takes a third of the first two seconds, later a twentieth.
    pub estimate: bool,
    /// Keep the runs of `sat` that show something new; the other algorithms ignore it.
    pub keep_schedules: bool,
    /// Random executions, instead of all.
    pub sampling: Option<Sampling>,
    /// Only executions with few preemptions.
    pub preemptions: Option<Preemptions>,
    /// Who searches.
    pub jobs: Jobs,
}

/// How many workers search, and from when on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jobs {
    pub workers: u32,
    /// The first worker is alone for so long.
    pub after: Duration,
    /// A worker gives away all that is left of its task after so many executions, rather than when somebody has
    /// nothing to do: for tests.
    pub budget: Option<u64>,
}

impl Jobs {
    /// One worker, for ever.
    pub const ONE: Jobs = Jobs::exactly(1);
    /// So many from the beginning.
    pub const fn exactly(workers: u32) -> Jobs {
        Jobs {
            workers,
            after: Duration::ZERO,
            budget: None,
        }
    }
}

/// Random executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    pub count: u64,
    /// The same seed gives the same executions.
    pub seed: u64,
    pub strategy: Strategy,
}

/// How random executions are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The others, one after the other.
    Turns,
    /// Any thread at each step.
    Walk,
    /// Random priorities of threads, with a few changes.
    Pct,
    /// Random priorities of operations.
    Pos,
}

impl Strategy {
    pub const ALL: [Strategy; 4] = [
        Strategy::Turns,
        Strategy::Walk,
        Strategy::Pct,
        Strategy::Pos,
    ];
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Turns => "turns",
            Strategy::Walk => "walk",
            Strategy::Pct => "pct",
            Strategy::Pos => "pos",
        }
    }
}

/// How many preemptions an execution may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preemptions {
    AtMost(u32),
    /// None, then one, and so on, until nothing is left out or the time is up.
    Increasing,
}

impl Options {
    /// Does a search of its own replace the algorithm?
    pub fn replaces_algorithm(&self) -> bool {
        self.sampling.is_some() || self.preemptions.is_some()
    }
    /// For an execution that is run again.
    pub(crate) fn for_replay(&self) -> Options {
        Options {
            limits: self.limits.without_deadline(),
            ..*self
        }
    }
    /// Do they commute in this search? Not if data races are looked for, since it matters which of them synchronise.
    pub(crate) fn commutes(&self) -> bool {
        self.commute && self.model == Model::Sc && !self.checks.has(ErrorKind::DataRace)
    }
}

impl Options {
    /// No wish but these two.
    pub fn new(model: Model, algorithm: Algorithm) -> Options {
        Options {
            model,
            algorithm,
            checks: Checks::default_for(model),
            limits: Limits::default(),
            keep_going: false,
            commute: true,
            robustness: false,
            minimise: false,
            estimate: false,
            keep_schedules: false,
            sampling: None,
            preemptions: None,
            jobs: Jobs::ONE,
        }
    }
}
