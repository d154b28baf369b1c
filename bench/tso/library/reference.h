// A count of references. The one who drops the last destroys the object.
#ifndef LIBRARY_REFERENCE_H
#define LIBRARY_REFERENCE_H

#include "platform.h"

struct reference {
  atomic_int count;
};

void reference_init(struct reference *reference);
// The caller has one already.
void reference_get(struct reference *reference);
// For those who only have the address: fails when the object is being destroyed.
bool reference_try_get(struct reference *reference);
// True: it was the last, and the caller destroys the object.
bool reference_drop(struct reference *reference);
int reference_count(const struct reference *reference);

#endif
