//! Wakeup trees: planned sequences of steps that share their beginnings.
//!
//! Children are kept in the order in which they are to be explored. Nodes live in one arena and
//! are used again, so planning allocates nothing in the long run.

use crate::machine::Footprint;
use crate::trace::Label;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Names a node of a wakeup tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(u32);

struct Node {
    step: Footprint,
    /// The last step of its sequence: a race was reversed to get here.
    reversed: bool,
    next: Option<NodeId>,
    children: Option<NodeId>,
}

/// A node that has been taken out of its tree.
#[derive(Clone, Copy)]
pub struct Branch {
    pub label: Label,
    pub reversed: bool,
    pub next: Option<NodeId>,
    pub children: Option<NodeId>,
}

/// The wakeup trees of all states on the search stack, in one arena.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    unused: Vec<NodeId>,
}

impl Tree {
    /// Adds a node; its step is for the caller to fill in.
    pub fn add(&mut self, next: Option<NodeId>, reversed: bool) -> (NodeId, &mut Footprint) {
        let id = self.unused.pop().unwrap_or_else(|| {
            self.nodes.push(Node {
                step: Footprint::nothing(),
                reversed,
                next,
                children: None,
            });
            NodeId(self.nodes.len() as u32 - 1)
        });
        let node = &mut self.nodes[id.0 as usize];
        node.reversed = reversed;
        node.next = next;
        node.children = None;
        (id, &mut node.step)
    }

    fn node(&self, n: NodeId) -> &Node {
        &self.nodes[n.0 as usize]
    }
    /// The label of a node's step.
    pub fn label(&self, n: NodeId) -> Label {
        self.node(n).step.summary.label
    }
    /// The step of a node.
    pub fn step(&self, n: NodeId) -> &Footprint {
        &self.node(n).step
    }
    /// The first child of a node.
    pub fn children(&self, n: NodeId) -> Option<NodeId> {
        self.node(n).children
    }
    /// Sets the first child of a node.
    pub fn set_children(&mut self, n: NodeId, children: Option<NodeId>) {
        self.nodes[n.0 as usize].children = children;
    }

    /// A node and those after it.
    pub fn siblings(&self, first: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(first, |n| self.node(*n).next)
    }

    /// Adds a node behind the last of a list of siblings.
    pub fn append(&mut self, list: Option<NodeId>, node: NodeId) -> Option<NodeId> {
        match self.siblings(list).last() {
            Some(last) => {
                self.nodes[last.0 as usize].next = Some(node);
                list
            }
            None => Some(node),
        }
    }

    /// Takes a node out; its children and siblings are the caller's.
    pub fn take(&mut self, n: NodeId) -> Branch {
        self.unused.push(n);
        let node = self.node(n);
        Branch {
            label: node.step.summary.label,
            reversed: node.reversed,
            next: node.next,
            children: node.children,
        }
    }

    /// Frees a list of siblings and all nodes below them.
    pub fn free(&mut self, list: Option<NodeId>) {
        let mut todo: SmallVec<[NodeId; 16]> = list.into_iter().collect();
        while let Some(n) = todo.pop() {
            let branch = self.take(n);
            todo.extend(branch.next.into_iter().chain(branch.children));
        }
    }

    /// A node with this step, and nothing beside or below it.
    pub fn leaf(&mut self, step: &Footprint) -> NodeId {
        let (node, room) = self.add(None, false);
        room.clone_from(step);
        node
    }
    /// Gives all below a node back.
    pub fn prune(&mut self, n: NodeId) {
        let children = self.children(n);
        self.free(children);
        self.set_children(n, None);
    }
    /// Gives the last of a list of siblings back, with all below it; returns the list.
    pub fn remove_last(&mut self, list: Option<NodeId>) -> Option<NodeId> {
        let siblings: Vec<NodeId> = self.siblings(list).collect();
        let (last, others) = siblings.split_last()?;
        if let Some(previous) = others.last() {
            self.nodes[previous.0 as usize].next = None;
        }
        self.free(Some(*last));
        others.first().copied()
    }

    /// Copies a node and all below it.
    pub fn twig(&self, n: NodeId) -> Twig {
        let mut nodes = Vec::new();
        // With the place of the parent.
        let mut todo: Vec<(NodeId, Option<usize>)> = vec![(n, None)];
        while let Some((n, parent)) = todo.pop() {
            let node = self.node(n);
            let children: Vec<NodeId> = self.siblings(node.children).collect();
            let at = Some(nodes.len());
            todo.extend(children.into_iter().rev().map(|child| (child, at)));
            nodes.push((node.step.clone(), node.reversed, parent));
        }
        Twig { nodes }
    }
    /// Adds a copy before a list of siblings.
    pub fn graft(&mut self, twig: &Twig, next: Option<NodeId>) -> NodeId {
        let mut made: Vec<NodeId> = Vec::with_capacity(twig.nodes.len());
        for (step, reversed, parent) in &twig.nodes {
            let (node, room) = self.add(None, *reversed);
            room.clone_from(step);
            if let Some(parent) = parent.map(|at| made[at]) {
                let children = self.append(self.children(parent), node);
                self.set_children(parent, children);
            }
            made.push(node);
        }
        self.nodes[made[0].0 as usize].next = next;
        made[0]
    }
}

/// A node of a tree and all below it, apart from that tree.
#[derive(Serialize, Deserialize)]
pub struct Twig {
    /// Each with the place of its parent, which stands before it; siblings stand in their order.
    nodes: Vec<(Footprint, bool, Option<usize>)>,
}

impl Twig {
    /// Of its first step.
    pub fn label(&self) -> Label {
        self.nodes[0].0.summary.label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::ActorId;

    fn add(tree: &mut Tree, actor: u16, list: Option<NodeId>) -> (NodeId, Option<NodeId>) {
        let (node, step) = tree.add(None, false);
        step.summary.label = Label {
            actor: ActorId(actor),
            choice: 0,
        };
        let list = tree.append(list, node);
        (node, list)
    }

    fn actors(tree: &Tree, list: Option<NodeId>) -> Vec<u16> {
        tree.siblings(list).map(|n| tree.label(n).actor.0).collect()
    }

    #[test]
    fn sequences_are_explored_in_the_order_in_which_they_were_planned() {
        let mut tree = Tree::default();
        let (first, list) = add(&mut tree, 1, None);
        let (_, list) = add(&mut tree, 2, list);
        let (_, below) = add(&mut tree, 3, None);
        tree.set_children(first, below);
        assert_eq!(actors(&tree, list), [1, 2]);
        let branch = tree.take(first);
        assert_eq!(actors(&tree, branch.next), [2]);
        assert_eq!(actors(&tree, branch.children), [3]);
    }

    #[test]
    fn nodes_that_were_freed_are_used_again() {
        let mut tree = Tree::default();
        let (first, list) = add(&mut tree, 1, None);
        let (_, below) = add(&mut tree, 2, None);
        tree.set_children(first, below);
        let (_, list) = add(&mut tree, 3, list);
        tree.free(list);
        let (_, list) = add(&mut tree, 4, None);
        let (_, list) = add(&mut tree, 5, list);
        add(&mut tree, 6, list);
        assert_eq!(tree.nodes.len(), 3);
    }
}
