//! What modules want of each other and offer to each other, and which function a program begins with.

use super::module::successors;
use super::{Module, Value, demangle, llvm};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;

impl Module<'_> {
    /// The functions and variables that the module uses and does not define.
    pub fn wanted(&self) -> Vec<String> {
        let is_wanted = |raw: &LLVMValueRef| llvm!(LLVMIsDeclaration(*raw)) != 0;
        self.names(is_wanted)
    }

    /// The functions and variables that others may use.
    pub fn offered(&self) -> Vec<String> {
        let is_offered = |raw: &LLVMValueRef| {
            let linkage = llvm!(LLVMGetLinkage(*raw));
            let own = matches!(
                linkage,
                LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
            );
            llvm!(LLVMIsDeclaration(*raw)) == 0 && !own
        };
        self.names(is_offered)
    }

    fn names(&self, filter: impl Fn(&LLVMValueRef) -> bool) -> Vec<String> {
        let functions = successors(llvm!(LLVMGetFirstFunction(self.raw)), |f| {
            llvm!(LLVMGetNextFunction(f))
        });
        let globals = successors(llvm!(LLVMGetFirstGlobal(self.raw)), |g| {
            llvm!(LLVMGetNextGlobal(g))
        });
        let symbols = functions.chain(globals).filter(filter);
        symbols
            .filter_map(|raw| self.value(raw))
            .map(|value| value.name())
            .collect()
    }

    /// The function of this name, as the linker knows it or as C++ writes it, with or without its parameters.
    pub fn named(&self, name: &str) -> Option<Value<'_>> {
        let written = |function: &Value<'_>| {
            let written = demangle(&function.name());
            let bare = written.split('(').next().unwrap_or_default();
            written == name || bare == name
        };
        let defined = |function: &Value<'_>| !function.is_declaration();
        let exact = self.function(name).filter(defined);
        exact.or_else(|| self.functions().into_iter().filter(defined).find(written))
    }

    /// Hides the `main` of a file from all others, so that several may have one.
    pub fn hide_main(&mut self) {
        if let Some(main) = self.function("main").filter(|main| !main.is_declaration()) {
            llvm!(LLVMSetLinkage(main.raw, LLVMLinkage::LLVMInternalLinkage));
            rename(main.raw, c"main of a file");
        }
    }

    /// Makes a function the one that the program begins with.
    pub fn enter_at(&mut self, name: &str) -> Result<(), String> {
        let function = self.named(name).ok_or("no file defines it")?;
        if !function.parameters().is_empty() {
            return Err("it takes arguments, which nobody could give".into());
        }
        let raw = function.raw;
        self.hide_main();
        rename(raw, c"main");
        llvm!(LLVMSetLinkage(raw, LLVMLinkage::LLVMExternalLinkage));
        Ok(())
    }
}

fn rename(function: LLVMValueRef, name: &std::ffi::CStr) {
    llvm!(LLVMSetValueName2(
        function,
        name.as_ptr(),
        name.count_bytes()
    ));
}
