//! One search with one algorithm: the table of the algorithms, and the loop that begins again with a finer view.

use super::Watch;
use crate::explore::equivalence::{Class, Equivalence};
use crate::explore::frontier::Identity;
use crate::explore::monitor::{Explored, Finer, Monitor, Observer, Standing, Stop, too_large};
use crate::explore::parallel::{self, Work};
use crate::explore::view::View;
use crate::explore::{dpor, naive, preemptions, rf, sample, sat};
use crate::graph::{Cuts, Graph};
use crate::host::names::Names;
use crate::host::privacy::{Privacy, SharedObjects};
use crate::machine::{Machine, MemoryModel, with_model};
use crate::options::{Algorithm, Model, Options};
use crate::outcome::{Outcome, Progress};
use crate::portable::Portable;
use crate::support::{Unsupported, resolve};
use std::ops::ControlFlow;
use threadproof_program::Program;

/// Explores a program and tells `observer` the class of each execution, for tests.
pub fn check_observed(
    program: &dyn Program,
    options: &Options,
    equivalence: Equivalence,
    observer: &mut dyn FnMut(Class),
) -> Result<Outcome, Unsupported> {
    let progress = &mut |_: &Progress| ControlFlow::Continue(());
    let watch = Watch::new(progress, None);
    search(program, options, watch, Some((equivalence, observer)))
}

/// Explores a program with one algorithm; `auto` is the first that supports the model.
pub fn search<'p>(
    program: &'p dyn Program,
    options: &'p Options,
    watch: Watch<'p>,
    observer: Option<Observer<'p>>,
) -> Result<Outcome, Unsupported> {
    let algorithm = resolve(options.algorithm, options.model)?;
    if let Some(reason) = too_large(program, options) {
        return Ok(Outcome::inconclusive(algorithm, reason));
    }
    // Whoever compares classes wants all accesses in them.
    let observed = observer.is_some();
    let monitor = Monitor::new(program, options, watch.tell, observer)
        .kept(watch.keeping)
        .timed(watch.times);
    match run_with(program, options, algorithm, (monitor, observed)) {
        Ended::Concluded(outcome) => Ok(*outcome),
        Ended::Unfinished(_) => unreachable!("neither a limit of work nor a rival was set"),
    }
}

/// How a search ended.
pub enum Ended {
    Concluded(Box<Outcome>),
    /// Its work was limited, or a rival was better.
    Unfinished(Standing),
}

/// Explores a program with an algorithm that the model supports, watched by `monitor`.
pub fn run<'p>(
    program: &'p dyn Program,
    options: &'p Options,
    algorithm: Algorithm,
    monitor: Monitor<'p>,
) -> Ended {
    run_with(program, options, algorithm, (monitor, false))
}

/// The same; `observed`: each access to memory is in the classes, also where nobody else is there.
fn run_with<'p>(
    program: &'p dyn Program,
    options: &'p Options,
    algorithm: Algorithm,
    (monitor, observed): (Monitor<'p>, bool),
) -> Ended {
    let mut search = Search {
        program,
        options,
        algorithm,
        observed,
        view: View::default(),
        watches: false,
        shared: None,
    };
    if observed && is_on_graph(options, algorithm) {
        search.view.refine(Finer::Accesses);
    }
    match options.model.machine() {
        Some(model) if !is_on_graph(options, algorithm) => {
            with_model!(model, M => search.on_machine::<M>(monitor))
        }
        _ => search.on_graph(monitor),
    }
}

/// One search; a field for each thing that stays the same while it begins again.
struct Search<'p> {
    program: &'p dyn Program,
    options: &'p Options,
    algorithm: Algorithm,
    /// Somebody compares the classes of executions.
    observed: bool,
    view: View,
    /// See [`Search::has_private_objects`].
    watches: bool,
    /// On a machine: see [`Cuts::shared`].
    shared: Option<SharedObjects>,
}

/// Explores the executions of a machine.
type Explore<M> =
    for<'p> fn(&mut Monitor<'p>, &mut Machine<'p, M>, &Search<'p>) -> Result<(), Stop>;

/// Is an execution an event graph? Random and bounded searches under models with one memory go step by step.
fn is_on_graph(options: &Options, algorithm: Algorithm) -> bool {
    let by_steps = options.sampling.is_some() || options.preemptions.is_some();
    options.model.is_graph() || algorithm == Algorithm::Rf && !by_steps
}

/// The table of the algorithms on a machine, and the one whose steps they want: it has every pair of
/// [`crate::support::SUPPORT`] that is not on a graph.
fn runner<M: MemoryModel>(options: &Options, algorithm: Algorithm) -> (Explore<M>, Algorithm) {
    if options.sampling.is_some() {
        return (sampled, Algorithm::Naive);
    }
    if options.preemptions.is_some() {
        return (with_few_preemptions, Algorithm::Naive);
    }
    let explore: Explore<M> = match algorithm {
        Algorithm::Optimal => |m, machine, s| match m.has_crew() {
            true => share(m, machine, s, dpor::shared::work_optimal),
            false => dpor::explore(m, machine, dpor::Mode::Optimal),
        },
        Algorithm::Source => |m, machine, s| match m.has_crew() {
            true => share(m, machine, s, dpor::shared::work_source),
            false => dpor::explore(m, machine, dpor::Mode::Source),
        },
        Algorithm::Naive => |m, machine, s| match m.has_crew() {
            true => share(m, machine, s, naive::shared::work),
            false => naive::explore(m, machine),
        },
        Algorithm::Sat => |m, machine, s| sat::explore(m, machine, s.program, s.options),
        Algorithm::Rf | Algorithm::Auto => unreachable!("the table of support has resolved it"),
    };
    (explore, algorithm)
}

/// A search by several workers, each with a machine of its own.
fn share<'p, M: MemoryModel, T: Send + Portable>(
    monitor: &mut Monitor<'p>,
    machine: &mut Machine<'p, M>,
    search: &Search<'p>,
    work: impl Work<Machine<'p, M>, T>,
) -> Result<(), Stop> {
    let (program, config, observed) = (search.program, *machine.config(), search.observed);
    let shared = &search.shared;
    let make = |names| {
        let mut machine = Machine::new(program, config, names);
        if let Some(shared) = shared {
            *machine.privacy_mut() = Privacy::without(shared.clone());
        }
        if observed {
            machine.step_after_joins();
        }
        machine.begin();
        machine
    };
    parallel::explore(monitor, machine, make, work)
}

fn sampled<'p, M: MemoryModel>(
    monitor: &mut Monitor<'p>,
    machine: &mut Machine<'p, M>,
    search: &Search<'p>,
) -> Result<(), Stop> {
    let sampling = search.options.sampling.expect("the table asked for it");
    sample::explore(monitor, machine, sampling)
}

fn with_few_preemptions<'p, M: MemoryModel>(
    monitor: &mut Monitor<'p>,
    machine: &mut Machine<'p, M>,
    search: &Search<'p>,
) -> Result<(), Stop> {
    let wanted = search.options.preemptions.expect("the table asked for it");
    preemptions::explore(monitor, machine, wanted)
}

impl<'p> Search<'p> {
    fn on_machine<M: MemoryModel>(mut self, mut monitor: Monitor<'p>) -> Ended {
        let (explore, algorithm) = runner::<M>(self.options, self.algorithm);
        self.algorithm = algorithm;
        self.watches = self.has_private_objects(&monitor);
        let same = |begun: &Identity| self.is_same(begun);
        if let Some(begun) = monitor.begun(same) {
            self.view = begun.view;
            self.shared = begun.cuts.iter().copied().collect::<Cuts>().shared;
        }
        let mut machine = self.machine::<M>();
        let mut findings = None;
        loop {
            monitor.identify(self.identity(&self.cuts()));
            let begun = monitor.stepped(&machine);
            let result = begun.and_then(|()| explore(&mut monitor, &mut machine, &self));
            if matches!(result, Err(Stop::Alone)) && monitor.has_crew() {
                findings = Some(monitor.go_on_alone());
                self.shared = None;
                machine = self.machine();
                continue;
            }
            let Err(Stop::Refine(finer)) = result else {
                if let Some(findings) = findings {
                    monitor.fall_back_on(findings);
                }
                return conclude(monitor, &machine, self.algorithm, result);
            };
            monitor.begin_again();
            match finer {
                Finer::Bytes => machine.rewind(0),
                Finer::Objects => {
                    self.shared = machine.privacy().shared().cloned();
                    machine = self.machine();
                }
                Finer::ThreadEnds | Finer::Accesses => {
                    self.view.refine(finer);
                    machine = self.machine();
                }
            }
        }
    }

    /// Tells this search from others of the program.
    fn identity(&self, cuts: &Cuts) -> Identity {
        Identity {
            model: self.options.model,
            algorithm: self.algorithm,
            view: self.view,
            cuts: cuts.pairs(),
        }
    }
    /// The objects that the machine looks at.
    fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.shared.clone_from(&self.shared);
        cuts
    }
    /// Does the search find out which objects only one thread uses? Processes that share a search would have to tell
    /// each other.
    fn has_private_objects(&self, monitor: &Monitor<'_>) -> bool {
        let all = self.options.sampling.is_none() && self.options.preemptions.is_none();
        let algorithm = matches!(
            self.algorithm,
            Algorithm::Optimal | Algorithm::Source | Algorithm::Rf
        );
        let model = matches!(self.options.model, Model::Sc | Model::Ra | Model::C11);
        all && algorithm && model && !self.observed && monitor.link().is_none()
    }
    /// Is it this one, however closely it looks at the program?
    fn is_same(&self, other: &Identity) -> bool {
        (other.model, other.algorithm) == (self.options.model, self.algorithm)
    }

    /// The machine at the beginning of the program.
    fn machine<M: MemoryModel>(&self) -> Machine<'p, M> {
        let run = match self.algorithm {
            Algorithm::Sat => sat::start(self.program),
            _ => self.program.start(),
        };
        let config = self.view.config(self.options, self.algorithm);
        let mut machine = Machine::with_run(self.program, run, config, Names::default());
        if self.algorithm == Algorithm::Sat {
            machine.step_alone();
        }
        if self.observed {
            machine.step_after_joins();
        }
        match &self.shared {
            Some(shared) => *machine.privacy_mut() = Privacy::without(shared.clone()),
            None if self.watches => machine.privacy_mut().watch(),
            None => {}
        }
        machine.begin();
        machine
    }

    fn on_graph(mut self, mut monitor: Monitor<'p>) -> Ended {
        self.watches = self.has_private_objects(&monitor);
        let config = self.view.config(self.options, self.algorithm);
        let begun = monitor.begun(|begun| self.is_same(begun));
        let mut cuts: Cuts =
            begun.map_or_else(Cuts::default, |begun| begun.cuts.iter().copied().collect());
        let mut findings = None;
        loop {
            monitor.identify(self.identity(&cuts));
            let mut graph = Graph::new(self.program, self.options.model, config, Names::default());
            graph.set_cuts(&cuts);
            if cuts.shared.is_none() && self.watches {
                graph.host.privacy.watch();
            }
            rf::begin(&mut graph);
            let begun = monitor.stepped(&graph);
            let result = begun.and_then(|()| rf::run(&mut monitor, &mut graph, self.options));
            match result {
                Err(Stop::Alone) if monitor.has_crew() => {
                    findings = Some(monitor.go_on_alone());
                    cuts.shared = None;
                }
                Err(Stop::Refine(_)) => {
                    monitor.begin_again();
                    monitor.let_others_join();
                    cuts = graph.next_cuts();
                }
                result => {
                    if let Some(findings) = findings {
                        monitor.fall_back_on(findings);
                    }
                    monitor.set_effort(graph.measures());
                    return conclude(monitor, &graph, self.algorithm, result);
                }
            }
        }
    }
}

fn conclude(
    monitor: Monitor<'_>,
    last: &dyn Explored,
    algorithm: Algorithm,
    result: Result<(), Stop>,
) -> Ended {
    match result {
        Err(Stop::Spent | Stop::Beaten) => Ended::Unfinished(monitor.standing()),
        result => {
            let outcome = monitor.conclude(last, algorithm, result.err());
            Ended::Concluded(Box::new(outcome))
        }
    }
}
