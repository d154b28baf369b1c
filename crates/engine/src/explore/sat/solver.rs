//! The solver behind the encoding, and literals with constants.

use batsat::{Callbacks, SolverInterface, lbool};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// A literal: twice the variable, plus one if negated. Variable 0 is always true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);
}

impl From<bool> for Lit {
    fn from(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The answer of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// Time or patience ran out.
    Unknown,
}

/// An incremental solver.
pub trait Solver {
    /// A new variable. With a value to prefer it is tried with that first, always.
    fn variable(&mut self, preferred: Option<bool>) -> Lit;
    /// Adds a clause without constants.
    fn clause(&mut self, literals: &[Lit]);
    /// Gives up after so many conflicts.
    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Answer;
    /// The value of a literal that is no constant, after `Satisfiable`.
    fn value(&self, literal: Lit) -> bool;
}

struct Patience {
    deadline: Option<Instant>,
    /// Conflicts until it gives up.
    conflicts: u64,
}

impl Callbacks for Patience {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: batsat::clause::Kind) {
        if kind == batsat::clause::Kind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts == 0 || self.deadline.is_some_and(|at| at <= Instant::now())
    }
}

/// The solver, with the clauses so far.
pub struct Batsat {
    solver: batsat::Solver<Patience>,
    clause: Vec<batsat::Lit>,
}

impl Batsat {
    /// A solver that gives up at a deadline.
    pub fn new(deadline: Option<Instant>) -> Batsat {
        let options = batsat::SolverOpts::default();
        let patience = Patience {
            deadline,
            conflicts: u64::MAX,
        };
        let mut solver = batsat::Solver::new(options, patience);
        let truth = solver.new_var_default();
        solver.add_clause_reuse(&mut vec![batsat::Lit::new(truth, true)]);
        Batsat {
            solver,
            clause: Vec::new(),
        }
    }
}

fn translate(solver: &mut batsat::Solver<Patience>, literal: Lit) -> batsat::Lit {
    batsat::Lit::new(
        solver.var_of_int(literal.0 / 2),
        literal.0.is_multiple_of(2),
    )
}

impl Solver for Batsat {
    fn variable(&mut self, preferred: Option<bool>) -> Lit {
        let polarity = preferred.map_or(lbool::UNDEF, lbool::from);
        let variable = self.solver.new_var(polarity, true);
        Lit(2 * variable.idx())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            let literal = translate(&mut self.solver, literal);
            self.clause.push(literal);
        }
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Answer {
        self.solver.cb_mut().conflicts = conflicts;
        let assumptions: Vec<batsat::Lit> = assumptions
            .iter()
            .map(|&literal| translate(&mut self.solver, literal))
            .collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Answer::Satisfiable,
            answer if answer == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Unknown,
        }
    }

    fn value(&self, literal: Lit) -> bool {
        let variable = batsat::Var::unsafe_from_idx(literal.0 / 2);
        let value = self.solver.value_var(variable) == lbool::TRUE;
        value != (literal.0 % 2 == 1)
    }
}

/// Builds a formula: clauses with constants, gates, and their cost.
pub struct Formula {
    solver: Box<dyn Solver>,
    pub variables: u64,
    pub clauses: u64,
    scratch: Vec<Lit>,
    /// The conjunctions that there are, by their sorted parts.
    gates: FxHashMap<Box<[Lit]>, Lit>,
}

impl Formula {
    /// An empty formula.
    pub fn new(solver: Box<dyn Solver>) -> Formula {
        Formula {
            solver,
            variables: 0,
            clauses: 0,
            scratch: Vec::new(),
            gates: FxHashMap::default(),
        }
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.solver.variable(None)
    }

    /// A variable that had better have this value.
    pub fn preferring(&mut self, value: bool) -> Lit {
        self.variables += 1;
        self.solver.variable(Some(value))
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        if clause.contains(&Lit::TRUE) {
            return;
        }
        self.clauses += 1;
        self.scratch.clear();
        let literals = clause.iter().filter(|l| **l != Lit::FALSE);
        self.scratch.extend(literals);
        self.solver.clause(&self.scratch);
    }

    /// A literal that is true exactly if all of these are.
    pub fn and(&mut self, literals: &[Lit]) -> Lit {
        let mut literals: Vec<Lit> = literals.to_vec();
        literals.retain(|l| *l != Lit::TRUE);
        literals.sort();
        literals.dedup();
        let contradictory = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradictory || literals.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        match literals[..] {
            [] => Lit::TRUE,
            [only] => only,
            _ => {
                if let Some(&known) = self.gates.get(&literals[..]) {
                    return known;
                }
                let all = self.variable();
                self.gates.insert(literals.clone().into_boxed_slice(), all);
                let mut clause = vec![all];
                for &literal in &literals {
                    self.add(&[!all, literal]);
                    clause.push(!literal);
                }
                self.add(&clause);
                all
            }
        }
    }

    /// A literal that is true exactly if one of these is.
    pub fn or(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|l| !*l).collect();
        !self.and(&negated)
    }

    /// A literal that asks for one of these.
    pub fn one_of_these(&mut self, literals: &[Lit]) -> Lit {
        let question = self.variable();
        let mut clause = literals.to_vec();
        clause.push(!question);
        self.add(&clause);
        question
    }

    /// Looks for a model in which the assumptions hold, for so many conflicts at most.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Answer {
        if assumptions.contains(&Lit::FALSE) {
            return Answer::Unsatisfiable;
        }
        let real: Vec<Lit> = assumptions
            .iter()
            .copied()
            .filter(|l| *l != Lit::TRUE)
            .collect();
        self.solver.solve(&real, conflicts)
    }

    /// Does the literal hold in the model that was found?
    pub fn holds(&self, literal: Lit) -> bool {
        match literal {
            Lit::TRUE => true,
            Lit::FALSE => false,
            _ => self.solver.value(literal),
        }
    }
}
