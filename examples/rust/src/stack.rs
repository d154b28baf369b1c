//! Treiber's stack. Nodes are only freed with the stack itself, so that no thread sees one that is gone.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

pub struct Stack<T> {
    top: AtomicPtr<Node<T>>,
}

struct Node<T> {
    value: T,
    below: *mut Node<T>,
}

impl<T> Stack<T> {
    pub const fn new() -> Stack<T> {
        Stack {
            top: AtomicPtr::new(ptr::null_mut()),
        }
    }

    pub fn push(&self, value: T) {
        let mut below = self.top.load(Ordering::Relaxed);
        let node = Box::into_raw(Box::new(Node { value, below }));
        while let Err(other) =
            self.top
                .compare_exchange(below, node, Ordering::Release, Ordering::Relaxed)
        {
            below = other;
            unsafe { (*node).below = below };
        }
    }

    pub fn top(&self) -> Option<&T> {
        let top = self.top.load(Ordering::Acquire);
        (!top.is_null()).then(|| unsafe { &(*top).value })
    }

    pub fn len(&self) -> usize {
        let mut node = self.top.load(Ordering::Acquire);
        let mut length = 0;
        while !node.is_null() {
            length += 1;
            node = unsafe { (*node).below };
        }
        length
    }

    pub fn is_empty(&self) -> bool {
        self.top.load(Ordering::Relaxed).is_null()
    }
}

impl<T> Default for Stack<T> {
    fn default() -> Stack<T> {
        Stack::new()
    }
}

impl<T> Drop for Stack<T> {
    fn drop(&mut self) {
        let mut node = *self.top.get_mut();
        while !node.is_null() {
            node = unsafe { Box::from_raw(node) }.below;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stack;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn nothing_is_lost() {
        let stack = Arc::new(Stack::new());
        let other = {
            let stack = Arc::clone(&stack);
            thread::spawn(move || stack.push(1))
        };
        stack.push(2);
        assert!(stack.top().is_some());
        other.join().unwrap();
        assert_eq!(stack.len(), 2);
    }

    #[test]
    #[should_panic(expected = "nothing there")]
    fn an_empty_stack_has_no_top() {
        let stack: Stack<u32> = Stack::new();
        stack.top().expect("nothing there");
    }

    #[test]
    #[ignore = "larger than the others"]
    fn three_threads() {
        let stack = Arc::new(Stack::new());
        let threads: Vec<_> = (0..3)
            .map(|n| {
                let stack = Arc::clone(&stack);
                thread::spawn(move || stack.push(n))
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(stack.len(), 3);
    }
}
