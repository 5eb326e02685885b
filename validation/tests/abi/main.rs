//! The C library as C and C++ programs see it: compiled with its headers, linked with either of its forms, and run.

#[path = "../commun/mod.rs"]
mod commun;
mod compiler;
mod headers;
mod installee;
mod serveur;
mod verdicts;
