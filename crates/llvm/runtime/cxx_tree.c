// The red-black trees of std::map and std::set. The header node's parent is the root, its left and
// right are the first and the last node; the header is red, which tells it from a root.
#include "tp.h"

enum colour { RED, BLACK };

struct node {
    int colour;
    struct node *parent;
    struct node *child[2];
};
enum { LEFT, RIGHT };

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

static int side_of(struct node *n) { return n == n->parent->child[RIGHT]; }
static int is_black(struct node *n) { return !n || n->colour == BLACK; }

static struct node *outermost(struct node *n, int side) {
    while (n->child[side])
        n = n->child[side];
    return n;
}

// The neighbour of `n` in order: the next one for RIGHT, the one before for LEFT.
static struct node *neighbour(struct node *n, int side) {
    if (n->child[side])
        return outermost(n->child[side], !side);
    struct node *up = n->parent;
    while (n == up->child[side]) {
        n = up;
        up = up->parent;
    }
    // From the last node of a tree that is only a root, the climb ends in the header.
    return n->child[side] == up ? n : up;
}

static struct node *before(struct node *n) {
    int is_header = n->colour == RED && n->parent && n->parent->parent == n;
    return is_header ? n->child[RIGHT] : neighbour(n, LEFT);
}

MEMBER(struct node *, increment, (struct node *n), "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base") {
    return neighbour(n, RIGHT);
}
MEMBER(struct node *, increment_constant, (struct node *n), "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base") {
    return neighbour(n, RIGHT);
}
MEMBER(struct node *, decrement, (struct node *n), "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base") {
    return before(n);
}
MEMBER(struct node *, decrement_constant, (struct node *n), "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base") {
    return before(n);
}

// Puts `other` (or nothing) where `n` hangs.
static void replace(struct node *n, struct node *other, struct node *header) {
    if (n == header->parent)
        header->parent = other;
    else
        n->parent->child[side_of(n)] = other;
    if (other)
        other->parent = n->parent;
}

// Turns the tree at `n` so that its child on the other side takes its place.
static void rotate(struct node *n, int side, struct node *header) {
    struct node *up = n->child[!side];
    n->child[!side] = up->child[side];
    if (up->child[side])
        up->child[side]->parent = n;
    replace(n, up, header);
    up->child[side] = n;
    n->parent = up;
}

MEMBER(void, insert, (_Bool left, struct node *n, struct node *parent, struct node *header),
       "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_") {
    n->parent = parent;
    n->child[LEFT] = n->child[RIGHT] = 0;
    n->colour = RED;
    if (parent == header) {
        header->parent = header->child[LEFT] = header->child[RIGHT] = n;
    } else {
        int side = left ? LEFT : RIGHT;
        parent->child[side] = n;
        if (parent == header->child[side])
            header->child[side] = n;
    }
    while (n != header->parent && n->parent->colour == RED) {
        struct node *grand = n->parent->parent;
        int side = side_of(n->parent);
        struct node *uncle = grand->child[!side];
        if (!is_black(uncle)) {
            n->parent->colour = uncle->colour = BLACK;
            grand->colour = RED;
            n = grand;
            continue;
        }
        if (side_of(n) != side) {
            n = n->parent;
            rotate(n, side, header);
        }
        n->parent->colour = BLACK;
        grand->colour = RED;
        rotate(grand, !side, header);
    }
    header->parent->colour = BLACK;
}

// A black node is missing on the way to `n` (may be null), which hangs from `parent`.
static void restore_black(struct node *n, struct node *parent, struct node *header) {
    while (n != header->parent && is_black(n)) {
        int side = n == parent->child[RIGHT];
        struct node *sibling = parent->child[!side];
        if (!is_black(sibling)) {
            sibling->colour = BLACK;
            parent->colour = RED;
            rotate(parent, side, header);
            sibling = parent->child[!side];
        }
        if (is_black(sibling->child[LEFT]) && is_black(sibling->child[RIGHT])) {
            sibling->colour = RED;
            n = parent;
            parent = n->parent;
            continue;
        }
        if (is_black(sibling->child[!side])) {
            sibling->child[side]->colour = BLACK;
            sibling->colour = RED;
            rotate(sibling, !side, header);
            sibling = parent->child[!side];
        }
        sibling->colour = parent->colour;
        parent->colour = BLACK;
        sibling->child[!side]->colour = BLACK;
        rotate(parent, side, header);
        n = header->parent;
    }
    if (n)
        n->colour = BLACK;
}

// Takes `n` out of the tree and returns it.
MEMBER(struct node *, erase, (struct node *n, struct node *header),
       "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_") {
    for (int side = LEFT; side <= RIGHT; side++)
        if (header->child[side] == n)
            header->child[side] = n->child[!side] ? outermost(n->child[!side], side) : n->parent;
    int removed = n->colour;
    struct node *orphan, *parent;
    if (n->child[LEFT] && n->child[RIGHT]) {
        // The next node takes the place and the colour of `n`.
        struct node *next = outermost(n->child[RIGHT], LEFT);
        removed = next->colour;
        orphan = next->child[RIGHT];
        parent = next->parent;
        if (parent == n) {
            parent = next;
        } else {
            replace(next, orphan, header);
            next->child[RIGHT] = n->child[RIGHT];
            next->child[RIGHT]->parent = next;
        }
        replace(n, next, header);
        next->parent = n->parent;
        next->child[LEFT] = n->child[LEFT];
        next->child[LEFT]->parent = next;
        next->colour = n->colour;
    } else {
        orphan = n->child[LEFT] ? n->child[LEFT] : n->child[RIGHT];
        parent = n->parent;
        replace(n, orphan, header);
    }
    if (removed == BLACK && header->parent)
        restore_black(orphan, parent, header);
    return n;
}
