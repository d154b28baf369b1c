//! Memory orders that a program passes to its library: the methods of `core::sync::atomic` in Rust, and of `std::atomic` in C++ where the
//! library's header does not have clang inline them (those for `bool`, pointers and structures).
//!
//! An order that a program passes on in a variable is no site: only constants are written in a line.

use super::{Order, SiteKind};
use crate::module::{BinaryOp, Callee, Function, FunctionId, Inst, InstKind, Operand};

/// The orders of a language by their numbers.
type Numbers = [Order];

/// `core::sync::atomic::Ordering`.
const RUST: [Order; 5] = [
    Order::Relaxed,
    Order::Release,
    Order::Acquire,
    Order::AcqRel,
    Order::SeqCst,
];

/// `std::memory_order`, where `consume` is taken for `acquire`.
const CPLUSPLUS: [Order; 6] = [
    Order::Relaxed,
    Order::Acquire,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::SeqCst,
];

/// The functions of a module that take orders.
pub(super) struct Functions {
    of: Vec<Option<Takes>>,
}

/// Which orders a function takes; they are its last arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Takes {
    /// By their places from behind.
    sites: &'static [(SiteKind, usize)],
    numbers: &'static Numbers,
}

/// The orders of a compare-exchange: on success, on failure.
const TWO: &[(SiteKind, usize)] = &[(SiteKind::Update, 2), (SiteKind::Failure, 1)];

fn one(kind: SiteKind) -> &'static [(SiteKind, usize)] {
    match kind {
        SiteKind::Load => &[(SiteKind::Load, 1)],
        SiteKind::Store => &[(SiteKind::Store, 1)],
        SiteKind::Fence => &[(SiteKind::Fence, 1)],
        _ => &[(SiteKind::Update, 1)],
    }
}

impl Takes {
    fn of(name: &str) -> Option<Takes> {
        let (sites, numbers) = match rust(name) {
            Some(sites) => (sites, &RUST[..]),
            None => (cplusplus(name)?, &CPLUSPLUS[..]),
        };
        Some(Takes { sites, numbers })
    }
}

fn rust(name: &str) -> Option<&'static [(SiteKind, usize)]> {
    let rest = name.strip_prefix("core::sync::atomic::")?;
    let method = rest.rsplit("::").next()?;
    let method = method.split('<').next()?;
    if rest == method {
        return (method == "fence").then_some(one(SiteKind::Fence));
    }
    match method {
        _ if !rest.starts_with("Atomic") => None,
        "load" => Some(one(SiteKind::Load)),
        "store" => Some(one(SiteKind::Store)),
        "compare_exchange" | "compare_exchange_weak" => Some(TWO),
        // It takes them in front.
        "fetch_update" => None,
        "swap" => Some(one(SiteKind::Update)),
        _ if method.starts_with("fetch_") => Some(one(SiteKind::Update)),
        _ => None,
    }
}

/// `std::atomic<Node*>::store(Node*, std::memory_order)`; with another `const` or `volatile` behind it.
fn cplusplus(name: &str) -> Option<&'static [(SiteKind, usize)]> {
    if !name.starts_with("std::atomic<") {
        return None;
    }
    let (signature, _) = name.rsplit_once(')')?;
    let before = signature.strip_suffix("std::memory_order")?;
    let orders = match before.strip_suffix("std::memory_order, ") {
        Some(_) => 2,
        None => 1,
    };
    let called = |method: &str| before.contains(&format!(">::{method}("));
    if called("compare_exchange_strong") || called("compare_exchange_weak") {
        // One order stands for both.
        return Some(if orders == 2 {
            TWO
        } else {
            one(SiteKind::Update)
        });
    }
    let updates = ["exchange", "fetch_add", "fetch_sub"];
    if called("load") {
        Some(one(SiteKind::Load))
    } else if called("store") {
        Some(one(SiteKind::Store))
    } else {
        let updates = updates.iter().any(|method| called(method));
        updates.then_some(one(SiteKind::Update))
    }
}

impl Functions {
    pub(super) fn of(functions: &[Function]) -> Functions {
        let of = functions.iter().map(|f| Takes::of(&f.name)).collect();
        Functions { of }
    }

    fn takes(&self, function: FunctionId) -> Option<Takes> {
        self.of.get(function.index()).copied().flatten()
    }

    pub(super) fn orders(&self, kind: &InstKind) -> [Option<(SiteKind, Order)>; 2] {
        orders_by(kind, |function| self.takes(function))
    }

    pub(super) fn is_fence(&self, kind: &InstKind) -> bool {
        matches!(self.orders(kind)[0], Some((SiteKind::Fence, _)))
    }

    /// Changes the order that a call passes, if it passes one of this kind.
    pub(super) fn set(&self, kind: &mut InstKind, site: SiteKind, new: Order) {
        let InstKind::Call {
            callee: Callee::Function(function),
            arguments,
        } = kind
        else {
            return;
        };
        let Some(takes) = self.takes(*function) else {
            return;
        };
        let Some((_, behind)) = takes.sites.iter().find(|(kind, _)| *kind == site) else {
            return;
        };
        let count = arguments.len();
        if let (Some(argument), Some(number)) = (
            arguments.get_mut(count.wrapping_sub(*behind)),
            takes.numbers.iter().rposition(|order| *order == new),
        ) {
            *argument = Operand::Const(number as u64);
        }
    }
}

/// The orders that a call passes.
pub(super) fn orders(functions: &[Function], kind: &InstKind) -> [Option<(SiteKind, Order)>; 2] {
    let name = |function: FunctionId| functions.get(function.index()).map(|f| f.name.as_str());
    orders_by(kind, |function| Takes::of(name(function)?))
}

fn orders_by(
    kind: &InstKind,
    takes: impl Fn(FunctionId) -> Option<Takes>,
) -> [Option<(SiteKind, Order)>; 2] {
    let mut found = [None, None];
    let InstKind::Call {
        callee: Callee::Function(function),
        arguments,
    } = kind
    else {
        return found;
    };
    let Some(takes) = takes(*function) else {
        return found;
    };
    for (site, (kind, behind)) in found.iter_mut().zip(takes.sites) {
        let argument = arguments.len().checked_sub(*behind).map(|at| arguments[at]);
        let Some(Operand::Const(number)) = argument else {
            continue;
        };
        let order = takes.numbers.get(number as usize);
        *site = order.map(|order| (*kind, *order));
    }
    found
}

/// The results of a call that does nothing and throws nothing.
pub(super) fn nothing(call: &Inst) -> Vec<Inst> {
    let zero = |result: &_| Inst {
        kind: InstKind::Binary {
            op: BinaryOp::And,
            width: 64,
            a: Operand::Const(0),
            b: Operand::Const(0),
        },
        results: [*result].into_iter().collect(),
        location: call.location,
    };
    call.results.iter().map(zero).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(name: &str) -> Vec<SiteKind> {
        let sites = Takes::of(name).map_or(&[][..], |takes| takes.sites);
        sites.iter().map(|(kind, _)| *kind).collect()
    }

    #[test]
    fn methods_that_take_orders() {
        use SiteKind::*;
        let of = |method: &str| kinds(&format!("core::sync::atomic::{method}"));
        assert_eq!(of("AtomicBool::load"), [Load]);
        assert_eq!(of("AtomicPtr<T>::store"), [Store]);
        assert_eq!(of("AtomicUsize::fetch_add"), [Update]);
        assert_eq!(of("AtomicUsize::compare_exchange_weak"), [Update, Failure]);
        assert_eq!(of("fence"), [Fence]);
        assert_eq!(of("AtomicUsize::new"), []);
        assert_eq!(of("AtomicUsize::fetch_update"), []);
        assert_eq!(of("atomic_load"), []);
        assert_eq!(kinds("queue::Atomic::load"), []);
    }

    #[test]
    fn methods_of_cplusplus() {
        use SiteKind::*;
        let of = |method: &str| kinds(&format!("std::atomic<Node*>::{method}"));
        assert_eq!(of("load(std::memory_order) const"), [Load]);
        assert_eq!(of("store(Node*, std::memory_order)"), [Store]);
        assert_eq!(of("exchange(Node*, std::memory_order) volatile"), [Update]);
        let both = "compare_exchange_weak(Node*&, Node*, std::memory_order, std::memory_order)";
        assert_eq!(of(both), [Update, Failure]);
        assert_eq!(
            of("compare_exchange_weak(Node*&, Node*, std::memory_order)"),
            [Update]
        );
        assert_eq!(of("operator=(Node*)"), []);
        assert_eq!(kinds("mine::atomic<int>::load(std::memory_order)"), []);
    }
}
