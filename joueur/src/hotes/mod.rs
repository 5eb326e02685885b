//! Hosts: they make engines of the line protocol of players that are shared libraries.
//!
//! # Layout
//! * `guard`: the host itself. It speaks to the referee and loads nothing; each game has a process of its own for the library, whose
//!   end it reports, whatever it was. It knows no game.
//! * `inside`: what that process does around the calls into the library, whatever the game. `library`: what it asks of one.
//! * `loading`: dlopen, with what goes wrong as data. `name`: what is shown of the name that a library gives.
//! * `hosting`: which of the two this process is.
//! * `coursidor`, `sphinx`: the libraries of a game each.

mod child_side;
pub mod coursidor;
mod crash_guard;
mod hosting;
mod library;
mod loading;
pub mod sphinx;
