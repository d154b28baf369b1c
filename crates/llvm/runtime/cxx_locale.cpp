// std::locale with the two facets that regular expressions ask for, those of the "C" locale. There is no other locale.
//
// The facets are data and not objects that somebody has to create: no thread comes first. They are laid out as the system's
// library lays them out, with its own tables of virtual functions.

// What the system's library has compiled already is compiled here, since that library is not part of a checked program.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include "tp.h"
#include <cstring>
#include <locale>

extern "C" {
extern const unsigned short tp_classes[384];
extern const int32_t tp_lowers[384];
extern const int32_t tp_uppers[384];
extern const void *const _ZTVSt5ctypeIcE[];
extern const void *const _ZTV12tp_collation[];
// `ctype<char>::id` and `collate<char>::id`. As objects of their class they would have a constructor, which would run
// in every program.
WEAK size_t _ZNSt5ctypeIcE2idE;
WEAK size_t _ZNSt7__cxx117collateIcE2idE;
}

namespace {

// Where objects point to in such a table, and index 0 in the tables of characters.
enum { FIRST_FUNCTION = 2, ZERO = 128 };

struct characters {
    const void *const *functions;
    int references;
    const void *system;
    bool owns_table;
    const int32_t *upper, *lower;
    const unsigned short *table;
    char is_widened, widened[256], narrowed[256], is_narrowed;
};

struct collation {
    const void *const *functions;
    int references;
    const void *system;
};

struct facets {
    int references;
    const void *const *all;
    size_t count;
};

#define FOUR(c) (char)(c), (char)((c) + 1), (char)((c) + 2), (char)((c) + 3)
#define SIXTEEN(c) FOUR(c), FOUR((c) + 4), FOUR((c) + 8), FOUR((c) + 12)
#define SIXTY_FOUR(c) SIXTEEN(c), SIXTEEN((c) + 16), SIXTEEN((c) + 32), SIXTEEN((c) + 48)
#define ALL SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192)

// All is widened and narrowed already, so that nobody writes here.
const characters the_characters = {_ZTVSt5ctypeIcE + FIRST_FUNCTION,
                                   1,
                                   nullptr,
                                   false,
                                   tp_uppers + ZERO,
                                   tp_lowers + ZERO,
                                   tp_classes + ZERO,
                                   1,
                                   {ALL},
                                   {ALL},
                                   1};
const collation the_collation = {_ZTV12tp_collation + FIRST_FUNCTION, 1, nullptr};
const void *const all_facets[] = {&the_characters, &the_collation};
const facets the_facets = {1, all_facets, 2};

int sign(int number) { return number < 0 ? -1 : number > 0; }

} // namespace

static_assert(sizeof(characters) == sizeof(std::ctype<char>), "as the system has it");
static_assert(sizeof(collation) == sizeof(std::collate<char>), "as the system has it");

namespace std {

WEAK locale::locale() noexcept : _M_impl((_Impl *)&the_facets) {}
WEAK locale::locale(const locale &) noexcept : _M_impl((_Impl *)&the_facets) {}
WEAK locale::~locale() noexcept {}
WEAK const locale &locale::operator=(const locale &) noexcept { return *this; }
WEAK bool locale::operator==(const locale &) const noexcept { return true; }
WEAK locale locale::global(const locale &) { return locale(); }
WEAK const locale &locale::classic() {
    static const facets *const only = &the_facets;
    return *(const locale *)&only;
}
WEAK string locale::name() const { return "C"; }
WEAK size_t locale::id::_M_id() const noexcept {
    const void *name = this;
    return name == &_ZNSt5ctypeIcE2idE ? 0 : name == &_ZNSt7__cxx117collateIcE2idE ? 1 : 2;
}

WEAK locale::facet::~facet() {}
WEAK __c_locale locale::facet::_S_get_c_locale() { return __c_locale(); }
WEAK __c_locale locale::facet::_S_clone_c_locale(__c_locale &one) noexcept { return one; }
WEAK void locale::facet::_S_destroy_c_locale(__c_locale &) {}

WEAK ctype<char>::~ctype() {}
WEAK char ctype<char>::do_toupper(char c) const { return (char)_M_toupper[(unsigned char)c]; }
WEAK char ctype<char>::do_tolower(char c) const { return (char)_M_tolower[(unsigned char)c]; }
WEAK const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from < to; from++)
        *from = do_toupper(*from);
    return to;
}
WEAK const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from < to; from++)
        *from = do_tolower(*from);
    return to;
}
WEAK void ctype<char>::_M_widen_init() const {}
WEAK void ctype<char>::_M_narrow_init() const {}

template <> WEAK int collate<char>::_M_compare(const char *a, const char *b) const noexcept {
    return sign(strcmp(a, b));
}
template <>
WEAK size_t collate<char>::_M_transform(char *to, const char *from, size_t room) const noexcept {
    size_t length = strlen(from);
    for (size_t i = 0; i < room && i <= length; i++)
        to[i] = from[i];
    return length;
}
template int collate<char>::compare(const char *, const char *, const char *, const char *) const;
template string collate<char>::transform(const char *, const char *) const;
template long collate<char>::hash(const char *, const char *) const;

} // namespace std

// Characters are in the order of their numbers, so that what is compared is the text itself.
struct tp_collation : std::collate<char> {
    std::string do_transform(const char *begin, const char *end) const override;
};
std::string tp_collation::do_transform(const char *begin, const char *end) const {
    return std::string(begin, end);
}

extern "C" {
WEAK const void *_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale(const void *) { return &the_characters; }
WEAK bool _ZSt9has_facetISt5ctypeIcEEbRKSt6locale(const void *) { return true; }
WEAK const void *_ZSt9use_facetINSt7__cxx117collateIcEEERKT_RKSt6locale(const void *) {
    return &the_collation;
}
WEAK bool _ZSt9has_facetINSt7__cxx117collateIcEEEbRKSt6locale(const void *) { return true; }
}
