//! A room of computers: real championships, bridges, machines and nats-servers.
//!
//! # Layout
//! * `support`: an organiser, and machines that join him.
//! * `whole`: championships that end well. `faults`: what is killed, stopped or cut off meanwhile.
//! * `access`: who may what. `refused`: machines that do not fit. `network`: machines in networks of their own.

mod access;
mod faults;
mod network;
mod refused;
mod support;
mod whole;
