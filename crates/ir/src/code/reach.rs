//! Which functions the program can call.
//!
//! Everything that is named by code or by data that can be reached counts, so function
//! pointers are covered.

use crate::module::{Callee, FunctionId, GlobalId, InstKind, Module, Operand};
use crate::passes::lock_twins::Twins;

/// Functions in ascending order, without those that no file defines. `library` is called
/// around the bodies of threads.
pub fn reachable(
    module: &Module,
    main: FunctionId,
    library: impl Iterator<Item = FunctionId>,
) -> Vec<FunctionId> {
    let mut search = Search {
        functions: vec![false; module.functions.len()],
        globals: vec![false; module.globals.len()],
        twins: Twins::of(module),
        work: Vec::new(),
    };
    let roots = [main].into_iter().chain(library);
    for root in roots.chain(module.constructors.iter().copied()) {
        search.function(root);
    }
    while let Some(item) = search.work.pop() {
        match item {
            Item::Function(id) => search.scan_function(module, id),
            Item::Global(id) => {
                for (_, operand) in &module.globals[id.index()].relocations {
                    search.operand(operand);
                }
            }
        }
    }
    (0..module.functions.len() as u32)
        .map(FunctionId)
        .filter(|id| search.functions[id.index()] && module.functions[id.index()].is_defined())
        .collect()
}

enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

struct Search {
    functions: Vec<bool>,
    globals: Vec<bool>,
    /// A call of one may become a call of the other.
    twins: Twins,
    work: Vec<Item>,
}

impl Search {
    fn function(&mut self, id: FunctionId) {
        if !std::mem::replace(&mut self.functions[id.index()], true) {
            self.work.push(Item::Function(id));
            if let Some(other) = self.twins.waiting(id) {
                self.function(other);
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        if !std::mem::replace(&mut self.globals[id.index()], true) {
            self.work.push(Item::Global(id));
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Function(id) => self.function(*id),
            Operand::Global(id, _) => self.global(*id),
            Operand::Value(_) | Operand::Const(_) | Operand::Undefined => {}
        }
    }

    fn scan_function(&mut self, module: &Module, id: FunctionId) {
        let function = &module.functions[id.index()];
        function.visit(|operand| self.operand(operand));
        for inst in function.blocks.iter().flat_map(|block| &block.instructions) {
            match &inst.kind {
                InstKind::Call {
                    callee: Callee::Function(callee),
                    ..
                } => self.function(*callee),
                InstKind::ThreadLocal(global) => self.global(*global),
                _ => {}
            }
        }
    }
}
