//! What reports look like, for hand-made outcomes of each shape.

mod formats;
mod outcomes;
mod saved;
mod schema;
mod text;
