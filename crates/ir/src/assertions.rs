//! The assertions of a program: branches and switches with a direction that leads to a failure and to nothing else.
//!
//! A program whose assertions are never reached has been checked for less than its author thinks: they stand in dead
//! code, or `NDEBUG` has removed them. So the interpreter notes when an execution reaches one, and the report tells if none
//! did. A check that is taken for an assertion although it is none keeps that note away, and does nothing else.

use crate::module::{BlockId, Callee, Function, InstKind, Module, Terminator};
use threadproof_program::LocationId;

/// So many jumps are followed to the failure.
const JUMPS: usize = 4;
/// Functions that end the program or the thread without a failure.
const NO_FAILURES: [&str; 6] = [
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "pthread_exit",
    "thrd_exit",
];
/// Functions that say that something is wrong, and may be declared as if they returned.
const FAILURES: [&str; 3] = ["reach_error", "__VERIFIER_error", "__VERIFIER_assert_fail"];

impl Module {
    /// Notes where the program's own functions have assertions. To be called before any pass, while every
    /// instruction still stands in its own function.
    pub fn note_assertions(&mut self, is_own: impl Fn(&str) -> bool) {
        let own = self.functions.iter();
        let own = own.filter(|f| f.name == "main" || is_own(&f.name));
        let mut found: Vec<LocationId> = own.flat_map(|f| of_function(self, f)).collect();
        found.sort_unstable();
        found.dedup();
        self.assertions = Some(found);
    }
}

fn of_function(module: &Module, function: &Function) -> Vec<LocationId> {
    let is_assertion = |targets: &[BlockId]| targets.iter().any(|to| fails(module, function, *to));
    let blocks = function
        .blocks
        .iter()
        .filter(|block| match &block.terminator {
            Terminator::Branch {
                then, otherwise, ..
            } => is_assertion(&[then.block, otherwise.block]),
            Terminator::Switch { cases, default, .. } => {
                let cases = cases.iter().map(|(_, to)| to.block);
                is_assertion(&cases.chain([default.block]).collect::<Vec<_>>())
            }
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => false,
        });
    blocks.map(|block| block.terminator_location).collect()
}

/// Does a block do nothing but fail?
fn fails(module: &Module, function: &Function, mut at: BlockId) -> bool {
    for _ in 0..JUMPS {
        let block = &function.blocks[at.index()];
        let called = block
            .instructions
            .iter()
            .filter_map(|inst| match &inst.kind {
                InstKind::Call {
                    callee: Callee::Function(callee),
                    ..
                } => Some(module.functions[callee.index()].name.as_str()),
                _ => None,
            });
        let called: Vec<&str> = called.collect();
        let named = |names: &[&str]| called.iter().any(|name| names.contains(name));
        match &block.terminator {
            _ if named(&FAILURES) => return true,
            Terminator::Unreachable => return !called.is_empty() && !named(&NO_FAILURES),
            Terminator::Jump(target) => at = target.block,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::text::parse;

    fn assertions(body: &str) -> usize {
        let declared = "function &__assert_fail(%0: i32) -> 0\nfunction &exit(%0: i32) -> 0\n";
        let location = "location 1 \"a.c\" 3 4 \"main\"\n";
        let text = format!("{declared}{body}{location}");
        let mut module = parse(text.as_bytes()).expect("a correct module");
        module.note_assertions(|name| name == "own");
        module.assertions.expect("it was just noted").len()
    }

    #[test]
    fn a_branch_that_can_only_fail_is_one() {
        let branch = |fails: &str| {
            format!(
                "function &main(%0: i1) -> 1 {{\nb0:\n  branch %0, b1, b2 !1\nb1:\n  return 0\nb2:\n{fails}}}\n"
            )
        };
        let fail = "  call &__assert_fail(0)\n  unreachable\n";
        assert_eq!(assertions(&branch(fail)), 1);
        assert_eq!(
            assertions(&branch(
                "  jump b3\nb3:\n  call &__assert_fail(0)\n  unreachable\n"
            )),
            1
        );
        assert_eq!(assertions(&branch("  call &exit(1)\n  unreachable\n")), 0);
        assert_eq!(
            assertions(&branch("  call &__assert_fail(0)\n  return 1\n")),
            0
        );
        let library = branch(fail).replace("&main", "&library");
        assert_eq!(assertions(&library), 0);
    }
}
