//! A ladder: its ranking, what students hand in, their versions and games, and the organiser's view.
//!
//! * [`door`]: who comes in. [`entrance`]: the form for a secret. [`head`]: what all its pages begin with.
//! * [`ranking`], [`own`], [`version`], [`student`], [`organise`]: the pages. [`game`]: a game. [`play`]: playing against an
//!   engine. [`download`]: what was handed in, as a file. [`stream`]: updates of open pages.
//! * [`wording`]: names, ratings and results in words.

pub mod door;
pub mod download;
pub mod entrance;
pub mod game;
pub mod head;
pub mod organise;
pub mod own;
pub mod play;
pub mod ranking;
pub mod stream;
pub mod student;
pub mod version;
pub mod wording;
