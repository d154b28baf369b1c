//! Atomic accesses to 16 bytes, as sections that access both halves.
//!
//! Under TSO and PSO a section empties the store buffer, so each of these accesses is a fence: as if
//! all of them, loads and stores too, were `lock cmpxchg16b`, which is how they are compiled.
//!
//! The accesses of a section carry the memory order of the whole. Where weaker orders than the sequentially consistent
//! one matter, a section is stronger than it should be, and the engine says so.

use super::atomic::rmw_order;
use super::atomic_library::{load, order, rmw, store};
use super::function::FunctionLowering;
use super::wide::{Pair, scalars};
use super::{Lowered, Scalars, unsupported};
use crate::read::{AtomicOp, Value};
use threadproof_ir::intrinsic::Intrinsic;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{LoadOrder, Predicate, RmwOrder, StoreOrder};

const WORD: Type = Type::Int(64);

impl<'m> FunctionLowering<'_, 'm> {
    pub fn wide_load(&mut self, pointer: Operand, order: LoadOrder) -> Pair {
        self.section(|this| this.load_halves(pointer, order))
    }

    pub fn wide_store(&mut self, pointer: Operand, value: Pair, order: StoreOrder) {
        self.section(|this| this.store_halves(pointer, value, order));
    }

    /// Old value, and whether it was the expected one.
    pub fn wide_compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Pair,
        new: Pair,
        (success, failure): (RmwOrder, LoadOrder),
    ) -> (Pair, Operand) {
        let (read, write) = halves_of(success);
        let read = if failure == LoadOrder::SeqCst {
            read
        } else {
            weaker(read)
        };
        self.section(|this| {
            let old = this.load_halves(pointer, read);
            let equal = this.wide_compare(Predicate::Eq, old, expected);
            this.when(equal, |this| {
                this.store_halves(pointer, new, write);
            });
            (old, equal)
        })
    }

    pub fn wide_read_modify_write(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        let pointer = self.scalar(instruction.operand(0))?;
        let operand = self.pair(instruction.operand(1))?;
        let change = match instruction.atomic_op() {
            AtomicOp::LLVMAtomicRMWBinOpXchg => Change::Exchange,
            AtomicOp::LLVMAtomicRMWBinOpAdd => Change::Add,
            AtomicOp::LLVMAtomicRMWBinOpSub => Change::Sub,
            AtomicOp::LLVMAtomicRMWBinOpAnd => Change::Bits(BinaryOp::And),
            AtomicOp::LLVMAtomicRMWBinOpOr => Change::Bits(BinaryOp::Or),
            AtomicOp::LLVMAtomicRMWBinOpXor => Change::Bits(BinaryOp::Xor),
            op => return unsupported(format!("the atomic operation {op:?} on 16 bytes")),
        };
        let order = rmw_order(instruction.ordering());
        Ok(scalars(self.wide_change(pointer, change, operand, order)))
    }

    /// The old value.
    fn wide_change(
        &mut self,
        pointer: Operand,
        change: Change,
        operand: Pair,
        order: RmwOrder,
    ) -> Pair {
        let (read, write) = halves_of(order);
        self.section(|this| {
            let old = this.load_halves(pointer, read);
            let new = match change {
                Change::Exchange => operand,
                Change::Add => this.wide_sum(old, operand),
                Change::Sub => this.wide_difference(old, operand),
                Change::Bits(op) => (
                    this.binary(op, 64, old.0, operand.0),
                    this.binary(op, 64, old.1, operand.1),
                ),
            };
            this.store_halves(pointer, new, write);
            old
        })
    }

    /// Functions of the atomic library for 16 bytes: those with the size in their name take and return values,
    /// the generic ones (`generic`: behind their first argument) pass them through memory.
    pub fn wide_library(
        &mut self,
        base: &str,
        generic: bool,
        arguments: &[Value<'m>],
    ) -> Lowered<Scalars> {
        let given: Vec<Value<'m>> = arguments
            .iter()
            .skip(usize::from(generic))
            .copied()
            .collect();
        let (Some(&object), true) = (given.first(), given.len() >= 2) else {
            return unsupported("a call of the atomic library with too few arguments");
        };
        let object = self.scalar(object)?;
        let last = order(&given, given.len() - 1)?;
        match (base, generic) {
            ("__atomic_load", false) => Ok(scalars(self.wide_load(object, load(last)))),
            ("__atomic_load", true) => {
                let value = self.wide_load(object, load(last));
                self.store_behind(given[1], value)?;
                Ok(Scalars::new())
            }
            ("__atomic_store", _) => {
                let value = self.given_pair(given[1], generic)?;
                self.wide_store(object, value, store(last));
                Ok(Scalars::new())
            }
            ("__atomic_exchange", _) => {
                let value = self.given_pair(given[1], generic)?;
                let old = self.wide_change(object, Change::Exchange, value, rmw(last));
                if !generic {
                    return Ok(scalars(old));
                }
                self.store_behind(given[2], old)?;
                Ok(Scalars::new())
            }
            ("__atomic_compare_exchange", _) => {
                let expected = self.given_pair(given[1], true)?;
                let new = self.given_pair(given[2], generic)?;
                let orders = (rmw(order(&given, given.len() - 2)?), load(last));
                let (old, equal) = self.wide_compare_exchange(object, expected, new, orders);
                let expected_at = self.scalar(given[1])?;
                let failed = self.binary(BinaryOp::Xor, 1, equal, Operand::Const(1));
                self.when(failed, |this| {
                    this.store_halves(expected_at, old, StoreOrder::Plain);
                });
                Ok(Scalars::from_elem(equal, 1))
            }
            _ => unsupported(format!("`{base}` on 16 bytes")),
        }
    }

    /// An argument that is a value, or the address of one.
    fn given_pair(&mut self, argument: Value<'m>, in_memory: bool) -> Lowered<Pair> {
        match in_memory {
            true => {
                let pointer = self.scalar(argument)?;
                Ok(self.load_halves(pointer, LoadOrder::Plain))
            }
            false => self.pair(argument),
        }
    }

    fn store_behind(&mut self, argument: Value<'m>, value: Pair) -> Lowered<()> {
        let pointer = self.scalar(argument)?;
        self.store_halves(pointer, value, StoreOrder::Plain);
        Ok(())
    }

    fn section<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.intrinsic(Intrinsic::AtomicBegin, Vec::new(), &[]);
        let result = body(self);
        self.intrinsic(Intrinsic::AtomicEnd, Vec::new(), &[]);
        result
    }

    fn load_halves(&mut self, pointer: Operand, order: LoadOrder) -> Pair {
        let upper = self.offset(pointer, 8);
        (
            self.atomic_load(8, pointer, WORD, order),
            self.atomic_load(8, upper, WORD, order),
        )
    }

    fn store_halves(&mut self, pointer: Operand, value: Pair, order: StoreOrder) {
        let upper = self.offset(pointer, 8);
        for (pointer, value) in [(pointer, value.0), (upper, value.1)] {
            self.effect(InstKind::Store {
                size: 8,
                pointer,
                value,
                order,
            });
        }
    }
}

/// The orders of the load and of the store that make up a read-modify-write.
fn halves_of(order: RmwOrder) -> (LoadOrder, StoreOrder) {
    match order {
        RmwOrder::Relaxed => (LoadOrder::Relaxed, StoreOrder::Relaxed),
        RmwOrder::Acquire => (LoadOrder::Acquire, StoreOrder::Relaxed),
        RmwOrder::Release => (LoadOrder::Relaxed, StoreOrder::Release),
        RmwOrder::AcqRel => (LoadOrder::Acquire, StoreOrder::Release),
        RmwOrder::SeqCst => (LoadOrder::SeqCst, StoreOrder::SeqCst),
    }
}

/// Of a load that is not sequentially consistent whenever it happens.
fn weaker(order: LoadOrder) -> LoadOrder {
    match order {
        LoadOrder::SeqCst => LoadOrder::Acquire,
        order => order,
    }
}

/// The operation of a read-modify-write.
#[derive(Clone, Copy)]
enum Change {
    Exchange,
    Add,
    Sub,
    Bits(BinaryOp),
}
