//! What the macro `lazy_static!` stands for.

use std::sync::OnceLock;

pub struct Lazy<T> {
    initial: fn() -> T,
    cell: OnceLock<T>,
}

impl<T> std::fmt::Debug for Lazy<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Lazy { .. }")
    }
}

impl<T> Lazy<T> {
    pub const fn new(initial: fn() -> T) -> Lazy<T> {
        Lazy {
            initial,
            cell: OnceLock::new(),
        }
    }

    pub fn get(&'static self) -> &'static T {
        self.cell.get_or_init(self.initial)
    }
}
