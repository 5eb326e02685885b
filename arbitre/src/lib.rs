//! The referee: players' seats, deadlines, the match loop, faults and records. The same for every game.
//!
//! # Layout
//! * [`judge`]: a move as it comes, and who judges it; `bounded`: so many moves at most. [`game`]: any game without its types. [`registry`]: all of them.
//! * [`match_loop`]: asks whose turn it is, waits a bounded time, has the move judged, tells both sides and writes down what
//!   happened. It knows no protocol and no rule. [`rencontre`]: one or several games between two players.
//! * [`seat`]: where a player sits ([`seat::Seat`]), and what can go wrong there ([`seat::NoMove`]). [`random_seat`]: a player of any game. [`player_view`]: what a person sees of a game.
//! * [`host`]: the process that plays a rencontre, and the pool of them that whoever wants one played has.
//! * [`engine`]: programs behind the engine line protocol, and the seat for them.
//! * [`reception`]: how players by network come in.
//! * [`record`]: what is written down, its JSON form, and how it gets on disk; [`committer`]: beside a loop, with a [write-ahead log](`write_ahead`). [`replay`]: verifying it with the rules.
//!   [`comparison`]: of two records. [`notes`]: exact marks, where the game is solved. [`analysis`]: what positions and moves are worth.
//! * [`live`]: a rencontre for those who watch it while it is played. [`audience`]: what they may know of it. [`reasons`]: what `ipc` and `confine` report, as reasons.
//! * [`logger`](fn@logger): the log of a program.
//! * [`jeux`]: what single games bring: their line of the registry, and their wires.

#![deny(unsafe_code)]

pub mod analysis;
pub mod audience;
mod bounded;
pub mod committer;
pub mod comparison;
pub mod engine;
pub mod game;
pub mod host;
pub mod jeux;
pub mod judge;
pub mod live;
mod logger;
pub mod match_loop;
pub mod notes;
pub mod place;
pub mod player_view;
pub mod random_seat;
pub mod reasons;
pub mod reception;
pub mod record;
pub mod registry;
pub mod rencontre;
pub mod replay;
pub mod seat;
pub mod write_ahead;

pub use logger::logger;
