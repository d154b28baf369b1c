//! Memory orders and fences as the language of the program writes them.

use threadproof_engine::Step;
use threadproof_program::MemoryOrder;

/// The language of a step's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C and C++, and programs without lines.
    C,
    Rust,
}

impl Language {
    pub fn of(step: &Step) -> Language {
        match &step.location {
            Some(place) if place.file.ends_with(".rs") => Language::Rust,
            _ => Language::C,
        }
    }

    /// `memory_order_release`, `Ordering::Release`.
    pub fn order(self, order: MemoryOrder) -> String {
        match (self, order) {
            (Language::C, order) => format!("memory_order_{}", super::order(order)),
            (Language::Rust, order) => format!("Ordering::{order:?}"),
        }
    }

    /// `atomic_thread_fence(memory_order_seq_cst)`, `fence(Ordering::SeqCst)`.
    pub fn fence(self, order: MemoryOrder) -> String {
        let name = match self {
            Language::C => "atomic_thread_fence",
            Language::Rust => "fence",
        };
        format!("{name}({})", self.order(order))
    }
}
