//! The engine line protocol: lines are read back, any text is harmless, and a stream gives its lines however it is cut.

use jeux::colonnes::Board;
use jeux::text::decoded;
use jeux::{Player, Position, Status};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use protocol::Termination;
use protocol::colonnes::{PropCoup, ValCoup};
use protocol::moteur::{EngineLine, GameStart, HostLine, LineBuffer, MAX_LINE, StreamError, VERSION};

/// Texts that stand on a line as they are: no control characters, no blanks at the ends.
fn text() -> impl Strategy<Value = String> {
    "\\PC{1,40}".prop_map(|text| text.trim().to_owned()).prop_filter("a text", |text| !text.is_empty())
}

fn word() -> impl Strategy<Value = String> {
    "[!-<>-~]{1,12}"
}

fn game_start() -> impl Strategy<Value = GameStart> {
    // Values hold anything at all.
    let params = vec((word(), any::<String>()), 0..6);
    (word(), select(&Player::ALL[..]), params).prop_map(|(game, side, params)| GameStart {
        game,
        side,
        params,
    })
}

/// A move in a list.
fn listed() -> impl Strategy<Value = String> {
    text().prop_map(|text| text.replace(',', "-"))
}

fn host_line() -> impl Strategy<Value = HostLine> {
    prop_oneof![
        any::<u32>().prop_map(HostLine::Hello),
        game_start().prop_map(HostLine::Game),
        vec(listed(), 1..8).prop_map(HostLine::Legal),
        any::<u64>().prop_map(HostLine::Go),
        (select(ValCoup::ALL), select(PropCoup::ALL), proptest::option::of(text()))
            .prop_map(|(v, p, answer)| HostLine::Verdict(v, p, answer)),
        text().prop_map(HostLine::Opponent),
        (select(PropCoup::ALL), select(Termination::ALL)).prop_map(|(p, t)| HostLine::End(p, t)),
        Just(HostLine::Stop),
        Just(HostLine::Quit),
    ]
}

fn engine_line() -> impl Strategy<Value = EngineLine> {
    let text_or_none = || prop_oneof![1 => Just(String::new()), 9 => text()];
    prop_oneof![
        (any::<u32>(), text_or_none()).prop_map(|(version, name)| EngineLine::Engine { version, name }),
        text().prop_map(EngineLine::Want),
        text().prop_map(EngineLine::Move),
        text_or_none().prop_map(EngineLine::Info),
        text_or_none().prop_map(EngineLine::Error),
    ]
}

/// Lines of the protocol with a few characters changed, and any text.
fn nearly_a_line() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        host_line().prop_map(|line| line.to_string()),
        engine_line().prop_map(|line| line.to_string())
    ];
    let damaged = (line, any::<Index>(), any::<char>(), 0..2usize).prop_map(|(line, at, c, removed)| {
        let mut chars: Vec<char> = line.chars().collect();
        let at = at.index(chars.len());
        chars.splice(at..at + removed, [c]);
        chars.into_iter().collect()
    });
    prop_oneof![3 => damaged, 1 => any::<String>()]
}

/// The words that begin the lines, and what may follow them.
const HEADS: [&str; 15] = [
    "hello", "game", "legal", "go", "verdict", "opponent", "end", "stop", "quit", "engine", "want", "move",
    "info", "error", "GO",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn host_lines_are_read_back(line in host_line()) {
        let written = line.to_string();
        prop_assert!(!written.contains(char::is_control), "{written:?}");
        prop_assert_eq!(written.parse(), Ok(line));
    }

    #[test]
    fn engine_lines_are_read_back(line in engine_line()) {
        let written = line.to_string();
        prop_assert!(!written.contains(char::is_control), "{written:?}");
        prop_assert_eq!(written.parse(), Ok(line));
    }

    /// Whatever is read is written as a line that says the same.
    #[test]
    fn any_text_is_a_line_or_an_error(line in nearly_a_line(), head in select(&HEADS[..])) {
        for line in [&line, &format!("{head} {line}")] {
            match line.parse::<HostLine>() {
                Ok(read) => {
                    let written = read.to_string();
                    prop_assert!(!written.contains('\n'));
                    let again = written.parse::<HostLine>().map(|again| again.to_string());
                    prop_assert_eq!(again.as_ref(), Ok(&written), "from {:?}", line);
                }
                Err(error) => prop_assert!(line.starts_with(&error.line) && error.line.chars().count() <= 200),
            }
            match line.parse::<EngineLine>() {
                Ok(read) => {
                    let written = read.to_string();
                    prop_assert!(!written.contains('\n'));
                    let again = written.parse::<EngineLine>().map(|again| again.to_string());
                    prop_assert_eq!(again.as_ref(), Ok(&written), "from {:?}", line);
                }
                Err(error) => prop_assert!(line.starts_with(&error.line)),
            }
        }
    }

    /// Control characters in free texts cannot end the line or begin another message.
    #[test]
    fn a_text_stays_on_its_line(text in any::<String>()) {
        let lines = [
            HostLine::Opponent(text.clone()).to_string(),
            EngineLine::Info(text.clone()).to_string(),
            EngineLine::Engine { version: VERSION, name: text }.to_string(),
        ];
        for line in lines {
            prop_assert!(!line.contains(char::is_control));
        }
    }
}

#[test]
fn blanks_around_the_words_do_not_matter() {
    assert_eq!("  go   5800 ".parse(), Ok(HostLine::Go(5800)));
    assert_eq!("verdict  VALID  CONT".parse(), Ok(HostLine::Verdict(ValCoup::Valid, PropCoup::Cont, None)));
    assert_eq!("move  A3-A2 ".parse(), Ok(EngineLine::Move("A3-A2".to_owned())));
    assert_eq!("stop\r".parse(), Ok(HostLine::Stop));
    assert_eq!("\u{feff}stop".parse::<HostLine>().map_err(|error| error.reason), Err("unknown message"));
    assert_eq!("move \0 A3-A2 \x1b".parse(), Ok(EngineLine::Move("A3-A2".to_owned())));
}

#[test]
fn values_are_percent_encoded() {
    let start = GameStart {
        game: "colonnes".to_owned(),
        side: Player::Second,
        params: vec![("opponent".to_owned(), "Zoé 100%\n".to_owned()), ("empty".to_owned(), String::new())],
    };
    let line = HostLine::Game(start).to_string();
    assert_eq!(line, "game colonnes second opponent=Zo%C3%A9%20100%25%0A empty=");
}

#[test]
fn unknown_parameters_and_odd_percents_are_taken_as_they_are() {
    let line = "game colonnes first color=BLANC strange x=%4 y=%zz z=%ff color=NOIR =1 a\tb=2";
    let Ok(HostLine::Game(start)) = line.parse() else { panic!("a game") };
    let values = ["color", "x", "y", "z", "", "a\tb", "strange"].map(|key| start.param(key));
    assert_eq!(values, [Some("NOIR"), Some("%4"), Some("%zz"), Some("\u{fffd}"), None, None, None]);
}

#[test]
fn other_lines_are_refused() {
    for line in [
        "",
        " ",
        "hello",
        "hello x",
        "hello -1",
        "hello 4294967296",
        "game",
        "game colonnes",
        "game colonnes third",
        "game col\tonnes first",
        "go",
        "go fast",
        "go -5",
        "go 5 6",
        "go 18446744073709551616",
        "verdict",
        "verdict VALID",
        "verdict CONT VALID",
        "opponent",
        "end",
        "end GAGNE",
        "end GAGNE luck",
        "end gagne win",
        "stop now",
        "quit it",
        "Stop",
        "go\t5",
        "move B2",
    ] {
        let error = line.parse::<HostLine>().expect_err(line);
        assert_eq!(error.line, line);
    }
    for line in [
        "",
        "engine",
        "engine x",
        "engine x y",
        "want",
        "want ",
        "move",
        "move ",
        "move \0",
        "moved B2",
        "MOVE B2",
        "B2",
        "go 5",
    ] {
        let error = line.parse::<EngineLine>().expect_err(line);
        assert_eq!(error.line, line);
    }
    let long = "x".repeat(300);
    assert_eq!(long.parse::<EngineLine>().expect_err("no message").line.len(), 200);
}

/// The dialogue of the specification: every line is written exactly as it stands there, and the moves can be played.
#[test]
fn the_specified_dialogue_is_of_the_protocol() {
    let (_, section) = include_str!("../MOTEUR.md").split_once("## Colonnes de trois").expect("the section");
    let dialogue = section.split("```").nth(1).expect("a dialogue");
    let mut board = Board::new();
    let mut lines = 0;
    for line in dialogue.lines().filter(|line| !line.is_empty()) {
        lines += 1;
        let (from, line) = line.split_once(' ').expect("who and what");
        let line = line.trim_start();
        let mut play = |text: &str| {
            let mv = board.parse_move(text).expect("a move");
            board.play(mv).expect("a legal move");
        };
        if from == "engine" {
            let read: EngineLine = line.parse().expect("a line of an engine");
            assert_eq!(read.to_string(), line);
            if let EngineLine::Move(text) = read {
                play(&text);
            }
            continue;
        }
        assert_eq!(from, "host");
        let read: HostLine = line.parse().expect("a line of the host");
        assert_eq!(read.to_string(), line);
        match read {
            HostLine::Hello(version) => assert_eq!(version, VERSION),
            HostLine::Opponent(text) => play(&text),
            HostLine::Game(start) => {
                board = Board::new();
                assert_eq!(start.param("opponent"), Some("joueur2"));
            }
            HostLine::Verdict(ValCoup::Valid, prop, _) => {
                assert_eq!(prop == PropCoup::Cont, board.status() == Status::Ongoing);
            }
            _ => {}
        }
    }
    assert_eq!(lines, 24);
}

/// Everything that a stream gives when it arrives in these pieces.
fn lines_of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<String, StreamError>> {
    let mut buffer = LineBuffer::default();
    let mut lines = Vec::new();
    for piece in pieces {
        buffer.push(piece);
        lines.extend(std::iter::from_fn(|| buffer.next_line()));
    }
    lines
}

/// The same, said plainly; what follows the last end of line is no line yet, unless it is too long already.
fn plain_lines_of(stream: &[u8]) -> Vec<Result<String, StreamError>> {
    let pieces: Vec<&[u8]> = stream.split(|&byte| byte == b'\n').collect();
    let mut lines = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let piece = if let [head @ .., b'\r'] = piece { head } else { piece };
        if piece.len() > MAX_LINE {
            lines.push(Err(StreamError::TooLong));
        } else if index + 1 < pieces.len() {
            lines.push(String::from_utf8(piece.to_vec()).map_err(|_| StreamError::NotText(decoded(piece))));
        }
    }
    lines
}

/// Pieces of lines, ends of lines, bytes that are no text, and now and then something about as long as a line may be.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        10 => vec(any::<u8>(), 0..8),
        10 => "move [A-C][1-3]|é|info [a-z ]{0,9}".prop_map(String::into_bytes),
        10 => select(&["\n", "\r\n", "\r", "\n\n"][..]).prop_map(|end| end.as_bytes().to_vec()),
        1 => (MAX_LINE - 9..MAX_LINE + 3).prop_map(|length| vec![b'x'; length]),
    ];
    vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_cuts_of_a_stream_do_not_matter(stream in stream(), cuts in vec(any::<Index>(), 0..9)) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
        cuts.extend([0, stream.len()]);
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|cut| &stream[cut[0]..cut[1]]);
        let expected = plain_lines_of(&stream);
        prop_assert_eq!(&lines_of(pieces), &expected);
        prop_assert_eq!(&lines_of([&stream[..]]), &expected);
        prop_assert_eq!(&lines_of(stream.chunks(1)), &expected);
    }
}

#[test]
fn the_longest_line_passes_and_the_next_one_does_not() {
    let longest = "x".repeat(MAX_LINE);
    for end in ["\n", "\r\n"] {
        let stream = format!("{longest}{end}y{longest}{end}move B2{end}");
        let expected = [Ok(longest.clone()), Err(StreamError::TooLong), Ok("move B2".to_owned())];
        for size in [1, 1000, MAX_LINE, MAX_LINE + 1, stream.len()] {
            assert_eq!(lines_of(stream.as_bytes().chunks(size)), expected, "pieces of {size}");
        }
    }
}

/// The end of a line that is too long is no line of its own, however much of it there is.
#[test]
fn an_endless_line_is_told_once_and_not_kept() {
    let mut buffer = LineBuffer::default();
    let mut told = 0;
    for _ in 0..100 {
        buffer.push(&[b'x'; 10_000]);
        while let Some(line) = buffer.next_line() {
            assert_eq!(line, Err(StreamError::TooLong));
            told += 1;
        }
    }
    assert_eq!(told, 1);
    buffer.push(b"move A1\nmove B2\n");
    assert_eq!(buffer.next_line(), Some(Ok("move B2".to_owned())));
    assert_eq!(buffer.next_line(), None);
}

/// A list ends before the move that would make its line too long.
#[test]
fn a_list_fits_on_its_line() {
    assert_eq!(HostLine::legal(Vec::new()), None);
    let moves = |count: usize| vec!["A1-B2".to_owned(); count];
    let most = (MAX_LINE - "legal".len()) / " A1-B2".len();
    for count in [1, most, most + 1, 2 * most] {
        let line = HostLine::legal(moves(count)).expect("a list");
        assert_eq!(line, HostLine::Legal(moves(count.min(most))));
        assert!(line.to_string().len() <= MAX_LINE);
    }
    assert_eq!(
        "legal  ligne 3 gauche , rien,,".parse(),
        Ok(HostLine::Legal(vec!["ligne 3 gauche".into(), "rien".into()]))
    );
    assert!("legal ,".parse::<HostLine>().is_err());
}
