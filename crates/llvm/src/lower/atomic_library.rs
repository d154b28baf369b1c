//! Calls of the atomic library, which clang emits where it cannot know that an object is
//! aligned. Sizes of 1, 2, 4 and 8 bytes become atomic instructions, 16 bytes a section. For all others the
//! runtime has functions (`atomic_large.c`).

use super::function::FunctionLowering;
use super::{Lowered, Scalars, unsupported};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{FenceOrder, LoadOrder, RmwOp, RmwOrder, StoreOrder};

/// `memory_order` of C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// `None`: no function of the atomic library has this name.
    pub fn atomic_library(
        &mut self,
        name: &str,
        arguments: &[Value<'m>],
    ) -> Option<Lowered<Scalars>> {
        let (base, size) = match name.rsplit_once('_') {
            Some((base, digits)) => match digits.parse::<u64>() {
                Ok(size) => (base, Some(size)),
                Err(_) => (name, None),
            },
            None => (name, None),
        };
        let fence = matches!(
            name,
            "atomic_thread_fence"
                | "__atomic_thread_fence"
                | "atomic_signal_fence"
                | "__atomic_signal_fence"
        );
        let given = arguments.first().and_then(|size| size.as_integer());
        let result = match (base, size) {
            (_, Some(16)) if base.starts_with("__atomic_") => {
                self.wide_library(base, false, arguments)
            }
            ("__atomic_load" | "__atomic_store" | "__atomic_exchange", None)
            | ("__atomic_compare_exchange", None)
                if given == Some(16) =>
            {
                self.wide_library(base, true, arguments)
            }
            ("__atomic_load" | "__atomic_store" | "__atomic_exchange", None)
            | ("__atomic_compare_exchange", None)
                if given.is_some_and(|size| !matches!(size, 1 | 2 | 4 | 8)) =>
            {
                // The runtime has these.
                return None;
            }
            _ if fence => self.library_fence(name, arguments),
            ("__atomic_load" | "__atomic_store" | "__atomic_exchange", None) => {
                self.generic(name, arguments)
            }
            ("__atomic_compare_exchange", None) => self.generic_compare_exchange(arguments),
            ("__atomic_load", Some(size)) => self.sized_load(size, arguments),
            ("__atomic_store", Some(size)) => self.sized_store(size, arguments),
            ("__atomic_exchange", Some(size)) => {
                self.sized_rmw(RmwOp::Exchange, None, size, arguments)
            }
            ("__atomic_compare_exchange", Some(size)) => {
                self.sized_compare_exchange(size, arguments)
            }
            (_, Some(size)) => {
                let (op, after) = fetch_operation(base)?;
                self.sized_rmw(op, after, size, arguments)
            }
            _ => return None,
        };
        Some(result)
    }

    fn library_fence(&mut self, name: &str, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let order = match order(arguments, 0)? {
            Order::Relaxed => return Ok(Scalars::new()),
            Order::Acquire => FenceOrder::Acquire,
            Order::Release => FenceOrder::Release,
            Order::AcqRel => FenceOrder::AcqRel,
            Order::SeqCst => FenceOrder::SeqCst,
        };
        if !name.contains("signal") {
            self.effect(InstKind::Fence(order));
        }
        Ok(Scalars::new())
    }

    /// `(size, object, from or to, [to], order)`: values pass through memory.
    fn generic(&mut self, name: &str, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let size = self.constant_size(arguments)?;
        let ty = Type::Int(8 * size);
        let object = self.argument(arguments, 1)?;
        let other = self.argument(arguments, 2)?;
        match name {
            "__atomic_load" => {
                let value = self.atomic_load(size, object, ty, load(order(arguments, 3)?));
                self.store_plain(size, other, value);
            }
            "__atomic_store" => {
                let value = self.atomic_load(size, other, ty, LoadOrder::Plain);
                let order = store(order(arguments, 3)?);
                self.store_ordered(size, object, value, order);
            }
            _ => {
                let result = self.argument(arguments, 3)?;
                let operand = self.atomic_load(size, other, ty, LoadOrder::Plain);
                let order = rmw(order(arguments, 4)?);
                let old = self.rmw(size, RmwOp::Exchange, object, operand, order);
                self.store_plain(size, result, old);
            }
        }
        Ok(Scalars::new())
    }

    /// `(size, object, expected, desired, success, failure)`
    fn generic_compare_exchange(&mut self, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let size = self.constant_size(arguments)?;
        let desired = self.argument(arguments, 3)?;
        let new = self.atomic_load(size, desired, Type::Int(8 * size), LoadOrder::Plain);
        let orders = (order(arguments, 4)?, order(arguments, 5)?);
        let object = self.argument(arguments, 1)?;
        let expected = self.argument(arguments, 2)?;
        self.exchange_or_report(size, object, expected, new, orders)
    }

    fn sized_load(&mut self, size: u64, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let size = checked_size(size)?;
        let object = self.argument(arguments, 0)?;
        let order = load(order(arguments, 1)?);
        let value = self.atomic_load(size, object, Type::Int(8 * size), order);
        Ok(Scalars::from_elem(value, 1))
    }

    fn sized_store(&mut self, size: u64, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let size = checked_size(size)?;
        let object = self.argument(arguments, 0)?;
        let value = self.argument(arguments, 1)?;
        let order = store(order(arguments, 2)?);
        self.store_ordered(size, object, value, order);
        Ok(Scalars::new())
    }

    /// `after` computes the new value again for functions that return it.
    fn sized_rmw(
        &mut self,
        op: RmwOp,
        after: Option<BinaryOp>,
        size: u64,
        arguments: &[Value<'m>],
    ) -> Lowered<Scalars> {
        let size = checked_size(size)?;
        let object = self.argument(arguments, 0)?;
        let operand = self.argument(arguments, 1)?;
        let order = rmw(order(arguments, 2)?);
        let mut value = self.rmw(size, op, object, operand, order);
        if let Some(after) = after {
            value = self.binary(after, 8 * size, value, operand);
            if op == RmwOp::Nand {
                let ones = Operand::Const(super::layout::mask(8 * size));
                value = self.binary(BinaryOp::Xor, 8 * size, value, ones);
            }
        }
        Ok(Scalars::from_elem(value, 1))
    }

    fn sized_compare_exchange(&mut self, size: u64, arguments: &[Value<'m>]) -> Lowered<Scalars> {
        let size = checked_size(size)?;
        let object = self.argument(arguments, 0)?;
        let expected = self.argument(arguments, 1)?;
        let new = self.argument(arguments, 2)?;
        let orders = (order(arguments, 3)?, order(arguments, 4)?);
        self.exchange_or_report(size, object, expected, new, orders)
    }

    /// A failed exchange writes the value that it saw over the expected one.
    fn exchange_or_report(
        &mut self,
        size: u8,
        pointer: Operand,
        expected_at: Operand,
        new: Operand,
        (success, failure): (Order, Order),
    ) -> Lowered<Scalars> {
        let ty = Type::Int(8 * size);
        let expected = self.atomic_load(size, expected_at, ty, LoadOrder::Plain);
        let kind = InstKind::CompareExchange {
            size,
            pointer,
            expected,
            new,
            success: rmw(success),
            failure: load(failure),
        };
        let results = self.push(kind, &[ty, Type::Int(1)]);
        let (old, succeeded) = (results[0], results[1]);
        let one = Operand::Const(1);
        let failed = self.binary(BinaryOp::Xor, 1, succeeded, one);
        self.when(failed, |this| this.store_plain(size, expected_at, old));
        Ok(Scalars::from_elem(succeeded, 1))
    }

    fn rmw(
        &mut self,
        size: u8,
        op: RmwOp,
        pointer: Operand,
        operand: Operand,
        order: RmwOrder,
    ) -> Operand {
        let kind = InstKind::Rmw {
            size,
            op,
            pointer,
            operand,
            order,
        };
        self.value(kind, Type::Int(8 * size))
    }

    fn store_plain(&mut self, size: u8, pointer: Operand, value: Operand) {
        self.store_ordered(size, pointer, value, StoreOrder::Plain);
    }

    fn store_ordered(&mut self, size: u8, pointer: Operand, value: Operand, order: StoreOrder) {
        self.effect(InstKind::Store {
            size,
            pointer,
            value,
            order,
        });
    }

    fn constant_size(&mut self, arguments: &[Value<'m>]) -> Lowered<u8> {
        match arguments.first().and_then(|size| size.as_integer()) {
            Some(size) => checked_size(size),
            None => unsupported("an atomic access whose size is known only at run time"),
        }
    }

    fn argument(&mut self, arguments: &[Value<'m>], at: usize) -> Lowered<Operand> {
        match arguments.get(at) {
            Some(&argument) => self.scalar(argument),
            None => unsupported("a call of the atomic library with too few arguments"),
        }
    }
}

fn checked_size(size: u64) -> Lowered<u8> {
    match size {
        1 | 2 | 4 | 8 => Ok(size as u8),
        _ => unsupported(format!("atomic accesses of {size} bytes")),
    }
}

/// `__atomic_fetch_add` and `__atomic_add_fetch`; the latter return the new value.
fn fetch_operation(base: &str) -> Option<(RmwOp, Option<BinaryOp>)> {
    let rest = base.strip_prefix("__atomic_")?;
    let (name, new) = match rest.strip_prefix("fetch_") {
        Some(name) => (name, false),
        None => (rest.strip_suffix("_fetch")?, true),
    };
    let (op, after) = match name {
        "add" => (RmwOp::Add, BinaryOp::Add),
        "sub" => (RmwOp::Sub, BinaryOp::Sub),
        "and" => (RmwOp::And, BinaryOp::And),
        "nand" => (RmwOp::Nand, BinaryOp::And),
        "or" => (RmwOp::Or, BinaryOp::Or),
        "xor" => (RmwOp::Xor, BinaryOp::Xor),
        _ => return None,
    };
    Some((op, new.then_some(after)))
}

/// By the numbers of C; consume is acquire.
pub(super) fn order(arguments: &[Value<'_>], at: usize) -> Lowered<Order> {
    match arguments.get(at).and_then(|order| order.as_integer()) {
        Some(0) => Ok(Order::Relaxed),
        Some(1 | 2) => Ok(Order::Acquire),
        Some(3) => Ok(Order::Release),
        Some(4) => Ok(Order::AcqRel),
        Some(5) => Ok(Order::SeqCst),
        _ => unsupported("a memory order that is known only at run time"),
    }
}

pub(super) fn load(order: Order) -> LoadOrder {
    match order {
        Order::Relaxed | Order::Release => LoadOrder::Relaxed,
        Order::Acquire | Order::AcqRel => LoadOrder::Acquire,
        Order::SeqCst => LoadOrder::SeqCst,
    }
}

pub(super) fn store(order: Order) -> StoreOrder {
    match order {
        Order::Relaxed | Order::Acquire => StoreOrder::Relaxed,
        Order::Release | Order::AcqRel => StoreOrder::Release,
        Order::SeqCst => StoreOrder::SeqCst,
    }
}

pub(super) fn rmw(order: Order) -> RmwOrder {
    match order {
        Order::Relaxed => RmwOrder::Relaxed,
        Order::Acquire => RmwOrder::Acquire,
        Order::Release => RmwOrder::Release,
        Order::AcqRel => RmwOrder::AcqRel,
        Order::SeqCst => RmwOrder::SeqCst,
    }
}
