//! The memory orders of Rust: arguments of the methods of `core::sync::atomic`.
//!
//! An order that a program passes on in a variable is no site: only constants are written in a line.

use super::{Order, SiteKind};
use crate::module::{BinaryOp, Callee, Function, FunctionId, Inst, InstKind, Operand};

/// `core::sync::atomic::Ordering`, by its numbers.
const ORDERINGS: [Order; 5] = [
    Order::Relaxed,
    Order::Release,
    Order::Acquire,
    Order::AcqRel,
    Order::SeqCst,
];

/// The functions of a module that take orders.
pub(super) struct Functions {
    of: Vec<Option<Takes>>,
}

/// Which orders a function takes; they are its last arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    One(SiteKind),
    /// Of a compare-exchange: on success, on failure.
    Two,
}

impl Takes {
    fn of(name: &str) -> Option<Takes> {
        let rest = name.strip_prefix("core::sync::atomic::")?;
        let method = rest.rsplit("::").next()?;
        let method = method.split('<').next()?;
        if rest == method {
            return (method == "fence").then_some(Takes::One(SiteKind::Fence));
        }
        match method {
            _ if !rest.starts_with("Atomic") => None,
            "load" => Some(Takes::One(SiteKind::Load)),
            "store" => Some(Takes::One(SiteKind::Store)),
            "compare_exchange" | "compare_exchange_weak" => Some(Takes::Two),
            // It takes them in front.
            "fetch_update" => None,
            "swap" => Some(Takes::One(SiteKind::Update)),
            _ if method.starts_with("fetch_") => Some(Takes::One(SiteKind::Update)),
            _ => None,
        }
    }

    /// The orders by their place from behind.
    fn sites(self) -> &'static [(SiteKind, usize)] {
        match self {
            Takes::One(SiteKind::Load) => &[(SiteKind::Load, 1)],
            Takes::One(SiteKind::Store) => &[(SiteKind::Store, 1)],
            Takes::One(SiteKind::Fence) => &[(SiteKind::Fence, 1)],
            Takes::One(_) => &[(SiteKind::Update, 1)],
            Takes::Two => &[(SiteKind::Update, 2), (SiteKind::Failure, 1)],
        }
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
        let sites = self.takes(*function).map_or(&[][..], Takes::sites);
        let Some((_, behind)) = sites.iter().find(|(kind, _)| *kind == site) else {
            return;
        };
        let count = arguments.len();
        if let (Some(argument), Some(number)) = (
            arguments.get_mut(count.wrapping_sub(*behind)),
            ORDERINGS.iter().position(|order| *order == new),
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
    let sites = takes(*function).map_or(&[][..], Takes::sites);
    for (site, (kind, behind)) in found.iter_mut().zip(sites) {
        let argument = arguments.len().checked_sub(*behind).map(|at| arguments[at]);
        let Some(Operand::Const(number)) = argument else {
            continue;
        };
        *site = ORDERINGS.get(number as usize).map(|order| (*kind, *order));
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
        let takes = Takes::of(name);
        let sites = takes.map_or(&[][..], Takes::sites).iter();
        sites.map(|(kind, _)| *kind).collect()
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
}
