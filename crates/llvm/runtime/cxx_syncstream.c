// std::osyncstream. Its text is kept as that of a string stream is, and emitted at once. What is emitted to std::cout and its like
// is output and orders no threads; what is emitted to a string stream is appended in one step.
#include "streams.h"
#include "tp.h"

enum { IOS_OFFSET = 200, DECIMAL = 2, SKIP_SPACE = 4096 };

WEAK const void *const tp_osyncstream[4] = {(const void *)IOS_OFFSET, 0, 0, 0};

// The first bytes of a std::osyncstream.
struct synced {
    struct stream stream;
    struct text text;
    struct stream *wrapped;
};

// All emissions to string streams are in one order.
static uint32_t order;

static void open_synced(struct synced *self, struct stream *wrapped) {
    *self = (struct synced){{tp_osyncstream + 3}, {0, 0, 0, 0, 0}, wrapped};
    *ios_of(&self->stream) = (struct ios){0, 6, 0, DECIMAL | SKIP_SPACE, 0, 0};
}

static void emit(struct synced *self) {
    struct text *text = &self->text;
    if (!text->length)
        return;
    struct text *to = self->wrapped ? tp_text(self->wrapped) : 0;
    if (to) {
        __tp_atomic_begin();
        tp_store(&order, tp_load(&order) + 1);
        tp_append(to, text->data, text->length);
        __tp_atomic_end();
    } else {
        __tp_print("%.*s", (int)text->length, text->data);
    }
    text->length = 0;
}

static void close_synced(struct synced *self) {
    emit(self);
    if (self->text.data)
        __tp_free(self->text.data);
    self->text.data = 0;
}

WEAK void __tp_instead__ZNSt17basic_osyncstreamIcSt11char_traitsIcESaIcEEC1ERSo(struct synced *self, struct stream *s) {
    open_synced(self, s);
}
// Of a stream buffer it is not known which stream has it: those that write to strings have none that a program could get.
WEAK void __tp_instead__ZNSt17basic_osyncstreamIcSt11char_traitsIcESaIcEEC1EPSt15basic_streambufIcS1_E(
    struct synced *self, void *buffer) {
    (void)buffer;
    open_synced(self, 0);
}
WEAK void __tp_instead__ZNSt17basic_osyncstreamIcSt11char_traitsIcESaIcEED1Ev(struct synced *self) { close_synced(self); }
WEAK void __tp_instead__ZNSt17basic_osyncstreamIcSt11char_traitsIcESaIcEED0Ev(struct synced *self) {
    close_synced(self);
    __tp_free(self);
}
WEAK void __tp_instead__ZNSt17basic_osyncstreamIcSt11char_traitsIcESaIcEE4emitEv(struct synced *self) { emit(self); }
