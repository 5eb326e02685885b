//! The pages over HTTP, family by family: one program, since each costs its time to link.

#[path = "../common/mod.rs"]
mod common;

mod api;
mod contest;
mod cuts;
mod game;
mod game_analysis;
mod game_live;
mod host;
mod ladder;
mod ladder_deposits;
mod languages;
mod lobby;
mod logs;
mod organise;
mod pages;
mod play;
mod played;
mod publish;
mod reveal;
mod schema;
mod seat;
mod secrets;
mod shortage;
mod wall;
