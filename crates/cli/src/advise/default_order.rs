//! Calls that say no order: `atomic_load(&x)` in C, `x.load()` in C++.
//!
//! Their order is seq_cst. A weaker one is written into the call: `atomic_load_explicit(&x, memory_order_acquire)`,
//! `x.load(std::memory_order_acquire)`. Compare-exchanges, whose second order would follow from the first in C++ alone, and operators
//! (`x++`) are left to the user.

use threadproof_ir::orders::{Order, OrderSite, SiteKind};

const UPDATES: &[&str] = &[
    "exchange",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
];

/// Writes an order into the call of a site; false if its line has no such call, or several that could be meant.
pub fn write(line: &mut String, from: usize, site: &OrderSite, new: Order) -> bool {
    // The operations, and the number of values in a call of them.
    let (names, values): (&[&str], usize) = match site.kind {
        SiteKind::Load => (&["load"], 0),
        SiteKind::Store => (&["store"], 1),
        SiteKind::Update => (UPDATES, 1),
        SiteKind::Failure | SiteKind::Fence | SiteKind::MissingFence => return false,
    };
    if site.order != Order::SeqCst || new == Order::None {
        return false;
    }
    let mut calls: Vec<Call> = names.iter().flat_map(|n| calls(line, from, n)).collect();
    calls.retain(|call| call.arguments == values + usize::from(!call.is_member));
    let column = (site.location.column as usize).saturating_sub(1);
    if calls.iter().any(|call| call.begin == column) {
        calls.retain(|call| call.begin == column);
    }
    let [call] = calls[..] else {
        return false;
    };
    let order = format!("memory_order_{}", new.name());
    let space = if call.arguments == 0 { "" } else { ", " };
    match call.is_member {
        true => line.insert_str(call.end, &format!("{space}std::{order}")),
        false => {
            line.insert_str(call.end, &format!(", {order}"));
            line.insert_str(call.open, "_explicit");
        }
    }
    true
}

/// A call in a line, by bytes.
#[derive(Clone, Copy)]
struct Call {
    /// Where its name begins: `load` of `x.load()`, `atomic_load` of `std::atomic_load(&x)`.
    begin: usize,
    /// The opening parenthesis.
    open: usize,
    /// The closing one.
    end: usize,
    is_member: bool,
    arguments: usize,
}

/// The calls of one operation that begin and end in the line.
fn calls(line: &str, from: usize, name: &str) -> Vec<Call> {
    let found = line.match_indices(name).filter(|(at, _)| *at >= from);
    found
        .filter_map(|(at, _)| {
            let before = &line[..at];
            let is_member = before.ends_with('.') || before.ends_with("->");
            let begin = match is_member {
                true => at,
                false => before.strip_suffix("atomic_")?.len(),
            };
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            if !is_member && line[..begin].ends_with(is_name) {
                return None;
            }
            let open = at + name.len();
            let (length, arguments) = arguments(line[open..].strip_prefix('(')?)?;
            Some(Call {
                begin,
                open,
                end: open + 1 + length,
                is_member,
                arguments,
            })
        })
        .collect()
}

/// The length and the number of the arguments in front of the parenthesis that closes their list.
fn arguments(list: &str) -> Option<(usize, usize)> {
    let (mut depth, mut commas) = (0, 0);
    for (at, c) in list.char_indices() {
        match c {
            ')' if depth == 0 => {
                let is_empty = list[..at].trim().is_empty();
                return Some((at, if is_empty { 0 } else { commas + 1 }));
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            // A parenthesis in a text would mislead.
            '"' | '\'' => return None,
            _ => (),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadproof_program::Location;

    fn written(line: &str, column: u32, kind: SiteKind, new: Order) -> Option<String> {
        let site = OrderSite {
            location: Location {
                file: "a.c".into(),
                line: 1,
                column,
                function: String::new(),
            },
            kind,
            order: Order::SeqCst,
        };
        let mut line = line.to_string();
        write(&mut line, 0, &site, new).then_some(line)
    }

    #[test]
    fn calls_of_c_become_explicit() {
        let line = "  while (!atomic_load(&flags[f(1)])) atomic_store(&x, 1);";
        assert_eq!(
            written(line, 11, SiteKind::Load, Order::Acquire).as_deref(),
            Some(
                "  while (!atomic_load_explicit(&flags[f(1)], memory_order_acquire)) atomic_store(&x, 1);"
            )
        );
        assert_eq!(
            written(
                "atomic_fetch_add(&x, 1);",
                1,
                SiteKind::Update,
                Order::Relaxed
            )
            .as_deref(),
            Some("atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);")
        );
    }

    #[test]
    fn members_of_cplusplus_get_an_argument() {
        assert_eq!(
            written("if (p->ready.load())", 14, SiteKind::Load, Order::Acquire).as_deref(),
            Some("if (p->ready.load(std::memory_order_acquire))")
        );
        assert_eq!(
            written("ready.store(true);", 7, SiteKind::Store, Order::Release).as_deref(),
            Some("ready.store(true, std::memory_order_release);")
        );
    }

    /// Of two calls in a line the column tells; without it nothing is changed.
    #[test]
    fn the_column_chooses() {
        let line = "a = atomic_load(&x) + atomic_load(&y);";
        assert_eq!(
            written(line, 23, SiteKind::Load, Order::Relaxed).as_deref(),
            Some("a = atomic_load(&x) + atomic_load_explicit(&y, memory_order_relaxed);")
        );
        assert_eq!(written(line, 1, SiteKind::Load, Order::Relaxed), None);
        let explicit = "x.load(std::memory_order_seq_cst);";
        assert_eq!(written(explicit, 3, SiteKind::Load, Order::Relaxed), None);
        assert_eq!(written("x = y;", 1, SiteKind::Store, Order::Relaxed), None);
        assert_eq!(
            written("my_atomic_load(&x);", 1, SiteKind::Load, Order::Relaxed),
            None
        );
    }
}
