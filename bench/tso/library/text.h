// Text in a buffer of fixed size, and hashes of it. No thread shares a buffer while it is written.
#ifndef LIBRARY_TEXT_H
#define LIBRARY_TEXT_H

#include "platform.h"

#define TEXT_SIZE 16

struct text {
  int length;
  bool cut; // something did not fit
  char bytes[TEXT_SIZE];
};

void text_clear(struct text *text);
void text_append(struct text *text, const char *bytes);
void text_append_char(struct text *text, char byte);
void text_append_number(struct text *text, int number);
void text_append_hex(struct text *text, uint32_t number);
bool text_equals(const struct text *text, const char *bytes);
bool text_same(const struct text *left, const struct text *right);
void text_copy(struct text *to, const struct text *from);
uint32_t text_hash(const struct text *text);
uint32_t hash_number(uint32_t number);

#endif
