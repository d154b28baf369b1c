// Tests for loom and panics.
#ifndef RUST_LOOM_H
#define RUST_LOOM_H

// The main thread panics.
void tp_rust_panics(void);

#endif
