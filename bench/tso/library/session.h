// What the library keeps: a session has a number, a name and a sum over both, lives in a block of a pool and
// is shared by counted references.
#ifndef LIBRARY_SESSION_H
#define LIBRARY_SESSION_H

#include "pool.h"
#include "reference.h"
#include "text.h"

struct session {
  struct reference references;
  int number;
  int served; // how often; written by whoever serves it
  uint32_t sum;
  struct text name;
};

// NULL: the pool is empty. The caller has the first reference.
struct session *session_create(struct pool *pool, int number, const char *kind, int who);
void session_drop(struct pool *pool, struct session *session, int who);
// Is the session what its creator made it?
bool session_is_sound(const struct session *session);
void session_serve(struct session *session);

#endif
