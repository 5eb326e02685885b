//! The C library as C and C++ programs see it: compiled with its headers, linked with either of its forms, and run.

#[path = "../common/mod.rs"]
mod common;
mod compiler;
mod headers;
mod installed;
mod server;
mod verdicts;
