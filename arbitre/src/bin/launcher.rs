//! A launcher and nothing else, for the tests of this crate, whose programs are none; every program that starts engines is its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    confine::launched().unwrap_or(ExitCode::FAILURE)
}
