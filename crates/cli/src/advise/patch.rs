//! Changed memory orders as a patch of the source.
//!
//! An order is replaced where it is written out in the line of its access, or in one of the next lines of the same
//! statement, or written into a call that says none. A new fence is a line before the statement. Where a macro stands for an
//! order, or a fence would not be a statement of its own, the place is named instead.

use super::default_order;
use std::collections::BTreeMap;
use threadproof_ir::orders::{Order, OrderSite, SiteKind};

/// How orders are written; `{}` stands for the name.
const SPELLINGS: [&str; 4] = ["memory_order_", "memory_order::", "__ATOMIC_", "Ordering::"];
/// Lines of one call.
const LINES: usize = 4;

pub struct Patch {
    /// A unified diff.
    pub text: String,
    /// Places that are not in it.
    pub missing: Vec<String>,
}

impl Patch {
    pub fn new(sites: &[OrderSite], orders: &[Order]) -> Patch {
        let mut by_file: BTreeMap<&str, Vec<(&OrderSite, Order)>> = BTreeMap::new();
        for (site, order) in sites.iter().zip(orders) {
            if site.order != *order {
                by_file
                    .entry(&site.location.file)
                    .or_default()
                    .push((site, *order));
            }
        }
        let mut patch = Patch {
            text: String::new(),
            missing: Vec::new(),
        };
        for (file, changes) in by_file {
            let old = std::fs::read_to_string(file).unwrap_or_default();
            let old: Vec<&str> = old.lines().collect();
            let mut new: Vec<String> = old.iter().map(|line| (*line).into()).collect();
            let mut fences: BTreeMap<usize, String> = BTreeMap::new();
            // From behind, so that columns in front stay true.
            for (site, order) in changes.into_iter().rev() {
                let done = match site.kind {
                    SiteKind::MissingFence => {
                        let fence = new_fence(&old, site, order);
                        fence.map(|(at, line)| fences.insert(at, line)).is_some()
                    }
                    _ => replace(&mut new, site, order),
                };
                if !done {
                    let place = &site.location;
                    patch.missing.push(format!("{}:{}", place.file, place.line));
                }
            }
            patch.text += &diff(file, &old, &new, &fences);
        }
        patch
    }
}

/// Replaces the order in the lines of its access; false if it is not written there.
fn replace(lines: &mut [String], site: &OrderSite, new: Order) -> bool {
    let first = (site.location.line as usize).saturating_sub(1);
    let last = (first + LINES).min(lines.len());
    let first = first.min(last);
    // The second order of a compare-exchange is that of failure.
    let mut skip = usize::from(site.kind == SiteKind::Failure);
    if let Some(line) = lines.get_mut(first) {
        let from = statement(line, site);
        if default_order::write(line, from, site, new) {
            return true;
        }
    }
    for (at, line) in lines[first..last].iter_mut().enumerate() {
        let mut from = match at {
            0 => statement(line, site),
            _ => 0,
        };
        let plain = |name: &str| name.replace('_', "");
        let own = plain(site.order.name());
        let wanted = |name: &str, skip: usize| skip > 0 || plain(name) == own;
        while let Some((start, end)) = written(line, from, |name| wanted(name, skip)) {
            if skip == 0 {
                return put(line, (start, end), new);
            }
            skip -= 1;
            from = end;
        }
        if line.contains(';') {
            return false;
        }
    }
    false
}

/// Writes an order in place of the one that stands there.
fn put(line: &mut String, (start, end): (usize, usize), new: Order) -> bool {
    if new == Order::None {
        return remove(line, start);
    }
    let is_upper = |c: char| c.is_ascii_uppercase() || c == '_';
    let old = &line[start..end];
    let name = if old.chars().all(is_upper) {
        new.name().to_uppercase()
    } else if old.starts_with(is_upper) {
        in_rust(new).to_string()
    } else {
        new.name().to_string()
    };
    line.replace_range(start..end, &name);
    true
}

fn in_rust(order: Order) -> &'static str {
    match order {
        Order::None | Order::Relaxed => "Relaxed",
        Order::Acquire => "Acquire",
        Order::Release => "Release",
        Order::AcqRel => "AcqRel",
        Order::SeqCst => "SeqCst",
    }
}

/// The line of a new fence, and the line that it comes before. `None` if a statement cannot stand there, or if the
/// access is in the head of a loop.
fn new_fence(lines: &[&str], site: &OrderSite, order: Order) -> Option<(usize, String)> {
    let at = (site.location.line as usize).checked_sub(1)?;
    let line = lines.get(at)?;
    let indent = &line[..line.len() - line.trim_start().len()];
    let loops = ["while", "for ", "for(", "loop", "else", "do "];
    let in_head = loops.iter().any(|word| line.contains(word));
    let is_code = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let before = lines[..at].iter().rev().find(is_code)?;
    let begins = before.trim_end().ends_with([';', '{', '}']);
    if in_head || !begins {
        return None;
    }
    let file = &site.location.file;
    let name = order.name();
    let fence = match file.rsplit('.').next() {
        Some("rs") => {
            let order = in_rust(order);
            format!("std::sync::atomic::fence(std::sync::atomic::Ordering::{order});")
        }
        Some("c" | "i" | "h") => format!("atomic_thread_fence(memory_order_{name});"),
        _ => format!("std::atomic_thread_fence(std::memory_order_{name});"),
    };
    Some((at, format!("{indent}{fence}")))
}

/// Where the access begins in its line. Columns may point at the operator, so a little is looked at in front.
fn statement(line: &str, site: &OrderSite) -> usize {
    let column = (site.location.column as usize)
        .saturating_sub(1)
        .min(line.len());
    let start = line
        .get(..column)
        .and_then(|before| before.rfind([';', '{', '}']));
    start.map_or(0, |at| at + 1)
}

/// The name of the first order from a position on that is wanted: its first byte, and the one behind it.
fn written(line: &str, from: usize, wanted: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        let rest = line.get(at..)?;
        let found = SPELLINGS
            .iter()
            .filter_map(|s| Some((rest.find(s)?, s.len())));
        let (start, length) = found.min()?;
        let start = at + start + length;
        let tail = &line[start..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = start + tail.find(|c| !is_name(c)).unwrap_or(tail.len());
        if wanted(&line[start..end].to_lowercase()) {
            return Some((start, end));
        }
        at = end;
    }
}

/// Removes the statement of a fence around a position; false if it is not alone.
fn remove(line: &mut String, inside: usize) -> bool {
    let start = line[..inside].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let Some(end) = line[inside..].find(';').map(|at| inside + at + 1) else {
        return false;
    };
    let indent = line[start..].len() - line[start..].trim_start().len();
    line.replace_range(start + indent..end, "");
    true
}

/// A unified diff of two versions without context: lines that changed, and new lines before some of them.
fn diff(file: &str, old: &[&str], new: &[String], inserted: &BTreeMap<usize, String>) -> String {
    let mut text = String::new();
    let mut shift = 0;
    for (at, (before, after)) in old.iter().zip(new).enumerate() {
        let line = at + 1;
        if let Some(extra) = inserted.get(&at) {
            text += &format!("@@ -{at},0 +{} @@\n+{extra}\n", line + shift);
            shift += 1;
        }
        if before != after {
            text += &format!("@@ -{line} +{} @@\n-{before}\n+{after}\n", line + shift);
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("--- a/{file}\n+++ b/{file}\n{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadproof_program::Location;

    fn site(line: u32, column: u32, kind: SiteKind, order: Order) -> OrderSite {
        let location = Location {
            file: "a.c".into(),
            line,
            column,
            function: String::new(),
        };
        OrderSite {
            location,
            kind,
            order,
        }
    }

    #[test]
    fn orders_are_replaced_where_they_are_written() {
        let mut lines =
            vec!["  x = 1; atomic_store_explicit(&f, 1, memory_order_seq_cst);".to_string()];
        assert!(replace(
            &mut lines,
            &site(1, 10, SiteKind::Store, Order::SeqCst),
            Order::Release
        ));
        assert_eq!(
            lines[0],
            "  x = 1; atomic_store_explicit(&f, 1, memory_order_release);"
        );
        assert!(!replace(
            &mut lines,
            &site(1, 10, SiteKind::Store, Order::SeqCst),
            Order::Release
        ));
    }

    #[test]
    fn the_second_order_of_an_exchange_is_that_of_failure() {
        let text = "  cas(&x, &e, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);";
        let mut lines = vec![text.to_string()];
        assert!(replace(
            &mut lines,
            &site(1, 3, SiteKind::Failure, Order::Acquire),
            Order::Relaxed
        ));
        assert_eq!(
            lines[0],
            "  cas(&x, &e, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);"
        );
    }

    #[test]
    fn orders_of_rust() {
        let text = "    x.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Relaxed).is_ok();";
        let mut lines = vec![text.to_string()];
        let success = site(1, 5, SiteKind::Update, Order::AcqRel);
        assert!(replace(&mut lines, &success, Order::SeqCst));
        let failure = site(1, 5, SiteKind::Failure, Order::Relaxed);
        assert!(replace(&mut lines, &failure, Order::Acquire));
        let new = "    x.compare_exchange(0, 1, Ordering::SeqCst, Ordering::Acquire).is_ok();";
        assert_eq!(lines[0], new);
    }

    #[test]
    fn a_new_fence_is_a_line() {
        let lines = ["  x = 1;", "  r = y;", "  while (z)", "    ;"];
        let before = |line| {
            new_fence(
                &lines,
                &site(line, 3, SiteKind::MissingFence, Order::None),
                Order::SeqCst,
            )
        };
        let fence = "  atomic_thread_fence(memory_order_seq_cst);".to_string();
        assert_eq!(before(2), Some((1, fence.clone())));
        // Not in the head of a loop, and not before the first statement that is known.
        assert_eq!(before(3), None);
        assert_eq!(before(1), None);
        let new: Vec<String> = ["  x = 1;", "  r = y;", "  while (a)", "    ;"]
            .map(String::from)
            .into();
        let text = diff("a.c", &lines, &new, &BTreeMap::from([(1, fence)]));
        let expected = "--- a/a.c\n+++ b/a.c\n@@ -1,0 +2 @@\n+  atomic_thread_fence(memory_order_seq_cst);\n\
                        @@ -3 +4 @@\n-  while (z)\n+  while (a)\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_fence_that_is_not_needed_goes() {
        let mut lines = vec!["  atomic_thread_fence(memory_order_seq_cst);".to_string()];
        assert!(replace(
            &mut lines,
            &site(1, 3, SiteKind::Fence, Order::SeqCst),
            Order::None
        ));
        assert_eq!(lines[0], "  ");
    }
}
