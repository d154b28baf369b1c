//! The interface of loom 0.7 over the standard library.
//!
//! A package whose tests are written for loom puts this one in its place:
//!
//! ```toml
//! [target.'cfg(loom)'.dependencies]
//! loom = { package = "threadproof-loom", version = "0.1" }
//! ```
//!
//! and runs them with `RUSTFLAGS="--cfg loom" cargo threadproof test`. The checker knows the real types of `std`, so
//! nearly everything here is a name for one of them. Without the checker, [`model`](model()) runs its closure once.
//!
//! Where it departs from loom:
//!
//! 1. There are no limits on threads, branches or stores; the fields of [`model::Builder`] are accepted and have no effect.
//!    Of the variables `LOOM_…`, `cargo threadproof test` takes those that bound the search for its options, and names the
//!    others.
//! 2. `SeqCst` means what it means, and is not weakened to `AcqRel`.
//! 3. [`sync::Arc`] is that of `std`: a leak of one is found with `--check leaks`, and `Arc::from_std` does not exist.

// The raw pointers of `cell::UnsafeCell` and threads without `Send` are part of loom's interface.
#![allow(unsafe_code)]

pub mod alloc;
pub mod cell;
pub mod checker;
#[cfg(feature = "futures")]
pub mod future;
pub mod hint;
pub mod lazy_static;
pub mod model;
pub mod sync;
pub mod thread;

#[doc(inline)]
pub use model::model;

/// Loom's limit; here there is none.
pub const MAX_THREADS: usize = 5;

/// Loom explores from here on; here everything is explored.
pub fn explore() {}

/// Loom does not explore from here on; here everything is explored.
pub fn stop_exploring() {}

/// Loom leaves out the rest of this branch; here everything is explored.
pub fn skip_branch() {}

/// Statics that are initialised when they are first used.
#[macro_export]
macro_rules! lazy_static {
    ($($(#[$attribute:meta])* $visible:vis static ref $name:ident : $type:ty = $value:expr;)*) => {
        $(
            #[allow(non_camel_case_types, dead_code, missing_copy_implementations)]
            $(#[$attribute])*
            $visible struct $name {
                _private: (),
            }
            $visible static $name: $name = $name { _private: () };
            impl ::std::ops::Deref for $name {
                type Target = $type;
                fn deref(&self) -> &$type {
                    static LAZY: $crate::lazy_static::Lazy<$type> =
                        $crate::lazy_static::Lazy::new(|| $value);
                    LAZY.get()
                }
            }
        )*
    };
}

/// Variables that each thread has for itself.
#[macro_export]
macro_rules! thread_local {
    ($($rest:tt)*) => {
        ::std::thread_local! { $($rest)* }
    };
}
