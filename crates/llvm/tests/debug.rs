//! What reports can say: places, names and types.

#[allow(dead_code, reason = "each test program uses another part")]
mod support;

use support::{c, function, instructions, program};
use threadproof_ir::debug::{DebugType, Field, GlobalDebug, TypeId};
use threadproof_ir::module::{InstKind, Module, Operand};
use threadproof_program::Location;

fn debug<'a>(module: &'a Module, name: &str) -> &'a GlobalDebug {
    let of_name = |debug: &&GlobalDebug| debug.name.as_deref() == Some(name);
    let found = module.debug.globals.iter().find(of_name);
    found.unwrap_or_else(|| panic!("no variable {name}"))
}

fn ty(module: &Module, id: TypeId) -> &DebugType {
    &module.debug.types[id.0 as usize]
}

fn type_of<'a>(module: &'a Module, name: &str) -> &'a DebugType {
    ty(module, debug(module, name).ty.expect("its type is known"))
}

fn fields<'a>(module: &'a Module, ty: &'a DebugType) -> Vec<(&'a str, u64, u64, &'a DebugType)> {
    let DebugType::Struct { fields, .. } = ty else {
        panic!("{ty:?}");
    };
    let field = |field: &'a Field| {
        let ty = &module.debug.types[field.ty.0 as usize];
        (&field.name[..], field.offset, field.size, ty)
    };
    fields.iter().map(field).collect()
}

/// Where the function stores to a global.
fn store_places<'a>(module: &'a Module, name: &str) -> Vec<&'a Location> {
    instructions(function(module, name))
        .filter(|inst| {
            matches!(
                inst.kind,
                InstKind::Store {
                    pointer: Operand::Global(..),
                    ..
                }
            )
        })
        .map(|inst| &module.debug.locations[inst.location.0 as usize])
        .collect()
}

#[test]
fn every_instruction_has_its_place() {
    let module = c("int x, y;\nint main(void) {\n  x = 1;\n    y = 2; x = 3;\n  return 0;\n}\n");
    let places: Vec<_> = store_places(&module, "main")
        .into_iter()
        .map(|place| (place.line, place.column, &place.function[..]))
        .collect();
    assert_eq!(places, [(3, 5, "main"), (4, 7, "main"), (4, 14, "main")]);
    let main = function(&module, "main");
    let end = main.blocks[0].terminator_location;
    assert_eq!(module.debug.locations[end.0 as usize].line, 5);
    assert_eq!(module.debug.locations[0], Location::default());
}

#[test]
fn files_are_named_as_the_user_named_them() {
    let path = support::file("given.c", "int x; int main(void) { x = 1; return 0; }");
    let module = support::load_with(std::slice::from_ref(&path), &[]).expect("compiles");
    let place = store_places(&module, "main")[0];
    assert_eq!(place.file, path.display().to_string());
}

#[test]
fn runtime_functions_have_no_places() {
    let module = c("int main(int argc, char **argv) { return __builtin_popcount(argc); }");
    let library = function(&module, "__tp_lib_ctpop");
    assert!(library.is_defined());
    assert!(instructions(library).all(|inst| inst.location.0 == 0));
}

#[test]
fn scalar_types() {
    let module = c("#include <stdatomic.h>
        typedef unsigned long word; enum color { RED = -1, GREEN = 4 };
        signed char sc; unsigned char uc; char ch; _Bool flag; short sh; const volatile word w = 1;
        atomic_int ai; _Atomic(_Bool) ab; float f; double d; void *p; int (*fp)(void);
        enum color e; long double ld; __int128 big;
        int main(void) { return sc + uc + ch + flag + sh + w + ai + ab + f + d + (p != 0) + (fp != 0) + e
            + *(char *)&ld + *(char *)&big; }");
    let is = |name: &str, expected: &str| {
        assert_eq!(format!("{:?}", type_of(&module, name)), expected, "{name}")
    };
    is("sc", "Signed(1)");
    is("uc", "Unsigned(1)");
    is("ch", "Char");
    is("flag", "Bool");
    is("sh", "Signed(2)");
    is("w", "Unsigned(8)");
    is("ai", "Signed(4)");
    is("ab", "Bool");
    is("f", "Float(4)");
    is("d", "Float(8)");
    is("p", "Pointer");
    is("fp", "Pointer");
    is(
        "e",
        "Enum { size: 4, names: [(-1, \"RED\"), (4, \"GREEN\")] }",
    );
    is("ld", "Other");
    is("big", "Other");
}

#[test]
fn structs_arrays_and_unions() {
    let module = c(
        "struct node { int value; struct node *next; union { long l; char c; };
            unsigned a : 3, b : 13; struct { int x, y; } at; } n;
        int grid[2][3];
        int main(void) { return n.value + grid[1][1]; }",
    );
    let node = type_of(&module, "n");
    assert!(matches!(node, DebugType::Struct { name, .. } if name == "node"));
    let fields = fields(&module, node);
    let places: Vec<_> = fields
        .iter()
        .map(|&(name, offset, size, _)| (name, offset, size))
        .collect();
    assert_eq!(
        places,
        [
            ("value", 0, 4),
            ("next", 8, 8),
            ("l", 16, 8),
            ("c", 16, 1),
            ("a", 24, 1),
            ("b", 24, 2),
            ("at", 28, 8),
        ]
    );
    assert!(matches!(fields[1].3, DebugType::Pointer));
    let DebugType::Array {
        element,
        count: 2,
        stride: 12,
    } = *type_of(&module, "grid")
    else {
        panic!("{:?}", type_of(&module, "grid"));
    };
    let DebugType::Array {
        element,
        count: 3,
        stride: 4,
    } = *ty(&module, element)
    else {
        panic!("{:?}", ty(&module, element));
    };
    assert!(matches!(ty(&module, element), DebugType::Signed(4)));
}

#[test]
fn local_variables_are_sites() {
    let module = c("int use(int *p) { return *p; }
        int main(void) {\n  int local = 1;\n  char text[8] = {0};\n  return use(&local) + text[0];\n}");
    let site = |name: &str| {
        let found = module.debug.sites.iter().find(|site| site.name == name);
        found.unwrap_or_else(|| panic!("no site {name}"))
    };
    let local = site("local");
    assert!(matches!(
        ty(&module, local.ty.expect("known")),
        DebugType::Signed(4)
    ));
    assert_eq!(module.debug.locations[local.location.0 as usize].line, 3);
    let text = site("text");
    assert!(matches!(
        ty(&module, text.ty.expect("known")),
        DebugType::Array { count: 8, .. }
    ));
    assert_eq!(module.debug.sites[0].name, "heap");
}

#[test]
fn names_of_cpp() {
    let module = program(
        "names.cpp",
        "#include <atomic>
        namespace ns { std::atomic<int> counter; namespace { bool hidden; }
            struct Base { int inherited; };
            struct S : Base { std::atomic<long> at; static int shared; int method(int x) { return counter = x; } }; S s;
            int S::shared; int shared_too() { static int local; return local++; } }
        std::atomic_flag flag; std::atomic<int *> pointer;
        int main() {
            auto lambda = [] { ns::counter++; };
            lambda();
            flag.test_and_set();
            pointer = nullptr;
            return ns::s.method(1) + ns::s.shared + ns::hidden + ns::shared_too();
        }",
    );
    assert!(matches!(
        type_of(&module, "ns::counter"),
        DebugType::Signed(4)
    ));
    assert!(matches!(
        type_of(&module, "ns::(anonymous namespace)::hidden"),
        DebugType::Bool
    ));
    assert!(matches!(type_of(&module, "flag"), DebugType::Bool));
    assert!(matches!(type_of(&module, "pointer"), DebugType::Pointer));
    assert!(matches!(
        type_of(&module, "ns::S::shared"),
        DebugType::Signed(4)
    ));
    assert!(matches!(type_of(&module, "local"), DebugType::Signed(4)));
    let fields = fields(&module, type_of(&module, "ns::s"));
    assert_eq!((fields[0].0, fields[0].1), ("inherited", 0));
    assert_eq!((fields[1].0, fields[1].1, fields[1].2), ("at", 8, 8));
    assert!(matches!(fields[1].3, DebugType::Signed(8)));
    assert_eq!(fields.len(), 2);
    assert!(function(&module, "ns::S::method(int)").is_defined());
    let places = &module.debug.locations;
    for name in [
        "ns::S::method",
        "main::(lambda)::operator()",
        "ns::shared_too",
        "main",
    ] {
        assert!(places.iter().any(|place| place.function == name), "{name}");
    }
}

#[test]
fn inlined_library_functions_are_shown_at_their_call() {
    // `test_and_set` of libstdc++ is always inlined.
    let module = program(
        "inlined.cpp",
        "#include <atomic>\nstd::atomic_flag flag;\nint main() {\n  return flag.test_and_set();\n}",
    );
    let main = function(&module, "main");
    let rmw = instructions(main).find(|inst| matches!(inst.kind, InstKind::Rmw { .. }));
    let place = &module.debug.locations[rmw.expect("it is inlined").location.0 as usize];
    assert_eq!((place.line, &place.function[..]), (4, "main"));
}

/// The names of what the program creates on the heap, with the stride of arrays.
fn heap_objects(module: &Module) -> Vec<(&str, Option<u64>)> {
    let stride = |id: TypeId| match ty(module, id) {
        DebugType::Array { stride, .. } => Some(*stride),
        _ => None,
    };
    let sites = module.debug.sites.iter().skip(1).filter(|site| site.heap);
    sites
        .map(|site| (&site.name[..], site.ty.and_then(stride)))
        .collect()
}

#[test]
fn objects_of_the_heap_are_what_their_pointers_point_to() {
    let module = c("#include <stdlib.h>
        struct node { int value; struct node *next; };
        typedef struct { int turn; char data[12]; } slot;
        struct queue { int size; struct node *head; slot *ring; };
        struct queue *queue;
        int *numbers;
        struct table { int count; struct node **buckets; } *table;
        struct node *lists[4];
        static struct node *make(void) { return malloc(sizeof(struct node)); }
        int main(int count, char **words) {
          queue = calloc(1, sizeof *queue);
          queue->head = make();
          queue->head->next = aligned_alloc(64, 64);
          queue->ring = malloc(count * sizeof *queue->ring);
          numbers = calloc(3, sizeof(int));
          table = calloc(1, sizeof *table);
          table->buckets = calloc(4, sizeof *table->buckets);
          table->buckets[count] = malloc(sizeof(struct node));
          lists[count] = malloc(sizeof(struct node));
          void *raw = malloc(8);
          return raw == words;
        }");
    let mut found = heap_objects(&module);
    found.sort();
    let expected = [
        ("buckets", Some(8)),
        ("node", None),
        ("node", None),
        ("node", None),
        ("node", Some(16)),
        ("numbers", Some(4)),
        ("queue", None),
        ("slot", Some(16)),
        ("table", None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn shared_objects_have_the_members_of_the_users_class() {
    let module = program(
        "shared.cpp",
        "#include <memory>
        struct account { int number; int balance; };
        int main() { return std::make_shared<account>()->balance; }",
    );
    let sites = module.debug.sites.iter();
    let types = sites.filter(|site| site.heap && site.name == "account");
    let types = types.filter_map(|site| Some(&module.debug.types[site.ty?.0 as usize]));
    let structure = |ty: &DebugType| match ty {
        DebugType::Struct { fields, .. } => Some(fields.clone()),
        _ => None,
    };
    let fields = types.filter_map(structure).next();
    let fields = fields.expect("the object is a structure");
    let places: Vec<(&str, u64)> = fields.iter().map(|f| (&f.name[..], f.offset)).collect();
    assert_eq!(places, [("number", 16), ("balance", 20)]);
}

/// Each node of a container has the members of the element, and each object that a pointer class gets has its type.
#[test]
fn objects_in_containers_have_the_types_of_the_elements() {
    let module = program(
        "containers.cpp",
        "#include <functional>
        #include <list>
        #include <map>
        #include <memory>
        #include <set>
        #include <unordered_map>
        struct account { long number; int balance; };
        int main() {
          std::map<int, account> tree;
          std::unordered_map<int, account> table;
          std::list<account> list(1);
          std::set<int> set;
          set.insert(1);
          std::unique_ptr<account> owner(new account());
          std::shared_ptr<long> counted(new long(1));
          account copy = list.front();
          long more = 1;
          std::function<int()> function = [copy, more] { return copy.balance + more; };
          return tree[1].balance + table[1].balance + owner->balance + function();
        }",
    );
    let fields = |name: &str| {
        let sites = module.debug.sites.iter();
        let sites = sites.filter(|site| site.heap && site.name == name);
        let types = sites.filter_map(|site| site.ty);
        let mut all: Vec<Vec<(String, u64)>> = types
            .filter_map(|ty| match &module.debug.types[ty.0 as usize] {
                DebugType::Struct { fields, .. } => {
                    Some(fields.iter().map(|f| (f.name.clone(), f.offset)).collect())
                }
                _ => None,
            })
            .collect();
        all.sort();
        all.dedup();
        all
    };
    let of = |fields: &[(&str, u64)]| -> Vec<(String, u64)> {
        fields
            .iter()
            .map(|(name, at)| (name.to_string(), *at))
            .collect()
    };
    // A node of a tree has 32 bytes of links before it, one of a table 8, one of a list 16.
    assert_eq!(
        fields("pair"),
        [
            of(&[("first", 8), ("second", 16)]),
            of(&[("first", 32), ("second", 40)]),
        ]
    );
    assert_eq!(
        fields("account"),
        [
            of(&[("number", 0), ("balance", 8)]),
            of(&[("number", 16), ("balance", 24)]),
        ]
    );
    assert_eq!(fields("int"), [of(&[("", 32)])]);
    // It has too many bytes for the function itself.
    assert_eq!(fields("lambda"), [of(&[("copy", 0), ("more", 16)])]);
    assert!(
        module
            .debug
            .sites
            .iter()
            .any(|site| site.heap && site.name == "long")
    );
}
