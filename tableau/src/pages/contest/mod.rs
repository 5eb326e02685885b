//! A championship: its ranking, who has met whom, its bracket, its schedule, its curves and its faults.

pub mod bracket;
pub mod curves;
pub mod decisions;
pub mod faults;
pub mod grid;
pub mod head;
pub mod live;
pub mod presence;
pub mod programme;
pub mod ranking;
pub mod reveal;
pub mod stream;
