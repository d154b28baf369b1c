//! What only the checker can do. It puts functions of its own in the place of these.

/// Shall the model be left out? The checker looks at both.
#[inline(never)]
pub fn leaves_out_model() -> bool {
    std::hint::black_box(false)
}

/// The model is done. For the checker, the thread ends here: what follows is looked at where the model is left out, so
/// that several models in one test are looked at one by one and not in all combinations.
#[inline(never)]
pub fn end_of_model() {
    std::hint::black_box(());
}
