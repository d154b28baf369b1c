//! The loop: encode, ask, run, learn.

use super::domains::Domains;
use super::effort::Effort;
use super::encode::{Encoding, Goal, News, Stuck};
use super::graph::{Event, EventId, Graph, Operand, ValueKind};
use super::learn::Walk;
use super::objects::KnownObjects;
use super::order::{StaticOrder, is_join, joins};
use super::plan::Plan;
use super::run_plan;
use super::solver::{Answer, Batsat, Lit};
use crate::explore::monitor::{Monitor, Stop};
use crate::host::Halt;
use crate::machine::{Machine, MemoryModel};
use crate::options::Options;
use crate::outcome::SatFeature;
use rustc_hash::FxHashSet;
use std::time::Instant;
use threadproof_program::{ErrorKind, Program};

struct Rounds<'a, 'p, 's, M: MemoryModel> {
    search: &'a mut Monitor<'s>,
    machine: &'a mut Machine<'p, M>,
    program: &'a dyn Program,
    options: &'a Options,
    graph: Graph,
    /// News that models promised and runs did not show.
    broken: FxHashSet<News>,
    /// Runs did not end with threads waiting as models promised.
    moves_on: bool,
    /// Results that the formula of this round has excluded.
    excluded: FxHashSet<(News, Vec<u64>)>,
    effort: Effort,
}

/// Runs the loop.
pub fn explore<M: MemoryModel>(
    search: &mut Monitor<'_>,
    machine: &mut Machine<'_, M>,
    program: &dyn Program,
    options: &Options,
) -> Result<(), Stop> {
    let graph = Graph {
        objects: KnownObjects::new(program.objects()),
        ..Graph::default()
    };
    let mut rounds = Rounds {
        search,
        machine,
        program,
        options,
        graph,
        broken: FxHashSet::default(),
        moves_on: false,
        excluded: FxHashSet::default(),
        effort: Effort::default(),
    };
    let result = rounds.explore();
    let effort = rounds.effort;
    search.set_effort(effort.measures());
    result
}

/// How a round ended.
enum Round {
    /// Runs have shown something new.
    News,
    Exhausted,
}

/// The answer of the solver to a question.
enum Reply {
    Plan(Plan),
    Never,
    /// Patience ran out.
    Hard,
}

/// Conflicts that a question may cost at first.
const PATIENCE: u64 = 500;

/// So many goals are asked for at once: most are impossible, and one question shows it of all.
const GROUP: usize = 128;

impl<M: MemoryModel> Rounds<'_, '_, '_, M> {
    fn explore(&mut self) -> Result<(), Stop> {
        let mut graph = std::mem::take(&mut self.graph);
        self.run(&mut graph, &Plan::default())?;
        loop {
            if let Some((cause, location)) = graph.obstacle.take() {
                self.machine.note_obstacle(cause, location);
                return Ok(());
            }
            // The graph of a formula must not change while a round learns.
            let mut next = graph.clone();
            if let Round::Exhausted = self.round(&graph, &mut next)? {
                break;
            }
            graph = next;
        }
        if !self.broken.is_empty() || self.moves_on {
            self.machine.note_obstacle(SatFeature::ImpossiblePlan, None);
        }
        Ok(())
    }

    fn obstruct(&mut self, feature: SatFeature, at: &Event) {
        self.machine.note_obstacle(feature, at.location);
    }

    fn run(&mut self, graph: &mut Graph, plan: &Plan) -> Result<Walk, Stop> {
        self.effort.runs += 1;
        let before = (graph.news, self.search.errors());
        let result = run_plan::run(self.search, self.machine, graph, plan);
        let cut = matches!(result, Err(Stop::Limit(..)));
        if !cut && before != (graph.news, self.search.errors()) {
            self.search.keep(self.machine);
        }
        result
    }

    /// Asks one formula until it has no new model.
    fn round(&mut self, graph: &Graph, next: &mut Graph) -> Result<Round, Stop> {
        let started = Instant::now();
        let order = self.order(graph);
        let domains = Domains::new(graph, self.program, &order, self.options.model);
        if let Some(event) = domains.overflow {
            self.obstruct(SatFeature::TooManyValues, graph.event(event));
            return Ok(Round::Exhausted);
        }
        if let Some(event) = domains.objects.unclear_contents() {
            self.obstruct(SatFeature::FilledObjectPlace, graph.event(event));
            return Ok(Round::Exhausted);
        }
        let solver = Box::new(Batsat::new(self.options.limits.deadline));
        let parts = (graph, &domains, &order);
        let mut encoding = Encoding::new(parts, self.options.model, solver);
        if let Some(event) = encoding.unclear_forwarding() {
            self.obstruct(SatFeature::PartialForwarding, graph.event(event));
            return Ok(Round::Exhausted);
        }
        self.effort.encodings += 1;
        self.effort.variables = self.effort.variables.max(encoding.formula.variables);
        self.effort.clauses = self.effort.clauses.max(encoding.formula.clauses);
        self.effort.encoding_time += started.elapsed();
        self.excluded.clear();
        let mut groups = self.first_groups(&encoding);
        let mut patience = PATIENCE;
        while !groups.is_empty() {
            if self.ask_all(&mut encoding, &mut groups, next, patience)? {
                return Ok(Round::News);
            }
            groups = groups.iter().flat_map(|group| halves(group)).collect();
            patience = patience.saturating_mul(2);
        }
        self.find_stuck(&mut encoding, next)
    }

    /// The order of events that follows from the graph. The thread for which a join waits may follow from the values
    /// that its address can have, and fewer values are possible when this thread is known.
    fn order(&self, graph: &Graph) -> StaticOrder {
        let constant = |operand: Operand| match operand {
            Operand::Constant(value) => Some(value),
            Operand::Value(_) => None,
        };
        let all = graph.event_ids().filter(|e| is_join(graph, *e)).count();
        let mut known = joins(graph, &constant);
        loop {
            let count = known.len();
            let order = StaticOrder::new(graph, known);
            if count == all {
                return order;
            }
            let domains = Domains::new(graph, self.program, &order, self.options.model);
            known = joins(graph, &|operand| domains.only(operand));
            if known.len() <= count {
                return order;
            }
        }
    }

    /// Errors first; then facts proved of the beginnings of the threads help with the rest.
    fn first_groups(&self, encoding: &Encoding<'_>) -> Vec<Vec<Goal>> {
        let mut goals = encoding.goals.clone();
        goals.retain(|goal| !self.broken.contains(&goal.news));
        goals.sort_by_key(|goal| (!encoding.is_error(goal.news), goal.place));
        let errors = goals.partition_point(|goal| encoding.is_error(goal.news));
        let (errors, others) = goals.split_at(errors);
        let groups = errors.chunks(GROUP).chain(others.chunks(GROUP));
        groups.map(<[Goal]>::to_vec).collect()
    }

    /// Asks for each group of goals and runs the answers. Goals that nothing reaches are taken out, and
    /// groups that need more patience are left. Says whether anything was found.
    fn ask_all(
        &mut self,
        encoding: &mut Encoding<'_>,
        groups: &mut [Vec<Goal>],
        next: &mut Graph,
        patience: u64,
    ) -> Result<bool, Stop> {
        let mut found = false;
        for at in 0..groups.len() {
            let wanted: Vec<Lit> = groups[at].iter().map(|goal| goal.literal).collect();
            let question = encoding.formula.one_of_these(&wanted);
            // As long as the first one can be reached, a run to it shows most of the later goals, too.
            let mut alone = true;
            while let Some(&first) = groups[at].first() {
                let asked = if alone { first.literal } else { question };
                match self.solve(encoding, asked, patience)? {
                    Reply::Never if alone => {
                        exclude(encoding, &[first]);
                        groups[at].remove(0);
                        alone = false;
                    }
                    Reply::Hard if alone => alone = false,
                    Reply::Never => exclude(encoding, &std::mem::take(&mut groups[at])),
                    Reply::Hard => break,
                    Reply::Plan(plan) => {
                        found = true;
                        let news = next.news;
                        self.run(next, &plan)?;
                        if next.obstacle.is_some() {
                            return Ok(true);
                        }
                        let kept = self.block(encoding, groups, next);
                        if news == next.news && !kept {
                            self.give_up(encoding, groups);
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    fn solve(
        &mut self,
        encoding: &mut Encoding<'_>,
        question: Lit,
        patience: u64,
    ) -> Result<Reply, Stop> {
        loop {
            self.search.check_time()?;
            let started = Instant::now();
            let answer = encoding.formula.solve(&[question], patience);
            self.effort.solver_time += started.elapsed();
            self.effort.questions += 1;
            match answer {
                Answer::Unsatisfiable => return Ok(Reply::Never),
                Answer::Unknown => {
                    self.search.check_time()?;
                    return Ok(Reply::Hard);
                }
                Answer::Satisfiable => match Plan::new(encoding) {
                    Ok(plan) => return Ok(Reply::Plan(plan)),
                    Err(clauses) => clauses.iter().for_each(|c| encoding.formula.add(c)),
                },
            }
        }
    }

    /// Takes the behaviour that the runs have shown by now out of the formula: its models know nothing of
    /// the steps after it. Says whether there was anything.
    fn block(
        &mut self,
        encoding: &mut Encoding<'_>,
        groups: &mut [Vec<Goal>],
        next: &Graph,
    ) -> bool {
        let mut blocked = false;
        let mut results = Vec::new();
        for goal in groups.iter().flatten() {
            match goal.news {
                News::Result(v) => {
                    if let ValueKind::Function { inputs, .. } = encoding.graph.value(v) {
                        results.push((*goal, inputs.clone()));
                    }
                }
                News::Modified(e) => {
                    let event = encoding.graph.event(e);
                    let inputs = vec![Operand::Value(event.response), event.inputs[1]];
                    results.push((*goal, inputs));
                }
                _ => (),
            }
        }
        let mut is_left = |goal: &Goal| {
            let shown = match goal.news {
                News::Direction(b, d) => next.branch(b).directions.contains_key(&d),
                News::First(e) => next.event(e).performed,
                News::Fault(e, address) => next.faults.contains(&(e, address)),
                News::Dangling(_, access) => next.dangling.contains(&access),
                News::Result(_) | News::Modified(_) => false,
            };
            if shown {
                encoding.formula.add(&[!goal.condition]);
                blocked = true;
            }
            !shown
        };
        groups
            .iter_mut()
            .for_each(|group| group.retain(&mut is_left));
        for (goal, inputs) in results {
            let mut shown = Vec::new();
            encoding.domains.combinations(&inputs, &mut |values| {
                if self.is_new_result(encoding, next, goal.news, values) {
                    shown.push(values.to_vec());
                }
            });
            for values in shown {
                if !self.excluded.insert((goal.news, values.clone())) {
                    continue;
                }
                let mut clause: Vec<Lit> = inputs
                    .iter()
                    .zip(&values)
                    .map(|(input, value)| !encoding.is(*input, *value))
                    .collect();
                clause.push(!goal.condition);
                encoding.formula.add(&clause);
                blocked = true;
            }
        }
        blocked
    }

    /// Is it a result that the formula does not know but the runs have shown?
    fn is_new_result(
        &self,
        encoding: &Encoding<'_>,
        next: &Graph,
        news: News,
        inputs: &[u64],
    ) -> bool {
        let old = encoding.graph;
        match news {
            News::Result(v) => {
                let ValueKind::Function {
                    function, grows, ..
                } = old.value(v)
                else {
                    return false;
                };
                let key = (*function, inputs.to_vec());
                encoding.domains.apply(*function, *grows, inputs).is_none()
                    && next.results.contains_key(&key)
            }
            News::Modified(e) => {
                let threadproof_program::Op::Rmw { at, op, .. } = old.event(e).op else {
                    return false;
                };
                let key = (op, at.size, inputs[0], inputs[1]);
                encoding.domains.modify(e, inputs[0], inputs[1]).is_none()
                    && next.modified.contains(&key)
            }
            _ => false,
        }
    }

    /// The run showed none of the goals that the model promised.
    fn give_up(&mut self, encoding: &mut Encoding<'_>, groups: &mut [Vec<Goal>]) {
        let all = groups.iter().flatten();
        let promised = |goal: &&Goal| encoding.formula.holds(goal.literal);
        let promised: Vec<Goal> = all.filter(promised).copied().collect();
        for goal in promised {
            self.broken.insert(goal.news);
            // The question of its group is not to be answered by it again.
            encoding.formula.add(&[!goal.literal]);
        }
        for group in groups {
            group.retain(|goal| !self.broken.contains(&goal.news));
        }
    }

    /// With all behaviours known: can threads wait for ever?
    fn find_stuck(&mut self, encoding: &mut Encoding<'_>, next: &mut Graph) -> Result<Round, Stop> {
        let checks = self.options.checks;
        if !checks.has(ErrorKind::Deadlock) && !checks.has(ErrorKind::Livelock) {
            return Ok(Round::Exhausted);
        }
        let Some(stuck) = encoding.ask_for_stuck() else {
            return Ok(Round::Exhausted);
        };
        let news = next.news;
        while let Reply::Plan(plan) = self.solve(encoding, stuck.question, u64::MAX)? {
            let walk = self.run(next, &plan)?;
            if next.news != news || next.obstacle.is_some() {
                return Ok(Round::News);
            }
            let mut promised = (stuck.waits.iter()).filter(|(_, w)| encoding.formula.holds(*w));
            self.moves_on |= promised.any(|(e, _)| !self.waits(&walk, encoding.graph, *e));
            let clause = others_wait(encoding, &stuck);
            encoding.formula.add(&clause);
        }
        Ok(Round::Exhausted)
    }

    /// Does the thread of a guarded event wait there, at the end of a run?
    fn waits(&self, walk: &Walk, graph: &Graph, e: EventId) -> bool {
        let t = graph.event(e).thread;
        walk.pending(t) == Some(e) && self.machine.halt(t) == Some(Halt::Waiting)
    }
}

/// Not the same threads at the same places.
fn others_wait(encoding: &Encoding<'_>, stuck: &Stuck) -> Vec<Lit> {
    let waits = stuck.waits.iter().map(|(_, wait)| *wait);
    let same = |wait: Lit| {
        if encoding.formula.holds(wait) {
            !wait
        } else {
            wait
        }
    };
    let mut clause: Vec<Lit> = waits.map(same).collect();
    clause.push(!stuck.question);
    clause
}

/// Nothing reaches these goals: lemmas for those that come after them.
fn exclude(encoding: &mut Encoding<'_>, goals: &[Goal]) {
    for goal in goals {
        let never = match goal.news {
            News::Result(_) | News::Modified(_) => goal.literal,
            _ => goal.condition,
        };
        encoding.formula.add(&[!never]);
    }
}

/// A group that was too hard to ask for.
fn halves(group: &[Goal]) -> impl Iterator<Item = Vec<Goal>> {
    let (first, second) = group.split_at(group.len() / 2);
    let halves = [first, second].into_iter();
    halves.filter(|half| !half.is_empty()).map(<[Goal]>::to_vec)
}
