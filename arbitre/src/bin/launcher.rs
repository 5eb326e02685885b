//! A launcher for the tests of this crate; every program that starts engines is its own launcher.

use std::process::ExitCode;

fn main() -> ExitCode {
    confine::launched().unwrap_or(ExitCode::FAILURE)
}
