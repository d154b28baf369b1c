//! What the macro `lazy_static!` stands for.

use std::sync::OnceLock;

pub struct Lazy<T> {
    initial: fn() -> T,
    cell: OnceLock<T>,
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
