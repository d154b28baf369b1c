//! `setjmp` and `longjmp`: a jump back leaves functions as an exception does (`exceptions.rs`), until it comes to
//! a call in the function that it goes to.
//!
//! What is thrown is the address of the buffer, plus one. The buffer begins with a word that names the call of
//! `setjmp` in one run of its function, and after it has what this call returns when it returns again. Clean-up handlers
//! of pthreads are such places, too. A jump to a function that has returned comes to the end of the thread.

use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::{self, Opcode, Value};
use rustc_hash::FxHashSet;
use threadproof_ir::debug::Site;
use threadproof_ir::module::{BinaryOp, BlockId, InstKind, Operand, Target, Terminator, Type};
use threadproof_program::{LoadOrder, Predicate, SiteId, StoreOrder};

/// Functions that return once more after a jump back.
const RETURN_AGAIN: &[&str] = &["setjmp", "_setjmp", "__sigsetjmp"];
/// A program with one of these may jump.
const JUMP: &[&str] = &["longjmp", "_longjmp", "siglongjmp"];
/// The ends of threads that run the handlers of `pthread_cleanup_push`.
const EXIT: &[&str] = &["pthread_exit", "thrd_exit", "pthread_cancel"];
const HANDLER: &str = "__pthread_register_cancel";

/// The bit that tells a jump from an exception.
const TAG: u64 = 1;
const WORD: u64 = 8;

pub fn may_jump(program: &read::Module<'_>) -> bool {
    let any = |names: &[&str]| names.iter().any(|name| program.function(name).is_some());
    any(JUMP) || (program.function(HANDLER).is_some() && any(EXIT))
}

/// A call of `setjmp`.
pub struct Return<'m> {
    call: Value<'m>,
    /// Of LLVM.
    block: read::Block<'m>,
    /// Where it goes on; its parameter is what the call returns.
    after: BlockId,
}

pub fn returns_again(name: &str) -> bool {
    RETURN_AGAIN.contains(&name)
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Prepares for the jumps to the calls of `setjmp` in these blocks: gives each a place to go on, and the run of the
    /// function a name, an address of its own.
    pub fn prepare_returns(&mut self, blocks: &[read::Block<'m>]) {
        if !self.module.jumps {
            return;
        }
        for &block in blocks {
            for call in block.instructions() {
                let is_call = matches!(call.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
                if is_call && returns_again(&call.callee().name()) {
                    let after = self.new_block();
                    let result = self.function.new_value(Type::Int(32));
                    self.function.blocks[after.index()].parameters.push(result);
                    self.returns.push(Return { call, block, after });
                }
            }
        }
        if self.returns.is_empty() {
            return;
        }
        let sites = &mut self.module.output.debug.sites;
        sites.push(Site {
            name: "setjmp".into(),
            ty: None,
            location: self.location,
            heap: false,
        });
        let site = SiteId(sites.len() as u32 - 1);
        let size = Operand::Const(WORD * self.returns.len() as u64);
        self.run = Some(self.value(InstKind::Alloca { size, site }, Type::Ptr));
    }

    /// A call of `setjmp`, which returns 0 first.
    pub fn set_jump(&mut self, call: Value<'m>) -> Lowered<Scalars> {
        let at = self.returns.iter().position(|r| r.call == call);
        let (Some(at), Some(run)) = (at, self.run) else {
            return unsupported("setjmp here");
        };
        let pointer = self.scalar(call.arguments()[0])?;
        let value = self.offset(run, WORD * at as u64);
        self.effect(InstKind::Store {
            size: 8,
            pointer,
            value,
            order: StoreOrder::Plain,
        });
        let block = self.returns[at].after;
        self.terminate(Terminator::Jump(Target {
            block,
            arguments: vec![Operand::Const(0)],
        }));
        self.at = block;
        let result = self.function.blocks[block.index()].parameters[0];
        Ok([Operand::Value(result)].into_iter().collect())
    }

    /// Where what a call has thrown leads: to one of the calls of `setjmp` before it, or else `otherwise`.
    pub fn unwound(&mut self, thrown: Operand, otherwise: Target) -> Target {
        let places = self.places();
        let (Some(run), false) = (self.run, places.is_empty()) else {
            return otherwise;
        };
        let from = self.at;
        let (block, jump) = (self.new_block(), self.new_block());
        self.at = block;
        let tag = self.binary(BinaryOp::And, 64, thrown, Operand::Const(TAG));
        let condition = self.compare(Predicate::Ne, 64, tag, Operand::Const(0));
        self.terminate(Terminator::Branch {
            condition,
            then: plain(jump),
            otherwise: otherwise.clone(),
        });
        self.at = jump;
        let buffer = self.binary_of(BinaryOp::Sub, Type::Ptr, thrown, Operand::Const(TAG));
        let place = self.load_word(buffer, 8);
        let value = self.offset(buffer, WORD);
        let value = self.load_word(value, 4);
        for (at, after) in places {
            let wanted = self.offset(run, WORD * at as u64);
            let condition = self.compare(Predicate::Eq, 64, place, wanted);
            let next = self.new_block();
            self.terminate(Terminator::Branch {
                condition,
                then: Target {
                    block: after,
                    arguments: vec![value],
                },
                otherwise: plain(next),
            });
            self.at = next;
        }
        self.terminate(Terminator::Jump(otherwise));
        self.at = from;
        plain(block)
    }

    /// The calls of `setjmp` that may have come before the call in work.
    fn places(&self) -> Vec<(usize, BlockId)> {
        let Some(here) = self.source_block else {
            return Vec::new();
        };
        let before = |place: &Return<'m>| {
            let same = place.block == here && self.values.contains_key(&place.call);
            same || self.leads_to(place.block, here)
        };
        let places = self.returns.iter().enumerate();
        places
            .filter(|(_, place)| before(place))
            .map(|(at, place)| (at, place.after))
            .collect()
    }

    fn leads_to(&self, from: read::Block<'m>, to: read::Block<'m>) -> bool {
        let throwing = &self.module.throwing;
        let mut seen = FxHashSet::default();
        let mut work = super::control::successors(from, throwing);
        while let Some(block) = work.pop() {
            if block == to {
                return true;
            }
            if seen.insert(block) {
                work.extend(super::control::successors(block, throwing));
            }
        }
        false
    }

    fn load_word(&mut self, pointer: Operand, size: u8) -> Operand {
        let order = LoadOrder::Plain;
        let load = InstKind::Load {
            size,
            pointer,
            order,
        };
        self.value(load, Type::Int(8 * size))
    }
}

fn plain(block: BlockId) -> Target {
    Target {
        block,
        arguments: Vec::new(),
    }
}
