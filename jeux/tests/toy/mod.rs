//! Devine, a game for tests only: each player chooses a secret number, then they take turns at guessing the other's.
//!
//! It has what the games of the registry lack: moves that the opponent never sees (the secrets), moves of which he sees a
//! part (that there was a try, and whether the same player goes on), answers that only the mover hears, and several moves in
//! a row (whoever is one off goes on). Whoever finds the number wins; after [`TRIES`] tries the game is drawn.

use std::fmt;

use jeux::game::{Game, HIDDEN, Parameter, ParameterError, Params, Shown, Values, number};
use jeux::{Outcome, ParseMoveError, Player, Position, Reason, Status, View};

/// The tries of both players together.
pub const TRIES: u32 = 30;

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coup {
    /// Chooses this secret.
    Secret(u64),
    /// Asks whether it is this.
    Essai(u64),
}

impl fmt::Display for Coup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Coup::Secret(number) => write!(f, "secret {number}"),
            Coup::Essai(number) => write!(f, "essai {number}"),
        }
    }
}

/// Reads what `Display` writes.
fn read(text: &str) -> Result<Coup, ParseMoveError> {
    let parsed = text.split_once(' ').and_then(|(word, number)| {
        let number = number.parse().ok()?;
        match word {
            "secret" => Some(Coup::Secret(number)),
            "essai" => Some(Coup::Essai(number)),
            _ => None,
        }
    });
    parsed.ok_or_else(|| ParseMoveError::new(text, "secret N or essai N"))
}

/// What the mover is told of a try.
fn answer(tried: u64, secret: u64) -> &'static str {
    match (tried.abs_diff(secret), tried < secret) {
        (0, _) => "trouve",
        (1, _) => "proche",
        (_, true) => "plus",
        (_, false) => "moins",
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(&'static str);

impl From<Illegal> for Reason {
    fn from(Illegal(code): Illegal) -> Self {
        Reason::new(code)
    }
}

/// The position, all of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Devine {
    top: u64,
    secrets: [Option<u64>; 2],
    mover: Player,
    tries: u32,
    outcome: Option<Outcome>,
}

impl Devine {
    /// The opponent's secret, once it is chosen.
    fn sought(&self) -> Option<u64> {
        self.secrets[(!self.mover).index()].filter(|_| self.secrets[self.mover.index()].is_some())
    }
}

impl Position for Devine {
    type Move = Coup;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        self.mover
    }

    fn status(&self) -> Status {
        self.outcome.map_or(Status::Ongoing, Status::Over)
    }

    fn play(&mut self, mv: Coup) -> Result<Status, Illegal> {
        let (Coup::Secret(number) | Coup::Essai(number)) = mv;
        if self.outcome.is_some() {
            return Err(Illegal("game-over"));
        }
        if !(1..=self.top).contains(&number) {
            return Err(Illegal("devine-range"));
        }
        match (mv, self.sought()) {
            (Coup::Secret(_), None) => {
                self.secrets[self.mover.index()] = Some(number);
                self.mover = !self.mover;
            }
            (Coup::Essai(_), Some(secret)) => {
                self.tries += 1;
                match answer(number, secret) {
                    "trouve" => self.outcome = Some(Outcome::Win(self.mover)),
                    "proche" => {}
                    _ => self.mover = !self.mover,
                }
                if self.outcome.is_none() && self.tries == TRIES {
                    self.outcome = Some(Outcome::Draw);
                }
            }
            _ => return Err(Illegal("devine-phase")),
        }
        Ok(self.status())
    }

    fn legal_moves(&self) -> Vec<Coup> {
        let kind = if self.sought().is_some() { Coup::Essai } else { Coup::Secret };
        if self.outcome.is_some() { Vec::new() } else { (1..=self.top).map(kind).collect() }
    }

    fn parse_move(&self, text: &str) -> Result<Coup, ParseMoveError> {
        read(text)
    }
}

impl fmt::Display for Devine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, {} essais", self.secrets, self.tries)
    }
}

impl Game for Devine {
    const NAME: &'static str = "devine";
    const TITLE: &'static str = "Devine";
    const TIME: std::time::Duration = std::time::Duration::from_secs(5);
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "sommet",
        values: Values::Number { from: 4, to: 1000, step: 1 },
        default: Some("20"),
    }];

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        let top = number(setup, "sommet")?;
        Ok(Devine { top, secrets: [None; 2], mover: Player::First, tries: 0, outcome: None })
    }

    fn answer(&self, mv: &Coup) -> Option<String> {
        match (mv, self.sought()) {
            (Coup::Essai(tried), Some(secret)) => Some(answer(*tried, secret).to_owned()),
            _ => None,
        }
    }

    /// Of a secret, nothing; of a try, whether the same player goes on: everybody must know whose turn it is.
    fn shown(&self, mv: &Coup) -> Shown {
        match self.answer(mv).as_deref() {
            None => Shown::Hidden,
            Some("proche") => Shown::Instead("essai encore".to_owned()),
            Some(_) => Shown::Instead("essai".to_owned()),
        }
    }
}

/// What a player knows: his own secret, and what the other one's can still be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vue {
    me: Player,
    /// Secrets chosen so far.
    chosen: u32,
    mover: Player,
    /// What the opponent's secret can be.
    pub candidates: Vec<u64>,
    found: bool,
    tries: u32,
}

impl Vue {
    /// A move that makes sense: a secret, or the middle of what it can be.
    pub fn sensible(&self, secret: u64) -> Option<Coup> {
        if self.chosen < 2 {
            return Some(Coup::Secret(secret));
        }
        self.candidates.get(self.candidates.len() / 2).map(|&number| Coup::Essai(number))
    }

    fn tried(&mut self, goes_on: bool) {
        self.tries += 1;
        if !goes_on {
            self.mover = !self.mover;
        }
    }
}

impl View for Vue {
    type Move = Coup;
    const GAME: &'static str = Devine::NAME;

    fn begin(setup: &Params, me: Player) -> Result<Self, ParameterError> {
        let candidates = (1..=number(setup, "sommet")?).collect();
        Ok(Vue { me, chosen: 0, mover: Player::First, candidates, found: false, tries: 0 })
    }

    fn turn(&self) -> Option<Player> {
        let over = self.found || self.tries == TRIES;
        (!over).then_some(self.mover)
    }

    fn read(&self, text: &str) -> Result<Coup, Reason> {
        read(text).map_err(Reason::from)
    }

    fn own(&mut self, mv: &Coup, told: Option<&str>) -> Result<(), Reason> {
        match (mv, told) {
            (Coup::Secret(_), None) if self.chosen == self.me.index() as u32 => {
                self.chosen += 1;
                self.mover = !self.mover;
            }
            (Coup::Essai(tried), Some(told)) if self.chosen == 2 => {
                self.candidates.retain(|&secret| answer(*tried, secret) == told);
                self.found = told == "trouve";
                self.tried(told == "proche");
            }
            _ => return Err(Reason::new("devine-answer").with(mv)),
        }
        Ok(())
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        match (told, self.chosen) {
            (HIDDEN, chosen @ 0..2) => {
                self.chosen = chosen + 1;
                self.mover = !self.mover;
            }
            ("essai", 2) => self.tried(false),
            ("essai encore", 2) => self.tried(true),
            _ => return Err(Reason::new("devine-told").with(told)),
        }
        Ok(())
    }
}
