//! What is looked for in an execution beyond what the program itself reports.

pub mod end;
