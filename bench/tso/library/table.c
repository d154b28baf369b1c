#include "table.h"

void table_init(struct table *table, struct pool *pool) {
  table->pool = pool;
  for (int i = 0; i < TABLE_BUCKETS; i++) {
    struct bucket *bucket = &table->buckets[i];
    spin_init(&bucket->lock);
    bucket->used = 0;
    for (int k = 0; k < TABLE_DEPTH; k++)
      bucket->sessions[k] = NULL;
  }
}

static struct bucket *table_bucket(struct table *table, int number) {
  return &table->buckets[hash_number((uint32_t)number) % TABLE_BUCKETS];
}

// The place of the number in the bucket, or -1. The caller holds the lock.
static int bucket_index(const struct bucket *bucket, int number) {
  for (int i = 0; i < bucket->used; i++) {
    if (bucket->sessions[i]->number == number)
      return i;
  }
  return -1;
}

static enum table_result bucket_insert(struct bucket *bucket, struct session *session) {
  if (bucket_index(bucket, session->number) >= 0)
    return TABLE_EXISTS;
  if (bucket->used == TABLE_DEPTH)
    return TABLE_FULL;
  reference_get(&session->references);
  bucket->sessions[bucket->used++] = session;
  return TABLE_DONE;
}

// Takes the session out; the reference of the table goes to the caller.
static struct session *bucket_take(struct bucket *bucket, int index) {
  struct session *session = bucket->sessions[index];
  bucket->used--;
  bucket->sessions[index] = bucket->sessions[bucket->used];
  bucket->sessions[bucket->used] = NULL;
  return session;
}

enum table_result table_insert(struct table *table, struct session *session, int who) {
  struct bucket *bucket = table_bucket(table, session->number);
  spin_lock(&bucket->lock, who);
  enum table_result result = bucket_insert(bucket, session);
  spin_unlock(&bucket->lock, who);
  return result;
}

struct session *table_find(struct table *table, int number, int who) {
  struct bucket *bucket = table_bucket(table, number);
  struct session *session = NULL;
  spin_lock(&bucket->lock, who);
  int index = bucket_index(bucket, number);
  if (index >= 0) {
    session = bucket->sessions[index];
    reference_get(&session->references);
  }
  spin_unlock(&bucket->lock, who);
  return session;
}

enum table_result table_remove(struct table *table, int number, int who) {
  struct bucket *bucket = table_bucket(table, number);
  struct session *session = NULL;
  spin_lock(&bucket->lock, who);
  int index = bucket_index(bucket, number);
  if (index >= 0)
    session = bucket_take(bucket, index);
  spin_unlock(&bucket->lock, who);
  if (session == NULL)
    return TABLE_ABSENT;
  session_drop(table->pool, session, who);
  return TABLE_DONE;
}

int table_count(struct table *table, int who) {
  int count = 0;
  for (int i = 0; i < TABLE_BUCKETS; i++) {
    struct bucket *bucket = &table->buckets[i];
    spin_lock(&bucket->lock, who);
    count += bucket->used;
    spin_unlock(&bucket->lock, who);
  }
  return count;
}

void table_clear(struct table *table, int who) {
  for (int i = 0; i < TABLE_BUCKETS; i++) {
    struct bucket *bucket = &table->buckets[i];
    spin_lock(&bucket->lock, who);
    while (bucket->used > 0)
      session_drop(table->pool, bucket_take(bucket, bucket->used - 1), who);
    spin_unlock(&bucket->lock, who);
  }
}
