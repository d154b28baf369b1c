//! Names of C++ and Rust symbols as people write them.

use std::ffi::{CStr, CString, c_char, c_int};

#[allow(unsafe_code)]
mod foreign {
    use super::{c_char, c_int};

    unsafe extern "C" {
        /// Of the C++ library that LLVM itself needs.
        pub fn __cxa_demangle(
            mangled: *const c_char,
            buffer: *mut c_char,
            length: *mut usize,
            status: *mut c_int,
        ) -> *mut c_char;
        pub fn free(pointer: *mut std::ffi::c_void);
    }
}

/// `ns::f(int)` for `_ZN2ns1fEi`; the name itself if it is not a mangled one.
#[allow(unsafe_code)]
pub fn demangle(symbol: &str) -> String {
    if let Some(name) = crate::rust::names::shown(symbol) {
        return name;
    }
    let Some(mangled) = symbol
        .starts_with("_Z")
        .then(|| CString::new(symbol).ok())
        .flatten()
    else {
        return symbol.to_string();
    };
    let mut status = 0;
    // SAFETY: the string ends with a zero byte; with a null buffer the answer is either null or
    // a string in memory of `malloc` that is ours.
    unsafe {
        let answer = foreign::__cxa_demangle(
            mangled.as_ptr(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            &mut status,
        );
        if answer.is_null() {
            return symbol.to_string();
        }
        let name = CStr::from_ptr(answer).to_string_lossy().into_owned();
        foreign::free(answer.cast());
        name
    }
}
