//! The memory orders of a program as its source has them: to list, and to change.
//!
//! A site is one order at one place of the source. In C it belongs to one atomic instruction. The atomics of C++ are
//! inlined and choose between instructions with different orders; all of them stand at the user's line, so
//! giving all of them one order gives it to the site. In Rust, and for some types of C++, it is an argument of a call ([`passed`]).

mod passed;

use crate::module::{Inst, InstKind, Module};
use crate::weak_atomics::{live_instructions, with_known_orders};
use threadproof_program::{FenceOrder, LoadOrder, Location, RmwOrder, StoreOrder};

/// A memory order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Order {
    /// A fence that is not there.
    None,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// The kind of operation that has the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiteKind {
    Load,
    Store,
    Update,
    /// The order of a compare-exchange that fails.
    Failure,
    Fence,
    /// A fence that could stand before an access.
    MissingFence,
}

/// One memory order of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderSite {
    pub location: Location,
    pub kind: SiteKind,
    pub order: Order,
}

impl Order {
    pub fn name(self) -> &'static str {
        match self {
            Order::None => "none",
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel => "acq_rel",
            Order::SeqCst => "seq_cst",
        }
    }

    /// Is it at least as strong as another one?
    pub fn covers(self, other: Order) -> bool {
        use Order::*;
        match (self, other) {
            (a, b) if a == b => true,
            (SeqCst, _) | (_, None) => true,
            (AcqRel, Relaxed | Acquire | Release) => true,
            (Acquire | Release, Relaxed) => true,
            _ => false,
        }
    }
}

impl SiteKind {
    /// The orders that the language allows here, the weakest first.
    pub fn orders(self) -> &'static [Order] {
        use Order::*;
        match self {
            SiteKind::Load | SiteKind::Failure => &[Relaxed, Acquire, SeqCst],
            SiteKind::Store => &[Relaxed, Release, SeqCst],
            SiteKind::Update => &[Relaxed, Acquire, Release, AcqRel, SeqCst],
            SiteKind::Fence | SiteKind::MissingFence => &[None, Acquire, Release, AcqRel, SeqCst],
        }
    }
    pub fn name(self) -> &'static str {
        match self {
            SiteKind::Load => "load",
            SiteKind::Store => "store",
            SiteKind::Update => "read-modify-write",
            SiteKind::Failure => "compare-exchange that fails",
            SiteKind::Fence => "fence",
            SiteKind::MissingFence => "new fence before it",
        }
    }
}

impl Module {
    /// The memory orders of the user's own files, in the order of lines. Places with the same line, column
    /// and kind are one site: a template or an inlined function has several copies.
    pub fn order_sites(&self) -> Vec<OrderSite> {
        let mut sites: Vec<OrderSite> = Vec::new();
        let atomic = |inst: &Inst| self.orders(&inst.kind)[0].is_some();
        let functions = self.functions.iter();
        let functions =
            functions.filter(|f| f.blocks.iter().any(|b| b.instructions.iter().any(atomic)));
        let functions: Vec<_> = functions.map(with_known_orders).collect();
        for inst in functions.iter().flat_map(live_instructions) {
            for (kind, order) in self.orders(&inst.kind).into_iter().flatten() {
                let Some(location) = self.own_location(inst) else {
                    continue;
                };
                let site = OrderSite {
                    location: location.clone(),
                    kind,
                    order,
                };
                if !sites.iter().any(|known| known.is_at(kind, location)) {
                    sites.push(site);
                }
            }
        }
        let key = |site: &OrderSite| {
            let place = &site.location;
            (place.file.clone(), place.line, place.column, site.kind)
        };
        sites.sort_by_key(key);
        sites
    }

    /// The places before these accesses where a fence could stand.
    pub fn missing_fences(sites: &[OrderSite]) -> Vec<OrderSite> {
        let accesses = sites.iter().filter(|site| {
            use SiteKind::{Load, Store, Update};
            matches!(site.kind, Load | Store | Update)
        });
        let missing = |site: &OrderSite| OrderSite {
            location: site.location.clone(),
            kind: SiteKind::MissingFence,
            order: Order::None,
        };
        accesses.map(missing).collect()
    }

    /// Gives all copies of a site another order.
    pub fn set_order(&mut self, site: &OrderSite, order: Order) {
        // The orders that were known are not true any more.
        self.weak_atomics = None;
        let place = |l: &Location| site.is_at(site.kind, l);
        let here: Vec<bool> = self.debug.locations.iter().map(place).collect();
        let here = |inst: &Inst| here.get(inst.location.0 as usize) == Some(&true);
        let mut functions = std::mem::take(&mut self.functions);
        let known = passed::Functions::of(&functions);
        for block in functions.iter_mut().flat_map(|f| &mut f.blocks) {
            let old = std::mem::take(&mut block.instructions);
            for mut inst in old {
                if !here(&inst) {
                    block.instructions.push(inst);
                    continue;
                }
                match site.kind {
                    SiteKind::MissingFence => {
                        let atomic = orders(&inst.kind)[0].or(known.orders(&inst.kind)[0]);
                        let new = fence(order)
                            .filter(|_| atomic.is_some_and(|(kind, _)| kind != SiteKind::Fence));
                        block.instructions.extend(new.map(|order| Inst {
                            kind: InstKind::Fence(order),
                            results: Default::default(),
                            location: inst.location,
                        }));
                    }
                    SiteKind::Fence if order == Order::None => {
                        if matches!(inst.kind, InstKind::Fence(_)) {
                            continue;
                        }
                        if known.is_fence(&inst.kind) {
                            block.instructions.extend(passed::nothing(&inst));
                            continue;
                        }
                    }
                    kind => {
                        set(&mut inst.kind, kind, order);
                        known.set(&mut inst.kind, kind, order);
                    }
                }
                block.instructions.push(inst);
            }
        }
        self.functions = functions;
    }

    /// The orders of an instruction, or those that it passes to a function of the library.
    fn orders(&self, kind: &InstKind) -> [Option<(SiteKind, Order)>; 2] {
        match kind {
            InstKind::Call { .. } => passed::orders(&self.functions, kind),
            kind => orders(kind),
        }
    }

    fn own_location(&self, inst: &Inst) -> Option<&Location> {
        let location = self.debug.locations.get(inst.location.0 as usize)?;
        let system = ["/usr/", "/rustc/"]
            .iter()
            .any(|f| location.file.starts_with(f));
        (location.line > 0 && !system).then_some(location)
    }
}

impl OrderSite {
    fn is_at(&self, kind: SiteKind, location: &Location) -> bool {
        let place = |l: &Location| (l.line, l.column);
        self.kind == kind
            && place(&self.location) == place(location)
            && self.location.file == location.file
    }
}

/// The orders of an instruction.
fn orders(kind: &InstKind) -> [Option<(SiteKind, Order)>; 2] {
    let one = |kind, order| [Some((kind, order)), None];
    match kind {
        InstKind::Load { order, .. } | InstKind::Await { order, .. } => match order {
            LoadOrder::Plain => [None, None],
            order => one(SiteKind::Load, of_load(*order)),
        },
        InstKind::Store { order, .. } => match order {
            StoreOrder::Plain => [None, None],
            StoreOrder::Relaxed => one(SiteKind::Store, Order::Relaxed),
            StoreOrder::Release => one(SiteKind::Store, Order::Release),
            StoreOrder::SeqCst => one(SiteKind::Store, Order::SeqCst),
        },
        InstKind::Rmw { order, .. } => one(SiteKind::Update, of_update(*order)),
        InstKind::CompareExchange {
            success, failure, ..
        } => [
            Some((SiteKind::Update, of_update(*success))),
            Some((SiteKind::Failure, of_load(*failure))),
        ],
        InstKind::Fence(order) => one(
            SiteKind::Fence,
            match order {
                FenceOrder::Acquire => Order::Acquire,
                FenceOrder::Release => Order::Release,
                FenceOrder::AcqRel => Order::AcqRel,
                FenceOrder::SeqCst => Order::SeqCst,
            },
        ),
        _ => [None, None],
    }
}

fn of_load(order: LoadOrder) -> Order {
    match order {
        LoadOrder::Plain | LoadOrder::Relaxed => Order::Relaxed,
        LoadOrder::Acquire => Order::Acquire,
        LoadOrder::SeqCst => Order::SeqCst,
    }
}

fn of_update(order: RmwOrder) -> Order {
    match order {
        RmwOrder::Relaxed => Order::Relaxed,
        RmwOrder::Acquire => Order::Acquire,
        RmwOrder::Release => Order::Release,
        RmwOrder::AcqRel => Order::AcqRel,
        RmwOrder::SeqCst => Order::SeqCst,
    }
}

fn to_load(order: Order) -> LoadOrder {
    match order {
        Order::SeqCst => LoadOrder::SeqCst,
        Order::Acquire | Order::AcqRel => LoadOrder::Acquire,
        Order::None | Order::Relaxed | Order::Release => LoadOrder::Relaxed,
    }
}

fn to_store(order: Order) -> StoreOrder {
    match order {
        Order::SeqCst => StoreOrder::SeqCst,
        Order::Release | Order::AcqRel => StoreOrder::Release,
        Order::None | Order::Relaxed | Order::Acquire => StoreOrder::Relaxed,
    }
}

fn to_update(order: Order) -> RmwOrder {
    match order {
        Order::None | Order::Relaxed => RmwOrder::Relaxed,
        Order::Acquire => RmwOrder::Acquire,
        Order::Release => RmwOrder::Release,
        Order::AcqRel => RmwOrder::AcqRel,
        Order::SeqCst => RmwOrder::SeqCst,
    }
}

/// Changes the order of an instruction, if it has one of this kind.
fn set(kind: &mut InstKind, site: SiteKind, new: Order) {
    match (kind, site) {
        (InstKind::Load { order, .. } | InstKind::Await { order, .. }, SiteKind::Load)
            if *order != LoadOrder::Plain =>
        {
            *order = to_load(new);
        }
        (InstKind::Store { order, .. }, SiteKind::Store) if *order != StoreOrder::Plain => {
            *order = to_store(new);
        }
        (InstKind::Rmw { order, .. }, SiteKind::Update)
        | (InstKind::CompareExchange { success: order, .. }, SiteKind::Update) => {
            *order = to_update(new);
        }
        (InstKind::CompareExchange { failure, .. }, SiteKind::Failure) => *failure = to_load(new),
        (InstKind::Fence(order), SiteKind::Fence) => *order = fence(new).unwrap_or(*order),
        _ => (),
    }
}

/// `None`: no fence has this order.
fn fence(order: Order) -> Option<FenceOrder> {
    match order {
        Order::None | Order::Relaxed => None,
        Order::Acquire => Some(FenceOrder::Acquire),
        Order::Release => Some(FenceOrder::Release),
        Order::AcqRel => Some(FenceOrder::AcqRel),
        Order::SeqCst => Some(FenceOrder::SeqCst),
    }
}
