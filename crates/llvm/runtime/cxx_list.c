// The links of std::list: a ring through a node that belongs to the list itself.
#include "tp.h"

struct node {
    struct node *next;
    struct node *previous;
};

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

MEMBER(void, hook, (struct node *n, struct node *position), "_ZNSt8__detail15_List_node_base7_M_hookEPS0_") {
    n->next = position;
    n->previous = position->previous;
    position->previous->next = n;
    position->previous = n;
}

MEMBER(void, unhook, (struct node *n), "_ZNSt8__detail15_List_node_base9_M_unhookEv") {
    n->previous->next = n->next;
    n->next->previous = n->previous;
}

// Moves the nodes from `first` up to `last` to the place before `position`.
MEMBER(void, transfer, (struct node *position, struct node *first, struct node *last),
       "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_") {
    if (position == last || first == last)
        return;
    struct node *tail = last->previous;
    first->previous->next = last;
    last->previous = first->previous;
    struct node *before = position->previous;
    before->next = first;
    first->previous = before;
    tail->next = position;
    position->previous = tail;
}

MEMBER(void, reverse, (struct node *ring), "_ZNSt8__detail15_List_node_base10_M_reverseEv") {
    struct node *n = ring;
    do {
        struct node *next = n->next;
        n->next = n->previous;
        n->previous = next;
        n = next;
    } while (n != ring);
}

// Makes the neighbours of a ring's node point to it, after its own links were copied from `old`.
static void adopt(struct node *ring, struct node *old) {
    if (ring->next == old) {
        ring->next = ring->previous = ring;
    } else {
        ring->next->previous = ring;
        ring->previous->next = ring;
    }
}

MEMBER(void, swap, (struct node *a, struct node *b), "_ZNSt8__detail15_List_node_base4swapERS0_S1_") {
    struct node links = *a;
    *a = *b;
    *b = links;
    adopt(a, b);
    adopt(b, a);
}
