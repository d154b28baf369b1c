// A hash table from numbers to sessions. Each bucket has a lock of its own; the table holds a reference to
// each of its sessions.
#ifndef LIBRARY_TABLE_H
#define LIBRARY_TABLE_H

#include "session.h"

#define TABLE_BUCKETS 4
#define TABLE_DEPTH 2

struct bucket {
  struct spin lock;
  int used;
  struct session *sessions[TABLE_DEPTH];
};

struct table {
  struct pool *pool; // where sessions go back to
  struct bucket buckets[TABLE_BUCKETS];
};

enum table_result { TABLE_DONE, TABLE_EXISTS, TABLE_FULL, TABLE_ABSENT };

void table_init(struct table *table, struct pool *pool);
enum table_result table_insert(struct table *table, struct session *session, int who);
// The caller gets a reference; NULL: it is not there.
struct session *table_find(struct table *table, int number, int who);
enum table_result table_remove(struct table *table, int number, int who);
int table_count(struct table *table, int who);
void table_clear(struct table *table, int who);

#endif
