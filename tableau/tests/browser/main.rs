//! The pages as people have them: in a real browser.

#[path = "../common/mod.rs"]
mod common;

mod adviser;
mod axe;
mod chrome;
mod pages;
mod people;
mod play;
mod stage;
mod tour;
