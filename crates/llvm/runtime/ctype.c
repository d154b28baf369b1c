// <ctype.h> of the "C" locale, as functions and as glibc's tables for the macros.
#include "tp.h"
#include <ctype.h>

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isascii
#undef toascii
#undef tolower
#undef toupper

#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define HEX(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define SPACE(c) ((c) == ' ' || IN(c, '\t', '\r'))
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define GRAPH(c) IN(c, '!', '~')
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define CONTROL(c) (IN(c, 0, 31) || (c) == 127)

WEAK int isupper(int c) { return UPPER(c); }
WEAK int islower(int c) { return LOWER(c); }
WEAK int isalpha(int c) { return ALPHA(c); }
WEAK int isdigit(int c) { return DIGIT(c); }
WEAK int isxdigit(int c) { return HEX(c); }
WEAK int isalnum(int c) { return ALPHA(c) || DIGIT(c); }
WEAK int isspace(int c) { return SPACE(c); }
WEAK int isblank(int c) { return BLANK(c); }
WEAK int isgraph(int c) { return GRAPH(c); }
WEAK int isprint(int c) { return GRAPH(c) || c == ' '; }
WEAK int ispunct(int c) { return GRAPH(c) && !ALPHA(c) && !DIGIT(c); }
WEAK int iscntrl(int c) { return CONTROL(c); }
WEAK int isascii(int c) { return IN(c, 0, 127); }
WEAK int toascii(int c) { return c & 127; }
WEAK int tolower(int c) { return UPPER(c) ? c + 32 : c; }
WEAK int toupper(int c) { return LOWER(c) ? c - 32 : c; }

// The tables have indices -128 to 255; bytes from 128 on belong to no class.
#define CLASS(c)                                                                                  \
    ((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) | (ALPHA(c) ? _ISalpha : 0) |          \
     (DIGIT(c) ? _ISdigit : 0) | (HEX(c) ? _ISxdigit : 0) | (SPACE(c) ? _ISspace : 0) |           \
     (GRAPH(c) || (c) == ' ' ? _ISprint : 0) | (GRAPH(c) ? _ISgraph : 0) |                        \
     (BLANK(c) ? _ISblank : 0) | (CONTROL(c) ? _IScntrl : 0) |                                    \
     (GRAPH(c) && !ALPHA(c) && !DIGIT(c) ? _ISpunct : 0) | (ALPHA(c) || DIGIT(c) ? _ISalnum : 0))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : (c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : (c))

#define FOUR(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define SIXTEEN(f, c) FOUR(f, c), FOUR(f, (c) + 4), FOUR(f, (c) + 8), FOUR(f, (c) + 12)
#define SIXTY_FOUR(f, c) SIXTEEN(f, c), SIXTEEN(f, (c) + 16), SIXTEEN(f, (c) + 32), SIXTEEN(f, (c) + 48)
#define ALL(f)                                                                                    \
    SIXTY_FOUR(f, -128), SIXTY_FOUR(f, -64), SIXTY_FOUR(f, 0), SIXTY_FOUR(f, 64),                 \
        SIXTY_FOUR(f, 128), SIXTY_FOUR(f, 192)

const unsigned short tp_classes[384] = {ALL(CLASS)};
const int32_t tp_lowers[384] = {ALL(TO_LOWER)};
const int32_t tp_uppers[384] = {ALL(TO_UPPER)};

static const unsigned short *const classes_at_zero = tp_classes + 128;
static const int32_t *const lowers_at_zero = tp_lowers + 128;
static const int32_t *const uppers_at_zero = tp_uppers + 128;

WEAK const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_zero; }
WEAK const int32_t **__ctype_tolower_loc(void) { return (const int32_t **)&lowers_at_zero; }
WEAK const int32_t **__ctype_toupper_loc(void) { return (const int32_t **)&uppers_at_zero; }
