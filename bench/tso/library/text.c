#include "text.h"

void text_clear(struct text *text) {
  text->length = 0;
  text->cut = false;
  text->bytes[0] = '\0';
}

void text_append_char(struct text *text, char byte) {
  if (text->length + 1 >= TEXT_SIZE) {
    text->cut = true;
    return;
  }
  text->bytes[text->length++] = byte;
  text->bytes[text->length] = '\0';
}

void text_append(struct text *text, const char *bytes) {
  for (int i = 0; bytes[i] != '\0'; i++)
    text_append_char(text, bytes[i]);
}

void text_append_number(struct text *text, int number) {
  char digits[12];
  int count = 0;
  unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0)
    text_append_char(text, '-');
  while (count > 0)
    text_append_char(text, digits[--count]);
}

void text_append_hex(struct text *text, uint32_t number) {
  static const char digits[] = "0123456789abcdef";
  bool started = false;
  for (int shift = 28; shift >= 0; shift -= 4) {
    unsigned digit = number >> shift & 15;
    if (digit == 0 && !started && shift > 0)
      continue;
    started = true;
    text_append_char(text, digits[digit]);
  }
}

bool text_equals(const struct text *text, const char *bytes) {
  int i = 0;
  while (i < text->length && bytes[i] != '\0') {
    if (text->bytes[i] != bytes[i])
      return false;
    i++;
  }
  return i == text->length && bytes[i] == '\0';
}

bool text_same(const struct text *left, const struct text *right) {
  if (left->length != right->length)
    return false;
  for (int i = 0; i < left->length; i++) {
    if (left->bytes[i] != right->bytes[i])
      return false;
  }
  return true;
}

void text_copy(struct text *to, const struct text *from) {
  to->length = from->length;
  to->cut = from->cut;
  for (int i = 0; i <= from->length; i++)
    to->bytes[i] = from->bytes[i];
}

// A shift, add and multiply hash; spread over all bits at the end.
uint32_t text_hash(const struct text *text) {
  uint32_t hash = 5381;
  for (int i = 0; i < text->length; i++)
    hash = hash * 33 + (unsigned char)text->bytes[i];
  return hash_number(hash);
}

uint32_t hash_number(uint32_t number) {
  number ^= number >> 15;
  number *= 0x2c1b3c6du;
  number ^= number >> 12;
  number *= 0x297a2d39u;
  number ^= number >> 15;
  return number;
}
