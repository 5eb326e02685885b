//! The ladder: students hand in engines at any time, and their last good versions play each other until the closing.
//!
//! A ladder is a folder. Three kinds of programs work on it, each writing only what is its own, every file beside and
//! renamed, so that any of them may be killed at any time:
//!
//! * the pages put what students hand in into the `spool`;
//! * the ladder's own program takes it from there, has it compiled, tried and played, and writes everything else;
//! * the organiser's commands change the [settings](Settings) and the [class](Class).
//!
//! ```text
//! echelles/                     the root: the working folder of all three
//!   colonnes-l3/                a ladder
//!     echelle.toml              its settings
//!     eleves.json               the class, with the secrets of its links: private
//!     depots/                   what was handed in and is not taken yet
//!     versions/ana/3/           a version: version.json, rendu/ as handed in, moteur/ as it plays, essai.txt
//!     versions/ana/choix.json   which version plays, or why none does
//!     parties/                  the records of all rencontres
//!     resultats.jsonl           their results, a line each
//!     classement.json           ratings, and what is under way
//!     classement-public.json    the same as everybody may see it: it stays as it is from the freeze on
//! ```
//!
//! # Layout
//! * [`Settings`], [`Class`]: what the organiser decides. [`PlayerId`]: a version of a student, or an engine of the house.
//! * [`spool`]: what was handed in. [`Version`], [`Choice`]: what became an engine.
//! * [`GameLine`], [`Journal`]: results. [`Standings`]: ratings. [`pairing`]: who plays whom next.
//! * [`Ladder`]: all of it, read from its folder and read again when it changes.
//! * [`files`]: how files are written.

#![forbid(unsafe_code)]

mod class;
mod error;
pub mod files;
mod journal;
mod ladder;
pub mod pairing;
mod player;
mod settings;
pub mod spool;
mod standings;
mod version;

pub use class::{Class, Student, Token};
pub use error::LadderError;
pub use journal::{GameLine, Journal, PartieLine, TRIAL};
pub use ladder::{Folder, Ladder, StudentVersions, WAKE, ladders, machines, socket, wake};
pub use player::PlayerId;
pub use settings::{NewLadder, Quota, Settings};
pub use standings::{Against, Standing, Standings, Tallies, Tally, UnderWay};
pub use version::{Choice, Refused, Stage, TrialGame, Version};
