//! The operations of instructions.

use crate::builder::{Inst, Var, variable};
use threadproof_program::{
    Access, Guard, LoadOrder, Op, Predicate, RmwOp, RmwOrder, StoreOrder, Test, Wait,
};

pub fn wait_for(value: u32, why: Wait) -> Guard {
    Guard {
        test: Test::Compare {
            predicate: Predicate::Eq,
            value: u64::from(value),
        },
        why,
    }
}

pub fn load(at: Access, order: LoadOrder, guard: Option<Guard>) -> Op {
    Op::Load {
        at,
        order,
        raw: false,
        guard,
    }
}

pub fn store(var: Var, order: StoreOrder, value: u64) -> Op {
    Op::Store {
        at: variable(var),
        order,
        value,
        defined: 0xff,
    }
}

/// A byte of a variable.
pub fn byte_of(var: Var, byte: u8) -> Access {
    Access {
        address: variable(var).address + u64::from(byte),
        size: 1,
    }
}

pub fn store_byte(order: StoreOrder, var: Var, byte: u8, value: u8) -> Op {
    Op::Store {
        at: byte_of(var, byte),
        order,
        value: u64::from(value),
        defined: 0xff,
    }
}

pub fn rmw(at: Access, op: RmwOp, order: RmwOrder, operand: u32, unused: bool) -> Op {
    Op::Rmw {
        at,
        order,
        op,
        operand: u64::from(operand),
        unused,
    }
}

pub fn compare_exchange(
    at: Access,
    success: RmwOrder,
    failure: LoadOrder,
    expected: u32,
    new: u32,
) -> Op {
    Op::CompareExchange {
        at,
        success,
        failure,
        expected: u64::from(expected),
        new: u64::from(new),
    }
}

/// The operation of an instruction on a byte of a variable.
pub fn of_byte(inst: Inst) -> Option<Op> {
    Some(match inst {
        Inst::StoreByte(var, byte, value) => store_byte(StoreOrder::SeqCst, var, byte, value),
        Inst::StoreByteWith(order, var, byte, value) => store_byte(order, var, byte, value),
        Inst::LoadByte(order, _, var, byte) => load(byte_of(var, byte), order, None),
        Inst::AddByte(order, _, var, byte, value) => {
            let at = byte_of(var, byte);
            rmw(at, RmwOp::Add, order, u32::from(value), false)
        }
        Inst::CasByte(success, failure, _, var, byte, (expected, new)) => {
            let at = byte_of(var, byte);
            compare_exchange(at, success, failure, expected.into(), new.into())
        }
        Inst::AwaitByte(order, var, byte, value) => {
            let guard = wait_for(value.into(), Wait::Await);
            load(byte_of(var, byte), order, Some(guard))
        }
        _ => return None,
    })
}
