//! The whole program as register code with its tables.

use super::{Arg, Code, Layout, Reg, Span};
use crate::compile::Uninitialized;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use threadproof_program::address::{FUNCTION_SIZE, FUNCTIONS};
use threadproof_program::{
    Guard, LoadOrder, LocationId, Predicate, RmwOrder, SiteId, ThreadId, Wait,
};

/// A program as the interpreter runs it.
pub struct Image {
    pub code: Vec<Code>,
    /// By place in `code`.
    pub locations: Vec<LocationId>,
    pub constants: Vec<u64>,
    /// By function number.
    pub functions: Vec<Callable>,
    /// Numbers of the functions with code, in its order.
    pub in_code: Vec<u32>,
    pub calls: Vec<CallSite>,
    pub exchanges: Vec<CompareExchange>,
    pub awaits: Vec<Await>,
    pub copies: Vec<MemoryCopy>,
    pub fills: Vec<MemorySet>,
    pub arguments: Vec<Arg>,
    /// Value and place in `code`.
    pub cases: Vec<(u64, u32)>,
    pub texts: Vec<String>,
    /// By place in `code`: the value that is read there from memory that was never written.
    pub choices: FxHashMap<u32, Choice>,
    pub private_objects: Vec<PrivateObject>,
    pub layout: Layout,
    /// Types of the heap objects that the calls at these locations create.
    pub heap_sites: FxHashMap<LocationId, SiteId>,
    /// Places in the standard library of Rust, which allocates for its callers.
    pub places_of_rust: FxHashSet<LocationId>,
    /// Calls that create objects of whose type only the caller of their function knows.
    pub wrappers: FxHashSet<LocationId>,
    /// Where the memory for further arguments is created.
    pub varargs_site: SiteId,
    /// The code of the main thread: constructors, `main`, exit.
    pub main: Start,
    /// The code of a created thread: its body (register 0) with its argument (register 1), exit.
    pub thread: Start,
    pub release_acquire: bool,
    pub weak_memory: bool,
    /// Some reachable function takes locks along with the one that it waits for.
    pub locks_along: bool,
    /// Some execution has reached an assertion of the program.
    pub asserted: AtomicBool,
    /// Some reachable function can tell that a lock is taken without waiting for it.
    pub looks_at_locks: bool,
    /// Some loop is marked, so that its rounds are watched.
    pub has_marked_loops: bool,
    /// Data races are looked for, so a program that goes on has none.
    pub races_are_errors: bool,
    /// Some atomics are so weak that a thread can learn of another one's steps without coming after them.
    pub weak_atomics: bool,
    /// If undefined bytes are followed, a private object has twice its size: behind each byte of it stands, at the
    /// distance of the object's size, 0xff if it is defined and 0 if not.
    pub uninitialized: Uninitialized,
    /// The places of inputs that are followed on their way.
    pub inputs: Vec<LocationId>,
    pub max_call_depth: usize,
}

/// The first instruction of a function, and the number of its registers.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub entry: u32,
    pub registers: u32,
}

/// Values to choose from.
#[derive(Clone, Default, Debug)]
pub struct Choice {
    pub values: Vec<u64>,
    /// These are all that matter.
    pub all: bool,
}

impl Image {
    /// An execution reaches an assertion. Other workers may say so at the same time.
    pub fn note_assertion(&self) {
        if !self.asserted.load(Ordering::Relaxed) {
            self.asserted.store(true, Ordering::Relaxed);
        }
    }

    /// The values that can be read at this place from memory that was never written.
    pub fn choice_at(&self, place: usize) -> &Choice {
        const ZERO: &Choice = &Choice {
            values: Vec::new(),
            all: false,
        };
        self.choices.get(&(place as u32)).unwrap_or(ZERO)
    }
}

/// A function as calls see it.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    /// `None` if no file defines it.
    pub entry: Option<u32>,
    pub registers: u32,
    /// They are in the first registers.
    pub parameters: u32,
    /// Bytes of private memory, a multiple of 8.
    pub private: u32,
    pub results: u32,
    pub variadic: bool,
}

/// A call with its arguments and results.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    pub target: Target,
    /// In the image's `arguments`.
    pub arguments: Span,
    /// In the image's `arguments`, all of them registers.
    pub results: Span,
}

/// The function of a call.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    Function(u32),
    Pointer(Arg),
}

/// The operands of a compare-exchange.
#[derive(Clone, Copy, Debug)]
pub struct CompareExchange {
    pub size: u8,
    pub success_order: RmwOrder,
    pub failure_order: LoadOrder,
    pub pointer: Arg,
    pub expected: Arg,
    pub new: Arg,
    pub old: Reg,
    pub success: Reg,
}

/// The operands of a wait.
#[derive(Clone, Copy, Debug)]
pub struct Await {
    pub size: u8,
    pub why: Wait,
    pub order: LoadOrder,
    pub test: AwaitTest,
    pub pointer: Arg,
    pub to: Reg,
}

/// The test that lets a wait pass.
#[derive(Clone, Copy, Debug)]
pub enum AwaitTest {
    Compare(Predicate, Arg),
    /// The value is compared under a mask.
    Masked(Predicate, u64, Arg),
    OneOf([Arg; 3]),
}

/// One end of a copy.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An address.
    Shared(Arg),
    /// An offset within a private object.
    Private { object: u32, offset: Arg },
}

impl Place {
    /// The address or offset.
    pub fn argument(self) -> Arg {
        match self {
            Place::Shared(address) => address,
            Place::Private { offset, .. } => offset,
        }
    }
}

/// The operands of a copy.
#[derive(Clone, Copy, Debug)]
pub struct MemoryCopy {
    pub destination: Place,
    pub source: Place,
    pub length: Arg,
}

/// The operands of a fill.
#[derive(Clone, Copy, Debug)]
pub struct MemorySet {
    pub destination: Place,
    pub value: Arg,
    pub length: Arg,
}

/// A local variable that no other function and no other thread can reach.
#[derive(Clone, Copy, Debug)]
pub struct PrivateObject {
    /// Offset in the frame's private memory.
    pub start: u32,
    pub size: u32,
    pub site: u32,
}

impl Image {
    /// The number of the function at a code address.
    pub fn function_at(&self, address: u64) -> Option<u32> {
        let offset = address.checked_sub(FUNCTIONS)?;
        let number = offset / FUNCTION_SIZE;
        let exact = offset.is_multiple_of(FUNCTION_SIZE);
        (exact && number < self.functions.len() as u64).then_some(number as u32)
    }

    /// The name of the function that a place in `code` belongs to.
    pub fn function_around(&self, place: u32) -> Option<&str> {
        let function = |number: u32| &self.functions[number as usize];
        let begun = |number: &u32| function(*number).entry.is_some_and(|entry| entry <= place);
        let begun = self.in_code.partition_point(begun);
        let around = *self.in_code.get(begun.checked_sub(1)?)?;
        Some(&function(around).name)
    }

    pub fn start_of(&self, thread: ThreadId) -> Start {
        if thread == ThreadId::MAIN {
            self.main
        } else {
            self.thread
        }
    }
}

pub fn function_address(number: u32) -> u64 {
    FUNCTIONS + FUNCTION_SIZE * u64::from(number)
}

impl AwaitTest {
    pub fn guard(self, why: Wait, size: u8, mut get: impl FnMut(Arg) -> u64) -> Guard {
        use threadproof_program::Test;
        let mask = u64::MAX >> (64 - 8 * u32::from(size));
        let test = match self {
            AwaitTest::Compare(predicate, value) => Test::Compare {
                predicate,
                value: get(value) & mask,
            },
            AwaitTest::Masked(predicate, mask, value) => Test::Masked {
                mask,
                predicate,
                value: get(value),
            },
            AwaitTest::OneOf(values) => Test::OneOf(values.map(|value| get(value) & mask)),
        };
        Guard { test, why }
    }
}
