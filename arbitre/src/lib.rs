//! The referee: players' seats, deadlines, the match loop, faults and records. The same for every game.
//!
//! # Layout
//! * [`party`]: the match loop. It asks whose turn it is, waits a bounded time, has the move judged, tells both
//!   sides and writes down what happened. It knows no protocol and no rule.
//! * [`game`]: what the loop must know of a game ([`game::Game`]).
//! * [`seat`]: where a player sits ([`seat::Seat`]), and what can go wrong there ([`seat::Fault`]).
//! * [`wait`]: deadlines on the monotonic clock, and waiting for descriptors until then.
//! * [`record`]: what is written down, its JSON form, and how it gets on disk.
//! * [`engine`]: programs behind the engine line protocol, and the seat for them.
//! * [`colonnes`]: Colonnes de trois: its game, the seat for its C protocol over TCP, the rencontre of two parties.

#![deny(unsafe_code)]

pub mod colonnes;
pub mod engine;
pub mod game;
pub mod party;
pub mod record;
pub mod seat;
pub mod wait;
