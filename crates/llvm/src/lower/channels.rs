//! Channels of Rust's standard library and of crossbeam, whose operations take few steps, and the wakers of tasks.
//!
//! A message is sent in two parts: a place is reserved, and then filled. It is received likewise. Each operation is one
//! atomic section here, from before the first part until after the second one. If there is no place or no message, the
//! section lasts until the thread has registered itself as one who waits, and sleeps. So each change of the list of those
//! who wait is part of a section. The sleep is a wait for the word by which others choose whom to wake.

use super::function::FunctionLowering;
use super::{Lowered, Scalars};
use crate::read::Value;
use crate::rust::names;
use threadproof_ir::module::Operand;
use threadproof_program::Predicate;

/// Channels with a buffer. Those without hand messages over under a lock.
const CHANNELS: &[&str] = &[
    "std::sync::mpmc::list::Channel::",
    "std::sync::mpmc::array::Channel::",
    "crossbeam_channel::flavors::list::Channel::",
    "crossbeam_channel::flavors::array::Channel::",
];
/// The functions in which both parts of an operation are. Those that do not try only sleep where they cannot go on.
const OPERATIONS: &[&str] = &["send", "try_send", "recv", "try_recv"];
/// The functions in which a thread sleeps, with a limit of time as the last argument.
const SLEEPS: &[&str] = &[
    "std::sync::mpmc::context::Context::wait_until",
    "crossbeam_channel::context::Context::wait_until",
];
/// Functions of channels that neither wait nor run code of the user.
const WHOLE: &[&str] = &["is_empty", "is_full", "len", "disconnect_senders"];
/// Orders the sections of one channel by a change of its first word. Without that, a section could work with old values of
/// some words and new ones of others.
const ORDER: &str = "__tp_lib_rust_channel_order";
/// The two ends of a section, in which locks are free.
const BEGIN: &str = "__tp_lib_rust_channel_begin";
const END: &str = "__tp_lib_rust_channel_end";
/// Where an operation that sleeps begins, if it has not begun before, and where it ends, if it has not ended.
const BEGIN_SLEEPY: &str = "__tp_lib_rust_channel_begin_sleepy";
const END_SLEEPY: &str = "__tp_lib_rust_channel_end_sleepy";
const SLEEP: &str = "__tp_lib_rust_channel_sleep";
/// Those who wait. The lock inside is never held outside of these functions.
const WAITING: &[&str] = &[
    "std::sync::mpmc::waker::SyncWaker::",
    "crossbeam_channel::waker::SyncWaker::",
];

/// Functions that take out the handle of a task that is to be woken. A task that registers itself meanwhile would be told
/// to look again, and so on until the other thread is done: a loop that waits, and changes memory in each round.
const TAKES_WAKER: &[&str] = &[
    "tokio::sync::task::atomic_waker::AtomicWaker::take_waker",
    "futures_core::task::__internal::atomic_waker::AtomicWaker::take",
    "atomic_waker::AtomicWaker::take",
];

/// The function of a channel that has this path.
fn of_channel(path: &str) -> Option<&str> {
    CHANNELS.iter().find_map(|prefix| path.strip_prefix(prefix))
}

/// A part of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Reserves a place; returns whether there is one. If there is none, the thread will sleep, or it gives up.
    First { sleepy: bool },
    /// Moves the message.
    Second,
    /// Sleeps until it is woken.
    Sleep,
    /// All of an operation; of a channel, or of those who wait.
    Whole { of_channel: bool },
}

/// What a call of the function with this path is, wherever it stands.
fn whole(path: &str) -> Option<Part> {
    let waits = WAITING.iter().any(|prefix| path.starts_with(prefix));
    if waits || TAKES_WAKER.contains(&path) {
        return Some(Part::Whole { of_channel: false });
    }
    let function = of_channel(path)?;
    WHOLE
        .contains(&function)
        .then_some(Part::Whole { of_channel: true })
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The part that a call of this function is.
    pub fn part_of_operation(&self, called: &str) -> Option<Part> {
        let known = ["4mpmc", "17crossbeam_channel", "11AtomicWaker"];
        if !self.module.has_lock_steps() || !known.iter().any(|part| called.contains(part)) {
            return None;
        }
        let path = names::path(called)?;
        if SLEEPS.contains(&path.as_str()) {
            return Some(Part::Sleep);
        }
        if let Some(part) = whole(&path) {
            return Some(part);
        }
        let inside = names::without_types(&self.function.name);
        let inside = of_channel(&inside).filter(|function| OPERATIONS.contains(function))?;
        let sleepy = !inside.starts_with("try_");
        match of_channel(&path)? {
            "start_send" | "start_recv" => Some(Part::First { sleepy }),
            "write" | "read" => Some(Part::Second),
            _ => None,
        }
    }

    /// Before a call with the channel as its first argument.
    pub fn begin_part(&mut self, part: Option<Part>, call: Value<'m>) -> Lowered<()> {
        match part {
            None | Some(Part::Second) => {}
            Some(Part::Whole { of_channel: false }) => self.call_for_effect(BEGIN, Vec::new()),
            Some(Part::First { sleepy: true }) => {
                let channel = self.scalar(call.operand(0))?;
                self.call_for_effect(BEGIN_SLEEPY, vec![channel]);
            }
            Some(Part::First { sleepy: false } | Part::Whole { of_channel: true }) => {
                let channel = self.scalar(call.operand(0))?;
                self.call_for_effect(BEGIN, Vec::new());
                self.call_for_effect(ORDER, vec![channel]);
            }
            Some(Part::Sleep) => {
                let limit = self.arguments(call)?.last().copied();
                self.call_for_effect(SLEEP, limit.into_iter().collect());
            }
        }
        Ok(())
    }

    /// After the call.
    pub fn end_part(&mut self, part: Option<Part>, results: &Scalars) {
        let end = |lowering: &mut Self| lowering.call_for_effect(END, Vec::new());
        match (part, &results[..]) {
            (None | Some(Part::Sleep | Part::First { sleepy: true }), _) => {}
            (Some(Part::Second), _) => self.call_for_effect(END_SLEEPY, Vec::new()),
            (Some(Part::First { sleepy: false }), [succeeds]) => {
                let fails = self.compare(Predicate::Eq, 1, *succeeds, Operand::Const(0));
                self.when(fails, end);
            }
            (Some(_), _) => end(self),
        }
    }

    /// Before the function returns: an operation that gives up does not sleep.
    pub fn leave_channel(&mut self) {
        if !self.module.has_lock_steps() || !self.function.name.contains("Channel<") {
            return;
        }
        let inside = names::without_types(&self.function.name);
        if of_channel(&inside).is_some_and(|function| OPERATIONS.contains(&function)) {
            self.call_for_effect(END_SLEEPY, Vec::new());
        }
    }
}
