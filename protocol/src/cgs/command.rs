//! The client's commands, found in a stream that has no framing.
//!
//! The course's clients send each command in one write, with no terminator, and wait for the answer. TCP keeps no
//! boundaries: a command may arrive in pieces, and impatient clients send two at once. So these rules say when a
//! command is complete; "quiet" is the time since the last byte came.
//!
//! 1. White space before a command is skipped. A newline always ends a command; so a client that sends newlines is
//!    never waited for.
//! 2. `GET_GAME_DATA`, `GET_MOVE` and `DISP_GAME` are complete with their last letter.
//! 3. `PLAY_MOVE` is complete as soon as nothing that follows can change what it means: after the first digit of the
//!    value, which does not count, of a displacement; after a line number that cannot have another digit. What
//!    follows up to a newline, the next word of a command or the end of what has arrived is ignored; and so are digits that
//!    come later, the rest of a number that did not count.
//! 4. `CLIENT_NAME`, `WAIT_GAME`, `SEND_COMMENT` and a rotation of line 0, 1 or 2 could go on without a newline. A name is complete
//!    when it has been quiet for [`SETTLE`]; the others at once, unless this client has been seen to send a command in pieces
//!    or to end one by a newline.
//! 5. What is wrong as it stands but could be the beginning of a command (`PLAY_`, `PLAY_MOVE 8`) is waited for longer,
//!    [`PATIENCE`], and then judged as it stands.
//! 6. What cannot become a command is refused at once, and so is one of more than [`MAX_COMMAND`] bytes.
//! 7. The text of a comment may have newlines: it ends at the first one after which nothing follows, or something that
//!    can begin a command.
//!
//! The course's server takes each segment for one command: where it is not undone by TCP, the two agree, except that
//! it loses the second of two commands.

use std::fmt;
use std::time::Duration;

use jeux::text::decoded;

use super::moves::{Completeness, scan};
use super::{MoveText, excerpt};

/// The longest command, in bytes: as much as the course's server reads at once.
pub const MAX_COMMAND: usize = 1024;

/// Quiet after which a command that could go on is taken as it stands.
///
/// A client that makes a command of two writes has the second one held back by Nagle's algorithm until the first is
/// acknowledged, which takes up to 40 ms.
pub const SETTLE: Duration = Duration::from_millis(50);

/// Quiet after which the beginning of a command is taken as it stands, for the error that it is.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// Bytes kept for later: some commands sent ahead. A client is supposed to wait for each answer.
const MAX_AHEAD: usize = 8 * MAX_COMMAND;

/// A command of the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `CLIENT_NAME name`. The name is as it came: see [`super::check_name`].
    ClientName(String),
    /// `WAIT_GAME string`. See [`super::GameString`].
    WaitGame(String),
    /// `GET_GAME_DATA`
    GetGameData,
    /// `PLAY_MOVE type value`
    PlayMove(MoveText),
    /// `GET_MOVE`
    GetMove,
    /// `DISP_GAME`
    DispGame,
    /// `SEND_COMMENT text`
    SendComment(String),
}

impl fmt::Display for Command {
    /// The command as it is sent, without a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::ClientName(name) => write!(f, "CLIENT_NAME {name}"),
            Command::WaitGame(string) => write!(f, "WAIT_GAME {string}"),
            Command::GetGameData => f.write_str("GET_GAME_DATA"),
            Command::PlayMove(mv) => write!(f, "PLAY_MOVE {}", mv.relayed()),
            Command::GetMove => f.write_str("GET_MOVE"),
            Command::DispGame => f.write_str("DISP_GAME"),
            Command::SendComment(text) => write!(f, "SEND_COMMENT {text}"),
        }
    }
}

/// What a stream has for its reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextCommand {
    /// A command.
    Command(Command),
    /// Something that is no command; an excerpt of it, of 200 characters at most. The stream is of no use any more.
    Bad(String),
    /// Nothing yet. Ask again when bytes have come; or, with a duration, when it has been quiet for so long.
    Wait(Option<Duration>),
}

/// The words of the commands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    ClientName,
    WaitGame,
    GetGameData,
    PlayMove,
    GetMove,
    DispGame,
    SendComment,
}

impl Word {
    const ALL: [(Word, &'static [u8]); 7] = [
        (Word::ClientName, b"CLIENT_NAME"),
        (Word::WaitGame, b"WAIT_GAME"),
        (Word::GetGameData, b"GET_GAME_DATA"),
        (Word::PlayMove, b"PLAY_MOVE"),
        (Word::GetMove, b"GET_MOVE"),
        (Word::DispGame, b"DISP_GAME"),
        (Word::SendComment, b"SEND_COMMENT"),
    ];

    /// The word at the beginning of `bytes` and its length.
    fn at(bytes: &[u8]) -> Option<(Word, usize)> {
        Word::ALL.iter().find(|(_, text)| bytes.starts_with(text)).map(|(word, text)| (*word, text.len()))
    }

    /// Whether `bytes`, which are few, could become a word.
    fn could_begin(bytes: &[u8]) -> bool {
        Word::ALL.iter().any(|(_, text)| text.starts_with(bytes))
    }
}

/// Finds the commands in the bytes of a client.
#[derive(Clone, Debug, Default)]
pub struct CommandDecoder {
    buffer: Vec<u8>,
    /// The last command ended with a digit at the end of what had arrived: more digits would belong to it.
    after_digit: bool,
    /// More was sent ahead than is kept.
    overflow: bool,
    /// A command was begun that is waited for.
    begun: bool,
    /// This client has sent a command in pieces, or ends his commands by newlines: what has none yet may go on.
    splits: bool,
}

impl CommandDecoder {
    /// A decoder at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes that have arrived. What is more than some commands sent ahead is dropped, and the stream is then
    /// [`NextCommand::Bad`].
    pub fn push(&mut self, bytes: &[u8]) {
        self.splits |= std::mem::take(&mut self.begun);
        let room = MAX_AHEAD - self.buffer.len();
        self.overflow |= bytes.len() > room;
        self.buffer.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// A decoder that goes on where another one of the same stream has stopped: with the bytes that it left over, whether it
    /// was [`CommandDecoder::after_digit`], and whether the client [splits](CommandDecoder::splits) commands.
    pub fn resume(rest: &[u8], after_digit: bool, splits: bool) -> Self {
        let mut decoder = CommandDecoder { after_digit, splits, ..Self::default() };
        decoder.push(rest);
        decoder
    }

    /// Whether digits that come next belong to the last command, whose number did not count.
    pub fn after_digit(&self) -> bool {
        self.after_digit
    }

    /// Whether this client has been seen to send a command in pieces, or to end one by a newline.
    pub fn splits(&self) -> bool {
        self.splits
    }

    /// Whether more has been sent ahead than is kept: the stream is of no use any more.
    pub fn overflowed(&self) -> bool {
        self.overflow
    }

    /// Whether bytes are left over, the beginning of a command or one not asked for yet.
    pub fn has_rest(&self) -> bool {
        !self.buffer.is_empty()
    }

    /// The bytes that are left over, for another decoder of the same stream.
    pub fn into_rest(self) -> Vec<u8> {
        self.buffer
    }

    /// The next command. `quiet` is the time since the last byte arrived; [`Duration::MAX`] at the end of the stream.
    pub fn next(&mut self, quiet: Duration) -> NextCommand {
        let next = self.examine(quiet);
        self.begun = matches!(next, NextCommand::Wait(Some(_)));
        next
    }

    fn examine(&mut self, quiet: Duration) -> NextCommand {
        if self.overflow {
            return self.bad(self.buffer.len());
        }
        self.skip_blanks();
        if self.buffer.is_empty() {
            return NextCommand::Wait(None);
        }
        let Some((word, start)) = Word::at(&self.buffer) else {
            return self.no_word(quiet);
        };
        match word {
            Word::GetGameData => self.take(start, Command::GetGameData),
            Word::GetMove => self.take(start, Command::GetMove),
            Word::DispGame => self.take(start, Command::DispGame),
            Word::ClientName | Word::WaitGame | Word::PlayMove | Word::SendComment => {
                self.with_argument(word, start, quiet)
            }
        }
    }

    /// Skips white space, and the rest of a number.
    fn skip_blanks(&mut self) {
        let digits = |byte: &u8| self.after_digit && byte.is_ascii_digit();
        let skipped = self.buffer.iter().take_while(|byte| digits(byte)).count();
        let rest = &self.buffer[skipped..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.splits |= skipped > 0;
        self.after_digit &= rest.is_empty();
        self.buffer.drain(..skipped + blanks);
    }

    /// What does not begin with a command.
    fn no_word(&mut self, quiet: Duration) -> NextCommand {
        if Word::could_begin(&self.buffer) && quiet < PATIENCE {
            return NextCommand::Wait(Some(PATIENCE));
        }
        let end = self.buffer.iter().position(|&byte| byte == b'\n').unwrap_or(self.buffer.len());
        self.bad(end)
    }

    /// A command whose argument begins at `start`.
    fn with_argument(&mut self, word: Word, start: usize, quiet: Duration) -> NextCommand {
        let (end, terminated) = match word {
            Word::SendComment => self.end_of_comment(start),
            _ => self.end_of_line(start),
        };
        if end > MAX_COMMAND || end > start && !self.buffer[start].is_ascii_whitespace() {
            return self.bad(end);
        }
        let settles = !terminated && (word == Word::ClientName || self.splits);
        let mut wanted = if settles { SETTLE } else { Duration::ZERO };
        let mut cut = end;
        if word == Word::PlayMove {
            let (_, completeness, _) = scan(&self.buffer[start..end]);
            cut = (start..end).find(|&at| Word::at(&self.buffer[at..end]).is_some()).unwrap_or(end);
            match completeness {
                Completeness::Closed => wanted = Duration::ZERO,
                Completeness::Partial if !terminated => wanted = PATIENCE,
                Completeness::Partial | Completeness::Open => {}
            }
        }
        let argument = self.buffer[start..cut].trim_ascii();
        let lacking = argument.is_empty() && word != Word::WaitGame;
        if lacking && !terminated {
            wanted = PATIENCE;
        }
        // What the next command follows is complete.
        if quiet < wanted && cut == end {
            return NextCommand::Wait(Some(wanted));
        }
        if lacking {
            return self.bad(cut);
        }
        let argument = decoded(argument);
        let command = match word {
            Word::ClientName => Command::ClientName(argument),
            Word::WaitGame => Command::WaitGame(argument),
            Word::SendComment => Command::SendComment(argument),
            _ => Command::PlayMove(MoveText::new(&argument)),
        };
        self.splits |= terminated;
        self.after_digit = word == Word::PlayMove
            && !terminated
            && self.buffer[..cut].last().is_some_and(u8::is_ascii_digit);
        self.take(cut, command)
    }

    /// Where a line that begins before `start` ends, and whether a newline is there.
    fn end_of_line(&self, start: usize) -> (usize, bool) {
        match self.buffer[start..].iter().position(|&byte| byte == b'\n') {
            Some(length) => (start + length, true),
            None => (self.buffer.len(), false),
        }
    }

    /// The same for a comment, which goes on after newlines that no command follows.
    fn end_of_comment(&self, start: usize) -> (usize, bool) {
        let newlines = self.buffer.iter().enumerate().skip(start).filter(|(_, byte)| **byte == b'\n');
        let end = newlines.map(|(at, _)| at).find(|&at| {
            let after = self.buffer[at..].trim_ascii_start();
            Word::at(after).is_some() || Word::could_begin(after)
        });
        (end.unwrap_or(self.buffer.len()), end.is_some())
    }

    fn take(&mut self, length: usize, command: Command) -> NextCommand {
        self.buffer.drain(..length);
        NextCommand::Command(command)
    }

    fn bad(&mut self, length: usize) -> NextCommand {
        let text = excerpt(String::from_utf8_lossy(&self.buffer[..length]).trim());
        self.buffer.drain(..length);
        NextCommand::Bad(text)
    }
}

/// Everything that a stream says whose pieces arrive one after the other without delay, up to its end or its first fault.
pub fn decode_all<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<NextCommand> {
    let mut decoder = CommandDecoder::new();
    let mut said = Vec::new();
    let mut read = |decoder: &mut CommandDecoder, quiet| {
        loop {
            match decoder.next(quiet) {
                NextCommand::Wait(_) => return true,
                NextCommand::Bad(text) => {
                    said.push(NextCommand::Bad(text));
                    return false;
                }
                command => said.push(command),
            }
        }
    };
    let sound = pieces.into_iter().all(|piece| {
        decoder.push(piece);
        read(&mut decoder, Duration::ZERO)
    });
    if sound {
        read(&mut decoder, Duration::MAX);
    }
    said
}

#[cfg(test)]
mod tests {
    use jeux::labyrinthe::{Direction, Move};

    use super::super::MoveFault;
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn all(pieces: &[&str]) -> Vec<NextCommand> {
        decode_all(pieces.iter().map(|piece| piece.as_bytes()))
    }

    fn play(text: &str) -> Command {
        Command::PlayMove(MoveText::new(text))
    }

    /// What is there at once, and after the quiet asked for, from a client who has been seen to send commands in pieces.
    fn patiently(text: &str) -> (NextCommand, NextCommand) {
        let mut decoder = CommandDecoder::resume(b"", false, true);
        decoder.push(text.as_bytes());
        let at_once = decoder.next(NOW);
        let NextCommand::Wait(Some(wanted)) = at_once else { panic!("{text:?}: {at_once:?} at once") };
        assert_eq!(decoder.next(wanted - Duration::from_nanos(1)), at_once, "a little less is not enough");
        (at_once, decoder.next(wanted))
    }

    #[test]
    fn what_is_complete_at_once() {
        let complete = [
            ("GET_GAME_DATA", Command::GetGameData),
            ("GET_MOVE", Command::GetMove),
            ("DISP_GAME", Command::DispGame),
            (" \t\r\nDISP_GAME\r\n", Command::DispGame),
            ("PLAY_MOVE 4 0", play("4 0")),
            ("PLAY_MOVE 7 -1", play("7 -1")),
            ("PLAY_MOVE 8 0 trailing words", play("8 0 trailing words")),
            ("PLAY_MOVE 0 12", play("0 12")),
            ("PLAY_MOVE 0 1\n", play("0 1")),
            ("PLAY_MOVE x 0", play("x 0")),
            ("PLAY_MOVE 8\n", play("8")),
            ("CLIENT_NAME alice\n", Command::ClientName("alice".into())),
            ("WAIT_GAME DO_NOTHING start=0\r\n", Command::WaitGame("DO_NOTHING start=0".into())),
            ("WAIT_GAME \n", Command::WaitGame(String::new())),
            ("WAIT_GAME\n", Command::WaitGame(String::new())),
            ("SEND_COMMENT déjà vu\n", Command::SendComment("déjà vu".into())),
            ("SEND_COMMENT a\nb\n", Command::SendComment("a\nb".into())),
        ];
        for (text, command) in complete {
            let mut decoder = CommandDecoder::new();
            decoder.push(text.as_bytes());
            assert_eq!(decoder.next(NOW), NextCommand::Command(command), "{text:?}");
            assert_eq!(decoder.next(NOW), NextCommand::Wait(None), "{text:?}");
            assert!(!decoder.has_rest());
        }
    }

    #[test]
    fn what_could_go_on_is_waited_for() {
        let settle = NextCommand::Wait(Some(SETTLE));
        let patience = NextCommand::Wait(Some(PATIENCE));
        let name = Command::ClientName("alice".into());
        assert_eq!(patiently("CLIENT_NAME alice"), (settle.clone(), NextCommand::Command(name)));
        let regular = Command::WaitGame(String::new());
        assert_eq!(patiently("WAIT_GAME "), (settle.clone(), NextCommand::Command(regular)));
        assert_eq!(patiently("PLAY_MOVE 0 1"), (settle.clone(), NextCommand::Command(play("0 1"))));
        assert_eq!(
            patiently("SEND_COMMENT a\nb"),
            (settle, NextCommand::Command(Command::SendComment("a\nb".into())))
        );
        assert_eq!(patiently("PLAY_MOVE 8"), (patience.clone(), NextCommand::Command(play("8"))));
        for text in ["PLAY_", "PLAY_MOVE", "PLAY_MOVE ", "SEND_COMMENT ", "CLIENT_NAME", "G"] {
            assert_eq!(patiently(text), (patience.clone(), NextCommand::Bad(text.trim().into())), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_command_is_refused_at_once() {
        for text in [
            "BLAH",
            "HELLO world",
            "play_move 8 0",
            "PLAY_MOVE8 0",
            "PLAY_\n",
            "CLIENT_NAMEalice",
            "\u{1b}[2J",
        ] {
            let said = all(&[text]);
            let [NextCommand::Bad(excerpt)] = said.as_slice() else { panic!("{text:?}: {said:?}") };
            assert_eq!(excerpt, &text.trim().replace('\u{1b}', " "));
        }
        let endless = format!("SEND_COMMENT {}", "a".repeat(MAX_COMMAND));
        assert!(matches!(all(&[&endless]).as_slice(), [NextCommand::Bad(text)] if text.len() == 200));
        let bytes: &[u8] = b"\xFF\xFE";
        assert!(matches!(decode_all([bytes]).as_slice(), [NextCommand::Bad(_)]));
    }

    #[test]
    fn bytes_sent_ahead_are_bounded() {
        let mut decoder = CommandDecoder::new();
        for _ in 0..10_000 {
            decoder.push(b"GET_MOVE\n");
        }
        assert!(decoder.buffer.len() <= MAX_AHEAD);
        assert!(matches!(decoder.next(NOW), NextCommand::Bad(_)));
    }

    #[test]
    fn two_commands_in_one_segment() {
        let both = [NextCommand::Command(play("8 0")), NextCommand::Command(Command::GetMove)];
        for text in ["PLAY_MOVE 8 0\nGET_MOVE\n", "PLAY_MOVE 8 0GET_MOVE", "PLAY_MOVE 8 0 GET_MOVE"] {
            assert_eq!(all(&[text]), both, "{text}");
        }
        let said = all(&["PLAY_MOVE 8 0 trailing wordsDISP_GAMEPLAY_MOVE 8 1"]);
        let expected = [play("8 0 trailing words"), Command::DispGame, play("8 1")].map(NextCommand::Command);
        assert_eq!(said, expected);
        assert_eq!(all(&["PLAY_MOVE GET_MOVE"]), [NextCommand::Bad("PLAY_MOVE".into())]);
        let said = all(&["SEND_COMMENT a\nb\nGET_MOVE\n"]);
        assert_eq!(said, [Command::SendComment("a\nb".into()), Command::GetMove].map(NextCommand::Command));
    }

    #[test]
    fn a_command_in_two_segments() {
        assert_eq!(all(&["PLAY_", "MOVE 8 0"]), [NextCommand::Command(play("8 0"))]);
        assert_eq!(
            all(&["CLIENT_NAME al", "ice"]),
            [NextCommand::Command(Command::ClientName("alice".into()))]
        );
        // Where more digits would count, the client must have been seen to send pieces.
        let said = all(&["CLIENT_NAME al", "ice\n", "PLAY_MOVE 0 1", "2"]);
        assert_eq!(said, [Command::ClientName("alice".into()), play("0 12")].map(NextCommand::Command));
        assert_eq!(all(&["PLAY_MOVE 0 1", "2"]), [NextCommand::Command(play("0 1"))]);
        // The number of a displacement does not count, whatever comes of it later.
        let said = all(&["PLAY_MOVE 4 1", "2", "3 ", "GET_MOVE"]);
        assert_eq!(said, [play("4 1"), Command::GetMove].map(NextCommand::Command));
        assert_eq!(all(&["PLAY_MOVE 4 0", "GET_MOVE", "7"])[2], NextCommand::Bad("7".into()));
    }

    #[test]
    fn another_decoder_goes_on() {
        let mut decoder = CommandDecoder::new();
        decoder.push(b"PLAY_MOVE 4 1");
        assert_eq!(decoder.next(NOW), NextCommand::Command(play("4 1")));
        let mut next = CommandDecoder::resume(b"2GET_", decoder.after_digit(), false);
        next.push(b"MOVE");
        assert_eq!(next.next(NOW), NextCommand::Command(Command::GetMove));
        assert!(!next.after_digit() && !next.overflowed());
        next.push(&[b'A'; MAX_AHEAD + 1]);
        assert!(next.overflowed());
    }

    #[test]
    fn moves_are_understood() {
        let moves = ["PLAY_MOVE 2 7\n", "PLAY_MOVE 6 -1\n", "PLAY_MOVE 11 0\n", "PLAY_MOVE 0 -3\n"];
        let read = moves.map(|text| match all(&[text]).as_slice() {
            [NextCommand::Command(Command::PlayMove(mv))] => mv.mv(),
            said => panic!("{text}: {said:?}"),
        });
        let left = Move::Step(Direction::Left);
        assert_eq!(read, [Ok(Move::ColumnUp(7)), Ok(left), Err(MoveFault::Type), Err(MoveFault::Form)]);
    }

    #[test]
    fn who_sends_whole_commands_is_not_waited_for() {
        let mut decoder = CommandDecoder::new();
        decoder.push(b"CLIENT_NAME bob");
        assert_eq!(decoder.next(Duration::ZERO), NextCommand::Wait(Some(SETTLE)), "a name may go on");
        assert!(
            matches!(decoder.next(SETTLE), NextCommand::Command(Command::ClientName(name)) if name == "bob")
        );
        for whole in ["WAIT_GAME ", "WAIT_GAME TOURNAMENT cup", "PLAY_MOVE 0 1", "SEND_COMMENT bonjour"] {
            decoder.push(whole.as_bytes());
            assert!(matches!(decoder.next(Duration::ZERO), NextCommand::Command(_)), "{whole}");
        }
        assert!(!decoder.splits());
        // In pieces once, and it may be again.
        decoder.push(b"PLAY_");
        assert_eq!(decoder.next(Duration::ZERO), NextCommand::Wait(Some(PATIENCE)));
        decoder.push(b"MOVE 4 0");
        assert!(matches!(decoder.next(SETTLE), NextCommand::Command(Command::PlayMove(_))));
        assert!(decoder.splits());
        decoder.push(b"WAIT_GAME TOURN");
        assert_eq!(decoder.next(Duration::ZERO), NextCommand::Wait(Some(SETTLE)));
        let mut resumed = CommandDecoder::resume(b"WAIT_GAME TOURN", decoder.after_digit(), decoder.splits());
        assert_eq!(
            resumed.next(Duration::ZERO),
            NextCommand::Wait(Some(SETTLE)),
            "wherever the stream goes on"
        );
    }
}
