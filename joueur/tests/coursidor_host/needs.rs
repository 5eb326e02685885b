//! What single tests need: a player that is a few lines, the headers of GSL.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use crate::build::built;

/// The player that this text is.
pub fn written(name: &str, text: &str, libraries: &[&str]) -> PathBuf {
    let mut file = tempfile::Builder::new().prefix(name).suffix(".c").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    built(name, file.path(), libraries)
}

/// Whether the headers of GSL are there; else the test is left out, and `tests.sh` counts it so.
pub fn gsl(test: &str) -> bool {
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        let mut compiler = Command::new("cc");
        compiler.args(
            ["stddef.h", "stdio.h", "gsl/gsl_spmatrix.h"].iter().flat_map(|header| ["-include", header]),
        );
        compiler.args(["-fsyntax-only", "-x", "c", "/dev/null"]);
        compiler.output().expect("cc").status.success()
    });
    if !*THERE {
        // Not by a macro: those are heard of failed tests only.
        writeln!(io::stderr(), "OMIS coursidor_host::{test} : il manque la GSL (paquet libgsl-dev)")
            .expect("written");
    }
    *THERE
}
