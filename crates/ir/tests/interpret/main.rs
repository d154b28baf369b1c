//! The interpreter from the outside: modules as text, driven by a simple engine.

mod driver;
mod evaluate;
mod generate;
mod memory;
mod random;
mod run;
mod threads;
