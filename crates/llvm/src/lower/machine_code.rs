//! Inline assembly with operands: the moves, exchanges, locked operations and counters of x86 that locks and
//! clocks are made of, in the way of writing of AT&T. All else is not understood.
//!
//! Stores have release and loads acquire ordering, as on the machine; locked operations are full fences.

use super::Lowered;
use super::assembly_slot::{Place, Slot};
use super::function::FunctionLowering;
use super::machine_operand::{Register, State, Term, Written, written};
use crate::read::Value;
use threadproof_ir::module::{BinaryOp, InstKind, Operand, Type};
use threadproof_program::{FenceOrder, LoadOrder, Predicate, RmwOp, RmwOrder, StoreOrder};

impl<'m> FunctionLowering<'_, 'm> {
    /// The results; `None` if an instruction is not understood.
    pub fn machine_code(
        &mut self,
        call: Value<'m>,
        statements: &[String],
        constraints: &str,
    ) -> Lowered<Option<Vec<Operand>>> {
        let Some(slots) = self.slots(call, constraints)? else {
            return Ok(None);
        };
        let mut state = State::new(slots);
        if self.execute_all(&mut state, statements).is_none() {
            return Ok(None);
        }
        let mut results = Vec::new();
        for at in 0..state.slots.len() {
            let slot = &state.slots[at];
            let Place::Register(_, ty) = slot.place else {
                continue;
            };
            if !slot.output {
                continue;
            }
            let flag = flag_output(&slot.constraint);
            let value = match flag {
                Some(flag) => self.flag(&state, flag),
                None => state.value(&Term::Slot(at, ty.bits())),
            };
            let value = value.unwrap_or(Operand::Undefined);
            results.push(self.narrowed_to(value, ty));
        }
        Ok(Some(results))
    }

    /// As a value of the slot's type.
    fn narrowed_to(&mut self, value: Operand, ty: Type) -> Operand {
        match (value, ty.bits()) {
            (Operand::Undefined, _) | (_, 64) => value,
            (_, bits) => self.truncate(value, bits),
        }
    }

    pub fn execute(&mut self, state: &mut State, statement: &str) -> Option<()> {
        if let Some(effect) = super::assembly::meaning(statement) {
            if let Some(order) = effect {
                self.effect(InstKind::Fence(order));
            }
            return Some(());
        }
        let (locked, rest) = match statement.strip_prefix("lock ") {
            Some(rest) => (true, rest),
            None => (false, statement),
        };
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        if is_hint(name) {
            return Some(());
        }
        let mut terms = Vec::new();
        for operand in operands.split(',').filter(|o| !o.trim().is_empty()) {
            terms.push(self.term(state, operand.trim())?);
        }
        match (name, &terms[..]) {
            ("rdtsc" | "rdtscp", []) => self.read_counter(state, name == "rdtscp"),
            ("cpuid", []) => self.identify(state),
            ("cmpxchg16b", &[Term::Memory(pointer)]) => self.exchange_sixteen_bytes(state, pointer),
            _ => {
                let (name, size) = base_name(name, &terms)?;
                let done = self.exchange(state, name, size, &terms);
                match (done, locked) {
                    (Some(()), _) => Some(()),
                    (None, true) => self.locked(state, name, size, &terms),
                    (None, false) => self.plain(state, name, size, &terms),
                }
            }
        }
    }

    fn term(&mut self, state: &State, text: &str) -> Option<Term> {
        self.meant(state, written(text)?)
    }

    fn meant(&mut self, state: &State, operand: Written) -> Option<Term> {
        Some(match operand {
            Written::Number(number) => Term::Known(Operand::Const(number)),
            Written::Register(register, width) => Term::Register(register, width),
            Written::ThreadPointer => Term::Known(self.thread_pointer()),
            Written::ThreadWord(at) => match state.slots.get(at)?.place {
                Place::Memory(offset) => {
                    let word = self.call_named("__tp_lib_thread_word", &[offset], Type::Ptr);
                    Term::Known(word)
                }
                _ => return None,
            },
            Written::Behind(inner, offset) => {
                let inner = self.meant(state, *inner)?;
                let pointer = state.value(&inner)?;
                Term::Memory(match offset {
                    0 => pointer,
                    _ => self.binary_of(BinaryOp::Add, Type::Ptr, pointer, Operand::Const(offset)),
                })
            }
            Written::Slot(at, width) => match state.slots.get(at)?.place {
                Place::Memory(pointer) => Term::Memory(pointer),
                Place::Register(value @ Operand::Const(_), _) if !state.slots[at].output => {
                    Term::Known(value)
                }
                _ => {
                    let Place::Register(_, ty) = state.slots[state.home(at)].place else {
                        return None;
                    };
                    Term::Slot(at, width.unwrap_or(ty.bits()))
                }
            },
        })
    }

    /// Instructions that are one atomic operation with or without the prefix, or an error without it.
    fn exchange(&mut self, state: &mut State, name: &str, size: u8, terms: &[Term]) -> Option<()> {
        let [first, second] = terms else {
            return None;
        };
        match (name, first, second) {
            ("xchg", register, Term::Memory(pointer))
            | ("xchg", Term::Memory(pointer), register) => {
                let new = self.sized(state.value(register)?, size);
                let old = self.modify(RmwOp::Exchange, size, *pointer, new);
                self.put(state, size, register, old)
            }
            ("xadd", register, Term::Memory(pointer)) => {
                let operand = self.sized(state.value(register)?, size);
                let old = self.modify(RmwOp::Add, size, *pointer, operand);
                let new = self.binary(BinaryOp::Add, 8 * size, old, operand);
                state.zero = self.is_zero(size, new);
                self.put(state, size, register, old)
            }
            ("cmpxchg", register, Term::Memory(pointer)) => {
                let new = self.sized(state.value(register)?, size);
                self.compare_and_exchange(state, size, *pointer, new)
            }
            _ => None,
        }
    }

    /// A locked operation whose result nobody sees but the flags.
    fn locked(&mut self, state: &mut State, name: &str, size: u8, terms: &[Term]) -> Option<()> {
        let all_ones = Operand::Const(u64::MAX >> (64 - 8 * u32::from(size)));
        let (name, operand, pointer) = match (name, terms) {
            ("inc", [Term::Memory(pointer)]) => ("add", Operand::Const(1), *pointer),
            ("dec", [Term::Memory(pointer)]) => ("sub", Operand::Const(1), *pointer),
            ("not", [Term::Memory(pointer)]) => ("xor", all_ones, *pointer),
            ("bts" | "btr" | "btc", [bit, Term::Memory(pointer)]) => {
                return self.locked_bit(state, name, size, bit, *pointer);
            }
            (_, [from, Term::Memory(pointer)]) => {
                (name, self.sized(state.value(from)?, size), *pointer)
            }
            _ => return None,
        };
        let (op, binary) = match name {
            "add" => (RmwOp::Add, BinaryOp::Add),
            "sub" => (RmwOp::Sub, BinaryOp::Sub),
            "or" => (RmwOp::Or, BinaryOp::Or),
            "and" => (RmwOp::And, BinaryOp::And),
            "xor" => (RmwOp::Xor, BinaryOp::Xor),
            _ => return None,
        };
        let old = self.modify(op, size, pointer, operand);
        let new = self.binary(binary, 8 * size, old, operand);
        state.zero = self.is_zero(size, new);
        Some(())
    }

    /// Sets, clears or flips a bit and tells what it was. A bit beyond the word is one of the words behind it.
    fn locked_bit(
        &mut self,
        state: &mut State,
        name: &str,
        size: u8,
        bit: &Term,
        pointer: Operand,
    ) -> Option<()> {
        let bits = 8 * size;
        let number = self.sized(state.value(bit)?, size);
        let word = match bit {
            // Beyond the word, a constant counts from its beginning again.
            Term::Known(_) => Operand::Const(0),
            _ => {
                let by = Operand::Const(u64::from(bits.trailing_zeros()));
                let number = self.sign_extend(number, bits, 64);
                let words = self.binary(BinaryOp::ArithmeticShiftRight, 64, number, by);
                self.binary(BinaryOp::Mul, 64, words, Operand::Const(size.into()))
            }
        };
        let pointer = self.binary_of(BinaryOp::Add, Type::Ptr, pointer, word);
        let place = Operand::Const(u64::from(bits - 1));
        let place = self.binary(BinaryOp::And, bits, number, place);
        let mask = self.binary(BinaryOp::ShiftLeft, bits, Operand::Const(1), place);
        let all_ones = Operand::Const(u64::MAX >> (64 - u32::from(bits)));
        let others = self.binary(BinaryOp::Xor, bits, mask, all_ones);
        let old = match name {
            "bts" => self.modify(RmwOp::Or, size, pointer, mask),
            "btr" => self.modify(RmwOp::And, size, pointer, others),
            _ => self.modify(RmwOp::Xor, size, pointer, mask),
        };
        let found = self.binary(BinaryOp::And, bits, old, mask);
        state.carry = self.compare(Predicate::Ne, bits, found, Operand::Const(0));
        Some(())
    }

    /// Without the prefix: what goes from one place to another.
    fn plain(&mut self, state: &mut State, name: &str, size: u8, terms: &[Term]) -> Option<()> {
        match (name, terms) {
            (_, [to]) if name.starts_with("set") => {
                let flag = self.flag(state, &name["set".len()..])?;
                let value = self.zero_extend(flag, 8);
                self.put(state, 1, to, value)
            }
            (_, [from, to]) if name.starts_with("cmov") => {
                let flag = self.flag(state, &name["cmov".len()..])?;
                let (new, old) = (self.get(state, size, from)?, state.value(to)?);
                let value = self.select(Type::Int(8 * size), flag, new, old);
                self.put(state, size, to, value)
            }
            ("mov", [from, to]) => {
                let value = self.get(state, size, from)?;
                self.put(state, size, to, value)
            }
            ("xchg", [a, b]) => {
                let (old_a, old_b) = (self.get(state, size, a)?, self.get(state, size, b)?);
                self.put(state, size, a, old_b)?;
                self.put(state, size, b, old_a)
            }
            ("inc" | "dec", [to]) => {
                let name = if name == "inc" { "add" } else { "sub" };
                self.calculate(state, name, size, &Term::Known(Operand::Const(1)), to)
            }
            ("not", [to]) => self.calculate(
                state,
                "xor",
                size,
                &Term::Known(Operand::Const(u64::MAX)),
                to,
            ),
            ("neg", [to]) => {
                let old = self.get(state, size, to)?;
                let value = self.binary(BinaryOp::Sub, 8 * size, Operand::Const(0), old);
                state.zero = self.is_zero(size, value);
                self.put(state, size, to, value)
            }
            ("bswap", [to]) => self.count_bits(state, name, size, to, to),
            ("bsf" | "bsr" | "tzcnt" | "lzcnt" | "popcnt", [from, to]) => {
                self.count_bits(state, name, size, from, to)
            }
            (_, [from, to]) => self.calculate(state, name, size, from, to),
            _ => None,
        }
    }

    fn calculate(
        &mut self,
        state: &mut State,
        name: &str,
        size: u8,
        from: &Term,
        to: &Term,
    ) -> Option<()> {
        let bits = 8 * size;
        if name == "xor" && from == to {
            // The usual way to say zero, whatever was there before.
            state.zero = Operand::Const(1);
            return self.put(state, size, to, Operand::Const(0));
        }
        if name == "sbb" && from == to {
            let carry = self.zero_extend(state.carry, bits);
            let value = self.binary(BinaryOp::Sub, bits, Operand::Const(0), carry);
            return self.put(state, size, to, value);
        }
        let op = match name {
            "add" => BinaryOp::Add,
            "sub" | "cmp" => BinaryOp::Sub,
            "and" | "test" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            "shl" | "sal" => BinaryOp::ShiftLeft,
            "shr" => BinaryOp::ShiftRight,
            "sar" => BinaryOp::ArithmeticShiftRight,
            _ => return None,
        };
        let mut by = self.get(state, size, from)?;
        let old = self.get(state, size, to)?;
        if matches!(name, "shl" | "sal" | "shr" | "sar") {
            let most = Operand::Const(if size == 8 { 63 } else { 31 });
            by = self.binary(BinaryOp::And, bits, by, most);
            // A shift by more than the width is for the processor's manual.
            matches!(by, Operand::Const(n) if n < bits.into()).then_some(())?;
        }
        let value = self.binary(op, bits, old, by);
        state.zero = self.is_zero(size, value);
        state.carry = match name {
            "add" => self.compare(Predicate::Ult, bits, value, old),
            "sub" | "cmp" => self.compare(Predicate::Ult, bits, old, by),
            _ => Operand::Const(0),
        };
        match name {
            "cmp" | "test" => Some(()),
            _ => self.put(state, size, to, value),
        }
    }

    fn count_bits(
        &mut self,
        state: &mut State,
        name: &str,
        size: u8,
        from: &Term,
        to: &Term,
    ) -> Option<()> {
        let bits = 8 * size;
        let value = self.get(state, size, from)?;
        let count = match name {
            "bsf" | "tzcnt" => self.counted("cttz", bits, value),
            "lzcnt" => self.counted("ctlz", bits, value),
            "popcnt" => self.counted("ctpop", bits, value),
            "bswap" => self.counted("bswap", bits, value),
            _ => {
                let zeros = self.counted("ctlz", bits, value);
                let last = Operand::Const(u64::from(bits - 1));
                self.binary(BinaryOp::Sub, bits, last, zeros)
            }
        };
        if name != "bswap" {
            state.zero = self.is_zero(size, value);
        }
        self.put(state, size, to, count)
    }

    /// The value of an operand in this many bytes.
    fn get(&mut self, state: &State, size: u8, term: &Term) -> Option<Operand> {
        match term {
            Term::Memory(pointer) => {
                let ty = Type::Int(8 * size);
                Some(self.atomic_load(size, *pointer, ty, LoadOrder::Acquire))
            }
            term => Some(self.sized(state.value(term)?, size)),
        }
    }

    /// Changes an operand. Writing 32 bits of a register clears those above, and fewer leave them alone.
    fn put(&mut self, state: &mut State, size: u8, term: &Term, value: Operand) -> Option<()> {
        let value = self.sized(value, size);
        match term {
            Term::Known(_) => None,
            Term::Memory(pointer) => {
                self.effect(InstKind::Store {
                    size,
                    pointer: *pointer,
                    value,
                    order: StoreOrder::Release,
                });
                Some(())
            }
            Term::Register(register, _) => {
                let old = state.register(register);
                let value = self.merged(old, size, value);
                state.set_register(register.clone(), value);
                Some(())
            }
            Term::Slot(at, width) => {
                let at = state.home(*at);
                let old = state.value(&Term::Slot(at, *width));
                let value = self.merged(old, size, value);
                if let Some(register) = Register::of_constraint(&state.slots[at].constraint) {
                    state.set_register(register, value);
                } else if let Slot {
                    place: Place::Register(old, _),
                    ..
                } = &mut state.slots[at]
                {
                    *old = value;
                }
                Some(())
            }
        }
    }

    fn merged(&mut self, old: Option<Operand>, size: u8, value: Operand) -> Operand {
        let old = old.filter(|old| *old != Operand::Undefined);
        match old {
            Some(old) if size < 4 => {
                let kept = Operand::Const(u64::MAX << (8 * size));
                let old = self.zero_extend(old, 64);
                let kept = self.binary(BinaryOp::And, 64, old, kept);
                let value = self.zero_extend(value, 64);
                self.binary(BinaryOp::Or, 64, kept, value)
            }
            _ => self.zero_extend(value, 64),
        }
    }

    fn is_zero(&mut self, size: u8, value: Operand) -> Operand {
        self.compare(Predicate::Eq, 8 * size, value, Operand::Const(0))
    }

    /// A condition as `set` and `cmov` name it.
    pub fn flag(&mut self, state: &State, name: &str) -> Option<Operand> {
        let (flag, is_set) = match name {
            "e" | "z" => (state.zero, true),
            "ne" | "nz" => (state.zero, false),
            "c" | "b" | "nae" => (state.carry, true),
            "nc" | "nb" | "ae" => (state.carry, false),
            _ => return None,
        };
        Some(match is_set {
            true => flag,
            false => self.binary(BinaryOp::Xor, 1, flag, Operand::Const(1)),
        })
    }

    /// The accumulator is compared, and receives the old value.
    fn compare_and_exchange(
        &mut self,
        state: &mut State,
        size: u8,
        pointer: Operand,
        new: Operand,
    ) -> Option<()> {
        let accumulator = Register::named("ax");
        let expected = self.sized(state.register(&accumulator)?, size);
        let kind = InstKind::CompareExchange {
            size,
            pointer,
            expected,
            new,
            success: RmwOrder::SeqCst,
            failure: LoadOrder::SeqCst,
        };
        self.barrier();
        let results = self.push(kind, &[Type::Int(8 * size), Type::Int(1)]);
        self.barrier();
        state.zero = results[1];
        self.put(
            state,
            size,
            &Term::Register(accumulator, 8 * size),
            results[0],
        )
    }

    /// The same for two registers each, the lower halves first.
    fn exchange_sixteen_bytes(&mut self, state: &mut State, pointer: Operand) -> Option<()> {
        let pair = |low: &str, high: &str| {
            let get = |name: &str| state.register(&Register::named(name));
            Some((get(low)?, get(high)?))
        };
        let (expected, new) = (pair("ax", "dx")?, pair("bx", "cx")?);
        let orders = (RmwOrder::SeqCst, LoadOrder::SeqCst);
        self.barrier();
        let (old, equal) = self.wide_compare_exchange(pointer, expected, new, orders);
        self.barrier();
        state.zero = equal;
        state.set_register(Register::named("ax"), old.0);
        state.set_register(Register::named("dx"), old.1);
        Some(())
    }

    /// The counter of cycles in two halves, and the number of the processor.
    fn read_counter(&mut self, state: &mut State, with_processor: bool) -> Option<()> {
        let cycles = self.cycles();
        let low = self.binary(BinaryOp::And, 64, cycles, Operand::Const(u32::MAX.into()));
        let high = self.binary(BinaryOp::ShiftRight, 64, cycles, Operand::Const(32));
        state.set_register(Register::named("ax"), low);
        state.set_register(Register::named("dx"), high);
        if with_processor {
            state.set_register(Register::named("cx"), Operand::Const(0));
        }
        Some(())
    }

    /// A processor without any special feature; asking it is a barrier.
    fn identify(&mut self, state: &mut State) -> Option<()> {
        self.barrier();
        for name in ["ax", "bx", "cx", "dx"] {
            state.set_register(Register::named(name), Operand::Const(0));
        }
        Some(())
    }

    fn modify(&mut self, op: RmwOp, size: u8, pointer: Operand, operand: Operand) -> Operand {
        let kind = InstKind::Rmw {
            size,
            op,
            pointer,
            operand,
            order: RmwOrder::SeqCst,
        };
        self.barrier();
        let old = self.value(kind, Type::Int(8 * size));
        self.barrier();
        old
    }

    /// A locked instruction of the machine orders all accesses before it with all behind it, its own among
    /// them. A sequentially consistent access of the language does not: only its own kind is in order with it.
    fn barrier(&mut self) {
        self.effect(InstKind::Fence(FenceOrder::SeqCst));
    }

    /// Values are kept with zeros above their width, so that only narrowing needs an instruction.
    fn sized(&mut self, value: Operand, size: u8) -> Operand {
        match value {
            Operand::Const(number) => {
                Operand::Const(number & u64::MAX >> (64 - 8 * u32::from(size)))
            }
            value if size < 8 => self.truncate(value, 8 * size),
            value => value,
        }
    }
}

/// The condition that an output is to be: `={@ccz}`.
fn flag_output(constraint: &str) -> Option<&str> {
    constraint.strip_prefix("={@cc")?.strip_suffix('}')
}

/// Nothing that the program can see, whatever the operands are.
fn is_hint(name: &str) -> bool {
    name.starts_with("prefetch")
        || matches!(name, "prfm" | "clflush" | "clflushopt" | "clwb")
        || matches!(name, ".align" | ".balign" | ".p2align")
}

/// The name without the letter for the size, and the size in bytes.
fn base_name<'n>(name: &'n str, terms: &[Term]) -> Option<(&'n str, u8)> {
    const NAMES: &[&str] = &[
        "mov", "xchg", "xadd", "cmpxchg", "inc", "dec", "add", "sub", "or", "and", "xor", "not",
        "neg", "shl", "sal", "shr", "sar", "cmp", "test", "sbb", "bts", "btr", "btc", "bsf", "bsr",
        "tzcnt", "lzcnt", "popcnt", "bswap",
    ];
    if name.starts_with("set") {
        return Some((name, 1));
    }
    // Of a shift, the second operand says how wide it is.
    let width = || terms.iter().rev().find_map(Term::width);
    if NAMES.contains(&name) || name.starts_with("cmov") {
        let width = width()?;
        return matches!(width, 8 | 16 | 32 | 64).then_some((name, width / 8));
    }
    let (base, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let size = match letter {
        "b" => 1,
        "w" => 2,
        "l" => 4,
        "q" => 8,
        _ => return None,
    };
    NAMES.contains(&base).then_some((base, size))
}
