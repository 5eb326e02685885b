//! Processes of one machine and their communication. Knows no game and no referee.
//!
//! * [`channel`]: typed messages with descriptors over a socket pair.
//! * [`wait`]: deadlines on the monotonic clock, and waiting for descriptors.
//! * [`control`]: requests to a running program, over a Unix socket. [`socket_path`]: addresses of
//!   such sockets.
//! * [`process`]: signals through a descriptor, child processes and their ends.
//! * [`sidecar`]: a companion program that ends with this one, and its output line by line.

#![deny(unsafe_code)]

pub mod channel;
pub mod control;
pub mod process;
pub mod sidecar;
pub mod socket_path;
pub mod wait;
