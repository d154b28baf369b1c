//! What reports look like, for hand-made outcomes of each shape.

mod outcomes;
mod schema;
mod text;
