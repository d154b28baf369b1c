//! See ARCHITECTURE.md.

pub mod corpus;
