//! Hosts that make engines of the line protocol out of players in shared libraries.
//!
//! # Layout
//! * `crash_guard`: the host itself. It talks to the referee and loads nothing: each game runs in a process of its own,
//!   whose end it reports, however it ended. It knows no game.
//! * `child_side`: what that process does around the calls into the library. `library`: what it asks of one.
//! * `loading`: dlopen, with its failures as data.
//! * `hosting`: which of the two this process is.
//! * `coursidor`, `sphinx`: the libraries of one game each.

mod child_side;
pub mod coursidor;
mod crash_guard;
mod hosting;
mod library;
mod loading;
pub mod sphinx;
