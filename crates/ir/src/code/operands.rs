//! The registers that an instruction reads, for code that follows the flow of values.

use super::image::AwaitTest;
use super::{Arg, Code, Image, Place, Reg};

impl Code {
    /// All that the instruction reads from its frame.
    pub fn each_operand(&self, image: &Image, mut visit: impl FnMut(Arg)) {
        match *self {
            Code::Move { from, .. } => visit(from),
            Code::Binary { a, b, .. }
            | Code::Compare { a, b, .. }
            | Code::FloatBinary { a, b, .. }
            | Code::FloatCompare { a, b, .. }
            | Code::CompareBranch { a, b, .. } => [a, b].into_iter().for_each(visit),
            Code::FloatNegate { a, .. } | Code::Cast { a, .. } => visit(a),
            Code::Select {
                condition, a, b, ..
            } => [condition, a, b].into_iter().for_each(visit),
            Code::Branch { condition, .. } | Code::Assume { condition } => visit(condition),
            Code::Switch { value, .. } => visit(value),
            Code::Load { pointer, .. } => visit(pointer),
            Code::Store { pointer, value, .. } => [pointer, value].into_iter().for_each(visit),
            Code::PrivateLoad { offset, .. } => visit(offset),
            Code::PrivateStore { offset, value, .. } => [offset, value].into_iter().for_each(visit),
            Code::Rmw {
                pointer, operand, ..
            } => [pointer, operand].into_iter().for_each(visit),
            Code::Alloca { size, .. } => visit(size),
            Code::Return(values) | Code::LoopRepeats { values, .. } => image.arguments
                [values.range()]
            .iter()
            .copied()
            .for_each(visit),
            Code::Spawn { body, argument, .. } => [body, argument].into_iter().for_each(visit),
            Code::ThreadBlock { thread, .. } => visit(thread),
            Code::Fail { kind, message } => [kind, message].into_iter().for_each(visit),
            Code::Incomplete { message }
            | Code::Note { message }
            | Code::UnsupportedMessage { message } => visit(message),
            Code::Choice { options, .. } => visit(options),
            Code::Input { value, .. } => visit(value),
            Code::Allocate { size, zeroed, .. } => [size, zeroed].into_iter().for_each(visit),
            Code::Free { address } | Code::SizeOf { address, .. } => visit(address),
            Code::VaStart { list } => visit(list),
            _ => self.each_operand_in_tables(image, visit),
        }
    }

    /// The same for instructions that keep them in lists of the image.
    fn each_operand_in_tables(&self, image: &Image, mut visit: impl FnMut(Arg)) {
        match *self {
            Code::Call(site) => {
                let site = image.calls[site as usize];
                if let super::Target::Pointer(pointer) = site.target {
                    visit(pointer);
                }
                let arguments = &image.arguments[site.arguments.range()];
                arguments.iter().copied().for_each(visit);
            }
            Code::Print { values, .. } => {
                let values = &image.arguments[values.range()];
                values.iter().copied().for_each(visit);
            }
            Code::CompareExchange(index) => {
                let exchange = &image.exchanges[index as usize];
                [exchange.pointer, exchange.expected, exchange.new]
                    .into_iter()
                    .for_each(visit);
            }
            Code::Await(index) => {
                let wait = &image.awaits[index as usize];
                visit(wait.pointer);
                match wait.test {
                    AwaitTest::Compare(_, value) | AwaitTest::Masked(_, _, value) => visit(value),
                    AwaitTest::OneOf(values) => values.into_iter().for_each(visit),
                }
            }
            Code::MemoryCopy(index) => {
                let copy = &image.copies[index as usize];
                let ends = [copy.source, copy.destination].map(Place::argument);
                ends.into_iter().chain([copy.length]).for_each(visit);
            }
            Code::MemorySet(index) => {
                let fill = &image.fills[index as usize];
                [fill.destination.argument(), fill.value, fill.length]
                    .into_iter()
                    .for_each(visit);
            }
            _ => {}
        }
    }

    /// The registers that the instruction writes, but for the results of a call.
    pub fn results(&self, image: &Image) -> [Option<Reg>; 2] {
        match *self {
            Code::Move { to, .. }
            | Code::Binary { to, .. }
            | Code::Compare { to, .. }
            | Code::FloatBinary { to, .. }
            | Code::FloatNegate { to, .. }
            | Code::FloatCompare { to, .. }
            | Code::Cast { to, .. }
            | Code::Select { to, .. }
            | Code::Load { to, .. }
            | Code::PrivateLoad { to, .. }
            | Code::Rmw { to, .. }
            | Code::Alloca { to, .. }
            | Code::ThreadLocal { to, .. }
            | Code::Spawn { to, .. }
            | Code::SelfThread { to }
            | Code::Unwritten { to }
            | Code::NoValue { to }
            | Code::Input { to, .. }
            | Code::ThreadBlock { to, .. }
            | Code::Choice { to, .. }
            | Code::Allocate { to, .. }
            | Code::SizeOf { to, .. }
            | Code::Print { to, .. } => [Some(to), None],
            Code::CompareExchange(index) => {
                let exchange = &image.exchanges[index as usize];
                [Some(exchange.old), Some(exchange.success)]
            }
            Code::Await(index) => [Some(image.awaits[index as usize].to), None],
            Code::Call(_)
            | Code::Jump(_)
            | Code::Branch { .. }
            | Code::CompareBranch { .. }
            | Code::Switch { .. }
            | Code::Store { .. }
            | Code::PrivateStore { .. }
            | Code::Fence(_)
            | Code::Release
            | Code::Return(_)
            | Code::AtomicBegin
            | Code::AtomicEnd
            | Code::FinishThread
            | Code::Exit
            | Code::ExitProgram
            | Code::Assume { .. }
            | Code::Fail { .. }
            | Code::Incomplete { .. }
            | Code::Note { .. }
            | Code::Asserted
            | Code::UnsupportedMessage { .. }
            | Code::Free { .. }
            | Code::MemoryCopy(_)
            | Code::MemorySet(_)
            | Code::VaStart { .. }
            | Code::Unsupported(_)
            | Code::UsesUnwritten
            | Code::InputCut(_)
            | Code::LoopBegins(_)
            | Code::LoopRepeats { .. }
            | Code::Bound
            | Code::Unreachable => [None, None],
        }
    }
}
