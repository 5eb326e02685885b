//! The argument of `PLAY_MOVE`: `type value`, two numbers; and why a move loses.

use jeux::Reason;
use jeux::labyrinthe::{Direction, Illegal, Move};

/// The longest text that is passed on to the opponent as it was: the C clients of 2017 have 127 bytes for a move.
const MAX_RELAYED: usize = 120;

/// Why a move loses the game (section 2.5), for the player and for the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum MoveFault {
    /// Not two numbers; or a rotation of a line with a negative number.
    #[error("not of the form `type value`")]
    Form,
    /// No type of move has this number.
    #[error("no such type of move")]
    Type,
    /// No line has this number.
    #[error("no such line")]
    Line,
    /// No column has this number.
    #[error("no such column")]
    Column,
    /// A displacement into a wall.
    #[error("a wall")]
    Wall,
    /// A rotation that the player cannot pay.
    #[error("too little energy for a rotation")]
    Energy,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The move came too late.
    #[error("too late")]
    Late,
}

impl MoveFault {
    /// The message on the wire: the words of the course's server.
    pub const fn wire(self) -> &'static str {
        match self {
            MoveFault::Form => "The move is not in correct form ('%d %d') !",
            MoveFault::Type => "The type is not valid !",
            MoveFault::Line => "The line number is not valid !",
            MoveFault::Column => "The column number is not valid !",
            MoveFault::Wall => "Outch! There's a wall where you want to move!",
            MoveFault::Energy => "not enough energy to make a rotation",
            MoveFault::GameOver => "The game is over !",
            MoveFault::Late => "Timeout !",
        }
    }
}

impl From<Illegal> for MoveFault {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::Line(_) => MoveFault::Line,
            Illegal::Column(_) => MoveFault::Column,
            Illegal::Energy { .. } => MoveFault::Energy,
            Illegal::Wall(_) => MoveFault::Wall,
            Illegal::GameOver => MoveFault::GameOver,
        }
    }
}

impl From<MoveFault> for Reason {
    fn from(fault: MoveFault) -> Self {
        Reason::new(match fault {
            MoveFault::Form => "form",
            MoveFault::Type => "type",
            MoveFault::Line => "line",
            MoveFault::Column => "column",
            MoveFault::Wall => "wall",
            MoveFault::Energy => "energy",
            MoveFault::GameOver => "game-over",
            MoveFault::Late => "late",
        })
    }
}

/// The type and value of a move, as in `t_move` (section 4.1). The value of a move that
/// is no rotation is not used: 0.
pub const fn to_numbers(mv: Move) -> (u8, u8) {
    match mv {
        Move::LineLeft(y) => (0, y),
        Move::LineRight(y) => (1, y),
        Move::ColumnUp(x) => (2, x),
        Move::ColumnDown(x) => (3, x),
        Move::Step(Direction::Up) => (4, 0),
        Move::Step(Direction::Down) => (5, 0),
        Move::Step(Direction::Left) => (6, 0),
        Move::Step(Direction::Right) => (7, 0),
        Move::Stay => (8, 0),
    }
}

/// The move of a type and a value. The value of a displacement may be anything, as the subject says (section 4.1: -1 in
/// its example); the number of a line that no labyrinth has stays one that no labyrinth has.
///
/// # Errors
/// [`MoveFault::Type`], or [`MoveFault::Form`] for negative numbers where a number counts.
pub fn from_numbers(kind: i64, value: i64) -> Result<Move, MoveFault> {
    let line = u8::try_from(value.min(255)).map_err(|_| MoveFault::Form);
    match kind {
        0 => line.map(Move::LineLeft),
        1 => line.map(Move::LineRight),
        2 => line.map(Move::ColumnUp),
        3 => line.map(Move::ColumnDown),
        4 => Ok(Move::Step(Direction::Up)),
        5 => Ok(Move::Step(Direction::Down)),
        6 => Ok(Move::Step(Direction::Left)),
        7 => Ok(Move::Step(Direction::Right)),
        8 => Ok(Move::Stay),
        ..0 => Err(MoveFault::Form),
        9.. => Err(MoveFault::Type),
    }
}

/// How much of a move's text is there, for a decoder that must guess whether more will come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Completeness {
    /// More could still make it a move.
    Partial,
    /// A move, but one more digit would make it another one.
    Open,
    /// Nothing that follows can change what it is.
    Closed,
}

/// The argument of `PLAY_MOVE`, as it was sent and as it is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    text: String,
    mv: Result<Move, MoveFault>,
}

impl MoveText {
    /// Reads "digits, blanks, digits"; what follows is ignored. The value of a displacement may have a sign.
    pub fn new(text: &str) -> Self {
        let (mv, ..) = scan(text.as_bytes());
        match mv {
            Ok(mv) if text.len() > MAX_RELAYED => mv.into(),
            _ => {
                let end = text.floor_char_boundary(MAX_RELAYED);
                MoveText { text: super::excerpt(&text[..end]), mv }
            }
        }
    }

    /// The move, or why it is none.
    ///
    /// # Errors
    /// [`MoveFault::Form`] or [`MoveFault::Type`]; both lose the game.
    pub fn mv(&self) -> Result<Move, MoveFault> {
        self.mv
    }

    /// What the opponent gets to read: the text as it was, unless it is too long for his buffer; then the two numbers.
    pub fn relayed(&self) -> &str {
        &self.text
    }
}

impl From<Move> for MoveText {
    fn from(mv: Move) -> Self {
        let (kind, value) = to_numbers(mv);
        MoveText { text: format!("{kind} {value}"), mv: Ok(mv) }
    }
}

/// Reads a move at the beginning of `bytes`: what it is as it stands, whether more bytes could change that, and where
/// the part that counts ends.
pub(super) fn scan(bytes: &[u8]) -> (Result<Move, MoveFault>, Completeness, usize) {
    let skip = |from: usize, wanted: fn(&u8) -> bool| {
        from + bytes[from..].iter().take_while(|&byte| wanted(byte)).count()
    };
    let kind_start = skip(0, u8::is_ascii_whitespace);
    let kind_end = skip(kind_start, u8::is_ascii_digit);
    let value_start = skip(kind_end, u8::is_ascii_whitespace);
    let kind = number(&bytes[kind_start..kind_end]);
    let signed = (4..=8).contains(&kind) && matches!(bytes.get(value_start), Some(b'-' | b'+'));
    let digits_start = value_start + usize::from(signed);
    let end = skip(digits_start, u8::is_ascii_digit);
    if kind_start == kind_end || kind_end == value_start || digits_start == end {
        let could_become = end == bytes.len();
        let completeness = if could_become { Completeness::Partial } else { Completeness::Closed };
        return (Err(MoveFault::Form), completeness, end);
    }
    let value = number(&bytes[digits_start..end]);
    // 0, 1 and 2 may be the first digit of a higher number; 3 and more may not, for lack of so many lines.
    let last = end == bytes.len();
    let open = last && kind <= 3 && 10 * value < jeux::labyrinthe::MAX_SIDE as i64;
    (from_numbers(kind, value), if open { Completeness::Open } else { Completeness::Closed }, end)
}

/// The value of some digits; a billion stands for all that is larger.
fn number(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |sum: i64, digit| (10 * sum + i64::from(digit - b'0')).min(1_000_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Move, MoveFault> {
        MoveText::new(text).mv()
    }

    /// The scenarios move_string_*, minus_one_value and the losing moves of PROTOCOL.md.
    #[test]
    fn forms_of_the_course_server() {
        for text in [
            "8 0",
            "8  5",
            "08 00",
            "8\t1",
            "8 0 trailing words",
            "8 -1",
            "8 +3",
            " 8 0",
            "8 99999999999999999999",
        ] {
            assert_eq!(read(text), Ok(Move::Stay), "{text}");
        }
        assert_eq!(read("7 -1"), Ok(Move::Step(Direction::Right)));
        assert_eq!(read("2 3"), Ok(Move::ColumnUp(3)));
        assert_eq!(read("0 13"), Ok(Move::LineLeft(13)));
        assert_eq!(read("0 99999999999999999999"), Ok(Move::LineLeft(255)), "a line of no labyrinth");
        for text in ["8", "", "x 0", "8 x", "-8 0", "0 -1", "8 - 1", "8 --1", "8,0", "80"] {
            assert_eq!(read(text), Err(MoveFault::Form), "{text}");
        }
        for text in ["9 0", "100 100", "99999999999999999999 0"] {
            assert_eq!(read(text), Err(MoveFault::Type), "{text}");
        }
    }

    #[test]
    fn numbers_read_back() {
        for kind in 0..=8 {
            let mv = from_numbers(kind, 7).expect("a move");
            assert_eq!(i64::from(to_numbers(mv).0), kind);
            assert_eq!(MoveText::from(mv).mv(), Ok(mv));
            assert_eq!(MoveText::new(MoveText::from(mv).relayed()), MoveText::from(mv));
        }
        assert_eq!(from_numbers(-1, 0), Err(MoveFault::Form));
        assert_eq!(from_numbers(i64::MAX, 0), Err(MoveFault::Type));
        assert_eq!(from_numbers(0, i64::MAX), Ok(Move::LineLeft(255)));
        assert_eq!(from_numbers(3, i64::MIN), Err(MoveFault::Form));
        assert_eq!(from_numbers(4, i64::MIN), Ok(Move::Step(Direction::Up)));
    }

    #[test]
    fn what_more_bytes_could_change() {
        use Completeness::{Closed, Open, Partial};
        let expected = [
            ("", Partial),
            ("8", Partial),
            ("8 ", Partial),
            ("8 -", Partial),
            ("8 0", Closed),
            ("8 -1", Closed),
            ("9 0", Closed),
            ("x", Closed),
            ("8 x", Closed),
            ("0 -", Closed),
            ("0 0", Open),
            ("2 1", Open),
            ("2 2", Open),
            ("2 3", Closed),
            ("2 1 ", Closed),
            ("2 12", Closed),
        ];
        for (text, completeness) in expected {
            assert_eq!(scan(text.as_bytes()).1, completeness, "{text:?}");
        }
    }

    #[test]
    fn the_opponent_gets_the_text_as_it_was() {
        assert_eq!(MoveText::new("08 00").relayed(), "08 00");
        assert_eq!(MoveText::new("7 -1").relayed(), "7 -1");
        let long = format!("7 -1 {}", "a".repeat(500));
        assert_eq!(MoveText::new(&long).relayed(), "7 0");
        let long = MoveText::new(&"é".repeat(500)).relayed().len();
        assert_eq!(long, MAX_RELAYED);
    }
}
