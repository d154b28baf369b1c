// A log in a ring: writers draw a place, fill the record and publish it by its sequence number; readers look
// at published records only. Old records are overwritten when the ring is full.
#ifndef LIBRARY_LOG_H
#define LIBRARY_LOG_H

#include "text.h"

#define LOG_RECORDS 8

struct record {
  atomic_uint sequence; // 0: not published, else its number, from 1
  int writer;
  int subject;
  struct text message;
};

struct log {
  atomic_uint next;
  struct record records[LOG_RECORDS];
};

void log_init(struct log *log);
// The number of the record, from 1.
unsigned log_write(struct log *log, int writer, const char *message, int subject);
// NULL: the record is not published (yet, or any more).
const struct record *log_read(const struct log *log, unsigned number);
bool record_is_sound(const struct record *record);
int log_published(const struct log *log);

#endif
