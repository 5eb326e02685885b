//! The C interface, documented in `include/validation.h`.
//!
//! Pointers are optional references: NULL is `None`. What C promises about the others (they point
//! to such a value, unused by anybody else meanwhile) is what Rust requires of a reference. Nothing
//! here panics; if it did, the process would abort rather than unwind into C, because a fault of
//! the referee must not be charged to a player.

#![expect(unsafe_code, reason = "functions of a C library: exported names, and a buffer given as a pointer")]

use std::ffi::{c_char, c_int, c_uint};
use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jeux::Player;
use protocol::colonnes::{Coul, PropCoup, TCoupReq};

use crate::{Partie, Triche};

/// `TPropCoup *`, an output.
type PropOut<'a> = Option<&'a mut MaybeUninit<c_uint>>;

/// A partie with the reason of its last refusal.
pub struct TValidation {
    partie: Partie,
    refus: Option<Triche>,
}

impl TValidation {
    const fn new(premier: Coul) -> Self {
        TValidation { partie: Partie::new(premier), refus: None }
    }

    fn jouer(&mut self, joueur: c_int, coup: &TCoupReq, prop_coup: PropOut) -> bool {
        // The course's library takes every other number for joueur 2, too.
        let joueur = if joueur == 1 { Player::First } else { Player::Second };
        let verdict = self.partie.judge(joueur, coup);
        self.refus = verdict.err();
        write_prop(prop_coup, verdict.unwrap_or(PropCoup::Perdu));
        verdict.is_ok()
    }
}

fn write_prop(prop_coup: PropOut, value: PropCoup) {
    if let Some(prop_coup) = prop_coup {
        prop_coup.write(value as c_uint);
    }
}

/// The colour of a C value.
fn coul(value: c_uint) -> Option<Coul> {
    Coul::ALL.get(usize::try_from(value).ok()?).copied()
}

/// The partie of [`validationCoup`], from the first call on.
fn courante() -> MutexGuard<'static, Option<TValidation>> {
    static COURANTE: Mutex<Option<TValidation>> = Mutex::new(None);
    // The partie is never half changed.
    COURANTE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a partie of [`validationCoup`] (subject, 1.4): BLANC begins the first, NOIR the second,
/// and so on in turn. A COUP judged before has begun the first.
// SAFETY: no other function of this name exists in the workspace; in a C program, it is the one that the library replaces.
#[unsafe(no_mangle)]
pub extern "C" fn initialiserPartie() {
    let mut courante = courante();
    let premier = courante.as_ref().map_or(Coul::Blanc, |last| last.partie.first().other());
    *courante = Some(TValidation::new(premier));
}

/// Judges a COUP in the process's one partie (subject, 1.4), and plays it if it is legal. `joueur`
/// is 1 for the player who begins; any other number stands for 2. Returns whether it is legal, and
/// in `prop_coup`, unless NULL, CONT, GAGNE or NULLE from this player's side, or PERDU.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub extern "C" fn validationCoup(joueur: c_int, coup: TCoupReq, prop_coup: PropOut) -> bool {
    let mut courante = courante();
    courante.get_or_insert(TValidation::new(Coul::Blanc)).jouer(joueur, &coup, prop_coup)
}

/// Creates a partie that this colour begins; NULL for no colour.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub extern "C" fn validationCreer(premier: c_uint) -> Option<Box<TValidation>> {
    Some(Box::new(TValidation::new(coul(premier)?)))
}

/// Restarts this partie; false, without effect, for no partie or no colour.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub extern "C" fn validationInitialiser(partie: Option<&mut TValidation>, premier: c_uint) -> bool {
    let (Some(partie), Some(premier)) = (partie, coul(premier)) else { return false };
    *partie = TValidation::new(premier);
    true
}

/// Judges a COUP in this partie, as [`validationCoup`] does; without a partie every COUP is
/// refused.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub extern "C" fn validationJouer(
    partie: Option<&mut TValidation>,
    joueur: c_int,
    coup: TCoupReq,
    prop_coup: PropOut,
) -> bool {
    match partie {
        Some(partie) => partie.jouer(joueur, &coup, prop_coup),
        None => {
            write_prop(prop_coup, PropCoup::Perdu);
            false
        }
    }
}

/// Frees a partie; NULL is allowed.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub extern "C" fn validationLiberer(partie: Option<Box<TValidation>>) {
    drop(partie);
}

/// Writes the reason of the last refusal in French, as `snprintf` does, cut between two characters;
/// without a partie, that of [`validationCoup`]. Returns the whole length in bytes without the NUL;
/// 0 if the last COUP was legal or there was none.
///
/// # Safety
/// `texte` has room for `taille` bytes; it may be NULL if `taille` is 0.
// SAFETY: as for `initialiserPartie`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn validationRaison(
    partie: Option<&TValidation>,
    texte: *mut c_char,
    taille: usize,
) -> usize {
    let refus = match partie {
        Some(partie) => partie.refus,
        None => courante().as_ref().and_then(|courante| courante.refus),
    };
    let raison = refus.map(|triche| triche.raison()).unwrap_or_default();
    if taille > 0 && !texte.is_null() {
        let shown = &raison[..raison.floor_char_boundary(taille - 1)];
        // SAFETY: the caller owns `taille` bytes at `texte`, and `shown` with its NUL has at most that many; the two
        // cannot overlap, since `raison` has just been allocated here.
        unsafe {
            texte.copy_from_nonoverlapping(shown.as_ptr().cast(), shown.len());
            texte.add(shown.len()).write(0);
        }
    }
    raison.len()
}
