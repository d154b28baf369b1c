//! Contexts, and what LLVM does when it is unhappy.
//!
//! By itself LLVM prints diagnostics to the terminal and exits the process on a fatal error.
//! Here diagnostics are collected, and a fatal error ends only the thread of [`guarded`].

use super::{libc_char, llvm, message};
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::*;
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef};
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::sync::Once;
use std::sync::mpsc::{Sender, channel};

/// Version of the LLVM that we are linked with.
pub fn version() -> (u32, u32, u32) {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    llvm!(LLVMGetVersion(&mut major, &mut minor, &mut patch));
    (major, minor, patch)
}

/// Stack of the thread that reads: LLVM's readers and our walk over nested constants recurse.
const STACK: usize = 256 << 20;

type Report = Box<dyn Fn(String)>;

thread_local! {
    static ON_FATAL: RefCell<Option<Report>> = const { RefCell::new(None) };
}

/// Runs `work` on a thread of its own. A fatal error of LLVM becomes `Err` with its words.
///
/// LLVM exits the process when its handler returns, so the handler never does: it reports and
/// lets the thread sleep until the process ends.
pub fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| llvm!(LLVMInstallFatalErrorHandler(Some(on_fatal))));
    let (sender, receiver) = channel();
    let fatal: Sender<Result<T, String>> = sender.clone();
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let report = Box::new(move |words| drop(fatal.send(Err(words))));
            ON_FATAL.with(|handler| *handler.borrow_mut() = Some(report));
            // The receiver waits for the first message only.
            drop(sender.send(Ok(work())));
        });
    let thread = match thread {
        Ok(thread) => thread,
        Err(error) => return Err(format!("cannot start a thread: {error}")),
    };
    match receiver.recv() {
        Ok(outcome) => outcome,
        Err(_) => match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => unreachable!("the thread sends before it ends"),
        },
    }
}

extern "C" fn on_fatal(reason: *const libc_char) {
    let words = llvm!(CStr::from_ptr(reason)).to_string_lossy().into_owned();
    ON_FATAL.with(|handler| {
        if let Some(report) = handler.borrow().as_ref() {
            report(words);
        }
    });
    loop {
        std::thread::park();
    }
}

/// Owns all types, values and metadata of the modules in it.
pub struct Context {
    pub(super) raw: LLVMContextRef,
    /// Errors that LLVM reported; boxed because LLVM keeps its address.
    errors: Box<RefCell<Vec<String>>>,
}

impl Context {
    pub fn new() -> Context {
        let raw = llvm!(LLVMContextCreate());
        let errors = Box::new(RefCell::new(Vec::new()));
        let address: *const RefCell<Vec<String>> = &*errors;
        llvm!(LLVMContextSetDiagnosticHandler(
            raw,
            Some(on_diagnostic),
            address as *mut c_void
        ));
        Context { raw, errors }
    }

    /// Takes the errors reported since the last call, a line each.
    pub fn take_errors(&self) -> String {
        std::mem::take(&mut *self.errors.borrow_mut()).join("\n")
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        llvm!(LLVMContextDispose(self.raw));
    }
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    if !matches!(
        llvm!(LLVMGetDiagInfoSeverity(info)),
        LLVMDiagnosticSeverity::LLVMDSError
    ) {
        return;
    }
    let words = message(llvm!(LLVMGetDiagInfoDescription(info)));
    let errors = llvm!(&*errors.cast::<RefCell<Vec<String>>>());
    errors.borrow_mut().push(words);
}
