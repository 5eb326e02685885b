//! The pages, each with its template.

pub mod entrance;
pub mod home;
