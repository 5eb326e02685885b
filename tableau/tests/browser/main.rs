//! The pages as people have them: in a real browser.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "tests without a browser ask by themselves")]
mod common;

mod adviser;
mod axe;
mod chrome;
mod pages;
mod people;
mod play;
mod stage;
mod tour;
