//! The C library of Labyrinthe and the subject's five programs, compiled and played.
//!
//! # Layout
//! * `build`: builds them as a student does, with `make`, and the test programs of `c/`.
//! * `scene`: a server that follows a script to the byte.
//! * `interface`: what the functions of the library send, receive and give.
//! * `errors`: refusals, nonsense, functions called out of place.
//! * `departures`: a server that goes away or falls silent, in every state.
//! * `makefile`: the header, the shared library, the makefile.
//! * `rules`: the rules of `plateau.c` against the vectors.
//! * `host`: a small server that plays whole games and judges every move with `jeux::labyrinthe`.
//! * `programs`: the programs play on it.
//! * `tournaments`: tournaments end for programs that know nothing of their end.
//! * `real_server`: the library and the programs on the real server.

mod build;
mod departures;
mod errors;
mod host;
mod interface;
mod makefile;
mod programs;
mod real_server;
mod rules;
mod scene;
mod tournaments;
