//! Random programs in C with loops that poll.
//!
//! Two threads of two or three steps run beside `main`; one or two of them poll. The values are small, and at the end `main`
//! fails in a line of its own for each final state, so that `--keep-going` shows the set of them.

use std::fmt::Write;
use threadproof_testkit::random::Rng;

/// What a final state is computed from is less than this.
const STATES: usize = 27;

pub struct Generator {
    random: Rng,
    text: String,
    depth: usize,
    /// The thread that is written.
    thread: usize,
    /// Loops around the place.
    loops: usize,
    /// Mutexes that the thread holds there.
    held: [bool; 2],
    tries: bool,
    /// The local variable that was read last.
    read: &'static str,
    /// The second thread writes a variable when the first one has left its loop, and the loop may read it.
    writes_late: bool,
}

const ORDERS: [&str; 3] = ["seq_cst", "acq_rel", "relaxed"];

/// The `nth` program of a seed.
pub fn program(seed: u64, nth: u64) -> String {
    let mut random = Rng::new(seed ^ nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let tries = random.below(4) == 0;
    let writes_late = random.below(3) == 0;
    let mut generator = Generator {
        random,
        text: String::new(),
        depth: 1,
        thread: 0,
        loops: 0,
        held: [false; 2],
        tries,
        read: "l",
        writes_late,
    };
    generator.whole();
    generator.text
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = 2 * self.depth);
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u32) as usize
    }

    fn whole(&mut self) {
        self.text.push_str(
            "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n\
             #include <stdlib.h>\n#include <string.h>\nvoid __VERIFIER_atomic_begin(void);\n\
             void __VERIFIER_atomic_end(void);\n\
             static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n\
             static sem_t s;\nstatic int x0, x1, *p;\nstatic atomic_int a0, a1, left;\nstatic int seen[2], late;\n",
        );
        let both_poll = self.below(4) == 0;
        for thread in 0..2 {
            self.thread = thread;
            let _ = writeln!(self.text, "static void *t{thread}(void *unused) {{");
            self.line("int l = 0, k = 0, n = 0;");
            let polls = thread == 0 || both_poll;
            for _ in 0..self.below(2) {
                self.step();
            }
            if polls {
                self.polling();
            }
            if self.writes_late {
                self.writing_late();
            }
            for _ in 0..1 + self.below(2) + usize::from(!polls) {
                self.step();
            }
            let _ = writeln!(
                self.text,
                "  seen[{thread}] = (l + 3 * k + n) % 3;\n  return 0;\n}}"
            );
        }
        self.main();
    }

    fn writing_late(&mut self) {
        if self.thread == 0 {
            let order = self.store_order();
            return self.line(&format!(
                "atomic_store_explicit(&left, 1, memory_order_{order});"
            ));
        }
        let order = self.load_order();
        self.line(&format!(
            "while (!atomic_load_explicit(&left, memory_order_{order})) {{}}"
        ));
        self.line("late = 1;");
    }

    fn main(&mut self) {
        self.text.push_str(
            "int main(void) {\n  pthread_t t[2];\n  sem_init(&s, 0, 1);\n  p = malloc(sizeof *p);\n  *p = 0;\n\
             \x20 pthread_create(&t[0], 0, t0, 0);\n  pthread_create(&t[1], 0, t1, 0);\n\
             \x20 pthread_join(t[0], 0);\n  pthread_join(t[1], 0);\n\
             \x20 int state = seen[0] + 3 * seen[1] + 9 * ((x0 + x1 + a0 + a1 + *p) % 3);\n  free(p);\n",
        );
        for state in 0..STATES {
            self.line(&format!("assert(state != {state});"));
        }
        self.text.push_str("}\n");
    }

    fn order(&mut self) -> &'static str {
        ORDERS[self.below(3)]
    }

    fn load_order(&mut self) -> &'static str {
        match self.order() {
            "acq_rel" => "acquire",
            order => order,
        }
    }

    fn store_order(&mut self) -> &'static str {
        match self.order() {
            "acq_rel" => "release",
            order => order,
        }
    }

    fn local(&mut self) -> &'static str {
        ["l", "k"][self.below(2)]
    }

    fn value(&mut self) -> String {
        match self.below(4) {
            0 => self.local().to_owned(),
            _ => self.below(3).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let a = match self.below(4) {
            0 => self.local(),
            _ => self.read,
        };
        let equal = ["==", "!="][self.below(2)];
        let b = match self.below(5) {
            0 => "n".to_owned(),
            _ => self.below(3).to_string(),
        };
        format!("{a} {equal} {b}")
    }

    /// A loop that other threads may end.
    fn polling(&mut self) {
        let style = self.below(4);
        if style == 3 {
            return self.spinning();
        }
        self.line("for (;;) {");
        self.depth += 1;
        self.loops += 1;
        if style == 0 {
            self.look();
            self.leave();
            for _ in 0..self.below(3) {
                self.step();
            }
        } else {
            for _ in 0..self.below(3) {
                self.step();
            }
            self.look();
            self.leave();
            for _ in 0..self.below(2) {
                self.step();
            }
        }
        self.loops -= 1;
        self.depth -= 1;
        self.line("}");
    }

    /// A loop that waits, with a test of its own or with little beside it.
    fn spinning(&mut self) {
        let (which, value, n) = (self.below(2), self.below(3), 1 + self.below(2));
        let (order, load, to) = (self.order(), self.load_order(), self.local());
        let read = format!("atomic_load_explicit(&a{which}, memory_order_{load})");
        let exchange =
            format!("atomic_exchange_explicit(&a{which}, {value}, memory_order_{order})");
        let other = format!(
            "atomic_load_explicit(&a{}, memory_order_{order})",
            1 - which
        );
        let other = other.replace("acq_rel", "acquire");
        let test = match self.below(9) {
            0 => format!("({to} = {read}) != {value}"),
            1 => format!("{read} == {value} && n++ < {n}"),
            2 => format!("{read} == {value} && {other} != {n}"),
            3 => format!("{read} != {other}"),
            4 => format!("({to} = {exchange}) == {value}"),
            5 => format!("({to} = {exchange}) == {}", (value + 1) % 3),
            6 => format!("{read} + {to} == {n}"),
            7 if self.tries => "pthread_mutex_trylock(&m1)".to_owned(),
            _ => format!("{read} % 2 == {}", value % 2),
        };
        let unlocks = test.contains("trylock");
        if self.below(3) > 0 {
            self.line(&format!("while ({test}) {{"));
        } else {
            self.line("do {");
        }
        let begins = self.text.ends_with("do {\n");
        self.depth += 1;
        self.loops += 1;
        for _ in 0..self.below(2) {
            self.step();
        }
        if begins && !unlocks {
            self.line(&format!("if (n++ == {n}) break;"));
        }
        self.loops -= 1;
        self.depth -= 1;
        match begins {
            true => self.line(&format!("}} while ({test});")),
            false => self.line("}"),
        }
        if unlocks {
            self.line("pthread_mutex_unlock(&m1);");
        }
    }

    fn leave(&mut self) {
        let condition = match self.below(8) {
            0 => "n == 2".to_owned(),
            _ => self.condition(),
        };
        self.line(&format!("if ({condition}) break;"));
    }

    /// Reads something that others may change.
    fn look(&mut self) {
        let to = self.local();
        self.read = to;
        match self.below(5) {
            0 | 1 => {
                let order = self.load_order();
                let which = self.below(2);
                self.line(&format!(
                    "{to} = atomic_load_explicit(&a{which}, memory_order_{order});"
                ));
            }
            2 | 3 => {
                let which = self.below(2);
                self.locked(which, |all| all.line(&format!("{to} = x{which};")));
            }
            _ if self.tries => {
                let which = self.below(2);
                match self.held[which] {
                    true => self.line(&format!("{to} = x{which};")),
                    false => {
                        self.line(&format!("if (!pthread_mutex_trylock(&m{which})) {{"));
                        self.line(&format!("  {to} = x{which};"));
                        self.line(&format!("  pthread_mutex_unlock(&m{which});"));
                        self.line("}");
                    }
                }
            }
            _ => self.compare_exchange(),
        }
    }

    fn locked(&mut self, which: usize, inside: impl FnOnce(&mut Generator)) {
        let held = self.held[which] || self.held[1] && which == 0;
        if !held {
            self.line(&format!("pthread_mutex_lock(&m{which});"));
            self.held[which] = true;
        }
        inside(self);
        if !held {
            self.held[which] = false;
            self.line(&format!("pthread_mutex_unlock(&m{which});"));
        }
    }

    fn compare_exchange(&mut self) {
        let (to, which, new) = (self.local(), self.below(2), self.below(3));
        let (order, expected) = (self.order(), self.below(3));
        self.line(&format!("{{ int e = {expected};"));
        self.line(&format!(
            "  {to} = !atomic_compare_exchange_strong_explicit(&a{which}, &e, {new}, memory_order_{order}, \
             memory_order_relaxed); }}"
        ));
    }

    fn step(&mut self) {
        match self.below(22) {
            19 => self.write_back(),
            20 | 21 if self.loops > 0 && self.thread == 0 && self.writes_late => {
                let to = self.local();
                self.line(&format!("{to} = late;"));
            }
            0..=2 => self.look(),
            3 | 4 => {
                let (order, which, value) = (self.store_order(), self.below(2), self.value());
                self.line(&format!(
                    "atomic_store_explicit(&a{which}, {value}, memory_order_{order});"
                ));
            }
            5..=7 => {
                let (which, value) = (self.below(2), self.value());
                self.locked(which, |all| all.line(&format!("x{which} = {value};")));
            }
            8 => {
                let (order, which, by) = (self.order(), self.below(2), self.below(2));
                self.line(&format!(
                    "atomic_fetch_{}_explicit(&a{which}, {by}, memory_order_{order});",
                    ["add", "or"][by]
                ));
            }
            9 => self.there_and_back(),
            10 if self.depth < 4 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.depth += 1;
                self.step();
                self.depth -= 1;
                self.line("}");
            }
            11 if self.loops > 0 && !self.held.contains(&true) && !self.tries => {
                let (condition, how) = (self.condition(), ["break", "continue"][self.below(2)]);
                self.line(&format!("if ({condition}) {how};"));
            }
            12 => {
                let change = ["n++;", "n ^= 1;", "n = l;", "k = l;"][self.below(4)];
                self.line(change);
            }
            13 if self.depth < 4 => {
                let which = self.below(2);
                self.locked(which, Generator::step);
            }
            14 => {
                let to = self.local();
                self.line("{ int *q = malloc(sizeof *q);");
                self.line(&format!("  *q = {to}; {to} = *q; free(q); }}"));
            }
            15 if !self.held.contains(&true) => self.semaphore(),
            16 => self.section(),
            17 => {
                let to = self.local();
                self.locked(0, |all| all.line(&format!("{to} = *p;")));
            }
            18 => {
                let value = self.value();
                self.locked(0, |all| all.line(&format!("*p = {value};")));
            }
            _ => self.compare_exchange(),
        }
    }

    /// A value goes back to where it was read, if it is a certain one.
    fn write_back(&mut self) {
        let (which, to, value) = (self.below(2), self.local(), self.below(3));
        self.locked(which, |all| all.line(&format!("{to} = x{which};")));
        self.line(&format!("if ({to} == {value}) {{"));
        self.depth += 1;
        self.locked(which, |all| {
            all.line(&format!("x{which} = {value};"));
        });
        self.depth -= 1;
        self.line("}");
    }

    fn there_and_back(&mut self) {
        let which = self.below(2);
        match self.below(4) {
            0 => self.locked(which, |all| {
                all.line(&format!(
                    "x{which} = (x{which} + 1) % 3; x{which} = (x{which} + 2) % 3;"
                ));
            }),
            1 => self.locked(which, |all| all.line(&format!("x{which} = x{which};"))),
            2 => {
                let order = self.order();
                self.line(&format!(
                    "atomic_fetch_xor_explicit(&a{which}, 1, memory_order_{order});"
                ));
                self.line(&format!(
                    "atomic_fetch_xor_explicit(&a{which}, 1, memory_order_{order});"
                ));
            }
            _ => {
                let order = self.order();
                self.line(&format!(
                    "{{ int o = atomic_exchange_explicit(&a{which}, 1, memory_order_{order});"
                ));
                self.line(&format!(
                    "  atomic_store_explicit(&a{which}, o, memory_order_release); }}"
                ));
            }
        }
    }

    fn semaphore(&mut self) {
        let to = self.local();
        match self.tries && self.below(2) == 0 {
            true => self.line(&format!(
                "if (!sem_trywait(&s)) {{ {to} = 1; sem_post(&s); }}"
            )),
            false => {
                self.line("sem_wait(&s);");
                self.line("sem_post(&s);");
            }
        }
    }

    /// Without a wait in it, which could not be served.
    fn section(&mut self) {
        let (to, which, value) = (self.local(), self.below(2), self.below(3));
        self.line("__VERIFIER_atomic_begin();");
        match self.below(3) {
            0 => self.line(&format!(
                "{to} = a{which}; a{which} = (a{which} + 1) % 3; a{which} = {to};"
            )),
            1 => self.line(&format!(
                "{to} = a{which}; if ({to} == {value}) a{which} = {to};"
            )),
            _ => self.line(&format!("{to} = a0 + a1;")),
        }
        self.line("__VERIFIER_atomic_end();");
    }
}
