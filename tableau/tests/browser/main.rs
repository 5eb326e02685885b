//! The pages as people have them: in a real browser.

#[path = "../common/mod.rs"]
mod common;
#[path = "../http/played/mod.rs"]
mod played;

mod adviser;
mod axe;
mod bracket;
mod chrome;
mod ladder;
mod layout;
mod offline;
mod organise;
mod pages;
mod people;
mod play;
mod publish;
mod replay;
mod reveal;
mod stage;
mod tour;
mod watch;
