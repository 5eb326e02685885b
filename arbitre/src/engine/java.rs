//! Engines in Java that come with a game.

/// An engine in Java that belongs to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JavaEngine {
    /// Its archive.
    pub archive: &'static str,
    /// The class of the program that speaks the engine protocol.
    pub program: &'static str,
    /// The class with the methods `recevoir` and `emettre`, as the JVM writes its name.
    pub class: &'static str,
}
