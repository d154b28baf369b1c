// Rust itself: traits, iterators, maps, text, enums and closures, by several threads.
// case: => verified
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::Mutex;
use std::thread;

trait Shape: Send {
    fn area(&self) -> f64;
}
struct Square(f64);
struct Circle {
    radius: f64,
}
impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}
impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.radius * self.radius
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Event {
    Began,
    Said { who: String, words: Vec<&'static str> },
}
impl fmt::Display for Event {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Began => write!(out, "began"),
            Event::Said { who, words } => write!(out, "{who:>5}: {}", words.join(" ")),
        }
    }
}

static EVENTS: Mutex<Vec<Event>> = Mutex::new(Vec::new());

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(2.0)), Box::new(Circle { radius: 1.0 })];
    let thread = thread::spawn(move || {
        EVENTS.lock().unwrap().push(Event::Began);
        shapes.iter().map(|shape| shape.area()).sum::<f64>()
    });
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in "a b a c a".split(' ') {
        *counts.entry(word.to_string()).or_default() += 1;
    }
    assert_eq!(counts["a"], 3);
    let sorted: BTreeMap<_, _> = counts.into_iter().collect();
    assert_eq!(format!("{sorted:?}"), r#"{"a": 3, "b": 1, "c": 1}"#);
    let said = Event::Said {
        who: "me".into(),
        words: vec!["hello", "there"],
    };
    assert_eq!(said.to_string(), "   me: hello there");
    EVENTS.lock().unwrap().push(said.clone());
    assert_eq!(thread.join().unwrap(), 7.0);
    let mut queue: VecDeque<Event> = EVENTS.lock().unwrap().drain(..).collect();
    assert_eq!(queue.len(), 2);
    queue.retain(|event| *event == said);
    println!("{} {:#x} {:.2}", queue[0], 255, 1.0 / 3.0);
    let squares: Vec<u64> = (1..=4).filter(|n| n % 2 == 0).map(|n: u64| n.pow(2)).rev().collect();
    assert_eq!(squares, [16, 4]);
    let found = "12,x,7".split(',').filter_map(|n| n.parse::<i32>().ok()).max();
    assert_eq!(found, Some(12));
}
