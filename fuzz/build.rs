//! The messages of machines name the version of their sources.

fn main() {
    println!("cargo::rustc-env=ARBITRE_SOURCES=fuzz");
}
