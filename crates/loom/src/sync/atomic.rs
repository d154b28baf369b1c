//! Atomic variables: those of `std`, with what loom adds to them.

pub use std::sync::atomic::{Ordering, fence};

/// An old name of [`crate::hint::spin_loop`].
pub fn spin_loop_hint() {
    std::hint::spin_loop();
}

macro_rules! atomics {
    ($($name:ident: $value:ty,)*) => {
        $(
            #[doc = concat!("`std`'s `", stringify!($name), "`, which it gives way to.")]
            #[derive(Debug, Default)]
            #[repr(transparent)]
            pub struct $name(std::sync::atomic::$name);

            impl $name {
                pub const fn new(value: $value) -> Self {
                    Self(std::sync::atomic::$name::new(value))
                }

                /// The value, for a caller with exclusive access.
                pub fn with_mut<R>(&mut self, f: impl FnOnce(&mut $value) -> R) -> R {
                    f(self.0.get_mut())
                }

                /// The value without synchronisation.
                ///
                /// # Safety
                /// No other thread may write it at the same time.
                pub unsafe fn unsync_load(&self) -> $value {
                    // SAFETY: the caller has promised that nobody writes.
                    unsafe { *self.0.as_ptr() }
                }

                pub fn into_inner(self) -> $value {
                    self.0.into_inner()
                }

                /// An old form of `compare_exchange`: returns the value from before.
                pub fn compare_and_swap(&self, current: $value, new: $value, order: Ordering) -> $value {
                    let seen = self.0.compare_exchange(current, new, order, failure(order));
                    seen.unwrap_or_else(|other| other)
                }
            }

            impl std::ops::Deref for $name {
                type Target = std::sync::atomic::$name;
                fn deref(&self) -> &Self::Target {
                    &self.0
                }
            }

            impl From<$value> for $name {
                fn from(value: $value) -> Self {
                    Self::new(value)
                }
            }
        )*
    };
}

atomics! {
    AtomicBool: bool,
    AtomicU8: u8,
    AtomicU16: u16,
    AtomicU32: u32,
    AtomicU64: u64,
    AtomicUsize: usize,
    AtomicI8: i8,
    AtomicI16: i16,
    AtomicI32: i32,
    AtomicI64: i64,
    AtomicIsize: isize,
}

/// The order of a failed exchange: what is left of it without its store.
fn failure(order: Ordering) -> Ordering {
    match order {
        Ordering::Release => Ordering::Relaxed,
        Ordering::AcqRel => Ordering::Acquire,
        order => order,
    }
}

/// `std`'s `AtomicPtr`, which it gives way to.
#[repr(transparent)]
pub struct AtomicPtr<T>(std::sync::atomic::AtomicPtr<T>);

impl<T> AtomicPtr<T> {
    pub const fn new(pointer: *mut T) -> Self {
        Self(std::sync::atomic::AtomicPtr::new(pointer))
    }

    /// The pointer, for a caller with exclusive access.
    pub fn with_mut<R>(&mut self, f: impl FnOnce(&mut *mut T) -> R) -> R {
        f(self.0.get_mut())
    }

    /// The pointer without synchronisation.
    ///
    /// # Safety
    /// No other thread may write it at the same time.
    pub unsafe fn unsync_load(&self) -> *mut T {
        // SAFETY: the caller has promised that nobody writes.
        unsafe { *self.0.as_ptr() }
    }

    pub fn into_inner(self) -> *mut T {
        self.0.into_inner()
    }

    /// An old form of `compare_exchange`: returns the pointer from before.
    pub fn compare_and_swap(&self, current: *mut T, new: *mut T, order: Ordering) -> *mut T {
        let seen = self.0.compare_exchange(current, new, order, failure(order));
        seen.unwrap_or_else(|other| other)
    }
}

impl<T> std::ops::Deref for AtomicPtr<T> {
    type Target = std::sync::atomic::AtomicPtr<T>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        Self::new(std::ptr::null_mut())
    }
}

impl<T> From<*mut T> for AtomicPtr<T> {
    fn from(pointer: *mut T) -> Self {
        Self::new(pointer)
    }
}

impl<T> std::fmt::Debug for AtomicPtr<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.0, out)
    }
}
