//! The operations that the modelled library is written in: calls of `__tp_…`.

use super::call::result_types;
use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_program::{Predicate, Wait};

/// A primitive and which arguments of the call it keeps.
type Primitive = (Intrinsic, &'static [usize]);

impl<'m> FunctionLowering<'_, 'm> {
    /// `None`: no primitive has this name.
    pub fn primitive(&mut self, instruction: Value<'m>, name: &str) -> Option<Lowered<Scalars>> {
        if name == "__tp_print" {
            return Some(self.print(instruction));
        }
        let arguments = instruction.arguments();
        match name {
            "__tp_throw" => return Some(self.throw(&arguments)),
            "__tp_call" => return Some(self.call_and_catch(&arguments)),
            _ => {}
        }
        let primitive = find(name, &arguments)?;
        Some(self.lower_primitive(instruction, name, &arguments, primitive))
    }

    fn lower_primitive(
        &mut self,
        instruction: Value<'m>,
        name: &str,
        arguments: &[Value<'m>],
        primitive: Lowered<Primitive>,
    ) -> Lowered<Scalars> {
        let (intrinsic, kept) = primitive?;
        let mut operands = Vec::new();
        for &at in kept {
            match arguments.get(at) {
                Some(&argument) => operands.push(self.scalar(argument)?),
                None => return unsupported(format!("a call of `{name}` with too few arguments")),
            }
        }
        let types = result_types(instruction)?;
        Ok(self.intrinsic(intrinsic, operands, &types))
    }
}

fn find(name: &str, arguments: &[Value<'_>]) -> Option<Lowered<Primitive>> {
    let constants = Constants { name, arguments };
    let primitive: Primitive = match name {
        "__tp_atomic_begin" => (Intrinsic::AtomicBegin, &[]),
        "__tp_atomic_end" => (Intrinsic::AtomicEnd, &[]),
        "__tp_await" => return Some(constants.wait()),
        "__tp_await_one_of" => return Some(constants.wait_one_of()),
        "__tp_spawn" => (Intrinsic::Spawn, &[0, 1]),
        "__tp_self" => (Intrinsic::SelfThread, &[]),
        "__tp_release_acquire" => (Intrinsic::ReleaseAcquire, &[]),
        "__tp_weak_memory" => (Intrinsic::WeakMemory, &[]),
        "__tp_locks_along" => (Intrinsic::LocksAlong, &[]),
        "__tp_thread_block" => (Intrinsic::ThreadBlock, &[0]),
        "__tp_exit_thread" => (Intrinsic::ExitThread, &[]),
        "__tp_exit_program" => (Intrinsic::ExitProgram, &[]),
        "__tp_assume" => (Intrinsic::Assume, &[0]),
        "__tp_fail" => (Intrinsic::Fail, &[0, 1]),
        "__tp_unsupported" => (Intrinsic::Unsupported, &[0]),
        "__tp_incomplete" => (Intrinsic::Incomplete, &[0]),
        "__tp_note" => (Intrinsic::Note, &[0]),
        "__tp_remains" => (Intrinsic::Remains, &[0]),
        "__tp_choice" => (Intrinsic::Choice, &[0]),
        "__tp_allocate" => (Intrinsic::Allocate, &[0, 1]),
        "__tp_free" => (Intrinsic::Free, &[0]),
        "__tp_size_of" => (Intrinsic::SizeOf, &[0]),
        _ => return None,
    };
    Some(Ok(primitive))
}

/// The constant arguments of a call.
struct Constants<'a, 'm> {
    name: &'a str,
    arguments: &'a [Value<'m>],
}

impl Constants<'_, '_> {
    fn wait(&self) -> Lowered<Primitive> {
        let intrinsic = Intrinsic::Await {
            size: self.size(1)?,
            predicate: self.one_of(2, &Predicate::ALL)?,
            why: self.one_of(4, &Wait::ALL)?,
        };
        Ok((intrinsic, &[0, 3]))
    }

    fn wait_one_of(&self) -> Lowered<Primitive> {
        let intrinsic = Intrinsic::AwaitOneOf {
            size: self.size(1)?,
            why: self.one_of(5, &Wait::ALL)?,
        };
        Ok((intrinsic, &[0, 2, 3, 4]))
    }

    fn size(&self, at: usize) -> Lowered<u8> {
        match self.constant(at)? {
            size @ (1 | 2 | 4 | 8) => Ok(size as u8),
            size => unsupported(format!("`{}` on {size} bytes", self.name)),
        }
    }

    fn one_of<T: Copy>(&self, at: usize, table: &[T]) -> Lowered<T> {
        let index = self.constant(at)?;
        let found = usize::try_from(index)
            .ok()
            .and_then(|index| table.get(index));
        match found {
            Some(&found) => Ok(found),
            None => unsupported(format!("`{}` with argument {at} = {index}", self.name)),
        }
    }

    fn constant(&self, at: usize) -> Lowered<u64> {
        match self
            .arguments
            .get(at)
            .and_then(|argument| argument.as_integer())
        {
            Some(constant) => Ok(constant),
            None => unsupported(format!(
                "`{}` whose argument {at} is no constant",
                self.name
            )),
        }
    }
}
