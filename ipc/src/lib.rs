//! Processes of one machine and what passes between them. Knows no game and no referee.
//!
//! * [`channel`]: typed messages with descriptors over a socket pair.
//! * [`wait`]: deadlines on the monotonic clock, and waiting for descriptors until then.
//! * [`control`]: requests to a running program, over a Unix socket. [`socket_path`]: addresses of such sockets.
//! * [`process`]: signals through a descriptor, child processes and how they end.
//! * [`sidecar`]: a program that runs beside this one and ends with it, and its output line by line.

#![deny(unsafe_code)]

pub mod channel;
pub mod control;
pub mod process;
pub mod sidecar;
pub mod socket_path;
pub mod wait;
