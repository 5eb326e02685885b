//! What an engine is tried for, and what can be wrong with it.

/// A line of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// It starts and says its name.
    Start,
    /// It sends each line at once.
    Flush,
    /// Its moves are legal.
    Legal,
    Time,
    /// It says nothing but messages.
    Lines,
    /// It moves when it is asked to, and once.
    Turn,
    /// It does not end by itself.
    Alive,
    /// One rencontre after the other.
    Again,
    /// `stop` gets the move that is due.
    Stop,
    /// `stop` gets nothing else.
    Crossed,
    /// The move of a game that was given up is still given, before the next game.
    Dropped,
    /// A game is taken up after the moves of `moves=`.
    Moves,
    /// A game that it does not know is refused.
    Unknown,
    /// What it does not know is passed over.
    Ignored,
    /// Lines may be long.
    Long,
    /// `ponder=no` is honoured.
    Ponder,
    /// `quit` ends it.
    Quit,
    /// So does the end of its input.
    Eof,
}

impl Check {
    /// Its word in the ids of the catalogue.
    const fn word(self) -> &'static str {
        match self {
            Check::Start => "start",
            Check::Flush => "flush",
            Check::Legal => "legal",
            Check::Time => "time",
            Check::Lines => "lines",
            Check::Turn => "turn",
            Check::Alive => "alive",
            Check::Again => "again",
            Check::Stop => "stop",
            Check::Crossed => "crossed",
            Check::Dropped => "dropped",
            Check::Moves => "moves",
            Check::Unknown => "unknown",
            Check::Ignored => "ignored",
            Check::Long => "long",
            Check::Ponder => "ponder",
            Check::Quit => "quit",
            Check::Eof => "eof",
        }
    }

    /// What is looked at, in a few words.
    pub fn title(self) -> String {
        i18n::text!(&format!("essai-{}-title", self.word()))
    }

    /// What should have come.
    pub fn expected(self) -> String {
        i18n::text!(&format!("essai-{}-expected", self.word()))
    }

    /// What to do about it.
    pub fn remedy(self) -> String {
        i18n::text!(&format!("essai-{}-remedy", self.word()))
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialFault {
    /// What it is a fault of, whatever was being tried.
    pub check: Check,
    /// The last lines that the engine was sent, in order: three at most.
    pub sent: Vec<String>,
    /// What came, in words.
    pub came: String,
    /// The end of its log, where it has ended.
    pub log: String,
}
