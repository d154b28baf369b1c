#include "session.h"

static uint32_t session_sum(const struct session *session) {
  return text_hash(&session->name) ^ hash_number((uint32_t)session->number);
}

struct session *session_create(struct pool *pool, int number, const char *kind, int who) {
  struct session *session = pool_take(pool, sizeof *session, who);
  if (session == NULL)
    return NULL;
  reference_init(&session->references);
  session->number = number;
  session->served = 0;
  text_clear(&session->name);
  text_append(&session->name, kind);
  text_append_number(&session->name, number);
  session->sum = session_sum(session);
  return session;
}

// The contents are overwritten, so that whoever still reads them is caught by session_is_sound.
static void session_destroy(struct pool *pool, struct session *session, int who) {
  assert(reference_count(&session->references) == 0);
  session->sum = ~session->sum;
  session->number = -1;
  pool_give(pool, session, who);
}

void session_drop(struct pool *pool, struct session *session, int who) {
  if (reference_drop(&session->references))
    session_destroy(pool, session, who);
}

bool session_is_sound(const struct session *session) {
  return session->number >= 0 && !session->name.cut && session->sum == session_sum(session);
}

void session_serve(struct session *session) {
  assert(session_is_sound(session));
  session->served++;
}
