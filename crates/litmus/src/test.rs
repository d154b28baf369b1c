//! A litmus test as data: flat code for each thread, and a condition on the end.

use threadproof_program::{FenceOrder, LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder};

/// Index of a shared variable in [`Test::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u16);
/// Index of a register in [`Thread::registers`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u16);

/// Registers of a thread, and registers and variables that a condition can ask for.
pub const MAX_REGISTERS: usize = 32;
/// Models that expectations can be about.
pub const MODELS: [&str; 5] = ["sc", "tso", "pso", "ra", "c11"];

/// A litmus test.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    pub file: String,
    pub name: String,
    /// Names and first values.
    pub variables: Vec<(String, i32)>,
    pub threads: Vec<Thread>,
    pub condition: Condition,
    /// For models of [`MODELS`], by index: whether the outcome is allowed.
    pub expected: [Option<bool>; MODELS.len()],
}

/// A thread of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Thread {
    pub name: String,
    /// Names; a register that only holds a value within an expression has an empty one.
    pub registers: Vec<String>,
    pub code: Vec<Inst>,
    /// Where each instruction stands.
    pub places: Vec<Place>,
}

/// Line and column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// An instruction of a thread.
#[derive(Clone, PartialEq, Debug)]
pub enum Inst {
    Load {
        to: Reg,
        from: Var,
        order: LoadOrder,
    },
    Store {
        to: Var,
        order: StoreOrder,
        value: Expr,
    },
    /// The register gets the old value.
    Rmw {
        old: Reg,
        at: Var,
        op: RmwOp,
        order: RmwOrder,
        operand: Expr,
    },
    /// `old` gets the old value, `done` whether it was the expected one.
    CompareExchange {
        old: Option<Reg>,
        done: Option<Reg>,
        at: Var,
        success: RmwOrder,
        failure: LoadOrder,
        expected: Expr,
        new: Expr,
    },
    Fence(FenceOrder),
    /// Waits until the comparison holds; the register, if any, gets the value with which it does.
    Await {
        to: Option<Reg>,
        from: Var,
        order: LoadOrder,
        predicate: Predicate,
        value: Expr,
    },
    /// Waits until the variable is 0 and makes it 1, in one step.
    Lock(Var),
    Unlock(Var),
    Set {
        to: Reg,
        value: Expr,
    },
    /// Goes on at the target if the value is 0. Targets are always further down.
    Unless {
        value: Expr,
        target: usize,
    },
    Jump(usize),
}

/// In postfix order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expr(pub Vec<Term>);

/// An operand of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    Constant(i32),
    Register(Reg),
    Unary(Unary),
    Binary(Binary),
}

/// An operation on one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Minus,
    Not,
    Complement,
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Compare(Predicate),
    Add,
    Sub,
    Mul,
}

/// The question of a test about its final states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub quantifier: Quantifier,
    /// The values that the condition looks at.
    pub slots: Vec<Slot>,
    /// In postfix order.
    pub truth: Vec<Truth>,
    pub text: String,
    pub place: Place,
}

/// The number of executions that the condition speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// The file has no condition: it asks for nothing.
    Nothing,
    Exists,
    NotExists,
    Forall,
}

/// A register or variable of a final state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Register(usize, Reg),
    Variable(Var),
}

/// A part of a condition; its operands stand before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    True,
    Compare {
        slot: usize,
        equal: bool,
        value: i32,
    },
    Not,
    And,
    Or,
}

impl Test {
    /// Is the outcome expected to be allowed under a model? An outcome that must not exist is
    /// forbidden everywhere unless the file says otherwise.
    pub fn expects(&self, model: &str) -> Option<bool> {
        let index = MODELS.iter().position(|name| *name == model)?;
        let default = match self.condition.quantifier {
            Quantifier::Nothing | Quantifier::Exists => None,
            Quantifier::NotExists | Quantifier::Forall => Some(false),
        };
        self.expected[index].or(default)
    }
}

impl Test {
    /// Can it have data races? Waiting and locking are atomic.
    pub fn has_plain_accesses(&self) -> bool {
        let mut code = self.threads.iter().flat_map(|thread| &thread.code);
        code.any(|inst| match inst {
            Inst::Load { order, .. } | Inst::Await { order, .. } => *order == LoadOrder::Plain,
            Inst::Store { order, .. } => *order == StoreOrder::Plain,
            _ => false,
        })
    }
}

impl Condition {
    /// The condition of a file that asks for nothing.
    pub(crate) fn nothing(place: Place) -> Condition {
        Condition {
            quantifier: Quantifier::Nothing,
            slots: Vec::new(),
            truth: Vec::new(),
            text: String::new(),
            place,
        }
    }

    /// Is this the outcome that the test is about, given the value of each slot? For `forall` it
    /// is a violation.
    pub fn is_outcome(&self, values: &[i32]) -> bool {
        if self.quantifier == Quantifier::Nothing {
            return false;
        }
        let mut stack: Vec<bool> = Vec::new();
        for term in &self.truth {
            let value = match *term {
                Truth::True => true,
                Truth::Compare { slot, equal, value } => (values[slot] == value) == equal,
                Truth::Not => !pop(&mut stack),
                Truth::And => pop(&mut stack) & pop(&mut stack),
                Truth::Or => pop(&mut stack) | pop(&mut stack),
            };
            stack.push(value);
        }
        pop(&mut stack) != (self.quantifier == Quantifier::Forall)
    }
}

impl Expr {
    pub fn value(&self, register: impl Fn(Reg) -> i32) -> i32 {
        let mut stack: Vec<i32> = Vec::new();
        for term in &self.0 {
            let value = match *term {
                Term::Constant(value) => value,
                Term::Register(reg) => register(reg),
                Term::Unary(op) => op.apply(pop(&mut stack)),
                Term::Binary(op) => {
                    let right = pop(&mut stack);
                    op.apply(pop(&mut stack), right)
                }
            };
            stack.push(value);
        }
        pop(&mut stack)
    }
}

fn pop<T>(stack: &mut Vec<T>) -> T {
    stack.pop().expect("the reader writes sound postfix")
}

impl Unary {
    fn apply(self, value: i32) -> i32 {
        match self {
            Unary::Minus => value.wrapping_neg(),
            Unary::Not => i32::from(value == 0),
            Unary::Complement => !value,
        }
    }
}

impl Binary {
    fn apply(self, a: i32, b: i32) -> i32 {
        match self {
            Binary::Or => i32::from(a != 0 || b != 0),
            Binary::And => i32::from(a != 0 && b != 0),
            Binary::BitOr => a | b,
            Binary::BitXor => a ^ b,
            Binary::BitAnd => a & b,
            Binary::Compare(predicate) => {
                i32::from(predicate.holds(u64::from(a as u32), u64::from(b as u32), 32))
            }
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
        }
    }
}
