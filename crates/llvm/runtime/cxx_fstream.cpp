// std::ifstream, std::ofstream and std::fstream. No file exists: whoever wants to read one is told that it is not there, and so
// is the user. What is written to a new one is output like any other.
#include "streams.h"
#include "tp.h"
#include <string>

extern "C" {
extern const void *const tp_ifstream[4];
extern const void *const tp_ofstream[4];
extern const void *const tp_fstream_in[4];
extern const void *const tp_fstream_out[4];
}

namespace {

enum { FAILED = 4, DECIMAL = 2, SKIP_SPACE = 4096, OUTPUT_OF_FSTREAM = 16, READS = 8 };

void begin(void *self, const void *const *table) {
    stream *s = static_cast<stream *>(self);
    s->table = table + 3;
    *ios_of(s) = {nullptr, 6, 0, DECIMAL | SKIP_SPACE, 0, 0};
}

// Behind the tables, in the place of the stream buffer.
bool &is_open(void *self) { return *reinterpret_cast<bool *>(static_cast<char *>(self) + 32); }

void open_to_read(void *self) {
    __tp_note("files are not modelled: each that the program looks for was taken for missing");
    ios_of(static_cast<stream *>(self))->state |= FAILED;
}
void open_to_write(void *self) { is_open(self) = true; }

void begin_in(void *self) {
    begin(self, tp_ifstream);
    is_open(self) = false;
}
void begin_out(void *self) {
    begin(self, tp_ofstream);
    is_open(self) = false;
}
void begin_both(void *self) {
    begin(self, tp_fstream_in);
    reinterpret_cast<stream *>(static_cast<char *>(self) + OUTPUT_OF_FSTREAM)->table = tp_fstream_out + 3;
    is_open(self) = false;
}
void open_in(void *self, int) { open_to_read(self); }
void open_out(void *self, int mode) {
    if (mode & READS)
        open_to_read(self);
    else
        open_to_write(self);
}

void close(void *self) {
    if (!is_open(self))
        ios_of(static_cast<stream *>(self))->state |= FAILED;
    is_open(self) = false;
}

} // namespace

#define MEMBER(type, name, parameters, label)                                                     \
    __attribute__((weak)) type name parameters __asm__(label);                                    \
    type name parameters

#define FILE_STREAM(prefix, mangled, BEGIN, OPEN)                                                 \
    MEMBER(void, prefix##_begin, (void *self), "_ZNSt" mangled "C1Ev") { BEGIN(self); }           \
    MEMBER(void, prefix##_begin_file, (void *self, const char *, int mode), "_ZNSt" mangled "C1EPKcSt13_Ios_Openmode") { \
        BEGIN(self);                                                                              \
        OPEN(self, mode);                                                                         \
    }                                                                                             \
    MEMBER(void, prefix##_begin_named, (void *self, const std::string &, int mode),               \
           "_ZNSt" mangled "C1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode") {       \
        BEGIN(self);                                                                              \
        OPEN(self, mode);                                                                         \
    }                                                                                             \
    MEMBER(void, prefix##_end, (void *self), "_ZNSt" mangled "D1Ev") { (void)self; }              \
    MEMBER(void, prefix##_open, (void *self, const char *, int mode), "_ZNSt" mangled "4openEPKcSt13_Ios_Openmode") {    \
        OPEN(self, mode);                                                                         \
    }                                                                                             \
    MEMBER(void, prefix##_open_named, (void *self, const std::string &, int mode),                \
           "_ZNSt" mangled "4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode") {    \
        OPEN(self, mode);                                                                         \
    }                                                                                             \
    MEMBER(void, prefix##_close, (void *self), "_ZNSt" mangled "5closeEv") { close(self); }       \
    MEMBER(bool, prefix##_is_open, (void *self), "_ZNSt" mangled "7is_openEv") { return is_open(self); }                 \
    MEMBER(bool, prefix##_is_open_const, (void *self), "_ZNKSt" mangled "7is_openEv") { return is_open(self); }

FILE_STREAM(in, "14basic_ifstreamIcSt11char_traitsIcEE", begin_in, open_in)
FILE_STREAM(out, "14basic_ofstreamIcSt11char_traitsIcEE", begin_out, open_out)
FILE_STREAM(both, "13basic_fstreamIcSt11char_traitsIcEE", begin_both, open_out)
