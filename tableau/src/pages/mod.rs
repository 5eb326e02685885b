//! The pages, each with its template.

pub mod analysis;
pub mod contest;
pub mod contestant;
pub mod entrance;
pub mod follow;
pub mod game;
pub mod here;
pub mod home;
pub mod ladder;
pub mod lobby;
pub mod organise;
pub mod pager;
pub mod play;
pub mod records;
pub mod replay;
pub mod rules;
pub mod seat;
pub mod wall;
pub mod wording;
