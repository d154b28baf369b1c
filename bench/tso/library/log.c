#include "log.h"

void log_init(struct log *log) {
  atomic_init(&log->next, 0);
  for (int i = 0; i < LOG_RECORDS; i++) {
    struct record *record = &log->records[i];
    atomic_init(&record->sequence, 0);
    record->writer = 0;
    record->subject = -1;
    text_clear(&record->message);
  }
}

unsigned log_write(struct log *log, int writer, const char *message, int subject) {
  unsigned place = atomic_fetch_add_explicit(&log->next, 1, relaxed);
  struct record *record = &log->records[place % LOG_RECORDS];
  record->writer = writer;
  record->subject = subject;
  text_clear(&record->message);
  text_append(&record->message, message);
  text_append_char(&record->message, ' ');
  text_append_hex(&record->message, (uint32_t)subject);
  atomic_store_explicit(&record->sequence, place + 1, publish_order);
  return place + 1;
}

const struct record *log_read(const struct log *log, unsigned number) {
  const struct record *record = &log->records[(number - 1) % LOG_RECORDS];
  if (atomic_load_explicit(&record->sequence, acquire) != number)
    return NULL;
  return record;
}

bool record_is_sound(const struct record *record) {
  if (record->writer == 0 || record->subject < 0 || record->message.cut)
    return false;
  struct text end;
  text_clear(&end);
  text_append_char(&end, ' ');
  text_append_hex(&end, (uint32_t)record->subject);
  int start = record->message.length - end.length;
  if (start <= 0)
    return false;
  for (int i = 0; i < end.length; i++) {
    if (record->message.bytes[start + i] != end.bytes[i])
      return false;
  }
  return true;
}

int log_published(const struct log *log) {
  int count = 0;
  for (unsigned i = 0; i < LOG_RECORDS; i++) {
    if (atomic_load_explicit(&log->records[i].sequence, acquire) != 0)
      count++;
  }
  return count;
}
