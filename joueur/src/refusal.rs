//! Why a server refuses to let us play.

/// The server refuses to let us play.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub struct Refused {
    /// As far as the server says.
    pub why: Why,
    /// The same for the person.
    pub words: String,
}

/// A server's reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Everything is played.
    Over,
    /// A player of this name is there.
    Here,
    /// Unknown.
    Untold,
}
