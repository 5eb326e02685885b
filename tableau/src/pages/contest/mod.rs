//! A championship: its ranking, who has met whom, its bracket, its schedule, its curves and its faults.

mod head;
mod live;
mod opening;
pub mod ranking;
mod rows;
pub mod stream;
