//! Why something was refused or failed, as data.

use std::any::{type_name, type_name_of_val};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::without_folders;

/// A code, its arguments and what it comes from. The sentence for people is the catalogue's affair, at the edge of the
/// programs; what a program branches on is a variant of an error of its own, never a code.
///
/// It is stored and sent as it is. Its written form, `code` or `code: first; second; cause`, is for logs, for the
/// `error` of an engine, and for those who read records without knowing of reasons.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// Small letters, digits and hyphens, such as `not-neighbours`.
    pub code: String,
    /// What the sentence speaks of, in an order that goes with the code: cells, numbers, names, the end of a log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The reason of this reason. A sentence has it as one argument more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<Reason>>,
}

impl Reason {
    const TEXT: &'static str = "text";

    /// A reason that speaks of nothing in particular.
    pub fn new(code: &str) -> Self {
        Reason { code: code.to_owned(), args: Vec::new(), cause: None }
    }

    /// A text that says it already: of the database, or a sentence of an older record.
    pub fn text(text: impl fmt::Display) -> Self {
        Reason::new(Self::TEXT).with(text)
    }

    /// The same with one argument more: a text or a number. A reason is no argument but a [cause](Self::because).
    #[must_use]
    pub fn with(mut self, arg: impl fmt::Display) -> Self {
        debug_assert!(!type_name_of_val(&arg).ends_with(type_name::<Reason>()), "{arg} is a cause");
        self.args.push(arg.to_string());
        self
    }

    /// The same with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Reason>) -> Self {
        self.cause = Some(Box::new(cause.into()));
        self
    }

    /// A system error: `os` with its number, or with its kind if it has none.
    pub fn os(error: &std::io::Error) -> Self {
        let reason = Reason::new("os");
        match error.raw_os_error() {
            Some(number) => reason.with(number),
            None => reason.with(format!("{:?}", error.kind())),
        }
    }

    /// A system error about this file.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Reason::new("file").with(path.display()).because(Reason::os(error))
    }

    /// The text, where it is one that says it already.
    pub fn as_text(&self) -> Option<&str> {
        self.args.first().filter(|_| self.code == Self::TEXT).map(String::as_str)
    }

    /// The same for everybody: nothing that an engine wrote, and of files only their names.
    #[must_use]
    pub fn for_audience(&self) -> Self {
        let code = self.code.as_str();
        if let Some((_, kept)) = ENGINES.iter().find(|(engine, _)| *engine == code) {
            let args = self.args.iter().take(*kept).map(|arg| without_folders(arg).into_owned()).collect();
            let known = |cause: &&Reason| {
                WORDS.iter().any(|(known, _)| cause.code == *known) || cause.names_a_function()
            };
            let cause = self.cause.as_deref().filter(known).map(|cause| Box::new(cause.for_audience()));
            return Reason { code: self.code.clone(), args, cause };
        }
        let kept = WORDS.iter().find(|(known, _)| *known == code).map(|(_, kept)| *kept);
        let args = self.args.iter().take(kept.unwrap_or(usize::MAX));
        Reason {
            code: self.code.clone(),
            args: args.map(|arg| without_folders(arg).into_owned()).collect(),
            // A log stands behind the innermost cause.
            cause: self.cause.as_ref().filter(|_| kept.is_none()).map(|cause| Box::new(cause.for_audience())),
        }
    }

    /// Whether it tells of a shared library in which function it ended, and nothing else: an engine can write no more than a
    /// short name this way.
    fn names_a_function(&self) -> bool {
        let plain = |name: &String| {
            name.len() <= LONGEST_FUNCTION
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        self.code.starts_with("library-")
            && ENGINES.iter().any(|(code, _)| *code == self.code)
            && self.args.first().is_none_or(plain)
    }

    /// Reads the written form, which does not say everything: only for what has nothing better, the records and stores
    /// of before reasons had a form of their own, and the `error` of an engine. Any other text is kept whole.
    pub fn read(text: &str) -> Self {
        Self::read_nested(text, DEEPEST)
    }

    fn read_nested(text: &str, deepest: usize) -> Self {
        let (code, rest) = text.split_once(": ").map_or((text, None), |(code, rest)| (code, Some(rest)));
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if code.is_empty() || code == Self::TEXT || !code.bytes().all(plain) {
            return Reason::text(text);
        }
        let mut reason = Reason::new(code);
        let Some(rest) = rest else { return reason };
        let Some((_, first, last)) = LAST.iter().find(|(known, ..)| *known == code) else {
            reason.args = rest.split("; ").map(str::to_owned).collect();
            return reason;
        };
        let mut args = rest.splitn(first + 1, "; ").map(str::to_owned);
        reason.args = args.by_ref().take(*first).collect();
        let Some(last_arg) = args.next() else { return reason };
        let cause = match last {
            Last::Cause if deepest > 0 => Self::read_nested(&last_arg, deepest - 1),
            Last::Cause | Last::Text => return reason.with(last_arg),
        };
        if cause.as_text().is_some() { reason.with(last_arg) } else { reason.because(cause) }
    }
}

/// The reasons that pass on what an engine did or said, and how many arguments are not from it.
const ENGINES: [(&str, usize); 5] = [
    ("engine-ended", 0),
    ("engine-silent", 0),
    ("engine-said", 0),
    ("library-ended", 1),
    ("library-silent", 1),
];

/// The longest name of a function that a shared library is asked for.
const LONGEST_FUNCTION: usize = 16;

/// What an engine did, and how many arguments come before its own words: the end of its log, a line that it wrote. Everything else behind one
/// of [`ENGINES`] may be its words.
const WORDS: [(&str, usize); 24] = [
    ("engine-exit", 1),
    ("engine-instead", 1),
    ("engine-killed", 1),
    ("engine-gone", 0),
    ("engine-network", 0),
    ("engine-output-closed", 0),
    ("engine-unasked", 0),
    ("engine-no-message", 0),
    ("engine-meant", 0),
    ("engine-unfinished", 0),
    ("engine-unflushed", 0),
    ("engine-reads", 0),
    ("engine-computes", 0),
    ("engine-idle", 0),
    ("line-too-long", 1),
    ("line-not-text", 0),
    ("os", 1),
    ("memory-exceeded", 1),
    ("processes-exceeded", 1),
    ("disk-exceeded", 1),
    ("output-exceeded", 1),
    ("call-forbidden", 1),
    ("keeper-ended", 0),
    ("launcher-failed", 0),
];

/// How many causes one behind the other a text may have: an engine may write whatever it likes.
const DEEPEST: usize = 8;

/// The end of a written reason, which takes the rest of the text.
#[derive(Clone, Copy)]
enum Last {
    /// Its cause.
    Cause,
    /// Foreign text, such as an engine's log: it may contain separators.
    Text,
}

/// The reasons of older records, and of engines, that end so; how many arguments come before. New reasons do not belong
/// here: they are stored as they are.
const LAST: [(&str, usize, Last); 37] = [
    ("file", 1, Last::Cause),
    ("given-up", 1, Last::Cause),
    ("engine-said", 0, Last::Cause),
    ("engine-ended", 0, Last::Cause),
    ("engine-silent", 0, Last::Cause),
    ("game-setup", 1, Last::Cause),
    ("game-moves", 1, Last::Cause),
    ("unplayable", 1, Last::Cause),
    ("record-setup", 1, Last::Cause),
    ("engine-start", 1, Last::Cause),
    ("library-ended", 1, Last::Cause),
    ("library-silent", 1, Last::Cause),
    ("program-lost", 0, Last::Cause),
    ("launcher-failed", 0, Last::Cause),
    ("userns-refused", 0, Last::Cause),
    ("namespace-refused", 0, Last::Cause),
    ("mount-refused", 0, Last::Cause),
    ("seccomp-missing", 0, Last::Cause),
    ("analysis-move", 2, Last::Cause),
    ("os", 1, Last::Text),
    ("engine-exit", 1, Last::Text),
    ("engine-killed", 1, Last::Text),
    ("engine-log", 0, Last::Text),
    ("line-too-long", 1, Last::Text),
    ("library-load", 1, Last::Text),
    ("library-other-file", 1, Last::Text),
    ("library-machine", 1, Last::Text),
    ("library-program", 1, Last::Text),
    ("library-gsl", 1, Last::Text),
    ("memory-exceeded", 1, Last::Text),
    ("processes-exceeded", 1, Last::Text),
    ("disk-exceeded", 1, Last::Text),
    ("output-exceeded", 1, Last::Text),
    ("call-forbidden", 1, Last::Text),
    ("keeper-ended", 0, Last::Text),
    ("cgroup-controllers", 1, Last::Text),
    ("not-a-move", 0, Last::Text),
];

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.as_text() {
            return f.write_str(text);
        }
        f.write_str(&self.code)?;
        let cause = self.cause.as_ref().map(|cause| cause as &dyn fmt::Display);
        let parts = self.args.iter().map(|arg| arg as &dyn fmt::Display).chain(cause);
        for (index, part) in parts.enumerate() {
            write!(f, "{}{part}", if index == 0 { ": " } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Reason {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_form_reads_back() {
        let silent = Reason::new("engine-silent").because(Reason::new("engine-log").with("a; b: c"));
        for reason in [
            Reason::new("can-move"),
            Reason::new("full").with("B2"),
            Reason::new("not-neighbours").with("A1").with("C3"),
            Reason::new("engine-ended").because(Reason::new("engine-exit").with(3).with("boum; full: B2")),
            Reason::new("given-up").with(4).because(silent),
            Reason::new("engine-ended").because(Reason::new("engine-output-closed")),
            Reason::new("engine-said").with("Boum!"),
            Reason::read("la case B2 est vide"),
            Reason::read("text: a; b"),
            Reason::read("os"),
            Reason::read(""),
        ] {
            assert_eq!(Reason::read(&reason.to_string()), reason);
        }
        assert_eq!(Reason::read("The move: is bad").as_text(), Some("The move: is bad"));
    }

    #[test]
    fn everybody_hears_what_happened_and_not_what_an_engine_wrote() {
        let told = |text: &str| Reason::read(text).for_audience().to_string();
        for (whole, shown) in [
            (
                "engine-ended: engine-exit: 1; Traceback, /home/prof/x.py; secret",
                "engine-ended: engine-exit: 1",
            ),
            ("engine-ended: memory-exceeded: 512; secret", "engine-ended: memory-exceeded: 512"),
            ("engine-ended: os: 32; secret", "engine-ended: os: 32"),
            ("engine-ended: secret", "engine-ended"),
            ("engine-ended: full: secret", "engine-ended"),
            ("engine-silent: engine-log: secret", "engine-silent"),
            ("engine-silent: engine-no-message: secret; more", "engine-silent: engine-no-message"),
            ("engine-said: unknown-game: secret", "engine-said"),
            ("engine-said: secret", "engine-said"),
            (
                "engine-said: library-ended: play; engine-exit: 201; secret",
                "engine-said: library-ended: play; engine-exit: 201",
            ),
            ("engine-said: library-ended: a secret; engine-exit: 201", "engine-said"),
            ("engine-said: library-load: x.so; secret", "engine-said"),
            (
                "engine-start: pipe:sh /home/prof/bots/x.sh; engine-ended: engine-exit: 2; secret",
                "engine-start: pipe:sh x.sh; engine-ended: engine-exit: 2",
            ),
            ("given-up: 3; file: /home/prof/mai.parties; os: 28", "given-up: 3; file: mai.parties; os: 28"),
            ("not-neighbours: A1; C3", "not-neighbours: A1; C3"),
        ] {
            assert_eq!(told(whole), shown);
        }
        let exit = Reason::new("engine-exit").with(1).with("secret");
        let network = Reason::new("engine-ended").because(Reason::new("engine-network").because(exit));
        assert_eq!(network.for_audience().to_string(), "engine-ended: engine-network");
        // The log is behind the innermost cause, whatever that is.
        let launcher = Reason::new("launcher-failed").because(Reason::new("channel-silent").with("secret"));
        let ended = Reason::new("engine-ended").because(launcher);
        assert!(!ended.for_audience().to_string().contains("secret"));
    }

    #[test]
    #[should_panic(expected = "game-over is a cause")]
    #[cfg(debug_assertions)]
    fn a_cause_is_no_argument() {
        drop(Reason::new("unplayable").with("A1").with(Reason::new("game-over")));
    }

    #[test]
    fn what_an_engine_writes_has_causes_of_a_bounded_depth() {
        let text = "engine-said: ".repeat(5000);
        let mut reason = &Reason::read(&text);
        assert_eq!(reason.to_string(), text);
        let mut causes = 0;
        while let Some(cause) = &reason.cause {
            (reason, causes) = (cause, causes + 1);
        }
        assert_eq!(causes, DEEPEST);
    }

    #[test]
    fn a_reason_is_stored_as_it_is() {
        let os = Reason::new("os").with(2);
        let reason = Reason::new("engine-start").with("pipe:a; b").because(os);
        let json = serde_json::to_string(&reason).expect("JSON");
        let said = r#"{"code":"engine-start","args":["pipe:a; b"],"cause":{"code":"os","args":["2"]}}"#;
        assert_eq!(json, said);
        assert_eq!(serde_json::from_str::<Reason>(&json).expect("a reason"), reason);
        assert_eq!(serde_json::from_str::<Reason>(r#"{"code":"full"}"#).expect("one"), Reason::new("full"));
    }
}
