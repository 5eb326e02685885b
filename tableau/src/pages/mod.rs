//! The pages, each with its template.

pub mod contest;
pub mod entrance;
pub mod fault;
pub mod home;
pub mod moments;
pub mod play;
pub mod seat;
