//! The messages of Colonnes de trois: the C structures of `protocolColonne.h` (subject, 1.3).
//!
//! All integers are 32-bit little-endian; nothing frames the messages but their fixed sizes.
//!
//! | message | bytes | layout |
//! |---|---|---|
//! | [`TPartieReq`] | 36 | idRequest, name 30, padding 2 |
//! | [`TPartieRep`] | 40 | err, coul, opponent's name 30, padding 2 |
//! | [`TCoupReq`] | 28 | idRequest, typeCoup, coulPion, four integers |
//! | [`TCoupRep`] | 12 | err, validCoup, propCoup |
//!
//! POS_PION uses the first two of the four integers (line, column), DEPL_PION all (line, column of departure, line, column
//! of arrival), PASSE none; whoever sends may leave rubbish in the others.

use std::fmt;

use bincode::config::{Configuration, Fixint, LittleEndian, NoLimit};
use jeux::colonnes::{Cell, Move};
use jeux::{Player, Slot};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::name::{self, Login, NAME_BYTES};
/// The referee's judgement of a COUP (`TValCoup`) and what it does to the partie (`TPropCoup`): the house's own words, whose
/// order is that of the wire (the golden vectors pin it).
pub use crate::verdict::{Property as PropCoup, Validity as ValCoup};
use crate::words::words;

/// `idRequest` of a PARTIE request.
pub const PARTIE: u32 = 0;
/// `idRequest` of a COUP request.
pub const COUP: u32 = 1;

/// Fixed-size little-endian integers, enums as 32-bit tags: what C compilers make of the structures.
const LAYOUT: Configuration<LittleEndian, Fixint, NoLimit> = bincode::config::legacy();

/// Bytes that are not a message of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// Too few or too many bytes.
    #[error("{got} bytes instead of {expected}")]
    Size {
        /// The size of the message.
        expected: usize,
        /// The bytes given.
        got: usize,
    },
    /// An enumerated field holds a value that the protocol does not know.
    #[error("a field is out of range")]
    Range,
}

/// Gives a wire structure its size, `encode` and `decode`.
macro_rules! message {
    ($type:ident, $size:expr) => {
        impl $type {
            /// Size of the message in bytes.
            pub const SIZE: usize = $size;

            /// The bytes of the message.
            pub fn encode(&self) -> [u8; Self::SIZE] {
                let mut bytes = [0; Self::SIZE];
                let written = bincode::serde::encode_into_slice(self, &mut bytes, LAYOUT);
                // The sizes are constants of the layout, pinned by the tests: this cannot be short.
                debug_assert!(matches!(written, Ok(Self::SIZE)));
                bytes
            }

            /// Reads the message.
            ///
            /// # Errors
            /// Another number of bytes than [`Self::SIZE`], or an enumerated field out of range.
            pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
                decode(bytes, Self::SIZE)
            }
        }
    };
}

fn decode<T: DeserializeOwned>(bytes: &[u8], expected: usize) -> Result<T, DecodeError> {
    if bytes.len() != expected {
        return Err(DecodeError::Size { expected, got: bytes.len() });
    }
    bincode::serde::decode_from_slice(bytes, LAYOUT)
        .map(|(message, _)| message)
        .map_err(|_| DecodeError::Range)
}

/// A player's colour (`TCoul`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Coul {
    /// White: begins the aller.
    Blanc,
    /// Black: begins the retour.
    Noir,
}

words!(Coul, "color", { Blanc => "BLANC", Noir => "NOIR" });

impl Coul {
    /// The other colour.
    pub const fn other(self) -> Coul {
        match self {
            Coul::Blanc => Coul::Noir,
            Coul::Noir => Coul::Blanc,
        }
    }

    /// The colour of the player in this slot: that of slot 0 is BLANC in both games.
    pub const fn of(slot: Slot) -> Coul {
        match slot {
            Slot::Zero => Coul::Blanc,
            Slot::One => Coul::Noir,
        }
    }

    /// The slot of the player with this colour.
    pub const fn slot(self) -> Slot {
        Slot::ALL[self as usize]
    }

    /// 0 for BLANC, 1 for NOIR, as on the wire.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The two games of a rencontre (subject, 1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Manche {
    /// The first: BLANC begins.
    Aller,
    /// The second: NOIR begins.
    Retour,
}

words!(Manche, "party", { Aller => "aller", Retour => "retour" });

impl Manche {
    /// Who begins.
    pub const fn first(self) -> Coul {
        match self {
            Manche::Aller => Coul::Blanc,
            Manche::Retour => Coul::Noir,
        }
    }

    /// The place in the order of play of the one who has this colour.
    pub fn player(self, coul: Coul) -> Player {
        if coul == self.first() { Player::First } else { Player::Second }
    }

    /// The colour of the one who has this place in the order of play.
    pub fn coul(self, player: Player) -> Coul {
        if player == Player::First { self.first() } else { self.first().other() }
    }
}

/// Whether a request could be treated (`TCodeRep`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CodeRep {
    /// No error.
    Ok,
    /// The PARTIE is refused.
    Partie,
    /// A COUP where none is due.
    Coup,
    /// No request of the protocol, or not of the type that is due.
    Typ,
}

words!(CodeRep, "error code", { Ok => "ERR_OK", Partie => "ERR_PARTIE", Coup => "ERR_COUP", Typ => "ERR_TYP" });

/// The PARTIE request as received; `id_request` is whatever was sent.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TPartieReq {
    /// [`PARTIE`] in a proper request.
    pub id_request: u32,
    /// The player's login; the rest of the field may hold rubbish after a NUL.
    pub name: [u8; NAME_BYTES],
    padding: [u8; 2],
}

message!(TPartieReq, 4 /* idRequest */ + NAME_BYTES + 2 /* padding */);

impl TPartieReq {
    /// A proper request of the player called `name` (which is cleaned).
    pub fn new(name: &str) -> Self {
        TPartieReq { id_request: PARTIE, name: name_field(name), padding: [0; 2] }
    }

    /// The name, cleaned (see [`name::clean`]), with the secret that it may hold.
    pub fn name(&self) -> String {
        name::clean(&self.name)
    }
}

impl fmt::Debug for TPartieReq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Login::new(self.name());
        f.debug_struct("TPartieReq").field("id_request", &self.id_request).field("name", &name).finish()
    }
}

/// Why a PARTIE is refused, if the client may know. The subject has no place for it: it stands
/// where the opponent's name would be, which no program reads in a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartieRefusal {
    /// Everything is played.
    Over,
    /// Somebody is there already under this name.
    Here,
}

impl PartieRefusal {
    const fn word(self) -> &'static str {
        match self {
            PartieRefusal::Over => "FINI",
            PartieRefusal::Here => "DEJA LA",
        }
    }
}

/// The answer to a PARTIE.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TPartieRep {
    /// [`CodeRep::Ok`] when the rencontre begins.
    pub err: CodeRep,
    /// The colour of the one who asked; of no meaning in a refusal.
    pub coul: Coul,
    /// The opponent's name, padded with NUL; of a refusal, why, if that is told.
    pub opponent: [u8; NAME_BYTES],
    padding: [u8; 2],
}

message!(TPartieRep, 4 /* err */ + 4 /* coul */ + NAME_BYTES + 2 /* padding */);

impl TPartieRep {
    /// The rencontre begins: your colour, and against whom.
    pub fn accepted(coul: Coul, opponent: &str) -> Self {
        TPartieRep { err: CodeRep::Ok, coul, opponent: name_field(opponent), padding: [0; 2] }
    }

    /// The demand is refused.
    pub fn refused(err: CodeRep) -> Self {
        TPartieRep { err, coul: Coul::Blanc, opponent: [0; NAME_BYTES], padding: [0; 2] }
    }

    /// The demand is refused, for a reason that is told.
    pub fn refused_because(why: PartieRefusal) -> Self {
        TPartieRep { opponent: name_field(why.word()), ..TPartieRep::refused(CodeRep::Partie) }
    }

    /// Why the demand is refused, where that is told.
    pub fn refusal(&self) -> Option<PartieRefusal> {
        let told = |why: &PartieRefusal| self.err == CodeRep::Partie && self.opponent() == why.word();
        [PartieRefusal::Over, PartieRefusal::Here].into_iter().find(told)
    }

    /// The opponent's name, cleaned.
    pub fn opponent(&self) -> String {
        name::clean(&self.opponent)
    }
}

/// Cleans a name into the field of a message: all the bytes after it are NUL.
fn name_field(name: &str) -> [u8; NAME_BYTES] {
    let mut field = [0; NAME_BYTES];
    let name = name::clean(name.as_bytes());
    field[..name.len()].copy_from_slice(name.as_bytes());
    field
}

/// A COUP request as it came, any value in any field: the referee forwards it as it is, [`TCoupReq::read`] interprets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct TCoupReq {
    /// [`COUP`] in a proper request.
    pub id_request: u32,
    /// 0 POS_PION, 1 DEPL_PION, 2 PASSE.
    pub type_coup: u32,
    /// 0 BLANC, 1 NOIR.
    pub coul_pion: u32,
    /// `posPion` (line, column) or `deplPion` (line, column, line, column), each 0 to 2: line 1 and column A are 0.
    pub params: [u32; 4],
}

message!(TCoupReq, 4 /* idRequest */ + 4 /* typeCoup */ + 4 /* coulPion */ + 4 * 4 /* union */);

/// A field of a COUP request that the move uses holds a value out of its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} holds {value}, which it cannot")]
pub struct FieldError {
    /// The field, by its name in the subject.
    pub field: &'static str,
    /// Its value, as the signed integer that C programs show.
    pub value: i32,
}

impl TCoupReq {
    /// The request that plays `mv` with the pawns of `coul`.
    pub fn new(coul: Coul, mv: Move) -> Self {
        let case = |cell: Cell| [cell.line() as u32, cell.column() as u32];
        let (type_coup, params) = match mv {
            Move::Place(cell) => (0, [case(cell)[0], case(cell)[1], 0, 0]),
            Move::Shift { from, to } => (1, [case(from)[0], case(from)[1], case(to)[0], case(to)[1]]),
            Move::Pass => (2, [0; 4]),
        };
        TCoupReq { id_request: COUP, type_coup, coul_pion: coul as u32, params }
    }

    /// The colour and the move that the request names. `id_request` and the fields that the type does not use are ignored.
    ///
    /// # Errors
    /// The first field that is out of range.
    pub fn read(&self) -> Result<(Coul, Move), FieldError> {
        let refuse = |field, value: u32| FieldError { field, value: value as i32 };
        let coul = match self.coul_pion {
            0 => Coul::Blanc,
            1 => Coul::Noir,
            other => return Err(refuse("coulPion", other)),
        };
        let case = |names: [&'static str; 2], at: usize| {
            let [line, column] = [self.params[at], self.params[at + 1]];
            let field = if line > 2 { (names[0], line) } else { (names[1], column) };
            Cell::at(column as usize, line as usize).ok_or(refuse(field.0, field.1))
        };
        let mv = match self.type_coup {
            0 => Move::Place(case(["posPion.l", "posPion.c"], 0)?),
            1 => Move::Shift {
                from: case(["caseDep.l", "caseDep.c"], 0)?,
                to: case(["caseArr.l", "caseArr.c"], 2)?,
            },
            2 => Move::Pass,
            other => return Err(refuse("typeCoup", other)),
        };
        Ok((coul, mv))
    }
}

/// The answer to a COUP, the same for the mover and for his opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TCoupRep {
    /// [`CodeRep::Ok`] for every request of the protocol once the partie runs.
    pub err: CodeRep,
    /// The judgement.
    pub valid_coup: ValCoup,
    /// Seen by the mover.
    pub prop_coup: PropCoup,
}

message!(TCoupRep, 4 /* err */ + 4 /* validCoup */ + 4 /* propCoup */);

impl TCoupRep {
    /// A legal move in time, with what it does.
    pub const fn valid(prop_coup: PropCoup) -> Self {
        TCoupRep { err: CodeRep::Ok, valid_coup: ValCoup::Valid, prop_coup }
    }

    /// A partie that the player to move has lost, by TIMEOUT or TRICHE.
    pub const fn lost(err: CodeRep, valid_coup: ValCoup) -> Self {
        TCoupRep { err, valid_coup, prop_coup: PropCoup::Perdu }
    }
}
