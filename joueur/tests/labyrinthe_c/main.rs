//! The C library of Labyrinthe and the subject's five programs, compiled and played.
//!
//! # Layout
//! * `construction`: builds them as a student does, with `make`, and the test programs of `c/`.
//! * `scene`: a server that follows a script to the byte.
//! * `interface`: what the functions of the library send, receive and give.
//! * `erreurs`: refusals, nonsense, functions called out of place.
//! * `departs`: a server that goes away or falls silent, in every state.
//! * `fabrication`: the header, the shared library, the makefile.
//! * `regles`: the rules of `plateau.c` against the vectors.
//! * `hote`: a small server that plays whole games and judges every move with `jeux::labyrinthe`.
//! * `programmes`: the programs play on it.
//! * `tournois`: tournaments end for programs that know nothing of their end.
//! * `en_vrai`: the library and the programs on the real server.

mod construction;
mod departs;
mod en_vrai;
mod erreurs;
mod fabrication;
mod hote;
mod interface;
mod programmes;
mod regles;
mod scene;
mod tournois;
