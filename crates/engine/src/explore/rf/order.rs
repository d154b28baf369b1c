//! The order of the execution at hand: which thread moved when.
//!
//! Kept as runs of steps of one thread, because witnesses are made of long pieces of it.

use super::event::Name;
use threadproof_program::ThreadId;

/// A schedule: how many steps of which thread in a row.
pub type Turns = Vec<(ThreadId, u32)>;

#[derive(Default)]
pub struct Order {
    runs: Vec<Run>,
    /// Where each thread's events stand.
    places: Vec<Vec<u32>>,
    len: u32,
}

/// Steps of one thread in a row, up to where the next run begins.
#[derive(Clone, Copy)]
struct Run {
    thread: ThreadId,
    /// Which of the thread's events is the first, from 1.
    nth: u32,
    place: u32,
}

impl Order {
    pub fn len(&self) -> u32 {
        self.len
    }
    pub fn place(&self, name: Name) -> u32 {
        self.places[name.thread.index()][name.nth as usize - 1]
    }
    /// The places of a thread's events.
    pub fn places(&self, thread: ThreadId) -> &[u32] {
        self.places.get(thread.index()).map_or(&[], |p| &p[..])
    }

    /// An empty schedule with room for one like this.
    pub fn similar(&self) -> Turns {
        Turns::with_capacity(self.runs.len() + 3)
    }

    /// Adds a step at the end.
    pub fn push(&mut self, thread: ThreadId) {
        if self.places.len() <= thread.index() {
            self.places.resize_with(thread.index() + 1, Vec::new);
        }
        let places = &mut self.places[thread.index()];
        places.push(self.len);
        if self.runs.last().is_none_or(|run| run.thread != thread) {
            self.runs.push(Run {
                thread,
                nth: places.len() as u32,
                place: self.len,
            });
        }
        self.len += 1;
    }

    pub fn truncate(&mut self, len: u32) {
        while let Some(&Run { thread, nth, place }) = self.runs.last()
            && len < self.len
        {
            let kept = len.saturating_sub(place);
            self.places[thread.index()].truncate((nth - 1 + kept) as usize);
            self.len = place + kept;
            if kept == 0 {
                self.runs.pop();
            }
        }
    }

    /// How many steps a schedule begins with that are the same here.
    pub fn common(&self, turns: &Turns) -> u32 {
        let mut same = 0;
        for (at, &(thread, count)) in turns.iter().enumerate() {
            let Some(run) = self.runs.get(at).filter(|run| run.thread == thread) else {
                break;
            };
            let length = self.end(at) - run.place;
            same += count.min(length);
            if count != length {
                break;
            }
        }
        same
    }

    fn end(&self, run: usize) -> u32 {
        self.runs.get(run + 1).map_or(self.len, |next| next.place)
    }

    /// Adds the steps of places `from..to` to a schedule, of each thread only the first `count`.
    pub fn copy(&self, from: u32, to: u32, count: &[u32], turns: &mut Turns) {
        let first = self.runs.partition_point(|run| run.place <= from);
        for at in first.saturating_sub(1)..self.runs.len() {
            let run = self.runs[at];
            if to <= run.place {
                break;
            }
            let skipped = from.saturating_sub(run.place);
            let steps = self.end(at).min(to) - run.place;
            let present = (count[run.thread.index()] + 1).saturating_sub(run.nth);
            let steps = steps.min(present).saturating_sub(skipped);
            take_turns(turns, run.thread, steps);
        }
    }
}

/// Adds steps of a thread to a schedule.
pub fn take_turns(turns: &mut Turns, thread: ThreadId, steps: u32) {
    match turns.last_mut() {
        Some((last, count)) if *last == thread => *count += steps,
        _ if steps > 0 => turns.push((thread, steps)),
        _ => (),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(threads: &[u16]) -> Order {
        let mut order = Order::default();
        threads.iter().for_each(|t| order.push(ThreadId(*t)));
        order
    }

    #[test]
    fn copies_what_takes_part() {
        let order = order(&[0, 0, 1, 1, 1, 0, 2]);
        let mut turns = Turns::new();
        order.copy(1, 6, &[3, 2, 0], &mut turns);
        assert_eq!(
            turns,
            [(ThreadId(0), 1), (ThreadId(1), 2), (ThreadId(0), 1)]
        );
    }

    #[test]
    fn forgets_the_end() {
        let mut order = order(&[0, 0, 1, 1, 1, 0, 2]);
        order.truncate(4);
        assert_eq!(order.len(), 4);
        assert_eq!(order.places(ThreadId(0)), [0, 1]);
        assert_eq!(order.places(ThreadId(1)), [2, 3]);
        assert!(order.places(ThreadId(2)).is_empty());
        order.push(ThreadId(1));
        assert_eq!(order.common(&vec![(ThreadId(0), 2), (ThreadId(1), 9)]), 5);
        assert_eq!(order.common(&vec![(ThreadId(0), 3), (ThreadId(1), 3)]), 2);
    }
}
