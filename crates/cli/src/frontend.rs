//! The only place that knows the front ends: from files to a program that the engine can run.

use crate::arguments;
use std::ops::ControlFlow;
use threadproof_engine::{Options, Outcome, Progress, Unsupported};

pub fn prepare(_arguments: &arguments::Check) -> Result<(), String> {
    Err("not there yet".into())
}

pub fn check(
    _program: &(),
    _options: &Options,
    _progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome, Unsupported> {
    panic!("not there yet")
}
