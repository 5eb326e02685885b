//! Clients that do everything but what they should, each against the running server: it goes on, and whoever plays by the
//! rules gets a normal, complete rencontre.

#[path = "../common/mod.rs"]
mod common;
mod departures;
mod handshake;
mod late;
mod requests;
mod segments;
