// A fair lock: threads draw numbers and are served in their order.
#ifndef LIBRARY_TICKET_H
#define LIBRARY_TICKET_H

#include "platform.h"

struct ticket {
  atomic_uint next;
  atomic_uint served;
};

void ticket_init(struct ticket *lock);
void ticket_lock(struct ticket *lock);
void ticket_unlock(struct ticket *lock);

#endif
