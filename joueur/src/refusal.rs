//! A server that lets us play nothing, and why: what a wire finds, and the loop and the waiting for another server judge.

/// The server lets us play nothing.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub struct Refused {
    /// Why, as far as it tells.
    pub why: Why,
    /// The same for the person.
    pub words: String,
}

/// Why a server lets somebody play nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Everything is played.
    Over,
    /// Somebody is there under this name.
    Here,
    /// It does not tell.
    Untold,
}
