//! Whole championships through the real program.
//!
//! # Layout
//! * `support`: the program in a folder of its own, descriptions, what it has recorded.
//! * `beginning`: engines tried before round 1; how they start, and what they log. `screen`: the organiser's terminal.
//! * `trial`: engines tried by whole games, a plan, and a beginning without some.
//! * `whole`: championships of engines, of every game: finished, killed, resumed, refused.
//! * `faults`: engines that crash, kill their referee or suspend it; records that lie; nothing left of what the system gives.
//! * `import`: the list of a class, and the championship that is played with it. `submissions`: its submissions, the same.
//! * `ranking`: rankings on a terminal and in a pipe, of a championship under way too.
//! * `description`: the reference of descriptions, and its samples. `place`: where results are kept, and what is said of them.
//! * `decisions`: the organiser, who decides, pauses and asks. `board`: the program that shows pages.
//! * `exports`: what contestants take home. `comparison`: of two championships.
//! * `cuts`: power cuts. `shortage`: nothing left of what the system gives, at any place.
//! * `network`: contestants by network, with both wires; a server that sends them.

mod beginning;
mod board;
mod clock;
mod comparison;
mod cuts;
mod decisions;
mod description;
mod exports;
mod faults;
mod import;
mod network;
mod place;
mod playoffs;
mod ranking;
mod screen;
mod shortage;
mod submissions;
mod support;
mod trial;
mod whole;
