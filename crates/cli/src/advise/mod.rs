//! `threadproof advise`: which memory orders a program needs, each answer proved by a check.
//!
//! For a program that is verified, each order is weakened, first alone, then together with the others as far
//! as they go: strengthening an order never adds an execution, so an order that cannot be weakened now
//! cannot be weakened later either, and the result is a maximal set. For a program with an error, the smallest sets of
//! orders are strengthened, and of new fences added, until one mends it; its members are then weakened again as far as
//! they go. If none of a few members does, all are strengthened and weakened again, once with new fences.

mod default_order;
mod patch;
mod show;

use crate::arguments::{self, Format};
use crate::{Exit, check, frontend, outputs, system};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadproof_engine::{Note, NoteKind, Options, Orders, Outcome, Verdict};
use threadproof_ir::module::Module;
use threadproof_ir::orders::{Order, OrderSite, SiteKind};

/// Time for one check, if the user names none.
const CHECKING: Duration = Duration::from_secs(10);
/// Sets of orders that are tried to mend an error, before all are made strong and weakened again.
const TRIED_SETS: usize = 400;
/// The largest of these sets.
const LARGEST_SET: usize = 3;

/// The findings about the orders of a program.
pub struct Advice {
    pub sites: Vec<OrderSite>,
    /// The outcome of the program as it is.
    pub outcome: Outcome,
    /// The weakest order of each site with which the rest may stay as it is.
    pub alone: Vec<Order>,
    /// Orders that work together: weaker ones for a verified program, stronger ones for an error.
    /// `None` if no orders mend the error.
    pub together: Option<Vec<Order>>,
    /// Sites that have more order than is known to be needed: a check of less ended without an answer.
    pub undecided: Vec<bool>,
    /// A check of seq_cst everywhere, or of fewer changes than those that mend the error, ended without an answer.
    pub unproved: bool,
    /// The program with these orders could show load buffering, which the checks leave out.
    pub load_buffering: bool,
    /// Checks that were run.
    pub runs: usize,
}

pub fn run(arguments: &arguments::Advise) -> Result<Exit, String> {
    let check = &arguments.check.resolved()?;
    if check.model.orders() != Orders::Language {
        return Err("advise: memory orders matter under --model c11 alone".into());
    }
    check::accept(check)?;
    let written: Vec<_> = arguments.patch.iter().collect();
    outputs::accept(&written, &check.files.iter().collect::<Vec<_>>())?;
    let module = frontend::load(check)?;
    let sites = module.order_sites();
    if sites.is_empty() {
        return Err(
            "advise: the program has no atomic accesses or fences in files of its own".into(),
        );
    }
    let mut advisor = Advisor {
        arguments: check,
        options: check::options(check, check.model)?,
        module,
        undecided: vec![false; sites.len()],
        sites,
        unproved: false,
        runs: 0,
    };
    let advice = advisor.advise()?;
    match check.format {
        Format::Json => system::print(&show::json(&advice)),
        _ => system::print(&show::text(&advice)),
    }
    if let (Some(file), Some(orders)) = (&arguments.patch, &advice.together) {
        let patch = patch::Patch::new(&advice.sites, orders);
        outputs::put(file, &patch.text)?;
        for place in patch.missing {
            system::say(&format!(
                "note: {place}: the order is not written there, and not in the patch"
            ));
        }
    }
    Ok(match advice.outcome.verdict {
        Verdict::Verified => Exit::Verified,
        Verdict::Error => Exit::ErrorFound,
        Verdict::Inconclusive => Exit::Inconclusive,
    })
}

struct Advisor<'a> {
    arguments: &'a arguments::Check,
    options: Options,
    module: Module,
    sites: Vec<OrderSite>,
    /// As in [`Advice`].
    undecided: Vec<bool>,
    unproved: bool,
    runs: usize,
}

impl Advice {
    /// Leaves out the places where a fence could stand and none is needed.
    fn forget_fences(&mut self) {
        let together = self.together.as_ref();
        let keeps = |at: usize| {
            let new = together.map_or(Order::None, |orders| orders[at]);
            self.sites[at].kind != SiteKind::MissingFence || new != Order::None
        };
        let kept: Vec<bool> = (0..self.sites.len()).map(keeps).collect();
        self.alone.resize(self.sites.len(), Order::None);
        retain(&mut self.sites, &kept);
        retain(&mut self.alone, &kept);
        retain(&mut self.undecided, &kept);
        if let Some(together) = &mut self.together {
            retain(together, &kept);
        }
    }
}

fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().is_some_and(|kept| *kept));
}

impl Advisor<'_> {
    fn advise(&mut self) -> Result<Advice, String> {
        let now: Vec<Order> = self.sites.iter().map(|site| site.order).collect();
        let outcome = self.check(&now)?;
        let (alone, together) = match outcome.verdict {
            Verdict::Verified => (self.weaken_alone(&now)?, Some(self.weaken(&now, &now)?)),
            Verdict::Error => (now.clone(), self.mend_with_fences(&now)?),
            Verdict::Inconclusive => (now.clone(), None),
        };
        let last = match &together {
            Some(together) if *together != now => self.check(together)?,
            _ => outcome.clone(),
        };
        let is_hidden = |note: &Note| note.kind == NoteKind::LoadBuffering;
        let mut advice = Advice {
            sites: self.sites.clone(),
            outcome,
            alone,
            together,
            undecided: self.undecided.clone(),
            unproved: self.unproved,
            load_buffering: last.notes.iter().any(is_hidden),
            runs: self.runs,
        };
        advice.forget_fences();
        Ok(advice)
    }

    /// The same as [`Advisor::mend`], with fences that the program does not have yet.
    fn mend_with_fences(&mut self, now: &[Order]) -> Result<Option<Vec<Order>>, String> {
        let fences = Module::missing_fences(&self.sites);
        let mut now = now.to_vec();
        now.resize(now.len() + fences.len(), Order::None);
        self.undecided.resize(now.len(), false);
        self.sites.extend(fences);
        self.mend(&now)
    }

    /// Checks the program with these orders.
    fn check(&mut self, orders: &[Order]) -> Result<Outcome, String> {
        self.runs += 1;
        let mut module = self.module.clone();
        for (site, order) in self.sites.iter().zip(orders) {
            if site.order != *order {
                module.set_order(site, *order);
            }
        }
        let settings = frontend::options(self.arguments, self.options.checks);
        let program = threadproof_ir::compile(module, &settings)?;
        let mut options = self.options;
        options.checks = frontend::remaining(&program, options.checks);
        let time = self.arguments.timeout.unwrap_or(CHECKING);
        options.limits.deadline = Instant::now().checked_add(time);
        options.minimise = self.runs == 1;
        threadproof_engine::check(&program, &options, &mut |_| ControlFlow::Continue(()))
            .map_err(|unsupported| unsupported.to_string())
    }

    fn is_verified(&mut self, orders: &[Order]) -> Result<bool, String> {
        let verdict = self.check(orders)?.verdict;
        self.unproved |= verdict == Verdict::Inconclusive;
        Ok(verdict == Verdict::Verified)
    }

    /// The weakest order that works at a place, the others as they are; not weaker than `least`.
    fn weakest(&mut self, orders: &[Order], at: usize, least: Order) -> Result<Order, String> {
        let now = orders[at];
        for &order in self.sites[at].kind.orders() {
            if order == now || !now.covers(order) || !order.covers(least) {
                continue;
            }
            let mut tried = orders.to_vec();
            tried[at] = order;
            match self.check(&tried)?.verdict {
                Verdict::Verified => return Ok(order),
                Verdict::Error => (),
                Verdict::Inconclusive => self.undecided[at] = true,
            }
        }
        Ok(now)
    }

    fn weaken_alone(&mut self, now: &[Order]) -> Result<Vec<Order>, String> {
        (0..now.len())
            .map(|at| self.weakest(now, at, Order::None))
            .collect()
    }

    /// Weakens one order after the other, none below `least` where that is asked for.
    fn weaken(&mut self, from: &[Order], now: &[Order]) -> Result<Vec<Order>, String> {
        let mut orders = from.to_vec();
        for at in 0..orders.len() {
            let least = if from[at] == now[at] {
                Order::None
            } else {
                now[at]
            };
            orders[at] = self.weakest(&orders, at, least)?;
        }
        Ok(orders)
    }

    /// Orders with which the error is gone; only what has to be changed is.
    fn mend(&mut self, now: &[Order]) -> Result<Option<Vec<Order>>, String> {
        let kinds = self.sites.iter().map(|site| site.kind);
        let strong = kinds.map(|kind| match kind {
            SiteKind::MissingFence => Order::None,
            _ => Order::SeqCst,
        });
        let strong: Vec<Order> = strong.collect();
        if !self.is_verified(&strong)? {
            return Ok(None);
        }
        if let Some(mended) = self.smallest_set(now)? {
            return Ok(Some(self.weaken_changes(mended, now)?));
        }
        // A fence can stand for the orders of several accesses.
        let fenced = vec![Order::SeqCst; now.len()];
        let changes = |orders: &[Order]| orders.iter().zip(now).filter(|(a, b)| a != b).count();
        let by_orders = self.weaken_changes(strong, now)?;
        let by_fences = self.weaken_changes(fenced, now)?;
        Ok(Some(match changes(&by_fences) < changes(&by_orders) {
            true => by_fences,
            false => by_orders,
        }))
    }

    /// A smallest set of sites that mends the error with seq_cst, if a small one does.
    fn smallest_set(&mut self, now: &[Order]) -> Result<Option<Vec<Order>>, String> {
        let weak: Vec<usize> = (0..now.len())
            .filter(|at| now[*at] != Order::SeqCst)
            .collect();
        let sets = (1..=LARGEST_SET.min(weak.len())).flat_map(|size| subsets(&weak, size));
        for set in sets.take(TRIED_SETS) {
            let mut orders = now.to_vec();
            set.iter().for_each(|at| orders[*at] = Order::SeqCst);
            if self.is_verified(&orders)? {
                return Ok(Some(orders));
            }
        }
        Ok(None)
    }

    /// Weakens what was changed as far as it goes.
    fn weaken_changes(
        &mut self,
        mut mended: Vec<Order>,
        now: &[Order],
    ) -> Result<Vec<Order>, String> {
        for at in 0..now.len() {
            if mended[at] != now[at] {
                mended[at] = self.weakest(&mended, at, now[at])?;
            }
        }
        Ok(mended)
    }
}

/// All subsets of a size, in the order of their elements.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, first) in of.iter().enumerate() {
        for mut rest in subsets(&of[at + 1..], size - 1) {
            rest.insert(0, *first);
            found.push(rest);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_subsets() {
        let found = super::subsets(&[1, 2, 3], 2);
        assert_eq!(found, [vec![1, 2], vec![1, 3], vec![2, 3]]);
    }
}
