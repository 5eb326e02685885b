//! What is checked, and what can be wrong.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// It starts and says its name.
    Start,
    /// It flushes each line.
    Flush,
    /// Its moves are legal.
    Legal,
    Time,
    /// It writes only messages.
    Lines,
    /// It moves when asked, and once.
    Turn,
    /// It does not end by itself.
    Alive,
    /// It plays one rencontre after the other.
    Again,
    /// `stop` gets the pending move.
    Stop,
    /// `stop` gets nothing else.
    Crossed,
    /// The move of an abandoned game still comes, before the next game.
    Dropped,
    /// It takes up a game after the moves of `moves=`.
    Moves,
    /// It refuses an unknown game.
    Unknown,
    /// It ignores unknown messages.
    Ignored,
    /// It reads long lines.
    Long,
    /// It honours `ponder=no`.
    Ponder,
    /// It ends on `quit`.
    Quit,
    /// It ends at the end of its input.
    Eof,
}

/// What a fault in a point means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// It loses games.
    Required,
    /// It loses none: a referee copes with it.
    Manners,
}

impl Weight {
    /// The heading of its points.
    pub fn heading(self) -> String {
        match self {
            Weight::Required => i18n::text!("essai-required"),
            Weight::Manners => i18n::text!("essai-manners"),
        }
    }
}

impl Check {
    pub const fn weight(self) -> Weight {
        match self {
            Check::Unknown | Check::Ponder | Check::Quit | Check::Eof => Weight::Manners,
            _ => Weight::Required,
        }
    }

    /// Whether it is about the lines of the protocol, which the host of a shared library reads and writes for it; a
    /// library begins every game at its beginning.
    pub const fn of_lines(self) -> bool {
        !matches!(self, Check::Start | Check::Legal | Check::Time | Check::Alive | Check::Again)
    }

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

    /// What is checked, in a few words.
    pub fn title(self) -> String {
        i18n::text!(&format!("essai-{}-title", self.word()))
    }

    /// What should have come.
    pub fn expected(self) -> String {
        i18n::text!(&format!("essai-{}-expected", self.word()))
    }

    /// How to fix it.
    pub fn remedy(self) -> String {
        i18n::text!(&format!("essai-{}-remedy", self.word()))
    }
}

/// A fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialFault {
    /// The check that it fails, during any trial.
    pub check: Check,
    /// The last lines sent to the engine, three at most.
    pub sent: Vec<String>,
    /// What came, in words.
    pub came: String,
    /// The end of its log, if it ended.
    pub log: String,
    /// The position that it was in: its picture, and the line that announces it.
    pub position: Option<(String, String)>,
    /// What came says already what to do.
    pub advised: bool,
}
